// What the deposit page asks of the server, and what it makes stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/call';
import { listDepositAccounts, listSlips, sendSlip } from '@chaba/contract/deposits';

import { send, sendForEnvelope } from '#lib/api';
import { attemptKey, forgetAttempt } from '#lib/attempt-key';
import { balanceQuery, keepNewerBalance } from '#lib/balance';
import { queryKeys } from '#lib/query-keys';
import { isRefusal } from '#lib/refusal';

/** While a slip waits for the bank; the live stream tells of a credit sooner. */
const WAITING_POLL_MS = 10_000;
/** The bank behind the verifier may take its time. */
const SLIP_TIMEOUT_MS = 30_000;
const ATTEMPT = 'slip';

export const depositAccountsQuery = queryOptions({
  queryKey: queryKeys.depositAccounts,
  queryFn: ({ signal }) => send(listDepositAccounts, { signal }),
});

/** Under the histories' key, because what makes those stale makes this stale too. */
export const slipsQuery = queryOptions({
  queryKey: queryKeys.slips,
  queryFn: async ({ signal }) => (await send(listSlips, { signal })).slips,
  refetchInterval: ({ state }) => (state.data?.some((slip) => slip.state === 'waiting') ? WAITING_POLL_MS : false),
});

export type MemberSlip = Data<typeof listSlips>['slips'][number];

export function useSendSlip() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (barcode: string) => {
      try {
        const { data, message } = await sendForEnvelope(sendSlip, {
          body: { barcode },
          idempotencyKey: attemptKey(ATTEMPT, barcode),
          timeoutMs: SLIP_TIMEOUT_MS,
        });
        forgetAttempt(ATTEMPT);
        const balance = await queryClient.fetchQuery({ ...balanceQuery, staleTime: 0 }).catch(() => undefined);
        if (balance) keepNewerBalance(queryClient, balance);
        return { ...data, message, balance };
      } catch (error) {
        if (!isRefusal(error) || !error.isUnanswered) forgetAttempt(ATTEMPT);
        throw error;
      }
    },
    // Even a lost answer may have moved money, so always look again.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}
