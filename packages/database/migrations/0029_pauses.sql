-- A member's own break from play: a time-out of days or an exclusion of months and years. While it lasts nothing is staked, deposited
-- or given; money that comes back is booked and withdrawing stays open.

alter table member
  -- infinity: until the member asks for its end and a person agrees.
  add column paused_until timestamptz,
  -- Half a year or more: an exclusion, not a time-out.
  add column is_excluded boolean not null default false;

-- Each wish and each agreed end, for ever.
create table member_pause (
  site_id int not null,
  member_id bigint not null,
  pause_no int not null check (pause_no > 0),
  length text not null check (length in ('24h', '7d', '30d', '42d', '6m', '1y', '5y', 'forever', 'lifted')),
  asked_by text not null check (asked_by in ('member', 'operator')),
  begun_at timestamptz not null default now(),
  ends_at timestamptz not null,
  primary key (site_id, member_id, pause_no),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index member_paused on member (site_id, paused_until) where paused_until is not null;
