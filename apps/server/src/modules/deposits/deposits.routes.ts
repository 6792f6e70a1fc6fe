// Routes of deposits: receiving accounts, slips and the main wallet; and the live events of deposits.
//
// Elsewhere: the bank's feed (bank-feed.routes.ts).

import { messageText } from '@chaba/contract/messages.text';
import { bankName } from '@chaba/contract/banks.text';
import { APPROVED, FAILED, PENDING } from '@chaba/contract/codes';
import { SLIP_AGE_HOURS_MAX } from '@chaba/contract/constraints';
import type { LiveEvent } from '@chaba/contract/live';
import type { Balance } from '@chaba/contract/members';
import { isErrorCode } from '@chaba/contract/error-codes';
import {
  decodeSlipQr,
  toSlipErrorCode,
  formatReference as formatSlipReference,
  TRUEMONEY_SENDER,
} from '@chaba/contract/slip-qr';
import * as contract from '@chaba/contract/deposits';
import type { Database } from '@chaba/database';
import { toBaht } from '@chaba/money';

import { isDomainError, DomainError } from '#core/domain-error';
import { formatReference } from '#core/references';
import type { RouteContext } from '#http/route-context';
import { getErrorMessage } from '#http/errors';
import { respondWith } from '#http/register-route';
import { requireDepositAllowed } from '#modules/blocks';
import { requireDepositLimitLeft } from '#modules/limits';
import { requireNoPlayBreak } from '#modules/play-breaks';

import { slips, listChangedDeposits, releaseMainWallet } from './deposits.ts';
import { type ListedAccount } from '#modules/receiving-accounts';
import { createShownAccounts } from '#modules/shown-accounts';

export type BalanceOf = (siteId: number, memberId: bigint) => Promise<Balance>;

export function depositRoutes(routes: RouteContext, balanceOf: BalanceOf): void {
  const { registerRoute, database, bank, config, log } = routes;
  const context: slips.SlipContext = {
    database,
    verifier: slips.createVerifier(bank.slips),
    isRateLimited: config.isRateLimited,
  };

  const listShownAccounts = createShownAccounts(database);

  registerRoute(contract.listDepositAccounts, async ({ site, member }) => {
    await requireNoPlayBreak(database, site.id, member.id);
    await requireDepositAllowed(database, site.id, member.id);
    await requireDepositLimitLeft(database, { siteId: site.id, memberId: member.id });
    const shown = await listShownAccounts({ siteId: site.id, memberId: member.id });
    return shown.map((account) => toDepositAccount(account, config.mode));
  });

  registerRoute(contract.sendSlip, async ({ site, member, body, idempotencyKey }) => {
    const decoded = decodeSlipQr(body.barcode);
    if (!decoded.ok) throw createSlipError(toSlipErrorCode(decoded.problem));
    const reference = formatSlipReference(decoded.slip);
    const sent = { siteId: site.id, memberId: member.id, idempotencyKey, ...reference };
    const { depositId, amount, state } = await slips.submit(context, sent).catch((error: unknown) => {
      if (isDomainError(error, 'SLIP_DISPUTED')) {
        log.error({ site: site.code, memberId: String(member.id), ...reference }, 'slip disputed');
      }
      throw error;
    });
    const data = {
      depositId: formatReference('deposit', depositId),
      Amount: toBaht(amount),
      wallet: findWallet(state),
    };
    return respondWith(data, {
      message: state === 'parked' ? messageText.depositParked(amount) : messageText.deposited(amount),
    });
  });

  registerRoute(contract.listSlips, async ({ site, member }) => ({
    slips: (await slips.listLatest(database, site.id, member.id)).map(toSlip),
  }));

  registerRoute(contract.releaseParkedDeposit, async ({ site, member, idempotencyKey }) => {
    const amount = await releaseMainWallet(database, { siteId: site.id, memberId: member.id, idempotencyKey });
    const balance = await balanceOf(site.id, member.id);
    return respondWith({ Amount: toBaht(amount), balance }, { message: messageText.mainWalletReleased(amount) });
  });
}

/** Live events of the deposits that changed since then. */
export async function depositChanges(
  database: Database,
  of: { readonly siteId: number; readonly memberId: bigint; readonly since: Date },
): Promise<{ event: 'deposit'; data: LiveEvent<'deposit'>['data']; at: Date }[]> {
  const changed = await listChangedDeposits(database, of.siteId, of);
  return changed.map((deposit) => ({ event: 'deposit', data: toLive(deposit), at: deposit.changedAt }));
}

/** In play mode no real money may reach the account: its PromptPay id is omitted. */
function toDepositAccount(
  { kind, bankCode, account, holderName, promptPayId }: ListedAccount,
  mode: 'play' | 'licensed',
): contract.DepositAccount {
  const fullName = holderName;
  const paid = promptPayId === null || mode === 'play' ? {} : { promptPayId };
  if (kind === 'wallet' || bankCode === null) {
    return { ...paid, phoneNumber: account, fullName, BankName: bankName(TRUEMONEY_SENDER) };
  }
  return { ...paid, BankCode: bankCode, BankAccount: account, fullName, BankName: bankName(bankCode) };
}

type Slip = Awaited<ReturnType<typeof slips.listLatest>>[number];

function toSlip({ slipId, state, code, amount, createdAt, nextTryAt, movementId }: Slip) {
  return {
    slipId: String(slipId),
    state,
    code,
    message: code === null ? null : formatMessage(code),
    Amount: amount === null ? null : toBaht(amount),
    createdAt: createdAt.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
    reference: movementId === null ? null : formatReference('deposit', movementId),
  };
}

function formatMessage(code: string): string | null {
  if (!isErrorCode(code)) return null;
  if (code === 'SLIP_TOO_OLD') return getErrorMessage('SLIP_TOO_OLD', { hours: SLIP_AGE_HOURS_MAX });
  return getErrorMessage(code, createSlipError(code).params);
}

// The error codes of slips have no parameters, except SLIP_TOO_OLD; the type of a code read from a text is unknown.
function createSlipError(code: string): DomainError {
  return new DomainError(code as 'NOT_A_SLIP', {});
}

const liveStatuses = {
  review: PENDING,
  credited: APPROVED,
  parked: APPROVED,
  returned: FAILED,
} as const;

function toLive({
  depositId,
  amount,
  state,
}: Awaited<ReturnType<typeof listChangedDeposits>>[number]): LiveEvent<'deposit'>['data'] {
  const data = {
    depositId: formatReference('deposit', depositId),
    Amount: toBaht(amount),
    Status: liveStatuses[state],
    wallet: findWallet(state),
  };
  if (state === 'credited') return { ...data, message: messageText.deposited(amount) };
  if (state === 'parked') return { ...data, message: messageText.depositParked(amount) };
  return state === 'review' ? { ...data, message: getErrorMessage('SLIP_UNDER_REVIEW', {}) } : data;
}

function findWallet(state: string): 'gameWallet' | 'mainWallet' {
  return state === 'parked' ? 'mainWallet' : 'gameWallet';
}
