// What the cashback page asks of the server, and what a claim makes stale.

import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import type { DepositItem } from '@chaba/contract/history';
import { depositHistory, getBalance, getCashback, postCashbackClaim, refresh } from '@chaba/contract/requests';

import { hasExtensionSupport, send, sendForEnvelope } from '#lib/api';
import { withIdempotencyKey } from '#lib/idempotency-key';
import { queryKeys } from '#lib/query-keys';
import { keepMember } from '#lib/session';

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

/** A host that knows the specification only: the wallet is in the member and the balance, both loaded now. */
async function loadPlainWallet(signal: AbortSignal): Promise<number> {
  keepMember(await send(refresh, { signal }));
  const { internalWallet } = await send(getBalance, { signal });
  return internalWallet.cashbackWallet;
}

type Page = { readonly claims: readonly DepositItem[]; readonly nextCursor: string | null };

/** The deposit history keeps claims too; of it this page keeps CASHBACK (spec §7), whether the server has sorted or not. */
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
    // The content is what is shown: another figure or another period is another question.
    mutationFn: ({ cashbackWallet, periods }: Cashback) =>
      withIdempotencyKey('cashback', [cashbackWallet, periods[0]?.to], async (idempotencyKey) => {
        const { message } = await sendForEnvelope(postCashbackClaim, { idempotencyKey });
        return message;
      }),
    // Even a failed answer may have moved money (the reply can be lost), so always look again.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.cashback });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}
