-- The books: double entry, append-only. What each rule is for stands in packages/ledger/README.md.
--
-- Kinds of account are small numbers so that SQL can hold the rule for each class:
--   1–89    an owner's account, never below zero
--   90–99   an owner's contra account (what the owner owes), never above zero
--   100 up  an account of the house, either sign

create table ledger_kind (
  kind smallint primary key check (kind between 1 and 999),
  name text not null unique,
  currency text not null
);
comment on table ledger_kind is 'The chart of accounts, written by installChart; shared by all sites.';

-- One writer a lane: whoever moves money of an owner first locks the row of the owner's lane.
create table ledger_lane (
  site_id int not null,
  lane smallint not null check (lane between 0 and 63),
  lane_count smallint not null check (lane_count between 1 and 64),
  last_sequence bigint not null default 0 check (last_sequence >= 0),
  primary key (site_id, lane),
  check (lane < lane_count)
) with (fillfactor = 20);

create table ledger_balance (
  site_id int not null,
  owner_id bigint not null check (owner_id > 0),
  kind smallint not null check (kind between 1 and 99),
  balance_e4 bigint not null,
  primary key (site_id, owner_id, kind),
  check (kind >= 90 or balance_e4 >= 0),
  check (kind < 90 or balance_e4 <= 0)
) with (fillfactor = 50);

-- House accounts are striped by lane so that no two lanes meet in one row; the balance is the sum of the stripes.
create table ledger_house_balance (
  site_id int not null,
  kind smallint not null check (kind >= 100),
  lane smallint not null,
  balance_e4 bigint not null,
  primary key (site_id, kind, lane),
  foreign key (site_id, lane) references ledger_lane (site_id, lane)
) with (fillfactor = 20);

-- The journal: one row a transfer, both legs in it. transfer_id = sequence of the lane * 64 + lane, without gaps in a lane.
create table ledger_transfer (
  site_id int not null,
  from_kind smallint not null,
  to_kind smallint not null,
  created_at timestamptz not null default transaction_timestamp(),
  owner_id bigint not null check (owner_id >= 0),
  transfer_id bigint not null,
  amount_e4 bigint not null check (amount_e4 > 0),
  from_balance_e4 bigint,
  to_balance_e4 bigint,
  corrects_id bigint,
  event_at timestamptz,
  key_hash uuid,
  reason text not null,
  key text not null,
  primary key (site_id, owner_id, transfer_id),
  unique (site_id, key_hash),
  check (from_kind <> to_kind),
  check ((owner_id = 0) = (from_kind >= 100 and to_kind >= 100)),
  check ((from_balance_e4 is null) = (from_kind >= 100)),
  check ((to_balance_e4 is null) = (to_kind >= 100)),
  check (from_balance_e4 is null or from_kind >= 90 or from_balance_e4 >= 0),
  check (to_balance_e4 is null or to_kind >= 90 or to_balance_e4 >= 0)
);
comment on column ledger_transfer.key_hash is 'Nothing where a row of the cause, unique and of the same transaction, makes it happen once.';
comment on column ledger_transfer.event_at is 'When it happened outside, where that differs from when it was booked.';

create view ledger_entry as
select site_id, owner_id, transfer_id, from_kind as kind, -amount_e4 as amount_e4, from_balance_e4 as balance_e4, reason, created_at
from ledger_transfer
union all
select site_id, owner_id, transfer_id, to_kind, amount_e4, to_balance_e4, reason, created_at
from ledger_transfer;

create table ledger_hold (
  site_id int not null,
  owner_id bigint not null check (owner_id > 0),
  hold_id text not null,
  from_kind smallint not null,
  held_kind smallint not null,
  to_kind smallint not null,
  amount_e4 bigint not null check (amount_e4 > 0),
  state text not null check (state in ('placed', 'posted', 'voided')),
  reason text not null,
  placed_at timestamptz not null default transaction_timestamp(),
  closed_at timestamptz,
  primary key (site_id, owner_id, hold_id),
  check ((state = 'placed') = (closed_at is null))
);
create index ledger_hold_open on ledger_hold (site_id, owner_id) where state = 'placed';
