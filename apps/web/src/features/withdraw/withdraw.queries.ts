// What the withdraw page asks of the server, and what it makes stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { getRolling, getWithdrawCondition, requestWithdrawal, withdrawHistory } from '@chaba/contract/requests';
import { toBaht, type Money } from '@chaba/money';

import { send } from '#lib/api';
import { withIdempotencyKey } from '#lib/idempotency-key';
import { queryKeys } from '#lib/query-keys';

export type Condition = Data<typeof getWithdrawCondition>;

export const withdrawConditionQuery = queryOptions({
  queryKey: queryKeys.withdrawCondition,
  queryFn: ({ signal }) => send(getWithdrawCondition, { signal }),
  staleTime: 0,
});

/** The turnover requirements one by one; stale with what stands between the member and a withdrawal. */
export const rollingQuery = queryOptions({
  queryKey: [...queryKeys.withdrawCondition, 'rolling'],
  queryFn: ({ signal }) => send(getRolling, { signal }),
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
    mutationFn: ({ amount, minWithdraw }: { readonly amount: Money; readonly minWithdraw: number }) => {
      const body = { Amount: toBaht(amount), Channel: 'BANK', minWithdraw } as const;
      // What the request waits for, where an operator decides it.
      return withIdempotencyKey('withdraw', body.Amount, async (idempotencyKey) => {
        const { note } = await send(requestWithdrawal, { body, idempotencyKey });
        return note;
      });
    },
    // Even a failed answer may have moved money (the reply can be lost), so always look again.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
    },
  });
}
