// Requests of the parts that several features show: release of the main wallet and the promotion setting.

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { changeSetting, releaseParkedDeposit } from '@chaba/contract/requests';

import { sendForEnvelope } from '#lib/api/api';
import { withIdempotencyKey } from '#lib/api/idempotency-key';
import { storeNewerBalance } from '#lib/wallet/balance';
import { queryKeys } from '#lib/api/query-keys';

/** Moves the whole main wallet into the game wallet; returns the server's message. */
export function useMainWalletRelease() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withIdempotencyKey('main-wallet', {}, async (idempotencyKey) => {
        const { data, message } = await sendForEnvelope(releaseParkedDeposit, { body: {}, idempotencyKey });
        storeNewerBalance(queryClient, data.balance);
        return message;
      }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}

/** Sets whether the member receives promotions (spec §4); returns the server's message. */
export async function choosePromotions(isBonus: boolean): Promise<string> {
  return (await sendForEnvelope(changeSetting, { body: { isBonus } })).message;
}
