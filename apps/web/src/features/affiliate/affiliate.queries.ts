// What the referral page asks of the server, and what a withdrawal of income makes stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { getAffiliate, postAffiliateWithdrawal } from '@chaba/contract/requests';

import { send, sendForEnvelope } from '#lib/api';
import { withIdempotencyKey } from '#lib/idempotency-key';
import { queryKeys } from '#lib/query-keys';

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
    // The content is what is shown: another figure, or one after another withdrawal, is another question.
    mutationFn: ({ balance, transaction }: Affiliate) =>
      withIdempotencyKey('affiliate', [balance, transaction[0]?.id], (idempotencyKey) =>
        sendForEnvelope(postAffiliateWithdrawal, { idempotencyKey }),
      ),
    // Even a failed answer may have moved money (the reply can be lost), so always look again.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.affiliate });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}
