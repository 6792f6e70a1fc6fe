-- `returned_e4`: the stakes of a void round. They were in play until then, and are no stakes of the round any more.
create or replace view cashback_round as
select site_id, member_id, provider, round_id, opened_at, settled_at, stake_e4, payout_e4,
  case when state = 'void'
    then (select coalesce(sum((bet ->> 'stake')::bigint), 0)::bigint from jsonb_array_elements(bets) as bet)
    else 0::bigint end as returned_e4
from game_round;
