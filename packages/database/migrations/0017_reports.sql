-- Sums of the journal and of play for reports and the dashboard, so that neither reads a growing table, and the close
-- of business days.
--
-- Always true: rows of an hour are written once, in the transaction that moves report_progress past the hour. All can
-- be computed again from ledger_transfer and wallet_transaction; each night a day is, and a difference is a finding.
-- A closed day keeps its lines and differences as they were. Each kept difference has an explanation of the same state.
-- One close of a day is in force. A day is reopened by an executed request only.

-- How far the sums of a site reach. The row is locked while sums are added, so two processes never add the same hour.
create table report_progress (
  site_id int primary key references site (site_id),
  -- The hours before this are summed, and the ten minutes of play before the other.
  hours_until timestamptz not null,
  slices_until timestamptz not null,
  -- New members have a greater number, up to a thousand that registered side by side.
  last_member_id bigint not null default 0
);

create table report_hour (
  site_id int not null references site (site_id),
  hour timestamptz not null,
  registered int not null check (registered >= 0),
  -- Members whose first bet of their Bangkok day is in this hour: the sum over a day is the players of the day.
  players int not null check (players >= 0),
  primary key (site_id, hour)
);

-- Transfers of an hour by their accounts and reason; the hour is that of the posting.
create table report_money_hour (
  site_id int not null references site (site_id),
  hour timestamptz not null,
  from_kind smallint not null references ledger_kind (kind),
  to_kind smallint not null references ledger_kind (kind),
  reason text not null,
  transfers int not null check (transfers > 0),
  amount_e4 bigint not null check (amount_e4 > 0),
  primary key (site_id, hour, from_kind, to_kind, reason)
);

-- The balance of each account of the house at the beginning of the hour `at`.
create table report_house_balance (
  site_id int not null references site (site_id),
  at timestamptz not null,
  kind smallint not null references ledger_kind (kind),
  balance_e4 bigint not null,
  primary key (site_id, at, kind)
);

-- Play of ten minutes by provider and game, as posted: what was cancelled or reversed later counts at that time, so
-- sums may be negative.
create table report_play_slice (
  site_id int not null references site (site_id),
  slice timestamptz not null,
  provider text not null,
  game_code text not null,
  bets int not null check (bets >= 0),
  stake_e4 bigint not null,
  payout_e4 bigint not null,
  prize_e4 bigint not null,
  tip_e4 bigint not null,
  primary key (site_id, slice, provider, game_code)
);

create table report_member_day (
  site_id int not null,
  day date not null,
  member_id bigint not null,
  deposit_e4 bigint not null,
  withdrawal_e4 bigint not null,
  bets int not null check (bets >= 0),
  stake_e4 bigint not null,
  payout_e4 bigint not null,
  prize_e4 bigint not null,
  tip_e4 bigint not null,
  gift_e4 bigint not null,
  -- The hour of the first bet of the day.
  played_from timestamptz,
  primary key (site_id, day, member_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index report_member_day_of_member on report_member_day (member_id, site_id, day);

-- A Bangkok day that was counted again from the sources.
create table report_day (
  site_id int not null references site (site_id),
  day date not null,
  counted_at timestamptz(3) not null default now(),
  balanced_at timestamptz(3),
  primary key (site_id, day)
);

-- The balances of a counted day: 'account <kind>' of the journal, and 'provider <code>' of play. An amount of a
-- provider is negative where more was cancelled than played.
create table report_day_balance (
  site_id int not null,
  day date not null,
  line text not null check (length(line) between 3 and 100),
  opening_e4 bigint not null,
  in_e4 bigint not null,
  out_e4 bigint not null,
  closing_e4 bigint not null,
  primary key (site_id, day, line),
  foreign key (site_id, day) references report_day (site_id, day),
  check (closing_e4 = opening_e4 + in_e4 - out_e4)
);

-- What did not fit on a day: the stored and the counted amount. Explained by a person before the day is closed.
create table report_difference (
  site_id int not null,
  day date not null,
  subject text not null check (length(subject) between 3 and 200),
  stored_e4 bigint not null,
  counted_e4 bigint not null,
  primary key (site_id, day, subject),
  foreign key (site_id, day) references report_day (site_id, day),
  check (stored_e4 <> counted_e4)
);

-- Of a difference with its amounts at that time: other amounts are another difference.
create table day_explanation (
  site_id int not null,
  day date not null,
  subject text not null check (length(subject) between 3 and 200),
  state text not null check (length(state) between 1 and 300),
  text text not null check (length(text) between 3 and 500),
  explained_by text not null,
  explained_at timestamptz(3) not null default now(),
  primary key (site_id, day, subject, state),
  foreign key (site_id, day) references report_day (site_id, day)
);

create table day_close (
  site_id int not null,
  day date not null,
  close_no int not null check (close_no > 0),
  closed_by text not null,
  closed_at timestamptz(3) not null default now(),
  reopened_by text,
  reopened_at timestamptz(3),
  reopen_request_id bigint,
  primary key (site_id, day, close_no),
  foreign key (site_id, day) references report_day (site_id, day),
  foreign key (site_id, reopen_request_id) references approval_execution (site_id, request_id),
  check ((reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopen_request_id is null))
);
create unique index day_close_in_force on day_close (site_id, day) where reopened_at is null;

create table day_close_line (
  site_id int not null,
  day date not null,
  close_no int not null,
  line text not null check (length(line) between 3 and 100),
  opening_e4 bigint not null,
  in_e4 bigint not null,
  out_e4 bigint not null,
  closing_e4 bigint not null,
  primary key (site_id, day, close_no, line),
  foreign key (site_id, day, close_no) references day_close (site_id, day, close_no),
  check (closing_e4 = opening_e4 + in_e4 - out_e4)
);

create table day_close_difference (
  site_id int not null,
  day date not null,
  close_no int not null,
  subject text not null,
  state text not null,
  explanation text not null check (length(explanation) between 3 and 500),
  explained_by text not null,
  primary key (site_id, day, close_no, subject),
  foreign key (site_id, day, close_no) references day_close (site_id, day, close_no),
  foreign key (site_id, day, subject, state) references day_explanation (site_id, day, subject, state)
);
