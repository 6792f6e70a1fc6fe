-- Transfers are written by one function, and balances change by nothing else: the product's role may not write journal, balances,
-- house stripes or lane counters by itself (packages/database/src/privileges.ts).

-- A role that locks a row needs the right to update one of its columns. This column can hold nothing, so that right changes nothing.
alter table ledger_lane add column lock_right boolean;
comment on column ledger_lane.lock_right is 'Always null. The right to update it is the right to lock the lane.';

-- One check a table: PostgreSQL reads each of them anew for every statement. What a declared kind or a stored owner implies is left to
-- their keys (migration 0052).
alter table ledger_lane
  drop constraint ledger_lane_lane_check,
  drop constraint ledger_lane_lane_count_check,
  drop constraint ledger_lane_last_sequence_check,
  drop constraint ledger_lane_check,
  add constraint ledger_lane_check check (lane >= 0 and lane < lane_count and lane_count <= 64 and lock_right is null);
alter table ledger_balance
  drop constraint ledger_balance_owner_id_check,
  drop constraint ledger_balance_kind_check,
  drop constraint ledger_balance_check,
  drop constraint ledger_balance_check1,
  add constraint ledger_balance_check
    check (kind < 100 and case when kind < 90 then balance_e4 >= 0 else balance_e4 <= 0 end);
alter table ledger_transfer
  drop constraint ledger_transfer_owner_id_check,
  drop constraint ledger_transfer_amount_e4_check,
  drop constraint ledger_transfer_check,
  drop constraint ledger_transfer_check1,
  drop constraint ledger_transfer_check2,
  drop constraint ledger_transfer_check3,
  drop constraint ledger_transfer_check4,
  drop constraint ledger_transfer_check5,
  add constraint ledger_transfer_check check (
    amount_e4 > 0 and from_kind <> to_kind and (owner_id = 0) = (least(from_kind, to_kind) >= 100)
    and (from_balance_e4 is null) = (from_kind >= 100) and (to_balance_e4 is null) = (to_kind >= 100)
    and (from_kind >= 90 or from_balance_e4 >= 0) and (to_kind >= 90 or to_balance_e4 >= 0));

-- The accounts of owners that a batch changes: what each held before its first transfer, as the first and each later transfer of the
-- account imply it, and what it holds after the last. The batch continues itself where before equals before_most.
create function ledger_batch_accounts(
  p_owner_ids bigint[], p_amounts bigint[], p_from_balances bigint[], p_to_balances bigint[], p_from_kinds smallint[],
  p_to_kinds smallint[]
) returns table (owner_id bigint, kind smallint, before bigint, before_most bigint, after bigint)
language sql immutable
as $$
  select entry.owner_id, entry.kind, min(balance - so_far), max(balance - so_far), min(balance - so_far) + sum(amount)::bigint
  from (
    select side.owner_id, side.kind, side.amount, side.balance,
      (sum(side.amount) over (partition by side.owner_id, side.kind order by side.place rows unbounded preceding))::bigint as so_far
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

-- Writes the transfers of one lane, numbered after p_last_sequence in the order of the arrays, with everything that they change.
-- Refused as a whole (constraint ledger_post_batch_…) unless, for each of them:
--   sequence  the lane's counter stands at p_last_sequence, and the lane is the owner's
--   balance   the balance after it is the balance before it and the amount; before the first of an account, what is stored
--   kind      both kinds are declared and of one currency
-- Amounts, signs and keys are held by the checks and indexes of the tables. The update of the counter takes the lane's lock if the
-- caller does not hold it.
--
-- A plain batch is the usual one, and cheaper: all transfers are between p_owner_kind and p_house_kind, no owner has two, and each
-- account is stored. A wrong claim is a refused balance. Any other batch has null in both.
-- The settings keep a plan from the time when the tables were small from reading them whole when they have grown.
create function ledger_post_batch(
  p_site_id int, p_lane smallint, p_last_sequence bigint, p_owner_kind smallint, p_house_kind smallint, p_owner_ids bigint[],
  p_amounts bigint[], p_from_balances bigint[], p_to_balances bigint[], p_corrects_ids bigint[], p_event_ats timestamptz[],
  p_are_keyed boolean[], p_from_kinds smallint[], p_to_kinds smallint[], p_reasons text[], p_keys text[]
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
    -- Counted are the balances that continue, where the lane and the kinds hold as well.
    with journal as (
      insert into public.ledger_transfer (site_id, owner_id, transfer_id, amount_e4, from_balance_e4, to_balance_e4, corrects_id,
        event_at, is_keyed, from_kind, to_kind, reason, key)
      select p_site_id, unnest(p_owner_ids), p_last_sequence * 64 + p_lane + 64 * generate_series(1, cardinality(p_owner_ids)),
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
    from moved, (select unnest(p_owner_ids) as owner_id, unnest(p_from_kinds) as from_kind, unnest(p_to_kinds) as to_kind,
        unnest(p_amounts) as amount, unnest(p_from_balances) as from_balance, unnest(p_to_balances) as to_balance) as transfer
    where stored.site_id = p_site_id and stored.owner_id = transfer.owner_id and stored.kind = p_owner_kind
      and stored.balance_e4 = coalesce(from_balance + amount, to_balance - amount)
      and least(from_kind, to_kind) = p_owner_kind and greatest(from_kind, to_kind) = p_house_kind
      and transfer.owner_id % moved.lane_count = p_lane;
    get diagnostics changed = row_count;
    if changed = cardinality(p_owner_ids) then return; end if;
  else
    with journal as (
      insert into public.ledger_transfer (site_id, owner_id, transfer_id, amount_e4, from_balance_e4, to_balance_e4, corrects_id,
        event_at, is_keyed, from_kind, to_kind, reason, key)
      select p_site_id, unnest(p_owner_ids), p_last_sequence * 64 + p_lane + 64 * generate_series(1, cardinality(p_owner_ids)),
        unnest(p_amounts), unnest(p_from_balances), unnest(p_to_balances), unnest(p_corrects_ids), unnest(p_event_ats),
        unnest(p_are_keyed), unnest(p_from_kinds), unnest(p_to_kinds), unnest(p_reasons), unnest(p_keys)
    ), account as (
      select * from public.ledger_batch_accounts(p_owner_ids, p_amounts, p_from_balances, p_to_balances, p_from_kinds, p_to_kinds)
    ), changed as (
      update public.ledger_balance as stored set balance_e4 = account.after
      from account
      where stored.site_id = p_site_id and stored.owner_id = account.owner_id and stored.kind = account.kind
        and stored.balance_e4 = account.before and account.before = account.before_most
      returning 1
    ), opened as (
      insert into public.ledger_balance (site_id, owner_id, kind, balance_e4)
      select p_site_id, owner_id, kind, after from account
      where before = 0 and before_most = 0 and not exists (select from public.ledger_balance as stored
        where stored.site_id = p_site_id and stored.owner_id = account.owner_id and stored.kind = account.kind)
      returning 1
    ), flow as (
      select from_kind, to_kind, sum(amount)::bigint as amount
      from (select unnest(p_from_kinds) as from_kind, unnest(p_to_kinds) as to_kind, unnest(p_amounts) as amount) as transfer
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

  -- The statement above is undone with the transaction; what it refused is found again for the message.
  if exists (select from unnest(p_from_kinds, p_to_kinds) as transfer (from_kind, to_kind)
      left join public.ledger_kind as source on source.kind = from_kind
      left join public.ledger_kind as target on target.kind = to_kind
      where (source.currency = target.currency) is not true) then
    raise exception using errcode = 'check_violation', constraint = 'ledger_post_batch_kind',
      message = 'a transfer is not between two declared kinds of one currency';
  end if;
  if not exists (select from public.ledger_lane where site_id = p_site_id and lane = p_lane
      and last_sequence = p_last_sequence + cardinality(p_owner_ids)
      and not exists (select from unnest(p_owner_ids) as owner_id where owner_id % lane_count <> p_lane)) then
    raise exception using errcode = 'check_violation', constraint = 'ledger_post_batch_sequence',
      message = format('the transfers do not continue lane %s of site %s after %s', p_lane, p_site_id, p_last_sequence);
  end if;
  raise exception using errcode = 'check_violation', constraint = 'ledger_post_batch_balance',
    message = 'the balance after a transfer is not the balance before it and the amount';
end
$$;
