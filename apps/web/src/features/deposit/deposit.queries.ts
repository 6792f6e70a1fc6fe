// Requests of the deposit page, and the queries that they make stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Balance } from '@chaba/contract/members';
import { listDepositAccounts, sendSlip } from '@chaba/contract/requests';
import type { Money } from '@chaba/money';

import { send, sendForEnvelope } from '#lib/api/api';
import { withIdempotencyKey } from '#lib/api/idempotency-key';
import { balanceQuery, toMoney } from '#lib/wallet/balance';
import { queryKeys } from '#lib/api/query-keys';

/** The verifier may wait for the bank. */
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
      return { amount: toMoney(data.Amount), message, isParked, depositId: data.depositId, balance };
    },
    // A failed response can hide a completed transfer, so the queries are always refetched.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  });
}
