-- As in 0057: what left for the bank counts as withdrawn. A deposit that was taken back counts as never brought in, whatever account it was
-- taken from (game, main or receivable). Kinds: 100 bank, 101 payouts.
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
  case when to_kind in (1, 2) and from_kind in (100, 111) then amount_e4
    when to_kind = 100 and from_kind in (1, 2, 90) then -amount_e4 else 0 end,
  case when to_kind = 101 then amount_e4 when from_kind = 101 then -amount_e4 else 0 end,
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
