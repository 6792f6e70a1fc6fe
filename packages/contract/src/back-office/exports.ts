// Exports as data: the columns of each list in a file, states of a job, the shapes that are sent.
//
// Always true: a file has the columns of the list that the person sees, masked. Times are ISO texts.
//
// Elsewhere: lists (lists.ts), reports (reports.ts), the jobs (modules/reports/exports.ts).

import { itemQueues } from './queues.ts';
import type { ListName } from './lists.ts';

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

export type ExportRow = {
  readonly export: string;
  readonly kind: 'list' | 'report';
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly file: string;
  readonly state: ExportState;
  readonly failure: string | null;
  readonly rows: number;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  readonly deletedAt: string;
};

/** The file of a finished job: its parts are read one by one, from the first on. */
export type ExportFile = { readonly name: string; readonly parts: number };
export type ExportPart = { readonly text: string };
