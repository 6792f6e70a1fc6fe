-- Sign-in of the command line: a person confirms its code in the pages, and then its token is a session of its own
-- channel. An open receiving account has its request or was known before.

alter table operator_session add column channel text not null default 'web';
alter table operator_session add constraint operator_session_channel_check check (channel in ('web', 'cli')) not valid;
alter table operator_session validate constraint operator_session_channel_check;

-- A code of the command line by its hash, deleted when it is used.
create table operator_login (
  code_hash bytea primary key,
  operator_id uuid not null references operator (operator_id),
  -- The hash of the token that becomes a session when the code is confirmed.
  token_hash bytea not null,
  expires_at timestamptz(3) not null
);
create index operator_login_of on operator_login (operator_id);

-- Accounts from before requests of two people, and those of play mode. Operators cannot write the column, so an account
-- that one of them opens without a request is found.
alter table receiving_account add column is_known boolean not null default true;
alter table receiving_account alter column is_known set default false;
