-- The ledger: double entry, append-only. packages/ledger/README.md gives the reason for each rule.
--
-- Account kinds are numbers, so that SQL can hold the rule of each class:
--   1–89    a member's account, never below zero
--   90–99   a member's contra account (a debt), never above zero
--   100 up  an account of the house, either sign
--
-- Always true: transfers are written by ledger_post_batch, and balances change in no other way. The product's role has
-- no right to write the journal, balances, house stripes or lane counters (packages/database/src/privileges.ts).

-- Currencies, kinds and owners are declared once; every account and hold refers to them. A transfer changes a balance
-- of each of its kinds, so its kinds and its owner are declared as well, without foreign keys that every bet would pay
-- for.

-- Currencies, kinds and owners are declared once; every account and hold refers to them. A transfer changes a balance
-- of each of its kinds, so its kinds and its owner are declared as well, without foreign keys that every bet would pay
-- for.
create table ledger_currency (
  currency text primary key
);
comment on table ledger_currency is 'The currencies of accounts; shared by all sites.';

insert into ledger_currency (currency) values ('THB'), ('COIN'), ('SPIN');

create table ledger_kind (
  kind smallint primary key check (kind between 1 and 999),
  name text not null unique,
  currency text not null references ledger_currency (currency)
);
comment on table ledger_kind is
  'The chart of accounts, written by installChart and never changed; shared by all sites.';

-- The kinds of the product's chart by name, for its views and checks: the same as in
-- apps/server/src/core/chart-of-accounts.ts (compared by chart-of-accounts.test.ts). The planner replaces a call by its
-- number, so a view uses the indexes whose conditions contain the number.
create function account_kind(p_name text) returns int
language sql immutable parallel safe
return case p_name
  when 'game' then 1
  when 'main' then 2
  when 'cashback' then 3
  when 'affiliate' then 4
  when 'residual' then 5
  when 'coin' then 6
  when 'spin' then 7
  when 'withdrawalHeld' then 8
  when 'winsHeld' then 9
  when 'receivable' then 90
  when 'bank' then 100
  when 'payouts' then 101
  when 'games' then 102
  when 'tips' then 103
  when 'awards' then 104
  when 'bonusCost' then 105
  when 'cashbackCost' then 106
  when 'affiliateCost' then 107
  when 'codeCost' then 108
  when 'prizeCost' then 109
  when 'residualTaken' then 110
  when 'unmatched' then 111
  when 'adjustments' then 112
  when 'coinIssue' then 120
  when 'spinIssue' then 121
end;

-- The owners of accounts: one row per member, written with the member.
create table ledger_owner (
  site_id int not null,
  owner_id bigint not null check (owner_id > 0),
  primary key (site_id, owner_id)
);

-- One writer per lane: a transaction that moves money of an owner first locks the row of the owner's lane.
-- PostgreSQL reads each check of a table for every statement, so the tables of the hot path have one check each.
create table ledger_lane (
  site_id int not null,
  lane smallint not null,
  lane_count smallint not null,
  last_sequence bigint not null default 0,
  lock_right boolean,
  primary key (site_id, lane),
  check (lane >= 0 and lane < lane_count and lane_count <= 64 and lock_right is null)
) with (fillfactor = 20);
-- A role that locks a row needs the right to update one of its columns. The check keeps this column null, so the right
-- changes nothing.
comment on column ledger_lane.lock_right is 'Always null. The right to update it is the right to lock the lane.';

create table ledger_balance (
  site_id int not null,
  owner_id bigint not null,
  kind smallint not null references ledger_kind (kind),
  balance_e4 bigint not null,
  primary key (site_id, owner_id, kind),
  foreign key (site_id, owner_id) references ledger_owner (site_id, owner_id),
  check (kind < 100 and case when kind < 90 then balance_e4 >= 0 else balance_e4 <= 0 end)
) with (fillfactor = 50);
-- Members who have or had a debt (90 is the kind receivable), for the list and the count of debts. Balances stay
-- outside the index, so that their updates write no index. The kind is a literal, as in those of ledger_transfer.
create index ledger_balance_receivable on ledger_balance (site_id, owner_id) where kind = 90;

-- House accounts are striped by lane, so that two lanes never update one row; the balance is the sum of the stripes.
create table ledger_house_balance (
  site_id int not null,
  kind smallint not null check (kind >= 100) references ledger_kind (kind),
  lane smallint not null,
  balance_e4 bigint not null,
  primary key (site_id, kind, lane),
  foreign key (site_id, lane) references ledger_lane (site_id, lane)
) with (fillfactor = 20);

-- The journal: one row per transfer, both entries in it. transfer_id = sequence of the lane * 64 + lane, without gaps.
create table ledger_transfer (
  site_id int not null,
  from_kind smallint not null,
  to_kind smallint not null,
  created_at timestamptz not null default transaction_timestamp(),
  owner_id bigint not null,
  transfer_id bigint not null,
  amount_e4 bigint not null,
  from_balance_e4 bigint,
  to_balance_e4 bigint,
  corrects_id bigint,
  event_at timestamptz,
  reason text not null,
  key text not null,
  is_keyed boolean not null default false,
  primary key (site_id, owner_id, transfer_id),
  check (
    amount_e4 > 0 and from_kind <> to_kind and (owner_id = 0) = (least(from_kind, to_kind) >= 100)
    and (from_balance_e4 is null) = (from_kind >= 100) and (to_balance_e4 is null) = (to_kind >= 100)
    and (from_kind >= 90 or from_balance_e4 >= 0) and (to_kind >= 90 or to_balance_e4 >= 0))
);
comment on column ledger_transfer.event_at is
  'The time of the event outside, where it differs from the time of the transfer.';
comment on column ledger_transfer.is_keyed is
  'The key is unique. Elsewhere a unique row of the cause, of the same transaction, prevents a repetition.';
-- The index alone holds the hash of a key (decision 0045): the first 128 bits of its SHA-256, made with functions that
-- PostgreSQL marks as immutable. A cast to bytea reads backslashes, so they are doubled.
create unique index ledger_transfer_key on ledger_transfer
  (site_id, (encode(substr(sha256(replace(key, '\', '\\')::bytea), 1, 16), 'hex')::uuid)) where is_keyed;
-- Rows are added about in the order of their time, so a summary of each part of the table is enough and costs a bet
-- next to nothing.
create index ledger_transfer_by_time on ledger_transfer using brin (created_at) with (autosummarize = on);
-- Transfers other than bets and wins (102 is the kind games): few rows among very many. Bets are not in these indexes
-- and do not pay for them. The kind is a literal, because the planner evaluates the condition of an index with the
-- rights of every role that reads the table.
create index ledger_transfer_outside_play on ledger_transfer (site_id, owner_id, created_at)
  where from_kind <> 102 and to_kind <> 102;
create index ledger_transfer_outside_play_by_time on ledger_transfer (site_id, created_at)
  where from_kind <> 102 and to_kind <> 102;

create view ledger_entry as
select site_id, owner_id, transfer_id, from_kind as kind, -amount_e4 as amount_e4, from_balance_e4 as balance_e4,
  reason, created_at
from ledger_transfer
union all
select site_id, owner_id, transfer_id, to_kind, amount_e4, to_balance_e4, reason, created_at
from ledger_transfer;

create table ledger_hold (
  site_id int not null,
  owner_id bigint not null check (owner_id > 0),
  hold_id text not null,
  from_kind smallint not null references ledger_kind (kind),
  held_kind smallint not null references ledger_kind (kind),
  to_kind smallint not null references ledger_kind (kind),
  amount_e4 bigint not null check (amount_e4 > 0),
  state text not null check (state in ('placed', 'posted', 'voided')),
  reason text not null,
  placed_at timestamptz not null default transaction_timestamp(),
  closed_at timestamptz,
  primary key (site_id, owner_id, hold_id),
  foreign key (site_id, owner_id) references ledger_owner (site_id, owner_id),
  check ((state = 'placed') = (closed_at is null))
);
create index ledger_hold_open on ledger_hold (site_id, owner_id) where state = 'placed';

-- The members' accounts that a batch changes: the balance before its first transfer, as the first and each later
-- transfer of the account imply it, and the balance after the last. The batch is consistent where before equals
-- before_max.
create function ledger_batch_accounts(
  p_owner_ids bigint[], p_amounts bigint[], p_from_balances bigint[], p_to_balances bigint[],
  p_from_kinds smallint[], p_to_kinds smallint[]
) returns table (owner_id bigint, kind smallint, before bigint, before_max bigint, after bigint)
language sql immutable
as $$
  select entry.owner_id, entry.kind, min(balance - so_far), max(balance - so_far),
    min(balance - so_far) + sum(amount)::bigint
  from (
    select side.owner_id, side.kind, side.amount, side.balance,
      (sum(side.amount) over (partition by side.owner_id, side.kind order by side.place
        rows unbounded preceding))::bigint as so_far
    from (
      select unnest(p_owner_ids) as owner_id, unnest(p_from_kinds) as kind, -unnest(p_amounts) as amount,
        unnest(p_from_balances) as balance, generate_series(1, cardinality(p_owner_ids)) as place
      union all
      select unnest(p_owner_ids), unnest(p_to_kinds), unnest(p_amounts), unnest(p_to_balances),
        generate_series(1, cardinality(p_owner_ids))
    ) as side
    where side.kind < 100
  ) as entry
  group by entry.owner_id, entry.kind
$$;

-- Writes the transfers of one lane, numbered after p_last_sequence in the order of the arrays, with everything that
-- they change. The whole batch fails (constraint ledger_post_batch_…) unless, for each transfer:
--   sequence  the lane's counter equals p_last_sequence, and the lane is the owner's
--   balance   the balance after it is the balance before it plus the amount; the first one continues the stored balance
--   kind      both kinds are declared and of one currency
-- Amounts, signs and keys are held by the checks and indexes of the tables. The update of the counter takes the lane's
-- lock if the caller does not hold it.
--
-- The plain batch is the frequent and cheaper one: all transfers are between p_owner_kind and p_house_kind, no owner
-- has two, and each account is stored. A wrong claim fails as a wrong balance. Any other batch has null in both
-- parameters. The planner settings prevent a plan made for small tables from reading them whole when they have grown.
create function ledger_post_batch(
  p_site_id int, p_lane smallint, p_last_sequence bigint, p_owner_kind smallint, p_house_kind smallint,
  p_owner_ids bigint[], p_amounts bigint[], p_from_balances bigint[], p_to_balances bigint[], p_corrects_ids bigint[],
  p_event_ats timestamptz[], p_are_keyed boolean[], p_from_kinds smallint[], p_to_kinds smallint[], p_reasons text[],
  p_keys text[]
) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
  transfers bigint;
  changed bigint;
begin
  if p_house_kind >= 100 then
    -- The count covers the balances that continue, where the lane and the kinds hold as well.
    with journal as (
      insert into public.ledger_transfer (site_id, owner_id, transfer_id, amount_e4, from_balance_e4, to_balance_e4,
        corrects_id, event_at, is_keyed, from_kind, to_kind, reason, key)
      select p_site_id, unnest(p_owner_ids),
        p_last_sequence * 64 + p_lane + 64 * generate_series(1, cardinality(p_owner_ids)),
        unnest(p_amounts), unnest(p_from_balances), unnest(p_to_balances), unnest(p_corrects_ids), unnest(p_event_ats),
        unnest(p_are_keyed), unnest(p_from_kinds), unnest(p_to_kinds), unnest(p_reasons), unnest(p_keys)
    ), stripe as (
      insert into public.ledger_house_balance as stored (site_id, kind, lane, balance_e4)
      select p_site_id, p_house_kind, p_lane, sum(case when to_kind = p_house_kind then amount else -amount end)
      from (select unnest(p_to_kinds) as to_kind, unnest(p_amounts) as amount) as transfer
      on conflict (site_id, kind, lane) do update set balance_e4 = stored.balance_e4 + excluded.balance_e4
    ), moved as (
      update public.ledger_lane as stored set last_sequence = stored.last_sequence + cardinality(p_owner_ids)
      where stored.site_id = p_site_id and stored.lane = p_lane and stored.last_sequence = p_last_sequence
        and (select currency from public.ledger_kind where kind = p_owner_kind)
          = (select currency from public.ledger_kind where kind = p_house_kind)
      returning stored.lane_count
    )
    update public.ledger_balance as stored set balance_e4 = coalesce(from_balance, to_balance)
    from moved, (
        select unnest(p_owner_ids) as owner_id, unnest(p_from_kinds) as from_kind, unnest(p_to_kinds) as to_kind,
          unnest(p_amounts) as amount, unnest(p_from_balances) as from_balance, unnest(p_to_balances) as to_balance
      ) as transfer
    where stored.site_id = p_site_id and stored.owner_id = transfer.owner_id and stored.kind = p_owner_kind
      and stored.balance_e4 = coalesce(from_balance + amount, to_balance - amount)
      and least(from_kind, to_kind) = p_owner_kind and greatest(from_kind, to_kind) = p_house_kind
      and transfer.owner_id % moved.lane_count = p_lane;
    get diagnostics changed = row_count;
    if changed = cardinality(p_owner_ids) then return; end if;
  else
    with journal as (
      insert into public.ledger_transfer (site_id, owner_id, transfer_id, amount_e4, from_balance_e4, to_balance_e4,
        corrects_id, event_at, is_keyed, from_kind, to_kind, reason, key)
      select p_site_id, unnest(p_owner_ids),
        p_last_sequence * 64 + p_lane + 64 * generate_series(1, cardinality(p_owner_ids)),
        unnest(p_amounts), unnest(p_from_balances), unnest(p_to_balances), unnest(p_corrects_ids), unnest(p_event_ats),
        unnest(p_are_keyed), unnest(p_from_kinds), unnest(p_to_kinds), unnest(p_reasons), unnest(p_keys)
    ), account as (
      select * from public.ledger_batch_accounts(
        p_owner_ids, p_amounts, p_from_balances, p_to_balances, p_from_kinds, p_to_kinds)
    ), changed as (
      update public.ledger_balance as stored set balance_e4 = account.after
      from account
      where stored.site_id = p_site_id and stored.owner_id = account.owner_id and stored.kind = account.kind
        and stored.balance_e4 = account.before and account.before = account.before_max
      returning 1
    ), opened as (
      insert into public.ledger_balance (site_id, owner_id, kind, balance_e4)
      select p_site_id, owner_id, kind, after from account
      where before = 0 and before_max = 0 and not exists (select from public.ledger_balance as stored
        where stored.site_id = p_site_id and stored.owner_id = account.owner_id and stored.kind = account.kind)
      returning 1
    ), flow as (
      select from_kind, to_kind, sum(amount)::bigint as amount
      from (
        select unnest(p_from_kinds) as from_kind, unnest(p_to_kinds) as to_kind, unnest(p_amounts) as amount
      ) as transfer
      group by from_kind, to_kind
    ), stripe as (
      insert into public.ledger_house_balance as stored (site_id, kind, lane, balance_e4)
      select p_site_id, side.kind, p_lane, sum(side.amount)
      from (select from_kind as kind, -amount as amount from flow union all select to_kind, amount from flow) as side
      where side.kind >= 100 group by side.kind
      on conflict (site_id, kind, lane) do update set balance_e4 = stored.balance_e4 + excluded.balance_e4
    ), moved as (
      update public.ledger_lane as stored set last_sequence = stored.last_sequence + cardinality(p_owner_ids)
      where stored.site_id = p_site_id and stored.lane = p_lane and stored.last_sequence = p_last_sequence
        and not exists (select from flow
          left join public.ledger_kind as source on source.kind = from_kind
          left join public.ledger_kind as target on target.kind = to_kind
          where (source.currency = target.currency) is not true)
      returning stored.lane_count
    )
    select (select count(*) from account), (select count(*) from changed) + (select count(*) from opened)
    into transfers, changed
    from moved
    where not exists (select from unnest(p_owner_ids) as owner_id where owner_id % moved.lane_count <> p_lane);
    if changed = transfers then return; end if;
  end if;

  -- The statement above is rolled back with the transaction; the cause is computed again for the message.
  if exists (select from unnest(p_from_kinds, p_to_kinds) as transfer (from_kind, to_kind)
      left join public.ledger_kind as source on source.kind = from_kind
      left join public.ledger_kind as target on target.kind = to_kind
      where (source.currency = target.currency) is not true) then
    raise exception using errcode = 'check_violation', constraint = 'ledger_post_batch_kind',
      message = 'a transfer is not between two declared kinds of one currency: constraint "ledger_post_batch_kind"';
  end if;
  if not exists (select from public.ledger_lane where site_id = p_site_id and lane = p_lane
      and last_sequence = p_last_sequence + cardinality(p_owner_ids)
      and not exists (select from unnest(p_owner_ids) as owner_id where owner_id % lane_count <> p_lane)) then
    raise exception using errcode = 'check_violation', constraint = 'ledger_post_batch_sequence',
      message = format('the transfers do not continue lane %s of site %s after %s: constraint "ledger_post_batch_sequence"',
        p_lane, p_site_id, p_last_sequence);
  end if;
  raise exception using errcode = 'check_violation', constraint = 'ledger_post_batch_balance',
    message = 'the balance after a transfer is not the balance before it and the amount: constraint "ledger_post_batch_balance"';
end
$$;
