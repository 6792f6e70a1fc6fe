// The bank book: compares the house's bank accounts with the bank's own statements. Every credit must have arrived, and
// every payment must have left.
//
//     statement ──lines──▶ matched with deposits, returns, payouts ──▶ in flight, or a finding
//
// Always true: the lines of an account form one chain of balances, so none is missing; a line matches one row. A
// transfer on one side only is in flight for its allowed time and then a finding. Rows from before the first reading
// are not compared, except after a recovery of the database, whose first reading goes back to its moment.
//
// A bank without statements is compared by balances: those in its feed, or those that an operator enters. The
// difference between two balances becomes a line of its own.
//
// Elsewhere: the adapter (statement-bank.ts), matching lines and rows (statement-matching.ts), rows against the journal
// (*-rules.store.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import type { AuditFinding } from '@chaba/ledger';
import { type Money, subtract, zeroMoney } from '@chaba/money';

import * as store from './bank-book.store.ts';
import type { StatementBank, StatementLine, StatementPage } from './statement-bank.ts';
import { matchStatement } from './statement-matching.ts';

export type { BookedAccount, BookSummary, Patience } from './bank-book.store.ts';

const PATIENCE: store.Patience = { reportHours: 24, postHours: 6, payHours: 1, returnHours: 72 };

const PAGES_MAX = 500;

export type BookComparison = {
  readonly findings: readonly AuditFinding[];
  /** Accounts with an unreadable statement. */
  readonly unread: readonly string[];
};

/** Reads new lines of all house accounts and compares them with the postings. */
export async function compareBankBook(
  database: Database,
  bank: StatementBank,
  patience: store.Patience = PATIENCE,
): Promise<BookComparison> {
  const findings: AuditFinding[] = [];
  const unread: string[] = [];
  for (const account of await store.listAccounts(database)) {
    const broken = await readAccount(database, bank, account);
    if (broken === 'no_answer') unread.push(account.houseAccount);
    else findings.push(...broken);
    findings.push(...(await database.transaction((tx) => compare(tx, account, patience))));
  }
  return { findings, unread };
}

/** Finds a house account by its number, or by `paying`. */
export async function findHouseAccount(database: Queryable, name: string): Promise<store.BookedAccount | undefined> {
  const accounts = await store.listAccounts(database);
  return accounts.find(({ at }) => (at.kind === 'paying' ? at.kind : at.account) === name);
}

/** Balance of each house account, and the explained part. */
export async function readBankBook(database: Database): Promise<store.BookSummary[]> {
  const summaries: store.BookSummary[] = [];
  for (const account of await store.listAccounts(database)) summaries.push(await store.loadSummary(database, account));
  return summaries;
}

/**
 * Enters the closing balance of a statement. The postings up to then must sum to the change since the previous balance;
 * the first one only starts the book. The caller records operator and reason in the same transaction.
 */
export async function enterBalance(
  tx: Transaction,
  account: store.BookedAccount,
  closing: { readonly balance: Money; readonly at: Date },
): Promise<'begun' | 'entered' | 'out_of_order' | 'has_statement'> {
  const state = await store.lockAccount(tx, account);
  if (state.cursor !== null) return 'has_statement';
  const { balance, balanceAt } = state;
  if (balanceAt !== null && closing.at <= balanceAt) return 'out_of_order';
  await store.saveBalance(tx, account, { ...closing, cursor: state.cursor });
  if (balance === null) return 'begun';
  const lineId = `balance ${closing.at.toISOString()}`;
  const line = createBalanceLine(lineId, closing, subtract(closing.balance, balance));
  await store.insertLines(tx, account, [line], { source: 'operator', isBefore: () => false });
  const rows = (await store.listUnmatchedRows(tx, account, state)).filter(({ at }) => at <= closing.at);
  await store.insertMatches(
    tx,
    account,
    rows.map(({ rowName, amount }) => ({ rowName, amount, lineId })),
  );
  return 'entered';
}

async function readAccount(
  database: Database,
  bank: StatementBank,
  account: store.BookedAccount,
): Promise<readonly AuditFinding[] | 'no_answer'> {
  const findings: AuditFinding[] = [];
  const begun = await database.transaction((tx) => store.lockAccount(tx, account));
  let cursor = begun.cursor ?? undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    // No transaction is open during the request. A page is discarded if another run moved the cursor meanwhile.
    const page = await bank.read(account.at, cursor);
    if (page === 'no_answer') return page;
    if (page === 'not_offered') return readFeed(database, account);
    const read = { after: cursor, isFirst: begun.isFirstReading };
    const broken = await database.transaction((tx) => importPage(tx, account, page, read));
    if (broken === 'moved') break;
    findings.push(...broken);
    if (page.isLast) break;
    cursor = page.cursor;
  }
  return findings;
}

async function importPage(
  tx: Transaction,
  account: store.BookedAccount,
  page: StatementPage,
  read: { readonly after: string | undefined; readonly isFirst: boolean },
): Promise<readonly AuditFinding[] | 'moved'> {
  const state = await store.lockAccount(tx, account);
  if ((state.cursor ?? undefined) !== read.after) return 'moved';
  const isBefore = ({ bookedAt }: StatementLine) => read.isFirst || bookedAt < state.comparedFrom;
  await store.insertLines(tx, account, page.lines, { source: 'statement', isBefore });
  const at = page.lines.at(-1)?.bookedAt ?? state.balanceAt ?? state.comparedFrom;
  await store.saveBalance(tx, account, { cursor: page.cursor, balance: page.closingBalance, at });
  return findGaps(account, page, state.balance ?? page.openingBalance);
}

/** A balance that does not follow from the previous one proves missing or changed lines. */
function findGaps(
  { siteId, houseAccount }: store.AccountName,
  { openingBalance, lines, closingBalance }: StatementPage,
  known: Money,
): AuditFinding[] {
  const rule = 'the lines of a statement are one chain of balances';
  const gap = (where: string): AuditFinding => ({ rule, site: siteId, detail: `${houseAccount} ${where}` });
  const findings = openingBalance === known ? [] : [gap(`before line ${lines[0]?.lineId ?? 'none'}`)];
  let balance: bigint = openingBalance;
  for (const { lineId, amount, balanceAfter } of lines) {
    if (balance + amount !== balanceAfter) findings.push(gap(`at line ${lineId}`));
    balance = balanceAfter;
  }
  return balance === closingBalance ? findings : [...findings, gap('at the closing balance')];
}

/** Uses the feed's balances instead of a statement. A difference between two balances without a line becomes a line. */
function readFeed(database: Database, account: store.BookedAccount): Promise<AuditFinding[]> {
  return database.transaction(async (tx) => {
    const state = await store.lockAccount(tx, account);
    const { balanceAt } = state;
    const feedLines = await store.listFeedLines(tx, account, { balanceAt, settledHours: PATIENCE.postHours });
    const isFirst = state.balance === null;
    let balance =
      state.balance ?? subtract(feedLines[0]?.balanceAfter ?? zeroMoney, (feedLines[0]?.amount ?? 0n) as Money);
    for (const line of feedLines) {
      const before = subtract(line.balanceAfter, line.amount as Money);
      const skipped = createBalanceLine(
        `before ${line.lineId}`,
        { balance: before, at: line.bookedAt },
        subtract(before, balance),
      );
      const lines = skipped.amount === 0n ? [line] : [skipped, line];
      await store.insertLines(tx, account, lines, { source: 'feed', isBefore: () => isFirst });
      balance = line.balanceAfter;
    }
    const last = feedLines.at(-1);
    if (last) await store.saveBalance(tx, account, { cursor: null, balance, at: last.bookedAt });
    return [];
  });
}

const createBalanceLine = (
  lineId: string,
  { balance, at }: { readonly balance: Money; readonly at: Date },
  amount: bigint,
): StatementLine => ({ lineId, bookedAt: at, amount, balanceAfter: balance, transRef: undefined, payoutId: undefined });

async function compare(
  tx: Transaction,
  account: store.BookedAccount,
  patience: store.Patience,
): Promise<AuditFinding[]> {
  const state = await store.lockAccount(tx, account);
  const lines = await store.listOpenLines(tx, account, state);
  const matches = matchStatement(lines, await store.listUnmatchedRows(tx, account, state));
  if (matches.length > 0) await store.insertMatches(tx, account, matches);
  return store.findDifferences(tx, account, state, lines, patience);
}
