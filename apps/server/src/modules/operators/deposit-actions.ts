// Actions about deposits, bank statements and reports, and payouts that a recovery of the database lost.
//
// Always true: account numbers and names of senders are masked in facts, because facts are stored.
//
// Elsewhere: the decisions (modules/deposits, bank-reports, audit, recovery), the rule of people (actions.ts).

import { maskAccountNumber } from '@chaba/contract/banks';
import { STATEMENT_LINES_MAX } from '@chaba/contract/constraints';
import type { Queryable, Transaction } from '@chaba/database';
import { add, type Money, parseBaht, zeroMoney } from '@chaba/money';

import { formatReference } from '#core/references';
import * as audit from '#modules/audit';
import * as bankReports from '#modules/bank-reports';
import * as deposits from '#modules/deposits';
import * as recovery from '#modules/recovery';
import { loadSite } from '#modules/site';
import * as withdrawals from '#modules/withdrawals';
import { toWireAmount } from '#core/wire-amount';

import { type ActionEffect, type ActionFacts, type ActionInput, defineAction, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import { isDay, parseId, parseMemberRef, parseMovement, requireMember } from './subjects.ts';
import { maskName } from './withdrawal-actions.ts';

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

async function loadDeposit(
  tx: Transaction,
  siteId: number,
  depositId: bigint,
): Promise<LoadedAction & { facts: ActionFacts }> {
  const movement = await deposits.movements.find(tx, siteId, depositId);
  if (!movement) return failOperator('NOT_FOUND');
  const { state, amount, senderBank, senderAccount, reason, holder, createdAt } = movement;
  return {
    subject: formatReference('deposit', depositId),
    facts: {
      deposit: formatReference('deposit', depositId),
      state,
      amount: toWireAmount(amount),
      sender: `${senderBank ?? ''} ${maskAccountNumber(senderAccount ?? '')}`.trim(),
      why: reason ?? '',
      holder: holder === undefined ? null : String(holder.memberId),
    },
    amount,
    ...(state === 'seen' || state === 'claimed' ? { waiting: { queue: 'deposits', since: createdAt } } : {}),
    ...(holder === undefined ? {} : { member: holder.memberId }),
  };
}

/** The debit of the member who was credited before; undefined: none. */
type Correction = Exclude<Awaited<ReturnType<typeof deposits.returnDeposit>>, string>['takenBack'];

/** The debited member, the amount, and the part of it that became debt. */
function toCorrectionFacts(correction: Correction): ActionFacts {
  if (!correction) return {};
  const { siteId, memberId, fromWallets, owed } = correction;
  return {
    takenFrom: String(memberId),
    takenFromSite: siteId,
    taken: toWireAmount(fromWallets),
    owed: toWireAmount(owed),
  };
}

const toRejection = (outcome: string): ActionEffect =>
  outcome === 'not_waiting' || outcome === 'not_decided'
    ? { rejection: 'NOT_WAITING' }
    : { rejection: 'BLOCKED', reasons: [outcome] };

const attach = defineAction<{ readonly depositId: bigint; readonly memberId: bigint }>({
  parse: ({ deposit, member }) => ({ depositId: parseMovement('deposit', deposit), memberId: parseMemberRef(member) }),
  async load(tx, siteId, { depositId, memberId }) {
    const member = await requireMember(tx, siteId, memberId);
    const { facts, ...loaded } = await loadDeposit(tx, siteId, depositId);
    return { ...loaded, member: memberId, facts: { ...facts, member: maskName(member), memberId: String(memberId) } };
  },
  async run(tx, by, { depositId, memberId }) {
    const result = await deposits.assignDeposit(tx, { siteId: by.siteId, depositId, memberId, decidedBy: by.name });
    if (typeof result === 'string') return toRejection(result);
    return {
      outcome: result.state,
      after: { memberId: String(memberId), ...toCorrectionFacts(result.takenBack) },
    };
  },
});

const sendBack = defineAction<bigint>({
  parse: ({ deposit }) => parseMovement('deposit', deposit),
  load: loadDeposit,
  async run(tx, by, depositId) {
    const result = await deposits.returnDeposit(tx, { siteId: by.siteId, depositId, decidedBy: by.name });
    if (typeof result === 'string') return toRejection(result);
    return { outcome: result.state, after: toCorrectionFacts(result.takenBack) };
  },
});

const dispute = defineAction<bigint>({
  parse: ({ deposit }) => parseMovement('deposit', deposit),
  load: loadDeposit,
  async run(tx, by, depositId) {
    const outcome = await deposits.disputeDeposit(tx, { siteId: by.siteId, depositId, decidedBy: by.name });
    return outcome === 'not_decided' ? toRejection(outcome) : { outcome };
  },
});

/** A statement as it was sent: at most 5,000 lines, of a bank, and of one account where it is a table. */
export function parseStatement({ bank = '', receivingAccount = '', lines = '' }: ActionInput): Statement {
  if (!/^\d{3}$/.test(bank)) failOperator('FIELD_INVALID', { field: 'bank' });
  const split = lines.split('\n').filter((line) => line !== '');
  if (split.length === 0 || split.length > STATEMENT_LINES_MAX) failOperator('FIELD_INVALID', { field: 'lines' });
  const accountId = receivingAccount === '' ? undefined : parseId('receivingAccount', receivingAccount);
  return { file: { bankCode: bank, accountId }, lines: split };
}

type Statement = { readonly file: deposits.StatementFile; readonly lines: readonly string[] };

/** The lines of a statement and their sums. */
export async function readStatement(
  database: Queryable,
  siteId: number,
  { file, lines }: Statement,
): Promise<{ readonly rows: readonly deposits.StatementRow[]; readonly facts: ActionFacts }> {
  const rows = await deposits.previewStatement(database, siteId, file, lines);
  const bad = rows.filter(deposits.isBad).length;
  const arrivals = rows.flatMap(({ reading }) => (reading.ok ? [reading.line.amount] : []));
  const facts = {
    bank: file.bankCode,
    lines: String(rows.length),
    arrivals: String(arrivals.length),
    arrived: toWireAmount(add(zeroMoney, ...arrivals)),
    withoutArrival: String(rows.length - arrivals.length - bad),
    bad: String(bad),
  };
  return { rows, facts };
}

/**
 * Each line is posted in a transaction of its own, so the entry is written first. A file without an arrival is no
 * statement of this bank and is refused.
 */
const importStatement = defineAction<Statement>({
  parse: parseStatement,
  async load(tx, siteId, statement) {
    const { facts } = await readStatement(tx, siteId, statement);
    if (facts['arrivals'] === '0') failOperator('BLOCKED', { reasons: ['no_arrival'] });
    return { subject: `bank ${statement.file.bankCode}`, facts };
  },
  async run(tx, { siteId }, { file, lines }) {
    const { facts } = await readStatement(tx, siteId, { file, lines });
    return {
      outcome: 'imported',
      after: facts,
      finish: async (database) => ({ outcomes: await deposits.receiveStatement(database, siteId, file, lines) }),
    };
  },
});

const closeReport = defineAction<bigint>({
  parse: ({ report }) => parseId('report', report),
  load: async (_tx, _siteId, reportId) => ({ subject: `report ${reportId}`, facts: { report: String(reportId) } }),
  async run(tx, by, reportId) {
    const outcome = await bankReports.closeUnreadReport(tx, by.siteId, { reportId, closedBy: by.name });
    return outcome === 'closed' ? { outcome } : toRejection(outcome);
  },
});

type Closing = { readonly account: string; readonly balance: Money; readonly at: Date; readonly time: string };

/** The closing balance of a statement; `time` is Bangkok time. */
const enterBalance = defineAction<Closing>({
  parse({ account = '', balance = '', time = '' }) {
    const amount = parseBaht(balance) ?? failOperator('FIELD_INVALID', { field: 'balance' });
    const at = new Date(`${time}+07:00`);
    const isTime = TIME.test(time) && isDay(time.slice(0, 10)) && !Number.isNaN(at.getTime());
    if (!isTime) failOperator('FIELD_INVALID', { field: 'time' });
    return { account, balance: amount, at, time };
  },
  async load(tx, _siteId, { account, balance, time }) {
    const found = await audit.findHouseAccount(tx, account);
    if (!found) return failOperator('NOT_FOUND');
    return {
      subject: `account ${found.houseAccount}`,
      facts: { account: maskAccountNumber(account), balance: toWireAmount(balance), time },
    };
  },
  async run(tx, _by, { account, balance, at }) {
    const found = await audit.findHouseAccount(tx, account);
    if (!found) return failOperator('NOT_FOUND');
    const outcome = await audit.enterBalance(tx, found, { balance, at });
    return outcome === 'begun' || outcome === 'entered' ? { outcome } : { rejection: 'BLOCKED', reasons: [outcome] };
  },
});

/** A paid withdrawal that a recovery of the database lost: it is recorded, and the member is debited. */
const recordLost = defineAction<{ readonly payoutId: string; readonly memberId: bigint }>({
  parse({ payout = '', member }) {
    if (!/^P\d{1,9}-\d{1,18}$/.test(payout)) failOperator('FIELD_INVALID', { field: 'payout' });
    return { payoutId: payout, memberId: parseMemberRef(member) };
  },
  async load(tx, siteId, { payoutId, memberId }) {
    const member = await requireMember(tx, siteId, memberId);
    return {
      subject: `payout ${payoutId}`,
      facts: { payout: payoutId, member: maskName(member), memberId: String(memberId) },
      member: memberId,
    };
  },
  async run(tx, by, of) {
    const outcome = await withdrawals.payouts.recordLost(tx, { siteId: by.siteId, ...of, decidedBy: by.name });
    if (outcome === 'exists') return { rejection: 'BLOCKED', reasons: [outcome] };
    return outcome === 'paid' ? { outcome, after: { memberId: String(of.memberId) } } : toRejection(outcome);
  },
});

/** Ends the recovery of the site: payouts are submitted again. */
const releasePayouts = defineAction<string>({
  parse: ({ site = '' }) => site,
  async load(tx, siteId, code) {
    if ((await loadSite(tx, siteId)).code !== code) failOperator('FIELD_INVALID', { field: 'site' });
    return { subject: 'recovery', facts: { site: code } };
  },
  async run(tx, by) {
    const outcome = await recovery.releaseRecovery(tx, by.siteId, by.name);
    if (outcome === 'blocked') return { rejection: 'BLOCKED', reasons: ['recovery_open'] };
    return outcome === 'released' ? { outcome } : toRejection(outcome);
  },
});

const closeFinding = defineAction<bigint>({
  parse: ({ finding }) => parseId('finding', finding),
  async load(tx, siteId, findingId) {
    const found = (await audit.listOpenFindings(tx, siteId)).find((each) => each.findingId === findingId);
    return {
      subject: `finding ${findingId}`,
      facts: { finding: String(findingId), rule: found?.rule ?? null },
    };
  },
  async run(tx, by, findingId) {
    const outcome = await audit.closeFinding(tx, by.siteId, { findingId, closedBy: by.name });
    return outcome === 'closed' ? { outcome } : toRejection(outcome);
  },
});

export const depositActions = {
  'deposit.attach': attach,
  'deposit.return': sendBack,
  'deposit.dispute': dispute,
  'deposit.import-statement': importStatement,
  'bank-report.close': closeReport,
  'balance.enter': enterBalance,
  'payout.record-lost': recordLost,
  'payouts.release': releasePayouts,
  'finding.close': closeFinding,
};
