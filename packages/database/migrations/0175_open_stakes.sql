-- Adds `open_stakes`: the open stakes of each round with their requirements. A stake under an earlier requirement is own
-- money of a later one until its result. `isOld`: the round is open for more than a day.
create or replace view member_position as
select member.site_id, member.member_id, member.is_locked,
  member.is_self_excluded and member.play_break_until > now() as is_self_excluded,
  case when member.play_break_until > now() then member.play_break_until end as play_break_until,
  coalesce(balance.game_e4, 0) as game_e4, coalesce(balance.main_e4, 0) as main_e4,
  coalesce(balance.cashback_e4, 0) as cashback_e4, coalesce(balance.affiliate_e4, 0) as affiliate_e4,
  coalesce(balance.residual_e4, 0) as residual_e4,
  coalesce(balance.coins, 0) as coins, coalesce(balance.spins, 0) as spins,
  coalesce(balance.wins_held_e4, 0) as wins_held_e4, coalesce(balance.debt_e4, 0) as debt_e4,
  play.own_stake_e4, play.bonus_stake_e4, play.open_rounds, orphan.orphan_wins_e4, orphan.orphan_wins,
  leaving.withdrawal_id, leaving.amount_e4 as leaving_e4, leaving.removed_e4, leaving.withdrawal_state,
  leaving.requested_at, leaving.payout_state, leaving.payout_attempts, bound.requirements,
  disputed.disputed_e4, disputed.disputes, play.old_requirements, play.free_spins, play.open_stakes
from member
cross join lateral (
  select coalesce(jsonb_agg(jsonb_build_object('requirementNo', requirement_no, 'source', source,
      'required', required_e4::text, 'progress', progress_e4::text, 'cap', withdraw_cap_e4::text, 'own', own_e4::text,
      'bonus', bonus_e4::text, 'sent', sent_e4::text, 'createdAt', created_at,
      'expiresAt', expires_at) order by requirement_no), '[]') as requirements,
    coalesce(min(requirement_no) filter (where withdraw_cap_e4 is not null or source = 'BONUS'), 2147483647)
      as first_bonus_no
  from turnover_requirement as requirement
  where requirement.site_id = member.site_id and requirement.member_id = member.member_id
    and requirement.closed_at is null
) as bound
cross join lateral (
  select max(balance_e4) filter (where kind = account_kind('game')) as game_e4,
    max(balance_e4) filter (where kind = account_kind('main')) as main_e4,
    max(balance_e4) filter (where kind = account_kind('cashback')) as cashback_e4,
    max(balance_e4) filter (where kind = account_kind('affiliate')) as affiliate_e4,
    max(balance_e4) filter (where kind = account_kind('residual')) as residual_e4,
    max(balance_e4) filter (where kind = account_kind('coin')) as coins,
    max(balance_e4) filter (where kind = account_kind('spin')) as spins,
    max(balance_e4) filter (where kind = account_kind('winsHeld')) as wins_held_e4,
    -max(balance_e4) filter (where kind = account_kind('receivable')) as debt_e4
  from ledger_balance as balance
  where balance.site_id = member.site_id and balance.owner_id = member.member_id
) as balance
cross join lateral (
  select coalesce(sum(round.own_stake_e4), 0)::bigint as own_stake_e4,
    coalesce(sum(round.bonus_stake_e4), 0)::bigint as bonus_stake_e4, count(*)::int as open_rounds,
    coalesce(array_agg(round.played_no) filter (where round.is_old), '{}') as old_requirements,
    coalesce(jsonb_agg(round.open_stakes) filter (where round.open_stakes is not null), '[]') as open_stakes,
    coalesce(jsonb_agg(jsonb_build_object('provider', round.provider, 'gameCode', round.game_code,
        'count', round.free_spins, 'requirementNo', round.newest_requirement_no, 'isOld', round.is_old)
        order by round.opened_at, round.round_id)
      filter (where round.free_spins > 0), '[]') as free_spins
  from (
    select bets.own_stake_e4, bets.bonus_stake_e4, bets.open_stakes, round.provider, round.round_id, round.game_code,
      round.free_spins, round.opened_at, round.newest_requirement_no, round.opened_at <= now() - interval '24 hours' as is_old,
      greatest(bets.open_no, case when round.free_spins > 0 then round.newest_requirement_no end) as played_no
    from open_round as round
    cross join lateral (
      select sum(stake_e4) filter (where requirement_no < bound.first_bonus_no) as own_stake_e4,
        sum(stake_e4) filter (where requirement_no >= bound.first_bonus_no) as bonus_stake_e4,
        count(stake_e4) as open_bets, max(requirement_no) filter (where stake_e4 is not null) as open_no,
        jsonb_agg(jsonb_build_object('requirementNo', requirement_no, 'amount', stake_e4::text,
            'isOld', round.opened_at <= now() - interval '24 hours'))
          filter (where stake_e4 is not null) as open_stakes
      from (select case when bet ->> 'state' = 'open' then (bet ->> 'stake')::bigint end as stake_e4,
          coalesce((bet ->> 'line')::int, round.newest_requirement_no) as requirement_no
        from jsonb_array_elements(round.bets) as bet) as bet
    ) as bets
    where round.site_id = member.site_id and round.member_id = member.member_id
      and (bets.open_bets > 0 or round.free_spins > 0 or round.opened_at > now() - interval '24 hours')
  ) as round
) as play
cross join lateral (
  select coalesce(sum(amount_e4), 0)::bigint as orphan_wins_e4, count(*)::int as orphan_wins
  from orphan_win as orphan
  where orphan.site_id = member.site_id and orphan.member_id = member.member_id and orphan.state = 'pending'
) as orphan
left join lateral (
  select withdrawal_id, amount_e4, removed_e4, withdrawal.state as withdrawal_state,
    withdrawal.created_at as requested_at, bank_payout.state as payout_state, bank_payout.attempts as payout_attempts
  from withdrawal left join bank_payout using (site_id, withdrawal_id)
  where withdrawal.site_id = member.site_id and withdrawal.member_id = member.member_id
    and withdrawal.state in ('requested', 'approved', 'paying')
) as leaving on true
cross join lateral (
  select coalesce(sum(held_main_e4 + held_game_e4), 0)::bigint as disputed_e4, count(*)::int as disputes
  from payout_dispute as dispute
  where dispute.site_id = member.site_id and dispute.member_id = member.member_id and dispute.state = 'open'
) as disputed;
