// The limits that the member set for deposits, as the server tells them; two features show them.

import { queryOptions } from '@tanstack/react-query';

import { getDepositLimits } from '@chaba/contract/requests';

import { send } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Under the histories' key, because what makes those stale makes this stale too. */
export const depositLimitsQuery = queryOptions({
  queryKey: queryKeys.depositLimits,
  queryFn: async ({ signal }) => (await send(getDepositLimits, { signal })).limits,
});
