// What the deposit page asks of the server, and what it makes stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Balance } from '@chaba/contract/members';
import { listDepositAccounts, sendSlip } from '@chaba/contract/requests';
import type { Money } from '@chaba/money';

import { send, sendForEnvelope } from '#lib/api';
import { withIdempotencyKey } from '#lib/idempotency-key';
import { balanceQuery, shownMoney } from '#lib/balance';
import { queryKeys } from '#lib/query-keys';

/** The bank behind the verifier may take its time. */
const SLIP_TIMEOUT_MS = 30_000;

export const depositAccountsQuery = queryOptions({
  queryKey: queryKeys.depositAccounts,
  queryFn: ({ signal }) => send(listDepositAccounts, { signal }),
});

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
      const { data, message } = await withIdempotencyKey('slip', barcode, (idempotencyKey) =>
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
