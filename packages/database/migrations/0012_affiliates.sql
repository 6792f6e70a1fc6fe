-- Friend referral: what friends brought on each day, what is due to whom and from when, and withdrawals of it.

-- What a friend's day is made of. Kinds of account: 1 game, 3 cashback, 105 bonusCost, 108 codeCost (core/chart-of-accounts.ts).
-- `begun_at` bounds the search: rounds are found by when they were opened.
create view affiliate_flow as
select site_id, member_id, opened_at as begun_at, settled_at as at, stake_e4 - payout_e4 as winloss_e4, turnover_e4
from game_round
where settled_at is not null
union all
select site_id, owner_id, created_at, created_at, -amount_e4, 0::bigint
from ledger_transfer
where from_kind <> 102 and to_kind <> 102 and to_kind = 1 and from_kind in (3, 105, 108);

create view affiliate_first_deposit as
select distinct on (site_id, member_id) site_id, member_id, amount_e4, credited_at
from deposit
where credited_at is not null and member_id is not null
order by site_id, member_id, credited_at;

-- One row for each friend and day: figures, no money.
create table affiliate_income (
  site_id int not null,
  member_id bigint not null,
  day date not null,
  friend_id bigint not null,
  level smallint not null check (level in (1, 2)),
  basis_e4 bigint not null,
  percent_bp int not null check (percent_bp between 0 and 10000),
  amount_e4 bigint not null,
  -- The friend looks like the one who referred: a person decides.
  is_suspect boolean not null default false,
  primary key (site_id, member_id, day, friend_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  foreign key (site_id, friend_id) references member (site_id, member_id),
  check (member_id <> friend_id)
);

-- The day's sum with what was carried into it: a loss is carried within its month.
create table affiliate_result (
  site_id int not null,
  member_id bigint not null,
  day date not null,
  sum_e4 bigint not null,
  carried_e4 bigint not null check (carried_e4 <= 0),
  payable_e4 bigint not null check (payable_e4 = greatest(sum_e4 + carried_e4, 0)),
  state text not null check (state in ('none', 'pending', 'held', 'released', 'dropped')),
  releases_at timestamptz not null,
  closed_at timestamptz,
  decided_by text not null default 'system',
  primary key (site_id, member_id, day),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((state = 'none') = (payable_e4 = 0)),
  check ((state in ('released', 'dropped')) = (closed_at is not null))
);
create index affiliate_result_due on affiliate_result (site_id, releases_at) where state = 'pending';
create index affiliate_result_held on affiliate_result (site_id, day) where state = 'held';

create table affiliate_run (
  site_id int not null references site (site_id),
  day date not null,
  finished_at timestamptz not null default now(),
  primary key (site_id, day)
);

create table affiliate_withdrawal (
  site_id int not null,
  movement_id bigint not null default nextval('movement_number'),
  member_id bigint not null,
  amount_e4 bigint not null check (amount_e4 > 0),
  state text not null check (state in ('requested', 'paid', 'rejected')),
  idempotency_key text not null,
  decided_by text not null default 'system',
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (site_id, movement_id),
  unique (site_id, member_id, idempotency_key),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((state = 'requested') = (closed_at is null))
);
create index affiliate_withdrawal_of_member on affiliate_withdrawal (site_id, member_id, created_at desc, movement_id desc);
create index affiliate_withdrawal_waiting on affiliate_withdrawal (site_id, created_at) where state = 'requested';

-- With the columns of history_deposit.
create view history_affiliate as
select site_id, member_id, movement_id, 'AFFILIATE'::text as type,
  case state when 'paid' then 'credited' when 'requested' then 'review' else 'returned' end as state,
  amount_e4, null::text as bonus_id, null::text as review_reason, created_at
from affiliate_withdrawal;
