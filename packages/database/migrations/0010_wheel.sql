-- The prize wheel: its fields with their weights in versions, the seeds by which members verify it, spins, and coins
-- earned.

-- A version is never changed: the highest is the current wheel, the others explain the spins of their time.
create table wheel (
  site_id int not null references site (site_id),
  version int not null check (version > 0),
  is_on boolean not null default true,
  -- [{ "kind": "BAHT" | "COIN" | "SPIN" | "NONE", "amount": "50000", "weight": 150 }, …]: THB/4, or a count.
  fields jsonb not null check (jsonb_array_length(fields) between 2 and 64),
  -- A prize in baht requires this many times its amount as turnover.
  turnover_times int not null check (turnover_times between 0 and 100),
  -- A deposit of at least this amount earns a coin, and so does each such amount of turnover; null: not earned this
  -- way.
  coin_deposit_e4 bigint check (coin_deposit_e4 > 0),
  coin_turnover_e4 bigint check (coin_turnover_e4 > 0),
  created_at timestamptz not null default now(),
  primary key (site_id, version)
);

-- The hash of a seed is shown before its first spin; the seed itself when the member requests the next one.
create table wheel_seed (
  site_id int not null,
  member_id bigint not null,
  seed_no int not null check (seed_no > 0),
  server_seed bytea not null check (length(server_seed) = 32),
  client_seed text not null check (length(client_seed) between 1 and 64),
  next_nonce int not null default 0 check (next_nonce >= 0),
  created_at timestamptz not null default now(),
  revealed_at timestamptz,
  primary key (site_id, member_id, seed_no),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create unique index wheel_seed_open on wheel_seed (site_id, member_id) where revealed_at is null;

-- Written once with the prize. One nonce of a seed draws one prize.
create table wheel_spin (
  site_id int not null,
  member_id bigint not null,
  seed_no int not null,
  nonce int not null check (nonce >= 0),
  client_seed text not null,
  version int not null,
  idempotency_key text not null,
  paid_with text not null check (paid_with in ('COIN', 'SPIN')),
  field_index smallint not null check (field_index >= 0),
  kind text not null check (kind in ('BAHT', 'COIN', 'SPIN', 'NONE')),
  -- THB/4, or a count.
  amount_e4 bigint not null check (amount_e4 >= 0),
  coins_after_e4 bigint not null check (coins_after_e4 >= 0),
  spins_after_e4 bigint not null check (spins_after_e4 >= 0),
  created_at timestamptz not null default now(),
  primary key (site_id, member_id, seed_no, nonce),
  unique (site_id, member_id, idempotency_key),
  foreign key (site_id, member_id, seed_no) references wheel_seed (site_id, member_id, seed_no),
  foreign key (site_id, version) references wheel (site_id, version)
);

-- The deposits that have earned their coin.
create table wheel_deposit_coin (
  site_id int not null,
  deposit_id bigint not null,
  primary key (site_id, deposit_id),
  foreign key (site_id, deposit_id) references deposit (site_id, deposit_id)
);

-- The time up to which a member's turnover was counted.
create table wheel_turnover (
  site_id int not null,
  member_id bigint not null,
  counted_until timestamptz not null,
  counted_e4 bigint not null default 0 check (counted_e4 >= 0),
  coins int not null default 0 check (coins >= 0),
  primary key (site_id, member_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);

-- The time up to which the settled rounds of a site were scanned for coins.
create table wheel_run (
  site_id int primary key references site (site_id),
  looked_until timestamptz not null
);

-- Deposits and settled turnover as the wheel reads them.
create view wheel_deposit as
select site_id, deposit_id, member_id, amount_e4, credited_at
from deposit
where credited_at is not null and state in ('credited', 'parked');

create view wheel_settled as
select site_id, member_id, opened_at, settled_at, turnover_e4
from game_round
where settled_at is not null
union all
select site_id, member_id, settled_at, settled_at, turnover_e4 from round_correction
union all
select site_id, member_id, corrected_at, corrected_at, -turnover_e4 from round_correction;
