-- The position of a member: every place where the member's money is at one moment, and what binds it. Rules about
-- withdrawals, bonuses, caps, debts, exclusion and payouts read this view and nothing else
-- (apps/server/src/modules/position).
--
-- A stake is bonus-bound when it was placed under an open requirement that has a cap or belongs to a bonus. A round
-- without an open bet counts as open for a day: its free spins may still pay. Disputed money is held while the bank
-- contradicts itself about a payout.

create view member_position as
select member.site_id, member.member_id, member.is_locked,
  member.is_excluded and member.paused_until > now() as is_excluded,
  case when member.paused_until > now() then member.paused_until end as paused_until,
  coalesce(balance.game_e4, 0) as game_e4, coalesce(balance.main_e4, 0) as main_e4,
  coalesce(balance.cashback_e4, 0) as cashback_e4, coalesce(balance.affiliate_e4, 0) as affiliate_e4,
  coalesce(balance.residual_e4, 0) as residual_e4,
  coalesce(balance.coins, 0) as coins, coalesce(balance.spins, 0) as spins,
  coalesce(balance.wins_held_e4, 0) as wins_held_e4, coalesce(balance.owed_e4, 0) as owed_e4,
  play.own_stake_e4, play.bonus_stake_e4, play.open_rounds, orphan.orphan_wins_e4, orphan.orphan_wins,
  leaving.withdrawal_id, leaving.amount_e4 as leaving_e4, leaving.removed_e4, leaving.withdrawal_state,
  leaving.requested_at, leaving.payout_state, leaving.payout_tries, bound.lines,
  disputed.disputed_e4, disputed.disputes
from member
cross join lateral (
  select coalesce(jsonb_agg(jsonb_build_object('lineNo', line_no, 'source', source, 'need', need_e4::text,
      'now', now_e4::text, 'cap', withdraw_cap_e4::text, 'own', own_e4::text,
      'bonus', bonus_e4::text, 'paid', paid_e4::text, 'createdAt', created_at,
      'expiresAt', expires_at) order by line_no), '[]') as lines,
    coalesce(min(line_no) filter (where withdraw_cap_e4 is not null or source = 'BONUS'), 2147483647)
      as first_bonus_line
  from turnover_requirement as line
  where line.site_id = member.site_id and line.member_id = member.member_id and line.closed_at is null
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
    -max(balance_e4) filter (where kind = account_kind('receivable')) as owed_e4
  from ledger_balance as balance
  where balance.site_id = member.site_id and balance.owner_id = member.member_id
) as balance
cross join lateral (
  select coalesce(sum(round.own_stake_e4), 0)::bigint as own_stake_e4,
    coalesce(sum(round.bonus_stake_e4), 0)::bigint as bonus_stake_e4, count(*)::int as open_rounds
  from (
    select bets.* from open_round as round
    cross join lateral (
      select sum(stake_e4) filter (where line_no < bound.first_bonus_line) as own_stake_e4,
        sum(stake_e4) filter (where line_no >= bound.first_bonus_line) as bonus_stake_e4,
        count(stake_e4) as open_bets
      from (select case when bet ->> 'state' = 'open' then (bet ->> 'stake')::bigint end as stake_e4,
        coalesce((bet ->> 'line')::int, round.line_no) as line_no from jsonb_array_elements(round.bets) as bet) as bet
    ) as bets
    where round.site_id = member.site_id and round.member_id = member.member_id
      and (bets.open_bets > 0 or round.opened_at > now() - interval '24 hours')
  ) as round
) as play
cross join lateral (
  select coalesce(sum(amount_e4), 0)::bigint as orphan_wins_e4, count(*)::int as orphan_wins
  from orphan_win as orphan
  where orphan.site_id = member.site_id and orphan.member_id = member.member_id and orphan.state = 'waiting'
) as orphan
left join lateral (
  select withdrawal_id, amount_e4, removed_e4, withdrawal.state as withdrawal_state,
    withdrawal.created_at as requested_at, bank_payout.state as payout_state, bank_payout.tries as payout_tries
  from withdrawal left join bank_payout using (site_id, withdrawal_id)
  where withdrawal.site_id = member.site_id and withdrawal.member_id = member.member_id
    and withdrawal.state in ('requested', 'approved', 'paying')
) as leaving on true
cross join lateral (
  select coalesce(sum(frozen_main_e4 + frozen_game_e4), 0)::bigint as disputed_e4, count(*)::int as disputes
  from payout_dispute as dispute
  where dispute.site_id = member.site_id and dispute.member_id = member.member_id and dispute.state = 'open'
) as disputed;
