-- Promotions, turnover requirements, grants, and codes that bring credit or coins.

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
  -- The worth of the bonus: hundredths of a percent of the deposit, or THB/4.
  bonus_type text not null check (bonus_type in ('percent', 'fixed')),
  bonus_value bigint not null check (bonus_value > 0),
  place smallint not null default 0,
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
  primary key (site_id, promotion_id)
);

create table turnover_requirement (
  site_id int not null,
  member_id bigint not null,
  -- Counts up per member, under the lane lock: the oldest requirement has the lowest number.
  line_no int not null check (line_no > 0),
  source text not null check (source in ('DEPOSIT', 'BONUS', 'CASHBACK', 'AFFILIATE', 'ITEMCODE', 'WHEEL')),
  cause_id text not null,
  need_e4 bigint not null check (need_e4 >= 0),
  now_e4 bigint not null default 0 check (now_e4 between 0 and need_e4),
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
  -- Money of the member that its cap does not bind: the balance when the requirement began, and own money since.
  own_e4 bigint not null default 0 check (own_e4 >= 0),
  -- The bonus or code that the requirement belongs to.
  bonus_e4 bigint not null default 0 check (bonus_e4 >= 0),
  -- Withdrawals sent under its cap.
  paid_e4 bigint not null default 0 check (paid_e4 >= 0),
  -- The deposit of the bonus: under its cap and its turnover, and kept less net losses when the bonus is given up.
  deposit_e4 bigint not null default 0 check (deposit_e4 >= 0),
  -- A withdrawal under its cap was paid while a round could still pay: it closes when the play is settled.
  served_at timestamptz(3),
  -- A self-exclusion began while the bonus or code was open: it is given up as soon as no round may pay any more,
  -- whether or not its turnover is met by then.
  is_ending boolean not null default false,
  primary key (site_id, member_id, line_no),
  unique (site_id, member_id, source, cause_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check (state <> 'complete' or now_e4 = need_e4),
  check ((state in ('active', 'complete')) = (closed_at is null))
) with (fillfactor = 70);
create index turnover_requirement_open on turnover_requirement (site_id, member_id, line_no) where closed_at is null;
-- One deposit bonus at a time.
create unique index turnover_requirement_one_bonus on turnover_requirement (site_id, member_id)
  where source = 'BONUS' and closed_at is null;
create index turnover_requirement_expiring on turnover_requirement (site_id, expires_at)
  where source = 'BONUS' and state = 'active';
create index turnover_requirement_served on turnover_requirement (site_id, member_id)
  where served_at is not null and closed_at is null;

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
  line_no int not null,
  promotion_id text not null,
  -- The published terms of the promotion at the time of the grant.
  terms jsonb not null,
  deposit_id bigint not null,
  deposit_e4 bigint not null check (deposit_e4 > 0),
  bonus_e4 bigint not null check (bonus_e4 > 0),
  need_e4 bigint not null check (need_e4 >= 0),
  withdraw_cap_e4 bigint check (withdraw_cap_e4 >= 0),
  -- The turnover that the deposit alone requires; it applies when the bonus is given up.
  plain_need_e4 bigint not null check (plain_need_e4 >= 0),
  -- The bonus in the journal: play since the grant has higher numbers.
  transfer_id bigint not null,
  granted_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (site_id, member_id, grant_no),
  unique (site_id, deposit_id),
  unique (site_id, member_id, line_no),
  foreign key (site_id, member_id, line_no) references turnover_requirement (site_id, member_id, line_no),
  foreign key (site_id, deposit_id) references deposit (site_id, deposit_id),
  foreign key (site_id, promotion_id) references promotion (site_id, promotion_id)
);
create index bonus_grant_promotion on bonus_grant (site_id, member_id, promotion_id, granted_at);

-- The states of a grant, in order. Rows are added and never changed.
create table bonus_event (
  site_id int not null,
  bonus_event_id bigint not null generated by default as identity,
  member_id bigint not null,
  line_no int not null,
  state text not null
    check (state in ('active', 'complete', 'closed', 'lost', 'expired', 'cancelled', 'revoked')),
  reason text not null check (reason in (
    'granted', 'turnover_met', 'turnover_taken_back', 'withdrawn', 'balance_gone', 'time_over', 'by_member',
    'by_operator', 'by_exclusion', 'expires_in_72h', 'expires_in_24h')),
  happened_at timestamptz not null default clock_timestamp(),
  primary key (site_id, bonus_event_id),
  foreign key (site_id, member_id, line_no) references turnover_requirement (site_id, member_id, line_no)
);
create index bonus_event_of_line on bonus_event (site_id, member_id, line_no, bonus_event_id);
create unique index bonus_event_notice on bonus_event (site_id, member_id, line_no, reason)
  where reason in ('granted', 'expires_in_72h', 'expires_in_24h');

-- The funds when a bonus was given up, or when a withdraw cap removed money: a result that is corrected later changes
-- that removal first, and the member's own money only as far as the removal would have left less of it.
create table bonus_removal (
  site_id int not null,
  member_id bigint not null,
  removal_no int not null check (removal_no > 0),
  line_no int not null,
  kind smallint not null check (kind in (account_kind('residual'), account_kind('residualTaken'))),
  funds_e4 bigint not null check (funds_e4 >= 0),
  own_e4 bigint not null check (own_e4 >= 0),
  bonus_e4 bigint not null check (bonus_e4 >= 0),
  undone_e4 bigint not null default 0,
  removed_at timestamptz not null,
  primary key (site_id, member_id, removal_no),
  foreign key (site_id, member_id, line_no) references turnover_requirement (site_id, member_id, line_no)
);
comment on column bonus_removal.undone_e4 is
  'By how much results from before the removal were corrected downwards since; below zero: upwards.';

-- The part of undone_e4 that each round brought: when it is settled again, its result changes the same removal.
create table bonus_removal_round (
  site_id int not null,
  member_id bigint not null,
  removal_no int not null,
  provider text not null,
  round_id text not null,
  undone_e4 bigint not null,
  primary key (site_id, member_id, removal_no, provider, round_id),
  foreign key (site_id, member_id, removal_no) references bonus_removal (site_id, member_id, removal_no)
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
  used int not null default 0 check (used >= 0),
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  primary key (site_id, code),
  check (amount_e4 > 0 or coins > 0),
  check (used <= uses_max),
  check (ends_at > starts_at)
);

create table item_code_use (
  site_id int not null,
  code text not null,
  member_id bigint not null,
  use_no int not null check (use_no > 0),
  amount_e4 bigint not null,
  coins bigint not null,
  need_e4 bigint not null,
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

-- Credit of a code is listed with deposits, under a badge of its own (spec §4), with the columns of history_deposit.
create view history_item_code as
select site_id, member_id, movement_id, 'DEPOSIT'::text as type, 'credited'::text as state, amount_e4,
  'ITEMCODE'::text as bonus_id, null::text as review_reason, created_at
from item_code_use
where amount_e4 > 0;
