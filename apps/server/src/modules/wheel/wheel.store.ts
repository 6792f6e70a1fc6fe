// SQL of the wheel. Contains no decisions.

import { type Database, type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

export type FieldKind = 'BAHT' | 'COIN' | 'SPIN' | 'NONE';
/** `amount` is THB/4 for baht, otherwise a count. */
export type WheelSegment = { readonly kind: FieldKind; readonly amount: bigint; readonly weight: number };

export type WheelVersion = {
  readonly version: number;
  readonly isOn: boolean;
  readonly segments: readonly WheelSegment[];
  readonly turnoverTimes: number;
  readonly coinDeposit: Money | null;
  readonly coinTurnover: Money | null;
};

export type Seed = {
  readonly seedNo: number;
  readonly serverSeed: Buffer;
  readonly clientSeed: string;
  readonly nextNonce: number;
  readonly revealedAt: Date | null;
};

export type SpinRecord = {
  readonly seedNo: number;
  readonly nonce: number;
  readonly clientSeed: string;
  readonly version: number;
  readonly paidWith: 'COIN' | 'SPIN';
  readonly index: number;
  readonly kind: FieldKind;
  readonly amount: bigint;
  readonly coinsAfter: bigint;
  readonly spinsAfter: bigint;
  readonly createdAt: Date;
};

export type ShownSpin = SpinRecord & {
  readonly serverSeed: Buffer;
  readonly revealedAt: Date | null;
  readonly segments: readonly WheelSegment[];
};

type StoredSegment = { kind: FieldKind; amount: string; weight: number };
type WheelRow = Omit<WheelVersion, 'segments'> & { segments: readonly StoredSegment[] };

const wheelColumns = sql`version, is_on as "isOn", segments, turnover_times as "turnoverTimes", coin_deposit_e4 as "coinDeposit",
  coin_turnover_e4 as "coinTurnover"`;
const seedColumns = sql`seed_no as "seedNo", server_seed as "serverSeed", client_seed as "clientSeed",
  next_nonce as "nextNonce", revealed_at as "revealedAt"`;
const spinColumns = sql`spin.seed_no as "seedNo", spin.nonce, spin.client_seed as "clientSeed", spin.version,
  spin.paid_with as "paidWith", spin.segment_index as index, spin.kind, spin.amount_e4 as amount,
  spin.coins_after_e4 as "coinsAfter", spin.spins_after_e4 as "spinsAfter", spin.created_at as "createdAt"`;

/** The current wheel; undefined if the site has none. */
export async function findCurrentWheel(database: Queryable, siteId: number): Promise<WheelVersion | undefined> {
  const row = await database.oneOrNone<WheelRow>(
    sql`select ${wheelColumns} from wheel where site_id = ${siteId} order by version desc limit 1`,
  );
  return row && { ...row, segments: toSegments(row.segments) };
}

/** Inserts a version of the wheel unless its number exists; false: it exists. */
export async function insertWheel(tx: Queryable, siteId: number, wheel: WheelVersion): Promise<boolean> {
  const segments = JSON.stringify(wheel.segments.map((segment) => ({ ...segment, amount: segment.amount.toString() })));
  const inserted = await tx.execute(sql`
    insert into wheel (site_id, version, is_on, segments, turnover_times, coin_deposit_e4, coin_turnover_e4)
    values (${siteId}, ${wheel.version}, ${wheel.isOn}, ${segments}::jsonb, ${wheel.turnoverTimes}, ${wheel.coinDeposit},
      ${wheel.coinTurnover})
    on conflict do nothing
  `);
  return inserted === 1;
}

export function findOpenSeed(tx: Queryable, siteId: number, memberId: bigint): Promise<Seed | undefined> {
  return tx.oneOrNone<Seed>(sql`
    select ${seedColumns} from wheel_seed where site_id = ${siteId} and member_id = ${memberId} and revealed_at is null
  `);
}

export function insertSeed(
  tx: Transaction,
  siteId: number,
  seed: { readonly memberId: bigint; readonly serverSeed: Buffer; readonly clientSeed: string },
): Promise<Seed> {
  return tx.one<Seed>(sql`
    insert into wheel_seed (site_id, member_id, seed_no, server_seed, client_seed)
    select ${siteId}, ${seed.memberId}::bigint, coalesce(max(seed_no), 0) + 1, ${seed.serverSeed}::bytea, ${seed.clientSeed}
    from wheel_seed where site_id = ${siteId} and member_id = ${seed.memberId}
    returning ${seedColumns}
  `);
}

export async function revealSeed(tx: Transaction, siteId: number, memberId: bigint, seedNo: number): Promise<void> {
  await tx.execute(sql`
    update wheel_seed set revealed_at = now()
    where site_id = ${siteId} and member_id = ${memberId} and seed_no = ${seedNo} and revealed_at is null
  `);
}

export async function setClientSeed(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  seedNo: number,
  clientSeed: string,
): Promise<void> {
  await tx.execute(sql`
    update wheel_seed set client_seed = ${clientSeed}
    where site_id = ${siteId} and member_id = ${memberId} and seed_no = ${seedNo} and next_nonce = 0
  `);
}

export function findSpinByKey(
  tx: Queryable,
  siteId: number,
  memberId: bigint,
  key: string,
): Promise<SpinRecord | undefined> {
  return tx.oneOrNone<SpinRecord>(sql`
    select ${spinColumns} from wheel_spin as spin
    where site_id = ${siteId} and member_id = ${memberId} and idempotency_key = ${key}
  `);
}

export async function insertSpin(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  spin: Omit<SpinRecord, 'createdAt'> & { readonly idempotencyKey: string },
): Promise<void> {
  await tx.execute(sql`
    insert into wheel_spin (site_id, member_id, seed_no, nonce, client_seed, version, idempotency_key, paid_with,
      segment_index, kind, amount_e4, coins_after_e4, spins_after_e4)
    values (${siteId}, ${memberId}, ${spin.seedNo}, ${spin.nonce}, ${spin.clientSeed}, ${spin.version},
      ${spin.idempotencyKey}, ${spin.paidWith}, ${spin.index}, ${spin.kind}, ${spin.amount}, ${spin.coinsAfter},
      ${spin.spinsAfter})
  `);
  await tx.execute(sql`
    update wheel_seed set next_nonce = next_nonce + 1
    where site_id = ${siteId} and member_id = ${memberId} and seed_no = ${spin.seedNo}
  `);
}

export async function listLatestSpins(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<ShownSpin[]> {
  const rows = await database.rows<Omit<ShownSpin, 'segments'> & { segments: readonly StoredSegment[] }>(sql`
    select ${spinColumns}, seed.server_seed as "serverSeed", seed.revealed_at as "revealedAt", wheel.segments
    from wheel_spin as spin
    join wheel_seed as seed on seed.site_id = spin.site_id and seed.member_id = spin.member_id and seed.seed_no = spin.seed_no
    join wheel on wheel.site_id = spin.site_id and wheel.version = spin.version
    where spin.site_id = ${siteId} and spin.member_id = ${memberId}
    order by spin.seed_no desc, spin.nonce desc limit ${limit}
  `);
  return rows.map((row) => ({ ...row, segments: toSegments(row.segments) }));
}

export type DepositToReward = { readonly depositId: bigint; readonly memberId: bigint };

/** Deposits credited in the last two days without a coin. */
export function listDepositsWithoutCoin(
  database: Database,
  siteId: number,
  least: Money,
  limit: number,
): Promise<DepositToReward[]> {
  return database.rows(sql`
    select deposit_id as "depositId", member_id as "memberId" from wheel_deposit as deposit
    where site_id = ${siteId} and amount_e4 >= ${least} and credited_at > now() - interval '2 days'
      and not exists (select from wheel_deposit_coin as coin
        where coin.site_id = deposit.site_id and coin.deposit_id = deposit.deposit_id)
    order by credited_at limit ${limit}
  `);
}

/** False if the deposit earned its coin before, or is not credited any more. */
export async function insertDepositCoin(tx: Transaction, siteId: number, depositId: bigint): Promise<boolean> {
  const written = await tx.execute(sql`
    insert into wheel_deposit_coin (site_id, deposit_id)
    select site_id, deposit_id from wheel_deposit where site_id = ${siteId} and deposit_id = ${depositId}
    on conflict do nothing`);
  return written === 1;
}

/** Deposits of a member that were taken back and whose coin was not, oldest first. */
export async function listOwedCoins(tx: Transaction, siteId: number, memberId: bigint): Promise<bigint[]> {
  const rows = await tx.rows<{ depositId: bigint }>(sql`
    select deposit_id as "depositId" from wheel_owed_coin where site_id = ${siteId} and member_id = ${memberId}
    order by reversed_at, deposit_id`);
  return rows.map(({ depositId }) => depositId);
}

/** Members who owe coins and have some. */
export async function listCoinDebtors(database: Database, siteId: number, limit: number): Promise<bigint[]> {
  const rows = await database.rows<{ memberId: bigint }>(sql`
    select distinct member_id as "memberId" from wheel_owed_coin as owed
    where site_id = ${siteId} and exists (
      select from ledger_balance as balance where balance.site_id = owed.site_id and balance.owner_id = owed.member_id
        and balance.kind = account_kind('coin') and balance.balance_e4 > 0)
    limit ${limit}`);
  return rows.map(({ memberId }) => memberId);
}

export async function recordCoinTakenBack(
  tx: Transaction,
  siteId: number,
  depositIds: readonly bigint[],
): Promise<void> {
  await tx.execute(sql`
    update wheel_deposit_coin set reversed_at = now()
    where site_id = ${siteId} and deposit_id = any(${depositIds}::bigint[]) and reversed_at is null`);
}

/**
 * Time span of the next coin run: since the last run (two days back for the first one), up to `settlingSeconds` ago.
 */
export function loadCoinSpan(database: Database, siteId: number, settlingSeconds: number): Promise<CoinSpan> {
  return database.one(sql`
    select coalesce((select scanned_until from wheel_run where site_id = ${siteId}), now() - interval '2 days') as "from",
      clock_timestamp() - make_interval(secs => ${settlingSeconds}::int) as "until"
  `);
}

export type CoinSpan = { readonly from: Date; readonly until: Date };

export async function recordCoinSpan(database: Database, siteId: number, until: Date): Promise<void> {
  await database.execute(sql`
    insert into wheel_run as run (site_id, scanned_until) values (${siteId}, ${until})
    on conflict (site_id) do update set scanned_until = greatest(run.scanned_until, excluded.scanned_until)
  `);
}

/**
 * Members with uncounted rounds in the span, in pages. The span overlaps the previous one by a minute for delayed
 * commits.
 */
export function listUncountedPlayers(
  database: Database,
  siteId: number,
  { from, until }: CoinSpan,
  atOnce: number,
): AsyncIterable<{ memberId: bigint }[]> {
  return database.pages(
    sql`
      select distinct member_id as "memberId" from wheel_settled as settled
      where site_id = ${siteId} and settled_at >= ${from}::timestamptz - interval '1 minute' and settled_at < ${until}::timestamptz
        and not exists (select from wheel_turnover as turnover where turnover.site_id = settled.site_id
          and turnover.member_id = settled.member_id and turnover.counted_until > settled.settled_at)
      order by member_id`,
    atOnce,
  );
}

/**
 * Counts turnover that no bonus bound, settled since the last count, up to `settlingSeconds` ago. Returns the total
 * counted turnover and the coins posted for it.
 */
export async function countTurnover(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  settlingSeconds: number,
): Promise<{ counted: bigint; coins: number }> {
  await tx.execute(sql`
    insert into wheel_turnover (site_id, member_id, counted_until)
    select site_id, ${memberId}::bigint, min(created_at) from wheel where site_id = ${siteId} group by site_id
    on conflict do nothing
  `);
  return tx.one(sql`
    update wheel_turnover as turnover set counted_until = span.until,
      carried_e4 = coalesce(turnover.carried_e4, turnover.counted_e4),
      carried_until = coalesce(turnover.carried_until, turnover.counted_until),
      counted_e4 = greatest(0, turnover.counted_e4 + (select coalesce(sum(turnover_e4), 0)::bigint from wheel_settled as settled
        where settled.site_id = turnover.site_id and settled.member_id = turnover.member_id
          and settled.opened_at >= turnover.counted_until - interval '1 day'
          and settled.settled_at >= turnover.counted_until and settled.settled_at < span.until))
    from (select clock_timestamp() - make_interval(secs => ${settlingSeconds}::int) as until) span
    where turnover.site_id = ${siteId} and turnover.member_id = ${memberId}
    returning turnover.counted_e4 as counted, turnover.coins
  `);
}

export async function setTurnoverCoins(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  coins: number,
): Promise<void> {
  await tx.execute(
    sql`update wheel_turnover set coins = ${coins} where site_id = ${siteId} and member_id = ${memberId}`,
  );
}

const toSegments = (stored: readonly StoredSegment[]): WheelSegment[] =>
  stored.map((field) => ({ ...field, amount: BigInt(field.amount) }));
