// Routes of withdrawals: condition, request, the bank's payout results, and live updates.

import { toMoney } from '@chaba/contract/amounts';
import type { ReportReason } from '@chaba/contract/back-office/queues';
import { messageText } from '@chaba/contract/messages.text';
import type { Body, Data } from '@chaba/contract/endpoint';
import { APPROVED, FAILED, PENDING } from '@chaba/contract/codes';
import type { LiveEvent } from '@chaba/contract/live';
import { validate } from '@chaba/contract/validation';
import * as contract from '@chaba/contract/withdrawals';
import type { Database } from '@chaba/database';
import { toBaht, zeroMoney } from '@chaba/money';

import { BANK_KEY_ID } from '#core/context';
import { fail } from '#core/domain-error';
import { formatReference } from '#core/references';
import { parseStrictJson } from '#http/strict-json';
import { keepUnreadReports } from '#modules/bank-reports';
import type { RouteContext } from '#http/route-context';
import { getErrorMessage } from '#http/errors';
import { respondWith } from '#http/register-route';

import {
  payouts,
  listChangedWithdrawals,
  requestWithdrawal,
  type Withdrawal,
  loadCondition,
  type WithdrawalState,
} from './withdrawals.ts';

const STATUSES: Readonly<Record<WithdrawalState, 1 | 2 | 3>> = {
  requested: PENDING,
  approved: PENDING,
  paying: PENDING,
  paid: APPROVED,
  rejected: FAILED,
  failed: FAILED,
  returned: FAILED,
};

/** A reason of any form does not make a result unreadable. */
const LENIENT_JSON = { depthMax: 32, allowsAnyNumber: true };

export function withdrawalRoutes({ registerRoute, database, log }: RouteContext): void {
  registerRoute(contract.getWithdrawCondition, async ({ site, member }) =>
    toWire(await loadCondition(database, site.id, member.id)),
  );

  registerRoute(contract.requestWithdrawal, async ({ site, member, body, idempotencyKey }) => {
    const amount = toMoney(body.Amount);
    const request = { siteId: site.id, memberId: member.id, amount, idempotencyKey };
    const withdrawal = await requestWithdrawal(database, request);
    // A repeated call returns the first result, even if the bank has paid meanwhile.
    const withdrawalId = formatReference('withdrawal', withdrawal.withdrawalId);
    return respondWith<Data<typeof contract.requestWithdrawal>>(
      { withdrawalId, Amount: toBaht(amount), Status: PENDING, ...getNote(withdrawal) },
      { message: messageText.withdrawn },
    );
  });

  registerRoute(
    contract.receivePayoutResult,
    async ({ rawBody, bodyBytes }) => {
      const result = readPayoutResult(rawBody);
      const keep = async (reason: ReportReason, isRepeated: boolean): Promise<void> => {
        const report = { siteId: undefined, sender: BANK_KEY_ID, kind: 'payout', reason, content: rawBody } as const;
        await keepUnreadReports(database, [{ ...report, contentBytes: bodyBytes, isRepeated }]);
        log.warn({ reason }, 'bank report kept unread');
      };
      if (!result) {
        await keep('PAYOUT_UNREADABLE', false);
        return {};
      }
      const settlement = await payouts.settle(database, result);
      if (settlement === 'unknown_payout') {
        await keep('PAYOUT_UNKNOWN', true);
        // Not acknowledged: the bank sends it again, and after the move or the recovery of a site the payout is known.
        fail('NOT_FOUND');
      }
      if (settlement === 'contradicted') {
        const { payoutId, status } = result;
        log.error({ payoutId, status }, 'payout result contradicts the posted one');
      }
      return {};
    },
    { readsOwnBody: true },
  );
}

/** Undefined where the report is no result of a payout; its reason is text or left out. */
function readPayoutResult(body: Buffer): Parameters<typeof payouts.settle>[1] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const result = validate(contract.receivePayoutResult.body, parseStrictJson(text, LENIENT_JSON));
    if (!result.ok) return undefined;
    const { payoutId, status, reason } = result.value as Body<typeof contract.receivePayoutResult>;
    // Spaces around an id and its letter case identify no other payout.
    return { payoutId: payoutId.trim().toUpperCase(), status, reason: typeof reason === 'string' ? reason : undefined };
  } catch {
    return undefined;
  }
}

/** Changed withdrawals, for open windows. */
export async function listWithdrawalChanges(
  database: Database,
  of: { readonly siteId: number; readonly memberId: bigint; readonly since: Date },
): Promise<{ event: 'withdrawal'; data: LiveEvent<'withdrawal'>['data']; at: Date }[]> {
  const changed = await listChangedWithdrawals(database, of.siteId, of);
  return changed.map((withdrawal) => ({ event: 'withdrawal', data: toLive(withdrawal), at: withdrawal.changedAt }));
}

/** A request that waits for an operator is not yet successful. */
function getNote({ state }: Withdrawal): { readonly note?: string } {
  return state === 'requested' ? { note: messageText.withdrawalInReview } : {};
}

function toLive({ withdrawalId, amount, state }: Withdrawal): LiveEvent<'withdrawal'>['data'] {
  const data = {
    withdrawalId: formatReference('withdrawal', withdrawalId),
    Amount: toBaht(amount),
    Status: STATUSES[state],
  };
  return state === 'paid' ? { ...data, message: messageText.withdrawn } : data;
}

function toWire(condition: Awaited<ReturnType<typeof loadCondition>>) {
  const { limits, reasons } = condition;
  return {
    canWithdraw: reasons.length === 0,
    minWithdraw: toBaht(limits.minimum),
    maxWithdraw: toBaht(limits.maximum),
    gameWallet: toBaht(condition.gameWallet),
    needTurnover: toBaht(condition.needTurnover),
    nowTurnover: toBaht(condition.nowTurnover),
    remaining: toBaht(condition.remaining),
    maxWithdrawAmount: toBaht(condition.withdrawCap ?? zeroMoney),
    willRemove: toBaht(condition.willRemove),
    reasons: reasons.map(({ code, params: facts }) => ({ code, message: getErrorMessage(code, facts) })),
  };
}
