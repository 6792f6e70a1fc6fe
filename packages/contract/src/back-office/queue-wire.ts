// Shapes of the queues that the back office sends: counts, claims, items, deposits, results of many actions.
//
// Always true: amounts are decimal texts in baht, times ISO texts; names and account numbers are masked.

import type { ActionName } from './actions.ts';
import type { ItemQueue, QueueName } from './queues.ts';

/** The person who works on an item. */
export type ClaimFacts = { readonly by: string; readonly since: string; readonly isOwn: boolean };
/** Until when and why an item was put off. */
export type PutOffFacts = { readonly by: string; readonly until: string; readonly reason: string };

/** Marks of an item in a list. */
export type ItemMarks = { readonly claim: ClaimFacts | null; readonly putOff: PutOffFacts | null };

export type QueueRow = {
  readonly queue: QueueName;
  readonly count: number;
  /** More wait than are counted. */
  readonly isMore: boolean;
  readonly oldestAt: string | null;
  /** The first deadline, where items have one each; else the target counts from the oldest. */
  readonly dueAt: string | null;
  /** Null: information, nothing to decide. */
  readonly targetMinutes: number | null;
  /** Names of the people who work on an item of it. */
  readonly workers: readonly string[];
};

export type OfferedAction = {
  readonly action: ActionName;
  /** Names the item; a form adds the other fields. */
  readonly input: Readonly<Record<string, string>>;
};

export type ItemRow = ItemMarks & {
  readonly item: string;
  readonly since: string | null;
  readonly amount: string | null;
  readonly memberId: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
  /** An open request about it. */
  readonly request: string | null;
};

export type ItemDetail = ItemRow & {
  readonly queue: ItemQueue;
  readonly offers: readonly OfferedAction[];
  readonly table: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] } | null;
  readonly text: string | null;
  readonly tries: number | null;
};

export type DepositQueue = 'waiting' | 'disputed' | 'recent';

export type DepositRow = ItemMarks & {
  readonly reference: string;
  readonly createdAt: string;
  readonly transferredAt: string;
  readonly state: string;
  readonly amount: string;
  readonly from: string;
  readonly sender: string;
  readonly reason: string | null;
  /** The member by the reports: the slip proves one, the line names one, one claims it. */
  readonly hint: 'proven' | 'named' | 'claimed' | null;
  readonly hasSlip: boolean;
  readonly hasLine: boolean;
  readonly request: string | null;
};

export type DepositCandidateFacts = {
  readonly memberId: string;
  readonly member: string;
  readonly registeredAt: string;
  readonly account: string;
  readonly totalDeposit: string;
  readonly isLocked: boolean;
  readonly reasons: readonly string[];
};

export type DepositDetail = DepositRow & {
  readonly to: string;
  /** The report of the bank. */
  readonly line: {
    readonly bookedAt: string;
    readonly receivedAt: string;
    readonly from: string;
    readonly sender: string;
    readonly transRef: string | null;
  } | null;
  readonly slips: readonly {
    readonly memberId: string;
    readonly member: string;
    readonly sentAt: string;
    readonly state: string;
    readonly code: string | null;
    readonly bank: string;
    readonly transRef: string;
  }[];
  readonly slipAt: string | null;
  readonly slipsElsewhere: number;
  readonly holder: { readonly memberId: string; readonly member: string } | null;
  readonly candidates: readonly DepositCandidateFacts[];
};

/** The facts of an action before it is done. */
export type ActionPreview = {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly factsHash: string;
  /** A second person decides. */
  readonly isTwo: boolean;
};

/** The result of one of many actions. */
export type BulkRow = {
  readonly subject: string;
  /** Null: rejected. */
  readonly outcome: string | null;
  readonly code: string | null;
  readonly reasons: readonly string[];
};
