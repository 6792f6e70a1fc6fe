// What the withdraw page asks of the server, and what it makes stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/call';
import { withdrawHistory } from '@chaba/contract/history';
import { getWithdrawCondition, requestWithdrawal } from '@chaba/contract/withdrawals';
import { toBaht, type Money } from '@chaba/money';

import { send, sendForEnvelope } from '#lib/api';
import { attemptKey, forgetAttempt } from '#lib/attempt-key';
import { queryKeys } from '#lib/query-keys';
import { isRefusal } from '#lib/refusal';

export type Condition = Data<typeof getWithdrawCondition>;

const ATTEMPT = 'withdraw';

export const withdrawConditionQuery = queryOptions({
  queryKey: queryKeys.withdrawCondition,
  queryFn: ({ signal }) => send(getWithdrawCondition, { signal }),
  staleTime: 0,
});

/** The newest withdrawals: whether one is under way, and what became of it. */
export const latestWithdrawalsQuery = queryOptions({
  queryKey: [...queryKeys.withdrawHistory, 'latest'],
  queryFn: async ({ signal }) => (await send(withdrawHistory, { signal })).Transaction,
  staleTime: 0,
});

export function useRequestWithdrawal() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ amount, minWithdraw }: { readonly amount: Money; readonly minWithdraw: number }) => {
      const body = { Amount: toBaht(amount), Channel: 'BANK', minWithdraw } as const;
      try {
        // Kept in the tab until answered, so a lost answer or a reload asks the same question again.
        const idempotencyKey = attemptKey(ATTEMPT, body.Amount);
        const { message } = await sendForEnvelope(requestWithdrawal, { body, idempotencyKey });
        forgetAttempt(ATTEMPT);
        return message;
      } catch (error) {
        if (!isRefusal(error) || !error.mayBeDone) forgetAttempt(ATTEMPT);
        throw error;
      }
    },
    // Even a failed answer may have moved money (the reply can be lost), so always look again.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
    },
  });
}
