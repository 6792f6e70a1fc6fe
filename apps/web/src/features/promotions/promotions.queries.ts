// Requests of the promotions page (spec §7); the member's bonuses are in #lib/promotions/bonus.

import { queryOptions } from '@tanstack/react-query';

import { listPromotions } from '@chaba/contract/requests';

import { send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';

export const promotionsQuery = queryOptions({
  queryKey: queryKeys.promotions,
  queryFn: ({ signal }) => send(listPromotions, { signal }),
});
