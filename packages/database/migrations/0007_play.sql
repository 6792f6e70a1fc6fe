-- Playing: one-time launches, sessions at providers, rounds with their bets, and every call of a provider with its answer.

create table game_launch (
  site_id int not null,
  token_hash bytea not null check (length(token_hash) = 32),
  member_id bigint not null,
  provider text not null,
  game_code text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, token_hash),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index game_launch_by_age on game_launch (site_id, expires_at);

create table game_session (
  site_id int not null,
  token_hash bytea not null check (length(token_hash) = 32),
  member_id bigint not null,
  provider text not null,
  game_code text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, token_hash),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index game_session_by_age on game_session (site_id, expires_at);

-- A round with its bets in it: what one call of a provider has to know about what came before it.
create table game_round (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  round_id text not null,
  game_code text not null,
  state text not null check (state in ('open', 'closed', 'void')),
  stake_e4 bigint not null check (stake_e4 >= 0),
  payout_e4 bigint not null check (payout_e4 >= 0),
  turnover_e4 bigint not null check (turnover_e4 >= 0),
  bets jsonb not null,
  cancelled_wins text[] not null default '{}',
  opened_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (site_id, member_id, provider, round_id)
) with (fillfactor = 70);
-- Without the round's name: an index that had it was taken for finding one round, and read all of a member's.
create index game_round_by_time on game_round (site_id, member_id, opened_at desc);
create index game_round_open on game_round (site_id, member_id) where state = 'open';

-- Every call that was carried out, with the answer it got: the same call again gets the same answer. Never changed.
create table wallet_transaction (
  site_id int not null,
  member_id bigint not null,
  amount_e4 bigint not null check (amount_e4 >= 0),
  balance_before_e4 bigint not null,
  balance_after_e4 bigint not null,
  created_at timestamptz not null default transaction_timestamp(),
  tx_hash uuid not null,
  operation text not null check (operation in ('bet', 'win', 'rollback', 'tombstone')),
  provider text not null,
  tx_id text not null,
  ref_tx_id text,
  round_id text not null,
  game_code text not null,
  primary key (site_id, tx_hash)
);
comment on table wallet_transaction is 'A tombstone stands for a bet that was rolled back before it came: that bet is refused for good.';
