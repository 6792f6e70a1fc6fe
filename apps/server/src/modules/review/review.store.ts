// SQL of the queues: counts of what waits, claims, put-offs, targets.
//
// Always true: each count reads the partial index of its queue and at most `limit` rows of it. The conditions are those
// of the lists of the modules, which a test compares.

import type { QueueName } from '@chaba/contract/back-office/queues';
import { type Queryable, sql, type Sql, type Transaction } from '@chaba/database';

/** A payout that was queried so often waits for an operator (withdrawals/payout-decisions.ts). */
const STUCK_TRIES_MIN = 10;

export type QueueCount = {
  readonly queue: QueueName;
  readonly count: number;
  readonly oldestAt: Date | null;
  /** The first deadline, where items have one each. */
  readonly dueAt: Date | null;
};

const endOfDay = sql`(day + 1)::timestamp at time zone 'Asia/Bangkok'`;

/** Queues whose waiting rows have a deadline each, in the column `due`. */
const DATED: ReadonlySet<string> = new Set<QueueName>(['complaints']);

/** A reference such as W00001240 (core/references.ts); lpad alone would cut a longer number. */
const toReference = (letter: string, id: Sql): Sql =>
  sql`${letter} || lpad(${id}::text, greatest(8, length(${id}::text)), '0')`;
const ofWithdrawal = toReference('W', sql`withdrawal_id`);
const ofMovement = toReference('D', sql`movement.bank_movement_id`);
const ofCall = sql`concat_ws(':', member_id, provider, tx_id)`;

/** Movements of receiving accounts that the site has, also those that another site entered first. */
const ofOwnAccounts = (siteId: number): Sql => sql`
  (movement.site_id, movement.receiving_account_id) in (
    select owner.site_id, owner.receiving_account_id from receiving_account as account
    join receiving_account_owner as owner on owner.kind = account.kind and owner.account = account.account
      and owner.bank_code = coalesce(account.bank_code, '')
    where account.site_id = ${siteId}
    union select site_id, receiving_account_id from receiving_account where site_id = ${siteId})`;

type Waiting = Readonly<Partial<Record<QueueName, Sql>>>;

function listWaitingPlay(siteId: number): Waiting {
  return {
    'held-wins': sql`
      select held_at as since, ${ofCall} as item from held_win where site_id = ${siteId} and state = 'held'`,
    'stuck-rounds': sql`
      select round.opened_at as since, concat_ws(':', provider, round_id) as item from game_round as round
      join stuck_round as stuck using (site_id, member_id, provider, round_id)
      where site_id = ${siteId} and round.is_marked_open and round.state = 'open'
        and not (round.free_spins > 0 and stuck.provider_state in ('open', 'no_response'))`,
    spins: sql`
      select opened_at as since, concat_ws(':', member_id, provider, round_id) as item from game_round
      where site_id = ${siteId} and is_marked_open and free_spins > 0 and opened_at < now() - interval '1 hour'`,
    'orphan-wins': sql`
      select received_at as since, ${ofCall} as item from orphan_win
      where site_id = ${siteId} and state in ('pending', 'expired', 'rejected')`,
    rollbacks: sql`
      select received_at as since, ${ofCall} as item from unapplied_rollback
      where site_id = ${siteId} and dismissed_at is null`,
  };
}

/** The open rows of each queue: the time since when, and the item as marks name it. */
function listWaiting(siteId: number): Waiting {
  const accounts = ofOwnAccounts(siteId);
  return {
    withdrawals: sql`
      select created_at as since, ${ofWithdrawal} as item from withdrawal
      where site_id = ${siteId} and state = 'requested'`,
    payouts: sql`
      select coalesce(submitted_at, created_at) as since, ${ofWithdrawal} as item from bank_payout
      where site_id = ${siteId} and (state = 'unknown'
        or (state in ('queued', 'submitted', 'accepted') and attempts >= ${STUCK_TRIES_MIN}))`,
    disputes: sql`
      select opened_at as since, ${ofWithdrawal} as item from payout_dispute
      where site_id = ${siteId} and state = 'open'`,
    deposits: sql`
      select movement.created_at as since, ${ofMovement} as item from bank_movement as movement
      where movement.state in ('seen', 'claimed') and ${accounts}`,
    'deposit-disputes': sql`
      select movement.changed_at as since, ${ofMovement} as item from bank_movement as movement
      where movement.state = 'disputed' and ${accounts}`,
    complaints: sql`
      select opened_at as since, due_at as due, ${toReference('C', sql`complaint_id`)} as item from complaint
      where site_id = ${siteId} and state = 'open'`,
    alerts: sql`
      select found_at as since, risk_alert_id::text as item from risk_alert
      where site_id = ${siteId} and state = 'open'`,
    income: sql`
      select created_at as since, ${toReference('D', sql`movement_id`)} as item from affiliate_withdrawal
      where site_id = ${siteId} and state = 'requested'`,
    'held-days': sql`
      select ${endOfDay} as since, concat_ws(':', member_id, day) as item from affiliate_result
      where site_id = ${siteId} and state = 'held'`,
    ...listWaitingPlay(siteId),
    days: sql`
      select ${endOfDay} as since, concat_ws(':', provider, day) as item from reconciliation
      where site_id = ${siteId} and discrepancy_count > 0 and closed_at is null`,
    findings: sql`
      select found_at as since, audit_finding_id::text as item from audit_finding
      where site_id = ${siteId} and closed_at is null`,
    reports: sql`
      select received_at as since, report_id::text as item from unread_report
      where site_id = ${siteId} and closed_at is null`,
    debts: sql`
      select null::timestamptz as since, owner_id::text as item from ledger_balance
      where site_id = ${siteId} and kind = account_kind('receivable') and balance_e4 < 0`,
    kicks: sql`
      select requested_at as since, concat_ws(':', member_id, provider) as item from provider_kick
      where site_id = ${siteId} and delivered_at is null and requested_at < now() - interval '5 minutes'`,
    uncompared: sql`
      select ${endOfDay} as since, concat_ws(':', provider, day) as item from reconciliation
      where site_id = ${siteId} and failure is not null`,
  };
}

/** Counts all items; ages and deadlines are those of items that are not put off. */
export function countQueues(database: Queryable, siteId: number, limit: number): Promise<QueueCount[]> {
  const parts = Object.entries(listWaiting(siteId)).map(([queue, rows]) => {
    const isDated = DATED.has(queue);
    const due = isDated ? sql`due` : sql`null::timestamptz`;
    const order = isDated ? sql`due` : sql`since`;
    const isActive = sql`not ${`${queue}:`} || item = any(array(select item from put_off))`;
    return sql`
        select ${queue}::text as queue, count(*)::int as count, min(since) filter (where ${isActive}) as "oldestAt",
          min(due) filter (where ${isActive}) as "dueAt"
        from (select since, ${due} as due, item from (${rows}) as waiting order by ${order} limit ${limit}) as counted`;
  });
  const [first = sql`select`, ...rest] = parts;
  return database.rows(sql`
    with put_off as materialized (
      select item from queue_put_off where site_id = ${siteId} and until > now())
    ${rest.reduce((all, part) => sql`${all} union all ${part}`, first)}`);
}

// ── targets ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export function listTargets(
  database: Queryable,
  siteId: number,
): Promise<{ readonly queue: string; readonly minutes: number }[]> {
  return database.rows(sql`select queue, minutes from queue_target where site_id = ${siteId}`);
}

export async function writeTarget(
  tx: Transaction,
  siteId: number,
  { queue, minutes }: { readonly queue: string; readonly minutes: number },
): Promise<void> {
  await tx.execute(sql`
    insert into queue_target (site_id, queue, minutes) values (${siteId}, ${queue}, ${minutes})
    on conflict (site_id, queue) do update set minutes = excluded.minutes`);
}

// ── claims ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export type ItemClaim = {
  readonly item: string;
  readonly operatorId: string;
  readonly name: string;
  readonly claimedAt: Date;
};

const claimColumns = sql`item, claim.operator_id as "operatorId", operator.name, claimed_at as "claimedAt"`;
const claims = sql`queue_claim as claim join operator using (operator_id)`;
const isInForce = (seconds: number): Sql => sql`kept_at > clock_timestamp() - make_interval(secs => ${seconds}::int)`;

/** Claims an item that is free or own. `taken`: another person has it. */
export async function claim(
  database: Queryable,
  siteId: number,
  of: { readonly item: string; readonly operatorId: string; readonly seconds: number },
): Promise<'claimed' | 'kept' | 'taken'> {
  const { item, operatorId, seconds } = of;
  const row = await database.oneOrNone<{ isNew: boolean }>(sql`
    insert into queue_claim as held (site_id, item, operator_id, claimed_at, kept_at)
    values (${siteId}, ${item}, ${operatorId}::uuid, clock_timestamp(), clock_timestamp())
    on conflict (site_id, item) do update set operator_id = excluded.operator_id, kept_at = excluded.kept_at,
      claimed_at = case when held.operator_id = excluded.operator_id
          and held.kept_at > excluded.kept_at - make_interval(secs => ${seconds}::int)
        then held.claimed_at else excluded.claimed_at end
    where held.operator_id = excluded.operator_id
      or held.kept_at <= excluded.kept_at - make_interval(secs => ${seconds}::int)
    returning claimed_at = kept_at as "isNew"`);
  if (!row) return 'taken';
  return row.isNew ? 'claimed' : 'kept';
}

/** Takes the claim of another person. The caller records operator and reason in the same transaction. */
export async function takeOver(
  tx: Transaction,
  siteId: number,
  { item, operatorId }: { readonly item: string; readonly operatorId: string },
): Promise<void> {
  await tx.execute(sql`
    insert into queue_claim (site_id, item, operator_id, claimed_at, kept_at)
    values (${siteId}, ${item}, ${operatorId}::uuid, clock_timestamp(), clock_timestamp())
    on conflict (site_id, item) do update set operator_id = excluded.operator_id, claimed_at = excluded.claimed_at,
      kept_at = excluded.kept_at`);
}

export async function release(
  database: Queryable,
  siteId: number,
  { item, operatorId }: { readonly item: string; readonly operatorId: string },
): Promise<boolean> {
  const touched = await database.execute(sql`
    delete from queue_claim where site_id = ${siteId} and item = ${item} and operator_id = ${operatorId}::uuid`);
  return touched === 1;
}

export function findClaim(
  database: Queryable,
  siteId: number,
  { item, seconds }: { readonly item: string; readonly seconds: number },
): Promise<ItemClaim | undefined> {
  return database.oneOrNone(sql`
    select ${claimColumns} from ${claims} where claim.site_id = ${siteId} and item = ${item} and ${isInForce(seconds)}`);
}

export function listClaims(database: Queryable, siteId: number, seconds: number): Promise<ItemClaim[]> {
  return database.rows(sql`
    select ${claimColumns} from ${claims} where claim.site_id = ${siteId} and ${isInForce(seconds)}`);
}

// ── put-offs ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type PutOff = {
  readonly item: string;
  readonly name: string;
  readonly until: Date;
  readonly reason: string;
};

export async function putOff(
  tx: Transaction,
  siteId: number,
  of: { readonly item: string; readonly operatorId: string; readonly minutes: number; readonly reason: string },
): Promise<void> {
  await tx.execute(sql`
    insert into queue_put_off (site_id, item, operator_id, until, reason)
    values (${siteId}, ${of.item}, ${of.operatorId}::uuid, now() + make_interval(mins => ${of.minutes}::int), ${of.reason})
    on conflict (site_id, item) do update set operator_id = excluded.operator_id, until = excluded.until,
      reason = excluded.reason`);
}

export function listPutOff(database: Queryable, siteId: number): Promise<PutOff[]> {
  return database.rows(sql`
    select item, operator.name, until, reason from queue_put_off join operator using (operator_id)
    where site_id = ${siteId} and until > now()`);
}

/** Deletes claims and put-offs that ended long ago. */
export async function deleteEnded(database: Queryable): Promise<number> {
  const touched = await database.execute(sql`
    delete from queue_claim where kept_at < now() - interval '1 hour'`);
  return touched + (await database.execute(sql`delete from queue_put_off where until < now() - interval '1 hour'`));
}
