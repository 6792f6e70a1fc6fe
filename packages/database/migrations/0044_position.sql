-- The position of a member: every place where the member's money is at one moment, and what binds it. Rules about withdrawing, bonuses,
-- caps, debts, exclusion and payouts read this view and nothing else (apps/server/src/modules/position).

-- own_e4: money of the member outside the grant that this line belongs to, which its cap does not bind: what was there when the line
-- began, and own money that arrived since. bonus_e4: the bonus or code that the line was made for. paid_e4: withdrawals sent under its cap.
alter table turnover_line
  add column own_e4 bigint not null default 0 check (own_e4 >= 0),
  add column bonus_e4 bigint not null default 0 check (bonus_e4 >= 0),
  add column paid_e4 bigint not null default 0 check (paid_e4 >= 0);
update turnover_line as line set bonus_e4 = bonus_grant.bonus_e4
from bonus_grant
where bonus_grant.site_id = line.site_id and bonus_grant.member_id = line.member_id and bonus_grant.line_no = line.line_no;
update turnover_line as line set bonus_e4 = used.amount_e4
from item_code_use as used
where used.site_id = line.site_id and used.member_id = line.member_id and line.source = 'ITEMCODE'
  and line.cause_id = format('code:%s:%s', used.code, used.use_no);

-- The newest open line of the member when the first bet or prize of the round was recorded; 0: none. A bet placed when another line was
-- the newest stores that number itself (bets[].line).
alter table game_round add column line_no int not null default 0 check (line_no >= 0);
update game_round as round set line_no = newest.line_no
from (select site_id, member_id, max(line_no) as line_no from turnover_line where closed_at is null group by site_id, member_id) as newest
where round.site_id = newest.site_id and round.member_id = newest.member_id and round.state = 'open';

create or replace view open_round as
select site_id, member_id, provider, round_id, game_code, stake_e4, bets, opened_at, line_no
from game_round where state = 'open' and is_left_open
union all
select site_id, member_id, provider, round_id, game_code, stake_e4, bets, opened_at, line_no
from site left join open_round_look as look using (site_id)
  join game_round as round using (site_id)
where round.opened_at >= coalesce(look.looked_until, '-infinity') and round.state = 'open' and not round.is_left_open;

create index waiting_win_of_member on waiting_win (site_id, member_id) where state = 'waiting';

-- Kinds of account: 1 game, 2 main, 3 cashback, 4 affiliate, 5 residual, 6 coin, 7 spin, 8 withdrawalHeld, 9 winsHeld, 90 receivable
-- (core/chart-of-accounts.ts). A stake is bonus-bound when it was placed under an open line that has a cap or belongs to a bonus. A
-- round without an open bet counts as open for a day: its free spins may still pay.
create view member_position as
select member.site_id, member.member_id, member.is_locked, member.is_excluded and member.paused_until > now() as is_excluded,
  case when member.paused_until > now() then member.paused_until end as paused_until,
  coalesce(balance.game_e4, 0) as game_e4, coalesce(balance.main_e4, 0) as main_e4, coalesce(balance.cashback_e4, 0) as cashback_e4,
  coalesce(balance.affiliate_e4, 0) as affiliate_e4, coalesce(balance.residual_e4, 0) as residual_e4,
  coalesce(balance.coins, 0) as coins, coalesce(balance.spins, 0) as spins,
  coalesce(balance.wins_held_e4, 0) as wins_held_e4, coalesce(balance.owed_e4, 0) as owed_e4,
  play.own_stake_e4, play.bonus_stake_e4, play.open_rounds, orphan.orphan_wins_e4, orphan.orphan_wins,
  leaving.withdrawal_id, leaving.amount_e4 as leaving_e4, leaving.removed_e4, leaving.withdrawal_state, leaving.requested_at,
  leaving.payout_state, leaving.payout_tries, bound.lines
from member
cross join lateral (
  select coalesce(jsonb_agg(jsonb_build_object('lineNo', line_no, 'source', source, 'need', need_e4::text, 'now', now_e4::text,
      'cap', withdraw_cap_e4::text, 'own', own_e4::text, 'bonus', bonus_e4::text, 'paid', paid_e4::text,
      'createdAt', created_at, 'expiresAt', expires_at) order by line_no), '[]') as lines,
    coalesce(min(line_no) filter (where withdraw_cap_e4 is not null or source = 'BONUS'), 2147483647) as first_bonus_line
  from turnover_line as line
  where line.site_id = member.site_id and line.member_id = member.member_id and line.closed_at is null
) as bound
cross join lateral (
  select max(balance_e4) filter (where kind = 1) as game_e4, max(balance_e4) filter (where kind = 2) as main_e4,
    max(balance_e4) filter (where kind = 3) as cashback_e4, max(balance_e4) filter (where kind = 4) as affiliate_e4,
    max(balance_e4) filter (where kind = 5) as residual_e4, max(balance_e4) filter (where kind = 6) as coins,
    max(balance_e4) filter (where kind = 7) as spins, max(balance_e4) filter (where kind = 9) as wins_held_e4,
    -max(balance_e4) filter (where kind = 90) as owed_e4
  from ledger_balance as balance
  where balance.site_id = member.site_id and balance.owner_id = member.member_id
) as balance
cross join lateral (
  select coalesce(sum(round.own_stake_e4), 0)::bigint as own_stake_e4, coalesce(sum(round.bonus_stake_e4), 0)::bigint as bonus_stake_e4,
    count(*)::int as open_rounds
  from (
    select bets.* from open_round as round
    cross join lateral (
      select sum(stake_e4) filter (where line_no < bound.first_bonus_line) as own_stake_e4,
        sum(stake_e4) filter (where line_no >= bound.first_bonus_line) as bonus_stake_e4, count(stake_e4) as open_bets
      from (select case when bet ->> 'state' = 'open' then (bet ->> 'stake')::bigint end as stake_e4,
        coalesce((bet ->> 'line')::int, round.line_no) as line_no from jsonb_array_elements(round.bets) as bet) as bet
    ) as bets
    where round.site_id = member.site_id and round.member_id = member.member_id
      and (bets.open_bets > 0 or round.opened_at > now() - interval '24 hours')
  ) as round
) as play
cross join lateral (
  select coalesce(sum(amount_e4), 0)::bigint as orphan_wins_e4, count(*)::int as orphan_wins
  from waiting_win as orphan
  where orphan.site_id = member.site_id and orphan.member_id = member.member_id and orphan.state = 'waiting'
) as orphan
left join lateral (
  select withdrawal_id, amount_e4, removed_e4, withdrawal.state as withdrawal_state, withdrawal.created_at as requested_at,
    payout.state as payout_state, payout.tries as payout_tries
  from withdrawal left join payout using (site_id, withdrawal_id)
  where withdrawal.site_id = member.site_id and withdrawal.member_id = member.member_id
    and withdrawal.state in ('requested', 'approved', 'paying')
) as leaving on true;
