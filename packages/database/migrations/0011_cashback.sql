-- Cashback: what a member lost in a period, and the part of it that comes back.

-- Whatever moved money beside bets and payouts: few rows among very many. Bets stay out of it, so it costs them nothing.
create index ledger_transfer_beside_games on ledger_transfer (site_id, owner_id, created_at)
  where from_kind <> 102 and to_kind <> 102;

-- What makes up a loss, row by row. `begun_at` bounds the search: rounds are found by when they were opened.
-- Kinds of account: 1 game, 2 main, 4 affiliate, 8 withdrawalHeld; 100 bank, 101 payouts, 105 bonusCost, 108 codeCost,
-- 109 prizeCost, 111 unmatched (core/chart-of-accounts.ts).
create view cashback_flow as
select site_id, member_id, opened_at as begun_at, settled_at as at, stake_e4 as stakes_e4, payout_e4 as payouts_e4,
  0::bigint as gifts_e4, 0::bigint as deposits_e4, 0::bigint as withdrawals_e4
from game_round
where settled_at is not null
union all
select site_id, owner_id, created_at, created_at, 0::bigint, 0::bigint,
  case when to_kind = 1 and from_kind in (4, 105, 108, 109) then amount_e4 else 0 end,
  case when to_kind in (1, 2) and from_kind in (100, 111) then amount_e4 else 0 end,
  case when from_kind = 8 and to_kind = 101 then amount_e4 else 0 end
from ledger_transfer
where from_kind <> 102 and to_kind <> 102;

create table cashback_period (
  site_id int not null,
  member_id bigint not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  -- The inputs of the figure, so that nobody has to ask how it came about.
  stakes_e4 bigint not null,
  payouts_e4 bigint not null,
  gifts_e4 bigint not null,
  deposits_e4 bigint not null,
  withdrawals_e4 bigint not null,
  opening_e4 bigint not null,
  loss_e4 bigint not null,
  percent_bp int not null check (percent_bp between 0 and 10000),
  -- What was too little to claim before, and is counted in here.
  carried_e4 bigint not null check (carried_e4 >= 0),
  amount_e4 bigint not null check (amount_e4 >= carried_e4),
  state text not null check (state in ('none', 'carried', 'claimable', 'claimed', 'expired')),
  expires_at timestamptz,
  closed_at timestamptz(3),
  claim_key text,
  -- The number on the receipt, given when it is claimed.
  movement_id bigint,
  created_at timestamptz not null default now(),
  primary key (site_id, member_id, period_from),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check (period_to > period_from),
  check ((state in ('claimable', 'claimed', 'expired')) = (expires_at is not null)),
  check ((state in ('claimed', 'expired')) = (closed_at is not null)),
  check ((state = 'claimed') = (movement_id is not null))
);
create index cashback_open on cashback_period (site_id, expires_at) where state = 'claimable';
create index cashback_claimed on cashback_period (site_id, member_id, closed_at desc, movement_id desc) where state = 'claimed';

-- A week is calculated once for the whole brand.
create table cashback_run (
  site_id int not null references site (site_id),
  period_to timestamptz not null,
  finished_at timestamptz not null default now(),
  primary key (site_id, period_to)
);

-- Claims stand among what came in (spec §4: TransType), with the columns of history_deposit.
create view history_cashback as
select site_id, member_id, movement_id, 'CASHBACK'::text as type, 'credited'::text as state, amount_e4,
  null::text as bonus_id, null::text as review_reason, closed_at as created_at
from cashback_period
where state = 'claimed';
