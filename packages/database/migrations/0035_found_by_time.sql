-- What moved lately is found by its time, and what a member opened by the member: neither is looked for among all there is.

-- Providers that send no token of a session: every bet of theirs asks whether the member opened a game of them today.
create index game_launch_of_member on game_launch (site_id, member_id, provider, created_at);
-- Which sessions end when a member is locked or goes on a break.
create index game_session_of_member on game_session (site_id, member_id);

-- Rounds by when they were settled. Rounds are settled about in the order they were opened, so a summary of each part of the table is
-- enough, and a bet pays next to nothing for it.
create index game_round_by_settling on game_round using brin (settled_at) with (autosummarize = on);
-- Rare rows.
create index round_correction_by_settling on round_correction (site_id, settled_at);
create index round_correction_by_time on round_correction (site_id, corrected_at);
-- Few rows among very many, as in 0011: bets stay out of it.
create index ledger_transfer_beside_games_by_time on ledger_transfer (site_id, created_at)
  where from_kind <> 102 and to_kind <> 102;

-- Whose day may bring somebody a commission: who played, was given something, or deposited.
create view affiliate_mover as
select site_id, member_id, at from affiliate_flow
union all
select site_id, member_id, credited_at from deposit where credited_at is not null and member_id is not null;

-- Up to when settled rounds were looked through for coins.
create table wheel_run (
  site_id int primary key references site (site_id),
  looked_until timestamptz not null
);
drop view wheel_player;
