// The member's bonuses: the running one, what the next deposit would bring, the choice of a promotion and giving a bonus up.
// For the promotions and the deposit page. All of it are additions to the specification: a host without them has no answer, and
// what stands on these queries is not shown.

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { cancelBonus, chooseBonus, getBonus, quoteBonus } from '@chaba/contract/requests';
import { formatPlainBaht, type Money } from '@chaba/money';

import { send, sendForEnvelope } from './api.ts';
import { withIdempotencyKey } from './idempotency-key.ts';
import { queryKeys } from './query-keys.ts';

export type Bonuses = Data<typeof getBonus>;
export type RunningBonus = NonNullable<Bonuses['current']>;
export type PastBonus = Bonuses['history'][number];
export type BonusQuote = Data<typeof quoteBonus>;

export const bonusQuery = queryOptions({
  queryKey: queryKeys.bonus,
  queryFn: ({ signal }) => send(getBonus, { signal }),
  staleTime: 0,
});

/** What a deposit of this amount would bring now. */
export const quoteQuery = (amount: Money) => {
  const asText = formatPlainBaht(amount);
  return queryOptions({
    queryKey: [...queryKeys.bonus, 'quote', asText],
    queryFn: ({ signal }) => send(quoteBonus, { query: { amount: asText }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

/** Picks a promotion for the next deposit; null leaves it to the server, which takes the best. */
export function useChooseBonus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (bonusId: string | null) => send(chooseBonus, { body: { bonusId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.bonus }),
  });
}

/** Gives the running bonus up; answers the server's sentence. */
export function useCancelBonus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (running: RunningBonus) =>
      withIdempotencyKey('cancel-bonus', running.grantedAt, async (idempotencyKey) => {
        const { message } = await sendForEnvelope(cancelBonus, { body: {}, idempotencyKey });
        return message;
      }),
    // Even a failed answer may have moved money (the reply can be lost), so always look again.
    onSettled: () => {
      for (const queryKey of [queryKeys.bonus, queryKeys.balance, queryKeys.withdrawCondition]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
