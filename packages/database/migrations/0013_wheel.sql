-- The prize wheel: its segments with their weights in versions, the seeds by which members verify it, spins, and coins
-- earned.

-- A version is never changed: the highest is the current wheel, the others explain the spins of their time.
create table wheel (
  site_id int not null references site (site_id),
  version int not null check (version > 0),
  is_on boolean not null default true,
  -- [{ "kind": "BAHT" | "COIN" | "SPIN" | "NONE", "amount": "50000", "weight": 150 }, …]: THB/4, or a count.
  segments jsonb not null check (jsonb_array_length(segments) between 2 and 64),
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
  segment_index smallint not null check (segment_index >= 0),
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

-- The deposits that have earned their coin. A coin of a deposit that was reversed is reversed too (decision 0071).
create table wheel_deposit_coin (
  site_id int not null,
  deposit_id bigint not null,
  reversed_at timestamptz,
  primary key (site_id, deposit_id),
  foreign key (site_id, deposit_id) references deposit (site_id, deposit_id)
);

-- The coins that members owe: the deposit was reversed, its coin is not reversed yet.
create view wheel_owed_coin as
select deposit.site_id, deposit.member_id, deposit.deposit_id, deposit.reversed_at
from deposit join wheel_deposit_coin as coin using (site_id, deposit_id)
where deposit.state = 'returned' and deposit.reversed_at is not null and coin.reversed_at is null;

-- The time up to which a member's turnover was counted.
create table wheel_turnover (
  site_id int not null,
  member_id bigint not null,
  counted_until timestamptz not null,
  counted_e4 bigint not null default 0 check (counted_e4 >= 0),
  coins int not null default 0 check (coins >= 0),
  -- The counted turnover when the rule began for this member, set by the next count; null: never counted under it.
  carried_e4 bigint,
  carried_until timestamptz,
  primary key (site_id, member_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);

-- The time up to which the settled rounds of a site were scanned for coins.
create table wheel_run (
  site_id int primary key references site (site_id),
  scanned_until timestamptz not null
);

-- Deposits and settled turnover as the wheel reads them.
create view wheel_deposit as
select site_id, deposit_id, member_id, amount_e4, credited_at
from deposit
where credited_at is not null and state in ('credited', 'parked');

-- Coins of turnover count stakes that no bonus or code binds (decision 0071). A round is bound when one of its bets was
-- placed while a requirement of a bonus or code, or with a cap, was open: such a requirement is not newer than the
-- newest one of the bets, and was closed after the round was opened, or with it by one request.
create view wheel_settled as
select site_id, member_id, opened_at, settled_at,
  case when exists (
    select from turnover_requirement as requirement
    where requirement.site_id = round.site_id and requirement.member_id = round.member_id
      and requirement.requirement_no <= (
        select greatest(round.newest_requirement_no, max((bet ->> 'line')::int))
        from jsonb_array_elements(round.bets) as bet)
      and (requirement.source in ('BONUS', 'ITEMCODE') or requirement.withdraw_cap_e4 is not null)
      and (requirement.closed_at is null or requirement.closed_at >= round.placed_at)
  ) then 0::bigint else turnover_e4 end as turnover_e4
from (
  select site_id, member_id, opened_at, settled_at, turnover_e4, newest_requirement_no, bets, opened_at as placed_at
  from game_round
  where settled_at is not null
  union all
  select correction.site_id, correction.member_id, correction.settled_at, correction.settled_at,
    correction.turnover_e4, round.newest_requirement_no, round.bets, round.opened_at
  from round_correction as correction join game_round as round using (site_id, member_id, provider, round_id)
  union all
  select correction.site_id, correction.member_id, correction.corrected_at, correction.corrected_at,
    -correction.turnover_e4, round.newest_requirement_no, round.bets, round.opened_at
  from round_correction as correction join game_round as round using (site_id, member_id, provider, round_id)
) as round;
