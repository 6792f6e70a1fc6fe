-- Withdrawals, the outbox of bank payouts, and results of the bank that contradict each other.

create table withdrawal (
  site_id int not null,
  withdrawal_id bigint not null default nextval('movement_number'),
  member_id bigint not null,
  amount_e4 bigint not null check (amount_e4 > 0 and amount_e4 % 100 = 0),
  -- What the withdraw cap of a bonus removes when this is paid; held beside the amount until then.
  removed_e4 bigint not null default 0 check (removed_e4 >= 0),
  -- returned: the payout came back from the receiving bank after it was paid.
  state text not null check (state in ('requested', 'approved', 'paying', 'paid', 'rejected', 'failed', 'returned')),
  idempotency_key text not null,
  -- The bound account at the time of the request: the money is sent there and nowhere else.
  bank_code text not null,
  account text not null,
  holder_name text not null,
  -- Why an operator decides and not the rule; empty when the rule approved it.
  review_reasons text[] not null default '{}',
  decided_by text,
  decided_at timestamptz(3),
  failure_reason text,
  closed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  changed_at timestamptz(3) not null default now(),
  -- The newest turnover requirement of the member at the time of the request: those up to it bind the withdrawal.
  newest_requirement_no int not null default 0 check (newest_requirement_no >= 0),
  -- The number of the hold that contains removed_e4. Holds are placed once, so a changed amount has a hold of its own.
  cap_hold_no int not null default 0 check (cap_hold_no >= 0),
  -- Why an approved withdrawal is not submitted yet.
  delay_reason text check (delay_reason in ('BET_OPEN', 'WIN_HELD')),
  -- A returned payout is in the main wallet until the member releases it. Until then it counts under the caps of the
  -- requirements that were open at its request (apps/server/src/modules/position).
  released_at timestamptz(3),
  primary key (site_id, withdrawal_id),
  unique (site_id, member_id, idempotency_key),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((state = 'requested') = (decided_at is null)),
  constraint withdrawal_closed_check
    check ((state in ('paid', 'rejected', 'failed', 'returned')) = (closed_at is not null)),
  constraint withdrawal_delay_check check (delay_reason is null or state = 'approved')
);
-- One open request per member (rules §6).
create unique index withdrawal_open on withdrawal (site_id, member_id)
  where state in ('requested', 'approved', 'paying');
create index withdrawal_of_member on withdrawal (site_id, member_id, created_at desc, withdrawal_id desc);
create index withdrawal_changed on withdrawal (site_id, member_id, changed_at);
create index withdrawal_in_review on withdrawal (site_id, created_at) where state = 'requested';
-- New withdrawals of all members, for the rules of risk.
create index withdrawal_by_time on withdrawal (site_id, created_at);
-- Few rows are in these states among very many: the history of a member reads them without the others.
create index withdrawal_pending on withdrawal (site_id, member_id, created_at desc, withdrawal_id desc)
  where state in ('requested', 'approved', 'paying');
create index withdrawal_failed on withdrawal (site_id, member_id, created_at desc, withdrawal_id desc)
  where state in ('rejected', 'failed', 'returned');
comment on column withdrawal.released_at is
  'When its returned amount left the main wallet. Null: it waits there, or it never came back.';

-- Bank payouts, the outbox: transfers that are submitted to the bank after the commit. The payout id never changes, so
-- a repeated submission pays once.
--
--     queued ──▶ submitted ──▶ accepted ──▶ done
--        │           └──▶ unknown ──▶ done          the bank has no answer, or contradicts itself: an operator decides
--        └──▶ stopped                                cancelled before it was submitted
--
-- submitted_at is written before the bank is called: from then on the result comes from the bank, or from an operator
-- who queried the bank.
create table bank_payout (
  site_id int not null,
  payout_id text not null,
  withdrawal_id bigint not null,
  state text not null check (state in ('queued', 'submitted', 'accepted', 'unknown', 'stopped', 'done')),
  attempts int not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz(3) not null default now(),
  last_response text,
  created_at timestamptz(3) not null default now(),
  submitted_at timestamptz(3),
  last_submitted_at timestamptz(3),
  primary key (site_id, payout_id),
  unique (site_id, withdrawal_id),
  foreign key (site_id, withdrawal_id) references withdrawal (site_id, withdrawal_id),
  constraint bank_payout_submitted_check check (case when state in ('queued', 'stopped') then submitted_at is null
    when state in ('submitted', 'accepted', 'unknown') then submitted_at is not null else true end),
  check (attempts = 0 or submitted_at is not null)
);
create index bank_payout_due on bank_payout (site_id, next_attempt_at)
  where state in ('queued', 'submitted', 'accepted');
create index bank_payout_unknown on bank_payout (site_id, next_attempt_at) where state = 'unknown';

-- The bank contradicts the recorded result of a payout. While a dispute is open the member cannot withdraw, and money
-- that came back is kept in holds.
create table payout_dispute (
  site_id int not null,
  withdrawal_id bigint not null,
  dispute_no int not null check (dispute_no > 0),
  member_id bigint not null,
  -- The state of the withdrawal when the bank contradicted it (lost: a recovery of the database had lost it), the
  -- bank's result then, and its latest result.
  recorded_state text not null check (recorded_state in ('requested', 'paid', 'rejected', 'failed', 'lost')),
  claimed_result text not null check (claimed_result in ('paid', 'failed')),
  latest_result text not null check (latest_result in ('paid', 'failed', 'returned')),
  reason text,
  -- Moved from these wallets into holds; the decision of an operator posts or voids them.
  held_main_e4 bigint not null default 0 check (held_main_e4 >= 0),
  held_game_e4 bigint not null default 0 check (held_game_e4 >= 0),
  -- The newest turnover requirement of the member when the dispute was opened: later ones do not contain the held
  -- money.
  newest_requirement_no int not null default 0 check (newest_requirement_no >= 0),
  state text not null default 'open' check (state in ('open', 'paid', 'failed')),
  decided_by text,
  opened_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  primary key (site_id, withdrawal_id, dispute_no),
  foreign key (site_id, withdrawal_id) references withdrawal (site_id, withdrawal_id),
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null))
);
create unique index payout_dispute_open on payout_dispute (site_id, withdrawal_id) where state = 'open';
create index payout_dispute_of_member on payout_dispute (site_id, member_id) where state = 'open';

create view history_withdrawal as
select site_id, member_id, withdrawal_id as movement_id, 'WITHDRAW'::text as type, state, amount_e4, bank_code, account,
  failure_reason, closed_at, created_at, delay_reason,
  exists (select from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
    and dispute.withdrawal_id = withdrawal.withdrawal_id and dispute.state = 'open') as is_disputed
from withdrawal;
