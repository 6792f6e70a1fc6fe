// Columns of lists as data: the fields of a row that each shows, and who sees it.
//
// Always true: a column with a permission of its own is absent for other roles, in the list, in a view and in a file.
//
// Elsewhere: lists and filters (lists.ts), columns of a file (exports.ts), titles and cells (apps/back-office).

import type { ListName } from './lists.ts';
import { type ItemQueue, itemQueues } from './queues.ts';
import { hasPermission, type Permission, type Role } from './roles.ts';

type ColumnEntry = readonly string[] | { readonly fields: readonly string[]; readonly permission?: Permission };

/** Facts of waiting items that stand in columns. */
export const itemFacts: Readonly<Record<ItemQueue, readonly string[]>> = {
  alerts: ['riskRule', 'figure', 'threshold'],
  income: ['reference'],
  'held-days': ['day', 'suspicions'],
  'held-wins': ['provider', 'game', 'transaction'],
  'stuck-rounds': ['provider', 'game', 'round', 'providerState'],
  spins: ['provider', 'game', 'round', 'spins'],
  'orphan-wins': ['provider', 'transaction', 'winState'],
  rollbacks: ['provider', 'transaction', 'bet'],
  days: ['provider', 'day', 'differences'],
  findings: ['rule', 'detail'],
  reports: ['sender', 'kind', 'problem'],
  debts: [],
  kicks: ['provider'],
  uncompared: ['provider', 'day', 'failure'],
};

type Columns = Readonly<Record<string, ColumnEntry>>;

/** The columns of the items of a queue: its facts stand between age and member. */
const itemColumns = Object.fromEntries(
  itemQueues.map((queue): [ItemQueue, Columns] => [
    queue,
    {
      age: ['since'],
      ...Object.fromEntries(itemFacts[queue].map((fact) => [fact, ['facts']])),
      member: ['memberId'],
      amount: ['amount'],
      marks: ['request'],
    },
  ]),
) as Readonly<Record<ItemQueue, Columns>>;

const tables = {
  deposits: {
    age: ['createdAt'],
    reference: ['reference'],
    amount: ['amount'],
    from: ['from', 'sender'],
    time: ['transferredAt'],
    why: ['state', 'reason', 'hint'],
    claim: ['request'],
  },
  withdrawals: {
    age: ['createdAt'],
    reference: ['reference'],
    member: ['memberId', 'member'],
    amount: ['amount'],
    to: ['destination'],
    why: ['state', 'reasons', 'request'],
    claim: [],
  },
  adjustments: {
    request: ['request'],
    member: ['member', 'name'],
    amount: ['direction', 'amount'],
    kind: ['adjustmentKind'],
    turnover: ['turnover'],
    reason: ['reason'],
    notice: ['notice'],
    evidence: ['evidence'],
    requested: ['requestedBy', 'requestedAt'],
    decided: ['decidedBy', 'decidedAt', 'decisionReason'],
    state: ['state'],
  },
  members: {
    member: ['reference', 'name'],
    phone: ['phone'],
    state: ['state', 'tags', 'restriction'],
    deposits: ['deposits', 'withdrawals'],
    playable: ['playable'],
    seen: ['seenAt'],
    registered: ['registeredAt'],
    account: { fields: ['account'], permission: 'withdrawals.view' },
  },
  complaints: {
    due: ['dueAt', 'isOverdue'],
    reference: ['reference'],
    member: ['memberId', 'member'],
    category: ['category'],
    summary: ['summary'],
    owner: ['owner', 'isEscalated'],
  },
  contacts: {
    time: ['at'],
    member: ['memberId', 'member'],
    channel: ['channel', 'direction'],
    summary: ['summary'],
    by: ['by'],
  },
  replies: { name: ['name'], topic: ['topic'], text: ['th', 'en'] },
  'risk-rules': {
    rule: ['rule'],
    about: ['rule'],
    threshold: ['threshold'],
    state: ['isOn'],
    by: ['changedBy'],
  },
  blocks: { kind: ['kind'], label: ['label'], reason: ['reason'], by: ['addedBy'], time: ['addedAt'] },
  protection: {
    member: ['reference', 'name'],
    state: ['state'],
    until: ['breakUntil'],
    breaks: ['recentBreaks'],
    markers: ['markers'],
    limits: ['limits'],
  },
  accounts: {
    account: ['account'],
    holder: ['holder'],
    state: ['state'],
    today: ['today'],
    dayMax: ['dayMax'],
    rotation: ['rotation'],
    place: ['place'],
  },
  codes: {
    code: ['code'],
    worth: ['amount', 'coins'],
    terms: ['turnover', 'cap'],
    used: ['used', 'usesMax'],
    until: ['endsAt'],
    state: ['isOver'],
  },
  'code-batches': {
    batch: ['batch', 'prefix'],
    codes: ['codes'],
    used: ['used'],
    made: ['madeBy', 'madeAt'],
    state: ['endedAt', 'endedBy'],
  },
  promotions: {
    promotion: ['promotion'],
    worth: ['terms'],
    terms: ['terms'],
    given: ['given', 'budget'],
    cost: ['cost'],
    state: ['state', 'version'],
  },
  announcements: {
    state: ['state'],
    place: ['place', 'audience'],
    text: ['text'],
    starts: ['startsAt'],
    ends: ['endsAt'],
  },
  providers: {
    order: ['order'],
    name: ['provider', 'name'],
    category: ['category'],
    state: ['isOpen', 'closedBy'],
    games: ['games'],
  },
  requests: {
    request: ['request'],
    action: ['action'],
    subject: ['subject'],
    by: ['requestedBy', 'requestedAt'],
    verdict: ['expiresAt', 'verdict', 'decidedBy', 'decidedAt', 'decisionReason'],
  },
  operators: {
    name: ['name', 'displayName'],
    roles: ['roles'],
    state: ['state'],
    factors: ['passkeys', 'hasTotp'],
    sessions: ['sessions'],
    seen: ['seenAt'],
  },
  'access-log': {
    time: ['at'],
    operator: ['operator'],
    member: ['member'],
    list: ['list'],
    request: ['request'],
  },
  audit: {
    time: ['actedAt'],
    operator: ['operator', 'role', 'channel'],
    action: ['action'],
    subject: ['subject'],
    outcome: ['outcome', 'code', 'request', 'factor'],
    reason: ['reason'],
  },
} as const satisfies Readonly<Partial<Record<ListName, Columns>>>;

const allColumns: Readonly<Partial<Record<ListName, Columns>>> = { ...itemColumns, ...tables };

/** Lists whose columns are data. */
export type TableName = keyof typeof tables | ItemQueue;
/** Ids of the columns of a list. */
export type ColumnId<Name extends TableName> = Name extends keyof typeof tables
  ? keyof (typeof tables)[Name] & string
  : string;

const COLUMNS_SHOWN_MAX = 20;

type ListColumn = { readonly id: string; readonly fields: readonly string[] };

/** The columns of a list that these roles see, in the order of the page. */
export function listColumns(name: ListName, held: readonly Role[]): readonly ListColumn[] {
  return Object.entries(allColumns[name] ?? {}).flatMap(([id, entry]) => {
    const { fields, permission } = toEntry(entry);
    return permission === undefined || hasPermission(held, permission) ? [{ id, fields }] : [];
  });
}

function toEntry(entry: ColumnEntry): { readonly fields: readonly string[]; readonly permission?: Permission } {
  return 'fields' in entry ? entry : { fields: entry };
}

/** The fields of a row that these roles do not see. */
export function listHiddenFields(name: ListName, held: readonly Role[]): readonly string[] {
  return Object.values(allColumns[name] ?? {}).flatMap((entry) => {
    const { fields, permission } = toEntry(entry);
    return permission === undefined || hasPermission(held, permission) ? [] : fields;
  });
}

/** The ids of a text such as `member,phone`, each once; undefined: no columns are chosen, or too many. */
export function splitColumns(text: string): readonly string[] | undefined {
  const ids = text.split(',');
  const isFine = ids.length <= COLUMNS_SHOWN_MAX && ids.every((id) => id !== '') && new Set(ids).size === ids.length;
  return isFine ? ids : undefined;
}

/** True for a column of the list, whoever sees it. */
export const isColumn = (name: ListName, id: string): boolean => Object.hasOwn(allColumns[name] ?? {}, id);
