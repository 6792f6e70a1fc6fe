// SQL of cashback. Contains no decisions.

import { type Database, type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import { type Money, money } from '@chaba/money';

export type PeriodSpan = { readonly from: Date; readonly to: Date };

/** Inputs of a member's period. */
export type Inputs = {
  readonly stakes: Money;
  readonly payouts: Money;
  /** Winnings of the period that were taken with a bonus or code. */
  readonly taken: Money;
  readonly gifts: Money;
  /** Gifts of earlier periods that were unplayed at the start of this one. */
  readonly giftsBefore: Money;
  /** Change of the loss by rounds of earlier periods that were corrected in this one. */
  readonly corrections: Money;
  /** Losses of the last period that were postponed, because open rounds had paid as much above their stakes. */
  readonly openBefore: Money;
  readonly deposits: Money;
  readonly withdrawals: Money;
  /** The member's money at the start of the period, including open bets and held wins. */
  readonly openingBalance: Money;
};

/** An earlier period with corrected rounds: change of its base before this period, and within it. */
export type BaseCorrection = Omit<Inputs, 'openBefore'> & { readonly before: Money; readonly now: Money };

export type MemberInputs = Omit<Inputs, 'giftsBefore' | 'corrections'> & {
  readonly memberId: bigint;
  readonly from: Date;
  readonly carried: Money;
  /** Gifts left by the last period and received since, before the check whether they are still in the balance. */
  readonly giftsUnplayed: Money;
  readonly correctionsBefore: Money;
  /** Payouts above the stakes of rounds that were open at the end of the period. */
  readonly openWinnings: Money;
  readonly corrected: readonly BaseCorrection[];
};

export type PeriodState = 'none' | 'carried' | 'claimable' | 'claimed' | 'expired';

export type CashbackPeriod = Inputs & {
  readonly memberId: bigint;
  readonly from: Date;
  readonly to: Date;
  readonly loss: Money;
  readonly giftsLeft: Money;
  readonly correctionsLeft: Money;
  readonly openLeft: Money;
  readonly percentBp: number;
  readonly carried: Money;
  readonly amount: Money;
  readonly state: PeriodState;
  readonly expiresAt: Date | null;
  readonly closedAt: Date | null;
};

const periodColumns = sql`member_id as "memberId", period_from as "from", period_to as "to", stakes_e4 as stakes,
  payouts_e4 as payouts, removed_e4 as taken, gifts_e4 as gifts, deposits_e4 as deposits, withdrawals_e4 as withdrawals,
  opening_e4 as "openingBalance", gifts_before_e4 as "giftsBefore", corrections_e4 as corrections, open_before_e4 as "openBefore", open_e4 as "openLeft", loss_e4 as loss,
  gifts_left_e4 as "giftsLeft", corrections_left_e4 as "correctionsLeft", percent_bp as "percentBp", carried_e4 as carried, amount_e4 as amount,
  state, expires_at as "expiresAt", closed_at as "closedAt"`;

/** Length of a period: a week in licensed mode, a day in play mode. */
export type Unit = 'week' | 'day';

const getStep = (unit: Unit) => sql`make_interval(days => ${unit === 'week' ? 7 : 1}::int)`;

/** The present Bangkok day up to `settlingSeconds` ago. */
export function loadToday(database: Queryable, settlingSeconds: number): Promise<PeriodSpan> {
  return database.one(sql`
    select date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok' as "from",
      clock_timestamp() - make_interval(secs => ${settlingSeconds}::int) as "to"
  `);
}

/**
 * Weeks (Monday to Sunday) or days of Bangkok that ended at least `closedAfterMinutes` ago and are not calculated,
 * oldest first, at most `most`.
 */
export function listDueSpans(
  database: Queryable,
  siteId: number,
  {
    unit,
    closedAfterMinutes,
    most,
  }: { readonly unit: Unit; readonly closedAfterMinutes: number; readonly most: number },
): Promise<PeriodSpan[]> {
  const step = getStep(unit);
  return database.rows(sql`
    select (ended - ${step}) at time zone 'Asia/Bangkok' as "from", ended at time zone 'Asia/Bangkok' as "to"
    from (select date_trunc(${unit}, now() at time zone 'Asia/Bangkok' - make_interval(mins => ${closedAfterMinutes}::int)) as last) spans,
      generate_series(greatest(
        coalesce((select date_trunc(${unit}, max(period_to) at time zone 'Asia/Bangkok') + ${step} from cashback_run
          where site_id = ${siteId}), last),
        last - ${step} * (${most}::int - 1)), last, ${step}) as ended
    order by ended
  `);
}

/** Marks the last span as calculated on a site without any, so that a delayed first run does not look further back. */
export async function recordStart(
  database: Database,
  siteId: number,
  { unit, closedAfterMinutes }: { readonly unit: Unit; readonly closedAfterMinutes: number },
): Promise<void> {
  await database.execute(sql`
    insert into cashback_run (site_id, period_to)
    select ${siteId}, (date_trunc(${unit}, now() at time zone 'Asia/Bangkok' - make_interval(mins => ${closedAfterMinutes}::int))
      - ${getStep(unit)}) at time zone 'Asia/Bangkok'
    where not exists (select from cashback_run where site_id = ${siteId})
    on conflict do nothing
  `);
}

export async function recordFinished(database: Database, siteId: number, to: Date): Promise<void> {
  await database.execute(
    sql`insert into cashback_run (site_id, period_to) values (${siteId}, ${to}) on conflict do nothing`,
  );
}

/** Members with a round settled or corrected in the span, in pages; the query starts from the span. */
export function listPlayers(
  database: Database,
  siteId: number,
  span: PeriodSpan,
  atOnce: number,
): AsyncIterable<{ memberId: bigint }[]> {
  return database.pages(
    sql`
      select distinct member_id as "memberId" from cashback_flow
      where site_id = ${siteId} and counted_at >= ${span.from}::timestamptz and counted_at < ${span.to}::timestamptz
        and (stakes_e4 <> 0 or payouts_e4 <> 0 or removed_e4 <> 0)
      order by member_id`,
    atOnce,
  );
}

/** The member's last period: start and carried amounts of the next one. */
const lastPeriod = (siteId: number): Sql => sql`
  select period_to, case when state = 'carried' then amount_e4 else 0 end as carried, gifts_left_e4 as gifts_left,
    corrections_left_e4 as corrections_left, open_e4 as open_before
  from cashback_period as past
  where past.site_id = ${siteId} and past.member_id = member.member_id order by period_from desc limit 1`;

const selectSums = (siteId: number, span: PeriodSpan): Sql => sql`
  select coalesce(sum(stakes_e4) filter (where first_counted_at >= since), 0)::bigint as stakes,
    coalesce(sum(payouts_e4) filter (where first_counted_at >= since), 0)::bigint as payouts,
    coalesce(sum(gifts_e4), 0)::bigint as gifts,
    -- Only of bonuses of this period: winnings of an older bonus reduced no loss of this period.
    coalesce(sum(removed_e4) filter (where search_from >= since and first_counted_at >= since), 0)::bigint as taken,
    coalesce(sum(deposits_e4), 0)::bigint as deposits, coalesce(sum(withdrawals_e4), 0)::bigint as withdrawals
  from cashback_flow as flow
  where flow.site_id = ${siteId} and flow.member_id = member.member_id
    -- A round with postponed losses counts however long it was open.
    and flow.search_from >= case when open_before > 0 then '-infinity' else since - interval '30 days' end
    and flow.counted_at >= since and flow.counted_at < ${span.to}::timestamptz`;

/** Gifts since the last period: a week without play has no period. */
const giftsBetween = (siteId: number): Sql => sql`
  select coalesce(sum(gifts_e4), 0)::bigint as gifts_between from cashback_flow as flow
  where flow.site_id = ${siteId} and flow.member_id = member.member_id and gifts_e4 <> 0
    and flow.counted_at >= coalesce(last_period.period_to, '-infinity') and flow.counted_at < since`;

const openingBalance = (siteId: number): Sql => sql`
  select coalesce(sum(account_balance), 0)::bigint as balance from (
    (select case when from_kind = account_kind('game') then from_balance_e4 else to_balance_e4 end as account_balance
    from ledger_transfer as transfer
    where transfer.site_id = ${siteId} and transfer.owner_id = member.member_id and transfer.created_at < since
      and account_kind('game') in (from_kind, to_kind)
    order by transfer_id desc limit 1)
    union all
    -- These accounts exchange nothing with games, so their few rows are read without the others.
    select last_transfer.account_balance from unnest(array[account_kind('main'), account_kind('withdrawalHeld')]) as account (kind)
    cross join lateral (
      select case when from_kind = account.kind then from_balance_e4 else to_balance_e4 end as account_balance
      from ledger_transfer as transfer
      where transfer.site_id = ${siteId} and transfer.owner_id = member.member_id and transfer.created_at < since
        and from_kind <> account_kind('games') and to_kind <> account_kind('games') and account.kind in (from_kind, to_kind)
      order by transfer_id desc limit 1
    ) last_transfer
    union all
    select amount_e4 from cashback_held as held
    where held.site_id = ${siteId} and held.member_id = member.member_id and held_at < since
      and (decided_at is null or decided_at >= since)
  ) accounts`;

/**
 * Stakes without a result at the start of the period, also those that were returned since. A stake settled before was
 * counted, regardless of later corrections.
 */
const stakesInPlay = (siteId: number): Sql => sql`
  select coalesce(sum(greatest(stake_e4 + returned_e4 - payout_e4, 0)), 0)::bigint as in_play from cashback_round as round
  where round.site_id = ${siteId} and round.member_id = member.member_id
    and round.opened_at >= since - interval '30 days' and round.opened_at < since
    and (round.settled_at is null or round.settled_at >= since)
    and not exists (select from cashback_correction as correction where correction.site_id = ${siteId}
      and correction.member_id = round.member_id and correction.provider = round.provider
      and correction.round_id = round.round_id and correction.settled_at < since and correction.corrected_at >= since)`;

/** Payouts above the stakes of rounds that are open and were at the end of the period, and had not counted before. */
const openWinnings = (siteId: number, span: PeriodSpan): Sql => sql`
  select coalesce(sum(winnings_e4), 0)::bigint as open_winnings from cashback_open_round as round
  where round.site_id = ${siteId} and round.member_id = member.member_id and round.opened_at < ${span.to}::timestamptz
    and not exists (select from cashback_correction as correction where correction.site_id = ${siteId}
      and correction.member_id = round.member_id and correction.provider = round.provider
      and correction.round_id = round.round_id and correction.settled_at < ${span.to}::timestamptz
      and correction.corrected_at >= ${span.to}::timestamptz)`;

/** Earlier periods with rounds corrected in this one. */
const correctedPeriods = (siteId: number, span: PeriodSpan): Sql => sql`
  select jsonb_agg(jsonb_build_object('stakes', stakes_e4::text, 'payouts', payouts_e4::text, 'taken', removed_e4::text, 'gifts', gifts_e4::text,
    'giftsBefore', gifts_before_e4::text, 'corrections', corrections_e4::text, 'deposits', deposits_e4::text,
    'withdrawals', withdrawals_e4::text, 'openingBalance', opening_e4::text, 'before', before::text, 'now', now::text)
    order by period_from) as corrected
  from cashback_period as past
  cross join lateral (
    select coalesce(sum(change_e4) filter (where corrected_at < since), 0) as before,
      sum(change_e4) filter (where corrected_at >= since) as now
    from cashback_correction as correction
    where correction.site_id = ${siteId} and correction.member_id = past.member_id
      and correction.settled_at >= past.period_from and correction.settled_at < past.period_to
      and correction.corrected_at >= past.period_to and correction.corrected_at < ${span.to}::timestamptz
      and correction.begun_at >= past.period_from
  ) correction
  where past.site_id = ${siteId} and past.member_id = member.member_id and past.period_to <= since
    and correction.now is not null`;

type InputsRow = Omit<MemberInputs, 'corrected'> & {
  readonly corrected: readonly Record<keyof BaseCorrection, string>[];
};

/**
 * Figures of members who played in the span, each since the end of the member's last period. Rounds opened more than
 * thirty days before the span are excluded.
 */
export async function loadInputs(
  database: Queryable,
  siteId: number,
  span: PeriodSpan,
  memberIds: readonly bigint[],
): Promise<MemberInputs[]> {
  const rows = await database.rows<InputsRow>(sql`
    select member.member_id as "memberId", since as "from", stakes, payouts, taken, gifts, deposits, withdrawals,
      balance + in_play as "openingBalance", coalesce(carried, 0)::bigint as carried,
      (coalesce(gifts_left, 0) + gifts_between)::bigint as "giftsUnplayed",
      coalesce(corrections_left, 0)::bigint as "correctionsBefore", coalesce(open_before, 0)::bigint as "openBefore",
      open_winnings as "openWinnings", coalesce(corrected, '[]') as corrected
    from member
    left join lateral (${lastPeriod(siteId)}) last_period on true
    cross join lateral (select greatest(${span.from}::timestamptz, last_period.period_to) as since) span
    cross join lateral (${selectSums(siteId, span)}) sums
    cross join lateral (${giftsBetween(siteId)}) gifts_between
    cross join lateral (${openingBalance(siteId)}) opening
    cross join lateral (${stakesInPlay(siteId)}) open_bets
    cross join lateral (${openWinnings(siteId, span)}) open_winnings
    cross join lateral (${correctedPeriods(siteId, span)}) corrections
    where member.site_id = ${siteId} and member.member_id = any(${memberIds}::bigint[])
      and since < ${span.to}::timestamptz and (stakes <> 0 or payouts <> 0 or corrected is not null)
    order by member.member_id
  `);
  return rows.map((row) => ({ ...row, corrected: row.corrected.map(toCorrection) }));
}

function toCorrection(row: Record<keyof BaseCorrection, string>): BaseCorrection {
  const names = Object.keys(row) as (keyof BaseCorrection)[];
  return Object.fromEntries(names.map((name) => [name, money(BigInt(row[name]))])) as BaseCorrection;
}

/** Inserts the period unless an existing one overlaps it; returns whether it was inserted. */
export async function insertPeriod(
  tx: Transaction,
  siteId: number,
  period: Omit<CashbackPeriod, 'expiresAt' | 'closedAt'>,
  claimDays: number,
): Promise<boolean> {
  const written = await tx.execute(sql`
    insert into cashback_period (site_id, member_id, period_from, period_to, stakes_e4, payouts_e4, removed_e4, gifts_e4, deposits_e4,
      withdrawals_e4, opening_e4, gifts_before_e4, corrections_e4, open_before_e4, open_e4, loss_e4, gifts_left_e4, corrections_left_e4, percent_bp,
      carried_e4, amount_e4, state, expires_at)
    select ${siteId}, ${period.memberId}::bigint, ${period.from}::timestamptz, ${period.to}::timestamptz,
      ${period.stakes}::bigint, ${period.payouts}::bigint, ${period.taken}::bigint, ${period.gifts}::bigint, ${period.deposits}::bigint,
      ${period.withdrawals}::bigint, ${period.openingBalance}::bigint, ${period.giftsBefore}::bigint,
      ${period.corrections}::bigint, ${period.openBefore}::bigint, ${period.openLeft}::bigint, ${period.loss}::bigint, ${period.giftsLeft}::bigint, ${period.correctionsLeft}::bigint,
      ${period.percentBp}::int,
      ${period.carried}::bigint, ${period.amount}::bigint, ${period.state},
      case when ${period.state} = 'claimable' then now() + make_interval(days => ${claimDays}::int) end
    where not exists (select from cashback_period where site_id = ${siteId} and member_id = ${period.memberId}::bigint
      and period_to > ${period.from}::timestamptz)
  `);
  return written === 1;
}

export function listClaimablePeriods(tx: Queryable, siteId: number, memberId: bigint): Promise<CashbackPeriod[]> {
  return tx.rows(sql`
    select ${periodColumns} from cashback_period
    where site_id = ${siteId} and member_id = ${memberId} and state = 'claimable' and expires_at > now()
    order by period_from
  `);
}

export function listClaimedByKey(
  tx: Queryable,
  siteId: number,
  memberId: bigint,
  key: string,
): Promise<CashbackPeriod[]> {
  return tx.rows(sql`
    select ${periodColumns} from cashback_period
    where site_id = ${siteId} and member_id = ${memberId} and state = 'claimed' and claim_key = ${key}
  `);
}

export async function markClaimed(
  tx: Transaction,
  siteId: number,
  period: CashbackPeriod,
  key: string,
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update cashback_period set state = 'claimed', closed_at = now(), claim_key = ${key}, movement_id = nextval('movement_number')
    where site_id = ${siteId} and member_id = ${period.memberId} and period_from = ${period.from} and state = 'claimable'
  `);
  return changed === 1;
}

export async function markExpired(tx: Transaction, siteId: number, period: CashbackPeriod): Promise<boolean> {
  const changed = await tx.execute(sql`
    update cashback_period set state = 'expired', closed_at = now()
    where site_id = ${siteId} and member_id = ${period.memberId} and period_from = ${period.from} and state = 'claimable'
      and expires_at <= now()
  `);
  return changed === 1;
}

export function listOverduePeriods(database: Database, siteId: number, limit: number): Promise<CashbackPeriod[]> {
  return database.rows(sql`
    select ${periodColumns} from cashback_period
    where site_id = ${siteId} and state = 'claimable' and expires_at <= now() order by expires_at limit ${limit}
  `);
}

/** While the feature is off nothing expires: claims with less than `claimDays - 1` left are extended to `claimDays`. */
export async function postponeExpiry(database: Queryable, siteId: number, claimDays: number): Promise<void> {
  await database.execute(sql`
    update cashback_period set expires_at = now() + make_interval(days => ${claimDays}::int)
    where site_id = ${siteId} and state = 'claimable' and expires_at < now() + make_interval(days => ${claimDays}::int - 1)
  `);
}

export function listLatestPeriods(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<CashbackPeriod[]> {
  return database.rows(sql`
    select ${periodColumns} from cashback_period where site_id = ${siteId} and member_id = ${memberId}
    order by period_from desc limit ${limit}
  `);
}
