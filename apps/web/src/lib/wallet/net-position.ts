// The member's wins less stakes of today, 7 days, 30 days and 3 months; shown with the bets and above a game.

import { queryOptions } from '@tanstack/react-query';

import type { positionRanges } from '@chaba/contract/history';
import { netPosition } from '@chaba/contract/requests';

import { send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';

export type PositionRange = (typeof positionRanges)[number];

/** Below the key of bets: a change that makes the bets stale makes this stale too. */
export function netPositionQuery(range: PositionRange) {
  return queryOptions({
    queryKey: [...queryKeys.bets, 'position', range],
    queryFn: ({ signal }) => send(netPosition, { query: { range }, signal }),
  });
}
