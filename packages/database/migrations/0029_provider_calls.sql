-- Requests of providers beyond the wallet's own values: amounts finer than its unit, and requests that were rejected
-- for good.

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
