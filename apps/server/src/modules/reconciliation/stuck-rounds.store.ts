// SQL of stuck rounds and of members with debt. Rows in, rows out.

import type { RoundName } from '#core/transaction-names';
import { type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { Bet } from '#modules/wallet';

const SHOWN_MAX = 200;

export type ProviderRoundState = 'settled' | 'open' | 'voided' | 'unknown' | 'no_response';

// ── rounds that stay open ────────────────────────────────────────────────────────────────────────────────────────────

export type OldRound = RoundName & { readonly openedAt: Date; readonly ageHours: number; readonly spins: number };

/** Rounds open for so long that were not queried in that time. */
export function listRoundsToQuery(
  database: Queryable,
  siteId: number,
  minutes: number,
  limit: number,
): Promise<OldRound[]> {
  return database.rows(sql`
    select member_id as "memberId", provider, round_id as "roundId", opened_at as "openedAt",
      (extract(epoch from now() - opened_at) / 3600)::int as "ageHours", free_spins as spins
    from game_round round
    where site_id = ${siteId} and is_marked_open and state = 'open' and opened_at < now() - make_interval(mins => ${minutes}::int)
      and not exists (
        select from stuck_round stuck where stuck.site_id = ${siteId} and stuck.member_id = round.member_id
          and stuck.provider = round.provider and stuck.round_id = round.round_id
          and stuck.last_queried_at > now() - make_interval(mins => ${minutes}::int))
    order by opened_at limit ${limit}
  `);
}

export async function recordProviderState(
  database: Queryable,
  siteId: number,
  of: RoundName & { readonly providerState: ProviderRoundState; readonly transactions: string },
): Promise<void> {
  await database.execute(sql`
    insert into stuck_round as stuck (site_id, member_id, provider, round_id, provider_state, transactions)
    values (${siteId}, ${of.memberId}, ${of.provider}, ${of.roundId}, ${of.providerState}, ${of.transactions}::jsonb)
    on conflict (site_id, member_id, provider, round_id) do update set last_queried_at = excluded.last_queried_at,
      query_count = stuck.query_count + 1, provider_state = excluded.provider_state,
      transactions = case when excluded.provider_state = 'no_response' then stuck.transactions else excluded.transactions end
  `);
}

/** Amounts are texts of THB/4. */
export type StoredTransaction = {
  readonly operation: string;
  readonly txId: string;
  readonly refTxId?: string;
  readonly amount: string;
  readonly amountText: string;
  readonly playerId: string;
  readonly validBet?: string;
  readonly positions?: readonly { readonly type: string; readonly stake: string; readonly pushed: string }[];
};

export type StuckRow = RoundName & {
  readonly playerId: string;
  readonly gameCode: string;
  readonly stake: Money;
  readonly bets: readonly Pick<Bet, 'txId' | 'state'>[];
  readonly openedAt: Date;
  readonly providerState: ProviderRoundState;
  readonly timesQueried: number;
  readonly transactions: readonly StoredTransaction[];
};

const stuckRow = sql`round.member_id as "memberId", member.player_id as "playerId", round.provider, round.round_id as "roundId", round.game_code as "gameCode",
  round.stake_e4 as stake, round.bets, round.opened_at as "openedAt", stuck.provider_state as "providerState", stuck.query_count as "timesQueried",
  stuck.transactions
  from game_round round join stuck_round stuck using (site_id, member_id, provider, round_id)
    join member using (site_id, member_id)`;

/** Open rounds that were queried, the oldest first, without those whose free spins wait by both records. */
export function stuckRounds(database: Queryable, siteId: number, limit: number): Promise<StuckRow[]> {
  return database.rows(sql`
    select ${stuckRow} where site_id = ${siteId} and round.is_marked_open and round.state = 'open'
      and not (round.free_spins > 0 and stuck.provider_state in ('open', 'no_response')) order by round.opened_at limit ${limit}
  `);
}

export function stuckRoundsOf(
  database: Queryable,
  siteId: number,
  of: { readonly provider: string; readonly roundId: string },
): Promise<StuckRow[]> {
  return database.rows(sql`
    select ${stuckRow} where site_id = ${siteId} and round.provider = ${of.provider}
      and round.round_id = ${of.roundId} and round.is_marked_open and round.state = 'open'
  `);
}

// ── members with debt ────────────────────────────────────────────────────────────────────────────────────────────────

/** Members with debt, the largest first. */
export function owingMembers(database: Queryable, siteId: number): Promise<{ memberId: bigint; amount: Money }[]> {
  return database.rows(sql`
    select owner_id as "memberId", -balance_e4 as amount from ledger_balance
    where site_id = ${siteId} and kind = account_kind('receivable') and balance_e4 < 0
    order by balance_e4, owner_id limit ${SHOWN_MAX}
  `);
}
