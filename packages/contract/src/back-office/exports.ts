// Exports as data: the columns of each list in a file, states of a job, the shapes that are sent.
//
// Always true: a file has the columns of the list that the person sees, masked. Times are ISO texts.
//
// Elsewhere: lists (lists.ts), reports (reports.ts), the jobs (modules/exports/exports.ts).

import { defineEntry } from './action-entry.ts';
import { listColumns, listHiddenFields } from './list-columns.ts';
import type { ListName } from './lists.ts';
import { itemQueues } from './queues.ts';
import type { Role } from './roles.ts';

export const exportActions = {
  // `filters` is a query of the list; `columns` ids of its columns, or empty for all.
  'export.reveal': defineEntry({
    permission: 'exports.reveal',
    people: 'two',
    needsStepUp: true,
    fields: ['list', 'filters', 'columns'],
    requestHours: 24,
  }),
} as const;

const items = Object.fromEntries(
  itemQueues.map((queue) => [queue, ['item', 'since', 'amount', 'memberId', 'facts', 'request']] as const),
);

/** Columns of the file of a list; a list that is missing here has no file. */
export const exportColumns: Readonly<Partial<Record<ListName, readonly string[]>>> = {
  ...items,
  deposits: [
    'reference',
    'createdAt',
    'transferredAt',
    'state',
    'amount',
    'from',
    'sender',
    'reason',
    'hint',
    'request',
  ],
  withdrawals: ['reference', 'createdAt', 'amount', 'state', 'memberId', 'member', 'destination', 'reasons', 'request'],
  members: [
    'reference',
    'name',
    'phone',
    'account',
    'state',
    'tags',
    'deposits',
    'withdrawals',
    'playable',
    'restriction',
    'registeredAt',
    'seenAt',
  ],
  requests: [
    'request',
    'action',
    'subject',
    'requestedBy',
    'requestedAt',
    'expiresAt',
    'reason',
    'verdict',
    'decidedBy',
    'decidedAt',
    'decisionReason',
  ],
  adjustments: [
    'request',
    'state',
    'direction',
    'adjustmentKind',
    'member',
    'name',
    'amount',
    'turnover',
    'evidence',
    'notice',
    'reason',
    'requestedBy',
    'requestedAt',
    'decidedBy',
    'decidedAt',
    'decisionReason',
  ],
  complaints: [
    'reference',
    'memberId',
    'member',
    'category',
    'channel',
    'summary',
    'state',
    'openedAt',
    'dueAt',
    'isOverdue',
    'owner',
    'isEscalated',
    'answer',
    'outcome',
  ],
  contacts: ['id', 'at', 'memberId', 'member', 'channel', 'direction', 'summary', 'by'],
  accounts: [
    'id',
    'account',
    'bankCode',
    'holder',
    'promptPay',
    'state',
    'shownFrom',
    'closedAt',
    'place',
    'today',
    'dayMax',
    'total',
    'totalMax',
  ],
  blocks: ['id', 'kind', 'label', 'memberId', 'reason', 'addedBy', 'addedAt'],
  protection: ['reference', 'name', 'state', 'breakUntil', 'recentBreaks', 'markers', 'limits'],
  promotions: ['promotion', 'state', 'version', 'given', 'budget', 'terms', 'cost', 'request'],
  'code-batches': ['batch', 'prefix', 'codes', 'used', 'madeBy', 'madeAt', 'request', 'endedAt', 'endedBy'],
  announcements: ['announcement', 'state', 'place', 'audience', 'text', 'startsAt', 'endsAt', 'createdBy'],
  providers: [
    'provider',
    'name',
    'category',
    'isOpen',
    'closedBy',
    'notice',
    'order',
    'isNew',
    'isConnected',
    'games',
    'winCap',
    'request',
  ],
  limits: ['role', 'action', 'amount', 'day', 'isDefault'],
  operators: ['name', 'displayName', 'roles', 'state', 'passkeys', 'hasTotp', 'sessions', 'seenAt'],
  audit: [
    'sequence',
    'actedAt',
    'operator',
    'role',
    'channel',
    'action',
    'subject',
    'reason',
    'outcome',
    'code',
    'request',
    'factor',
    'hash',
  ],
};

/**
 * The fields of a file that these roles see: those of the chosen columns, or all. A column without a field in the file
 * adds none; a file without any has all.
 */
export function listFileFields(
  name: ListName,
  held: readonly Role[],
  chosen: readonly string[] | undefined,
): readonly string[] {
  const hidden = new Set(listHiddenFields(name, held));
  const all = (exportColumns[name] ?? []).filter((field) => !hidden.has(field));
  const columns = listColumns(name, held);
  const wanted = (chosen ?? []).flatMap((id) => columns.find((column) => column.id === id)?.fields ?? []);
  const fields = [...new Set(wanted)].filter((field) => all.includes(field));
  return fields.length === 0 ? all : fields;
}

export const exportStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type ExportState = (typeof exportStates)[number];

/** Days that a file is kept. */
export const EXPORT_KEPT_DAYS = 7;
/** Jobs of one person that are not finished. */
export const EXPORTS_OPEN_MAX = 3;

/**
 * `TOO_MANY_ROWS`: a report without pages. `ACCESS_ENDED`: the person lost the role. `NO_PROGRESS`: interrupted often.
 */
export type ExportFailure = 'TOO_MANY_ROWS' | 'ACCESS_ENDED' | 'NO_PROGRESS' | 'FAILED';

/** How often a file is written again, and the hour of Bangkok. A week begins on Monday. */
export const exportEvery = ['day', 'week', 'month'] as const;
export type ExportEvery = (typeof exportEvery)[number];
export const EXPORT_HOUR_MAX = 23;
/** Schedules of one person that have not ended. */
export const SCHEDULES_MAX = 10;
/** `ACCESS_ENDED`: the roles do not show the data any more. */
export type ScheduleEnd = 'ENDED' | 'ACCESS_ENDED';

export type ScheduleRow = {
  /** "S12" */
  readonly schedule: string;
  readonly kind: 'list' | 'report';
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly every: ExportEvery;
  readonly hour: number;
  readonly nextAt: string;
  /** Null: it goes on. */
  readonly ended: ScheduleEnd | null;
};

/** Lists whose file two people may agree to write with names, phones and accounts in full. */
export const revealedLists = ['members', 'withdrawals'] as const;
export type RevealedList = (typeof revealedLists)[number];

export function isRevealedList(name: string): name is RevealedList {
  return (revealedLists as readonly string[]).includes(name);
}

/** Hours that such a file is kept. */
export const REVEALED_KEPT_HOURS = 24;

export type ExportRow = {
  readonly export: string;
  readonly kind: 'list' | 'report';
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly file: string;
  readonly state: ExportState;
  readonly failure: string | null;
  readonly rows: number;
  /** The request of a file with data in full. */
  readonly request: string | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly deletedAt: string;
};

/** The file of a finished job: its parts are read one by one, from the first on. */
export type ExportFile = { readonly name: string; readonly parts: number };
export type ExportPart = { readonly text: string };
