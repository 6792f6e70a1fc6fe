-- Payouts: when the bank was first told, what nobody can tell, and results that contradict each other.

-- A payout that came back from the receiving bank after it was paid is `returned`.
alter table withdrawal
  drop constraint withdrawal_state_check,
  drop constraint withdrawal_check1,
  -- The newest turnover line of the member when the withdrawal was requested: lines up to it bind the withdrawal.
  add column line_no int not null default 0 check (line_no >= 0),
  -- Which hold contains removed_e4. Holds are placed once, so a changed amount has a hold of its own.
  add column cap_hold_no int not null default 0 check (cap_hold_no >= 0),
  -- Why an approved withdrawal is not submitted yet.
  add column wait_reason text check (wait_reason in ('BET_OPEN', 'WIN_HELD'));
alter table withdrawal
  add constraint withdrawal_state_check check (state in ('requested', 'approved', 'paying', 'paid', 'rejected', 'failed', 'returned')),
  add constraint withdrawal_closed_check check ((state in ('paid', 'rejected', 'failed', 'returned')) = (closed_at is not null)),
  add constraint withdrawal_wait_check check (wait_reason is null or state = 'approved');
update withdrawal set line_no = line.line_no
from (select site_id, member_id, max(line_no) as line_no from turnover_line group by site_id, member_id) as line
where line.site_id = withdrawal.site_id and line.member_id = withdrawal.member_id
  and withdrawal.state in ('requested', 'approved', 'paying');
drop index withdrawal_failed;
create index withdrawal_failed on withdrawal (site_id, member_id, created_at desc, withdrawal_id desc)
  where state in ('rejected', 'failed', 'returned');

--     waiting ──▶ submitted ──▶ accepted ──▶ done
--        │            └──▶ unclear ──▶ done          the bank cannot say, or contradicts itself: an operator decides
--        └──▶ stopped                                taken back before it was submitted
--
-- submitted_at is written before the bank is called: from then on only the bank, or an operator who asked it, says what became of it.
alter table payout
  drop constraint payout_state_check,
  add column submitted_at timestamptz(3),
  add column last_submitted_at timestamptz(3);
update payout set submitted_at = created_at, last_submitted_at = created_at where tries > 0 or state <> 'waiting';
update payout set state = 'submitted' where state = 'waiting' and tries > 0;
alter table payout
  add constraint payout_state_check check (state in ('waiting', 'submitted', 'accepted', 'unclear', 'stopped', 'done')),
  add constraint payout_submitted_check check (case when state in ('waiting', 'stopped') then submitted_at is null
    when state in ('submitted', 'accepted', 'unclear') then submitted_at is not null else true end),
  add constraint payout_tries_check1 check (tries = 0 or submitted_at is not null);
drop index payout_due;
create index payout_due on payout (site_id, next_try_at) where state in ('waiting', 'submitted', 'accepted');
create index payout_unclear on payout (site_id, next_try_at) where state = 'unclear';

-- The amount of withdrawals in flight counts as sent under the lines that were open at the request.
update turnover_line as line set paid_e4 = line.paid_e4 + withdrawal.amount_e4
from withdrawal
where withdrawal.site_id = line.site_id and withdrawal.member_id = line.member_id and withdrawal.state = 'paying'
  and line.closed_at is null and line.line_no <= withdrawal.line_no;

-- A withdrawal under this line was paid while a round could still pay: the line closes when the play is settled.
alter table turnover_line add column served_at timestamptz(3);
create index turnover_line_served on turnover_line (site_id, member_id) where served_at is not null and closed_at is null;

-- The bank contradicts what is booked about a payout. While one is open the member withdraws nothing, and money that came back waits in holds.
create table payout_dispute (
  site_id int not null,
  withdrawal_id bigint not null,
  dispute_no int not null check (dispute_no > 0),
  member_id bigint not null,
  -- The state of the withdrawal when the bank contradicted it, what the bank said then, and what it said last.
  booked text not null check (booked in ('requested', 'paid', 'rejected', 'failed')),
  claimed text not null check (claimed in ('paid', 'failed')),
  last_claimed text not null check (last_claimed in ('paid', 'failed', 'returned')),
  reason text,
  -- Taken from these wallets into holds; an operator's decision posts or voids them.
  frozen_main_e4 bigint not null default 0 check (frozen_main_e4 >= 0),
  frozen_game_e4 bigint not null default 0 check (frozen_game_e4 >= 0),
  -- The newest turnover line of the member when the dispute was opened: later lines do not contain what is frozen.
  line_no int not null default 0 check (line_no >= 0),
  state text not null default 'open' check (state in ('open', 'paid', 'failed')),
  decided_by text,
  opened_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  primary key (site_id, withdrawal_id, dispute_no),
  foreign key (site_id, withdrawal_id) references withdrawal (site_id, withdrawal_id),
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null))
);
create unique index payout_dispute_open on payout_dispute (site_id, withdrawal_id) where state = 'open';
create index payout_dispute_of_member on payout_dispute (site_id, member_id) where state = 'open';

create or replace view history_withdrawal as
select site_id, member_id, withdrawal_id as movement_id, 'WITHDRAW'::text as type, state, amount_e4, bank_code, account,
  failure_reason, closed_at, created_at, wait_reason,
  exists (select from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
    and dispute.withdrawal_id = withdrawal.withdrawal_id and dispute.state = 'open') as is_disputed
from withdrawal;

-- As in 0044, and money that is frozen while the bank contradicts itself about a payout.
create or replace view member_position as
select member.site_id, member.member_id, member.is_locked, member.is_excluded and member.paused_until > now() as is_excluded,
  case when member.paused_until > now() then member.paused_until end as paused_until,
  coalesce(balance.game_e4, 0) as game_e4, coalesce(balance.main_e4, 0) as main_e4, coalesce(balance.cashback_e4, 0) as cashback_e4,
  coalesce(balance.affiliate_e4, 0) as affiliate_e4, coalesce(balance.residual_e4, 0) as residual_e4,
  coalesce(balance.coins, 0) as coins, coalesce(balance.spins, 0) as spins,
  coalesce(balance.wins_held_e4, 0) as wins_held_e4, coalesce(balance.owed_e4, 0) as owed_e4,
  play.own_stake_e4, play.bonus_stake_e4, play.open_rounds, orphan.orphan_wins_e4, orphan.orphan_wins,
  leaving.withdrawal_id, leaving.amount_e4 as leaving_e4, leaving.removed_e4, leaving.withdrawal_state, leaving.requested_at,
  leaving.payout_state, leaving.payout_tries, bound.lines,
  disputed.disputed_e4, disputed.disputes
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
) as leaving on true
cross join lateral (
  select coalesce(sum(frozen_main_e4 + frozen_game_e4), 0)::bigint as disputed_e4, count(*)::int as disputes
  from payout_dispute as dispute
  where dispute.site_id = member.site_id and dispute.member_id = member.member_id and dispute.state = 'open'
) as disputed;
