// The queues of waiting items as data: who sees one, its target, the page that shows its items.
//
// Always true: a queue without an entry is not counted, not listed and not claimed. `claims` of an item are named
// `<queue>:<item>`.
//
// Elsewhere: counts and claims (modules/review), the lists (lists.ts), the actions (queue-actions.ts).

import type { Permission } from './roles.ts';

export type QueueEntry = {
  /** Undefined: requests; each person sees those that the roles decide. */
  readonly permission: Permission | undefined;
  /** Minutes until an item is overdue, unless the site set others; undefined: information, nothing to decide. */
  readonly targetMinutes: number | undefined;
  /** The page that shows the items; `items`: the page of one queue. */
  readonly page: 'requests' | 'withdrawals' | 'deposits' | 'support' | 'items';
  /** The chip of that page. */
  readonly chip?: string;
};

const defineQueue = <const Entry extends QueueEntry>(entry: Entry): Entry => entry;

export const queues = {
  withdrawals: defineQueue({
    permission: 'withdrawals.view',
    targetMinutes: 3,
    page: 'withdrawals',
    chip: 'waiting',
  }),
  payouts: defineQueue({
    permission: 'withdrawals.view',
    targetMinutes: 15,
    page: 'withdrawals',
    chip: 'stuck',
  }),
  disputes: defineQueue({
    permission: 'withdrawals.view',
    targetMinutes: 15,
    page: 'withdrawals',
    chip: 'disputed',
  }),
  deposits: defineQueue({
    permission: 'deposits.view',
    targetMinutes: 5,
    page: 'deposits',
    chip: 'waiting',
  }),
  'deposit-disputes': defineQueue({
    permission: 'deposits.view',
    targetMinutes: 15,
    page: 'deposits',
    chip: 'disputed',
  }),
  requests: defineQueue({ permission: undefined, targetMinutes: 30, page: 'requests' }),
  // Each complaint has a deadline of its own; the target is the deadline of a new one.
  complaints: defineQueue({ permission: 'cases.work', targetMinutes: 10_080, page: 'support', chip: 'open' }),
  alerts: defineQueue({ permission: 'risk.alerts', targetMinutes: 1_440, page: 'items' }),
  income: defineQueue({
    permission: 'referral.view',
    targetMinutes: 240,
    page: 'items',
  }),
  'held-days': defineQueue({
    permission: 'referral.view',
    targetMinutes: 1_440,
    page: 'items',
  }),
  'held-wins': defineQueue({
    permission: 'games.view',
    targetMinutes: 30,
    page: 'items',
  }),
  'stuck-rounds': defineQueue({
    permission: 'games.view',
    targetMinutes: 1_440,
    page: 'items',
  }),
  spins: defineQueue({
    permission: 'games.view',
    targetMinutes: 1_440,
    page: 'items',
  }),
  'orphan-wins': defineQueue({
    permission: 'games.view',
    targetMinutes: 1_500,
    page: 'items',
  }),
  rollbacks: defineQueue({
    permission: 'games.view',
    targetMinutes: 240,
    page: 'items',
  }),
  days: defineQueue({ permission: 'games.view', targetMinutes: 2_880, page: 'items' }),
  findings: defineQueue({
    permission: 'findings.view',
    targetMinutes: 60,
    page: 'items',
  }),
  reports: defineQueue({
    permission: 'reports.view',
    targetMinutes: 60,
    page: 'items',
  }),
  debts: defineQueue({ permission: 'games.view', targetMinutes: undefined, page: 'items' }),
  kicks: defineQueue({ permission: 'games.view', targetMinutes: undefined, page: 'items' }),
  uncompared: defineQueue({ permission: 'games.view', targetMinutes: undefined, page: 'items' }),
} as const;

export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as readonly QueueName[];

export function isQueueName(text: string): text is QueueName {
  return Object.hasOwn(queues, text);
}

/** Queues whose items the page of one queue shows. */
export type ItemQueue = {
  [Name in QueueName]: (typeof queues)[Name]['page'] extends 'items' ? Name : never;
}[QueueName];

export const itemQueues = queueNames.filter((name): name is ItemQueue => queues[name].page === 'items');

export function isItemQueue(text: string): text is ItemQueue {
  return isQueueName(text) && queues[text].page === 'items';
}

/** Why a report of the bank could not be read; details follow a colon. */
export const reportProblems = [
  'DELIVERY_CUT',
  'DELIVERY_LONG',
  'DELIVERY_UNREADABLE',
  'FIELDS',
  'LINES_UNREAD',
  'LINE_FAILED',
  'NOT_JSON',
  'PAYOUT_UNKNOWN',
  'PAYOUT_UNREADABLE',
  'POSITION_DOUBTFUL',
  'TIME_IMPLAUSIBLE',
] as const;
export type ReportProblem = (typeof reportProblems)[number];
/** The problem as it is stored. */
export type ReportReason = ReportProblem | `${ReportProblem}: ${string}`;

/** Why a bank movement waits for an operator, is disputed, or was decided. */
export const movementReasons = [
  'ACCOUNT_DIFFERS',
  'AMOUNT_DIFFERS',
  'BALANCE_DIFFERS',
  'BOOKED_EARLY',
  'BOOKED_LATE',
  'BY_OPERATOR',
  'CONFIRMED',
  'LIMIT_REACHED',
  'LINE_CHANGED',
  'LINE_DISPLACED',
  'MEMBER_BLOCKED',
  'MEMBER_PAUSED',
  'NO_SINGLE_MEMBER',
  'PROVEN_BY_ANOTHER',
  'PROVEN_BY_HOLDER',
  'RECEIVER_UNSURE',
  'REFERENCE_ALIKE',
  'SENDER_ACCOUNT_DIFFERS',
  'SENDER_ACCOUNT_UNSURE',
  'SENDER_BANK_DIFFERS',
  'SENDER_NAME_DIFFERS',
  'SENDER_NAME_UNSURE',
  'SPLIT_FROM_DISPUTE',
  'TIME_AHEAD',
  'TOO_OLD',
] as const;
export type MovementReason = (typeof movementReasons)[number];

/** A claim that was not kept for so long is free. */
export const CLAIM_SECONDS = 120;
/** A claim is kept so often while its panel is open and visible. */
export const CLAIM_KEPT_SECONDS = 30;
export const ITEM_LENGTH_MAX = 200;
/** Times for which an item can be put off. */
export const PUT_OFF_MINUTES = [15, 60, 240] as const;
export const TARGET_MINUTES_MAX = 10_080;
export const BULK_MAX = 100;
export const NOTICE_LENGTH_MIN = 3;
export const NOTICE_LENGTH_MAX = 120;
