-- A password change and "sign out everywhere" end game sessions and remembered devices too.

-- Seats at game providers that were taken at or before this time take no stake any more; cleared when the last of them is over. It is
-- read with every batch of bets, so it stands in the index of few.
alter table member add column seats_ended_at timestamptz;
drop index member_not_staking_freely;
create index member_not_staking_freely on member (site_id, member_id)
where is_locked or paused_until is not null or has_play_limits or seats_ended_at is not null;

-- A session whose token was replaced: for a few seconds it still reads, for questions that are on their way, and changes nothing.
alter table member_session add column replaced_at timestamptz;

-- Browser and system in a few words, and when the device last signed in.
alter table member_device
  add column device_name text not null default '',
  add column last_used_at timestamptz not null default now();
update member_device set last_used_at = rotated_at;
