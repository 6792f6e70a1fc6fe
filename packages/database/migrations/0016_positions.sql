-- The question that a slip was credited by: asked again, it gets the same answer.
alter table slip add column credited_key text check (credited_key is null or state = 'credited');

-- What a member's net position reads of rounds: those that have their result. Found by when they were opened (game_round_by_time).
create view history_round as
select site_id, member_id, provider, round_id, opened_at, settled_at, stake_e4, payout_e4
from game_round
where settled_at is not null;
