// SQL of notes and tags. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type MemberNote = {
  readonly noteId: bigint;
  readonly memberId: bigint;
  readonly text: string;
  readonly isPinned: boolean;
  readonly writtenBy: string;
  readonly createdAt: Date;
};

const noteColumns = sql`
  note_id as "noteId", member_id as "memberId", text, is_pinned as "isPinned", written_by as "writtenBy",
  created_at as "createdAt"`;

export function listNotes(
  database: Queryable,
  siteId: number,
  { memberId, limit }: { readonly memberId: bigint; readonly limit: number },
): Promise<MemberNote[]> {
  return database.rows(sql`
    select ${noteColumns} from member_note
    where site_id = ${siteId} and member_id = ${memberId} and removed_at is null
    order by is_pinned desc, created_at desc, note_id desc limit ${limit}`);
}

export function findNote(database: Queryable, siteId: number, noteId: bigint): Promise<MemberNote | undefined> {
  return database.oneOrNone(sql`
    select ${noteColumns} from member_note where site_id = ${siteId} and note_id = ${noteId} and removed_at is null`);
}

export async function insertNote(
  tx: Transaction,
  siteId: number,
  note: { readonly memberId: bigint; readonly text: string; readonly isPinned: boolean; readonly writtenBy: string },
): Promise<bigint> {
  const row = await tx.one<{ noteId: bigint }>(sql`
    insert into member_note (site_id, member_id, text, is_pinned, written_by)
    values (${siteId}, ${note.memberId}, ${note.text}, ${note.isPinned}, ${note.writtenBy}) returning note_id as "noteId"`);
  return row.noteId;
}

export async function setPinned(
  tx: Transaction,
  siteId: number,
  { noteId, isPinned }: { readonly noteId: bigint; readonly isPinned: boolean },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update member_note set is_pinned = ${isPinned}
    where site_id = ${siteId} and note_id = ${noteId} and removed_at is null and is_pinned <> ${isPinned}`);
  return changed === 1;
}

export async function removeNote(
  tx: Transaction,
  siteId: number,
  { noteId, by }: { readonly noteId: bigint; readonly by: string },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update member_note set removed_at = now(), removed_by = ${by}
    where site_id = ${siteId} and note_id = ${noteId} and removed_at is null`);
  return changed === 1;
}

export function listTags(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<{ memberId: bigint; tag: string }[]> {
  return database.rows(sql`
    select member_id as "memberId", tag from member_tag
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) order by member_id, tag`);
}

/** All tags of the site. */
export async function listSiteTags(database: Queryable, siteId: number): Promise<string[]> {
  const rows = await database.rows<{ tag: string }>(sql`select tag from tag where site_id = ${siteId} order by tag`);
  return rows.map(({ tag }) => tag);
}

/** Gives a member a tag, which its first use creates. False if the member bears it already. */
export async function insertTag(
  tx: Transaction,
  siteId: number,
  { memberId, tag, by }: { readonly memberId: bigint; readonly tag: string; readonly by: string },
): Promise<boolean> {
  await tx.execute(sql`insert into tag (site_id, tag) values (${siteId}, ${tag}) on conflict do nothing`);
  const inserted = await tx.execute(sql`
    insert into member_tag (site_id, member_id, tag, set_by) values (${siteId}, ${memberId}, ${tag}, ${by})
    on conflict do nothing`);
  return inserted === 1;
}

/** False if the member does not bear it. */
export async function deleteTag(
  tx: Transaction,
  siteId: number,
  { memberId, tag }: { readonly memberId: bigint; readonly tag: string },
): Promise<boolean> {
  const deleted = await tx.execute(sql`
    delete from member_tag where site_id = ${siteId} and member_id = ${memberId} and tag = ${tag}`);
  return deleted === 1;
}
