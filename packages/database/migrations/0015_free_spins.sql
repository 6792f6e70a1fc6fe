-- Free spins belong to the round that granted them: it stays open until the last one has its result (decision 0069).

alter table game_round add column free_spins int not null default 0;
comment on column game_round.free_spins is
  'Free spins of the round that wait to be played, as its provider stated them last. Zero unless the round is open.';

alter table game_round add constraint game_round_free_spins
  check (free_spins >= 0 and (free_spins = 0 or state = 'open')) not valid;

create or replace view open_round as
select site_id, member_id, provider, round_id, game_code, stake_e4, bets, opened_at, line_no, free_spins
from game_round where state = 'open' and is_marked_open
union all
select site_id, member_id, provider, round_id, game_code, stake_e4, bets, opened_at, line_no, free_spins
from site left join open_round_scan as look using (site_id)
  join game_round as round using (site_id)
where round.opened_at >= coalesce(look.looked_until, '-infinity') and round.state = 'open' and not round.is_marked_open;

-- A round that is open for a day binds only the money that it was played with: old_lines contains the newest
-- requirement of each such round. A round without an open bet or a waiting spin binds nothing after a day.
create or replace view member_position as
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
  disputed.disputed_e4, disputed.disputes, play.old_lines, play.free_spins
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
    coalesce(sum(round.bonus_stake_e4), 0)::bigint as bonus_stake_e4, count(*)::int as open_rounds,
    coalesce(array_agg(round.played_line) filter (where round.is_old), '{}') as old_lines,
    coalesce(jsonb_agg(jsonb_build_object('provider', round.provider, 'gameCode', round.game_code,
        'count', round.free_spins, 'lineNo', round.line_no, 'isOld', round.is_old) order by round.opened_at, round.round_id)
      filter (where round.free_spins > 0), '[]') as free_spins
  from (
    select bets.own_stake_e4, bets.bonus_stake_e4, round.provider, round.round_id, round.game_code, round.free_spins,
      round.opened_at, round.line_no, round.opened_at <= now() - interval '24 hours' as is_old,
      greatest(bets.open_line, case when round.free_spins > 0 then round.line_no end) as played_line
    from open_round as round
    cross join lateral (
      select sum(stake_e4) filter (where line_no < bound.first_bonus_line) as own_stake_e4,
        sum(stake_e4) filter (where line_no >= bound.first_bonus_line) as bonus_stake_e4,
        count(stake_e4) as open_bets, max(line_no) filter (where stake_e4 is not null) as open_line
      from (select case when bet ->> 'state' = 'open' then (bet ->> 'stake')::bigint end as stake_e4,
        coalesce((bet ->> 'line')::int, round.line_no) as line_no from jsonb_array_elements(round.bets) as bet) as bet
    ) as bets
    where round.site_id = member.site_id and round.member_id = member.member_id
      and (bets.open_bets > 0 or round.free_spins > 0 or round.opened_at > now() - interval '24 hours')
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
