// The member's bonuses: the running one, the quote for the next deposit, choice of a promotion, cancellation. Shared by
// the promotions and the deposit page. All are extensions: a host without them returns nothing, and their parts of the
// pages are hidden.

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { cancelBonus, chooseBonus, getBonus, quoteBonus } from '@chaba/contract/requests';
import { formatPlainBaht, type Money } from '@chaba/money';

import { send, sendForEnvelope } from '#lib/api/api';
import { withIdempotencyKey } from '#lib/api/idempotency-key';
import { queryKeys } from '#lib/api/query-keys';

export type Bonuses = Data<typeof getBonus>;
export type RunningBonus = NonNullable<Bonuses['current']>;
export type PastBonus = Bonuses['history'][number];
export type BonusQuote = Data<typeof quoteBonus>;

export const bonusQuery = queryOptions({
  queryKey: queryKeys.bonus,
  queryFn: ({ signal }) => send(getBonus, { signal }),
  staleTime: 0,
});

/** Quotes the bonus of a deposit of this amount. */
export const quoteQuery = (amount: Money) => {
  const asText = formatPlainBaht(amount);
  return queryOptions({
    queryKey: [...queryKeys.bonus, 'quote', asText],
    queryFn: ({ signal }) => send(quoteBonus, { query: { amount: asText }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

/** Picks a promotion for the next deposit; with null the server selects the best. */
export function useChooseBonus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (bonusId: string | null) => send(chooseBonus, { body: { bonusId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.bonus }),
  });
}

/** Cancels the running bonus; returns the server's message. */
export function useCancelBonus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (running: RunningBonus) =>
      withIdempotencyKey('cancel-bonus', running.grantedAt, async (idempotencyKey) => {
        const { message } = await sendForEnvelope(cancelBonus, { body: {}, idempotencyKey });
        return message;
      }),
    // A failed response can hide a completed transfer, so the queries are always refetched.
    onSettled: () => {
      for (const queryKey of [queryKeys.bonus, queryKeys.balance, queryKeys.withdrawCondition]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
