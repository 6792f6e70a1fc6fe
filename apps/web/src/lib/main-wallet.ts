// Money parked beside the game wallet (a deposit that met an open bonus, a payout that came back) goes into the
// game by the member's choice.

import { useMutation, useQueryClient } from '@tanstack/react-query';

import { releaseParkedDeposit } from '@chaba/contract/deposits';

import { sendForEnvelope } from './api.ts';
import { attemptKey, forgetAttempt } from './attempt-key.ts';
import { keepNewerBalance } from './balance.ts';
import { queryKeys } from './query-keys.ts';
import { isRefusal } from './refusal.ts';

const ATTEMPT = 'main-wallet';

/** Moves everything; answers the server's sentence. */
export function useMainWalletRelease() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        const { data, message } = await sendForEnvelope(releaseParkedDeposit, {
          body: {},
          idempotencyKey: attemptKey(ATTEMPT, {}),
        });
        forgetAttempt(ATTEMPT);
        keepNewerBalance(queryClient, data.balance);
        return message;
      } catch (error) {
        if (!isRefusal(error) || !error.mayBeDone) forgetAttempt(ATTEMPT);
        throw error;
      }
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}
