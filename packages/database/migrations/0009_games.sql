-- Providers and games of a site, launches, sessions at providers, rounds with their bets, the wallet transactions of
-- providers, and what is kept of them until a provider, a job or an operator completes it.

-- The catalogue of a site: its providers and their games (decision 0090).
create table provider (
  site_id int not null references site (site_id),
  provider text not null check (provider ~ '^[a-z0-9-]{2,40}$'),
  name text not null check (length(name) between 1 and 60),
  -- A name of the server's protocols; null: listed, not connected.
  protocol text,
  category text not null check (category in ('LIVECASINO', 'EGAMES', 'POKER', 'TRADING')),
  game_type text not null check (game_type in ('LIVECASINO', 'EGAMES', 'TRADING', 'LOBBY', '*')),
  -- A path of the web build, or an address. Empty: the row holds settings, and the catalogue was not written yet.
  image_url text not null,
  -- Null: outside the lobby.
  lobby_order smallint check (lobby_order > 0),
  -- Address of a game with {game}, {token}, {site}, {lang} and {return}; null: the play-money studio.
  launch_url text,
  -- Answers queries of the protocol's client; null: none, or the studio.
  api_url text,
  -- Begin of the name of the first key of a provider of the studio; null: an operator makes keys.
  key_prefix text,
  is_new boolean not null default false,
  is_open boolean not null default true,
  -- Null: the cap of the protocol's profile.
  win_cap_e4 bigint check (win_cap_e4 > 0),
  -- Who closed it, and the reason that members read.
  closed_by text check (closed_by in ('operator', 'studio')),
  closed_notice text check (length(closed_notice) between 3 and 120),
  primary key (site_id, provider),
  unique (site_id, lobby_order),
  check (is_open = (closed_by is null)),
  check (closed_notice is null or closed_by is not null)
);

-- Rows stay, so that old rounds keep their names: a game that left is not offered.
create table game (
  site_id int not null,
  provider text not null,
  game_code text not null check (game_code ~ '^[A-Za-z0-9_.-]{1,64}$'),
  name text not null check (length(name) between 1 and 80),
  category text not null check (category in ('LIVECASINO', 'EGAMES', 'POKER', 'TRADING')),
  game_type text not null check (game_type in ('LIVECASINO', 'EGAMES', 'TRADING', 'LOBBY', '*')),
  image_url text not null,
  search_words text[] not null default '{}',
  sort_order smallint not null,
  since date,
  -- Mechanic, return, volatility, rules: what tile and information sheet show; null: nothing is stated.
  facts jsonb,
  is_offered boolean not null default true,
  primary key (site_id, provider, game_code),
  foreign key (site_id, provider) references provider (site_id, provider)
);

-- Keys that an operator issued or retired; a provider has at most two live ones. Secrets are derived, never stored.
create table provider_key (
  key_id text primary key,
  site_id int not null,
  provider text not null,
  slot smallint not null check (slot in (1, 2)),
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index provider_key_live on provider_key (site_id, provider, slot) where retired_at is null;
-- Changes of rows whose key lacks the site are found by the whole row.
alter table provider_key replica identity full;

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
-- Some providers send no session token: each of their bets checks whether the member launched one of their games today.
create index game_launch_of_member on game_launch (site_id, member_id, provider, created_at);

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
-- The sessions that end when a member is locked or begins a play break.
create index game_session_of_member on game_session (site_id, member_id);
comment on column game_session.token_hash is
  'Hash of the launch token that the session was opened with: one launch is one session.';

-- A round with its bets in it: the state that a wallet command reads and writes.
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
  opened_at timestamptz not null default now(),
  settled_at timestamptz,
  -- What each corrected win pays now; 'void': nothing.
  corrected_wins jsonb not null default '{}',
  -- Open rounds are found without an index on the state: settling a round, which almost always follows at once, then
  -- touches no index (decision 0041). Set by the scan (open_round_scan), by a command that took long, and when a round
  -- is reopened; cleared when the round is over.
  is_marked_open boolean not null default false,
  -- The newest open turnover requirement of the member when the first bet or prize of the round was recorded; 0: none.
  -- A bet placed under another requirement stores the number of that one itself (bets[].line).
  newest_requirement_no int not null default 0 check (newest_requirement_no >= 0),
  -- Free spins belong to the round that granted them: it stays open until the last one has its result (decision 0069).
  free_spins int not null default 0,
  primary key (site_id, member_id, provider, round_id),
  constraint game_round_free_spins check (free_spins >= 0 and (free_spins = 0 or state = 'open'))
) with (fillfactor = 70);
-- Without round_id: the planner took an index that had it for finding one round, and read all rounds of the member.
create index game_round_by_time on game_round (site_id, member_id, opened_at desc);
create index game_round_marked_open on game_round (site_id, member_id) where is_marked_open;
-- Rounds are stored and settled about in the order they were opened, so a summary of each part of the table is enough.
create index game_round_by_settling on game_round using brin (settled_at, opened_at) with (autosummarize = on);
comment on column game_round.free_spins is
  'Free spins of the round that wait to be played, as its provider stated them last. Zero unless the round is open.';

-- Free spins that an operator ended because their game cannot be opened, with the reason that the member reads.
create table free_spin_decision (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  round_id text not null,
  decision text not null check (decision in ('settled', 'voided')),
  -- The spins that waited, and what was paid for them.
  spins int not null check (spins > 0),
  amount_e4 bigint not null check (amount_e4 >= 0 and (decision = 'settled' or amount_e4 = 0)),
  notice text not null check (length(notice) between 3 and 120),
  decided_at timestamptz not null default now(),
  primary key (site_id, member_id, provider, round_id),
  foreign key (site_id, member_id, provider, round_id) references game_round (site_id, member_id, provider, round_id)
);

-- Every command that was carried out, with its response: a repetition gets the same response. Never changed.
create table wallet_transaction (
  site_id int not null,
  member_id bigint not null,
  amount_e4 bigint not null check (amount_e4 >= 0),
  balance_before_e4 bigint not null,
  balance_after_e4 bigint not null,
  created_at timestamptz not null default transaction_timestamp(),
  tx_hash uuid not null,
  operation text not null check (operation in ('bet', 'win', 'rollback', 'tombstone', 'adjust', 'award', 'tip')),
  provider text not null,
  tx_id text not null,
  ref_tx_id text,
  round_id text not null,
  game_code text not null,
  primary key (site_id, tx_hash)
);
-- The transactions of a provider's day.
create index wallet_transaction_by_day on wallet_transaction using brin (created_at);
comment on table wallet_transaction is
  'A tombstone records the rollback of a bet that has not arrived: the bet is rejected if it arrives later.';

-- An amount that was rounded to 1/10,000 baht, as its provider stated it. The rounded one is in wallet_transaction; an
-- orphan win has none until it is applied.
create table stated_amount (
  site_id int not null references site (site_id),
  -- Of the transaction in wallet_transaction.
  tx_hash uuid not null,
  provider text not null,
  stated_baht numeric not null check (stated_baht >= 0),
  received_at timestamptz(3) not null default now(),
  primary key (site_id, tx_hash)
);

-- The figures of a settled round before it was reopened or corrected, written before the new ones: periods that were
-- counted once are not counted again.
create table round_correction (
  site_id int not null,
  round_correction_id bigint not null generated by default as identity,
  member_id bigint not null,
  provider text not null,
  round_id text not null,
  settled_at timestamptz not null,
  corrected_at timestamptz not null default now(),
  stake_e4 bigint not null,
  payout_e4 bigint not null,
  turnover_e4 bigint not null,
  primary key (site_id, round_correction_id),
  foreign key (site_id, member_id, provider, round_id)
    references game_round (site_id, member_id, provider, round_id)
);
create index round_correction_of_member on round_correction (site_id, member_id, settled_at);
create index round_correction_by_settling on round_correction (site_id, settled_at);
create index round_correction_by_time on round_correction (site_id, corrected_at);

-- Every round of the site that was opened before this time and is open now is marked. A site without a row was never
-- scanned.
create table open_round_scan (
  site_id int primary key references site (site_id),
  scanned_until timestamptz not null
);

-- All open rounds: the marked ones, and the younger ones that are open.
create view open_round as
select site_id, member_id, provider, round_id, game_code, stake_e4, bets, opened_at, newest_requirement_no, free_spins
from game_round where state = 'open' and is_marked_open
union all
select site_id, member_id, provider, round_id, game_code, stake_e4, bets, opened_at, newest_requirement_no, free_spins
from site left join open_round_scan as scan using (site_id)
  join game_round as round using (site_id)
where round.opened_at >= coalesce(scan.scanned_until, '-infinity') and round.state = 'open'
  and not round.is_marked_open;

-- The settled rounds of a member's net position. Found by when they were opened (game_round_by_time).
create view history_round as
select site_id, member_id, provider, round_id, opened_at, settled_at, stake_e4, payout_e4
from game_round
where settled_at is not null;

-- A member's games: the last launch of each, and the favourites. An empty game code stands for the whole provider.
create table member_game (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  game_code text not null,
  played_at timestamptz,
  favourite_at timestamptz,
  primary key (site_id, member_id, provider, game_code),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check (game_code <> '' or played_at is null)
);
-- The players of the last days: one row per member and game, so rows are players.
create index member_game_played on member_game (site_id, played_at, provider, game_code) where played_at is not null;

-- Orphan wins: the command as it was sent, kept until its bet is recorded or a day is over.
create table orphan_win (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  tx_id text not null,
  round_id text not null,
  amount_e4 bigint not null check (amount_e4 >= 0),
  command jsonb not null,
  state text not null default 'pending' check (state in ('pending', 'applied', 'rejected', 'expired')),
  received_at timestamptz not null default now(),
  attempts int not null default 1,
  primary key (site_id, member_id, provider, tx_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index orphan_win_open on orphan_win (site_id, received_at) where state = 'pending';
create index orphan_win_of_member on orphan_win (site_id, member_id) where state = 'pending';

-- Wins and prizes above the win cap of their provider: posted to winsHeld until an operator decides.
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
  -- The win that it is a part of: a correction can bring a win above the cap.
  win_tx_id text not null,
  primary key (site_id, member_id, provider, tx_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((state = 'held') = (decided_at is null))
);
create index held_win_open on held_win (site_id, held_at) where state = 'held';
-- The days of rejected wins are reconciled again.
create index held_win_refused on held_win (site_id, held_at) where state = 'refused';

-- Rounds that stay open too long: the answers of their provider, until an operator decides.
create table stuck_round (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  round_id text not null,
  last_queried_at timestamptz not null default now(),
  query_count int not null default 1,
  -- The state of the round according to the provider.
  provider_state text not null check (provider_state in ('settled', 'open', 'voided', 'unknown', 'no_response')),
  -- The transactions of the round according to the provider.
  transactions jsonb not null default '[]',
  primary key (site_id, member_id, provider, round_id)
);

-- Members whose games must end; each row is open until the provider has received the kick.
create table provider_kick (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  requested_at timestamptz not null default now(),
  attempts int not null default 0,
  delivered_at timestamptz,
  primary key (site_id, member_id, provider)
);
create index provider_kick_open on provider_kick (site_id) where delivered_at is null;

-- Rollbacks of settled bets that were answered with OK although nothing moved: the provider retries until it receives
-- OK, and then assumes that the stake was returned. An operator clears each with the provider.
create table unapplied_rollback (
  site_id int not null,
  member_id bigint not null,
  provider text not null,
  tx_id text not null,
  ref_tx_id text not null,
  round_id text not null,
  received_at timestamptz not null default now(),
  dismissed_at timestamptz,
  primary key (site_id, member_id, provider, tx_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index unapplied_rollback_open on unapplied_rollback (site_id, received_at) where dismissed_at is null;

-- A signed request that moves money and was rejected for good, once for each content of it; kept for 30 days.
create table refused_call (
  site_id int not null references site (site_id),
  provider text not null,
  -- SHA-256 of path and body.
  call_hash bytea not null check (length(call_hash) = 32),
  path text not null,
  code text not null,
  -- The begin of the body, without tokens.
  body text not null check (octet_length(body) <= 16384),
  body_bytes int not null check (body_bytes >= 0),
  times int not null default 1 check (times > 0),
  received_at timestamptz(3) not null default now(),
  last_received_at timestamptz(3) not null default now(),
  primary key (site_id, provider, call_hash)
);
create index refused_call_by_time on refused_call (site_id, last_received_at);

-- The rejected requests of a day in Bangkok, also those that were not kept because the day had too many.
create table refused_call_day (
  site_id int not null references site (site_id),
  provider text not null,
  day date not null,
  calls int not null check (calls > 0),
  primary key (site_id, provider, day)
);
