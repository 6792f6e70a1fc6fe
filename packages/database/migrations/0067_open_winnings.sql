-- A round that waits for its last result counts in no period, but its payouts are in the member's wallet: where they were
-- lost again, cashback was paid for winnings. What they lower a loss by is postponed while the round is open.

alter table cashback_period add column open_before_e4 bigint not null default 0;
comment on column cashback_period.open_before_e4 is 'The part of earlier losses that was postponed: open_e4 of the period before.';
alter table cashback_period add column open_e4 bigint not null default 0;
comment on column cashback_period.open_e4 is
  'The part of the loss that is postponed, because open rounds have paid as much above their stakes.';

-- Rounds without a result that paid more than their stakes.
create view cashback_open_round as
select site_id, member_id, provider, round_id, opened_at, payout_e4 - stake_e4 as winnings_e4
from game_round where state = 'open' and is_marked_open and settled_at is null and payout_e4 > stake_e4
union all
select site_id, member_id, provider, round_id, opened_at, payout_e4 - stake_e4
from site left join open_round_scan as scan using (site_id)
  join game_round as round using (site_id)
where round.opened_at >= coalesce(scan.looked_until, '-infinity') and round.state = 'open' and not round.is_marked_open
  and settled_at is null and payout_e4 > stake_e4;
