// SQL of the rounds shown to a member. Contains no decisions.

import { type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { NotCounted } from '#modules/wallet';

export type OpenRoundRow = {
  readonly roundId: string;
  readonly provider: string;
  readonly gameCode: string;
  readonly stake: Money;
  readonly openedAt: Date;
  /** Free spins that wait. */
  readonly freeSpins: number;
};

export function openRounds(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<OpenRoundRow[]> {
  return database.rows(sql`
    select round_id as "roundId", provider, game_code as "gameCode", stake_e4 as stake, opened_at as "openedAt",
      free_spins as "freeSpins"
    from open_round where site_id = ${siteId} and member_id = ${memberId}
    order by opened_at desc limit ${limit}
  `);
}

export async function hasOpenRound(
  database: Queryable,
  siteId: number,
  at: { readonly memberId: bigint; readonly provider: string; readonly gameCode: string },
): Promise<boolean> {
  const row = await database.oneOrNone(sql`
    select 1 from open_round where site_id = ${siteId} and member_id = ${at.memberId}
      and provider = ${at.provider} and game_code = ${at.gameCode} limit 1
  `);
  return row !== undefined;
}

export type PastRound = OpenRoundRow & {
  readonly state: 'open' | 'closed' | 'void';
  readonly payout: Money;
  /** The held part of the payout. */
  readonly held: Money;
  readonly turnover: Money;
  /** Why its settled bets counted less than their stake. */
  readonly notCounted: NotCounted | null;
  readonly settledAt: Date | null;
  /** How an operator ended its waiting free spins. */
  readonly spinDecision: {
    readonly decision: 'settled' | 'voided';
    readonly spins: number;
    readonly amount: string;
    readonly notice: string;
  } | null;
  /** Microseconds since 1970: exact, where a Date is cut to milliseconds. */
  readonly openedMicros: bigint;
};

/** The last months, limited to Bangkok days, both ends included. */
export type Within = { readonly months: number; readonly from?: string | undefined; readonly to?: string | undefined };

export type RoundPosition = { readonly openedMicros: bigint; readonly provider: string; readonly roundId: string };

const pastRound = sql`
  round_id as "roundId", provider, game_code as "gameCode", stake_e4 as stake, payout_e4 as payout,
  turnover_e4 as turnover,
  (select coalesce(sum(held.amount_e4), 0)::bigint from held_win held where held.site_id = game_round.site_id
    and held.member_id = game_round.member_id and held.provider = game_round.provider
    and held.round_id = game_round.round_id and held.state = 'held') as held,
  jsonb_path_query_first(bets, '$[*].notCounted') #>> '{}' as "notCounted", state, opened_at as "openedAt", settled_at as "settledAt",
  free_spins as "freeSpins",
  (select jsonb_build_object('decision', decided.decision, 'spins', decided.spins, 'amount', decided.amount_e4::text,
      'notice', decided.notice)
    from free_spin_decision as decided where decided.site_id = game_round.site_id and decided.member_id = game_round.member_id
      and decided.provider = game_round.provider and decided.round_id = game_round.round_id) as "spinDecision",
  (extract(epoch from opened_at) * 1000000)::bigint as "openedMicros"`;

/** Newest first, from after a position on; the index game_round_by_time serves it at any depth. */
export function pastRounds(
  database: Queryable,
  siteId: number,
  of: {
    readonly memberId: bigint;
    readonly within: Within;
    readonly after: RoundPosition | undefined;
    readonly limit: number;
  },
): Promise<PastRound[]> {
  const { after, within } = of;
  const { months, from, to } = within;
  const kept = sql`(date_trunc('day', now() at time zone 'Asia/Bangkok') - make_interval(months => ${months}::int)) at time zone 'Asia/Bangkok'`;
  const since = from ? sql`and opened_at >= (${from}::date)::timestamp at time zone 'Asia/Bangkok'` : sql``;
  const until = to ? sql`and opened_at < (${to}::date + 1)::timestamp at time zone 'Asia/Bangkok'` : sql``;
  const at = sql`to_timestamp(0) + ${after?.openedMicros ?? 0n}::bigint * interval '1 microsecond'`;
  const later = after
    ? sql`and opened_at <= ${at} and (opened_at < ${at} or (provider, round_id) > (${after.provider}, ${after.roundId}))`
    : sql``;
  return database.rows(sql`
    select ${pastRound} from game_round where site_id = ${siteId} and member_id = ${of.memberId} and opened_at >= ${kept} ${since} ${until} ${later}
    order by opened_at desc, provider, round_id limit ${of.limit}
  `);
}

export function roundByName(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly provider: string; readonly roundId: string },
): Promise<PastRound | undefined> {
  return database.oneOrNone(sql`
    select ${pastRound} from game_round where site_id = ${siteId} and member_id = ${of.memberId}
      and provider = ${of.provider} and round_id = ${of.roundId}
  `);
}
