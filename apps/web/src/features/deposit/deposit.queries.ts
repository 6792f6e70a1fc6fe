// What the deposit page asks of the server, and what it makes stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/call';
import { listDepositAccounts, listSlips, sendSlip } from '@chaba/contract/deposits';
import type { Balance } from '@chaba/contract/members';
import type { Money } from '@chaba/money';

import { send, sendForEnvelope } from '#lib/api';
import { askOnce } from '#lib/attempt-key';
import { balanceQuery, shownMoney } from '#lib/balance';
import { queryKeys } from '#lib/query-keys';

/** While a slip waits for the bank; the live stream tells of a credit sooner. */
const WAITING_POLL_MS = 10_000;
/** While a person decides about a slip; a decision against it moves no money that the stream would tell of. */
const DISPUTED_POLL_MS = 60_000;
/** The bank behind the verifier may take its time. */
const SLIP_TIMEOUT_MS = 30_000;

export const depositAccountsQuery = queryOptions({
  queryKey: queryKeys.depositAccounts,
  queryFn: ({ signal }) => send(listDepositAccounts, { signal }),
});

/** Under the histories' key, because what makes those stale makes this stale too. */
export const slipsQuery = queryOptions({
  queryKey: queryKeys.slips,
  queryFn: async ({ signal }) => (await send(listSlips, { signal })).slips,
  refetchInterval: ({ state: { data } }) => {
    if (data?.some(({ state }) => state === 'waiting')) return WAITING_POLL_MS;
    return data?.some(({ state }) => state === 'disputed') === true && DISPUTED_POLL_MS;
  },
});

export type MemberSlip = Data<typeof listSlips>['slips'][number];

export type CreditedSlip = {
  readonly amount: Money;
  readonly message: string;
  readonly isParked: boolean;
  readonly depositId: string;
  readonly balance: Balance | undefined;
};

export function useSendSlip() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (barcode: string): Promise<CreditedSlip> => {
      const { data, message } = await askOnce('slip', barcode, (idempotencyKey) =>
        sendForEnvelope(sendSlip, { body: { barcode }, idempotencyKey, timeoutMs: SLIP_TIMEOUT_MS }),
      );
      const balance = await queryClient.fetchQuery({ ...balanceQuery, staleTime: 0 }).catch(() => undefined);
      const isParked = data.wallet === 'mainWallet';
      return { amount: shownMoney(data.Amount), message, isParked, depositId: data.depositId, balance };
    },
    // Even a lost answer may have moved money, so always look again.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}
