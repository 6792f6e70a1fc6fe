-- Coins of turnover count stakes that no bonus or code binds, a coin of a deposit that was taken back is taken back too
-- (decision 0071), and a deposit that was parked when it arrived is not the member's first one (decision 0081).

-- The counted turnover when the rule began for this member, set by the next count; null: never counted under it.
alter table wheel_turnover add column carried_e4 bigint, add column carried_until timestamptz;

alter table wheel_deposit_coin add column taken_back_at timestamptz;

-- The coins that members owe: the deposit is gone, the coin is not taken back yet.
create view wheel_owed_coin as
select deposit.site_id, deposit.member_id, deposit.deposit_id, deposit.taken_back_at
from deposit join wheel_deposit_coin as coin using (site_id, deposit_id)
where deposit.state = 'returned' and deposit.taken_back_at is not null and coin.taken_back_at is null;

-- A round is bound when one of its bets was placed while a requirement of a bonus or code, or with a cap, was open: such
-- a requirement is not newer than the newest one of the bets, and was closed after the round was opened.
create or replace view wheel_settled as
select site_id, member_id, opened_at, settled_at,
  case when exists (
    select from turnover_requirement as line
    where line.site_id = round.site_id and line.member_id = round.member_id
      and line.line_no <= (
        select greatest(round.line_no, max((bet ->> 'line')::int)) from jsonb_array_elements(round.bets) as bet)
      and (line.source in ('BONUS', 'ITEMCODE') or line.withdraw_cap_e4 is not null)
      and (line.closed_at is null or line.closed_at > round.placed_at)
  ) then 0::bigint else turnover_e4 end as turnover_e4
from (
  select site_id, member_id, opened_at, settled_at, turnover_e4, line_no, bets, opened_at as placed_at
  from game_round
  where settled_at is not null
  union all
  select correction.site_id, correction.member_id, correction.settled_at, correction.settled_at,
    correction.turnover_e4, round.line_no, round.bets, round.opened_at
  from round_correction as correction join game_round as round using (site_id, member_id, provider, round_id)
  union all
  select correction.site_id, correction.member_id, correction.corrected_at, correction.corrected_at,
    -correction.turnover_e4, round.line_no, round.bets, round.opened_at
  from round_correction as correction join game_round as round using (site_id, member_id, provider, round_id)
) as round;

-- Parked when it arrived, also after its release.
alter table deposit add column arrived_parked boolean;

-- The deposits that use up the right to a bonus of the first deposit: they could bring a bonus when they arrived. One
-- that was credited by mistake and taken back does not.
create view bonus_first_deposit as
select site_id, member_id, deposit_id
from deposit
where state = 'credited' and arrived_parked is distinct from true;
