-- Cashback over the edges of its periods: gifts that are played later than they were received, and rounds that are corrected after
-- the period in which they counted.

alter table cashback_period
  -- Gifts of earlier periods that were not played when this one began; what of all gifts is not played at its end.
  add column gifts_before_e4 bigint not null default 0 check (gifts_before_e4 >= 0),
  add column gifts_left_e4 bigint not null default 0 check (gifts_left_e4 >= 0),
  -- By how much rounds of earlier periods, corrected in this one, change its loss; what of a reduction it could not take.
  add column corrections_e4 bigint not null default 0,
  add column corrections_left_e4 bigint not null default 0 check (corrections_left_e4 <= 0);

-- As in 0015, with two columns more. `taken_e4`: winnings that went with a bonus that was given back (kind 110 residualTaken), begun
-- when that bonus was granted. `first_at`: for figures that a correction takes out, when they were counted; else the same as `at`.
create or replace view cashback_flow as
select site_id, member_id, opened_at as begun_at, settled_at as at, stake_e4 as stakes_e4, payout_e4 as payouts_e4,
  0::bigint as gifts_e4, 0::bigint as deposits_e4, 0::bigint as withdrawals_e4, 0::bigint as taken_e4, settled_at as first_at
from game_round
where settled_at is not null
union all
select site_id, member_id, settled_at, settled_at, stake_e4, payout_e4, 0::bigint, 0::bigint, 0::bigint, 0::bigint, settled_at
from round_correction
union all
select site_id, member_id, corrected_at, corrected_at, -stake_e4, -payout_e4, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  settled_at
from round_correction
union all
select site_id, owner_id, created_at, created_at, 0::bigint, 0::bigint,
  case when to_kind = 1 and from_kind in (4, 105, 108, 109) then amount_e4
    when from_kind = 1 and to_kind = 105 then -amount_e4 else 0 end,
  case when to_kind in (1, 2) and from_kind in (100, 111) then amount_e4 else 0 end,
  case when from_kind = 8 and to_kind = 101 then amount_e4 else 0 end,
  0::bigint, created_at
from ledger_transfer
where from_kind <> 102 and to_kind <> 102 and to_kind <> 110
union all
select taken.site_id, taken.owner_id, granted.at, taken.created_at, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  taken.amount_e4, taken.created_at
from ledger_transfer as taken
cross join lateral (
  select max(bonus.created_at) as at from ledger_transfer as bonus
  where bonus.site_id = taken.site_id and bonus.owner_id = taken.owner_id and bonus.created_at <= taken.created_at
    and bonus.from_kind = 105 and bonus.to_kind = 1
) granted
where taken.from_kind = 1 and taken.to_kind = 110;

-- What was a member's at a moment and lay in no wallet: rounds without a result, and wins that waited for a person.
create view cashback_round as
select site_id, member_id, provider, round_id, opened_at, settled_at, stake_e4, payout_e4 from game_round;

create view cashback_held as
select site_id, member_id, held_at, decided_at, amount_e4 from held_win;

-- Figures that were taken out of the periods in which they had counted.
create view cashback_correction as
select site_id, member_id, provider, round_id, settled_at, corrected_at, payout_e4 - stake_e4 as change_e4 from round_correction;
