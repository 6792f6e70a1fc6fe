// Shapes of contacts, complaints and canned replies that the back office sends.
//
// Always true: times are ISO texts; names of members are masked.

import type { ComplaintCategory, ComplaintOutcome, ContactChannel, ContactDirection } from './cases.ts';
import type { ItemMarks } from './queue-wire.ts';

export type ContactRow = {
  readonly id: string;
  readonly at: string;
  readonly memberId: string;
  readonly member: string;
  readonly channel: ContactChannel;
  readonly direction: ContactDirection;
  readonly summary: string;
  readonly chatUrl: string | null;
  readonly by: string;
};

export type ComplaintRow = ItemMarks & {
  /** "C00000012" */
  readonly reference: string;
  readonly memberId: string;
  readonly member: string;
  readonly category: ComplaintCategory;
  readonly channel: ContactChannel;
  readonly summary: string;
  readonly state: 'open' | 'closed';
  readonly openedAt: string;
  readonly dueAt: string;
  readonly isOverdue: boolean;
  /** Null: nobody yet. */
  readonly owner: string | null;
  readonly isEscalated: boolean;
  readonly answer: string | null;
  readonly outcome: ComplaintOutcome | null;
};

export type ComplaintDetail = ComplaintRow & {
  readonly openedBy: string;
  readonly answeredAt: string | null;
  readonly closedBy: string | null;
  readonly closedAt: string | null;
  /** Actions about it, newest first. */
  readonly steps: readonly {
    readonly at: string;
    readonly by: string;
    readonly action: string;
    readonly reason: string;
  }[];
  /** The last contacts with the member, newest first. */
  readonly contacts: readonly ContactRow[];
  /** Names of operators who may answer for it. */
  readonly workers: readonly string[];
};

export type ReplyRow = {
  readonly id: string;
  readonly name: string;
  readonly topic: ComplaintCategory;
  readonly th: string;
  readonly en: string;
  readonly changedBy: string;
  readonly changedAt: string;
};
