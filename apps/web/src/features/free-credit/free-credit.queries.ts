// What the free-credit page asks of the server, and what a used code makes stale.

import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { quoteItemCode, redeemItemCode } from '@chaba/contract/requests';

import { hasExtensionSupport, send } from '#lib/api';
import { withIdempotencyKey, isUnanswered } from '#lib/idempotency-key';
import { queryKeys } from '#lib/query-keys';

const ATTEMPT = 'item-code';

export type CodeQuote = Data<typeof quoteItemCode>;

/**
 * What the code would do. Nothing on a host that cannot say it, and for a code that was sent and whose answer has not come: it may
 * be used already, and asking again is safe.
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
    // Even a failed answer may have moved money (the reply can be lost), so always look again.
    onSettled: () => {
      for (const queryKey of [queryKeys.balance, queryKeys.history, queryKeys.wheel, queryKeys.withdrawCondition]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
