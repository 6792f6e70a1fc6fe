-- What stands beside the wallet's hot path: how a provider is set up here, and everything of its calls that waits for something.

-- A provider as this brand runs it; no row: open, with the cap of its profile.
create table provider_setting (
  site_id int not null,
  provider text not null,
  is_open boolean not null default true,
  win_cap_e4 bigint check (win_cap_e4 > 0),
  primary key (site_id, provider)
);

-- Keys that an operator gave out or took back; a provider has two live ones at most. Secrets are derived, never stored.
create table provider_key (
  key_id text primary key,
  site_id int not null,
  provider text not null,
  slot smallint not null check (slot in (1, 2)),
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index provider_key_live on provider_key (site_id, provider, slot) where retired_at is null;

-- Wins whose bet has not come: the call as it was sent, until the bet is there or a day is over.
create table waiting_win (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  tx_id text not null,
  round_id text not null,
  amount_e4 bigint not null check (amount_e4 >= 0),
  call jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'refused', 'expired')),
  came_at timestamptz not null default now(),
  tries int not null default 1,
  primary key (site_id, member_id, provider, tx_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index waiting_win_open on waiting_win (site_id, came_at) where state = 'waiting';

-- Wins and prizes above the cap of their provider: booked, and out of the member's reach until a person decides.
create table held_win (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  tx_id text not null,
  round_id text not null,
  game_code text not null,
  amount_e4 bigint not null check (amount_e4 >= 0),
  is_prize boolean not null,
  state text not null check (state in ('held', 'released', 'refused', 'cancelled')),
  held_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (site_id, member_id, provider, tx_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((state = 'held') = (decided_at is null))
);
create index held_win_open on held_win (site_id, held_at) where state = 'held';

-- Rounds that stay open too long: what their provider says about them, and that a person is asked.
create table stuck_round (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  round_id text not null,
  asked_at timestamptz not null default now(),
  times_asked int not null default 1,
  -- The provider's words: settled, open, voided, unknown, or no answer.
  told text not null check (told in ('settled', 'open', 'voided', 'unknown', 'silent')),
  -- The calls that the provider says the round consists of.
  transactions jsonb not null default '[]',
  primary key (site_id, member_id, provider, round_id)
);

-- Members whose games must end, until each provider was told.
create table provider_kick (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  wanted_at timestamptz not null default now(),
  tries int not null default 0,
  told_at timestamptz,
  primary key (site_id, member_id, provider)
);
create index provider_kick_open on provider_kick (site_id) where told_at is null;

-- A day of a provider: its feed against our books.
create table reconciliation (
  site_id int not null,
  provider text not null,
  day date not null,
  compared_at timestamptz not null default now(),
  their_count int not null,
  our_count int not null,
  their_stake_e4 bigint not null,
  our_stake_e4 bigint not null,
  their_payout_e4 bigint not null,
  our_payout_e4 bigint not null,
  -- [{ "txId", "what", "theirs", "ours" }], at most a few hundred.
  differences jsonb not null default '[]' check (jsonb_typeof(differences) = 'array'),
  difference_count int not null,
  primary key (site_id, provider, day)
);
-- What a provider did on a day.
create index wallet_transaction_by_day on wallet_transaction using brin (created_at);
