// Reads a statement: messages of a bank, one a line, or the table that its internet banking saves (CSV). Pure.
//
//     no line of headings           each line is a message (statement-lines.ts)
//     headings with date, time      the lines above them are not read; each below is a row of the chosen account
//     and money in
//
// Always true: a line is read whole or named with its problem, never in part. Money that leaves the account is no
// problem, unless a cell of money beside it cannot be read. Money in and out in one row, a deposit below zero and cells
// that are not below their headings are problems. Times have minutes, as messages do, so a message and a row of one
// transfer are one line. A row without a time is a problem: a day alone would pair it with another transfer of the day.
//
// Elsewhere: words of the headings (statement-lines.text.ts), the import (operators/deposit-actions.ts), one credit for
// one transfer (feed-matching.ts).

import { type Money, money, parseBaht } from '@chaba/money';

import { STATEMENT_LINE } from './feed-matching.ts';
import {
  findSenderBank,
  normaliseText,
  parseStatementLine,
  parseTime,
  type StatementProblem,
  type StatementReading,
  toTail,
} from './statement-lines.ts';
import { cellDay, cellSender, cellTime, headings, type StatementColumn as Column } from './statement-lines.text.ts';

type StatementAccount = { readonly bankCode: string | null; readonly account: string };

/** HEADING: above the table, and its headings. BAD_CELLS: cells of a row that contradict each other or the headings. */
type RowProblem = StatementProblem | 'HEADING' | 'BAD_AMOUNT' | 'BAD_CELLS' | 'BAD_TIME' | 'ACCOUNT_MISSING';

export type StatementRow = {
  /** The number of the line, from 1. */
  readonly no: number;
  readonly text: string;
  readonly reading: StatementReading | { readonly ok: false; readonly reason: RowProblem };
};

/** Lines without a problem that report no arrival. */
const QUIET: ReadonlySet<RowProblem> = new Set(['HEADING', 'DEBIT', 'ZERO']);

export const isBad = ({ reading }: StatementRow): boolean => !reading.ok && !QUIET.has(reading.reason);

type Table = {
  readonly at: number;
  readonly delimiter: string;
  readonly columns: ReadonlyMap<Column, number>;
  /** The number of cells of the headings. */
  readonly width: number;
};

const DELIMITERS = [',', '\t', ';', '|'] as const;
/** Headings stand within the first lines of a file. */
const HEADINGS_WITHIN = 40;

/** `account`: of a table, whose rows do not name it. */
export function readStatement(
  of: { readonly bankCode: string; readonly account: StatementAccount | undefined },
  texts: readonly string[],
  { accounts, now }: { readonly accounts: readonly StatementAccount[]; readonly now: Date },
): StatementRow[] {
  const table = findTable(texts);
  return texts.map((text, index) => {
    const no = index + 1;
    if (table === undefined) return { no, text, reading: parseStatementLine(of.bankCode, text, accounts, now) };
    if (index <= table.at) return { no, text, reading: { ok: false, reason: 'HEADING' } };
    if (of.account === undefined) return { no, text, reading: { ok: false, reason: 'ACCOUNT_MISSING' } };
    return { no, text, reading: readRow(of.bankCode, of.account.account, { table, text, now }) };
  });
}

function findTable(texts: readonly string[]): Table | undefined {
  for (const [at, text] of texts.slice(0, HEADINGS_WITHIN).entries()) {
    for (const delimiter of DELIMITERS) {
      const cells = splitCells(text, delimiter);
      const columns = findColumns(cells);
      const hasMoney = columns.has('credit') || columns.has('amount');
      if (columns.has('date') && hasMoney) return { at, delimiter, columns, width: cells.length };
    }
  }
  return undefined;
}

function findColumns(cells: readonly string[]): ReadonlyMap<Column, number> {
  const columns = new Map<Column, number>();
  for (const [index, cell] of cells.entries()) {
    const word = normaliseText(cell)
      .toLowerCase()
      .replace(/\(.*?\)/g, '')
      .replaceAll(/[\s./_-]+/g, '');
    const column = (Object.keys(headings) as Column[]).find((name) => headings[name].includes(word));
    if (column !== undefined && !columns.has(column)) columns.set(column, index);
  }
  return columns;
}

/** Cells of a line; a cell in quotes may hold the delimiter, and two quotes for one. */
function splitCells(text: string, delimiter: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"' && isQuoted && text[at + 1] === '"') {
      cells.push(`${cells.pop() ?? ''}"`);
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === delimiter && !isQuoted) cells.push('');
    else cells.push(`${cells.pop() ?? ''}${sign ?? ''}`);
  }
  return cells.map((cell) => cell.trim());
}

function readRow(
  bankCode: string,
  account: string,
  { table, text, now }: { readonly table: Table; readonly text: string; readonly now: Date },
): StatementRow['reading'] {
  const cells = splitCells(text, table.delimiter).map(normaliseText);
  const get = (column: Column): string => cells[table.columns.get(column) ?? -1] ?? '';
  const amount = areCellsPlaced(cells, table) ? readMoney(table, get) : 'BAD_CELLS';
  if (typeof amount === 'string') return { ok: false, reason: amount };
  const transferredAt = readTime(get('date'), get('time'), now);
  if (transferredAt === undefined) return { ok: false, reason: 'BAD_TIME' };
  const { sender, senderBank } = cellSender.exec(get('details'))?.groups ?? {};
  return {
    ok: true,
    receiverShown: account,
    line: {
      bankLineId: STATEMENT_LINE,
      amount,
      transferredAt,
      senderBank: findSenderBank(bankCode, sender, senderBank),
      senderTail: sender === undefined ? undefined : toTail(sender),
      senderName: undefined,
      transRef: undefined,
      balanceAfter: parseBaht(get('balance')),
      receiver: { kind: 'bank', bankCode, account },
    },
  };
}

/**
 * Whether each cell can be that of its heading: a dated row has the cell of its amount, none is beyond the last, and
 * the amount is not the first part of thousands that are separated without quotes.
 */
function areCellsPlaced(cells: readonly string[], { columns, width, delimiter }: Table): boolean {
  const isDated = cellDay.test(cells[columns.get('date') ?? -1] ?? '');
  const from = cells.slice(columns.get('credit') ?? columns.get('amount'));
  const isCut = delimiter === ',' && /^[+-]?\d{1,3}(?:;\d{3})+\.\d{2}(?:;|$)/.test(from.join(';'));
  return !isCut && (from.length > 0 || !isDated) && cells.slice(width).every((cell) => cell === '');
}

/** The amount that arrived; a sum of the end, a blank row and money that left are no arrival. */
function readMoney({ columns }: Table, get: (column: Column) => string): Money | RowProblem {
  // A column of signed amounts is read where the table has none of deposits.
  const isSigned = !columns.has('credit');
  const [arrived, left] = [readMoneyCell(get(isSigned ? 'amount' : 'credit')), readMoneyCell(get('debit'))];
  if (arrived === undefined || left === undefined) return 'BAD_AMOUNT';
  const isEmpty = arrived === 0n && left === 0n;
  if (isEmpty) return isSigned || readMoneyCell(get('amount')) === 0n ? 'ZERO' : 'BAD_CELLS';
  if (arrived === 0n) return 'DEBIT';
  if (arrived < 0n) return isSigned ? 'DEBIT' : 'BAD_CELLS';
  return left === 0n ? money(arrived) : 'BAD_CELLS';
}

/** 1/10,000 baht; below zero with a minus or in brackets. Empty cells and dashes are zero; undefined: unreadable. */
function readMoneyCell(cell: string): bigint | undefined {
  if (/^[-\s]*$/.test(cell)) return 0n;
  const shown = /^(?:\+\s*)?([\d,.]+)$/.exec(cell)?.[1];
  if (shown !== undefined) return parseBaht(shown);
  const below = /^(?:-\s*([\d,.]+)|([\d,.]+)\s*-|\(\s*([\d,.]+)\s*\))$/.exec(cell);
  const amount = parseBaht(below?.[1] ?? below?.[2] ?? below?.[3] ?? '');
  return amount === undefined ? undefined : -amount;
}

/** Bangkok time of a date cell, which may hold the time too. */
function readTime(date: string, time: string, now: Date): Date | undefined {
  const day = cellDay.exec(date)?.groups;
  const clock = (cellTime.exec(time) ?? cellTime.exec(date.replace(cellDay, '')))?.groups;
  if (day === undefined || clock === undefined) return undefined;
  const { dayFirst, monthFirst, yearLast, dayLast, monthLast, yearFirst } = day;
  const parts = { day: dayFirst ?? dayLast, month: monthFirst ?? monthLast, year: yearLast ?? yearFirst };
  return parseTime({ ...parts, ...clock }, now);
}
