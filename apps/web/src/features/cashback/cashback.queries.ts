// Requests of the cashback page, and the queries that a claim makes stale.

import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import type { DepositItem } from '@chaba/contract/history';
import { depositHistory, getBalance, getCashback, postCashbackClaim, refresh } from '@chaba/contract/requests';

import { hasExtensionSupport, send, sendForEnvelope } from '#lib/api/api';
import { withIdempotencyKey } from '#lib/api/idempotency-key';
import { queryKeys } from '#lib/api/query-keys';
import { storeMember } from '#lib/member/session';

export type Cashback = Data<typeof getCashback>;
export type Period = Cashback['periods'][number];

export const cashbackQuery = queryOptions({
  queryKey: queryKeys.cashback,
  queryFn: async ({ signal }) => {
    const cashback = await send(getCashback, { signal });
    return hasExtensionSupport() ? cashback : { ...cashback, cashbackWallet: await loadPlainWallet(signal) };
  },
  staleTime: 0,
});

/** On a host without extensions the wallet is part of member and balance, both loaded now. */
async function loadPlainWallet(signal: AbortSignal): Promise<number> {
  storeMember(await send(refresh, { signal }));
  const { internalWallet } = await send(getBalance, { signal });
  return internalWallet.cashbackWallet;
}

type Page = { readonly claims: readonly DepositItem[]; readonly nextCursor: string | null };

/**
 * Claims are part of the deposit history; rows of another type are dropped, because a host may not filter (spec §7).
 */
export const claimsQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.depositHistory, 'cashback'],
  queryFn: async ({ pageParam, signal }): Promise<Page> => {
    const { Transaction, nextCursor } = await send(depositHistory, {
      query: { TransType: 'CASHBACK', ...(pageParam === '' ? {} : { cursor: pageParam }) },
      signal,
    });
    return { claims: Transaction.filter(({ TransType }) => TransType === 'CASHBACK'), nextCursor };
  },
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

export function useClaimCashback() {
  const queryClient = useQueryClient();
  return useMutation({
    // The content is the data shown: another amount or another period is another request.
    mutationFn: ({ cashbackWallet, periods }: Cashback) =>
      withIdempotencyKey('cashback', [cashbackWallet, periods[0]?.to], async (idempotencyKey) => {
        const { message } = await sendForEnvelope(postCashbackClaim, { idempotencyKey });
        return message;
      }),
    // The whole amount is claimed; until the refetch is answered a second press must not request it again.
    onSuccess: () => {
      queryClient.setQueryData(cashbackQuery.queryKey, (cashback) => cashback && { ...cashback, cashbackWallet: 0 });
    },
    // A failed response can hide a completed transfer, so the queries are always refetched.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.cashback });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}
