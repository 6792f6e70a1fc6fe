// What the promotions page asks of the server (spec §7); the member's bonuses are in #lib/bonus.

import { queryOptions } from '@tanstack/react-query';

import { listPromotions } from '@chaba/contract/requests';

import { send } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

export const promotionsQuery = queryOptions({
  queryKey: queryKeys.promotions,
  queryFn: ({ signal }) => send(listPromotions, { signal }),
});
