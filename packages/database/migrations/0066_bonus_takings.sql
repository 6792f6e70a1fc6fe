-- Winnings taken with a bonus or code, each for its requirement, and what came back of them because a result was undone.
-- Cashback found the bonus of a taking by its time, so it counted winnings for another bonus or twice, and what came back
-- was subtracted nowhere (decision 0049).

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

-- Winnings that were taken in the period and count in it: they reduce its payouts.
alter table cashback_period add column taken_e4 bigint not null default 0;
comment on column cashback_period.taken_e4 is 'Rows of an older version have it within gifts_e4.';

-- Endings.
insert into bonus_taking (site_id, member_id, removal_no, taking_no, source_no, amount_e4, gift_e4, taken_at, counted_at,
  begun_at)
select removal.site_id, removal.member_id, removal.removal_no, 1, 1, sum(taken.amount_e4),
  least(sum(taken.amount_e4), removal.bonus_e4), max(taken.created_at), max(taken.created_at), line.created_at
from bonus_removal as removal
join turnover_requirement as line
  on line.site_id = removal.site_id and line.member_id = removal.member_id and line.line_no = removal.line_no
left join bonus_grant as bonus
  on bonus.site_id = removal.site_id and bonus.member_id = removal.member_id and bonus.line_no = removal.line_no
join ledger_transfer as taken on taken.site_id = removal.site_id and taken.owner_id = removal.member_id
  and taken.from_kind <> 102 and taken.to_kind <> 102 and taken.from_kind = account_kind('game')
  and taken.to_kind in (account_kind('bonusCost'), account_kind('residualTaken')) and taken.is_keyed
  and taken.key in ('bonus:' || bonus.deposit_id || ':back', 'bonus:' || bonus.deposit_id || ':won',
    'code:' || removal.member_id || ':line:' || removal.line_no || ':back')
where removal.kind = account_kind('residualTaken') and line.state in ('cancelled', 'expired', 'revoked')
group by removal.site_id, removal.member_id, removal.removal_no, removal.bonus_e4, line.created_at;

-- Changes by results since, oldest first: what comes back was taken of the same round last, or else at the ending.
do $$
declare
  moved record;
  source record;
  total bigint;
  won bigint;
  gift bigint;
  part bigint;
  next_no int;
begin
  for moved in
    select transfer.site_id, transfer.owner_id as member_id, removal.removal_no, removal.bonus_e4, paid.provider,
      paid.round_id, transfer.created_at,
      (select settled_at from (
        select settled_at, corrected_at from round_correction as before where before.site_id = paid.site_id
          and before.member_id = paid.member_id and before.provider = paid.provider and before.round_id = paid.round_id
        union all
        select settled_at, 'infinity' from game_round as round where round.site_id = paid.site_id
          and round.member_id = paid.member_id and round.provider = paid.provider and round.round_id = paid.round_id
      ) as result where settled_at <= transfer.created_at and corrected_at > transfer.created_at limit 1) as counted_at,
      case when transfer.to_kind = account_kind('residualTaken') then transfer.amount_e4 else -transfer.amount_e4 end as amount_e4
    from (
      select site_id, owner_id, transfer_id, to_kind, amount_e4, created_at,
        case when key like 'held-removal:%' then split_part(key, ':', 2)::int end as removal_no,
        case when key like 'held-removal:%' then substr(key, length('held-removal:' || split_part(key, ':', 2) || ':'
          || split_part(key, ':', 3)) + 2) else key end as name
      from ledger_transfer
      where from_kind <> 102 and to_kind <> 102 and reason like '% removed'
        and ((from_kind = account_kind('game') and to_kind = account_kind('residualTaken'))
          or (from_kind = account_kind('residualTaken') and to_kind = account_kind('game')))
    ) as transfer
    left join held_win as held on transfer.removal_no is not null and held.site_id = transfer.site_id
      and held.member_id = transfer.owner_id and held.provider = split_part(name, ':', 1)
      and held.tx_id = substr(name, length(split_part(name, ':', 1)) + 2)
    join wallet_transaction as paid on paid.site_id = transfer.site_id
      and paid.tx_hash = encode(substr(sha256(convert_to(split_part(name, ':', 1) || '|' || owner_id || '|'
        || coalesce(held.win_tx_id, substr(name, length(split_part(name, ':', 1)) + 2)), 'UTF8')), 1, 16), 'hex')::uuid
    join lateral (
      select each.removal_no, each.bonus_e4 from bonus_removal as each
      left join bonus_removal_round as changed on changed.site_id = each.site_id and changed.member_id = each.member_id
        and changed.removal_no = each.removal_no and changed.provider = paid.provider
        and changed.round_id = paid.round_id
      where each.site_id = transfer.site_id and each.member_id = transfer.owner_id
        and each.kind = account_kind('residualTaken')
        and case when transfer.removal_no is null then changed.removal_no is not null
          else each.removal_no = transfer.removal_no end
      order by each.removal_no limit 1
    ) as removal on true
    order by transfer.site_id, transfer.owner_id, transfer.transfer_id
  loop
    select coalesce(sum(amount_e4), 0), coalesce(max(taking_no), 0) + 1 into total, next_no from bonus_taking
    where site_id = moved.site_id and member_id = moved.member_id and removal_no = moved.removal_no;
    gift := least(greatest(total + moved.amount_e4, 0), moved.bonus_e4) - least(greatest(total, 0), moved.bonus_e4);
    won := gift - moved.amount_e4;
    if moved.amount_e4 < 0 then
      for source in
        select source_no, min(counted_at) as counted_at, min(begun_at) as begun_at, sum(amount_e4 - gift_e4) as rest_e4,
          coalesce(bool_or((provider, round_id) = (moved.provider, moved.round_id) and source_no = taking_no), false)
            as is_of_round
        from bonus_taking
        where site_id = moved.site_id and member_id = moved.member_id and removal_no = moved.removal_no
        group by source_no having sum(amount_e4 - gift_e4) > 0
        order by is_of_round desc, case when bool_or((provider, round_id) = (moved.provider, moved.round_id)
          and source_no = taking_no) then -source_no else source_no end
      loop
        part := least(won, source.rest_e4);
        continue when part <= 0;
        insert into bonus_taking values (moved.site_id, moved.member_id, moved.removal_no, next_no, source.source_no,
          -part, 0, moved.provider, moved.round_id, moved.created_at, source.counted_at, source.begun_at);
        won := won - part;
        next_no := next_no + 1;
      end loop;
    end if;
    if gift <> won then
      insert into bonus_taking values (moved.site_id, moved.member_id, moved.removal_no, next_no, next_no,
        gift - won, gift, moved.provider, moved.round_id, moved.created_at, moved.counted_at, coalesce(moved.counted_at, moved.created_at));
    end if;
  end loop;
end $$;

-- `taken_e4` counts where it was counted and begun in the period; a gift that is taken is none from then on.
create or replace view cashback_flow as
select site_id, member_id, opened_at as begun_at, settled_at as at, stake_e4 as stakes_e4, payout_e4 as payouts_e4,
  0::bigint as gifts_e4, 0::bigint as deposits_e4, 0::bigint as withdrawals_e4, 0::bigint as taken_e4,
  settled_at as first_at
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

-- Figures that were removed from the periods in which they had counted, if these contain `begun_at`.
create or replace view cashback_correction as
select site_id, member_id, provider, round_id, settled_at, corrected_at, payout_e4 - stake_e4 as change_e4,
  settled_at as begun_at
from round_correction
union all
select site_id, member_id, null, null, counted_at, taken_at, amount_e4 - gift_e4, begun_at
from bonus_taking
where counted_at is not null;

-- What comes back to the member of a taking is no win of the house.
create or replace view affiliate_flow as
select site_id, member_id, opened_at as begun_at, settled_at as at, stake_e4 - payout_e4 as winloss_e4, turnover_e4
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
