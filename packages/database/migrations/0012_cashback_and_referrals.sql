-- Cashback: the loss of a member in a period, and the part of it that is returned. Referrals: the figures of friends by
-- day, the commission of the referrer, and withdrawals of it.

-- The terms of cashback and referral as two people published them. Rows are added and never changed; the row of the
-- site has those in force.
create table offer_terms_version (
  site_id int not null references site (site_id),
  version int not null check (version > 0),
  -- Name of the setting → its value as text, such as "Payout": "0.4".
  terms jsonb not null check (jsonb_typeof(terms) = 'object'),
  request_id bigint,
  -- Null: the terms before the first version.
  published_at timestamptz(3) default now(),
  primary key (site_id, version),
  foreign key (site_id, request_id) references approval_request (site_id, request_id)
);

create table cashback_period (
  site_id int not null,
  member_id bigint not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  -- The inputs of the loss, so that the figure can be explained.
  stakes_e4 bigint not null,
  payouts_e4 bigint not null,
  gifts_e4 bigint not null,
  deposits_e4 bigint not null,
  withdrawals_e4 bigint not null,
  opening_e4 bigint not null,
  loss_e4 bigint not null,
  percent_bp int not null check (percent_bp between 0 and 10000),
  -- Too little to claim in earlier periods, and included here.
  carried_e4 bigint not null check (carried_e4 >= 0),
  amount_e4 bigint not null check (amount_e4 >= carried_e4),
  state text not null check (state in ('none', 'carried', 'claimable', 'claimed', 'expired')),
  expires_at timestamptz,
  closed_at timestamptz(3),
  claim_key text,
  -- The number on the receipt, assigned when it is claimed.
  movement_id bigint,
  created_at timestamptz not null default now(),
  -- Gifts of earlier periods that were not played when this one began; the unplayed part of all gifts at its end.
  gifts_before_e4 bigint not null default 0 check (gifts_before_e4 >= 0),
  gifts_left_e4 bigint not null default 0 check (gifts_left_e4 >= 0),
  -- By how much rounds of earlier periods, corrected in this one, change its loss; the rest of a reduction that exceeds
  -- it.
  corrections_e4 bigint not null default 0,
  corrections_left_e4 bigint not null default 0 check (corrections_left_e4 <= 0),
  -- Winnings that were taken in the period and count in it: they reduce its payouts.
  removed_e4 bigint not null default 0,
  -- A round without its last result counts in no period, but its payouts are in the member's wallet: where they were
  -- lost again, cashback was paid for winnings. What they lower a loss by is postponed while the round is open.
  open_before_e4 bigint not null default 0,
  open_e4 bigint not null default 0,
  primary key (site_id, member_id, period_from),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check (period_to > period_from),
  check ((state in ('claimable', 'claimed', 'expired')) = (expires_at is not null)),
  check ((state in ('claimed', 'expired')) = (closed_at is not null)),
  check ((state = 'claimed') = (movement_id is not null))
);
create index cashback_open on cashback_period (site_id, expires_at) where state = 'claimable';
create index cashback_claimed on cashback_period (site_id, member_id, closed_at desc, movement_id desc)
  where state = 'claimed';
comment on column cashback_period.open_before_e4 is
  'The part of earlier losses that was postponed: open_e4 of the period before.';
comment on column cashback_period.open_e4 is
  'The part of the loss that is postponed, because open rounds have paid as much above their stakes.';

-- A week is computed once for the whole site.
create table cashback_run (
  site_id int not null references site (site_id),
  period_to timestamptz not null,
  finished_at timestamptz not null default now(),
  primary key (site_id, period_to)
);

-- The parts of a loss, row by row. `search_from` bounds the search: rounds are found by when they were opened.
-- `first_counted_at`: for figures that a correction removes, when they were counted; otherwise equal to `counted_at`.
--
-- A bonus that was given back is no gift. `removed_e4`: winnings that were removed with a bonus that was given back; it
-- counts where it was counted and begun in the period, and a gift that is taken is none from then on. Money that left
-- for the bank counts as withdrawn, from whatever account of the member, less what came back from the bank. A deposit
-- that was reversed counts as never made, whatever account it was taken from.
create view cashback_flow_of_play as
select site_id, member_id, opened_at as search_from, settled_at as counted_at, stake_e4 as stakes_e4,
  payout_e4 as payouts_e4, 0::bigint as gifts_e4, 0::bigint as deposits_e4, 0::bigint as withdrawals_e4,
  0::bigint as removed_e4, settled_at as first_counted_at
from game_round
where settled_at is not null
union all
select site_id, member_id, settled_at, settled_at, stake_e4, payout_e4, 0::bigint, 0::bigint, 0::bigint, 0::bigint,
  settled_at
from round_correction
union all
select site_id, member_id, corrected_at, corrected_at, -stake_e4, -payout_e4, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, settled_at
from round_correction
union all
select site_id, owner_id, created_at, created_at, 0::bigint, 0::bigint,
  case
    when to_kind = account_kind('game') and from_kind in (account_kind('affiliate'), account_kind('bonusCost'),
      account_kind('codeCost'), account_kind('prizeCost')) then amount_e4
    else 0 end,
  case
    when to_kind in (account_kind('game'), account_kind('main'))
      and from_kind in (account_kind('bank'), account_kind('unmatched')) then amount_e4
    when to_kind = account_kind('bank')
      and from_kind in (account_kind('game'), account_kind('main'), account_kind('receivable')) then -amount_e4
    else 0 end,
  case
    when to_kind = account_kind('payouts') then amount_e4
    when from_kind = account_kind('payouts') then -amount_e4
    else 0 end,
  0::bigint, created_at
from ledger_transfer
where from_kind <> account_kind('games') and to_kind <> account_kind('games')
union all
select site_id, member_id, begun_at, taken_at, 0::bigint, 0::bigint, -gift_e4, 0::bigint, 0::bigint,
  amount_e4 - gift_e4, counted_at
from bonus_taking;

create view cashback_flow as
select site_id, member_id, search_from, counted_at, stakes_e4, payouts_e4, gifts_e4, deposits_e4, withdrawals_e4,
  removed_e4, first_counted_at
from cashback_flow_of_play
union all
select site_id, member_id, counted_at, counted_at, 0::bigint, 0::bigint, gift_e4, 0::bigint, 0::bigint, 0::bigint,
  counted_at
from adjustment_gift;

-- A member's money that was in no wallet at a moment: rounds without a result, and held wins.
create view cashback_round as
select site_id, member_id, provider, round_id, opened_at, settled_at, stake_e4, payout_e4 from game_round;

-- Rounds without a result that paid more than their stakes.
create view cashback_open_round as
select site_id, member_id, provider, round_id, opened_at, payout_e4 - stake_e4 as winnings_e4
from game_round where state = 'open' and is_marked_open and settled_at is null and payout_e4 > stake_e4
union all
select site_id, member_id, provider, round_id, opened_at, payout_e4 - stake_e4
from site left join open_round_scan as scan using (site_id)
  join game_round as round using (site_id)
where round.opened_at >= coalesce(scan.scanned_until, '-infinity') and round.state = 'open' and not round.is_marked_open
  and settled_at is null and payout_e4 > stake_e4;

create view cashback_held as
select site_id, member_id, held_at, decided_at, amount_e4 from held_win;

-- Figures that were removed from the periods in which they had counted, if these contain `begun_at`.
create view cashback_correction as
select site_id, member_id, provider, round_id, settled_at, corrected_at, payout_e4 - stake_e4 as change_e4,
  settled_at as begun_at
from round_correction
union all
select site_id, member_id, null, null, counted_at, taken_at, amount_e4 - gift_e4, begun_at
from bonus_taking
where counted_at is not null;

-- Claims are listed with deposits (spec §4: TransType), with the columns of history_deposit.
create view history_cashback as
select site_id, member_id, movement_id, 'CASHBACK'::text as type, 'credited'::text as state, amount_e4,
  null::text as bonus_id, null::text as review_reason, closed_at as created_at
from cashback_period
where state = 'claimed';

-- The parts of a friend's day. `search_from` bounds the search: rounds are found by when they were opened. What comes
-- back to the member of a taking is no win of the house.
create view affiliate_flow_of_play as
select site_id, member_id, opened_at as search_from, settled_at as counted_at, stake_e4 - payout_e4 as net_loss_e4,
  turnover_e4
from game_round
where settled_at is not null
union all
select site_id, member_id, settled_at, settled_at, stake_e4 - payout_e4, turnover_e4 from round_correction
union all
select site_id, member_id, corrected_at, corrected_at, payout_e4 - stake_e4, -turnover_e4 from round_correction
union all
select site_id, owner_id, created_at, created_at,
  case when to_kind = account_kind('game') then -amount_e4 else amount_e4 end, 0::bigint
from ledger_transfer
where from_kind <> account_kind('games') and to_kind <> account_kind('games')
  and ((to_kind = account_kind('game') and from_kind in (account_kind('cashback'), account_kind('bonusCost'),
      account_kind('codeCost'), account_kind('residualTaken')))
    or (from_kind = account_kind('game') and to_kind in (account_kind('bonusCost'), account_kind('residualTaken'))));

create view affiliate_flow as
select site_id, member_id, search_from, counted_at, net_loss_e4, turnover_e4 from affiliate_flow_of_play
union all
select site_id, member_id, counted_at, counted_at, -gift_e4, 0::bigint from adjustment_gift;

-- Members whose day can earn a commission: they played, received a gift, or deposited.
create view affiliate_active_member_of_play as
select site_id, member_id, counted_at from affiliate_flow_of_play
union all
select site_id, member_id, credited_at from deposit where credited_at is not null and member_id is not null;

create view affiliate_active_member as
select site_id, member_id, counted_at from affiliate_active_member_of_play
union all
select site_id, member_id, counted_at from adjustment_gift;

create view affiliate_first_deposit as
select distinct on (site_id, member_id) site_id, member_id, amount_e4, credited_at
from deposit
where credited_at is not null and member_id is not null
order by site_id, member_id, credited_at;

-- One row per friend and day: figures, no money.
create table affiliate_income (
  site_id int not null,
  member_id bigint not null,
  day date not null,
  friend_id bigint not null,
  level smallint not null check (level in (1, 2)),
  basis_e4 bigint not null,
  percent_bp int not null check (percent_bp between 0 and 10000),
  amount_e4 bigint not null,
  -- Why the friend resembles the referrer, or that an operator found the friend to be the member; an operator decides
  -- unless it is empty.
  fraud_signals text[] not null default '{}',
  primary key (site_id, member_id, day, friend_id),
  foreign key (site_id, member_id) references member (site_id, member_id),
  foreign key (site_id, friend_id) references member (site_id, member_id),
  check (member_id <> friend_id),
  constraint affiliate_income_fraud_signals_known check (
    fraud_signals <@ array['name', 'device', 'address', 'ring', 'person']
    and array_position(fraud_signals, null) is null)
);

-- The sum of the day, and the amount carried into it: a loss is carried within its month.
create table affiliate_result (
  site_id int not null,
  member_id bigint not null,
  day date not null,
  sum_e4 bigint not null,
  carried_e4 bigint not null check (carried_e4 <= 0),
  payable_e4 bigint not null check (payable_e4 = greatest(sum_e4 + carried_e4, 0)),
  state text not null check (state in ('none', 'pending', 'held', 'released', 'rejected')),
  releases_at timestamptz not null,
  closed_at timestamptz,
  decided_by text not null default 'system',
  primary key (site_id, member_id, day),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((state = 'none') = (payable_e4 = 0)),
  check ((state in ('released', 'rejected')) = (closed_at is not null))
);
create index affiliate_result_due on affiliate_result (site_id, releases_at) where state = 'pending';
create index affiliate_result_held on affiliate_result (site_id, day) where state = 'held';

create table affiliate_run (
  site_id int not null references site (site_id),
  day date not null,
  finished_at timestamptz not null default now(),
  primary key (site_id, day)
);

-- Members whose day failed while it was computed for all others; only these are computed again. Stored, because a day
-- must not be computed again, with other percentages, for members who have it, also after a restart.
create table affiliate_deferred_day (
  site_id int not null,
  member_id bigint not null,
  day date not null,
  primary key (site_id, day, member_id),
  foreign key (site_id, member_id) references member (site_id, member_id)
);

create table affiliate_withdrawal (
  site_id int not null,
  movement_id bigint not null default nextval('movement_number'),
  member_id bigint not null,
  amount_e4 bigint not null check (amount_e4 > 0),
  state text not null check (state in ('requested', 'paid', 'rejected')),
  idempotency_key text not null,
  decided_by text not null default 'system',
  created_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  primary key (site_id, movement_id),
  unique (site_id, member_id, idempotency_key),
  foreign key (site_id, member_id) references member (site_id, member_id),
  check ((state = 'requested') = (closed_at is null))
);
create index affiliate_withdrawal_of_member
  on affiliate_withdrawal (site_id, member_id, created_at desc, movement_id desc);
create index affiliate_withdrawal_waiting on affiliate_withdrawal (site_id, created_at) where state = 'requested';

-- With the columns of history_deposit.
create view history_affiliate as
select site_id, member_id, movement_id, 'AFFILIATE'::text as type,
  case state when 'paid' then 'credited' when 'requested' then 'review' else 'returned' end as state,
  amount_e4, null::text as bonus_id, null::text as review_reason, created_at
from affiliate_withdrawal;
