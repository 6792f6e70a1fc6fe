// Requests of the free-credit page, and the queries that a redeemed code makes stale.

import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { quoteItemCode, redeemItemCode } from '@chaba/contract/requests';

import { hasExtensionSupport, send } from '#lib/api/api';
import { withIdempotencyKey, isUnanswered } from '#lib/api/idempotency-key';
import { queryKeys } from '#lib/api/query-keys';

const ATTEMPT = 'item-code';

export type CodeQuote = Data<typeof quoteItemCode>;

/**
 * Quotes the effect of a code. Undefined on a host without quotes, and for a code whose request is unanswered: it may
 * be redeemed already, and repeating is safe.
 */
export function useCodeQuote() {
  return useMutation({
    mutationFn: async (code: string): Promise<CodeQuote | undefined> => {
      if (!hasExtensionSupport() || isUnanswered(ATTEMPT, code)) return undefined;
      return send(quoteItemCode, { body: { redeem_code: code } });
    },
  });
}

export function useRedeemCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) =>
      withIdempotencyKey(ATTEMPT, code, (idempotencyKey) =>
        send(redeemItemCode, { body: { redeem_code: code }, idempotencyKey }),
      ),
    // A failed response can hide a completed transfer, so the queries are always refetched.
    onSettled: () => {
      for (const queryKey of [queryKeys.balance, queryKeys.history, queryKeys.wheel, queryKeys.withdrawCondition]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
