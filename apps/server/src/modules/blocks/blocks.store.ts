// SQL of block lists. Contains no decisions.

import type { BlockKind } from '@chaba/contract/back-office/blocks';
import { type Queryable, sql, type Transaction } from '@chaba/database';

/** A value in its stored form. */
export type BlockValue = { readonly kind: BlockKind; readonly value: string };

export type Block = {
  readonly blockId: bigint;
  readonly kind: BlockKind;
  readonly label: string;
  readonly memberId: bigint | null;
  readonly reason: string;
  readonly addedBy: string;
  readonly addedAt: Date;
};

const columns = sql`
  block_entry_id as "blockId", kind, label, member_id as "memberId", reason, added_by as "addedBy",
  added_at as "addedAt"`;

export async function hasAny(database: Queryable, siteId: number, values: readonly BlockValue[]): Promise<boolean> {
  const row = await database.oneOrNone(sql`
    select 1 from block_entry
    join unnest(${values.map(({ kind }) => kind)}::text[], ${values.map(({ value }) => value)}::text[])
      as given (kind, value) using (kind, value)
    where site_id = ${siteId} and ended_at is null limit 1`);
  return row !== undefined;
}

/** Which of these are blocked, each as `kind value`. */
export async function listBlockedValues(
  database: Queryable,
  siteId: number,
  values: readonly BlockValue[],
): Promise<ReadonlySet<string>> {
  const rows = await database.rows<{ mark: string }>(sql`
    select kind || ' ' || value as mark from block_entry
    join unnest(${values.map(({ kind }) => kind)}::text[], ${values.map(({ value }) => value)}::text[])
      as given (kind, value) using (kind, value)
    where site_id = ${siteId} and ended_at is null`);
  return new Set(rows.map(({ mark }) => mark));
}

/** The member's phone, account, and the devices and networks of sign-ins within so many days. */
export async function isMemberBlocked(
  database: Queryable,
  siteId: number,
  { memberId, days }: { readonly memberId: bigint; readonly days: number },
): Promise<boolean> {
  const row = await database.oneOrNone(sql`
    select 1 from block_entry as block
    where block.site_id = ${siteId} and block.ended_at is null and (block.kind, block.value) in (
      select 'phone', phone from member where site_id = ${siteId} and member_id = ${memberId}
      union all
      select 'account', bank_code || ' ' || bank_account from member
      where site_id = ${siteId} and member_id = ${memberId}
      union all
      select kind, encode(signal_hash, 'hex') from risk_signal
      where site_id = ${siteId} and member_id = ${memberId}
        and last_seen_at > now() - make_interval(days => ${days}::int)
    ) limit 1`);
  return row !== undefined;
}

/** The devices or networks of a member, as they are blocked. */
export async function listSignalValues(
  database: Queryable,
  siteId: number,
  { memberId, kind }: { readonly memberId: bigint; readonly kind: 'device' | 'address' },
): Promise<BlockValue[]> {
  return database.rows(sql`
    select kind, encode(signal_hash, 'hex') as value from risk_signal
    where site_id = ${siteId} and member_id = ${memberId} and kind = ${kind} order by last_seen_at desc limit 50`);
}

export type NewBlock = {
  readonly values: readonly BlockValue[];
  readonly label: string;
  readonly memberId: bigint | undefined;
  readonly reason: string;
  readonly by: string;
};

/** Returns how many were not blocked before. */
export function insertBlocks(tx: Transaction, siteId: number, block: NewBlock): Promise<number> {
  const { values, label, memberId, reason, by } = block;
  return tx.execute(sql`
    insert into block_entry (site_id, kind, value, label, member_id, reason, added_by)
    select ${siteId}, given.*, ${label}, ${memberId ?? null}::bigint, ${reason}, ${by}
    from unnest(${values.map(({ kind }) => kind)}::text[], ${values.map(({ value }) => value)}::text[]) as given
    on conflict (site_id, kind, value) where ended_at is null do nothing`);
}

export function findBlock(database: Queryable, siteId: number, blockId: bigint): Promise<Block | undefined> {
  return database.oneOrNone(sql`
    select ${columns} from block_entry
    where site_id = ${siteId} and block_entry_id = ${blockId} and ended_at is null`);
}

export async function endBlock(
  tx: Transaction,
  siteId: number,
  { blockId, by }: { readonly blockId: bigint; readonly by: string },
): Promise<boolean> {
  const ended = await tx.execute(sql`
    update block_entry set ended_at = now(), ended_by = ${by}
    where site_id = ${siteId} and block_entry_id = ${blockId} and ended_at is null`);
  return ended === 1;
}

/** Entries in force, the newest first. */
export function listBlocks(
  database: Queryable,
  siteId: number,
  page: { readonly kind: BlockKind | undefined; readonly before: bigint | undefined; readonly limit: number },
): Promise<Block[]> {
  const ofKind = page.kind === undefined ? sql`` : sql`and kind = ${page.kind}`;
  const older = page.before === undefined ? sql`` : sql`and block_entry_id < ${page.before}`;
  return database.rows(sql`
    select ${columns} from block_entry where site_id = ${siteId} and ended_at is null ${ofKind} ${older}
    order by block_entry_id desc limit ${page.limit}`);
}
