// SQL of friend referral. Contains no decisions.

import { type Database, type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

/**
 * Same name, device or network as the earning member, the device of another friend of the same referrer (ring), or the
 * same person by the verdict of an operator.
 */
export type FraudSignal = 'name' | 'device' | 'address' | 'ring' | 'person';

export type FriendDay = {
  readonly friendId: bigint;
  readonly referrerId: bigint;
  /** The referrer of the referrer. */
  readonly upperId: bigint | null;
  readonly winloss: Money;
  readonly turnover: Money;
  readonly firstDeposit: Money;
  /** Signs that the friend and the earning member are the same person. */
  readonly likeReferrer: readonly FraudSignal[];
  readonly likeUpper: readonly FraudSignal[];
};

export type DailyCommission = {
  readonly memberId: bigint;
  readonly friendId: bigint;
  readonly level: 1 | 2;
  readonly basis: Money;
  readonly percentBp: number;
  readonly amount: Money;
  readonly suspicions: readonly FraudSignal[];
};

export type ResultState = 'none' | 'pending' | 'held' | 'released' | 'rejected';
export type DayResult = { readonly memberId: bigint; readonly day: string; readonly payable: Money };
export type HeldResult = DayResult & { readonly suspicions: readonly FraudSignal[] };

export type CommissionWithdrawal = {
  readonly movementId: bigint;
  readonly memberId: bigint;
  readonly amount: Money;
  readonly state: 'requested' | 'paid' | 'rejected';
  readonly createdAt: Date;
};

export type ReferredFriend = {
  readonly phone: string;
  readonly level: 1 | 2;
  readonly registeredAt: Date;
  readonly isActive: boolean;
  /** Sum of this friend's commission, released or not. */
  readonly brought: Money;
};

export type ShownIncome = {
  readonly day: string;
  readonly level: 1 | 2;
  readonly phone: string;
  readonly amount: Money;
  readonly isReleased: boolean;
};

/** More members than this on one network are not a household. */
const CROWD = 5;

const withdrawalColumns = sql`movement_id as "movementId", member_id as "memberId", amount_e4 as amount, state,
  created_at as "createdAt"`;

/** Days that ended (at 01:00) and are not calculated, oldest first, and today. Bangkok days. */
export async function listDays(
  database: Database,
  siteId: number,
  most: number,
): Promise<{ due: string[]; today: string }> {
  const { today } = await database.one<{ today: string }>(
    sql`select (now() at time zone 'Asia/Bangkok')::date as today`,
  );
  const due = await database.rows<{ day: string }>(sql`
    select day::date as day
    from (select (now() at time zone 'Asia/Bangkok' - interval '1 hour')::date - 1 as last) over_days,
      generate_series(greatest(
        coalesce((select max(day) + 1 from affiliate_run where site_id = ${siteId}), last), last - ${most}::int), last,
        interval '1 day') as day
    order by day
  `);
  return { due: due.map(({ day }) => day), today };
}

/** Marks the day as calculated, except for these members. */
export async function recordFinished(
  database: Database,
  siteId: number,
  day: string,
  deferredIds: readonly bigint[],
): Promise<void> {
  await database.execute(sql`
    with deferred as (
      insert into affiliate_deferred_day (site_id, member_id, day)
      select ${siteId}, unnest(${deferredIds}::bigint[]), ${day}::date on conflict do nothing
    )
    insert into affiliate_run (site_id, day) values (${siteId}, ${day}::date) on conflict do nothing
  `);
}

export type DeferredDay = { readonly memberId: bigint; readonly day: string };

/** Days calculated for all members except these, oldest first. */
export function listDeferredDays(database: Database, siteId: number): Promise<DeferredDay[]> {
  return database.rows(sql`
    select member_id as "memberId", day from affiliate_deferred_day where site_id = ${siteId} order by day, member_id
  `);
}

export async function deleteDeferredDay(
  tx: Transaction,
  siteId: number,
  { memberId, day }: DeferredDay,
): Promise<void> {
  await tx.execute(
    sql`delete from affiliate_deferred_day where site_id = ${siteId} and member_id = ${memberId} and day = ${day}::date`,
  );
}

/**
 * Signs that `friend` and the member of the given alias are the same person. A network with many members (a carrier, a
 * café), or used by both at distant times, is no sign. A verdict of an operator on two members replaces their signs.
 */
function selectFraudSignals(siteId: number, other: Sql): Sql {
  const verdictWith = (memberId: Sql) => sql`(select link.verdict from member_link as link
    where link.site_id = ${siteId} and link.member_id = least(friend.member_id, ${memberId})
      and link.other_id = greatest(friend.member_id, ${memberId}))`;
  const shares = (kind: string, condition: Sql) => sql`exists (
    select from risk_signal as mine
    join risk_signal as theirs on theirs.site_id = ${siteId} and theirs.signal_hash = mine.signal_hash and theirs.kind = mine.kind
    where mine.site_id = ${siteId} and mine.member_id = friend.member_id and mine.kind = ${kind} and ${condition})`;
  const isRing = sql`theirs.member_id in (select sibling.member_id from member as sibling where sibling.site_id = ${siteId}
    and sibling.referrer_id = ${other}.member_id and sibling.member_id <> friend.member_id)
    and coalesce(${verdictWith(sql`theirs.member_id`)}, 'same') = 'same'`;
  const isClose = sql`theirs.member_id = ${other}.member_id
    and theirs.first_seen_at <= mine.last_seen_at + interval '1 day' and mine.first_seen_at <= theirs.last_seen_at + interval '1 day'
    and (select count(*) from (select from risk_signal as anyone where anyone.site_id = ${siteId}
      and anyone.signal_hash = mine.signal_hash limit ${CROWD}::int + 1) few) <= ${CROWD}::int`;
  const isDirect = sql`verdict.on_pair is null`;
  return sql`(select case when verdict.on_pair = 'same' then array['person'] else array_remove(array[
      case when ${isDirect} and (friend.first_name, friend.last_name) = (${other}.first_name, ${other}.last_name) then 'name' end,
      case when ${isDirect} and ${shares('device', sql`theirs.member_id = ${other}.member_id`)} then 'device' end,
      case when ${isDirect} and ${shares('address', isClose)} then 'address' end,
      case when ${shares('device', isRing)} then 'ring' end], null) end
    from (select ${verdictWith(sql`${other}.member_id`)} as on_pair) as verdict)`;
}

const selectSpan = (day: string): Sql => sql`(select ${day}::date::timestamp at time zone 'Asia/Bangkok' as since,
  (${day}::date + 1)::timestamp at time zone 'Asia/Bangkok' as until) span`;

/**
 * Members who may earn for the day: both levels above each friend with activity on it, in pages; the query starts from
 * the day.
 */
export function listEarners(
  database: Database,
  siteId: number,
  day: string,
  atOnce: number,
): AsyncIterable<{ memberId: bigint }[]> {
  return database.pages(
    sql`
      select distinct earner.member_id as "memberId"
      from (select distinct member_id from affiliate_active_member as mover, ${selectSpan(day)}
        where site_id = ${siteId} and counted_at >= since and counted_at < until) mover
      join member as friend on friend.site_id = ${siteId} and friend.member_id = mover.member_id
        and friend.referrer_id is not null and friend.total_deposit_e4 > 0
      join member as referrer on referrer.site_id = friend.site_id and referrer.member_id = friend.referrer_id
      cross join lateral (values (referrer.member_id), (referrer.referrer_id)) as earner (member_id)
      where earner.member_id is not null
      order by 1`,
    atOnce,
  );
}

/** Friends on both levels below the earning members with an approved deposit and a contribution on the day. */
export function listFriendDays(
  database: Queryable,
  siteId: number,
  day: string,
  earnerIds: readonly bigint[],
): Promise<FriendDay[]> {
  return database.rows(sql`
    select friend.member_id as "friendId", referrer.member_id as "referrerId", upper_member.member_id as "upperId", winloss, turnover,
      coalesce(first.amount_e4, 0)::bigint as "firstDeposit",
      ${selectFraudSignals(siteId, sql`referrer`)} as "likeReferrer", ${selectFraudSignals(siteId, sql`upper_member`)} as "likeUpper"
    from ${selectSpan(day)}
    join member as friend on friend.site_id = ${siteId} and friend.total_deposit_e4 > 0
      and friend.referrer_id in (select unnest(${earnerIds}::bigint[]) union all
        select member_id from member as below where below.site_id = ${siteId} and below.referrer_id = any(${earnerIds}::bigint[]))
    join member as referrer on referrer.site_id = ${siteId} and referrer.member_id = friend.referrer_id
    left join member as upper_member on upper_member.site_id = ${siteId} and upper_member.member_id = referrer.referrer_id
    cross join lateral (
      select coalesce(sum(net_loss_e4), 0)::bigint as winloss, coalesce(sum(turnover_e4), 0)::bigint as turnover
      from affiliate_flow as flow
      where flow.site_id = ${siteId} and flow.member_id = friend.member_id
        and flow.search_from >= since - interval '30 days' and flow.counted_at >= since and flow.counted_at < until
    ) sums
    left join affiliate_first_deposit as first on first.site_id = ${siteId} and first.member_id = friend.member_id
      and first.credited_at >= since and first.credited_at < until
    where winloss <> 0 or turnover <> 0 or first.amount_e4 is not null
    order by friend.member_id
  `);
}

/** Rewrites one member's figures of the day unless they were released or rejected. Returns whether it wrote. */
export async function writeDay(
  tx: Transaction,
  siteId: number,
  of: {
    readonly memberId: bigint;
    readonly day: string;
    readonly incomes: readonly DailyCommission[];
    readonly isHeld: boolean;
  },
  releaseDays: number,
): Promise<boolean> {
  const { memberId, day, incomes, isHeld } = of;
  const sum = incomes.reduce((total, income) => total + income.amount, 0n);
  const written = await tx.execute(sql`
    insert into affiliate_result as result (site_id, member_id, day, sum_e4, carried_e4, payable_e4, state, releases_at)
    select ${siteId}, ${memberId}::bigint, ${day}::date, ${sum}::bigint, carried, greatest(${sum}::bigint + carried, 0),
      case when ${sum}::bigint + carried <= 0 then 'none' when ${isHeld} then 'held' else 'pending' end,
      (${day}::date + 1 + ${releaseDays}::int)::timestamp at time zone 'Asia/Bangkok'
    from (select coalesce((select least(sum_e4 + carried_e4, 0) from affiliate_result
      where site_id = ${siteId} and member_id = ${memberId}::bigint and day < ${day}::date
        and day >= date_trunc('month', ${day}::date)::date order by day desc limit 1), 0)::bigint as carried) before
    on conflict (site_id, member_id, day) do update set sum_e4 = excluded.sum_e4, carried_e4 = excluded.carried_e4,
      payable_e4 = excluded.payable_e4, state = excluded.state
    where result.state in ('none', 'pending', 'held')
  `);
  if (written === 0) return false;
  await tx.execute(
    sql`delete from affiliate_income where site_id = ${siteId} and member_id = ${memberId} and day = ${day}::date`,
  );
  await tx.execute(sql`
    insert into affiliate_income (site_id, member_id, day, friend_id, level, basis_e4, percent_bp, amount_e4, fraud_signals)
    select ${siteId}, ${memberId}::bigint, ${day}::date, friend_id, level, basis, percent, amount, string_to_array(why, ',') from unnest(${incomes.map((income) => income.friendId)}::bigint[],
      ${incomes.map((income) => income.level)}::smallint[], ${incomes.map((income) => income.basis)}::bigint[],
      ${incomes.map((income) => income.percentBp)}::int[], ${incomes.map((income) => income.amount)}::bigint[],
      ${incomes.map((income) => income.suspicions.join(','))}::text[]) as income (friend_id, level, basis, percent, amount, why)
  `);
  return true;
}

export function listDueResults(database: Database, siteId: number, limit: number): Promise<DayResult[]> {
  return database.rows(sql`
    select member_id as "memberId", day, payable_e4 as payable from affiliate_result
    where site_id = ${siteId} and state = 'pending' and releases_at <= now() order by releases_at limit ${limit}
  `);
}

export function listHeldResults(database: Queryable, siteId: number, limit: number): Promise<HeldResult[]> {
  return database.rows(sql`
    select member_id as "memberId", day, payable_e4 as payable,
      (select array_agg(distinct why order by why) from affiliate_income as income, unnest(fraud_signals) as why
        where income.site_id = result.site_id and income.member_id = result.member_id and income.day = result.day) as suspicions
    from affiliate_result as result
    where site_id = ${siteId} and state = 'held' order by day, member_id limit ${limit}
  `);
}

/**
 * Holds the unreleased results of these earners with income from these friends, the same index each, and names why.
 * Returns their number.
 */
export async function holdPending(
  tx: Transaction,
  siteId: number,
  pairs: readonly { readonly memberId: bigint; readonly friendId: bigint }[],
): Promise<number> {
  return tx.execute(sql`
    with found as (
      select income.member_id, income.day, income.friend_id
      from unnest(${pairs.map(({ memberId }) => memberId)}::bigint[], ${pairs.map(({ friendId }) => friendId)}::bigint[])
        as pair (member_id, friend_id)
      join affiliate_result as result on result.site_id = ${siteId} and result.member_id = pair.member_id
        and result.state in ('pending', 'held')
      join affiliate_income as income on income.site_id = result.site_id and income.member_id = result.member_id
        and income.day = result.day and income.friend_id = pair.friend_id
    ), named as (
      update affiliate_income as income set fraud_signals = array['person'] from found
      where income.site_id = ${siteId} and income.member_id = found.member_id and income.day = found.day
        and income.friend_id = found.friend_id
    )
    update affiliate_result as result set state = 'held' from (select distinct member_id, day from found) as days
    where result.site_id = ${siteId} and result.member_id = days.member_id and result.day = days.day
      and result.state = 'pending'`);
}

export type ExplainedDay = {
  readonly day: string;
  readonly sum: Money;
  /** A loss of earlier days of the month; zero or negative. */
  readonly carried: Money;
  readonly payable: Money;
  readonly state: string;
  readonly suspicions: readonly FraudSignal[] | null;
  readonly releasesAt: Date;
};

export function listExplainedDays(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<ExplainedDay[]> {
  return database.rows(sql`
    select day::text as day, sum_e4 as sum, carried_e4 as carried, payable_e4 as payable, state, releases_at as "releasesAt",
      (select array_agg(distinct why order by why) from affiliate_income as income, unnest(fraud_signals) as why
        where income.site_id = result.site_id and income.member_id = result.member_id and income.day = result.day) as suspicions
    from affiliate_result as result
    where site_id = ${siteId} and member_id = ${memberId} order by result.day desc limit ${limit}`);
}

export function closeResult(
  tx: Transaction,
  siteId: number,
  of: { readonly memberId: bigint; readonly day: string },
  to: { readonly from: 'pending' | 'held'; readonly state: 'released' | 'rejected'; readonly decidedBy: string },
): Promise<DayResult | undefined> {
  return tx.oneOrNone<DayResult>(sql`
    update affiliate_result set state = ${to.state}, closed_at = now(), decided_by = ${to.decidedBy}
    where site_id = ${siteId} and member_id = ${of.memberId} and day = ${of.day}::date and state = ${to.from}
    returning member_id as "memberId", day, payable_e4 as payable
  `);
}

export function findWithdrawalByKey(
  tx: Queryable,
  siteId: number,
  memberId: bigint,
  key: string,
): Promise<CommissionWithdrawal | undefined> {
  return tx.oneOrNone<CommissionWithdrawal>(sql`
    select ${withdrawalColumns} from affiliate_withdrawal
    where site_id = ${siteId} and member_id = ${memberId} and idempotency_key = ${key}
  `);
}

export function insertWithdrawal(
  tx: Transaction,
  siteId: number,
  request: Pick<CommissionWithdrawal, 'memberId' | 'amount' | 'state'> & { readonly idempotencyKey: string },
): Promise<CommissionWithdrawal> {
  return tx.one<CommissionWithdrawal>(sql`
    insert into affiliate_withdrawal (site_id, member_id, amount_e4, state, idempotency_key, closed_at)
    values (${siteId}, ${request.memberId}, ${request.amount}, ${request.state}, ${request.idempotencyKey},
      case when ${request.state} = 'requested' then null else now() end)
    returning ${withdrawalColumns}
  `);
}

/** Sum of withdrawals that already wait for an operator. */
export async function loadRequestedAmount(tx: Queryable, siteId: number, memberId: bigint): Promise<Money> {
  const row = await tx.one<{ amount: Money }>(sql`
    select coalesce(sum(amount_e4), 0)::bigint as amount from affiliate_withdrawal
    where site_id = ${siteId} and member_id = ${memberId} and state = 'requested'
  `);
  return row.amount;
}

export function findWithdrawal(
  tx: Queryable,
  siteId: number,
  movementId: bigint,
): Promise<CommissionWithdrawal | undefined> {
  return tx.oneOrNone<CommissionWithdrawal>(
    sql`select ${withdrawalColumns} from affiliate_withdrawal where site_id = ${siteId} and movement_id = ${movementId}`,
  );
}

export async function decideWithdrawal(
  tx: Transaction,
  siteId: number,
  movementId: bigint,
  to: { readonly state: 'paid' | 'rejected'; readonly decidedBy: string },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update affiliate_withdrawal set state = ${to.state}, decided_by = ${to.decidedBy}, closed_at = now()
    where site_id = ${siteId} and movement_id = ${movementId} and state = 'requested'
  `);
  return changed === 1;
}

export function listWaitingWithdrawals(
  database: Queryable,
  siteId: number,
  limit: number,
): Promise<CommissionWithdrawal[]> {
  return database.rows(sql`
    select ${withdrawalColumns} from affiliate_withdrawal where site_id = ${siteId} and state = 'requested'
    order by created_at limit ${limit}
  `);
}

/** Sum of unreleased results, which may still change. */
export async function loadUnreleasedAmount(database: Queryable, siteId: number, memberId: bigint): Promise<Money> {
  const row = await database.one<{ amount: Money }>(sql`
    select coalesce(sum(payable_e4), 0)::bigint as amount from affiliate_result
    where site_id = ${siteId} and member_id = ${memberId} and state in ('pending', 'held')
  `);
  return row.amount;
}

export function listWithdrawals(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<CommissionWithdrawal[]> {
  return database.rows(sql`
    select ${withdrawalColumns} from affiliate_withdrawal where site_id = ${siteId} and member_id = ${memberId}
    order by created_at desc, movement_id desc limit ${limit}
  `);
}

/** Both levels, newest first. A friend is active after one approved deposit. */
export function listFriends(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<ReferredFriend[]> {
  const brought = sql`select coalesce(sum(amount_e4), 0)::bigint from affiliate_income as income
    where income.site_id = ${siteId} and income.member_id = ${memberId} and income.friend_id = friend.member_id`;
  const columns = sql`friend.phone, friend.registered_at as "registeredAt", friend.total_deposit_e4 > 0 as "isActive",
    (${brought}) as brought`;
  return database.rows(sql`
    select * from (
      select ${columns}, 1 as level from member as friend where site_id = ${siteId} and referrer_id = ${memberId}
      union all
      select ${columns}, 2 as level from member as friend
      join member as between_us on between_us.site_id = friend.site_id and between_us.member_id = friend.referrer_id
      where friend.site_id = ${siteId} and between_us.referrer_id = ${memberId}
    ) friends
    order by "registeredAt" desc limit ${limit}
  `);
}

export function listIncomes(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<ShownIncome[]> {
  return database.rows(sql`
    select income.day, income.level, friend.phone, income.amount_e4 as amount, result.state = 'released' as "isReleased"
    from affiliate_income as income
    join affiliate_result as result on result.site_id = income.site_id and result.member_id = income.member_id
      and result.day = income.day
    join member as friend on friend.site_id = income.site_id and friend.member_id = income.friend_id
    where income.site_id = ${siteId} and income.member_id = ${memberId}
    order by income.day desc, income.friend_id limit ${limit}
  `);
}
