// Words of receiving accounts and bank statements in English.

import type { MoneyWords } from './money-th.text.ts';

/** The same words with texts of their own. */
type Translated<Words> = {
  readonly [Name in keyof Words]: Words[Name] extends string
    ? string
    : Words[Name] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : Translated<Words[Name]>;
};

const grouped = (count: number): string => count.toLocaleString('en');

export const moneyEn: Translated<MoneyWords> = {
  accounts: {
    list: 'Receiving accounts',
    choose: 'Choose an account to see details',
    empty: 'No receiving account yet',
    emptyHelp: 'Open the first one; another person approves it.',
    state: 'State',
    filters: { open: 'Open', closed: 'Closed' },
    states: { open: 'open', coming: 'not shown yet', full: 'full', closed: 'closed' },
    columns: {
      account: 'Account',
      holder: 'Holder',
      state: 'State',
      today: 'Today',
      dayMax: 'A day at most',
      total: 'In all',
      totalMax: 'In all at most',
      place: 'Place',
      rotation: 'Takes turns',
      promptPay: 'PromptPay',
      shownFrom: 'Shown from',
      closedAt: 'Closed',
      used: 'Used',
    },
    wallet: 'TrueMoney',
    noCeiling: 'no limit',
    nextPromptPay: (id, time) => `becomes ${id} on ${time}`,
    removed: 'no QR code',
    requestOpen: (request) => `${request} waits for a second person`,
    near: (percent) => `${percent} % of the ceiling is used`,
    full: 'At its ceiling: members are not shown it. What they send to it is still credited.',
    shownHelp: 'Members are shown open accounts below their ceilings, in order; of a group each member sees one.',
    bank: 'Bank',
    number: 'Account number, or phone of a wallet',
    holder: 'Holder as the bank shows it',
    dayMax: 'A day at most (baht), empty for no limit',
    totalMax: 'In all at most (baht), empty for no limit',
    place: 'Place 0–999, low ones first',
    rotation: 'Group that takes turns, empty to show always',
    promptPay: 'PromptPay: phone (10 digits), id (13), or none',
  },
  adjustments: {
    title: 'Adjustments',
    choose: 'Choose an adjustment to see details',
    empty: 'No adjustment yet',
    emptyFiltered: 'No adjustment fits the filters',
    emptyHelp: 'A credit or debit is requested on the page of a member; another person decides.',
    clear: 'Clear filters',
    show: 'Show',
    any: 'all',
    states: { open: 'open', done: 'done', rejected: 'rejected', withdrawn: 'withdrawn', expired: 'expired' },
    directions: { credit: 'credit', debit: 'debit' },
    filters: {
      state: 'State',
      direction: 'Direction',
      kind: 'Kind',
      person: 'Person (name)',
      day: 'Day of the request',
      member: 'Member (M…)',
    },
    columns: {
      request: 'No.',
      member: 'Member',
      amount: 'Amount',
      kind: 'Kind',
      turnover: 'Turnover',
      reason: 'Reason',
      notice: 'The member reads',
      evidence: 'Proof',
      requested: 'Requested',
      decided: 'Decided',
      state: 'State',
    },
    times: (count) => `${count}×`,
    openRequest: 'Open the request',
  },
  statement: {
    title: 'Import a bank statement',
    help: (most) =>
      `A text file (CSV or messages) of the bank, at most ${grouped(most)} lines. Each transfer is credited once, however often the file is sent.`,
    account: 'Account of the statement',
    file: 'File',
    reading: 'Reading the lines…',
    wrongType: (name) => `${name} is no text file of a bank: save the statement as CSV or text. Nothing was sent.`,
    tooLong: (lines, most) =>
      `The file has ${grouped(lines)} lines, at most ${grouped(most)} are read at once. Nothing was sent.`,
    found: 'Lines of the file',
    allRead: 'Every line can be read.',
    badTitle: (count) => `${count} lines that cannot be read`,
    badHelp: 'They are left out; all others are imported. Mend the file to import them too.',
    columns: { no: 'Line', reason: 'Problem', text: 'Text' },
    imported: 'Imported',
    problems: {
      NOT_A_STATEMENT_LINE: 'no message of this bank',
      UNKNOWN_RECEIVER: 'of no account of the site',
      ACCOUNT_MISSING: 'the account is missing',
      BAD_AMOUNT: 'amount cannot be read',
      BAD_CELLS: 'cells do not fit the headings or each other',
      BAD_TIME: 'date or time cannot be read',
      HEADING: 'heading',
      DEBIT: 'money that left',
      ZERO: 'without an amount',
    },
    outcomes: {
      credited: 'credited to a member',
      parked: 'in a main wallet',
      known: 'known already',
      review: 'an operator decides',
      unmatched: 'without a member',
      disputed: 'contradicts another report',
      not_ours: 'of no account of the site',
      attached: 'belongs to a slip',
    },
  },
};
