// Handovers of a shift and views of lists: actions as data, and the shapes that are sent.
//
// Always true: the note of a handover is the reason of its action. Times are ISO texts.
//
// Elsewhere: the other actions (actions.ts), queues (queues.ts), lists (lists.ts).

import { defineEntry } from './action-entry.ts';
import type { QueueName } from './queues.ts';
import type { Role } from './roles.ts';

export const shiftActions = {
  'shift.hand-over': defineEntry({
    permission: 'queues.work',
    people: 'alone',
    needsStepUp: false,
    fields: ['shift'],
    requestHours: 24,
  }),
  'shift.confirm-read': defineEntry({
    permission: 'queues.work',
    people: 'alone',
    needsStepUp: false,
    fields: ['handover'],
    requestHours: 24,
  }),
} as const;

/** The shift that ends. */
export const shifts = ['morning', 'afternoon', 'night'] as const;
export type Shift = (typeof shifts)[number];

export type HandoverQueue = {
  readonly queue: QueueName;
  readonly count: number;
  readonly isOverdue: boolean;
  readonly oldestAt: string | null;
};

export type HandoverRow = {
  /** "H12" */
  readonly handover: string;
  readonly by: string;
  readonly at: string;
  readonly note: string;
  /** Queues that were not empty, as far as the roles of the reader show them. */
  readonly queues: readonly HandoverQueue[];
  /** Open requests of two people. */
  readonly requests: number;
  readonly signedIn: readonly string[];
  readonly readBy: string | null;
  readonly readAt: string | null;
  readonly isOwn: boolean;
};

export const viewScopes = ['own', 'shared', 'role'] as const;
export type ViewScope = (typeof viewScopes)[number];
export const VIEW_NAME_LENGTH_MAX = 40;
/** Views of a person at a list. */
export const VIEWS_MAX = 30;

export type ViewRow = {
  readonly view: string;
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly scope: ViewScope;
  /** The role whose default it is. */
  readonly role: Role | null;
  readonly by: string;
  readonly canDelete: boolean;
};
