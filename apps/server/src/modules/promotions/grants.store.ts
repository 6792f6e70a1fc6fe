// SQL of granted bonuses. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { StoredBetTerms } from '#modules/turnover';

export type GrantState = 'active' | 'complete' | 'closed' | 'lost' | 'expired' | 'cancelled' | 'revoked';

export type Grant = {
  readonly memberId: bigint;
  readonly grantNo: number;
  readonly requirementNo: number;
  readonly promotionId: string;
  readonly title: string;
  readonly depositId: bigint;
  readonly deposit: Money;
  readonly bonus: Money;
  readonly need: Money;
  readonly now: Money;
  readonly withdrawCap: Money | null;
  readonly depositRequired: Money;
  readonly transferId: bigint;
  readonly grantedAt: Date;
  readonly expiresAt: Date;
  readonly state: GrantState;
  readonly betTerms: StoredBetTerms | null;
};

export type GrantEvent = {
  readonly requirementNo: number;
  readonly state: GrantState;
  readonly reason: string;
  readonly happenedAt: Date;
};

export type NewGrant = {
  readonly memberId: bigint;
  readonly requirementNo: number;
  readonly promotionId: string;
  readonly terms: string;
  readonly depositId: bigint;
  readonly deposit: Money;
  readonly bonus: Money;
  readonly need: Money;
  readonly withdrawCap: Money | undefined;
  readonly depositRequired: Money;
  readonly transferId: bigint;
  readonly expiresAt: Date;
};

const grants = sql`
  select g.member_id as "memberId", g.grant_no as "grantNo", g.requirement_no as "requirementNo", g.promotion_id as "promotionId",
    g.terms ->> 'title' as title, g.deposit_id as "depositId", g.deposit_e4 as deposit, g.bonus_e4 as bonus, g.required_e4 as need,
    l.progress_e4 as now, g.withdraw_cap_e4 as "withdrawCap", g.deposit_required_e4 as "depositRequired", g.transfer_id as "transferId",
    g.granted_at as "grantedAt", g.expires_at as "expiresAt", l.state,
    l.bet_terms as "betTerms"
  from bonus_grant g join turnover_requirement l
    on l.site_id = g.site_id and l.member_id = g.member_id and l.requirement_no = g.requirement_no`;

export function findOpenGrant(database: Queryable, siteId: number, memberId: bigint): Promise<Grant | undefined> {
  return database.oneOrNone(sql`
    ${grants} where g.site_id = ${siteId} and g.member_id = ${memberId} and l.closed_at is null and l.source = 'BONUS'`);
}

export function listLatestGrants(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<Grant[]> {
  return database.rows(sql`
    ${grants} where g.site_id = ${siteId} and g.member_id = ${memberId} order by g.grant_no desc limit ${limit}`);
}

export function listEvents(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  requirementNos: readonly number[],
): Promise<GrantEvent[]> {
  return database.rows(sql`
    select requirement_no as "requirementNo", state, reason, happened_at as "happenedAt" from bonus_event
    where site_id = ${siteId} and member_id = ${memberId} and requirement_no = any(${requirementNos}::int[]) order by bonus_event_id`);
}

export async function insertGrant(tx: Transaction, siteId: number, grant: NewGrant): Promise<void> {
  await tx.execute(sql`
    insert into bonus_grant (site_id, member_id, grant_no, requirement_no, promotion_id, terms, deposit_id, deposit_e4, bonus_e4,
      required_e4, withdraw_cap_e4, deposit_required_e4, transfer_id, expires_at)
    select ${siteId}, ${grant.memberId}::bigint, coalesce(max(grant_no), 0) + 1, ${grant.requirementNo}::int, ${grant.promotionId},
      ${grant.terms}::jsonb, ${grant.depositId}::bigint, ${grant.deposit}::bigint, ${grant.bonus}::bigint,
      ${grant.need}::bigint, ${grant.withdrawCap ?? null}::bigint, ${grant.depositRequired}::bigint, ${grant.transferId}::bigint,
      ${grant.expiresAt}::timestamptz
    from bonus_grant where site_id = ${siteId} and member_id = ${grant.memberId}`);
}

export async function insertEvent(
  tx: Transaction,
  siteId: number,
  event: {
    readonly memberId: bigint;
    readonly requirementNo: number;
    readonly state: GrantState;
    readonly reason: 'granted' | 'expires_in_72h' | 'expires_in_24h';
  },
): Promise<boolean> {
  const written = await tx.execute(sql`
    insert into bonus_event (site_id, member_id, requirement_no, state, reason)
    values (${siteId}, ${event.memberId}, ${event.requirementNo}, ${event.state}, ${event.reason})
    on conflict do nothing`);
  return written === 1;
}

/** Which of these members were granted a bonus of a first deposit, also if that deposit was taken back since. */
export async function listFirstDepositBonuses(
  tx: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<bigint[]> {
  const rows = await tx.rows<{ memberId: bigint }>(sql`
    select distinct member_id as "memberId" from bonus_grant
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and terms ->> 'usable' = 'first_deposit'`);
  return rows.map(({ memberId }) => memberId);
}

/** Promotions that the member has used up today (Bangkok day). */
export async function listUsedToday(tx: Queryable, siteId: number, memberId: bigint): Promise<Set<string>> {
  const rows = await tx.rows<{ promotion_id: string }>(sql`
    select distinct promotion_id from bonus_grant
    where site_id = ${siteId} and member_id = ${memberId}
      and granted_at >= date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'`);
  return new Set(rows.map((row) => row.promotion_id));
}

/** The promotion of the grant that a deposit brought. */
export async function findPromotionOfDeposit(
  tx: Queryable,
  siteId: number,
  depositId: bigint,
): Promise<string | undefined> {
  const row = await tx.oneOrNone<{ promotion_id: string }>(sql`
    select promotion_id from bonus_grant where site_id = ${siteId} and deposit_id = ${depositId}`);
  return row?.promotion_id;
}

/** Whether no other deposit of the member has used up the right to a bonus of the first deposit. */
export async function isFirstDeposit(
  tx: Queryable,
  siteId: number,
  { memberId, depositId }: { readonly memberId: bigint; readonly depositId?: bigint },
): Promise<boolean> {
  const { isFirst } = await tx.one<{ isFirst: boolean }>(sql`
    select not exists (select from bonus_first_deposit where site_id = ${siteId} and member_id = ${memberId}
      and deposit_id is distinct from ${depositId ?? null}::bigint) as "isFirst"`);
  return isFirst;
}

export async function expiryFromNow(tx: Queryable, days: number): Promise<Date> {
  const row = await tx.one<{ at: Date }>(sql`select now() + make_interval(days => ${days}::int) as at`);
  return row.at;
}

export type Expiring = { readonly memberId: bigint; readonly requirementNo: number; readonly hoursLeft: number };

/** Whether the requirement cannot be forfeited now: see findObstacle in forfeit.ts. */
const unsettled = sql`exists (select from member_position as position where position.site_id = line.site_id
  and position.member_id = line.member_id
  and (position.open_rounds > cardinality(position.old_requirements) or line.requirement_no <= any(position.old_requirements)
    or position.wins_held_e4 > 0 or position.orphan_wins > 0 or position.disputes > 0
    or position.requested_at > line.created_at))`;

/**
 * Active bonuses that need an action, soonest first: expired ones that nothing keeps open, and those whose members are
 * not yet notified.
 */
export function listExpiring(
  database: Queryable,
  siteId: number,
  window: { readonly withinHours: number; readonly limit: number },
): Promise<Expiring[]> {
  return database.rows(sql`
    select member_id as "memberId", requirement_no as "requirementNo", extract(epoch from expires_at - now())::float8 / 3600 as "hoursLeft"
    from turnover_requirement as line
    where site_id = ${siteId} and source = 'BONUS' and state = 'active'
      and expires_at <= now() + make_interval(hours => ${window.withinHours}::int)
      and case when expires_at <= now()
        then not ${unsettled}
        else not exists (select from bonus_event as sent where sent.site_id = line.site_id and sent.member_id = line.member_id
          and sent.requirement_no = line.requirement_no
          and sent.reason = case when expires_at <= now() + interval '24 hours' then 'expires_in_24h' else 'expires_in_72h' end)
      end
    order by expires_at limit ${window.limit}`);
}

/** Records that these requirements end as soon as their play is settled. */
export async function markEnding(
  tx: Transaction,
  siteId: number,
  { memberId, requirementNos }: { readonly memberId: bigint; readonly requirementNos: readonly number[] },
): Promise<void> {
  await tx.execute(sql`
    update turnover_requirement set is_forfeit_pending = true
    where site_id = ${siteId} and member_id = ${memberId} and requirement_no = any(${requirementNos}::int[]) and not is_forfeit_pending`);
}

/**
 * Members with a bonus or code that nothing keeps open and an exclusion ends: an active one during the exclusion, and
 * one that was running when it began.
 */
export async function listExcludedWithBonus(database: Queryable, siteId: number, limit: number): Promise<bigint[]> {
  const rows = await database.rows<{ member_id: bigint }>(sql`
    select distinct line.member_id from member
    join turnover_requirement as line using (site_id, member_id)
    where site_id = ${siteId} and member.play_break_until is not null
      and line.closed_at is null and line.source in ('BONUS', 'ITEMCODE')
      and (line.is_forfeit_pending or (line.state = 'active' and member.play_break_until > now() and member.is_self_excluded)) and not ${unsettled}
    limit ${limit}`);
  return rows.map((row) => row.member_id);
}

export async function findChosenPromotion(
  database: Queryable,
  siteId: number,
  memberId: bigint,
): Promise<string | undefined> {
  const row = await database.oneOrNone<{ promotion_id: string }>(sql`
    select promotion_id from bonus_choice where site_id = ${siteId} and member_id = ${memberId}`);
  return row?.promotion_id;
}

export async function setChoice(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  promotionId: string | undefined,
): Promise<void> {
  if (promotionId === undefined) {
    await database.execute(sql`delete from bonus_choice where site_id = ${siteId} and member_id = ${memberId}`);
    return;
  }
  await database.execute(sql`
    insert into bonus_choice (site_id, member_id, promotion_id) values (${siteId}, ${memberId}, ${promotionId})
    on conflict (site_id, member_id) do update set promotion_id = excluded.promotion_id, chosen_at = excluded.chosen_at`);
}
