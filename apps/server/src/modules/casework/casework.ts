// Notes of operators about members, of which pinned ones stand on every panel, tags, and canned replies.
//
// Always true: a note and a reply are removed by a mark, never deleted. A member bears a tag once; its first use
// creates a tag. A site has a name of a reply once.
//
// Elsewhere: contacts and complaints (complaints.ts), the actions that write them (operators/casework-actions.ts),
// their place in the timeline (history).

import { REPLIES_MAX } from '@chaba/contract/back-office/cases';
import type { Queryable, Transaction } from '@chaba/database';

import * as store from './casework.store.ts';
import * as replies from './replies.store.ts';

export {
  deleteTag as removeTag,
  findNote,
  insertNote as writeNote,
  insertTag as addTag,
  listSiteTags,
} from './casework.store.ts';
export { findReply, removeReply } from './replies.store.ts';

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

export function listReplies(database: Queryable, siteId: number): Promise<replies.CannedReply[]> {
  return replies.listReplies(database, siteId, REPLIES_MAX);
}

/** Writes a new reply, or changes one. Returns its id; `taken`: another has the name, `full`: the site has too many. */
export async function saveReply(
  tx: Transaction,
  siteId: number,
  reply: replies.ReplyTexts & { readonly replyId: bigint | undefined },
): Promise<bigint | 'taken' | 'full'> {
  const { replyId, ...texts } = reply;
  if (replyId !== undefined) {
    return (await replies.updateReply(tx, siteId, { ...texts, replyId })) ? replyId : 'taken';
  }
  if ((await replies.countReplies(tx, siteId)) >= REPLIES_MAX) return 'full';
  return (await replies.insertReply(tx, siteId, texts)) ?? 'taken';
}
