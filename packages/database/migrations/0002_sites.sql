-- Sites. One deployment serves many; every row of data belongs to one site, and site_id leads its keys.
--
-- The table site itself is small and shared: a process finds the site of a request in it, by the api-key header or the
-- host name, before any site_id is known.

create table site (
  site_id int primary key check (site_id > 0),
  code text not null unique check (code ~ '^[a-z][a-z0-9]{1,15}$'),
  api_key text not null unique check (length(api_key) between 8 and 64),
  name text not null,
  hosts text[] not null default '{}',

  -- What members see of the site. Texts are plain text, never markup.
  app_id text not null,
  -- Decides which catalogue the site shows (spec §3).
  partner text not null,
  line_id text not null,
  prefix text not null,
  theme text not null,
  logo_url text not null,
  alert_image_url text not null default '',
  alert_message text not null default '',

  -- Switches. Each hides its screen, and the server rejects the requests behind it.
  is_disabled boolean not null default false,
  is_in_maintenance boolean not null default false,
  maintenance_retry_after_s int not null default 600 check (maintenance_retry_after_s between 1 and 86400),
  is_checking_bank_names boolean not null default true,

  can_withdraw boolean not null default true,
  withdraw_min_e4 bigint not null check (withdraw_min_e4 > 0),
  withdraw_max_e4 bigint not null check (withdraw_max_e4 >= withdraw_min_e4),
  is_withdraw_automatic boolean not null default true,
  withdraw_automatic_max_e4 bigint not null check (withdraw_automatic_max_e4 >= 0),
  -- A deposit without a promotion requires this many times its amount as turnover before a withdrawal.
  deposit_turnover_times int not null default 1 check (deposit_turnover_times between 0 and 100),

  is_cashback_on boolean not null default true,
  cashback_image_url text not null default '',
  cashback_percent_bp int not null check (cashback_percent_bp between 0 and 10000),
  cashback_min_e4 bigint not null check (cashback_min_e4 >= 0),

  is_affiliate_on boolean not null default true,
  affiliate_image_url text not null default '',
  affiliate_basis text not null default 'WINLOSS' check (affiliate_basis in ('WINLOSS', 'TURNOVER', 'FIRST_DEPOSIT')),
  affiliate_min_e4 bigint not null check (affiliate_min_e4 >= 0),
  affiliate_turnover_times int not null check (affiliate_turnover_times between 0 and 100),
  is_affiliate_level1_on boolean not null default true,
  affiliate_level1_bp int not null check (affiliate_level1_bp between 0 and 10000),
  is_affiliate_level2_on boolean not null default true,
  affiliate_level2_bp int not null check (affiliate_level2_bp between 0 and 10000),
  is_affiliate_automatic boolean not null default true,
  affiliate_automatic_max_e4 bigint not null check (affiliate_automatic_max_e4 >= 0),

  version int not null default 1,
  updated_at timestamptz not null default now(),

  -- Encrypts the session tokens of providers, which contain the member (decision 0046): a bet needs no look-up of its
  -- session. Two random UUIDs hold 244 bits.
  session_token_key bytea not null default sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea)
    check (octet_length(session_token_key) = 32),
  -- A second key that opens tokens: the next one before a rotation, the previous one after it.
  session_token_key_second bytea check (octet_length(session_token_key_second) = 32),
  session_token_rotated_at timestamptz,

  -- A script of a third-party content host for the frame of the wheel; empty: none.
  wheel_script_url text not null default '',
  -- Processes cache a catalogue by it: every change of its rows sets another. Null: its rows are written at the next
  -- start or migration.
  catalogue_version uuid,
  -- Seconds between the approval by an operator and the call of the bank.
  payout_grace_seconds smallint not null default 10,
  -- What members read while a site is in maintenance, and when it is expected to end.
  maintenance_message text not null default '',
  maintenance_ends_at timestamptz(3),

  constraint site_wheel_script_url_https check (wheel_script_url = '' or (length(wheel_script_url) <= 300
    and wheel_script_url ~ '^https://[a-z0-9.-]+(:[0-9]+)?/[A-Za-z0-9._~/-]+$')),
  constraint site_payout_grace check (payout_grace_seconds between 0 and 60),
  constraint site_maintenance_message check (length(maintenance_message) <= 500)
);

-- The terms of a site, version by version. Rows are added and never changed or deleted.
create table terms_version (
  site_id int not null references site (site_id),
  version int not null check (version > 0),
  content text not null check (length(content) between 1 and 60000),
  published_at timestamptz(3) not null default now(),
  primary key (site_id, version)
);

-- Secrets that all server processes share and that exist nowhere else; the first process that needs one creates it.
create table server_secret (
  name text primary key,
  secret bytea not null check (length(secret) = 32),
  -- The value before a rotation, for what was made with it.
  previous bytea check (length(previous) = 32),
  rotated_at timestamptz
);

-- A scheduled job runs in one process at a time: the one that holds the lease.
create table job_lease (
  job text primary key,
  holder text not null,
  held_until timestamptz not null,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_succeeded_at timestamptz,
  last_error text,
  every_ms int not null default 60000 check (every_ms > 0)
);

-- One row per server process, written every 10 seconds: any process shows the state of all. A row that is not written
-- any more is a process that stopped.
create table process_beat (
  instance text primary key check (length(instance) between 1 and 120),
  started_at timestamptz not null,
  beat_at timestamptz not null default now(),
  state text not null check (state in ('starting', 'ready', 'draining', 'stopped')),
  version text not null,
  commit text not null,
  -- Sums of the last 5 and 60 minutes (apps/server/src/modules/operations/promises.ts).
  promises jsonb not null,
  -- Secrets with two values, and when the second was last used (apps/server/src/core/second-secrets.ts).
  second_secrets jsonb not null default '{}',
  -- Fingerprints of the secrets of a process, by name: cells that exchange sites have the same.
  secret_prints jsonb not null default '{}',
  -- The program of a process: a heartbeat of the back office does not count as one of a server.
  program text not null default 'server'
);

-- The last success of work outside the product, recorded by its command: backups, restore drills, whole audits.
create table operations_record (
  kind text primary key
    check (kind in ('backup_full', 'backup_diff', 'backup_wal', 'restore_drill', 'ledger_audit')),
  succeeded_at timestamptz not null default now(),
  seconds int check (seconds >= 0)
);

-- A recovery of the database to an earlier moment. While one is open, no payout of the site is submitted: the bank may
-- have it already.
create table recovery (
  site_id int not null references site (site_id),
  recovery_id bigint not null generated by default as identity,
  -- The newest moment that the recovered database has.
  restored_to timestamptz,
  recovered_at timestamptz not null default now(),
  -- Bank and providers answered everything, and what moved outside is recorded.
  compared_at timestamptz,
  released_at timestamptz,
  released_by text check (length(released_by) between 1 and 60),
  primary key (site_id, recovery_id),
  check ((released_at is null) = (released_by is null))
);
create unique index recovery_open on recovery (site_id) where released_at is null;
