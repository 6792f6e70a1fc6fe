-- Open rounds without an index that looks at whether a round is open: settling a round, which almost always follows at once, then
-- touches no index (decision 0041).

-- Set by the look at what was left open (open_round_look), by a call that took long, and when a round is opened again; taken back when
-- the round is over.
alter table game_round add column is_left_open boolean not null default false;
update game_round set is_left_open = true where state = 'open';
drop index game_round_open;
create index game_round_left_open on game_round (site_id, member_id) where is_left_open;

-- What the look reads: rounds by when they were opened. Rounds lie about in that order, so a summary of each part of the table is enough.
drop index game_round_by_settling;
create index game_round_by_settling on game_round using brin (settled_at, opened_at) with (autosummarize = on);

-- Every round of the site that was opened before this and is open now is marked. A site without a row was never looked at.
create table open_round_look (
  site_id int primary key references site (site_id),
  looked_until timestamptz not null
);
-- Whoever began before this migration may write a round with an earlier time after it.
insert into open_round_look (site_id, looked_until) select site_id, now() - interval '1 hour' from site;

-- All rounds that are open: those that are marked, and of the younger ones those that are open.
create view open_round as
select site_id, member_id, provider, round_id, game_code, stake_e4, bets, opened_at
from game_round where state = 'open' and is_left_open
union all
select site_id, member_id, provider, round_id, game_code, stake_e4, bets, opened_at
from site left join open_round_look as look using (site_id)
  join game_round as round using (site_id)
where round.opened_at >= coalesce(look.looked_until, '-infinity') and round.state = 'open' and not round.is_left_open;

create or replace view bonus_open_round as
select site_id, member_id, provider, round_id from open_round, jsonb_array_elements(bets) as bet
where bet ->> 'state' = 'open';
