// Requests of the withdraw page, and the queries that they make stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { getRolling, getWithdrawCondition, requestWithdrawal, withdrawHistory } from '@chaba/contract/requests';
import { toBaht, type Money } from '@chaba/money';

import { send } from '#lib/api/api';
import { withIdempotencyKey } from '#lib/api/idempotency-key';
import { queryKeys } from '#lib/api/query-keys';

export type Condition = Data<typeof getWithdrawCondition>;

export const withdrawConditionQuery = queryOptions({
  queryKey: queryKeys.withdrawCondition,
  queryFn: ({ signal }) => send(getWithdrawCondition, { signal }),
  staleTime: 0,
});

/** The turnover requirements; stale together with the withdrawal condition. */
export const rollingQuery = queryOptions({
  queryKey: [...queryKeys.withdrawCondition, 'rolling'],
  queryFn: ({ signal }) => send(getRolling, { signal }),
  staleTime: 0,
});

/** The newest withdrawals, with the pending one and its outcome. */
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
      // The note states why an operator reviews the request.
      return withIdempotencyKey('withdraw', body.Amount, async (idempotencyKey) => {
        const { note } = await send(requestWithdrawal, { body, idempotencyKey });
        return note;
      });
    },
    // A failed response can hide a completed transfer, so the queries are always refetched.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
    },
  });
}
