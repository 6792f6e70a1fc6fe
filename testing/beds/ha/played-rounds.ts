// Rounds of the past for tests that need many rows: a bet and a win of equal amounts each, written set-based.
//
// Always true: the audit is clean: no balance changes, each transfer continues the balances of its member and the
// sequence of its lane. Nothing else writes the site meanwhile. The rounds are of the hour before the last one.

import { type Database, sql } from '@chaba/database';
import { chart } from '@chaba/server/core/chart-of-accounts';

/** A baht. */
const STAKE = 10_000n;
const ROUNDS_AT_ONCE = 50_000;

/** Adds `rounds` rounds (two wallet transactions each) to members with money in the game wallet, in turn. */
export async function addPlayedRounds(
  owner: Database,
  siteId: number,
  { memberIds, rounds }: { readonly memberIds: readonly bigint[]; readonly rounds: number },
): Promise<void> {
  const [game, games] = [chart.game.kind, chart.games.kind];
  await owner.execute(sql`
    insert into ledger_house_balance (site_id, kind, lane, balance_e4)
    select site_id, ${games}::smallint, lane, 0 from ledger_lane where site_id = ${siteId} on conflict do nothing`);
  for (let first = 0; first < rounds; first += ROUNDS_AT_ONCE) {
    const end = Math.min(rounds, first + ROUNDS_AT_ONCE);
    await owner.execute(sql`
      with round as (
        select member_id, balance_e4 as after, 'past-' || place as round_id, l.lane, last_sequence,
          row_number() over (partition by l.lane order by place) as of_lane,
          date_trunc('hour', now()) - interval '2 hours' + place * interval '1 hour' / ${rounds}::int as at
        from generate_series(${first}::int, ${end - 1}::int) as place
        cross join lateral (select (${[...memberIds]}::bigint[])[1 + place % ${memberIds.length}::int] as member_id) as player
        join ledger_lane as l on l.site_id = ${siteId} and l.lane = member_id % l.lane_count
        join ledger_balance as b on b.site_id = ${siteId} and b.owner_id = member_id and b.kind = ${game}
      ), moved as (
        insert into ledger_transfer (site_id, owner_id, transfer_id, created_at, from_kind, to_kind, amount_e4,
          from_balance_e4, to_balance_e4, reason, key)
        select ${siteId}, member_id, (last_sequence + 2 * of_lane - is_bet::int) * 64 + lane, at,
          case when is_bet then ${game}::smallint else ${games}::smallint end,
          case when is_bet then ${games}::smallint else ${game}::smallint end, ${STAKE}::bigint,
          case when is_bet then after - ${STAKE} end, case when not is_bet then after end,
          operation, 'test:' || round_id || '-' || operation
        from round cross join (values (true, 'bet'), (false, 'win')) as side (is_bet, operation)
      ), counted as (
        update ledger_lane as l set last_sequence = l.last_sequence + 2 * added
        from (select lane, count(*) as added from round group by 1) as of_lane
        where l.site_id = ${siteId} and l.lane = of_lane.lane
      ), called as (
        insert into wallet_transaction (site_id, member_id, created_at, amount_e4, balance_before_e4, balance_after_e4,
          tx_hash, operation, provider, tx_id, ref_tx_id, round_id, game_code)
        select ${siteId}, member_id, at, ${STAKE}::bigint, case when is_bet then after else after - ${STAKE} end,
          case when is_bet then after - ${STAKE} else after end,
          encode(substr(sha256(convert_to('test|' || member_id || '|' || round_id || '-' || operation, 'UTF8')), 1, 16), 'hex')::uuid,
          operation, 'test', round_id || '-' || operation, case when not is_bet then round_id || '-bet' end, round_id, 'test-slot'
        from round cross join (values (true, 'bet'), (false, 'win')) as side (is_bet, operation)
      )
      insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4,
        bets, opened_at, settled_at)
      select ${siteId}, member_id, 'test', round_id, 'test-slot', 'closed', ${STAKE}::bigint, ${STAKE}::bigint, ${STAKE}::bigint,
        jsonb_build_array(jsonb_build_object('txId', round_id || '-bet', 'stake', ${STAKE.toString()}::text, 'state', 'settled',
          'by', round_id || '-win')), at, at
      from round`);
  }
}
