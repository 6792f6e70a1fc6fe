-- The flow of cashback without a correlated subquery. A statement runs on one node of a cluster only when every table in
-- it is filtered by the same site; the filter does not reach the table of a correlated subquery.

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
    when from_kind = account_kind('game') and to_kind = account_kind('bonusCost') then -amount_e4
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
  and to_kind <> account_kind('residualTaken')
union all
select taken.site_id, taken.owner_id, max(bonus.created_at), taken.created_at, 0::bigint, 0::bigint, 0::bigint,
  0::bigint, 0::bigint, taken.amount_e4, taken.created_at
from ledger_transfer as taken
left join ledger_transfer as bonus on bonus.site_id = taken.site_id and bonus.owner_id = taken.owner_id
  and bonus.created_at <= taken.created_at
  and bonus.from_kind = account_kind('bonusCost') and bonus.to_kind = account_kind('game')
where taken.from_kind = account_kind('game') and taken.to_kind = account_kind('residualTaken')
group by taken.site_id, taken.owner_id, taken.transfer_id, taken.created_at, taken.amount_e4;
