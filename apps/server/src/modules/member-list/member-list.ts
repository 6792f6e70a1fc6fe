// The operators' list of members, and the search for one by what a caller says.
//
// Always true: what is typed decides which index is read; a text that fits none finds nothing. The better hit stands
// first: a name as typed, then one that begins so, then one that contains it.
//
// Elsewhere: the grams of names (packages/database/migrations), references of movements (back-office).

import { cleanPhone, isPhone } from '@chaba/contract/phones';
import { westernDigits } from '@chaba/contract/digits';
import { withoutInvisible } from '@chaba/contract/typed-text';
import type { Queryable } from '@chaba/database';

import { parseReference } from '#core/references';

import * as store from './member-list.store.ts';
import type { ListedMember, MemberCursor, PageOfMembers } from './member-list.store.ts';

export { listByIds as listMembersByIds } from './member-list.store.ts';
export type { ListedMember, MemberCursor, MemberFilter, MemberSort } from './member-list.store.ts';

export type ListedMembers = {
  readonly members: readonly ListedMember[];
  readonly next: MemberCursor | undefined;
  /** Members registered before it were not read yet, and the page is not full. */
  readonly lookedBackTo: Date | undefined;
};

/** A page of members. A filter without an index ends a page early; `next` goes on behind what was read. */
export async function listMembers(database: Queryable, siteId: number, given: PageOfMembers): Promise<ListedMembers> {
  const { sort, filter } = given;
  const isTagFrequent =
    sort !== 'newest' && filter.tag !== undefined && (await store.isTagFrequent(database, siteId, filter.tag));
  const page = { ...given, isTagFrequent };
  const found = await store.listPage(database, siteId, { ...page, limit: page.limit + 1 });
  const members = found.slice(0, page.limit);
  const last = members.at(-1);
  if (found.length > page.limit && last) {
    return { members, next: { key: last.sortKey, memberId: last.memberId }, lookedBackTo: undefined };
  }
  const end = await store.findScanEnd(database, siteId, page);
  if (end === undefined) return { members, next: undefined, lookedBackTo: undefined };
  return { members, next: { key: end.sortKey, memberId: end.memberId }, lookedBackTo: end.registeredAt };
}

export type LinkedMember = ListedMember & {
  readonly relation: 'referrer' | 'friend' | 'device' | 'address' | 'device address';
};

export type MemberLinks = {
  readonly linked: readonly LinkedMember[];
  readonly friends: number;
  /** Friends of the friends. */
  readonly second: number;
};

const LINKED_MAX = 20;

/** The referrer, the friends, and members who share a browser or an address. */
export async function loadLinks(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly referrerId: bigint | undefined },
): Promise<MemberLinks> {
  const { memberId, referrerId } = of;
  const shared = await store.listBySharedSignals(database, siteId, { memberId, limit: LINKED_MAX });
  const page = { sort: 'newest', filter: { referrerId: memberId }, before: undefined, limit: LINKED_MAX } as const;
  const friends = await store.listPage(database, siteId, page);
  const ids = [...shared.map((each) => each.memberId), ...(referrerId === undefined ? [] : [referrerId])];
  const known = new Map((await store.listByIds(database, siteId, ids)).map((member) => [member.memberId, member]));
  const pick = (id: bigint, relation: LinkedMember['relation']): LinkedMember[] => {
    const member = known.get(id);
    return member ? [{ ...member, relation }] : [];
  };
  return {
    linked: [
      ...(referrerId === undefined ? [] : pick(referrerId, 'referrer')),
      ...friends.map((member) => ({ ...member, relation: 'friend' as const })),
      ...shared.flatMap((each) =>
        pick(each.memberId, each.kinds.join(' ') === 'address device' ? 'device address' : (each.kinds[0] ?? 'device')),
      ),
    ],
    ...(await store.countFriends(database, siteId, memberId)),
  };
}

const SHOWN_MAX = 8;
/** Names are ranked among so many. */
const RANKED_MAX = 50;
const PLAYER_ID = /^p[0-9a-f]{20}$/;
const LETTERS = /\p{L}/u;
const GRAM = 3;

/** The best members for a typed text: a phone, an account, four digits of either, a number, a name, a player id. */
export async function searchMembers(database: Queryable, siteId: number, typed: string): Promise<ListedMember[]> {
  const text = westernDigits(withoutInvisible(typed)).trim();
  if (PLAYER_ID.test(text)) return store.listByPlayerId(database, siteId, text);
  if (LETTERS.test(text) && !/^[Mm]\d+$/.test(text)) return searchByName(database, siteId, text);
  return searchByNumber(database, siteId, text);
}

async function searchByNumber(database: Queryable, siteId: number, text: string): Promise<ListedMember[]> {
  const id = parseReference('member', text);
  const phone = cleanPhone(text);
  const digits = text.replaceAll(/\D/g, '');
  const isTail = digits.length >= 4 && digits.length <= 12;
  const parts = await Promise.all([
    isPhone(phone) ? store.listByPhone(database, siteId, phone) : [],
    id === undefined ? [] : store.listByIds(database, siteId, [id]),
    isTail && !isPhone(phone) ? store.listByPhoneTail(database, siteId, { digits, limit: SHOWN_MAX }) : [],
    isTail ? store.listByAccountTail(database, siteId, { digits, limit: SHOWN_MAX }) : [],
  ]);
  return takeFirst(parts.flat());
}

async function searchByName(database: Queryable, siteId: number, text: string): Promise<ListedMember[]> {
  const words = text
    .split(/\s+/)
    .map(toSearchName)
    .filter((word) => word !== '');
  const grams = words.flatMap(listGrams).map((gram) => `${siteId}:${gram}`);
  if (grams.length === 0) return [];
  const found = await store.listByGrams(database, siteId, { grams, limit: RANKED_MAX });
  return takeFirst(found.toSorted((one, other) => rank(words, other) - rank(words, one)));
}

/** As the SQL function search_name; both forms of each letter become one. */
function toSearchName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\s.]|[\u0E47-\u0E4E]/g, '')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** All grams of a word; of one or two letters the begin of a name. */
function listGrams(word: string): string[] {
  const letters = [...word];
  if (letters.length < GRAM) return [`^${word}`];
  return letters.slice(GRAM - 1).map((_, start) => letters.slice(start, start + GRAM).join(''));
}

function rank(words: readonly string[], { firstName, lastName }: ListedMember): number {
  const names = [toSearchName(firstName), toSearchName(lastName)];
  const points = words.map((word) => {
    if (names.includes(word)) return 4;
    if (names.some((name) => name.startsWith(word))) return 2;
    return names.some((name) => name.includes(word)) ? 1 : 0;
  });
  return points.reduce<number>((sum, each) => sum + each, 0);
}

function takeFirst(members: readonly ListedMember[]): ListedMember[] {
  return [...new Map(members.map((member) => [member.memberId, member])).values()].slice(0, SHOWN_MAX);
}
