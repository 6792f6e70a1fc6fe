-- Accounts whose holder the bank could not name just now: for ten minutes a sign-up without a bank check's token is taken for them, and
-- for no other. The account stands here as a keyed hash.
create table bank_check_outage (
  site_id int not null references site (site_id),
  account_hash bytea not null check (length(account_hash) = 32),
  expires_at timestamptz not null,
  primary key (site_id, account_hash)
);
