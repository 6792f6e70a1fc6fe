// Audit rules: deposits with their slips and feed lines, and withdrawals with their holds and bank payouts, against the
// journal.
//
// Elsewhere: fragments (scope.store.ts), transfers without a row (journal-rules.store.ts).

import { type Sql, sql } from '@chaba/database';

import { hasRemoval, inBaht, type Rule, type Scope, selectTransfer } from './scope.store.ts';

export const bankRules: readonly Rule[] = [
  { name: 'a deposit has the transfers of its state', cost: 'since', find: depositsHaveTransfers },
  { name: 'a parked deposit is playable only after its release', cost: 'since', find: parkedDepositsAreReleased },
  { name: 'a bank movement has the transfers of its state', cost: 'since', find: movementsHaveTransfers },
  { name: 'a bank movement and its deposit name each other', cost: 'whole', find: movementsHaveDeposits },
  { name: 'a bank movement is in the state of its last step', cost: 'whole', find: movementsHaveSteps },
  { name: 'a feed line agrees with its bank movement', cost: 'whole', find: linesMatchMovements },
  { name: 'a credited slip is the slip of its deposit', cost: 'whole', find: slipsAreCredited },
  { name: 'a withdrawal has the holds of its state', cost: 'since', find: withdrawalsHaveHolds },
  { name: 'a hold is closed as its withdrawal', cost: 'since', find: holdsFollowWithdrawals },
  { name: 'a hold belongs to a withdrawal', cost: 'whole', find: holdsBelong },
  { name: 'a withdrawal left the house exactly when it is paid', cost: 'since', find: withdrawalsLeftWhenPaid },
  { name: 'a bank payout has the state of its withdrawal', cost: 'since', find: payoutsFit },
  { name: 'a withdrawal goes to the account of its member', cost: 'since', find: accountsAreBound },
];

/** The hold that contains removed_e4. */
const capHold = sql`('withdrawal:' || withdrawal_id::text || case cap_hold_no when 0 then ':cap' else ':cap:' || cap_hold_no::text end)`;

/** An operator decided a payout differently from its first posting. */
const hasDispute = sql`exists (select from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
  and dispute.withdrawal_id = withdrawal.withdrawal_id and dispute.state <> 'open')`;

/** A recovery had lost it: it is paid without a hold. */
const isLost = sql`withdrawal.state in ('paid', 'returned', 'failed') and exists (
  select from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
    and dispute.withdrawal_id = withdrawal.withdrawal_id and dispute.recorded_state = 'lost' and dispute.state = 'paid')`;

function depositsHaveTransfers({ site, since }: Scope): Sql {
  const of = (step: string): Sql =>
    selectTransfer(sql`deposit.site_id`, sql`'deposit:' || deposit_id || ${step}::text`);
  return sql`
    select site_id, format('deposit %s %s: %s; credited %s, taken back %s', deposit_id, state, ${inBaht(sql`deposit.amount_e4`)},
      ${inBaht(sql`credit.amount_e4`)}, ${inBaht(sql`back_e4`)}) as detail
    from deposit
    left join lateral (${of('')}) as credit on true
    left join lateral (
      select sum(amount_e4) as back_e4, bool_and(owner_id = member_id) as is_of_member
      from (${of(':back')} union all ${of(':back:main')} union all ${of(':back:owed')}) as part
    ) as back on true
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and not coalesce(case
      when state in ('credited', 'parked') or reversed_at is not null then credit.amount_e4 = deposit.amount_e4
        and credit.owner_id = member_id and (state = 'credited' or reversed_at is not null or credit.to_kind = account_kind('main'))
        and coalesce(back_e4, 0) = case when reversed_at is null then 0 else deposit.amount_e4 end and coalesce(is_of_member, true)
      else credit.amount_e4 is null and back_e4 is null end, false)
    limit 20`;
}

// Money of a movement leaves the unmatched account once: by a return, to another site, or to a member of its own site.
function movementsHaveTransfers({ site, since }: Scope): Sql {
  const of = (step: string): Sql =>
    selectTransfer(sql`movement.site_id`, sql`'deposit:' || bank_movement_id || ${step}::text`);
  return sql`
    select site_id, format('movement %s %s: %s; arrived %s, left %s in %s transfers', bank_movement_id, state,
      ${inBaht(sql`movement.amount_e4`)}, ${inBaht(sql`arrival.amount_e4`)}, ${inBaht(sql`left_e4`)}, coalesce(departures, 0)) as detail
    from bank_movement as movement
    left join lateral (${of(':arrival')}) as arrival on true
    left join lateral (
      select sum(amount_e4) as left_e4, count(*) as departures from (
        select amount_e4 from (${of(':return')}) as back union all select amount_e4 from (${of(':handover')}) as handover
        union all
        select credit.amount_e4 from deposit cross join lateral (${selectTransfer(sql`deposit.site_id`, sql`'deposit:' || deposit_id`)}) as credit
        where deposit.site_id = movement.site_id and deposit.movement_site_id = movement.site_id
          and deposit.bank_movement_id = movement.bank_movement_id and credit.from_kind = account_kind('unmatched')
      ) as departure
    ) as gone on true
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and not (case
      when arrival.amount_e4 is null then departures = 0 and not is_unmatched and state in ('credited', 'disputed', 'returned')
      when is_unmatched then arrival.amount_e4 = movement.amount_e4 and departures = 0 and state in ('seen', 'claimed', 'disputed')
      else arrival.amount_e4 = movement.amount_e4 and departures = 1 and left_e4 = movement.amount_e4
        and state in ('credited', 'disputed', 'returned') end)
    limit 20`;
}

function movementsHaveDeposits({ site }: Scope): Sql {
  return sql`
    select site_id, format('deposit %s %s: its movement %s of site %s does not name it', deposit_id, state, bank_movement_id, movement_site_id)
      as detail
    from deposit
    where ${site(sql`site_id`)} and state in ('review', 'credited', 'parked')
      and (movement_site_id, bank_movement_id, site_id, deposit_id, member_id, amount_e4, state = 'review') not in (
        select site_id, bank_movement_id, current_site_id, current_deposit_id, current_member_id, amount_e4, is_review
        from bank_movement, unnest('{t,f}'::boolean[]) as is_review
        where current_deposit_id is not null and ${site(sql`current_site_id`)}
          and (state = 'disputed' or state = case when is_review then 'claimed' else 'credited' end))
    union all
    select site_id, format('movement %s %s names deposit %s of site %s, which is another one', bank_movement_id, state, current_deposit_id, current_site_id)
    from bank_movement
    where ${site(sql`site_id`)} and current_deposit_id is not null
      and (current_site_id, current_deposit_id, site_id, bank_movement_id) not in (
        select site_id, deposit_id, movement_site_id, bank_movement_id from deposit
        where ${site(sql`movement_site_id`)} and state in ('review', 'credited', 'parked'))
    limit 20`;
}

function movementsHaveSteps({ site }: Scope): Sql {
  return sql`
    select site_id, format('movement %s: %s after %s steps, the last of %s is %s', bank_movement_id, movement.state, movement.step, last.step,
      last.state) as detail
    from bank_movement as movement
    cross join lateral (
      select step, state from bank_movement_step as taken where taken.site_id = movement.site_id
        and taken.bank_movement_id = movement.bank_movement_id order by step desc limit 1
    ) as last
    where ${site(sql`site_id`)} and (movement.step, movement.state) <> (last.step, last.state)
    limit 20`;
}

function parkedDepositsAreReleased({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('deposit %s of member %s: %s', deposit_id, member_id, state) as detail
    from deposit
    cross join lateral (${selectTransfer(sql`deposit.site_id`, sql`'deposit:' || deposit_id`)}) as credit
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and state in ('credited', 'parked') and to_kind = account_kind('main')
      and (state = 'credited') <> exists (select from ledger_transfer as release where release.site_id = deposit.site_id
        and release.owner_id = deposit.member_id and release.transfer_id > credit.transfer_id and release.reason = 'main wallet released')
    limit 20`;
}

function linesMatchMovements({ site }: Scope): Sql {
  return sql`
    select site_id, format('line %s: %s, movement %s: %s', feed_line_id, ${inBaht(sql`line.amount_e4`)}, bank_movement_id,
      ${inBaht(sql`movement.amount_e4`)}) as detail
    from feed_line as line join bank_movement as movement using (site_id, feed_line_id)
    where ${site(sql`site_id`)}
      and (line.amount_e4, line.receiving_account_id) <> (movement.amount_e4, movement.receiving_account_id)
    union all
    select site_id, format('line %s belongs to no movement and repeats no line', feed_line_id) from feed_line as line
    where ${site(sql`site_id`)} and duplicate_of is null and not exists (
      select from bank_movement as movement where movement.site_id = line.site_id and movement.feed_line_id = line.feed_line_id)
    union all
    select site_id, format('movement %s was reported by no slip and no line', bank_movement_id) from bank_movement
    where ${site(sql`site_id`)} and feed_line_id is null and trans_ref is null
    limit 20`;
}

function slipsAreCredited({ site }: Scope): Sql {
  return sql`
    select slip.site_id, format('slip %s of member %s: movement %s, deposit %s', slip_id, slip.member_id, slip.bank_movement_id,
      coalesce(deposit.state, 'missing')) as detail
    from slip
    left join deposit on deposit.site_id = slip.site_id and deposit.movement_site_id = slip.movement_site_id
      and deposit.bank_movement_id = slip.bank_movement_id and deposit.member_id = slip.member_id and deposit.state in ('credited', 'parked')
    where ${site(sql`slip.site_id`)} and slip.state = 'credited'
      and (deposit.deposit_id is null or (slip.movement_site_id, slip.bank_movement_id, slip.trans_ref) not in (
        select site_id, bank_movement_id, trans_ref from bank_movement where trans_ref is not null))
    limit 20`;
}

function withdrawalsHaveHolds({ site, since }: Scope): Sql {
  return sql`
    select withdrawal.site_id, format('withdrawal %s of member %s %s: hold %s %s of %s, not of %s', withdrawal_id, member_id, withdrawal.state,
      name, coalesce(hold.state, 'missing'), ${inBaht(sql`hold.amount_e4`)}, ${inBaht(sql`held_e4`)}) as detail
    from withdrawal
    cross join lateral (values ('withdrawal:' || withdrawal_id::text, withdrawal.amount_e4, account_kind('payouts')),
      (${capHold}, removed_e4, account_kind('residual')))
      as due (name, held_e4, goes_to)
    left join ledger_hold as hold on hold.site_id = withdrawal.site_id and hold.owner_id = member_id and hold_id = name
    where ${site(sql`withdrawal.site_id`)} and ${since(sql`changed_at`)}
      and case when held_e4 = 0 or ${isLost} then hold_id is not null else
        (hold.amount_e4, from_kind, held_kind, to_kind, hold.state) is distinct from (held_e4, account_kind('game')::smallint,
        account_kind('withdrawalHeld')::smallint, goes_to::smallint,
          case when goes_to = account_kind('residual') and ${hasRemoval} then 'posted'
            when withdrawal.state in ('requested', 'approved', 'paying') then 'placed'
            when withdrawal.state = 'returned' or ${hasDispute} then coalesce(nullif(hold.state, 'placed'), 'missing')
            when withdrawal.state = 'paid' then 'posted' else 'voided' end) end
    limit 20`;
}

function holdsFollowWithdrawals({ site, since }: Scope): Sql {
  const key = sql`'hold:' || member_id || ':withdrawal:' || withdrawal_id`;
  return sql`
    select site_id, format('withdrawal %s of member %s %s: %s to kind %s', withdrawal_id, member_id, state, part, moved.to_kind) as detail
    from withdrawal
    cross join lateral (values
      ('', case state when 'paid' then account_kind('payouts') when 'failed' then account_kind('main') else account_kind('game') end),
      (case cap_hold_no when 0 then ':cap' else ':cap:' || cap_hold_no::text end,
        case state when 'paid' then account_kind('residual') else account_kind('game') end)) as due (part, goes_to)
    cross join lateral (${selectTransfer(
      sql`withdrawal.site_id`,
      sql`${key} || part || case state when 'paid' then ':posted' else ':voided' end`,
    )}) as moved
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and state in ('paid', 'rejected', 'failed') and moved.to_kind <> goes_to
    limit 20`;
}

// Kind 101 payouts: transfers to the bank less returns, over all results and decisions.
function withdrawalsLeftWhenPaid({ site, since }: Scope): Sql {
  return sql`
    select withdrawal.site_id, format('withdrawal %s of member %s %s: %s left of %s', withdrawal_id, member_id, withdrawal.state,
      ${inBaht(sql`left_e4`)}, ${inBaht(sql`withdrawal.amount_e4`)}) as detail
    from withdrawal
    cross join lateral (
      select coalesce(sum(case when to_kind = account_kind('payouts') then posted.amount_e4 else -posted.amount_e4 end), 0) as left_e4
      from ledger_transfer as posted
      where posted.site_id = withdrawal.site_id and posted.owner_id = withdrawal.member_id and account_kind('payouts') in (from_kind, to_kind)
        and posted.created_at >= withdrawal.created_at - interval '1 minute' and from_kind <> account_kind('games') and to_kind <> account_kind('games')
        and (split_part(posted.key, ':', 1) = 'withdrawal' and split_part(posted.key, ':', 2) = withdrawal_id::text
          or split_part(posted.key, ':', 1) = 'hold' and split_part(posted.key, ':', 4) = withdrawal_id::text)
    ) as moved
    where ${site(sql`withdrawal.site_id`)} and ${since(sql`changed_at`)}
      and left_e4 <> case withdrawal.state when 'paid' then withdrawal.amount_e4 else 0 end
    limit 20`;
}

function holdsBelong({ site }: Scope): Sql {
  return sql`
    select site_id, format('owner %s hold %s of %s', owner_id, hold_id, ${inBaht(sql`hold.amount_e4`)}) as detail
    from ledger_hold as hold
    where ${site(sql`site_id`)} and not exists (select from withdrawal where withdrawal.site_id = hold.site_id
      and withdrawal.member_id = hold.owner_id and (hold_id in ('withdrawal:' || withdrawal_id, ${capHold})
        -- A removal that was recomputed.
        or (hold.state = 'voided' and hold_id ~ format('^withdrawal:%s:cap(:[0-9]{1,9})?$', withdrawal_id))
        or exists (select from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
          and dispute.withdrawal_id = withdrawal.withdrawal_id
          and (hold_id, hold.amount_e4, hold.from_kind) in (
            (format('withdrawal:%s:dispute:%s:main', withdrawal_id, dispute_no), held_main_e4, account_kind('main')::smallint),
            (format('withdrawal:%s:dispute:%s:game', withdrawal_id, dispute_no), held_game_e4, account_kind('game')::smallint))
          and hold.state = case dispute.state when 'open' then 'placed' when 'paid' then 'posted' else 'voided' end)))
    limit 20`;
}

function payoutsFit({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('withdrawal %s %s: bank payout %s', withdrawal_id, withdrawal.state, coalesce(bank_payout.state, 'missing')) as detail
    from withdrawal left join bank_payout using (site_id, withdrawal_id)
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and not coalesce(case
      when withdrawal.state in ('requested', 'rejected') then coalesce(bank_payout.state = 'stopped', true)
      when withdrawal.state = 'approved' then bank_payout.state = 'queued'
      when withdrawal.state = 'paying' then bank_payout.state in ('submitted', 'accepted', 'unknown')
      when ${hasDispute} then coalesce(bank_payout.state = 'done', true)
      else bank_payout.state = 'done' and (bank_payout.last_response = withdrawal.state or withdrawal.state = 'returned') end, false)
    limit 20`;
}

function accountsAreBound({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('withdrawal %s of member %s', withdrawal_id, member_id) as detail
    from withdrawal join member using (site_id, member_id)
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)}
      and (withdrawal.bank_code, withdrawal.account) <> (member.bank_code, member.bank_account)
    limit 20`;
}
