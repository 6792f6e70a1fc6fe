// The limit of the time played in a day that the member set, as the server counts it; the account and a game show it.

import { queryOptions } from '@tanstack/react-query';

import { getTimeLimits } from '@chaba/contract/requests';

import { send } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Under the bets' key, because each bet adds to what was played. */
export const timeLimitsQuery = queryOptions({
  queryKey: queryKeys.timeLimits,
  queryFn: async ({ signal }) => (await send(getTimeLimits, { signal })).limits,
});
