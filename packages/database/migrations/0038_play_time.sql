-- A limit of time stands beside those of money, in minutes: how long a member plays in a day of the calendar in Bangkok.

alter table member_limit
  alter column amount_e4 drop not null,
  add column minutes int check (minutes between 1 and 1439),
  add column wish_minutes int check (wish_minutes > minutes and wish_minutes <= 1439),
  drop constraint member_limit_kind_check,
  add check (kind in ('deposit', 'loss', 'stake', 'time')),
  add check (kind <> 'time' or span = 'day'),
  add check ((kind = 'time') = (minutes is not null)),
  add check ((kind = 'time') = (amount_e4 is null)),
  add check (kind = 'time' or wish_minutes is null),
  add check (kind <> 'time' or wish_e4 is null),
  add check (wish_minutes is null or wished_at is not null);

-- Nothing in both: no limit.
alter table member_limit_change
  add column minutes int,
  drop constraint member_limit_change_kind_check,
  add check (kind in ('deposit', 'loss', 'stake', 'time')),
  add check ((kind = 'time' or minutes is null) and (kind <> 'time' or amount_e4 is null));

-- How long a member played on a day in Bangkok up to the last bet of it. Counted for those who limit their time, with the bets.
create table member_play_time (
  site_id int not null,
  member_id bigint not null,
  day date not null,
  played_ms int not null check (played_ms between 0 and 86400000),
  last_bet_at timestamptz(3) not null,
  primary key (site_id, member_id, day),
  foreign key (site_id, member_id) references member (site_id, member_id)
) with (fillfactor = 50);
