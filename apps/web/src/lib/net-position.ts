// What the member won or lost today, in seven days, in thirty days and in three months: shown with the bets and above a game.

import { queryOptions } from '@tanstack/react-query';

import type { positionRanges } from '@chaba/contract/history';
import { netPosition } from '@chaba/contract/requests';

import { send } from './api.ts';
import { queryKeys } from './query-keys.ts';

export type PositionRange = (typeof positionRanges)[number];

/** Beside the bets, so whatever makes them be read again does the same here. */
export function positionQuery(range: PositionRange) {
  return queryOptions({
    queryKey: [...queryKeys.bets, 'position', range],
    queryFn: ({ signal }) => send(netPosition, { query: { range }, signal }),
  });
}
