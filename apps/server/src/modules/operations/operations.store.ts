// SQL of operations: heartbeats of processes, facts of the database, pending items, totals of the house, recorded
// events.
//
// Always true: every query is bounded by an index or by the number of sites, so it may run every minute at any size of
// the journal.

import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import type { SecondSecrets } from '#core/second-secrets';

const REPLICA_WITHIN_MS = 2_000;

/** Kind of a process. A heartbeat of the back office does not count as one of a server. */
export type Program = 'server' | 'back office';

export type Beat = {
  readonly instance: string;
  readonly program: Program;
  readonly startedAt: Date;
  readonly state: 'starting' | 'ready' | 'draining' | 'stopped';
  readonly version: string;
  readonly commit: string;
  readonly promises: unknown;
  readonly secondSecrets: SecondSecrets;
};

/** `secretPrints`: fingerprints of secrets by name (core/second-secrets.ts). */
export async function saveBeat(
  database: Database,
  beat: Beat & { readonly secretPrints: Readonly<Record<string, string>> },
): Promise<void> {
  await database.execute(sql`
    insert into process_beat as b (instance, program, started_at, beat_at, state, version, commit, promises, second_secrets,
      secret_prints)
    values (${beat.instance}, ${beat.program}, ${beat.startedAt}, now(), ${beat.state}, ${beat.version}, ${beat.commit},
      ${JSON.stringify(beat.promises)}::jsonb, ${JSON.stringify(beat.secondSecrets)}::jsonb, ${JSON.stringify(beat.secretPrints)}::jsonb)
    on conflict (instance) do update set program = excluded.program, started_at = excluded.started_at, beat_at = excluded.beat_at,
      state = excluded.state, version = excluded.version, commit = excluded.commit, promises = excluded.promises,
      second_secrets = excluded.second_secrets, secret_prints = excluded.secret_prints`);
}

/** Processes of the last day; older rows are of removed machines. */
export function listBeats(database: Queryable): Promise<(Beat & { readonly secondsAgo: number })[]> {
  return database.rows(sql`
    select instance, program, started_at as "startedAt", state, version, commit, promises, second_secrets as "secondSecrets",
      extract(epoch from now() - beat_at)::float8 as "secondsAgo"
    from process_beat where beat_at > now() - interval '1 day' order by instance`);
}

export async function deleteOldBeats(database: Database): Promise<void> {
  await database.execute(sql`delete from process_beat where beat_at < now() - interval '7 days'`);
}

export type SecondKey = { readonly name: string; readonly isNeeded: boolean; readonly secondsAgo: number };

/** Keys in the database whose previous value is still accepted: for the life of a game session, and of a bank check. */
export function listSecondKeys(database: Queryable): Promise<SecondKey[]> {
  return database.rows(sql`
    select 'key of game sessions of ' || code as name, session_token_rotated_at > now() - interval '25 hours' as "isNeeded",
      extract(epoch from now() - session_token_rotated_at)::float8 as "secondsAgo"
    from site where session_token_key_second is not null and session_token_rotated_at is not null
    union all
    select 'key of ' || name, rotated_at > now() - interval '15 minutes', extract(epoch from now() - rotated_at)::float8
    from server_secret where previous is not null
    order by name`);
}

// ── the database ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type DatabaseFacts = {
  readonly version: string;
  readonly isReplica: boolean;
  readonly standbys: number;
  readonly synchronousStandbys: number;
  readonly expectsSynchronous: boolean;
  readonly oldestTransactionSeconds: number;
  readonly connections: number;
  readonly connectionsMax: number;
  readonly bytes: bigint;
  readonly transactionIdAge: number;
};

/** A role without pg_monitor can read the standbys but not their state, and only its own transactions. */
export function loadDatabaseFacts(database: Queryable): Promise<DatabaseFacts> {
  return database.one(sql`
    select current_setting('server_version') as version, pg_is_in_recovery() as "isReplica",
      (select count(*)::int from pg_stat_replication) as standbys,
      (select count(*)::int from pg_stat_replication where sync_state in ('sync', 'quorum')) as "synchronousStandbys",
      current_setting('synchronous_standby_names') <> '' as "expectsSynchronous",
      coalesce((select extract(epoch from max(now() - xact_start))::float8 from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()), 0) as "oldestTransactionSeconds",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "connectionsMax",
      pg_database_size(current_database()) as bytes,
      (select age(datfrozenxid) from pg_database where datname = current_database()) as "transactionIdAge"`);
}

export function listMigrations(database: Queryable): Promise<{ name: string; appliedAt: Date }[]> {
  return database.rows(sql`select name, applied_at as "appliedAt" from migration order by name`);
}

// ── jobs, audits, recorded events ────────────────────────────────────────────────────────────────────────────────────

export type JobFacts = {
  readonly job: string;
  readonly everyMs: number;
  readonly isHeld: boolean;
  readonly succeededAt: Date | null;
  readonly successSecondsAgo: number | null;
  readonly seconds: number | null;
  readonly lastError: string | null;
};

export function listJobs(database: Queryable): Promise<JobFacts[]> {
  return database.rows(sql`
    select job, every_ms as "everyMs", held_until > now() as "isHeld", last_succeeded_at as "succeededAt",
      extract(epoch from now() - last_succeeded_at)::float8 as "successSecondsAgo", last_error as "lastError",
      case when last_finished_at >= last_started_at
        then extract(epoch from last_finished_at - last_started_at)::float8 end as seconds
    from job_lease order by job`);
}

export type OperationsRecord = {
  readonly kind: string;
  readonly succeededAt: Date;
  readonly secondsAgo: number;
  readonly seconds: number | null;
};

export function listRecords(database: Queryable): Promise<OperationsRecord[]> {
  return database.rows(sql`
    select kind, succeeded_at as "succeededAt", seconds, extract(epoch from now() - succeeded_at)::float8 as "secondsAgo"
    from operations_record order by kind`);
}

export async function saveRecord(database: Database, kind: string, seconds: number | undefined): Promise<void> {
  await database.execute(sql`
    insert into operations_record (kind, succeeded_at, seconds) values (${kind}, now(), ${seconds === undefined ? null : Math.round(seconds)})
    on conflict (kind) do update set succeeded_at = excluded.succeeded_at, seconds = excluded.seconds`);
}

export type AuditFacts = { readonly findings: number; readonly oldestRunSecondsAgo: number | null };

/** Open findings, and the age of the hourly audit of the site that was audited least recently. */
export function loadAuditFacts(database: Queryable): Promise<AuditFacts> {
  return database.one(sql`
    select (select count(*)::int from audit_finding where closed_at is null) as findings,
      extract(epoch from now() - (select min(finished_at) from audit_run))::float8 as "oldestRunSecondsAgo"`);
}

export type RecoveryFacts = { readonly site: string; readonly secondsAgo: number; readonly isCompared: boolean };

/** Sites whose payouts are held after a recovery of the database. */
export function listRecoveries(database: Queryable): Promise<RecoveryFacts[]> {
  return database.rows(sql`
    select site.code as site, extract(epoch from now() - recovered_at)::float8 as "secondsAgo",
      compared_at is not null as "isCompared"
    from recovery join site using (site_id) where released_at is null order by site.code`);
}

export type DifferenceFacts = {
  readonly site: string;
  readonly provider: string;
  readonly day: string;
  readonly differences: number;
};

/** The last reconciled day of each provider. */
export function listDifferences(database: Queryable): Promise<DifferenceFacts[]> {
  return database.rows(sql`
    select distinct on (site_id, provider) site.code as site, provider, day,
      case when closed_at is null then discrepancy_count else 0 end as differences
    from reconciliation join site using (site_id)
    where day > (now() at time zone 'Asia/Bangkok')::date - 40 and failure is null
    order by site_id, provider, day desc`);
}

// ── pending items, and totals of the house ───────────────────────────────────────────────────────────────────────────

export type WaitingFacts = {
  readonly kind: string;
  readonly site: string;
  readonly items: number;
  readonly oldestSeconds: number;
};

/** Payouts are expected to leave within minutes, so only those that wait longer count. */
export function listWaiting(database: Queryable): Promise<WaitingFacts[]> {
  return database.rows(sql`
    select kind, site.code as site, count(*)::int as items,
      extract(epoch from now() - min(since))::float8 as "oldestSeconds"
    from (
      select 'withdrawal' as kind, site_id, created_at as since from withdrawal where state = 'requested'
      union all
      select 'deposit', site_id, created_at from bank_movement
        where state in ('claimed', 'disputed') or (state = 'seen' and is_unmatched)
      union all
      select 'bank_report', site_id, received_at from unread_report where closed_at is null
      union all
      select 'held_win', site_id, held_at from held_win where state = 'held'
      union all
      select 'orphan_win', site_id, received_at from orphan_win where state = 'pending'
      union all
      select 'kick', site_id, requested_at from provider_kick where delivered_at is null
      union all
      -- One condition for each partial index: joined by "or" they would read all payouts.
      select 'payout', site_id, created_at from bank_payout
        where state in ('queued', 'submitted', 'accepted') and created_at < now() - interval '5 minutes'
      union all
      select 'payout', site_id, created_at from bank_payout
        where state = 'unknown' and created_at < now() - interval '5 minutes'
      union all
      select 'stuck_round', site_id, last_queried_at from stuck_round join game_round using (site_id, member_id, provider, round_id)
        where game_round.is_marked_open and game_round.state = 'open'
    ) as waiting join site using (site_id)
    group by kind, site.code order by kind, site.code`);
}

/**
 * Lines of the last day that one account's bank dated wrong alike: three or more whose shifts differ by a quarter of an
 * hour at most. Of neighbouring shifts the most frequent counts; it is named to the quarter.
 */
export function listShiftedLines(
  database: Queryable,
): Promise<{ readonly site: string; readonly shiftMinutes: number; readonly lines: number }[]> {
  return database.rows(sql`
    with line as (
      select site_id, receiving_account_id, shift_seconds, count(*) over alike as lines,
        round(avg(shift_seconds) over alike / 900)::int as quarters,
        shift_seconds - lag(shift_seconds) over account > 900 as begins_group
      from feed_shift where site_id in (select site_id from site) and found_at > now() - interval '1 day'
      window account as (partition by site_id, receiving_account_id order by shift_seconds),
        alike as (account range between current row and 900::bigint following)
    ), grouped as (
      select line.*, count(*) filter (where begins_group)
        over (partition by site_id, receiving_account_id order by shift_seconds) as group_number
      from line
    ), densest as (
      select distinct on (site_id, receiving_account_id, group_number) site_id, quarters, lines
      from grouped order by site_id, receiving_account_id, group_number, lines desc, shift_seconds
    )
    select site.code as site, quarters * 15 as "shiftMinutes", max(lines)::int as lines
    from densest join site using (site_id) where lines >= 3
    group by site.code, quarters order by site.code, quarters`);
}

export type MoneyFacts = { readonly site: string } & Readonly<
  Record<'deposited' | 'withdrawn' | 'games' | 'given' | 'unmatched', Money>
>;

const GIVEN = [
  chart.bonusCost.kind,
  chart.cashbackCost.kind,
  chart.affiliateCost.kind,
  chart.codeCost.kind,
  chart.prizeCost.kind,
  chart.adjustments.kind,
  chart.awards.kind,
];

/**
 * Balances of the house's accounts, oldest site first: totals since the site exists. An account that pays members is
 * below zero.
 */
export function listMoneyTotals(database: Queryable): Promise<MoneyFacts[]> {
  return database.rows(sql`
    select site.code as site,
      -coalesce(sum(balance_e4) filter (where kind = ${chart.bank.kind}), 0)::bigint as deposited,
      coalesce(sum(balance_e4) filter (where kind = ${chart.payouts.kind}), 0)::bigint as withdrawn,
      coalesce(sum(balance_e4) filter (where kind in (${chart.games.kind}, ${chart.tips.kind})), 0)::bigint as games,
      -coalesce(sum(balance_e4) filter (where kind = any(${GIVEN}::int[])), 0)::bigint as given,
      -coalesce(sum(balance_e4) filter (where kind = ${chart.unmatched.kind}), 0)::bigint as unmatched
    from site left join ledger_house_balance using (site_id) group by site_id, site.code order by site_id`);
}

// ── cells ────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type MoveFacts = {
  readonly site: string;
  readonly state: 'leaving' | 'fenced' | 'away' | 'arriving' | 'served';
  readonly otherCell: number;
  readonly secondsAgo: number;
  readonly isDeleted: boolean;
};
export type ReportingFacts = { readonly isFollowing: boolean; readonly lagBytes: number };
export type CellState = {
  readonly cell: number;
  readonly moves: readonly MoveFacts[];
  /** Null: no reporting database follows this cell. */
  readonly reporting: ReportingFacts | null;
};

/**
 * The moves of sites that this cell knows, and how far the reporting database is. Its slot is at the primary, or at the
 * standby that decodes for it, which is the `replica`.
 */
export async function loadCellState(database: Queryable, replica?: Queryable): Promise<CellState> {
  const moves = await database.rows<MoveFacts>(sql`
    select coalesce(code, 'site ' || site_id) as site, state, other_cell as "otherCell", deleted_at is not null as "isDeleted",
      extract(epoch from now() - changed_at)::float8 as "secondsAgo"
    from site_move left join site using (site_id) order by site_id`);
  const slots = await Promise.all([
    database.rows<ReportingFacts>(findReportingSlots),
    replica === undefined ? [] : findSlotsWithin(replica),
  ]).then((found) => found.flat());
  const { cell, isReported } = await database.one<{ cell: number; isReported: boolean }>(sql`
    select coalesce((select number from cell), 0) as cell,
      exists (select from pg_publication where pubname = 'chaba_reporting') as "isReported"`);
  const reporting = slots.find(({ isFollowing }) => isFollowing) ?? slots[0];
  const lost = isReported ? { isFollowing: false, lagBytes: 0 } : null;
  return { cell, moves, reporting: reporting ?? lost };
}

/** None of a standby that does not answer: the rest of the status is shown without it. */
async function findSlotsWithin(replica: Queryable): Promise<ReportingFacts[]> {
  const found = replica.rows<ReportingFacts>(findReportingSlots).catch(() => []);
  return Promise.race([found, sleep(REPLICA_WITHIN_MS, [], { ref: false })]);
}

/** Copies of failover slots (column synced of PostgreSQL 17) are read by nothing. */
const findReportingSlots = sql`
  select active as "isFollowing", coalesce(pg_wal_lsn_diff(
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, confirmed_flush_lsn), 0)::float8
    as "lagBytes"
  from pg_replication_slots slot where slot_name like 'chaba\\_reporting\\_%' and database = current_database()
    and coalesce(to_jsonb(slot) ->> 'synced', 'false') <> 'true'`;

/** The cell of this database, and the sites that it lets its processes write. */
export function loadServedSites(database: Queryable): Promise<{ readonly cell: number; readonly codes: string[] }> {
  return database.one(sql`
    select coalesce((select number from cell), 0) as cell,
      array(select code from site join served_site using (site_id) order by code) as codes`);
}
