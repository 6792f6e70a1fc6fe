// Money parked beside the game wallet (a deposit that met an open bonus, a payout that came back) goes into the
// game by the member's choice.

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { releaseParkedDeposit } from '@chaba/contract/requests';

import { sendForEnvelope } from './api.ts';
import { withIdempotencyKey } from './idempotency-key.ts';
import { keepNewerBalance } from './balance.ts';
import { queryKeys } from './query-keys.ts';

/** Moves everything; answers the server's sentence. */
export function useMainWalletRelease() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withIdempotencyKey('main-wallet', {}, async (idempotencyKey) => {
        const { data, message } = await sendForEnvelope(releaseParkedDeposit, { body: {}, idempotencyKey });
        keepNewerBalance(queryClient, data.balance);
        return message;
      }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}
