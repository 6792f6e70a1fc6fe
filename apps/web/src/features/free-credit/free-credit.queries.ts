// What the free-credit page asks of the server, and what a used code makes stale.

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { redeemItemCode } from '@chaba/contract/bonuses';

import { send } from '#lib/api';
import { askOnce } from '#lib/attempt-key';
import { queryKeys } from '#lib/query-keys';

export function useRedeemCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) =>
      askOnce('item-code', code, (idempotencyKey) =>
        send(redeemItemCode, { body: { redeem_code: code }, idempotencyKey }),
      ),
    // Even a failed answer may have moved money (the reply can be lost), so always look again.
    onSettled: () => {
      for (const queryKey of [
        queryKeys.balance,
        queryKeys.rolling,
        queryKeys.history,
        queryKeys.wheel,
        queryKeys.withdrawCondition,
      ]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}
