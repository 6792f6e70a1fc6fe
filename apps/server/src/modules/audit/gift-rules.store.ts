// Audit rules: cashback, commission and the wheel against the journal and their own arithmetic.
//
// Elsewhere: fragments (scope.store.ts), transfers without a row (journal-rules.store.ts), turnover requirements
// (bonus-rules.store.ts).

import { type Sql, sql } from '@chaba/database';

import { cashbackKey, inBaht, type Rule, type Scope, selectTransfer } from './scope.store.ts';

export const giftRules: readonly Rule[] = [
  { name: 'a cashback period has the transfers of its state', cost: 'since', find: periodsHaveTransfers },
  { name: 'cashback is the percentage of the loss', cost: 'since', find: periodsAddUp },
  { name: 'cashback carries on from the period before', cost: 'whole', find: periodsCarryOn },
  { name: 'cashback is paid for losses of rounds only', cost: 'whole', find: lossesWerePlayed },
  { name: 'what was taken with a bonus is in the journal', cost: 'whole', find: takingsArePosted },
  { name: 'a commission result has the transfer of its state', cost: 'since', find: resultsHaveTransfers },
  { name: 'a commission result is the sum of its friends', cost: 'whole', find: resultsAddUp },
  { name: 'a commission is the percentage of the play of a friend', cost: 'whole', find: incomesAddUp },
  { name: 'a commission withdrawal has the transfer of its state', cost: 'since', find: incomeWithdrawals },
  { name: 'a spin has its payment and its prize', cost: 'since', find: spinsHaveMoney },
  { name: 'spins of a seed are numbered without a gap', cost: 'whole', find: spinsAreNumbered },
  { name: 'a coin for a deposit has its transfer', cost: 'whole', find: depositCoins },
  { name: 'coins for turnover are the coins that were posted', cost: 'whole', find: turnoverCoins },
  { name: 'an adjustment has its transfer', cost: 'since', find: adjustmentsHaveTransfers },
  { name: 'adjustments take back no more gifts than they gave', cost: 'whole', find: adjustedGifts },
];

function periodsHaveTransfers({ site, since }: Scope): Sql {
  const of = (step: string): Sql => selectTransfer(sql`period.site_id`, sql`${cashbackKey} || ${step}::text`);
  return sql`
    select site_id, format('cashback of member %s from %s %s: %s; calculated %s, claimed %s, expired %s', member_id, period_from, state,
      ${inBaht(sql`period.amount_e4`)}, ${inBaht(sql`calculated.amount_e4`)}, ${inBaht(sql`claimed.amount_e4`)}, ${inBaht(sql`expired.amount_e4`)}) as detail
    from cashback_period as period
    left join lateral (${of('calculated')}) as calculated on true
    left join lateral (${of('claimed')}) as claimed on true
    left join lateral (${of('expired')}) as expired on true
    where ${site(sql`site_id`)} and ${since(sql`coalesce(closed_at, period.created_at)`)}
      and (calculated.amount_e4, claimed.amount_e4, expired.amount_e4) is distinct from (
        case when state in ('claimable', 'claimed', 'expired') then period.amount_e4 end,
        case when state = 'claimed' then period.amount_e4 end, case when state = 'expired' then period.amount_e4 end)
    limit 20`;
}

function periodsAddUp({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('cashback of member %s from %s: %s %s, loss %s, carried %s', member_id, period_from, state, ${inBaht(sql`amount_e4`)},
      ${inBaht(sql`loss_e4`)}, ${inBaht(sql`carried_e4`)}) as detail
    from cashback_period
    where ${site(sql`site_id`)} and ${since(sql`created_at`)} and (
      loss_e4 <> open_before_e4 - open_e4 + least(stakes_e4 - payouts_e4 + removed_e4 + corrections_e4 - gifts_before_e4 - gifts_e4,
        greatest(deposits_e4 - withdrawals_e4 + opening_e4 - gifts_before_e4, 0))
      or open_e4 < 0 or (open_e4 > 0 and loss_e4 < 0)
      or gifts_left_e4 > greatest(gifts_before_e4 + gifts_e4 - greatest(stakes_e4 - payouts_e4 + removed_e4 + corrections_e4, 0), 0)
      or amount_e4 <> carried_e4 + floor(greatest(loss_e4, 0) * percent_bp::numeric / 10000 / 100) * 100
      or (state = 'none') <> (amount_e4 = 0))
    limit 20`;
}

function periodsCarryOn({ site }: Scope): Sql {
  return sql`
    select site_id, format('cashback of member %s from %s: carried %s of %s, postponed %s of %s', member_id, period_from, ${inBaht(sql`carried_e4`)},
      ${inBaht(sql`left_e4`)}, ${inBaht(sql`open_before_e4`)}, ${inBaht(sql`open_left_e4`)}) as detail
    from (select *, lag(open_e4, 1, 0::bigint) over of_member as open_left_e4, lag(case state when 'carried' then amount_e4 else 0 end, 1, 0::bigint) over of_member as left_e4,
        lag(period_to) over of_member as ended_at
      from cashback_period where ${site(sql`site_id`)} window of_member as (partition by site_id, member_id order by period_from)) as period
    where carried_e4 <> left_e4 or open_before_e4 <> open_left_e4 or ended_at > period_from
    limit 20`;
}

// Of periods with play, at the end of the last one and with the results of that time: gifts and wins lower a loss, and
// nothing raises it above the losses of single rounds.
function lossesWerePlayed({ site }: Scope): Sql {
  return sql`
    select site_id, format('cashback of member %s: losses %s, lost by rounds %s', member_id, ${inBaht(sql`counted_e4`)},
      ${inBaht(sql`lost_e4`)}) as detail
    from (
      select site_id, member_id, sum(greatest(loss_e4, 0)) + (array_agg(corrections_left_e4 order by period_to desc))[1] as counted_e4,
        max(period_to) as until
      from cashback_period as period
      where ${site(sql`site_id`)} and (
        exists (select from game_round as round where round.site_id = period.site_id and round.member_id = period.member_id
          and settled_at >= period_from and settled_at < period_to)
        or exists (select from round_correction as correction
          where correction.site_id = period.site_id and correction.member_id = period.member_id
            and ((settled_at >= period_from and settled_at < period_to) or (corrected_at >= period_from and corrected_at < period_to))))
      group by 1, 2
    ) as period
    cross join lateral (
      select coalesce(sum(greatest(stake_e4 - payout_e4, 0)), 0) as lost_e4 from (
        select stake_e4, payout_e4 from game_round as round
        where round.site_id = period.site_id and round.member_id = period.member_id and settled_at < until
        union all
        select stake_e4, payout_e4 from round_correction as correction
        where correction.site_id = period.site_id and correction.member_id = period.member_id
          and settled_at < until and corrected_at >= until
      ) as results
    ) as played
    where counted_e4 > lost_e4
    limit 20`;
}

function takingsArePosted({ site }: Scope): Sql {
  return sql`
    select site_id, format('member %s: takings %s, journal %s', member_id, ${inBaht(sql`removed_e4`)}, ${inBaht(sql`posted_e4`)}) as detail
    from (
      select site_id, member_id, sum(amount_e4) as removed_e4 from bonus_taking where ${site(sql`site_id`)} group by 1, 2
    ) as taken
    full join (
      select site_id, owner_id as member_id, sum(case when from_kind = account_kind('game') then amount_e4 else -amount_e4 end) as posted_e4
      from ledger_transfer
      where ${site(sql`site_id`)} and from_kind <> account_kind('games') and to_kind <> account_kind('games')
        and ((from_kind = account_kind('game') and to_kind in (account_kind('bonusCost'), account_kind('residualTaken'))) or (from_kind = account_kind('residualTaken') and to_kind = account_kind('game'))) group by 1, 2
    ) as posted using (site_id, member_id)
    where coalesce(removed_e4, 0) <> coalesce(posted_e4, 0)
    union all
    select removal.site_id, format('member %s removal %s: %s of the bonus taken, %s in all', removal.member_id, removal_no,
      ${inBaht(sql`sum(gift_e4)`)}, ${inBaht(sql`sum(taking.amount_e4)`)})
    from bonus_removal as removal
    join bonus_taking as taking using (site_id, member_id, removal_no)
    where ${site(sql`removal.site_id`)}
    group by removal.site_id, removal.member_id, removal_no, removal.bonus_e4
    having sum(gift_e4) <> least(greatest(sum(taking.amount_e4), 0), removal.bonus_e4)
    limit 20`;
}

function resultsHaveTransfers({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('commission of member %s on %s %s: %s, journal %s', member_id, day, state, ${inBaht(sql`payable_e4`)},
      ${inBaht(sql`paid.amount_e4`)}) as detail
    from affiliate_result as result
    left join lateral (${selectTransfer(sql`result.site_id`, sql`'affiliate:' || member_id || ':' || day::text || ':released'`)}) as paid on true
    where ${site(sql`site_id`)} and ${since(sql`coalesce(closed_at, releases_at)`)}
      and paid.amount_e4 is distinct from case when state = 'released' then payable_e4 end
    limit 20`;
}

function resultsAddUp({ site }: Scope): Sql {
  return sql`
    select site_id, format('commission of member %s on %s: sum %s, friends %s; carried %s of %s', member_id, day, ${inBaht(sql`sum_e4`)},
      ${inBaht(sql`brought_e4`)}, ${inBaht(sql`carried_e4`)}, ${inBaht(sql`left_e4`)}) as detail
    from (select *, lag(least(sum_e4 + carried_e4, 0), 1, 0::bigint)
        over (partition by site_id, member_id, date_trunc('month', day) order by day) as left_e4
      from affiliate_result where ${site(sql`site_id`)}) as result
    full join (select site_id, member_id, day, sum(amount_e4) as brought_e4 from affiliate_income
      where ${site(sql`site_id`)} group by 1, 2, 3) as income using (site_id, member_id, day)
    where sum_e4 is distinct from brought_e4
      or (state in ('released', 'rejected') and payable_e4 <> greatest(sum_e4 + carried_e4, 0)) or (carried_e4 <> left_e4 and state <> 'released')
    limit 20`;
}

function incomesAddUp({ site }: Scope): Sql {
  return sql`
    select income.site_id, format('commission of member %s on %s from %s: %s of %s', income.member_id, day, friend_id, ${inBaht(sql`amount_e4`)},
      ${inBaht(sql`basis_e4`)}) as detail
    from affiliate_income as income
    join member as friend on friend.site_id = income.site_id and friend.member_id = friend_id
    left join member as referrer on referrer.site_id = friend.site_id and referrer.member_id = friend.referrer_id
    where ${site(sql`income.site_id`)} and (
      amount_e4 <> sign(basis_e4) * floor(abs(basis_e4) * percent_bp::numeric / 10000 / 100) * 100
      or income.member_id is distinct from case level when 1 then friend.referrer_id else referrer.referrer_id end)
    limit 20`;
}

function incomeWithdrawals({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('commission withdrawal %s of member %s %s: %s, journal %s', movement_id, member_id, state, ${inBaht(sql`requested.amount_e4`)},
      ${inBaht(sql`paid.amount_e4`)}) as detail
    from affiliate_withdrawal as requested
    left join lateral (${selectTransfer(sql`requested.site_id`, sql`'affiliate:withdrawal:' || movement_id`)}) as paid on true
    where ${site(sql`site_id`)} and ${since(sql`coalesce(closed_at, requested.created_at)`)}
      and (paid.amount_e4 is distinct from case when state = 'paid' then requested.amount_e4 end or coalesce(paid.owner_id, member_id) <> member_id)
    limit 20`;
}

function spinsHaveMoney({ site, since }: Scope): Sql {
  const name = sql`'wheel:' || member_id || ':' || seed_no || ':' || nonce`;
  return sql`
    select site_id, format('spin %s:%s of member %s: paid with %s, journal %s; %s %s, journal %s of kind %s', seed_no, nonce, member_id, paid_with,
      paid.from_kind, spin.kind, spin.amount_e4, prize.amount_e4, prize.to_kind) as detail
    from wheel_spin as spin
    join wheel using (site_id, version)
    left join lateral (${selectTransfer(sql`spin.site_id`, sql`${name} || ':paid'`)}) as paid on true
    left join lateral (${selectTransfer(sql`spin.site_id`, sql`${name} || ':prize'`)}) as prize on true
    where ${site(sql`site_id`)} and ${since(sql`spin.created_at`)} and (
      (paid.amount_e4, paid.owner_id, paid.from_kind) is distinct from (1, member_id,
        case paid_with when 'SPIN' then account_kind('spin') else account_kind('coin') end)
      or (prize.amount_e4, prize.owner_id, prize.to_kind) is distinct from (case when spin.kind <> 'NONE' then spin.amount_e4 end,
        case when spin.kind <> 'NONE' then member_id end,
        case spin.kind when 'BAHT' then account_kind('game') when 'COIN' then account_kind('coin') when 'SPIN' then account_kind('spin') end)
      or (spin.kind, spin.amount_e4) is distinct from (segments -> segment_index ->> 'kind', (segments -> segment_index ->> 'amount')::bigint)
      or (spin.kind = 'COIN' and coins_after_e4 <> prize.to_balance_e4) or (spin.kind = 'SPIN' and spins_after_e4 <> prize.to_balance_e4)
      or (paid_with = 'COIN' and spin.kind <> 'COIN' and coins_after_e4 <> paid.from_balance_e4)
      or (paid_with = 'SPIN' and spin.kind <> 'SPIN' and spins_after_e4 <> paid.from_balance_e4))
    limit 20`;
}

function spinsAreNumbered({ site }: Scope): Sql {
  return sql`
    select site_id, format('seed %s of member %s: %s spins up to %s, next %s', seed_no, member_id, coalesce(spins, 0), last, next_nonce) as detail
    from wheel_seed as seed
    left join (select site_id, member_id, seed_no, count(*) as spins, max(nonce) as last from wheel_spin
      where ${site(sql`site_id`)} group by 1, 2, 3) as spun using (site_id, member_id, seed_no)
    where ${site(sql`site_id`)} and (coalesce(spins, 0) <> next_nonce or coalesce(last, -1) <> next_nonce - 1)
    limit 20`;
}

function depositCoins({ site }: Scope): Sql {
  const of = (step: string): Sql =>
    selectTransfer(sql`earned.site_id`, sql`'coin:deposit:' || deposit_id || ${step}::text`);
  return sql`
    select site_id, format('coin for deposit %s', deposit_id) as detail
    from wheel_deposit_coin as earned
    join deposit using (site_id, deposit_id)
    left join lateral (${of('')}) as coin on true
    left join lateral (${of(':back')}) as back on true
    where ${site(sql`site_id`)} and ((coin.amount_e4, coin.owner_id) is distinct from (1, member_id)
      or (credited_at is null and deposit.reversed_at is null)
      or (back.amount_e4, back.owner_id) is distinct from (case when earned.reversed_at is not null then 1 end,
        case when earned.reversed_at is not null then member_id end)
      or (earned.reversed_at is not null and deposit.reversed_at is null)
      or deposit.amount_e4 < (select min(coin_deposit_e4) from wheel where wheel.site_id = earned.site_id))
    limit 20`;
}

// Counted turnover can decrease after its coins were posted, when a round is reopened; round_correction contains the
// earlier figure. Since carried_until, no round counts that was played beside an open bonus, code or cap.
function turnoverCoins({ site }: Scope): Sql {
  const isOwnPlay = sql`(earned.carried_until is null or not exists (
    select from turnover_requirement as bonus
    where bonus.site_id = round.site_id and bonus.member_id = round.member_id
      and (bonus.withdraw_cap_e4 is not null or bonus.source in ('BONUS', 'ITEMCODE'))
      and not coalesce(bonus.closed_at <= round.opened_at, false)
      and (bonus.requirement_no <= round.newest_requirement_no or exists (select from jsonb_array_elements(round.bets) as bet
        where (bet ->> 'line')::int >= bonus.requirement_no))))`;
  return sql`
    select earned.site_id, format('member %s: %s coins for %s, journal %s, played %s', member_id, earned.coins, ${inBaht(sql`counted_e4`)}, posted_coins,
      ${inBaht(sql`played_e4`)}) as detail
    from wheel_turnover as earned
    left join lateral (select coalesce(sum(amount_e4), 0) as posted_coins from ledger_transfer as posted where posted.site_id = earned.site_id
      and posted.owner_id = member_id and posted.reason = 'coin for turnover') as posted on true
    left join lateral (select coalesce(sum(turnover_e4), 0) as settled_e4 from game_round as round
      where round.site_id = earned.site_id and round.member_id = earned.member_id and settled_at < counted_until
        and settled_at >= coalesce(carried_until, '-infinity') and ${isOwnPlay}) as settled on true
    left join lateral (select coalesce(sum(correction.turnover_e4), 0) as corrected_e4 from round_correction as correction
      join game_round as round using (site_id, member_id, provider, round_id)
      where correction.site_id = earned.site_id and correction.member_id = earned.member_id
        and correction.settled_at >= coalesce(carried_until, '-infinity') and ${isOwnPlay}) as corrected on true
    left join lateral (select coalesce(carried_e4, 0) + settled_e4 + corrected_e4 as played_e4) as played on true
    left join lateral (select min(coin_turnover_e4) as coin_e4 from wheel where wheel.site_id = earned.site_id) as cost on true
    where ${site(sql`earned.site_id`)} and (earned.coins <> posted_coins or counted_e4 > played_e4
      or earned.coins > played_e4 / coin_e4)
    limit 20`;
}

function adjustmentsHaveTransfers({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('adjustment R%s of member %s: %s of %s, journal %s', request_id, member_id, direction,
      ${inBaht(sql`made.amount_e4`)}, ${inBaht(sql`posted.amount_e4`)}) as detail
    from adjustment as made
    left join lateral (${selectTransfer(sql`made.site_id`, sql`'adjust:R' || request_id`)}) as posted on true
    where ${site(sql`site_id`)} and ${since(sql`created_at`)}
      and (owner_id, from_kind, to_kind, posted.amount_e4) is distinct from (member_id,
        case direction when 'credit' then account_kind('adjustments') else account_kind('game') end::smallint,
        case direction when 'credit' then account_kind('game') else account_kind('adjustments') end::smallint, made.amount_e4)
    limit 20`;
}

function adjustedGifts({ site }: Scope): Sql {
  return sql`
    select site_id, format('member %s: gifts of adjustments sum to %s after R%s', member_id, ${inBaht(sql`given_e4`)}, request_id) as detail
    from (
      select site_id, member_id, request_id, sum(gift_e4) over (partition by site_id, member_id order by created_at, request_id) as given_e4
      from adjustment where ${site(sql`site_id`)}
    ) as so_far where given_e4 < 0 limit 20`;
}
