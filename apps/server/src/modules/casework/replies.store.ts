// SQL of canned replies. Contains no decisions.

import type { ComplaintCategory } from '@chaba/contract/back-office/cases';
import { type Queryable, sql, type Transaction } from '@chaba/database';

export type CannedReply = {
  readonly replyId: bigint;
  readonly name: string;
  readonly topic: ComplaintCategory;
  readonly th: string;
  readonly en: string;
  readonly changedBy: string;
  readonly changedAt: Date;
};

const columns = sql`
  canned_reply_id as "replyId", name, topic, text_th as th, text_en as en, changed_by as "changedBy",
  changed_at as "changedAt"`;

export function listReplies(database: Queryable, siteId: number, limit: number): Promise<CannedReply[]> {
  return database.rows(sql`
    select ${columns} from canned_reply where site_id = ${siteId} and removed_at is null
    order by topic, name limit ${limit}`);
}

export function findReply(database: Queryable, siteId: number, replyId: bigint): Promise<CannedReply | undefined> {
  return database.oneOrNone(sql`
    select ${columns} from canned_reply
    where site_id = ${siteId} and canned_reply_id = ${replyId} and removed_at is null`);
}

export async function countReplies(database: Queryable, siteId: number): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(*)::int as count from canned_reply where site_id = ${siteId} and removed_at is null`);
  return count;
}

export type ReplyTexts = Pick<CannedReply, 'name' | 'topic' | 'th' | 'en' | 'changedBy'>;

/** Undefined: another reply has the name. */
export async function insertReply(tx: Transaction, siteId: number, reply: ReplyTexts): Promise<bigint | undefined> {
  const row = await tx.oneOrNone<{ replyId: bigint }>(sql`
    insert into canned_reply (site_id, name, topic, text_th, text_en, changed_by)
    values (${siteId}, ${reply.name}, ${reply.topic}, ${reply.th}, ${reply.en}, ${reply.changedBy})
    on conflict (site_id, name) where removed_at is null do nothing returning canned_reply_id as "replyId"`);
  return row?.replyId;
}

/** False: another reply has the name, or it was removed. */
export async function updateReply(
  tx: Transaction,
  siteId: number,
  reply: ReplyTexts & { readonly replyId: bigint },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update canned_reply as reply set name = ${reply.name}, topic = ${reply.topic}, text_th = ${reply.th},
      text_en = ${reply.en}, changed_by = ${reply.changedBy}, changed_at = now()
    where site_id = ${siteId} and canned_reply_id = ${reply.replyId} and removed_at is null
      and not exists (select from canned_reply as other where other.site_id = ${siteId} and other.name = ${reply.name}
        and other.removed_at is null and other.canned_reply_id <> reply.canned_reply_id)`);
  return changed === 1;
}

export async function removeReply(
  tx: Transaction,
  siteId: number,
  { replyId, by }: { readonly replyId: bigint; readonly by: string },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update canned_reply set removed_at = now(), changed_by = ${by}
    where site_id = ${siteId} and canned_reply_id = ${replyId} and removed_at is null`);
  return changed === 1;
}
