// Requests of the referral page, and the queries that a withdrawal of income makes stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { getAffiliate, postAffiliateWithdrawal } from '@chaba/contract/requests';

import { send, sendForEnvelope } from '#lib/api/api';
import { withIdempotencyKey } from '#lib/api/idempotency-key';
import { queryKeys } from '#lib/api/query-keys';

export type Affiliate = Data<typeof getAffiliate>;
export type Friend = Affiliate['Users'][number];
export type Income = Affiliate['transaction_incomes'][number];
export type AffiliateWithdrawal = Affiliate['transaction'][number];

export const affiliateQuery = queryOptions({
  queryKey: queryKeys.affiliate,
  queryFn: ({ signal }) => send(getAffiliate, { signal }),
  staleTime: 0,
});

export function useWithdrawIncome() {
  const queryClient = useQueryClient();
  return useMutation({
    // The content is the data shown: another amount, or an amount after another withdrawal, is another request.
    mutationFn: ({ balance, transaction }: Affiliate) =>
      withIdempotencyKey('affiliate', [balance, transaction[0]?.id], (idempotencyKey) =>
        sendForEnvelope(postAffiliateWithdrawal, { idempotencyKey }),
      ),
    // All income is paid or requested; until the refetch is answered a second press must not request it again.
    onSuccess: () => {
      queryClient.setQueryData(affiliateQuery.queryKey, (affiliate) => affiliate && { ...affiliate, balance: 0 });
    },
    // A failed response can hide a completed transfer, so the queries are always refetched.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.affiliate });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}
