-- Turnover requirements, promotions with their versions and budgets, grants, and codes that bring credit or coins.

create table promotion (
  site_id int not null references site (site_id),
  promotion_id text not null check (promotion_id ~ '^[A-Za-z0-9_-]{1,40}$'),
  title text not null,
  image_url text not null default '',
  minimum_deposit_e4 bigint not null check (minimum_deposit_e4 >= 0),
  -- For each …_type: 1 means a multiple, 2 means baht (spec §3). Multiples are stored as hundredths, baht as THB/4.
  turnover_type smallint not null check (turnover_type in (1, 2)),
  turnover_amount bigint not null check (turnover_amount >= 0),
  bonus_max_type smallint not null check (bonus_max_type in (1, 2)),
  bonus_max bigint not null check (bonus_max >= 0),
  withdraw_max_type smallint not null check (withdraw_max_type in (1, 2)),
  withdraw_max bigint not null check (withdraw_max >= 0),
  -- Kinds of bonus are of the code (packages/promotions): bonus_value is the first figure of the kind, in hundredths of
  -- a percent of the deposit, or THB/4.
  bonus_type text not null,
  bonus_value bigint not null check (bonus_value > 0),
  sort_order smallint not null default 0,
  is_offered boolean not null default true,
  -- On the first deposit only, once per Bangkok day, or with any deposit.
  usable text not null default 'always' check (usable in ('first_deposit', 'daily', 'always')),
  -- The highest stake in one round; zero: no maximum.
  bet_max_e4 bigint not null default 0 check (bet_max_e4 >= 0),
  -- Kinds of games (LIVECASINO), providers (chaba-studio) or single games (chaba-studio/chaba-blossom) that are
  -- excluded.
  excluded_games text[] not null default '{}' check (array_position(excluded_games, null) is null),
  -- Contribution in percent by kind of game, where it is not 100: {"LIVECASINO": 10}.
  weights jsonb not null default '{}' check (jsonb_typeof(weights) = 'object'),
  -- The other figures of a kind that has several.
  bonus_figures jsonb,
  primary key (site_id, promotion_id),
  constraint promotion_bonus_type_named check (bonus_type ~ '^[a-z]{2,20}$'),
  constraint promotion_bonus_figures_form check (jsonb_typeof(bonus_figures) in ('array', 'object'))
);

-- The terms as they were published. Rows are added and never changed; the highest version is in force, and grants keep
-- the terms of their time.
create table promotion_version (
  site_id int not null,
  promotion_id text not null,
  version int not null check (version > 0),
  -- The columns of promotion by name.
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  budget_e4 bigint check (budget_e4 > 0),
  -- The request by which two people published it; null: before the back office, or by the host.
  request_id bigint,
  published_at timestamptz(3) not null default now(),
  primary key (site_id, promotion_id, version),
  foreign key (site_id, promotion_id) references promotion (site_id, promotion_id),
  foreign key (site_id, request_id) references approval_request (site_id, request_id)
);

-- The sum of all bonuses of a promotion, and its ceiling. Null: no ceiling. A grant adds its bonus under the lock of
-- the row, so that the sum never passes the ceiling.
create table promotion_budget (
  site_id int not null,
  promotion_id text not null,
  budget_e4 bigint check (budget_e4 > 0),
  given_e4 bigint not null default 0 check (given_e4 >= 0),
  primary key (site_id, promotion_id),
  foreign key (site_id, promotion_id) references promotion (site_id, promotion_id),
  check (given_e4 <= budget_e4)
);

-- The next version of a promotion, or of a new one, until it is published. Lines of name=value.
create table promotion_draft (
  site_id int not null references site (site_id),
  promotion_id text not null check (promotion_id ~ '^[A-Za-z0-9_-]{1,40}$'),
  terms text not null check (length(terms) between 1 and 4000),
  saved_by text not null,
  saved_at timestamptz(3) not null default now(),
  primary key (site_id, promotion_id)
);

-- What a member has to play before a withdrawal, each with its source and the bet terms of a bonus.
create table turnover_requirement (
  site_id int not null,
  member_id bigint not null,
  -- Counts up per member, under the lane lock: the oldest requirement has the lowest number.
  requirement_no int not null check (requirement_no > 0),
  source text not null check (source in ('DEPOSIT', 'BONUS', 'CASHBACK', 'AFFILIATE', 'ITEMCODE', 'WHEEL')),
  cause_id text not null,
  required_e4 bigint not null check (required_e4 >= 0),
  progress_e4 bigint not null default 0 check (progress_e4 between 0 and required_e4),
  withdraw_cap_e4 bigint check (withdraw_cap_e4 >= 0),
  -- revoked: an operator took the bonus back, with a reason.
  state text not null default 'active'
    check (state in ('active', 'complete', 'closed', 'lost', 'expired', 'cancelled', 'revoked')),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  closed_at timestamptz,
  -- The bet terms of the promotion when the bonus was granted: {"betMax": "500000", "excluded": ["POKER"], "weights":
  -- {}}. Null: every bet is allowed and counts in full. Stored here, because a bet reads the row in any case.
  bet_terms jsonb check (jsonb_typeof(bet_terms) = 'object'),
  -- Money of the member that its cap does not bind: the balance when the requirement began, and own money since. Below
  -- zero after a debt, and after a result of own money was undone that other money paid
  -- (apps/server/src/modules/requirements/own-money.ts).
  own_e4 bigint not null default 0,
  -- The bonus or code that the requirement belongs to.
  bonus_e4 bigint not null default 0 check (bonus_e4 >= 0),
  -- Withdrawals sent under its cap.
  sent_e4 bigint not null default 0 check (sent_e4 >= 0),
  -- The deposit of the bonus: under its cap and its turnover, and kept less net losses when the bonus is given up.
  deposit_e4 bigint not null default 0 check (deposit_e4 >= 0),
  -- A withdrawal under its cap was paid while a round could still pay: it closes when the play is settled.
  cap_used_at timestamptz(3),
  -- A self-exclusion began while the bonus or code was open: it is given up as soon as no round may pay any more,
  -- whether or not its turnover is met by then.
  is_forfeit_pending boolean not null default false,
  primary key (site_id, member_id, requirement_no),
  unique (site_id, member_id, source, cause_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check (state <> 'complete' or progress_e4 = required_e4),
  check ((state in ('active', 'complete')) = (closed_at is null))
) with (fillfactor = 70);
create index turnover_requirement_open on turnover_requirement (site_id, member_id, requirement_no)
  where closed_at is null;
-- One deposit bonus at a time.
create unique index turnover_requirement_one_bonus on turnover_requirement (site_id, member_id)
  where source = 'BONUS' and closed_at is null;
create index turnover_requirement_expiring on turnover_requirement (site_id, expires_at)
  where source = 'BONUS' and state = 'active';
create index turnover_requirement_cap_used on turnover_requirement (site_id, member_id)
  where cap_used_at is not null and closed_at is null;

-- The promotion that the member chose for the next deposit; without a row the best one is granted.
create table bonus_choice (
  site_id int not null,
  member_id bigint not null,
  promotion_id text not null,
  chosen_at timestamptz not null default now(),
  primary key (site_id, member_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  foreign key (site_id, promotion_id) references promotion (site_id, promotion_id)
);

-- A grant never changes: its state is that of its turnover requirement, and its history is bonus_event.
create table bonus_grant (
  site_id int not null,
  member_id bigint not null,
  grant_no int not null check (grant_no > 0),
  requirement_no int not null,
  promotion_id text not null,
  -- The published terms of the promotion at the time of the grant.
  terms jsonb not null,
  deposit_id bigint not null,
  deposit_e4 bigint not null check (deposit_e4 > 0),
  bonus_e4 bigint not null check (bonus_e4 > 0),
  required_e4 bigint not null check (required_e4 >= 0),
  withdraw_cap_e4 bigint check (withdraw_cap_e4 >= 0),
  -- The turnover that the deposit alone requires; it applies when the bonus is given up.
  deposit_required_e4 bigint not null check (deposit_required_e4 >= 0),
  -- The bonus in the journal: play since the grant has higher numbers.
  transfer_id bigint not null,
  granted_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, member_id, grant_no),
  unique (site_id, deposit_id),
  unique (site_id, member_id, requirement_no),
  foreign key (site_id, member_id, requirement_no) references turnover_requirement (site_id, member_id, requirement_no),
  foreign key (site_id, deposit_id) references deposit (site_id, deposit_id),
  foreign key (site_id, promotion_id) references promotion (site_id, promotion_id)
);
create index bonus_grant_promotion on bonus_grant (site_id, member_id, promotion_id, granted_at);

-- The states of a grant, in order. Rows are added and never changed.
create table bonus_event (
  site_id int not null,
  bonus_event_id bigint not null generated by default as identity,
  member_id bigint not null,
  requirement_no int not null,
  state text not null
    check (state in ('active', 'complete', 'closed', 'lost', 'expired', 'cancelled', 'revoked')),
  reason text not null check (reason in (
    'granted', 'turnover_met', 'turnover_taken_back', 'withdrawn', 'balance_gone', 'time_over', 'by_member',
    'by_operator', 'by_exclusion', 'expires_in_72h', 'expires_in_24h')),
  happened_at timestamptz not null default clock_timestamp(),
  primary key (site_id, bonus_event_id),
  foreign key (site_id, member_id, requirement_no) references turnover_requirement (site_id, member_id, requirement_no)
);
create index bonus_event_of_requirement on bonus_event (site_id, member_id, requirement_no, bonus_event_id);
create unique index bonus_event_notice on bonus_event (site_id, member_id, requirement_no, reason)
  where reason in ('granted', 'expires_in_72h', 'expires_in_24h');

-- The funds when a bonus was given up, or when a withdraw cap removed money: a result that is corrected later changes
-- that removal first, and the member's own money only as far as the removal would have left less of it.
create table bonus_removal (
  site_id int not null,
  member_id bigint not null,
  removal_no int not null check (removal_no > 0),
  requirement_no int not null,
  kind smallint not null check (kind in (account_kind('residual'), account_kind('residualTaken'))),
  funds_e4 bigint not null,
  own_e4 bigint not null check (own_e4 >= 0),
  bonus_e4 bigint not null check (bonus_e4 >= 0),
  corrected_e4 bigint not null default 0,
  removed_at timestamptz not null,
  -- What a withdraw cap removes is taken when its payout is submitted, and comes back when that payout does not leave
  -- (apps/server/src/modules/withdrawals/caps.ts).
  withdrawal_id bigint,
  returned_at timestamptz(3),
  -- Where several caps bind the same money, each has its own maximum that stays, because a result that is own money
  -- under a newer cap changes the others only (apps/server/src/modules/requirements/removals.ts).
  others jsonb not null default '[]',
  later jsonb not null default '[]',
  primary key (site_id, member_id, removal_no),
  foreign key (site_id, member_id, requirement_no) references turnover_requirement (site_id, member_id, requirement_no)
);
comment on column bonus_removal.corrected_e4 is
  'By how much results from before the removal were corrected downwards since; below zero: upwards.';
comment on column bonus_removal.withdrawal_id is
  'The payout at whose submission the money was removed. Null: its requirement ended with the removal.';
comment on column bonus_removal.returned_at is
  'When the removed money came back, because its payout did not leave. Later results do not change it.';
comment on column bonus_removal.funds_e4 is 'Playable money before the removal, less debts.';
comment on column bonus_removal.others is
  'Newer requirements whose caps bound the money too, oldest first: {line, own, undone}, amounts as texts of THB/4.';
comment on column bonus_removal.later is
  'Requirements that began after the request of the payout: {line, own}. Own: as much of the removal is own money of it.';

-- The part of corrected_e4 that each round brought: when it is settled again, its result changes the same removal.
create table bonus_removal_round (
  site_id int not null,
  member_id bigint not null,
  removal_no int not null,
  provider text not null,
  round_id text not null,
  corrected_e4 bigint not null,
  primary key (site_id, member_id, removal_no, provider, round_id),
  foreign key (site_id, member_id, removal_no) references bonus_removal (site_id, member_id, removal_no)
);

-- Winnings that were taken with a bonus or code, each for its requirement, and what came back of them because a result
-- was undone (decision 0049).
create table bonus_taking (
  site_id int not null,
  member_id bigint not null,
  removal_no int not null,
  taking_no int not null check (taking_no > 0),
  -- The row of the same removal from which the amount comes back; its own number: nothing comes back.
  source_no int not null check (source_no > 0),
  -- Below zero: came back.
  amount_e4 bigint not null check (amount_e4 <> 0),
  -- The part that is the bonus or code itself, and no winnings.
  gift_e4 bigint not null,
  -- The result that changed the removal; null: the end of the bonus.
  provider text,
  round_id text,
  taken_at timestamptz not null default now(),
  -- When the payout counted of which it was taken; null: its round was open.
  counted_at timestamptz,
  -- The winnings were made since: the begin of the requirement, or counted_at.
  begun_at timestamptz not null,
  primary key (site_id, member_id, removal_no, taking_no),
  foreign key (site_id, member_id, removal_no) references bonus_removal (site_id, member_id, removal_no),
  check (gift_e4 between least(amount_e4, 0) and greatest(amount_e4, 0)),
  check (source_no = taking_no or (source_no < taking_no and amount_e4 < 0)),
  check ((provider is null) = (round_id is null)),
  check (counted_at <= taken_at and begun_at <= taken_at)
);
comment on table bonus_taking is 'Written with the removal that it belongs to, or with its change; never changed.';
create index bonus_taking_by_time on bonus_taking (site_id, taken_at);

-- Codes that were made or imported together: they are downloaded and ended together.
create table code_batch (
  site_id int not null references site (site_id),
  batch_id bigint not null generated by default as identity,
  -- Empty: the codes were imported.
  prefix text not null check (prefix ~ '^[A-Z0-9_-]{0,20}$'),
  codes int not null check (codes between 1 and 5000),
  made_by text not null,
  -- The request by which two people made it; null: within the limit of one.
  request_id bigint,
  made_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  ended_by text,
  primary key (site_id, batch_id),
  foreign key (site_id, request_id) references approval_request (site_id, request_id),
  check ((ended_at is null) = (ended_by is null))
);

create table item_code (
  site_id int not null references site (site_id),
  -- Upper case, whatever case a member types.
  code text not null check (code ~ '^[A-Z0-9_-]{1,40}$'),
  amount_e4 bigint not null default 0 check (amount_e4 >= 0 and amount_e4 % 100 = 0),
  coins bigint not null default 0 check (coins >= 0),
  turnover_hundredths int not null default 0 check (turnover_hundredths >= 0),
  withdraw_cap_e4 bigint check (withdraw_cap_e4 > 0),
  -- Null: no maximum.
  uses_max int check (uses_max > 0),
  uses_per_member int not null default 1 check (uses_per_member > 0),
  use_count int not null default 0 check (use_count >= 0),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  -- Null: a code of its own.
  batch_id bigint,
  primary key (site_id, code),
  check (amount_e4 > 0 or coins > 0),
  check (use_count <= uses_max),
  check (ends_at > starts_at),
  constraint item_code_of_batch foreign key (site_id, batch_id) references code_batch (site_id, batch_id)
);
-- The codes of a batch, and none of all others.
create index item_code_by_batch on item_code (site_id, batch_id, code) where batch_id is not null;
-- The codes of a batch that were used, for the sum of their uses.
create index item_code_used on item_code (site_id, batch_id) include (use_count) where use_count > 0;
-- Codes without a batch, newest first: a site has many times more codes of batches.
create index item_code_of_its_own on item_code (site_id, starts_at desc, code) where batch_id is null;

create table item_code_use (
  site_id int not null,
  code text not null,
  member_id bigint not null,
  use_no int not null check (use_no > 0),
  amount_e4 bigint not null,
  coins bigint not null,
  required_e4 bigint not null,
  -- The number on the receipt.
  movement_id bigint not null default nextval('movement_number'),
  idempotency_key text not null,
  created_at timestamptz(3) not null default now(),
  -- Values of the first response, so that a repetition gets the same one.
  withdraw_cap_e4 bigint check (withdraw_cap_e4 >= 0),
  remaining_before_e4 bigint not null default 0 check (remaining_before_e4 >= 0),
  primary key (site_id, code, member_id, use_no),
  unique (site_id, member_id, idempotency_key),
  foreign key (site_id, code) references item_code (site_id, code),
  foreign key (site_id, member_id) references member (site_id, member_id)
);
create index item_code_use_of_member on item_code_use (site_id, member_id, created_at desc, movement_id desc)
  where amount_e4 > 0;
-- New uses of codes of all members, for the rules of risk.
create index item_code_use_by_time on item_code_use (site_id, created_at);

-- Credit of a code is listed with deposits, under a badge of its own (spec §4), with the columns of history_deposit.
create view history_item_code as
select site_id, member_id, movement_id, 'DEPOSIT'::text as type, 'credited'::text as state, amount_e4,
  'ITEMCODE'::text as bonus_id, null::text as review_reason, created_at
from item_code_use
where amount_e4 > 0;
