// Limits that the member set for deposits and for time played, as the server reports them.

import { queryOptions } from '@tanstack/react-query';

import { getDepositLimits, getTimeLimits } from '@chaba/contract/requests';

import { send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';

/** Below the key of the histories: a change that makes the histories stale makes these limits stale too. */
export const depositLimitsQuery = queryOptions({
  queryKey: queryKeys.depositLimits,
  queryFn: async ({ signal }) => (await send(getDepositLimits, { signal })).limits,
});

/** Below the key of bets, because each bet adds to the time played. */
export const timeLimitsQuery = queryOptions({
  queryKey: queryKeys.timeLimits,
  queryFn: async ({ signal }) => (await send(getTimeLimits, { signal })).limits,
});
