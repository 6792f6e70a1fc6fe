// Decisions of operators about members, money and site settings. Each action has a reason and an audit entry.
//
// Always true: the action and its audit entry are one transaction. A decision that another operator took first returns
// `not_waiting` and writes no entry. Entries are never changed.
//
// Elsewhere: actions about games (game-actions.ts), one action with its entry (audited-action.ts), the decisions
// themselves (withdrawals, deposits, members, bonuses, site), the command line (apps/operator-cli).

import { randomUUID } from 'node:crypto';

import type { Database, Transaction } from '@chaba/database';
import { formatBaht, type Money } from '@chaba/money';

import type { Config } from '#core/config';
import { formatReference } from '#core/references';
import { assert } from '#core/domain-error';
import * as affiliates from '#modules/affiliates';
import * as audit from '#modules/audit';
import * as bonuses from '#modules/bonuses';
import * as bankReports from '#modules/bank-reports';
import * as deposits from '#modules/deposits';
import { findMember, endIndefiniteExclusion, type PlayBreakLength, setMemberLocked } from '#modules/members';
import { startPlayBreak } from '#modules/play';
import { requestKick } from '#modules/providers';
import { closeReconciledDay } from '#modules/reconciliation';
import * as sites from '#modules/site';
import * as recovery from '#modules/recovery';
import * as terms from '#modules/terms';
import * as withdrawals from '#modules/withdrawals';

import { runAudited, type Actor, type Facts } from './audited-action.ts';
import * as store from './operators.store.ts';
import { codeFacts, promotionFacts } from './promotion-facts.ts';

export type { CreditCorrection } from '#modules/deposits';
export { type Actor, OPERATOR_LENGTH_MAX, REASON_LENGTH_MAX, REASON_LENGTH_MIN } from './audited-action.ts';
export {
  addProvider,
  changeProvider,
  decideFreeSpins,
  decideRound,
  decideWin,
  dismissRollback,
  dismissOrphanWin,
  createKey,
  importGames,
  recordKeyHandover,
  retireKey,
  setProviderOpen,
  setWinCap,
  syncGames,
} from './game-actions.ts';
export type { AuditEntry } from './operators.store.ts';
export { verifyChain } from './audit-chain.ts';
export { OperatorError } from './operator-error.ts';
export { inviteFromHost, parseRoles } from './people-actions.ts';
export { codeFacts, listPromotionTerms, NO_TERM, promotionFacts, USABLE_WORDS } from './promotion-facts.ts';

const AUDIT_ENTRIES_SHOWN_MAX = 100;

/** Decides a withdrawal or its bank payout and returns the outcome. */
export type DecideWithdrawal = (database: Database, by: Actor, withdrawalId: bigint) => Promise<string>;

export const approveWithdrawal = createWithdrawalAction('approve withdrawal', withdrawals.approveWithdrawal);
export const rejectWithdrawal = createWithdrawalAction('reject withdrawal', withdrawals.rejectWithdrawal);
/** Stops an approved withdrawal before its bank payout is submitted. */
export const stopPayout = createWithdrawalAction('stop payout', withdrawals.stopPayout);
/** Records the result of a bank payout that the bank left open or reported contradictorily. */
export const confirmPayoutPaid = createWithdrawalAction('confirm payout paid', withdrawals.confirmPaid);
export const confirmPayoutFailed = createWithdrawalAction('confirm payout failed', withdrawals.confirmFailed);

/** Records a paid withdrawal that a recovery of the database lost, and debits the member. */
export function recordLostPayout(
  database: Database,
  by: Actor,
  of: { readonly payoutId: string; readonly memberId: bigint },
): ReturnType<typeof withdrawals.recordLostPayout> {
  const { payoutId, memberId } = of;
  const what = { act: 'record payout', subject: `payout ${payoutId}`, facts: { memberId: String(memberId) } };
  return runAudited(database, by, what, (tx) =>
    withdrawals.recordLostPayout(tx, { siteId: by.siteId, payoutId, memberId, decidedBy: by.operator }),
  );
}

/** Closes a day with discrepancies that were decided. */
export function closeDay(
  database: Database,
  by: Actor,
  day: { readonly provider: string; readonly day: string },
): ReturnType<typeof closeReconciledDay> {
  const what = { act: 'close day', subject: `${day.provider} ${day.day}` };
  return runAudited(database, by, what, (tx) => closeReconciledDay(tx, by.siteId, { ...day, closedBy: by.operator }));
}

function createWithdrawalAction<Outcome extends string>(
  name: string,
  decide: (tx: Transaction, decision: withdrawals.WithdrawalDecision) => Promise<Outcome>,
): (database: Database, by: Actor, withdrawalId: bigint) => Promise<Outcome> {
  return (database, by, withdrawalId) => {
    const subject = formatReference('withdrawal', withdrawalId);
    // An approval can end in a cancellation, which the audit entry records.
    const facts = (outcome: Outcome): Facts => (outcome === 'cancelled' ? { outcome } : {});
    return runAudited(database, by, { act: name, subject, facts }, (tx) =>
      decide(tx, { siteId: by.siteId, withdrawalId, decidedBy: by.operator }),
    );
  };
}

export function creditDeposit(
  database: Database,
  by: Actor,
  to: { readonly depositId: bigint; readonly memberId: bigint },
): ReturnType<typeof deposits.assignDeposit> {
  const { depositId, memberId } = to;
  const what = {
    act: 'attach deposit',
    subject: formatReference('deposit', depositId),
    facts: (result: Awaited<ReturnType<typeof deposits.assignDeposit>>) => ({
      memberId: String(memberId),
      ...(typeof result === 'string' ? {} : { state: result.state, ...correctionFacts(result.takenBack) }),
    }),
  };
  return runAudited(database, by, what, (tx) =>
    deposits.assignDeposit(tx, { siteId: by.siteId, depositId, memberId, decidedBy: by.operator }),
  );
}

export function returnDeposit(
  database: Database,
  by: Actor,
  depositId: bigint,
): ReturnType<typeof deposits.returnDeposit> {
  const what = {
    act: 'return deposit',
    subject: formatReference('deposit', depositId),
    facts: (result: Awaited<ReturnType<typeof deposits.returnDeposit>>) =>
      typeof result === 'string' ? {} : correctionFacts(result.takenBack),
  };
  return runAudited(database, by, what, (tx) =>
    deposits.returnDeposit(tx, { siteId: by.siteId, depositId, decidedBy: by.operator }),
  );
}

/** Reopens a credited or returned deposit for another decision. */
export function disputeDeposit(database: Database, by: Actor, depositId: bigint): Promise<'disputed' | 'not_decided'> {
  return runAudited(database, by, { act: 'dispute deposit', subject: formatReference('deposit', depositId) }, (tx) =>
    deposits.disputeDeposit(tx, { siteId: by.siteId, depositId, decidedBy: by.operator }),
  );
}

/** The debited member, the amount, and the part of it that became debt. */
function correctionFacts(takenBack: deposits.CreditCorrection | undefined): Facts {
  if (!takenBack) return {};
  const { siteId, memberId, fromWallets, owed } = takenBack;
  return {
    takenFrom: `member ${memberId} of brand ${siteId}`,
    fromWallets: `${formatBaht(fromWallets)} baht`,
    owed: `${formatBaht(owed)} baht`,
  };
}

/** Imports the lines of a bank statement for an account that no bank feed covers. */
export async function importBankStatement(
  database: Database,
  by: Actor,
  statement: { readonly bankCode: string; readonly lines: readonly string[] },
): Promise<readonly string[]> {
  const { bankCode, lines } = statement;
  const what = { act: 'hand in statement', subject: `bank ${bankCode}`, facts: { lines: lines.length } };
  // Each line is posted in a transaction of its own, so the audit entry is written first.
  await runAudited(database, by, what, async () => 'done');
  return deposits.receiveStatement(database, by.siteId, bankCode, lines);
}

/** Pays or rejects a withdrawal of commission. */
export function decideIncomeWithdrawal(
  database: Database,
  by: Actor,
  to: { readonly movementId: bigint; readonly state: 'paid' | 'rejected' },
): Promise<'paid' | 'rejected' | 'not_waiting' | 'not_enough'> {
  const subject = formatReference('deposit', to.movementId);
  return runAudited(database, by, { act: `income withdrawal ${to.state}`, subject }, (tx) =>
    affiliates.decideIncomeWithdrawal(tx, { siteId: by.siteId, decidedBy: by.operator, ...to }),
  );
}

/** Releases or drops a day of commission that was held because of a risk signal that referrer and friend share. */
export function reviewHeldCommission(
  database: Database,
  by: Actor,
  to: { readonly memberId: bigint; readonly day: string; readonly state: 'released' | 'dropped' },
): Promise<'released' | 'dropped' | 'not_waiting'> {
  const what = { act: `income ${to.state}`, subject: `member ${to.memberId}`, facts: { day: to.day } };
  return runAudited(database, by, what, (tx) =>
    affiliates.reviewHeldCommission(tx, { siteId: by.siteId, decidedBy: by.operator, ...to }),
  );
}

/** Debits commission from the affiliate wallet, at most its balance. */
export function clawBackIncome(
  database: Database,
  by: Actor,
  from: { readonly memberId: bigint; readonly amount: Money },
): Promise<Money> {
  const { memberId, amount } = from;
  const causeId = randomUUID();
  const what = {
    act: 'take income back',
    subject: `member ${memberId}`,
    facts: (taken: Money) => ({
      asked: `${formatBaht(amount)} baht`,
      taken: `${formatBaht(taken)} baht`,
      cause: causeId,
    }),
  };
  return runAudited(database, by, what, (tx) =>
    affiliates.clawBack(tx, { siteId: by.siteId, causeId, memberId, amount }),
  );
}

/** Locks or unlocks a member at once. Payouts of games are still credited to a locked member. */
export function setMemberLock(
  database: Database,
  by: Actor,
  to: { readonly memberId: bigint; readonly isLocked: boolean },
): Promise<'done'> {
  const { memberId, isLocked } = to;
  return runAudited(
    database,
    by,
    { act: isLocked ? 'lock member' : 'unlock member', subject: `member ${memberId}` },
    async (tx) => {
      assert(await findMember(tx, by.siteId, memberId), 'member to lock not found');
      await setMemberLocked(tx, by.siteId, memberId, isLocked);
      if (isLocked) await requestKick(tx, by.siteId, memberId);
      return 'done' as const;
    },
  );
}

/** Starts a play break that the member requested by telephone. */
export function recordPlayBreak(
  database: Database,
  by: Actor,
  to: { readonly memberId: bigint; readonly length: PlayBreakLength },
): Promise<void> {
  const what = { act: 'pause member', subject: `member ${to.memberId}`, facts: { length: to.length } };
  return runAudited(database, by, what, (tx) => startPlayBreak(tx, by.siteId, { ...to, requestedBy: 'operator' }));
}

/** Ends an indefinite self-exclusion after its notice period. */
export function liftExclusion(
  database: Database,
  by: Actor,
  memberId: bigint,
): ReturnType<typeof endIndefiniteExclusion> {
  return runAudited(database, by, { act: 'lift exclusion', subject: `member ${memberId}` }, (tx) =>
    endIndefiniteExclusion(tx, by.siteId, memberId),
  );
}

export function closeFinding(database: Database, by: Actor, findingId: bigint): ReturnType<typeof audit.closeFinding> {
  return runAudited(database, by, { act: 'close finding', subject: `finding ${findingId}` }, (tx) =>
    audit.closeFinding(tx, by.siteId, { findingId, closedBy: by.operator }),
  );
}

export function closeBankReport(
  database: Database,
  by: Actor,
  reportId: bigint,
): ReturnType<typeof bankReports.closeUnreadReport> {
  return runAudited(database, by, { act: 'close bank report', subject: `report ${reportId}` }, (tx) =>
    bankReports.closeUnreadReport(tx, by.siteId, { reportId, closedBy: by.operator }),
  );
}

/** Ends the recovery of the site: payouts are submitted again. `blocked`: not compared, or something is undecided. */
export function releasePayouts(database: Database, by: Actor): ReturnType<typeof recovery.releaseRecovery> {
  return runAudited(database, by, { act: 'release payouts', subject: 'recovery' }, (tx) =>
    recovery.releaseRecovery(tx, by.siteId, by.operator),
  );
}

type BalanceAccount = Parameters<typeof audit.enterBalance>[1];

/** Enters the closing balance of a bank statement; `time` is Bangkok time as it was typed. */
export function enterBalance(
  database: Database,
  by: Actor,
  account: BalanceAccount,
  closing: { readonly balance: Money; readonly at: Date; readonly time: string },
): ReturnType<typeof audit.enterBalance> {
  const { balance, at, time } = closing;
  const facts = { balance: `${formatBaht(balance)} baht`, time };
  return runAudited(database, by, { act: 'enter balance', subject: `account ${account.houseAccount}`, facts }, (tx) =>
    audit.enterBalance(tx, account, { balance, at }),
  );
}

/** Creates a site; in play mode with the terms and games of play money, in licensed mode without. */
export function createSite(
  database: Database,
  by: Omit<Actor, 'siteId'>,
  site: Omit<sites.NewSite, 'hasStandardCatalogue'>,
  { lanes, mode }: Pick<Config, 'lanes' | 'mode'>,
): Promise<number | sites.SiteConflict> {
  const siteId = (id: number | sites.SiteConflict): number => {
    assert(typeof id === 'number', 'a site that was not created has no audit entry');
    return id;
  };
  const { code, name, hosts } = site;
  const facts = { name, hosts: hosts.join(','), lanes, mode };
  return runAudited(database, { ...by, siteId }, { act: 'create site', subject: `site ${code}`, facts }, async (tx) => {
    const id = await sites.createSite(tx, { ...site, hasStandardCatalogue: mode === 'play' }, lanes);
    if (typeof id === 'number' && mode === 'play') await terms.ensureDefaultTerms(tx, id, name);
    return id;
  });
}

/** Changes switches and limits of the site. */
export function changeSettings(database: Database, by: Actor, to: sites.SiteSwitches): Promise<sites.Site> {
  return runAudited(
    database,
    by,
    { act: 'change brand', subject: `brand ${by.siteId}`, facts: toSettingFacts(to) },
    (tx) => sites.changeSite(tx, by.siteId, to),
  );
}

/** Adds an account that members transfer to, or opens a closed one again. */
export function openReceivingAccount(
  database: Database,
  by: Actor,
  to: { readonly name: string; readonly account: deposits.NewAccount },
): Promise<'opened' | 'exists' | 'holder_differs'> {
  const { holderName } = to.account;
  return runAudited(database, by, { act: 'open account', subject: `account ${to.name}`, facts: { holderName } }, (tx) =>
    deposits.openReceivingAccount(tx, by.siteId, to.account),
  );
}

/** Closes an account that members transfer to. */
export function closeReceivingAccount(
  database: Database,
  by: Actor,
  to: { readonly name: string; readonly id: bigint },
): Promise<'closed' | 'unchanged'> {
  return runAudited(database, by, { act: 'close account', subject: `account ${to.name}` }, (tx) =>
    deposits.closeReceivingAccount(tx, by.siteId, to.id),
  );
}

/** Sets the PromptPay id that QR codes of a receiving account contain. */
export function setPromptPayId(
  database: Database,
  by: Actor,
  to: { readonly account: string; readonly id: bigint; readonly promptPayId: string | null },
): Promise<'done'> {
  const what = {
    act: 'set promptpay',
    subject: `account ${to.account}`,
    facts: { promptPayId: to.promptPayId },
  };
  return runAudited(database, by, what, async (tx) => {
    await deposits.setPromptPayId(tx, by.siteId, to.id, to.promptPayId);
    return 'done' as const;
  });
}

/** Publishes a text as the next version of the terms of use. */
export function publishTerms(database: Database, by: Actor, content: string): Promise<number | 'unchanged'> {
  const facts = (version: number | 'unchanged'): Facts => ({ version });
  return runAudited(database, by, { act: 'publish terms', subject: `brand ${by.siteId}`, facts }, (tx) =>
    terms.publishTerms(tx, by.siteId, content),
  );
}

/** Creates a promotion or changes its terms. Existing grants keep their terms. */
export function setPromotion(database: Database, by: Actor, to: bonuses.ListedPromotion): Promise<'made' | 'changed'> {
  return runAudited(
    database,
    by,
    { act: 'set promotion', subject: `promotion ${to.id}`, facts: promotionFacts(to) },
    (tx) => bonuses.writePromotion(tx, by.siteId, to),
  );
}

/** Stops offering a promotion. Existing grants continue. */
export function endPromotion(database: Database, by: Actor, id: string): Promise<'ended' | 'not_waiting'> {
  return runAudited(database, by, { act: 'end promotion', subject: `promotion ${id}` }, (tx) =>
    bonuses.endPromotion(tx, by.siteId, id),
  );
}

/** Revokes the member's active bonus. The member keeps their own money less net losses. */
export function revokeBonus(
  database: Database,
  by: Actor,
  memberId: bigint,
): Promise<'revoked' | 'not_waiting' | bonuses.ForfeitObstacle> {
  return runAudited(database, by, { act: 'revoke bonus', subject: `member ${memberId}` }, (tx) =>
    bonuses.revokeBonus(tx, by.siteId, memberId),
  );
}

export function createCode(database: Database, by: Actor, code: bonuses.NewItemCode): Promise<'made' | 'exists'> {
  return runAudited(database, by, { act: 'make code', subject: `code ${code.code}`, facts: codeFacts(code) }, (tx) =>
    bonuses.createCode(tx, by.siteId, code),
  );
}

export function endCode(database: Database, by: Actor, code: string): Promise<'ended' | 'not_waiting'> {
  return runAudited(database, by, { act: 'end code', subject: `code ${code}` }, (tx) =>
    bonuses.endCode(tx, by.siteId, code),
  );
}

export function listAuditEntries(database: Database, siteId: number): Promise<store.AuditEntry[]> {
  return store.listAuditEntries(database, siteId, AUDIT_ENTRIES_SHOWN_MAX);
}

/** Changed settings with amounts in baht: every `bigint` setting is an amount. */
function toSettingFacts(to: sites.SiteSwitches): Facts {
  const changed = Object.entries(to).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    changed.map(([name, value]) => [name, typeof value === 'bigint' ? `${formatBaht(value)} baht` : value]),
  );
}
