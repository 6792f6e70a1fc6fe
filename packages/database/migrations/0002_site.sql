-- Brands. One deployment serves many; every row of data belongs to one, and site_id leads its keys.
--
-- This table itself is small and shared: it is how a process finds out which brand it is talking about, by the api-key
-- header or by the host name, before any site_id is known.

create table site (
  site_id int primary key check (site_id > 0),
  code text not null unique check (code ~ '^[a-z][a-z0-9]{1,15}$'),
  api_key text not null unique check (length(api_key) between 8 and 64),
  name text not null,
  hosts text[] not null default '{}',
  catalogue text not null check (catalogue in ('default', 'partner')),

  -- What members see of the brand. Texts are plain text, never markup.
  app_id text not null,
  partner text not null,
  line_id text not null,
  prefix text not null,
  theme text not null,
  logo_url text not null,
  alert_image_url text not null default '',
  alert_message text not null default '',

  -- Switches. Each hides its screen and is refused by the server.
  is_disabled boolean not null default false,
  is_in_maintenance boolean not null default false,
  maintenance_retry_after_s int not null default 600 check (maintenance_retry_after_s between 1 and 86400),
  is_checking_bank_names boolean not null default true,

  can_withdraw boolean not null default true,
  withdraw_min_e4 bigint not null check (withdraw_min_e4 > 0),
  withdraw_max_e4 bigint not null check (withdraw_max_e4 >= withdraw_min_e4),
  is_withdraw_automatic boolean not null default true,
  withdraw_automatic_max_e4 bigint not null check (withdraw_automatic_max_e4 >= 0),
  -- A deposit without a promotion asks for this many times its amount as turnover before money may leave.
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
  updated_at timestamptz not null default now()
);

-- Secrets that every process of the server must share and nobody else may know; made by the first process that asks.
create table server_secret (
  name text primary key,
  secret bytea not null check (length(secret) = 32)
);

-- Timed work runs in one process at a time: whoever holds the lease.
create table job_lease (
  job text primary key,
  holder text not null,
  held_until timestamptz not null,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_error text
);
