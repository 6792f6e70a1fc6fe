-- The close of a business day: the balances of each Bangkok day, what differs on it, the explanation of a person, the close
-- and its reopening by two people.
--
-- Always true: a closed day keeps its lines and differences as they were. Each kept difference has an explanation of the
-- same state. One close of a day is in force. A day is reopened by an executed request only.

-- The balances of a counted day: 'account <kind>' of the journal, and 'provider <code>' of play. An amount of a provider is
-- negative where more was cancelled than played.
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
alter table report_day add column balanced_at timestamptz(3);

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
