-- Operators, their factors and sessions, requests that a second person decides, and a chain of audit entries for each
-- site. No trigger: keys, checks and rights hold the rules.

-- A person in charge. The row belongs to the installation and is never deleted; roles belong to sites.
create table operator (
  operator_id uuid primary key default gen_random_uuid(),
  name text not null unique check (name ~ '^[a-z][a-z0-9-]{2,39}$'),
  display_name text not null check (length(display_name) between 1 and 60),
  -- Argon2id; null until a password is set.
  password_hash text,
  -- The TOTP secret, encrypted with OPERATOR_SECRET.
  totp_secret text,
  -- The last time step that was used: a step works once.
  totp_step bigint not null default 0,
  -- Play mode only: signs in with the demo password alone.
  is_demo boolean not null default false,
  created_at timestamptz(3) not null default now(),
  disabled_at timestamptz(3)
);

-- A passkey.
create table operator_credential (
  credential_id text primary key,
  operator_id uuid not null references operator (operator_id),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  label text not null check (length(label) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3)
);
create index operator_credential_of on operator_credential (operator_id);

-- A session by the SHA-256 of its token. It ends 15 minutes after the last act of a person, and 8 hours after the
-- sign-in.
create table operator_session (
  token_hash bytea primary key,
  session_id uuid not null unique default gen_random_uuid(),
  operator_id uuid not null references operator (operator_id),
  factor text not null check (factor in ('passkey', 'totp', 'demo')),
  -- A hash of the network of the client.
  network text not null,
  device_name text not null,
  created_at timestamptz(3) not null default now(),
  acted_at timestamptz(3) not null default now(),
  stepped_up_at timestamptz(3),
  channel text not null default 'web',
  constraint operator_session_channel_check check (channel in ('web', 'cli'))
);
create index operator_session_of on operator_session (operator_id);

-- One-time codes by their hash. An invitation (30 minutes) replaces all factors; an enrolment follows a recovery code
-- and adds one; recovery codes stand in for the second factor.
create table operator_code (
  code_hash bytea primary key,
  operator_id uuid not null references operator (operator_id),
  kind text not null check (kind in ('invitation', 'enrolment', 'recovery')),
  expires_at timestamptz(3),
  used_at timestamptz(3),
  -- The TOTP secret that the server made for this enrolment, encrypted with OPERATOR_SECRET.
  totp_secret text
);
create index operator_code_of on operator_code (operator_id);

-- A code of the command line by its hash, deleted when it is used.
create table operator_login (
  code_hash bytea primary key,
  operator_id uuid not null references operator (operator_id),
  -- The hash of the token that becomes a session when the code is confirmed.
  token_hash bytea not null,
  expires_at timestamptz(3) not null
);
create index operator_login_of on operator_login (operator_id);

-- Challenges of passkeys, each used once.
create table operator_challenge (
  challenge text primary key,
  purpose text not null check (purpose in ('sign-in', 'enrol', 'step-up', 'decide')),
  operator_id uuid references operator (operator_id),
  -- The content that the assertion signs.
  content_hash bytea,
  expires_at timestamptz(3) not null
);

-- Wrong attempts by name or by network. Names need not exist, so that both are counted alike.
create table operator_attempt (
  subject text primary key,
  failures int not null check (failures >= 0),
  -- All failures since the last sign-in or unlock.
  total_failures int not null check (total_failures >= failures),
  since timestamptz(3) not null default now(),
  locked_until timestamptz(3)
);

-- The roles of an operator at a site. A row is never deleted, because decisions refer to it.
create table operator_role (
  site_id int not null references site (site_id),
  operator_id uuid not null references operator (operator_id),
  role text not null check (role in ('support', 'payments', 'risk', 'marketing', 'finance', 'admin')),
  granted_at timestamptz(3) not null default now(),
  -- The request that granted it; null: the host or play mode.
  request_id bigint,
  ended_at timestamptz(3),
  primary key (site_id, operator_id, role)
);
create index operator_role_of on operator_role (operator_id);

-- The limits of a role for one action: a single amount, and the sum of an operator's Bangkok day.
create table operator_limit (
  site_id int not null references site (site_id),
  role text not null,
  action text not null,
  amount_e4 bigint not null check (amount_e4 >= 0),
  day_e4 bigint not null check (day_e4 >= 0),
  primary key (site_id, role, action)
);

create table operator_day_sum (
  site_id int not null,
  operator_id uuid not null references operator (operator_id),
  action text not null,
  day date not null,
  sum_e4 bigint not null check (sum_e4 >= 0),
  primary key (site_id, operator_id, action, day)
);

-- A request of one person that another person decides. Neither it nor a decision ever changes. A decision repeats
-- initiator, expiry and hash in its foreign key, so it fits this request only.
create table approval_request (
  site_id int not null references site (site_id),
  request_id bigint not null generated by default as identity,
  -- JSON: action, input, subject, facts, reason.
  content text not null,
  content_hash bytea not null generated always as (sha256(replace(content, '\', '\\')::bytea)) stored,
  action text not null generated always as (content::jsonb ->> 'action') stored,
  subject text not null generated always as (content::jsonb ->> 'subject') stored,
  requested_by uuid not null,
  requested_role text not null,
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (site_id, request_id),
  unique (site_id, request_id, requested_by, expires_at, content_hash),
  foreign key (site_id, requested_by, requested_role) references operator_role (site_id, operator_id, role),
  constraint approval_request_expiry
    check (expires_at > requested_at and expires_at <= requested_at + interval '168 hours'),
  -- A request may hold the text of a file of games.
  constraint approval_request_content_length check (length(content) between 2 and 1000000)
);
create index approval_request_subject on approval_request (site_id, subject, request_id);
-- The requests that did not expire, for the list and the count of the open ones.
create index approval_request_by_expiry on approval_request (site_id, expires_at);
-- The requests about balances of members, for their list.
create index approval_request_adjustment on approval_request (site_id, request_id)
  where action in ('adjustment.credit', 'adjustment.debit');
-- The same by kind, for the filter of their list.
create index approval_request_adjustment_kind
  on approval_request (site_id, (content::jsonb -> 'facts' ->> 'adjustmentKind'), request_id)
  where action in ('adjustment.credit', 'adjustment.debit');

create table approval_decision (
  site_id int not null,
  request_id bigint not null,
  requested_by uuid not null,
  expires_at timestamptz(3) not null,
  content_hash bytea not null,
  decided_by uuid not null,
  decided_role text not null,
  decided_at timestamptz(3) not null default now(),
  verdict text not null check (verdict in ('approved', 'rejected', 'withdrawn')),
  reason text not null check (length(reason) between 3 and 500),
  factor text not null check (factor in ('passkey', 'totp', 'demo')),
  -- The assertion and its challenge, for a later check; null: another factor.
  proof jsonb,
  -- One decision a request.
  primary key (site_id, request_id),
  unique (site_id, request_id, content_hash, verdict),
  foreign key (site_id, request_id, requested_by, expires_at, content_hash)
    references approval_request (site_id, request_id, requested_by, expires_at, content_hash),
  foreign key (site_id, decided_by, decided_role) references operator_role (site_id, operator_id, role),
  constraint approval_decision_second_person check ((verdict = 'withdrawn') = (decided_by = requested_by)),
  constraint approval_decision_in_time check (verdict <> 'approved' or decided_at <= expires_at)
);

create table approval_execution (
  site_id int not null,
  request_id bigint not null,
  content_hash bytea not null,
  verdict text not null default 'approved' check (verdict = 'approved'),
  executed_at timestamptz(3) not null default now(),
  -- One execution a request.
  primary key (site_id, request_id),
  foreign key (site_id, request_id, content_hash, verdict)
    references approval_decision (site_id, request_id, content_hash, verdict)
);

-- The chain of audit entries of a site. Each entry names the hash of the one before it: a gap, a fork and a forged hash
-- violate a key. All searched columns are computed from the content, which is hashed as stored.
create table audit_head (
  site_id int primary key references site (site_id),
  -- The right to update it is the right to lock the row.
  lock_right boolean not null default true
);

create table audit_entry (
  site_id int not null references site (site_id),
  sequence bigint not null check (sequence > 0),
  previous_sequence bigint generated always as (nullif(sequence - 1, 0)) stored,
  previous_hash bytea not null check (length(previous_hash) = 32),
  -- JSON: time, operator, action, subject, reason, facts before and after, outcome.
  content text not null check (length(content) between 2 and 20000),
  hash bytea not null generated always as (sha256(previous_hash
    || replace(site_id::text || ':' || sequence::text || ':' || content, '\', '\\')::bytea)) stored,
  acted_ms bigint not null generated always as ((content::jsonb ->> 'actedMs')::bigint) stored,
  action text not null generated always as (content::jsonb ->> 'action') stored,
  subject text not null generated always as (content::jsonb ->> 'subject') stored,
  operator text not null generated always as (content::jsonb ->> 'operator') stored,
  outcome text not null generated always as (content::jsonb ->> 'outcome') stored,
  member_id bigint generated always as ((content::jsonb ->> 'member')::bigint) stored,
  action_key text generated always as (content::jsonb ->> 'key') stored,
  primary key (site_id, sequence),
  unique (site_id, sequence, hash),
  unique (site_id, previous_hash),
  foreign key (site_id, previous_sequence, previous_hash) references audit_entry (site_id, sequence, hash),
  constraint audit_entry_first check (sequence > 1 or previous_hash = decode(repeat('00', 32), 'hex'))
);
create index audit_entry_subject on audit_entry (site_id, subject, sequence desc);
create index audit_entry_operator on audit_entry (site_id, operator, sequence desc);
create index audit_entry_action on audit_entry (site_id, action, sequence desc);
-- A repeated key of an operator returns the stored outcome.
create unique index audit_entry_key on audit_entry (site_id, operator, action_key) where action_key is not null;
-- The timeline of a member.
create index audit_entry_of_member on audit_entry (site_id, member_id, sequence desc) where member_id is not null;
-- The entries of some days, for the report of operators.
create index audit_entry_of_time on audit_entry (site_id, acted_ms);

-- The actions of the command line of operators, each with operator and reason. The operator's login adds rows; no role
-- changes or deletes one.
create table audit_log (
  site_id int not null references site (site_id),
  audit_log_id bigint not null generated by default as identity,
  operator text not null check (length(operator) between 1 and 60),
  action text not null,
  -- The object of the action: a withdrawal, a deposit, a member, the site.
  subject text not null,
  reason text not null check (length(reason) between 3 and 500),
  facts jsonb not null default '{}',
  acted_at timestamptz(3) not null default now(),
  primary key (site_id, audit_log_id)
);
create index audit_log_time on audit_log (site_id, acted_at desc);
create index audit_log_subject on audit_log (site_id, subject);
