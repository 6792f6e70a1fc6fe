-- Withdrawals and the outbox of payouts.

create table withdrawal (
  site_id int not null,
  withdrawal_id bigint not null default nextval('movement_number'),
  member_id bigint not null,
  amount_e4 bigint not null check (amount_e4 > 0 and amount_e4 % 100 = 0),
  -- What a bonus's withdraw cap takes away when this is paid; held beside the amount until then.
  removed_e4 bigint not null default 0 check (removed_e4 >= 0),
  state text not null check (state in ('requested', 'approved', 'paying', 'paid', 'rejected', 'failed')),
  idempotency_key text not null,
  -- The bound account as it stood when the member asked: the money goes there and nowhere else.
  bank_code text not null,
  account text not null,
  holder_name text not null,
  -- Why a person decides and not the rule; empty when the rule approved it.
  review_reasons text[] not null default '{}',
  decided_by text,
  decided_at timestamptz(3),
  failure_reason text,
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  primary key (site_id, withdrawal_id),
  unique (site_id, member_id, idempotency_key),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((state = 'requested') = (decided_at is null)),
  check ((state in ('paid', 'rejected', 'failed')) = (closed_at is not null))
);
-- One open request a member (rules §6).
create unique index withdrawal_open on withdrawal (site_id, member_id) where state in ('requested', 'approved', 'paying');
create index withdrawal_of_member on withdrawal (site_id, member_id, created_at desc, withdrawal_id desc);
create index withdrawal_changed on withdrawal (site_id, member_id, changed_at);
create index withdrawal_waiting on withdrawal (site_id, created_at) where state = 'requested';

-- What must be told to the bank after the commit. The payout id never changes, so asking twice pays once.
create table payout (
  site_id int not null,
  payout_id text not null,
  withdrawal_id bigint not null,
  state text not null check (state in ('waiting', 'accepted', 'done')),
  tries int not null default 0 check (tries >= 0),
  next_try_at timestamptz(3) not null default now(),
  last_answer text,
  created_at timestamptz(3) not null default now(),
  primary key (site_id, payout_id),
  unique (site_id, withdrawal_id),
  foreign key (site_id, withdrawal_id) references withdrawal (site_id, withdrawal_id)
);
create index payout_due on payout (site_id, next_try_at) where state <> 'done';
