// Audit rules: wallet transactions, rounds and held wins against the journal, in both directions.
//
// Always true: derived from docs/money-flows.md and the tables only, so an error of the wallet code is not repeated
// here.
//
// Elsewhere: fragments (scope.store.ts), routes of play transfers (journal-rules.store.ts).

import { type Sql, sql } from '@chaba/database';

import { inBaht, type Rule, type Scope, transactionHash, selectTransfer } from './scope.store.ts';

/** Reasons of transfers caused by provider requests. */
export const PLAY_REASONS: readonly string[] = [
  'bet',
  'tip',
  ...['win', 'award', 'void', 'adjust'].flatMap((reason) => [
    reason,
    ...['repays', 'capped', 'removed'].map((ending) => `${reason} ${ending}`),
  ]),
  'win held',
  'award held',
  'adjust held',
  'reverse',
  'reverse held',
  'reverse capped',
  'reverse removed',
  'owed',
];

export const playRules: readonly Rule[] = [
  { name: 'a wallet transaction has the money it states', cost: 'since', find: transactionsHaveMoney },
  { name: 'a rollback has the money it moved', cost: 'since', find: rollbacksHaveMoney },
  { name: 'a wallet transaction states a balance that the member had', cost: 'whole', find: statedBalances },
  { name: 'a wallet transaction is stored under its hash', cost: 'since', find: storedUnderHash },
  { name: 'a bet is recorded in its round', cost: 'since', find: betsStandInRounds },
  { name: 'a round has the calls of its bets', cost: 'since', find: roundsHaveCalls },
  { name: 'a round is the sum of its bets', cost: 'since', find: roundsAddUp },
  { name: 'the payout of a round equals that of its wins', cost: 'since', find: roundsPayWins },
  { name: 'a win or an award has its round', cost: 'since', find: winsHaveRounds },
  { name: 'the journal contains the payout of a win', cost: 'since', find: winsArePaid },
  { name: 'a cancelled bet has its stake back', cost: 'since', find: stakesAreBack },
  { name: 'a rollback cancelled its target', cost: 'since', find: rollbacksCancelled },
  { name: 'a cancelled transaction has its rollback', cost: 'since', find: cancelledByRollback },
  { name: 'a held win equals its amount in the journal', cost: 'whole', find: heldWinsAreHeld },
  { name: 'a decided win has the transfers of the decision', cost: 'since', find: decisionsHaveTransfers },
  { name: 'an applied orphan win is a wallet transaction', cost: 'since', find: orphansAreApplied },
  { name: 'a correction belongs to a round that was corrected', cost: 'whole', find: correctionsHaveRounds },
];

const calls = ({ site, since }: Scope): Sql => sql`
  select site_id, member_id, provider, tx_id, operation, ref_tx_id, round_id, game_code, amount_e4, created_at,
    balance_before_e4 as before_e4, balance_after_e4 as after_e4, provider || ':' || tx_id as key
  from wallet_transaction where ${site(sql`site_id`)} and ${since(sql`created_at`)}`;

/** Amount moved per key, positive to the member: by the request itself, as a debt, and by its rollback. */
const money = ({ site, since }: Scope): Sql => sql`
  select site_id, owner_id as member_id, key,
    sum(net_e4) filter (where not is_undo and reason <> 'owed' and not is_removal) as own_e4,
    sum(net_e4) filter (where reason = 'owed') as debt_e4,
    sum(net_e4) filter (where is_undo and not is_removal) as undo_e4,
    sum(game_e4) filter (where not is_undo) as own_game_e4,
    sum(game_e4) filter (where is_undo) as undo_game_e4,
    (max(array[transfer_id, balance_e4]) filter (where balance_e4 is not null and not is_undo))[2] as own_after_e4,
    (max(array[transfer_id, balance_e4]) filter (where balance_e4 is not null and is_undo))[2] as undo_after_e4
  from (select *, split_part(reason, ' ', 1) in ('void', 'reverse') as is_undo,
      from_kind in (account_kind('residual'), account_kind('residualTaken')) or to_kind in (account_kind('residual'), account_kind('residualTaken')) as is_removal,
      case when from_kind >= 100 then amount_e4 else -amount_e4 end as net_e4,
      case 1 when to_kind then amount_e4 when from_kind then -amount_e4 else 0 end as game_e4,
      case 1 when to_kind then to_balance_e4 when from_kind then from_balance_e4 end as balance_e4
    from ledger_transfer
    where reason = any(${PLAY_REASONS}::text[]) and ${site(sql`site_id`)} and ${since(sql`created_at`)}) as leg
  group by site_id, owner_id, key`;

const bets = ({ site, since }: Scope): Sql => sql`
  select site_id, member_id, provider, round_id, bet ->> 'txId' as tx_id, bet ->> 'state' as state, bet ->> 'by' as by,
    (bet ->> 'stake')::bigint as stake_e4, coalesce((bet ->> 'isFree')::boolean, false) as is_free
  from game_round, jsonb_array_elements(bets) as bet where ${site(sql`site_id`)} and ${since(sql`opened_at`)}`;

/** Amount that a win or an award pays after its corrections. */
const paysNow = sql`case when not round.corrected_wins ? call.tx_id then call.amount_e4
  when round.corrected_wins ->> call.tx_id = 'void' then 0 else (round.corrected_wins ->> call.tx_id)::bigint end`;

/** An award without a round has a round of its own. */
const roundOfCall = sql`case when call.operation = 'award' and call.round_id = '' then 'award:' || call.tx_id else call.round_id end`;

const isCall = (of: { site: Sql; provider: Sql; member: Sql; tx: Sql }, condition: Sql): Sql => sql`exists (
  select from wallet_transaction as named where named.site_id = ${of.site} and ${condition}
    and named.tx_hash = ${transactionHash(of.provider, of.member, of.tx)})`;

function transactionsHaveMoney(scope: Scope): Sql {
  const isFreeBet = sql`exists (select from game_round as round where round.site_id = call.site_id and round.member_id = call.member_id
    and round.provider = call.provider and round.round_id = call.round_id
    and round.bets @> jsonb_build_array(jsonb_build_object('txId', call.tx_id, 'isFree', true)))`;
  return sql`
    select site_id, format('member %s %s %s: states %s from %s to %s, journal %s to %s', member_id, coalesce(call.operation, 'nothing'), key,
      ${inBaht(sql`call.amount_e4`)}, ${inBaht(sql`call.before_e4`)}, ${inBaht(sql`call.after_e4`)}, ${inBaht(sql`own_e4`)},
      ${inBaht(sql`own_after_e4`)}) as detail
    from (${calls(scope)}) as call
    full join (select * from (${money(scope)}) as any_money where own_e4 is not null) as money using (site_id, member_id, key)
    where call.operation is null
      or call.after_e4 <> own_after_e4
      or (call.operation not in ('rollback', 'tombstone') and call.after_e4 - call.before_e4 <> coalesce(own_game_e4, 0))
      or case when call.operation = 'bet' and own_e4 is null and call.amount_e4 > 0 then not ${isFreeBet}
        when call.operation in ('bet', 'tip') then coalesce(own_e4, 0) <> -call.amount_e4
        when call.operation in ('win', 'award') then coalesce(own_e4, 0) <> call.amount_e4
        when call.operation = 'adjust' then false
        else own_e4 is not null end
    limit 20`;
}

function rollbacksHaveMoney(scope: Scope): Sql {
  return sql`
    select site_id, format('member %s rollback of %s: states %s, journal %s', member_id, key, ${inBaht(sql`stated_e4`)},
      ${inBaht(sql`undo_game_e4`)}) as detail
    from (select site_id, member_id, provider || ':' || ref_tx_id as key, sum(after_e4 - before_e4) as stated_e4,
        array_agg(after_e4) as after_e4
      from (${calls(scope)}) as call where operation = 'rollback' group by 1, 2, 3) as cancelling
    full join (select * from (${money(scope)}) as any_money where undo_e4 is not null) as money using (site_id, member_id, key)
    where stated_e4 is null or stated_e4 <> coalesce(undo_game_e4, 0) or undo_after_e4 <> all(after_e4)
    limit 20`;
}

function statedBalances(scope: Scope): Sql {
  return sql`
    select site_id, format('member %s %s: %s', member_id, key, ${inBaht(sql`after_e4`)}) as detail from (${calls(scope)}) as call
    where before_e4 = after_e4 and after_e4 <> 0 and not exists (
      select from ledger_entry as entry where entry.site_id = call.site_id and entry.owner_id = call.member_id
        and entry.kind = account_kind('game') and entry.balance_e4 = call.after_e4)
    limit 20`;
}

function storedUnderHash({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('member %s %s:%s', member_id, provider, tx_id) as detail from wallet_transaction
    where ${site(sql`site_id`)} and ${since(sql`created_at`)}
      and tx_hash <> ${transactionHash(sql`provider`, sql`member_id`, sql`tx_id`)} limit 20`;
}

function betsStandInRounds(scope: Scope): Sql {
  return sql`
    select call.site_id, format('member %s %s: bet %s of %s, in round %s %s', call.member_id, call.key, call.amount_e4, call.round_id,
      coalesce(round.state, 'missing'), bet ->> 'stake') as detail
    from (${calls(scope)}) as call
    left join game_round as round on round.site_id = call.site_id and round.member_id = call.member_id
      and round.provider = call.provider and round.round_id = call.round_id
    left join lateral (select bet from jsonb_array_elements(round.bets) as bet where bet ->> 'txId' = call.tx_id) as placed on true
    where call.operation = 'bet' and ((bet ->> 'stake')::bigint is distinct from
      case when (bet ->> 'isFree')::boolean then 0 else call.amount_e4 end)
    limit 20`;
}

function roundsHaveCalls(scope: Scope): Sql {
  const own = { site: sql`bet.site_id`, provider: sql`bet.provider`, member: sql`bet.member_id` };
  return sql`
    select bet.site_id, format('member %s %s round %s: bet %s %s, settled by %s', member_id, provider, round_id, tx_id, state, by) as detail
    from (${bets(scope)}) as bet
    where not ${isCall({ ...own, tx: sql`bet.tx_id` }, sql`named.operation = 'bet' and named.round_id = bet.round_id`)}
      or (state = 'settled' and by is not null and not ${isCall({ ...own, tx: sql`bet.by` }, sql`named.operation = 'win' and named.round_id = bet.round_id`)})
    limit 20`;
}

// Opposite positions count only their difference (wallet/contribution.ts), so the sum is an upper bound for bets with
// positions.
function roundsAddUp({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('member %s %s round %s %s: stake %s, bets %s; turnover %s, bets %s', member_id, provider, round_id, round.state,
      ${inBaht(sql`stake_e4`)}, ${inBaht(sql`staked_e4`)}, ${inBaht(sql`turnover_e4`)}, ${inBaht(sql`counted_e4`)}) as detail
    from game_round as round
    cross join lateral (
      select coalesce(sum((bet ->> 'stake')::bigint) filter (where bet ->> 'state' <> 'void'), 0) as staked_e4,
        coalesce(sum(case when bet ->> 'counted' is not null then (bet ->> 'counted')::bigint
          when coalesce(bet ->> 'notCounted', 'OPPOSITE') = 'OPPOSITE' then (bet ->> 'stake')::bigint else 0 end)
          filter (where bet ->> 'state' = 'settled'), 0) as counted_e4,
        bool_or(bet ? 'positions' or bet ? 'hedged') as is_hedged,
        count(*) filter (where bet ->> 'state' = 'open') as open, count(*) filter (where bet ->> 'state' = 'void') as void, count(*) as placed
      from jsonb_array_elements(bets) as bet
    ) as summed
    where ${site(sql`site_id`)} and ${since(sql`opened_at`)} and (
      stake_e4 <> staked_e4 or turnover_e4 > least(counted_e4, staked_e4)
      or (not is_hedged and turnover_e4 <> least(counted_e4, staked_e4))
      or (settled_at is null) <> (open > 0 or free_spins > 0)
      or (round.state = 'void') <> (placed > 0 and void = placed) or (round.state <> 'open' and open > 0)
      or (is_marked_open and round.state <> 'open'))
    limit 20`;
}

function roundsPayWins(scope: Scope): Sql {
  return sql`
    select site_id, format('member %s %s round %s: payout %s, wins %s', member_id, provider, round_id, ${inBaht(sql`payout_e4`)},
      ${inBaht(sql`sent_e4`)}) as detail
    from game_round as round
    left join (
      select site_id, member_id, provider, ${roundOfCall} as round_id, sum(amount_e4) as first_e4, jsonb_object_agg(tx_id, amount_e4) as wins
      from (${calls(scope)}) as call where operation in ('win', 'award') group by 1, 2, 3, 4
    ) as paying using (site_id, member_id, provider, round_id)
    cross join lateral (
      select coalesce(first_e4, 0) + coalesce(sum(case correction.value when 'void' then 0 else correction.value::bigint end
          - (wins ->> correction.key)::bigint), 0) as sent_e4, coalesce(bool_and(coalesce(wins ? correction.key, false)), true) as is_known
      from jsonb_each_text(corrected_wins) as correction
    ) as corrected
    where ${scope.site(sql`site_id`)} and ${scope.since(sql`opened_at`)} and (payout_e4 <> sent_e4 or not is_known)
    limit 20`;
}

function winsHaveRounds(scope: Scope): Sql {
  return sql`
    select call.site_id, format('member %s %s %s: round %s', call.member_id, call.operation, call.key, call.round_id) as detail
    from (${calls(scope)}) as call
    where call.operation in ('win', 'award') and not exists (
      select from game_round as round where round.site_id = call.site_id and round.member_id = call.member_id
        and round.provider = call.provider and round.round_id = ${roundOfCall})
    limit 20`;
}

// A rejected part of a win is returned by an operator's decision, which is no provider request.
function winsArePaid(scope: Scope): Sql {
  return sql`
    with call as (${calls(scope)}), money as (${money(scope)}),
    adjusted as (
      select call.site_id, call.member_id, provider, ref_tx_id as tx_id, sum(coalesce(own_e4, 0) + coalesce(debt_e4, 0)) as moved_e4
      from call join money using (site_id, member_id, key) where operation = 'adjust' group by 1, 2, 3, 4
    ), refused as (
      select site_id, member_id, provider, win_tx_id as tx_id, sum(amount_e4) as amount_e4
      from held_win where state = 'refused' and ${scope.site(sql`site_id`)} group by 1, 2, 3, 4
    )
    select site_id, format('member %s %s of round %s: journal %s, round %s', member_id, key, round_id, ${inBaht(sql`sent_e4`)},
      ${inBaht(sql`pays_e4`)}) as detail
    from (
      select call.site_id, call.member_id, call.key, call.round_id, ${paysNow} as pays_e4,
        coalesce(own_e4, 0) + coalesce(debt_e4, 0) + coalesce(undo_e4, 0) + coalesce(moved_e4, 0) - coalesce(refused.amount_e4, 0) as sent_e4
      from call
      join game_round as round on round.site_id = call.site_id and round.member_id = call.member_id
        and round.provider = call.provider and round.round_id = ${roundOfCall} and ${scope.since(sql`round.opened_at`)}
      left join money on money.site_id = call.site_id and money.member_id = call.member_id and money.key = call.key
      left join adjusted on adjusted.site_id = call.site_id and adjusted.member_id = call.member_id
        and adjusted.provider = call.provider and adjusted.tx_id = call.tx_id
      left join refused on refused.site_id = call.site_id and refused.member_id = call.member_id
        and refused.provider = call.provider and refused.tx_id = call.tx_id
      where call.operation in ('win', 'award')
    ) as paying
    where sent_e4 <> pays_e4
    limit 20`;
}

function stakesAreBack({ site, since }: Scope): Sql {
  return sql`
    with back as (
      select site_id, owner_id as member_id, key, split_part(key, ':', 1) as provider,
        substr(key, strpos(key, ':') + 1) as tx_id, sum(amount_e4) as back_e4 from ledger_transfer
      where reason in ('void', 'void repays') and ${site(sql`site_id`)} and ${since(sql`created_at`)} group by 1, 2, 3
    )
    select site_id, format('member %s %s: stake %s, back %s', member_id, key, ${inBaht(sql`stake_e4`)}, ${inBaht(sql`back_e4`)}) as detail
    from (
      select site_id, member_id, provider || ':' || (bet ->> 'txId') as key, (bet ->> 'stake')::bigint as stake_e4
      from game_round, jsonb_array_elements(bets) as bet
      where bets @> '[{"state": "void"}]' and bet ->> 'state' = 'void' and ${site(sql`site_id`)} and ${since(sql`opened_at`)}
    ) as cancelled
    left join back using (site_id, member_id, key)
    where stake_e4 <> coalesce(back_e4, 0)
    union all
    select back.site_id, format('member %s %s: %s came back for a bet that is not cancelled', back.member_id, key, ${inBaht(sql`back_e4`)})
    from back
    left join wallet_transaction as call on call.site_id = back.site_id
      and call.tx_hash = ${transactionHash(sql`back.provider`, sql`back.member_id`, sql`back.tx_id`)}
    left join game_round as round on round.site_id = call.site_id and round.member_id = call.member_id
      and round.provider = call.provider and round.round_id = call.round_id
    where (round.bets @> jsonb_build_array(jsonb_build_object('txId', back.tx_id, 'state', 'void'))) is not true
    limit 20`;
}

function rollbacksCancelled(scope: Scope): Sql {
  return sql`
    select call.site_id, format('member %s %s: rollback of %s %s', call.member_id, call.key, coalesce(target.operation, 'nothing'),
      call.ref_tx_id) as detail
    from (${calls(scope)}) as call
    left join wallet_transaction as target on target.site_id = call.site_id
      and target.tx_hash = ${transactionHash(sql`call.provider`, sql`call.member_id`, sql`call.ref_tx_id`)}
    left join game_round as round on round.site_id = target.site_id and round.member_id = target.member_id
      and round.provider = target.provider and round.round_id = target.round_id
    where call.operation = 'rollback' and case target.operation
      when 'bet' then not coalesce(round.bets @> jsonb_build_array(jsonb_build_object('txId', target.tx_id, 'state', 'void')), false)
      when 'win' then round.corrected_wins ->> target.tx_id is distinct from 'void'
      else target.operation is distinct from 'tombstone' end
    limit 20`;
}

function cancelledByRollback(scope: Scope): Sql {
  return sql`
    select site_id, format('member %s %s:%s', member_id, provider, tx_id) as detail
    from (
      select site_id, member_id, provider, tx_id from (${bets(scope)}) as bet where state = 'void'
      union all
      select site_id, member_id, provider, win.key from game_round, jsonb_each_text(corrected_wins) as win
      where win.value = 'void' and ${scope.site(sql`site_id`)} and ${scope.since(sql`opened_at`)}
      union all
      select site_id, member_id, provider, tx_id from (${calls(scope)}) as call where operation = 'tombstone'
    ) as cancelled
    where not exists (select from (${calls(scope)}) as call where call.operation = 'rollback' and call.site_id = cancelled.site_id
      and call.member_id = cancelled.member_id and call.provider = cancelled.provider and call.ref_tx_id = cancelled.tx_id)
    limit 20`;
}

// A correction uses the held part of its win before the member's own money, so the sum is computed per win.
function heldWinsAreHeld({ site }: Scope): Sql {
  return sql`
    select site_id, format('member %s %s win %s: rows %s, journal %s', member_id, provider, win_tx_id, ${inBaht(sql`rows_e4`)},
      ${inBaht(sql`journal_e4`)}) as detail
    from (select site_id, member_id, provider, win_tx_id, sum(amount_e4) as rows_e4 from held_win
      where ${site(sql`site_id`)} group by 1, 2, 3, 4) as held
    full join (
      select moved.site_id, moved.owner_id as member_id, call.provider,
        case when call.operation = 'adjust' then call.ref_tx_id else call.tx_id end as win_tx_id,
        sum(case when moved.to_kind = account_kind('winsHeld') then moved.amount_e4 else -moved.amount_e4 end) as journal_e4
      from ledger_transfer as moved
      join wallet_transaction as call on call.site_id = moved.site_id and call.member_id = moved.owner_id
        and call.provider || ':' || call.tx_id = moved.key
      where moved.reason in ('win held', 'award held', 'adjust held', 'reverse held') and ${site(sql`moved.site_id`)}
      group by 1, 2, 3, 4
    ) as booked using (site_id, member_id, provider, win_tx_id)
    where coalesce(rows_e4, 0) <> coalesce(journal_e4, 0)
    limit 20`;
}

function decisionsHaveTransfers({ site, since }: Scope): Sql {
  const name = sql`held.member_id || ':' || held.provider || ':' || held.tx_id`;
  const transfer = (prefix: string) => selectTransfer(sql`held.site_id`, sql`${prefix} || ${name}`);
  return sql`
    select site_id, format('member %s %s:%s %s: %s, journal %s', member_id, provider, tx_id, state, ${inBaht(sql`held.amount_e4`)},
      ${inBaht(sql`moved_e4`)}) as detail
    from held_win as held
    cross join lateral (
      select coalesce(sum(amount_e4), 0) as moved_e4,
        coalesce(bool_and(owner_id = held.member_id and from_kind = account_kind('winsHeld') and to_kind = any(case
          when held.state = 'released' then array[account_kind('game'), account_kind('receivable')]
          when held.is_prize then array[account_kind('awards')] else array[account_kind('games')] end)), true) as is_right
      from (${transfer('held:')} union all ${transfer('held-repay:')}) as posted
    ) as decided
    where ${site(sql`site_id`)} and ${since(sql`greatest(held_at, decided_at)`)}
      and (not is_right or moved_e4 <> case when state in ('released', 'refused') then amount_e4 else 0 end)
    limit 20`;
}

function orphansAreApplied({ site, since }: Scope): Sql {
  const own = {
    site: sql`orphan.site_id`,
    provider: sql`orphan.provider`,
    member: sql`orphan.member_id`,
    tx: sql`orphan.tx_id`,
  };
  return sql`
    select site_id, format('member %s %s:%s: %s', member_id, provider, tx_id, ${inBaht(sql`amount_e4`)}) as detail
    from orphan_win as orphan
    where state = 'applied' and ${site(sql`site_id`)} and ${since(sql`received_at`)}
      and not ${isCall(own, sql`named.operation = 'win' and named.amount_e4 = orphan.amount_e4`)}
    limit 20`;
}

function correctionsHaveRounds({ site }: Scope): Sql {
  return sql`
    select site_id, format('member %s %s round %s: %s staked, %s paid, %s turnover', member_id, provider, round_id,
      ${inBaht(sql`correction.stake_e4`)}, ${inBaht(sql`correction.payout_e4`)}, ${inBaht(sql`correction.turnover_e4`)}) as detail
    from round_correction as correction
    left join (
      select site_id, member_id, provider, ${roundOfCall} as round_id,
        sum(amount_e4) filter (where operation = 'bet') as staked_e4,
        sum(amount_e4) filter (where operation in ('win', 'award', 'adjust')) as sent_e4
      from wallet_transaction as call where ${site(sql`site_id`)} group by 1, 2, 3, 4
    ) as called using (site_id, member_id, provider, round_id)
    where ${site(sql`site_id`)} and (correction.stake_e4 > coalesce(staked_e4, 0)
      or correction.payout_e4 > coalesce(sent_e4, 0) or correction.turnover_e4 > coalesce(staked_e4, 0))
    limit 20`;
}
