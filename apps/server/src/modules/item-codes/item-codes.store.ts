// SQL of item codes. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

export type ItemCode = {
  readonly code: string;
  readonly amount: Money;
  readonly coins: bigint;
  readonly turnoverHundredths: number;
  readonly withdrawCap: Money | null;
  readonly usesPerMember: number;
};

export type CodeBatch = {
  readonly batchId: bigint;
  /** Empty: imported. */
  readonly prefix: string;
  readonly codes: number;
  readonly madeBy: string;
  readonly requestId: bigint | null;
  readonly madeAt: Date;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  /** Uses of all its codes. */
  readonly used: number;
};

export type CodeUse = {
  readonly code: string;
  readonly amount: Money;
  readonly coins: bigint;
  readonly need: Money;
  /** Maximum that may leave afterwards; null: no limit. */
  readonly withdrawCap: Money | null;
  /** Remaining turnover before this code was added. */
  readonly remainingBefore: Money;
};

export type ListedCode = ItemCode & {
  readonly usesMax: number | null;
  readonly used: number;
  readonly endsAt: Date | null;
  readonly isOver: boolean;
};

/** False if the word exists. */
export async function insertCode(
  tx: Queryable,
  siteId: number,
  code: Omit<ItemCode, 'withdrawCap' | 'usesPerMember'> & {
    readonly withdrawCap: Money | undefined;
    readonly usesMax: number | undefined;
    readonly usesPerMember: number;
    readonly livesSeconds: number | undefined;
  },
): Promise<boolean> {
  const written = await tx.execute(sql`
    insert into item_code (site_id, code, amount_e4, coins, turnover_hundredths, withdraw_cap_e4, uses_max, uses_per_member, ends_at)
    values (${siteId}, ${code.code}, ${code.amount}, ${code.coins}, ${code.turnoverHundredths}, ${code.withdrawCap ?? null},
      ${code.usesMax ?? null}, ${code.usesPerMember}, now() + make_interval(secs => ${code.livesSeconds ?? null}::float8))
    on conflict (site_id, code) do nothing`);
  return written === 1;
}

/** All codes of their own, including ended ones, newest first. */
export function listCodes(database: Queryable, siteId: number, limit: number): Promise<ListedCode[]> {
  return database.rows(sql`
    select code, amount_e4 as amount, coins, turnover_hundredths as "turnoverHundredths", withdraw_cap_e4 as "withdrawCap",
      uses_per_member as "usesPerMember", uses_max as "usesMax", use_count as used, ends_at as "endsAt",
      coalesce(ends_at <= now(), false) or coalesce(use_count >= uses_max, false) as "isOver"
    from item_code where site_id = ${siteId} and batch_id is null order by starts_at desc, code limit ${limit}`);
}

/** False if no such code is running. */
export async function endCode(tx: Transaction, siteId: number, code: string): Promise<boolean> {
  // A code created at this very moment still gets an end after its start.
  const changed = await tx.execute(sql`
    update item_code set ends_at = greatest(now(), starts_at + interval '1 microsecond')
    where site_id = ${siteId} and code = ${code} and (ends_at is null or ends_at > now())`);
  return changed === 1;
}

/** Counts one use if the code has one left; of concurrent requests for the last use one succeeds. */
export function consumeUse(tx: Transaction, siteId: number, code: string): Promise<ItemCode | undefined> {
  return tx.oneOrNone(sql`
    update item_code set use_count = use_count + 1
    where site_id = ${siteId} and code = ${code} and (uses_max is null or use_count < uses_max)
      and starts_at <= now() and (ends_at is null or ends_at > now())
    returning code, amount_e4 as amount, coins, turnover_hundredths as "turnoverHundredths",
      withdraw_cap_e4 as "withdrawCap", uses_per_member as "usesPerMember"`);
}

/** The code if it has a use left; counts nothing. */
export function findUsableCode(tx: Queryable, siteId: number, code: string): Promise<ItemCode | undefined> {
  return tx.oneOrNone(sql`
    select code, amount_e4 as amount, coins, turnover_hundredths as "turnoverHundredths", withdraw_cap_e4 as "withdrawCap",
      uses_per_member as "usesPerMember"
    from item_code
    where site_id = ${siteId} and code = ${code} and (uses_max is null or use_count < uses_max)
      and starts_at <= now() and (ends_at is null or ends_at > now())`);
}

export async function countUses(tx: Queryable, siteId: number, memberId: bigint, code: string): Promise<number> {
  const row = await tx.one<{ uses: number }>(sql`
    select count(*)::int as uses from item_code_use
    where site_id = ${siteId} and code = ${code} and member_id = ${memberId}`);
  return row.uses;
}

export function findUseByKey(
  tx: Queryable,
  siteId: number,
  memberId: bigint,
  key: string,
): Promise<CodeUse | undefined> {
  return tx.oneOrNone(sql`
    select code, amount_e4 as amount, coins, required_e4 as need, withdraw_cap_e4 as "withdrawCap",
      remaining_before_e4 as "remainingBefore"
    from item_code_use
    where site_id = ${siteId} and member_id = ${memberId} and idempotency_key = ${key}`);
}

/** The code that the member redeemed last. */
export async function findLatestCode(
  database: Queryable,
  siteId: number,
  memberId: bigint,
): Promise<string | undefined> {
  const row = await database.oneOrNone<{ code: string }>(sql`
    select code from item_code_use where site_id = ${siteId} and member_id = ${memberId}
    order by created_at desc, movement_id desc limit 1`);
  return row?.code;
}

export async function insertUse(
  tx: Transaction,
  siteId: number,
  use: CodeUse & { readonly memberId: bigint; readonly useNo: number; readonly idempotencyKey: string },
): Promise<void> {
  await tx.execute(sql`
    insert into item_code_use (site_id, code, member_id, use_no, amount_e4, coins, required_e4, withdraw_cap_e4, remaining_before_e4,
      idempotency_key)
    values (${siteId}, ${use.code}, ${use.memberId}, ${use.useNo}, ${use.amount}, ${use.coins}, ${use.need}, ${use.withdrawCap},
      ${use.remainingBefore}, ${use.idempotencyKey})`);
}

export type NewBatch = Pick<CodeBatch, 'prefix' | 'codes' | 'madeBy'> & { readonly requestId: bigint | undefined };

export async function insertBatch(tx: Transaction, siteId: number, batch: NewBatch): Promise<bigint> {
  const made = await tx.one<{ batchId: bigint }>(sql`
    insert into code_batch (site_id, prefix, codes, made_by, request_id)
    values (${siteId}, ${batch.prefix}, ${batch.codes}, ${batch.madeBy}, ${batch.requestId ?? null}::bigint)
    returning batch_id as "batchId"`);
  return made.batchId;
}

export type BatchCode = {
  readonly code: string;
  readonly amount: Money;
  readonly coins: bigint;
  readonly turnoverHundredths: number;
  readonly withdrawCap: Money | null;
  readonly usesMax: number | null;
  readonly usesPerMember: number;
  readonly livesSeconds: number | null;
};

/** Inserts codes of a batch; returns those whose words did not exist. */
export async function insertBatchCodes(
  tx: Transaction,
  siteId: number,
  { batchId, codes }: { readonly batchId: bigint; readonly codes: readonly BatchCode[] },
): Promise<string[]> {
  const rows = await tx.rows<{ code: string }>(sql`
    insert into item_code (site_id, batch_id, code, amount_e4, coins, turnover_hundredths, withdraw_cap_e4, uses_max,
      uses_per_member, ends_at)
    select ${siteId}, ${batchId}::bigint, code, amount, coins, turnover, cap, uses, each,
      now() + make_interval(secs => lives)
    from unnest(${codes.map(({ code }) => code)}::text[], ${codes.map(({ amount }) => amount)}::bigint[],
      ${codes.map(({ coins }) => coins)}::bigint[], ${codes.map(({ turnoverHundredths }) => turnoverHundredths)}::int[],
      ${codes.map(({ withdrawCap }) => withdrawCap)}::bigint[], ${codes.map(({ usesMax }) => usesMax)}::int[],
      ${codes.map(({ usesPerMember }) => usesPerMember)}::int[],
      ${codes.map(({ livesSeconds }) => livesSeconds)}::float8[])
      as made (code, amount, coins, turnover, cap, uses, each, lives)
    on conflict (site_id, code) do nothing returning code`);
  return rows.map(({ code }) => code);
}

/** Those of the words that are codes of the site. */
export async function listExistingCodes(
  database: Queryable,
  siteId: number,
  words: readonly string[],
): Promise<Set<string>> {
  const rows = await database.rows<{ code: string }>(sql`
    select code from item_code where site_id = ${siteId} and code = any(${words}::text[])`);
  return new Set(rows.map(({ code }) => code));
}

const batchColumns = sql`
  batch_id as "batchId", prefix, codes, made_by as "madeBy", request_id as "requestId", made_at as "madeAt",
  ended_at as "endedAt", ended_by as "endedBy", coalesce((select sum(use_count) from item_code as made
    where made.site_id = code_batch.site_id and made.batch_id = code_batch.batch_id and made.use_count > 0), 0)::int as used`;

/** Newest first. */
export function listBatches(
  database: Queryable,
  siteId: number,
  { before, limit }: { readonly before: bigint | undefined; readonly limit: number },
): Promise<CodeBatch[]> {
  return database.rows(sql`
    select ${batchColumns} from code_batch
    where site_id = ${siteId} and (${before ?? null}::bigint is null or batch_id < ${before ?? null}::bigint)
    order by batch_id desc limit ${limit}`);
}

export function findBatch(database: Queryable, siteId: number, batchId: bigint): Promise<CodeBatch | undefined> {
  return database.oneOrNone(sql`
    select ${batchColumns} from code_batch where site_id = ${siteId} and batch_id = ${batchId}`);
}

export function listBatchCodes(database: Queryable, siteId: number, batchId: bigint): Promise<ListedCode[]> {
  return database.rows(sql`
    select code, amount_e4 as amount, coins, turnover_hundredths as "turnoverHundredths", withdraw_cap_e4 as "withdrawCap",
      uses_per_member as "usesPerMember", uses_max as "usesMax", use_count as used, ends_at as "endsAt",
      coalesce(ends_at <= now(), false) or coalesce(use_count >= uses_max, false) as "isOver"
    from item_code where site_id = ${siteId} and batch_id = ${batchId} order by code`);
}

/** Ends all codes of the batch that run; their number, or undefined if the batch was ended before. */
export async function endBatch(
  tx: Transaction,
  siteId: number,
  { batchId, by }: { readonly batchId: bigint; readonly by: string },
): Promise<number | undefined> {
  const ended = await tx.execute(sql`
    update code_batch set ended_at = now(), ended_by = ${by}
    where site_id = ${siteId} and batch_id = ${batchId} and ended_at is null`);
  if (ended === 0) return undefined;
  return tx.execute(sql`
    update item_code set ends_at = greatest(now(), starts_at + interval '1 microsecond')
    where site_id = ${siteId} and batch_id = ${batchId} and (ends_at is null or ends_at > now())`);
}
