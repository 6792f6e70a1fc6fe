// Notes of operators about members, of which pinned ones stand on every panel, and tags.
//
// Always true: a note is removed by a mark, never deleted. A member bears a tag once; its first use creates a tag.
//
// Elsewhere: the actions that write them (operators/member-actions.ts), their place in the timeline (history).

import type { Queryable, Transaction } from '@chaba/database';

import * as store from './casework.store.ts';

export {
  deleteTag as removeTag,
  findNote,
  insertNote as writeNote,
  insertTag as addTag,
  listSiteTags,
  type MemberNote,
} from './casework.store.ts';

const NOTES_SHOWN_MAX = 50;
export const TAGS_MAX = 20;
const TAG_LENGTH_MAX = 30;

/** The notes of a member: pinned ones first, then the newest. */
export function listNotes(database: Queryable, siteId: number, memberId: bigint): Promise<store.MemberNote[]> {
  return store.listNotes(database, siteId, { memberId, limit: NOTES_SHOWN_MAX });
}

/** Pins a note, takes it down, or removes it. False if it was removed before. */
export async function changeNote(
  tx: Transaction,
  siteId: number,
  change: { readonly noteId: bigint; readonly to: 'pinned' | 'plain' | 'removed'; readonly by: string },
): Promise<boolean> {
  const { noteId, to, by } = change;
  return to === 'removed'
    ? store.removeNote(tx, siteId, { noteId, by })
    : store.setPinned(tx, siteId, { noteId, isPinned: to === 'pinned' });
}

/** A tag as it is stored: single spaces, small Latin letters; undefined if it is none. */
export function parseTag(typed: string): string | undefined {
  const tag = typed.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return tag.length >= 1 && tag.length <= TAG_LENGTH_MAX && /^[\p{L}\p{M}\p{N} _-]+$/u.test(tag) ? tag : undefined;
}

/** The tags of several members. */
export async function loadTags(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Map<bigint, readonly string[]>> {
  const rows = await store.listTags(database, siteId, memberIds);
  return new Map(
    [...Map.groupBy(rows, ({ memberId }) => memberId)].map(([memberId, tags]) => [
      memberId,
      tags.map(({ tag }) => tag),
    ]),
  );
}
