// SQL of bonuses. Contains no decisions.

import { type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { parseStored, type StoredBetTerms, type TurnoverRequirement, type TurnoverSource } from '#modules/turnover';

export type NewRequirement = {
  readonly memberId: bigint;
  readonly source: TurnoverSource;
  readonly required: Money;
  /** The cause; a repeated cause changes nothing. */
  readonly causeId: string;
  /** Maximum that may leave while this requirement is open. */
  readonly withdrawCap?: Money;
  readonly expiresAt?: Date;
  /** Bet terms until it is met. */
  readonly bets?: StoredBetTerms;
  /** For a bonus or code: its worth, its deposit, and the member's own money at the start. */
  readonly bound?: { readonly own: Money; readonly bonus: Money; readonly deposit: Money };
};

type RequirementRow = {
  member_id: bigint;
  requirement_no: number;
  source: TurnoverSource;
  cause_id: string;
  required_e4: Money;
  progress_e4: Money;
  withdraw_cap_e4: Money | null;
  own_e4: Money;
  bonus_e4: Money;
  deposit_e4: Money;
  sent_e4: Money;
  created_at: Date;
  expires_at: Date | null;
  is_forfeit_pending: boolean;
  bet_terms: StoredBetTerms | null;
};

export async function listOpenRequirements(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<TurnoverRequirement[]> {
  const rows = await database.rows<RequirementRow>(sql`
    select member_id, requirement_no, source, cause_id, required_e4, progress_e4, withdraw_cap_e4, own_e4, bonus_e4, deposit_e4, sent_e4, created_at,
      expires_at, is_forfeit_pending, bet_terms
    from turnover_requirement
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and closed_at is null
    order by member_id, requirement_no
  `);
  return rows.map((row) => ({
    memberId: row.member_id,
    requirementNo: row.requirement_no,
    source: row.source,
    causeId: row.cause_id,
    required: row.required_e4,
    progress: row.progress_e4,
    withdrawCap: row.withdraw_cap_e4 ?? undefined,
    own: row.own_e4,
    bonus: row.bonus_e4,
    deposit: row.deposit_e4,
    paid: row.sent_e4,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    isEnding: row.is_forfeit_pending,
    terms: row.bet_terms === null ? undefined : parseStored(row.bet_terms),
  }));
}

/** The number of the new requirement; undefined if this cause already made one. */
export async function insertRequirement(
  tx: Transaction,
  siteId: number,
  line: NewRequirement,
): Promise<number | undefined> {
  const { memberId, source, required, causeId, withdrawCap, expiresAt, bets, bound } = line;
  const row = await tx.oneOrNone<{ requirement_no: number }>(sql`
    insert into turnover_requirement (site_id, member_id, requirement_no, source, cause_id, required_e4, withdraw_cap_e4, own_e4, bonus_e4, deposit_e4,
      expires_at, bet_terms, state)
    select ${siteId}, ${memberId}::bigint, coalesce(max(requirement_no), 0) + 1, ${source}, ${causeId}, ${required}::bigint,
      ${withdrawCap ?? null}::bigint, ${bound?.own ?? 0n}::bigint, ${bound?.bonus ?? 0n}::bigint, ${bound?.deposit ?? 0n}::bigint,
      ${expiresAt ?? null}::timestamptz, ${bets ? JSON.stringify(bets) : null}::jsonb,
      case when ${required}::bigint = 0 then 'complete' else 'active' end
    from turnover_requirement where site_id = ${siteId} and member_id = ${memberId}
    on conflict (site_id, member_id, source, cause_id) do nothing
    returning requirement_no
  `);
  return row?.requirement_no;
}

export async function updateRequirements(
  tx: Transaction,
  siteId: number,
  lines: readonly TurnoverRequirement[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.execute(sql`
    with changed as (
      update turnover_requirement as line set progress_e4 = filled.progress_e4, own_e4 = filled.own_e4,
        state = case when filled.progress_e4 = line.required_e4 then 'complete' else 'active' end
      from unnest(${lines.map((line) => line.memberId)}::bigint[], ${lines.map((line) => line.requirementNo)}::int[],
        ${lines.map((line) => line.progress)}::bigint[], ${lines.map((line) => line.own)}::bigint[])
        as filled (member_id, requirement_no, progress_e4, own_e4)
      join turnover_requirement as was on was.site_id = ${siteId} and was.member_id = filled.member_id
        and was.requirement_no = filled.requirement_no
      where line.site_id = ${siteId} and line.member_id = filled.member_id and line.requirement_no = filled.requirement_no
        and line.closed_at is null
      returning line.*, was.state as state_before
    ), ${insertEvents()} select 1
  `);
}

/** Stores the money that requirements of bonuses and codes bind. */
export async function updateBoundMoney(
  tx: Transaction,
  siteId: number,
  lines: readonly TurnoverRequirement[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.execute(sql`
    update turnover_requirement as line set own_e4 = bound.own_e4, bonus_e4 = bound.bonus_e4, deposit_e4 = bound.deposit_e4
    from unnest(${lines.map((line) => line.memberId)}::bigint[], ${lines.map((line) => line.requirementNo)}::int[],
      ${lines.map((line) => line.own)}::bigint[], ${lines.map((line) => line.bonus)}::bigint[],
      ${lines.map((line) => line.deposit)}::bigint[]) as bound (member_id, requirement_no, own_e4, bonus_e4, deposit_e4)
    where line.site_id = ${siteId} and line.member_id = bound.member_id and line.requirement_no = bound.requirement_no
  `);
}

type RequirementName = Pick<TurnoverRequirement, 'memberId' | 'requirementNo'>;

/**
 * Rounds that began while an exclusion was ending this requirement, each with the newer open ones that it is under: its
 * number is below both. The oldest ending requirement has them. A free round may have such a number because of the paid
 * round that granted it; it began beside the requirement if that round did.
 */
const roundsBeside = (siteId: number, { memberId, requirementNo }: RequirementName): Sql => sql`
  select newer.requirement_no, round.provider, round.round_id, round.state, round.payout_e4, round.bets
  from turnover_requirement as newer
  join game_round as round on round.site_id = newer.site_id and round.member_id = newer.member_id
    and round.opened_at > newer.created_at and round.newest_requirement_no < ${requirementNo}
  left join lateral (
    select granting.opened_at from game_round as granting
    where round.bets @? '$[0] ? (exists(@.isFree) && !exists(@.isCampaign))' and round.stake_e4 = 0
      and granting.site_id = ${siteId} and granting.member_id = ${memberId} and granting.provider = round.provider
      and granting.game_code = round.game_code and granting.stake_e4 > 0 and granting.opened_at < round.opened_at
      and granting.opened_at > round.opened_at - interval '30 days'
    order by granting.opened_at desc limit 1
  ) as granted on true
  where newer.site_id = ${siteId} and newer.member_id = ${memberId} and newer.requirement_no > ${requirementNo}
    and newer.closed_at is null and not newer.is_forfeit_pending
    and coalesce(granted.opened_at, round.opened_at) > newer.created_at
    and not exists (select from turnover_requirement as older where older.site_id = ${siteId}
      and older.member_id = ${memberId} and older.is_forfeit_pending and older.closed_at is null
      and older.requirement_no > round.newest_requirement_no and older.requirement_no < ${requirementNo})`;

/** The results of these rounds so far, payouts less settled stakes, by the number of the newer requirement. */
export async function listResultsBeside(
  tx: Transaction,
  siteId: number,
  requirement: RequirementName,
): Promise<ReadonlyMap<number, Money>> {
  const rows = await tx.rows<{ requirement_no: number; results_e4: Money }>(sql`
    select requirement_no, sum(payout_e4 - coalesce((select sum((bet ->> 'stake')::bigint) from jsonb_array_elements(bets) as bet
      where bet ->> 'state' = 'settled'), 0))::bigint as results_e4
    from (${roundsBeside(siteId, requirement)}) as beside group by requirement_no`);
  return new Map(rows.map((row) => [row.requirement_no, row.results_e4]));
}

/** Puts those of these rounds that are open under the newer requirement by number, after this one ended. */
export async function bindRoundsBeside(tx: Transaction, siteId: number, requirement: RequirementName): Promise<void> {
  await tx.execute(sql`
    update game_round as round set newest_requirement_no = beside.requirement_no
    from (select provider, round_id, max(requirement_no) as requirement_no from (${roundsBeside(siteId, requirement)}) as each
      where state = 'open' group by provider, round_id) as beside
    where round.site_id = ${siteId} and round.member_id = ${requirement.memberId} and round.provider = beside.provider
      and round.round_id = beside.round_id`);
}

/**
 * History of bonuses: statements that change requirements provide them as 'changed' with 'state_before'; this part
 * inserts the events of bonus requirements in the same statement.
 */
export const insertEvents = (reason?: 'by_exclusion') => sql`inserted_events as (
  insert into bonus_event (site_id, member_id, requirement_no, state, reason)
  select site_id, member_id, requirement_no, state, coalesce(${reason ?? null}::text, case state
    when 'active' then 'turnover_taken_back' when 'complete' then 'turnover_met' when 'closed' then 'withdrawn'
    when 'lost' then 'balance_gone' when 'expired' then 'time_over' when 'revoked' then 'by_operator'
    else 'by_member' end)
  from changed where source = 'BONUS' and state <> state_before
)`;

export async function closeRequirements(
  tx: Transaction,
  siteId: number,
  memberIds: readonly bigint[],
  state: 'lost',
): Promise<void> {
  await tx.execute(sql`
    with was as (
      select member_id, requirement_no, state from turnover_requirement
      where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and closed_at is null
    ), changed as (
      update turnover_requirement as line set state = ${state}, closed_at = transaction_timestamp()
      from was where line.site_id = ${siteId} and line.member_id = was.member_id and line.requirement_no = was.requirement_no
      returning line.*, was.state as state_before
    ), ${insertEvents()} select 1
  `);
}

export async function closeCompleteRequirements(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  requestedAt: Date,
): Promise<void> {
  await tx.execute(sql`
    with changed as (
      update turnover_requirement set state = 'closed', closed_at = transaction_timestamp()
      where site_id = ${siteId} and member_id = ${memberId} and state = 'complete' and created_at <= ${requestedAt}
      returning turnover_requirement.*, 'complete'::text as state_before
    ), ${insertEvents()} select 1
  `);
}

/** False if the requirement is not open. */
export async function closeLine(
  tx: Transaction,
  siteId: number,
  line: { readonly memberId: bigint; readonly requirementNo: number },
  state: 'closed' | 'expired' | 'cancelled' | 'revoked',
  reason?: 'by_exclusion',
): Promise<boolean> {
  const { count } = await tx.one<{ count: bigint }>(sql`
    with was as (
      select state from turnover_requirement
      where site_id = ${siteId} and member_id = ${line.memberId} and requirement_no = ${line.requirementNo} and closed_at is null
    ), changed as (
      update turnover_requirement as line set state = ${state}, closed_at = now()
      from was where line.site_id = ${siteId} and line.member_id = ${line.memberId} and line.requirement_no = ${line.requirementNo}
      returning line.*, was.state as state_before
    ), ${insertEvents(reason)} select count(*) as count from changed`);
  return count === 1n;
}
