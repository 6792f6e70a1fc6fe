-- A round that is staked, lost and closes its requirement in one request has one time with it, and is bound by it.

create or replace view wheel_settled as
select site_id, member_id, opened_at, settled_at,
  case when exists (
    select from turnover_requirement as line
    where line.site_id = round.site_id and line.member_id = round.member_id
      and line.line_no <= (
        select greatest(round.line_no, max((bet ->> 'line')::int)) from jsonb_array_elements(round.bets) as bet)
      and (line.source in ('BONUS', 'ITEMCODE') or line.withdraw_cap_e4 is not null)
      and (line.closed_at is null or line.closed_at >= round.placed_at)
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
