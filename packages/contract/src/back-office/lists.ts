// Lists of the back office as data: name, permission, filters.
//
// Always true: an address names a list, filters of its entry, and a cursor; any other word is rejected by its name.

import { adjustmentDirections, adjustmentKinds, adjustmentStates } from './adjustments.ts';
import { blockKinds } from './blocks.ts';
import { complaintCategories, complaintChips, contactChannels } from './cases.ts';
import { protectionChips } from './protection-wire.ts';
import { type ItemQueue, itemQueues, queues } from './queues.ts';
import type { Permission } from './roles.ts';

export type ListEntry = {
  /** Undefined: every operator of the site, with the rows that concern the person. */
  readonly permission: Permission | undefined;
  /** Values of each filter; undefined: any text. */
  readonly filters: Readonly<Record<string, readonly string[] | undefined>>;
  /** Rows are ordered by a value and an id, so the cursor is `value.id`. */
  readonly isSorted?: true;
};

/** Without the filter: pages. */
export const accessKinds = ['pages', 'files'] as const;

const defineList = <const Entry extends ListEntry>(entry: Entry): Entry => entry;

/** The items of a queue without a page of its own. */
const itemLists = Object.fromEntries(
  itemQueues.map((name) => [name, defineList({ permission: queues[name].permission, filters: {} })]),
) as Readonly<Record<ItemQueue, ListEntry>>;

export const lists = {
  ...itemLists,
  deposits: defineList({ permission: 'deposits.view', filters: { queue: ['waiting', 'disputed', 'recent'] } }),
  queues: defineList({ permission: undefined, filters: {} }),
  withdrawals: defineList({
    permission: 'withdrawals.view',
    filters: { queue: ['waiting', 'unsent', 'stuck', 'disputed', 'recent'] },
  }),
  members: defineList({
    permission: 'members.view',
    filters: {
      sort: ['newest', 'seen', 'deposits'],
      state: ['locked', 'break', 'never'],
      registered: ['day', 'week', 'month'],
      seen: ['day', 'week', 'month'],
      deposits: ['1000', '10000', '100000'],
      referrer: undefined,
      tag: undefined,
    },
    isSorted: true,
  }),
  adjustments: defineList({
    permission: 'adjustments.view',
    filters: {
      state: adjustmentStates,
      direction: adjustmentDirections,
      kind: adjustmentKinds,
      person: undefined,
      day: undefined,
      member: undefined,
    },
  }),
  complaints: defineList({
    permission: 'cases.work',
    filters: { queue: complaintChips, category: complaintCategories },
  }),
  contacts: defineList({ permission: 'cases.work', filters: { channel: contactChannels } }),
  replies: defineList({ permission: 'cases.work', filters: {} }),
  'risk-rules': defineList({ permission: 'risk.alerts', filters: {} }),
  blocks: defineList({ permission: 'risk.blocks', filters: { kind: blockKinds } }),
  'block-imports': defineList({ permission: 'risk.blocks', filters: {} }),
  protection: defineList({ permission: 'members.break', filters: { show: protectionChips } }),
  accounts: defineList({ permission: 'accounts.view', filters: { state: ['open', 'closed'] } }),
  codes: defineList({ permission: 'codes.view', filters: {} }),
  'code-batches': defineList({ permission: 'codes.view', filters: {} }),
  promotions: defineList({ permission: 'promotions.view', filters: {} }),
  announcements: defineList({ permission: 'site.view', filters: { state: ['current', 'ended'] } }),
  providers: defineList({ permission: 'providers.view', filters: { state: ['lobby', 'closed', 'outside'] } }),
  requests: defineList({ permission: undefined, filters: { state: ['open', 'closed'] } }),
  operators: defineList({ permission: 'operators.view', filters: {} }),
  limits: defineList({ permission: 'operators.view', filters: {} }),
  // Pages of members that were opened; or members whose data stood in full in a file. Each with its person.
  'access-log': defineList({
    permission: 'audit.view',
    filters: { show: accessKinds, member: undefined },
    isSorted: true,
  }),
  audit: defineList({
    permission: undefined,
    filters: { operator: undefined, action: undefined, subject: undefined, outcome: ['done', 'requested', 'refused'] },
  }),
} as const;

export type ListName = keyof typeof lists;
export const listNames = Object.keys(lists) as readonly ListName[];

export function isListName(text: string): text is ListName {
  return Object.hasOwn(lists, text);
}

/** The first filter that the list does not have, or whose value does not exist; undefined: none. */
export function findWrongFilter(
  name: ListName,
  given: Readonly<Record<string, string>>,
): { readonly field: string; readonly isUnknown: boolean } | undefined {
  const { filters }: ListEntry = lists[name];
  for (const [field, value] of Object.entries(given)) {
    if (!Object.hasOwn(filters, field)) return { field, isUnknown: true };
    const isFine = value.length <= FILTER_LENGTH_MAX && (filters[field]?.includes(value) ?? true);
    if (!isFine) return { field, isUnknown: false };
  }
  return undefined;
}

export const PAGE_ROWS = 50;
export const FILTER_LENGTH_MAX = 80;
