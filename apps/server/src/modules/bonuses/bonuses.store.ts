// SQL of bonuses. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';

import { parseStored, type StoredBetTerms } from './bet-terms.ts';
import type { TurnoverRequirement, TurnoverSource } from './turnover.ts';

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
  line_no: number;
  source: TurnoverSource;
  cause_id: string;
  need_e4: Money;
  now_e4: Money;
  withdraw_cap_e4: Money | null;
  own_e4: Money;
  bonus_e4: Money;
  deposit_e4: Money;
  paid_e4: Money;
  created_at: Date;
  expires_at: Date | null;
  is_ending: boolean;
  bet_terms: StoredBetTerms | null;
};

export async function listOpenRequirements(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<TurnoverRequirement[]> {
  const rows = await database.rows<RequirementRow>(sql`
    select member_id, line_no, source, cause_id, need_e4, now_e4, withdraw_cap_e4, own_e4, bonus_e4, deposit_e4, paid_e4, created_at,
      expires_at, is_ending, bet_terms
    from turnover_requirement
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and closed_at is null
    order by member_id, line_no
  `);
  return rows.map((row) => ({
    memberId: row.member_id,
    requirementNo: row.line_no,
    source: row.source,
    causeId: row.cause_id,
    required: row.need_e4,
    progress: row.now_e4,
    withdrawCap: row.withdraw_cap_e4 ?? undefined,
    own: row.own_e4,
    bonus: row.bonus_e4,
    deposit: row.deposit_e4,
    paid: row.paid_e4,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    isEnding: row.is_ending,
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
  const row = await tx.oneOrNone<{ line_no: number }>(sql`
    insert into turnover_requirement (site_id, member_id, line_no, source, cause_id, need_e4, withdraw_cap_e4, own_e4, bonus_e4, deposit_e4,
      expires_at, bet_terms, state)
    select ${siteId}, ${memberId}::bigint, coalesce(max(line_no), 0) + 1, ${source}, ${causeId}, ${required}::bigint,
      ${withdrawCap ?? null}::bigint, ${bound?.own ?? 0n}::bigint, ${bound?.bonus ?? 0n}::bigint, ${bound?.deposit ?? 0n}::bigint,
      ${expiresAt ?? null}::timestamptz, ${bets ? JSON.stringify(bets) : null}::jsonb,
      case when ${required}::bigint = 0 then 'complete' else 'active' end
    from turnover_requirement where site_id = ${siteId} and member_id = ${memberId}
    on conflict (site_id, member_id, source, cause_id) do nothing
    returning line_no
  `);
  return row?.line_no;
}

export async function updateRequirements(
  tx: Transaction,
  siteId: number,
  lines: readonly TurnoverRequirement[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.execute(sql`
    with changed as (
      update turnover_requirement as line set now_e4 = filled.now_e4, own_e4 = filled.own_e4,
        state = case when filled.now_e4 = line.need_e4 then 'complete' else 'active' end
      from unnest(${lines.map((line) => line.memberId)}::bigint[], ${lines.map((line) => line.requirementNo)}::int[],
        ${lines.map((line) => line.progress)}::bigint[], ${lines.map((line) => line.own)}::bigint[])
        as filled (member_id, line_no, now_e4, own_e4)
      join turnover_requirement as was on was.site_id = ${siteId} and was.member_id = filled.member_id
        and was.line_no = filled.line_no
      where line.site_id = ${siteId} and line.member_id = filled.member_id and line.line_no = filled.line_no
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
      ${lines.map((line) => line.deposit)}::bigint[]) as bound (member_id, line_no, own_e4, bonus_e4, deposit_e4)
    where line.site_id = ${siteId} and line.member_id = bound.member_id and line.line_no = bound.line_no
  `);
}

/**
 * Prizes that arrived while an exclusion was ending this requirement, for each newer one that they are under: their
 * rounds are below both. The oldest ending requirement has them.
 */
export async function listPrizesBeside(
  tx: Transaction,
  siteId: number,
  { memberId, requirementNo }: Pick<TurnoverRequirement, 'memberId' | 'requirementNo'>,
): Promise<ReadonlyMap<number, Money>> {
  const rows = await tx.rows<{ line_no: number; prizes_e4: Money }>(sql`
    select newer.line_no, sum(round.payout_e4)::bigint as prizes_e4
    from turnover_requirement as newer
    join game_round as round on round.site_id = newer.site_id and round.member_id = newer.member_id
      and round.opened_at > newer.created_at and round.line_no < ${requirementNo} and round.bets = '[]'
    where newer.site_id = ${siteId} and newer.member_id = ${memberId} and newer.line_no > ${requirementNo}
      and newer.closed_at is null and not newer.is_ending
      and not exists (select from turnover_requirement as older where older.site_id = ${siteId}
        and older.member_id = ${memberId} and older.is_ending and older.line_no > round.line_no
        and older.line_no < ${requirementNo})
      and exists (select from ledger_transfer as prize where prize.site_id = ${siteId} and prize.owner_id = ${memberId}
        and prize.created_at = round.opened_at and prize.from_kind = ${chart.awards.kind}
        and prize.from_kind <> 102 and prize.to_kind <> 102)
    group by newer.line_no`);
  return new Map(rows.map((row) => [row.line_no, row.prizes_e4]));
}

/**
 * History of bonuses: statements that change requirements provide them as 'changed' with 'state_before'; this part
 * inserts the events of bonus requirements in the same statement.
 */
export const insertEvents = (reason?: 'by_exclusion') => sql`inserted_events as (
  insert into bonus_event (site_id, member_id, line_no, state, reason)
  select site_id, member_id, line_no, state, coalesce(${reason ?? null}::text, case state
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
      select member_id, line_no, state from turnover_requirement
      where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and closed_at is null
    ), changed as (
      update turnover_requirement as line set state = ${state}, closed_at = transaction_timestamp()
      from was where line.site_id = ${siteId} and line.member_id = was.member_id and line.line_no = was.line_no
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
