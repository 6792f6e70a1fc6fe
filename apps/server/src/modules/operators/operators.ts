// Operators: what a person may decide about other people's money and about a brand, each act with a reason and on record.
//
// Always true: the act and its record are one transaction, so nothing is done without a trace and nothing is recorded that was
// not done. A decision that somebody else took first is answered `not_waiting` and leaves no record. Records are never changed.
//
// Elsewhere: actions about games (game-actions.ts), one action and its record (audited-act.ts), the decisions themselves
// (withdrawals, deposits, members, bonuses, site), the command line (apps/operator-cli).

import { randomUUID } from 'node:crypto';

import type { Database, Transaction } from '@chaba/database';
import { formatBaht, type Money } from '@chaba/money';

import { formatReference } from '#core/references';
import { assert } from '#core/domain-error';
import { clawBack, reviewHeldCommission, decideIncomeWithdrawal } from '#modules/affiliates';
import { closeFinding as endFinding, enterBalance as writeBalance } from '#modules/audit';
import {
  endCode as stopCode,
  endPromotion as stopPromotion,
  type ListedPromotion,
  createCode as newCode,
  type NewItemCode,
  revokeBonus as takeBonus,
  writePromotion,
} from '#modules/bonuses';
import {
  assignDeposit,
  type Correction,
  disputeDeposit,
  receiveStatement,
  returnDeposit,
  setPromptPayId as writePromptPayId,
} from '#modules/deposits';
import { findMember, endIndefiniteExclusion, type PlayBreakLength, setMemberLocked } from '#modules/members';
import { startPlayBreak } from '#modules/play';
import { requestKick } from '#modules/providers';
import { changeSite, type Site, type SiteSwitches } from '#modules/site';
import { publishTerms as writeTerms } from '#modules/terms';
import {
  approveWithdrawal,
  confirmFailed,
  confirmPaid,
  rejectWithdrawal,
  stopPayout,
  type WithdrawalDecision,
} from '#modules/withdrawals';

import { runAudited, type Actor, type Facts } from './audited-act.ts';
import * as store from './operators.store.ts';
import { codeFacts, promotionFacts } from './promotion-facts.ts';

export type { Correction } from '#modules/deposits';
export { type Actor, OPERATOR_LENGTH_MAX, REASON_LENGTH_MAX, REASON_LENGTH_MIN } from './audited-act.ts';
export {
  decideRound,
  decideWin,
  dismissRollback,
  dismissOrphanWin,
  giveKey,
  recordKeyHandover,
  retireKey,
  setProviderOpen,
  setWinCap,
} from './game-actions.ts';
export type { AuditEntry } from './operators.store.ts';
export { codeFacts, listPromotionTerms, NO_TERM, promotionFacts, USABLE_WORDS } from './promotion-facts.ts';

const ACTS_SHOWN_MAX = 100;

/** Decides about a withdrawal or its payout. */
export type DecideWithdrawal = (database: Database, by: Actor, withdrawalId: bigint) => Promise<string>;

export const approve = withdrawalAct('approve withdrawal', approveWithdrawal);
export const reject = withdrawalAct('reject withdrawal', rejectWithdrawal);
/** Takes an approved withdrawal back before the bank is called. */
export const stop = withdrawalAct('stop payout', stopPayout);
/** Says what the bank did with a payout that it left open or contradicts. */
export const confirmAsPaid = withdrawalAct('confirm payout paid', confirmPaid);
export const confirmAsFailed = withdrawalAct('confirm payout failed', confirmFailed);

function withdrawalAct<Outcome extends string>(
  name: string,
  decide: (tx: Transaction, decision: WithdrawalDecision) => Promise<Outcome>,
): (database: Database, by: Actor, withdrawalId: bigint) => Promise<Outcome> {
  return (database, by, withdrawalId) => {
    const subject = formatReference('withdrawal', withdrawalId);
    // An approval may end in a cancellation: the record says so.
    const facts = (outcome: Outcome): Facts => (outcome === 'cancelled' ? { outcome } : {});
    return runAudited(database, by, { act: name, subject, facts }, (tx) =>
      decide(tx, { siteId: by.siteId, withdrawalId, decidedBy: by.operator }),
    );
  };
}

export function attach(
  database: Database,
  by: Actor,
  to: { readonly depositId: bigint; readonly memberId: bigint },
): ReturnType<typeof assignDeposit> {
  const { depositId, memberId } = to;
  const what = {
    act: 'attach deposit',
    subject: formatReference('deposit', depositId),
    facts: (result: Awaited<ReturnType<typeof assignDeposit>>) => ({
      memberId: String(memberId),
      ...(typeof result === 'string' ? {} : { state: result.state, ...correctionFacts(result.takenBack) }),
    }),
  };
  return runAudited(database, by, what, (tx) =>
    assignDeposit(tx, { siteId: by.siteId, depositId, memberId, decidedBy: by.operator }),
  );
}

export function sendBack(database: Database, by: Actor, depositId: bigint): ReturnType<typeof returnDeposit> {
  const what = {
    act: 'return deposit',
    subject: formatReference('deposit', depositId),
    facts: (result: Awaited<ReturnType<typeof returnDeposit>>) =>
      typeof result === 'string' ? {} : correctionFacts(result.takenBack),
  };
  return runAudited(database, by, what, (tx) =>
    returnDeposit(tx, { siteId: by.siteId, depositId, decidedBy: by.operator }),
  );
}

/** Doubts a credit or a return: it waits for a decision again. */
export function disputeCredit(database: Database, by: Actor, depositId: bigint): Promise<'disputed' | 'not_decided'> {
  return runAudited(database, by, { act: 'dispute deposit', subject: formatReference('deposit', depositId) }, (tx) =>
    disputeDeposit(tx, { siteId: by.siteId, depositId, decidedBy: by.operator }),
  );
}

/** From whom money was taken, how much, and what of it is owed. */
function correctionFacts(takenBack: Correction | undefined): Facts {
  if (!takenBack) return {};
  const { siteId, memberId, fromWallets, owed } = takenBack;
  return {
    takenFrom: `member ${memberId} of brand ${siteId}`,
    fromWallets: `${formatBaht(fromWallets)} baht`,
    owed: `${formatBaht(owed)} baht`,
  };
}

/** Hands in what a bank wrote about arrivals, line by line, where no feed of the bank tells it. */
export async function importBankStatement(
  database: Database,
  by: Actor,
  statement: { readonly bankCode: string; readonly lines: readonly string[] },
): Promise<readonly string[]> {
  const { bankCode, lines } = statement;
  const what = { act: 'hand in statement', subject: `bank ${bankCode}`, facts: { lines: lines.length } };
  // Each line is booked by itself, so the record of who handed them in comes first.
  await runAudited(database, by, what, async () => 'done');
  return receiveStatement(database, by.siteId, bankCode, lines);
}

/** Says yes or no to a withdrawal of referral income. */
export function decideIncome(
  database: Database,
  by: Actor,
  to: { readonly movementId: bigint; readonly state: 'paid' | 'rejected' },
): Promise<'paid' | 'rejected' | 'not_waiting' | 'not_enough'> {
  const subject = formatReference('deposit', to.movementId);
  return runAudited(database, by, { act: `income withdrawal ${to.state}`, subject }, (tx) =>
    decideIncomeWithdrawal(tx, { siteId: by.siteId, decidedBy: by.operator, ...to }),
  );
}

/** Releases or drops a day's referral income that was held because the friend looks like the one who referred. */
export function decideHeldIncome(
  database: Database,
  by: Actor,
  to: { readonly memberId: bigint; readonly day: string; readonly state: 'released' | 'dropped' },
): Promise<'released' | 'dropped' | 'not_waiting'> {
  const what = { act: `income ${to.state}`, subject: `member ${to.memberId}`, facts: { day: to.day } };
  return runAudited(database, by, what, (tx) =>
    reviewHeldCommission(tx, { siteId: by.siteId, decidedBy: by.operator, ...to }),
  );
}

/** Takes referral income back, as far as it is still in the affiliate wallet. */
export function takeIncome(
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
  return runAudited(database, by, what, (tx) => clawBack(tx, { siteId: by.siteId, causeId, memberId, amount }));
}

/** Locks a member out of everything at once, or lets one in again; money that comes back from games is still taken. */
export function lock(
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
      assert(await findMember(tx, by.siteId, memberId), 'an operator locks a member who was looked up before');
      await setMemberLocked(tx, by.siteId, memberId, isLocked);
      if (isLocked) await requestKick(tx, by.siteId, memberId);
      return 'done' as const;
    },
  );
}

/** Begins a break from play for a member who asks by telephone. */
export function recordPlayBreak(
  database: Database,
  by: Actor,
  to: { readonly memberId: bigint; readonly length: PlayBreakLength },
): Promise<void> {
  const what = { act: 'pause member', subject: `member ${to.memberId}`, facts: { length: to.length } };
  return runAudited(database, by, what, (tx) => startPlayBreak(tx, by.siteId, { ...to, requestedBy: 'operator' }));
}

/** Ends an exclusion without an end, after its notice. */
export function liftExclusion(
  database: Database,
  by: Actor,
  memberId: bigint,
): ReturnType<typeof endIndefiniteExclusion> {
  return runAudited(database, by, { act: 'lift exclusion', subject: `member ${memberId}` }, (tx) =>
    endIndefiniteExclusion(tx, by.siteId, memberId),
  );
}

export function closeFinding(database: Database, by: Actor, findingId: bigint): ReturnType<typeof endFinding> {
  return runAudited(database, by, { act: 'close finding', subject: `finding ${findingId}` }, (tx) =>
    endFinding(tx, by.siteId, { findingId, closedBy: by.operator }),
  );
}

type BankAccount = Parameters<typeof writeBalance>[1];

/** Enters the closing balance of a bank statement; `time` is Bangkok time as it was typed. */
export function enterBalance(
  database: Database,
  by: Actor,
  account: BankAccount,
  closing: { readonly balance: Money; readonly at: Date; readonly time: string },
): ReturnType<typeof writeBalance> {
  const { balance, at, time } = closing;
  const facts = { balance: `${formatBaht(balance)} baht`, time };
  return runAudited(database, by, { act: 'enter balance', subject: `account ${account.houseAccount}`, facts }, (tx) =>
    writeBalance(tx, account, { balance, at }),
  );
}

/** Changes the brand's switches and limits. */
export function change(database: Database, by: Actor, to: SiteSwitches): Promise<Site> {
  return runAudited(database, by, { act: 'change brand', subject: `brand ${by.siteId}`, facts: brandFacts(to) }, (tx) =>
    changeSite(tx, by.siteId, to),
  );
}

/** Sets what a PromptPay code of a receiving account pays to. */
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
    await writePromptPayId(tx, by.siteId, to.id, to.promptPayId);
    return 'done' as const;
  });
}

/** Publishes a text as the next version of the terms. */
export function publishTerms(database: Database, by: Actor, content: string): Promise<number | 'unchanged'> {
  const facts = (version: number | 'unchanged'): Facts => ({ version });
  return runAudited(database, by, { act: 'publish terms', subject: `brand ${by.siteId}`, facts }, (tx) =>
    writeTerms(tx, by.siteId, content),
  );
}

/** Makes a promotion, or changes the terms for those who take it from now on. */
export function setPromotion(database: Database, by: Actor, to: ListedPromotion): Promise<'made' | 'changed'> {
  return runAudited(
    database,
    by,
    { act: 'set promotion', subject: `promotion ${to.id}`, facts: promotionFacts(to) },
    (tx) => writePromotion(tx, by.siteId, to),
  );
}

/** A promotion is offered to nobody any more; bonuses that run go on. */
export function endPromotion(database: Database, by: Actor, id: string): Promise<'ended' | 'not_waiting'> {
  return runAudited(database, by, { act: 'end promotion', subject: `promotion ${id}` }, (tx) =>
    stopPromotion(tx, by.siteId, id),
  );
}

/** Takes a member's running bonus back; own money less net losses stays. */
export function revokeBonus(
  database: Database,
  by: Actor,
  memberId: bigint,
): Promise<'revoked' | 'not_waiting' | 'bet_open'> {
  return runAudited(database, by, { act: 'revoke bonus', subject: `member ${memberId}` }, (tx) =>
    takeBonus(tx, by.siteId, memberId),
  );
}

export function makeCode(database: Database, by: Actor, code: NewItemCode): Promise<'made' | 'exists'> {
  return runAudited(database, by, { act: 'make code', subject: `code ${code.code}`, facts: codeFacts(code) }, (tx) =>
    newCode(tx, by.siteId, code),
  );
}

export function endCode(database: Database, by: Actor, code: string): Promise<'ended' | 'not_waiting'> {
  return runAudited(database, by, { act: 'end code', subject: `code ${code}` }, (tx) => stopCode(tx, by.siteId, code));
}

export function listAuditEntries(database: Database, siteId: number): Promise<store.AuditEntry[]> {
  return store.listAuditEntries(database, siteId, ACTS_SHOWN_MAX);
}

/** What was changed, amounts in baht: everything of a brand that is no switch, no text and no count is money. */
function brandFacts(to: SiteSwitches): Facts {
  const said = Object.entries(to).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    said.map(([name, value]) => [name, typeof value === 'bigint' ? `${formatBaht(value)} baht` : value]),
  );
}
