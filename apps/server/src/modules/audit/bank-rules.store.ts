// Rules of the audit: deposits with their slips and feed lines, and withdrawals with their holds and bank payouts, against the journal.
//
// Elsewhere: fragments (scope.store.ts), the transfers that no row explains (journal-rules.store.ts). Kinds of account: 1 game, 2 main,
// 5 residual, 8 withdrawalHeld, 100 bank, 101 payouts, 111 unmatched (core/chart-of-accounts.ts).

import { type Sql, sql } from '@chaba/database';

import { inBaht, type Rule, type Scope, transferOf } from './scope.store.ts';

export const bankRules: readonly Rule[] = [
  { name: 'a deposit has the transfers of its state', cost: 'since', find: depositsHaveTransfers },
  { name: 'a parked deposit is playable after its release alone', cost: 'since', find: parkedDepositsAreReleased },
  { name: 'a line of the feed says what its deposit says', cost: 'whole', find: linesSayTheSame },
  { name: 'a credited slip is the slip of its deposit', cost: 'whole', find: slipsAreCredited },
  { name: 'a withdrawal has the holds of its state', cost: 'since', find: withdrawalsHaveHolds },
  { name: 'a hold goes back or out as its withdrawal says', cost: 'since', find: holdsGoWhereTheyShould },
  { name: 'a hold belongs to a withdrawal', cost: 'whole', find: holdsBelong },
  { name: 'a withdrawal left the house exactly when it is paid', cost: 'since', find: withdrawalsLeftWhenPaid },
  { name: 'a bank payout has the state of its withdrawal', cost: 'since', find: payoutsFit },
  { name: 'a withdrawal goes to the account of its member', cost: 'since', find: accountsAreBound },
];

/** The hold that contains removed_e4. */
const capHold = sql`('withdrawal:' || withdrawal_id || case cap_hold_no when 0 then ':cap' else ':cap:' || cap_hold_no end)`;

/** An operator decided about a payout otherwise than it was booked first. */
const hasDispute = sql`exists (select from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
  and dispute.withdrawal_id = withdrawal.withdrawal_id and dispute.state <> 'open')`;

function depositsHaveTransfers({ site, since }: Scope): Sql {
  const of = (step: string): Sql => transferOf(sql`deposit.site_id`, sql`'deposit:' || deposit_id || ${step}::text`);
  return sql`
    select site_id, format('deposit %s %s: %s; arrived %s, credited %s, returned %s', deposit_id, state, ${inBaht(sql`deposit.amount_e4`)},
      ${inBaht(sql`arrival.amount_e4`)}, ${inBaht(sql`credit.amount_e4`)}, ${inBaht(sql`back.amount_e4`)}) as detail
    from deposit
    left join lateral (${of(':arrival')}) as arrival on true
    left join lateral (${of('')}) as credit on true
    left join lateral (${of(':return')}) as back on true
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and not coalesce(case
      when state in ('credited', 'parked') then credit.amount_e4 = deposit.amount_e4 and credit.owner_id = member_id
        and back.amount_e4 is null and credit.from_kind = case when arrival.amount_e4 is null then 100 else 111 end
        and coalesce(arrival.amount_e4, deposit.amount_e4) = deposit.amount_e4 and (state = 'credited' or credit.to_kind = 2)
      when state = 'returned' then arrival.amount_e4 = deposit.amount_e4 and back.amount_e4 = deposit.amount_e4 and credit.amount_e4 is null
      else arrival.amount_e4 = deposit.amount_e4 and credit.amount_e4 is null and back.amount_e4 is null end, false)
    limit 20`;
}

function parkedDepositsAreReleased({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('deposit %s of member %s: %s', deposit_id, member_id, state) as detail
    from deposit
    cross join lateral (${transferOf(sql`deposit.site_id`, sql`'deposit:' || deposit_id`)}) as credit
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and state in ('credited', 'parked') and to_kind = 2
      and (state = 'credited') <> exists (select from ledger_transfer as release where release.site_id = deposit.site_id
        and release.owner_id = deposit.member_id and release.transfer_id > credit.transfer_id and release.reason = 'main wallet released')
    limit 20`;
}

function linesSayTheSame({ site }: Scope): Sql {
  return sql`
    select site_id, format('line %s: %s, deposit %s: %s', feed_line_id, ${inBaht(sql`line.amount_e4`)}, deposit_id,
      ${inBaht(sql`deposit.amount_e4`)}) as detail
    from feed_line as line join deposit using (site_id, deposit_id)
    where ${site(sql`site_id`)}
      and (line.amount_e4, line.receiving_account_id) <> (deposit.amount_e4, deposit.receiving_account_id)
    union all
    select site_id, format('deposit %s was first seen in the feed and has no line', deposit_id) from deposit
    where ${site(sql`site_id`)} and first_seen = 'feed' and not exists (
      select from feed_line as line where line.site_id = deposit.site_id and line.deposit_id = deposit.deposit_id)
    limit 20`;
}

function slipsAreCredited({ site }: Scope): Sql {
  return sql`
    select site_id, format('slip %s of member %s: deposit %s of member %s %s', slip_id, slip.member_id, slip.deposit_id,
      deposit.member_id, deposit.state) as detail
    from slip left join deposit using (site_id, deposit_id)
    where ${site(sql`site_id`)} and slip.state = 'credited' and not coalesce(deposit.state in ('credited', 'parked')
      and deposit.member_id = slip.member_id and deposit.trans_ref = slip.trans_ref, false)
    limit 20`;
}

function withdrawalsHaveHolds({ site, since }: Scope): Sql {
  return sql`
    select withdrawal.site_id, format('withdrawal %s of member %s %s: hold %s %s of %s, not of %s', withdrawal_id, member_id, withdrawal.state,
      name, coalesce(hold.state, 'missing'), ${inBaht(sql`hold.amount_e4`)}, ${inBaht(sql`held_e4`)}) as detail
    from withdrawal
    cross join lateral (values ('withdrawal:' || withdrawal_id, withdrawal.amount_e4, 101), (${capHold}, removed_e4, 5))
      as due (name, held_e4, goes_to)
    left join ledger_hold as hold on hold.site_id = withdrawal.site_id and hold.owner_id = member_id and hold_id = name
    where ${site(sql`withdrawal.site_id`)} and ${since(sql`changed_at`)}
      and case when held_e4 = 0 then hold_id is not null else
        (hold.amount_e4, from_kind, held_kind, to_kind, hold.state) is distinct from (held_e4, 1::smallint, 8::smallint, goes_to::smallint,
          case when withdrawal.state in ('requested', 'approved', 'paying') then 'placed'
            when withdrawal.state = 'returned' or ${hasDispute} then coalesce(nullif(hold.state, 'placed'), 'missing')
            when withdrawal.state = 'paid' then 'posted' else 'voided' end) end
    limit 20`;
}

function holdsGoWhereTheyShould({ site, since }: Scope): Sql {
  const key = sql`'hold:' || member_id || ':withdrawal:' || withdrawal_id`;
  return sql`
    select site_id, format('withdrawal %s of member %s %s: %s to kind %s', withdrawal_id, member_id, state, part, moved.to_kind) as detail
    from withdrawal
    cross join lateral (values ('', case state when 'paid' then 101 when 'failed' then 2 else 1 end),
      (case cap_hold_no when 0 then ':cap' else ':cap:' || cap_hold_no end, case state when 'paid' then 5 else 1 end)) as due (part, goes_to)
    cross join lateral (${transferOf(
      sql`withdrawal.site_id`,
      sql`${key} || part || case state when 'paid' then ':posted' else ':voided' end`,
    )}) as moved
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and state in ('paid', 'rejected', 'failed') and moved.to_kind <> goes_to
    limit 20`;
}

// Kind 101 payouts: what left for the bank less what came back, over all results and decisions.
function withdrawalsLeftWhenPaid({ site, since }: Scope): Sql {
  return sql`
    select withdrawal.site_id, format('withdrawal %s of member %s %s: %s left of %s', withdrawal_id, member_id, withdrawal.state,
      ${inBaht(sql`left_e4`)}, ${inBaht(sql`withdrawal.amount_e4`)}) as detail
    from withdrawal
    cross join lateral (
      select coalesce(sum(case when to_kind = 101 then posted.amount_e4 else -posted.amount_e4 end), 0) as left_e4
      from ledger_transfer as posted
      where posted.site_id = withdrawal.site_id and posted.owner_id = withdrawal.member_id and 101 in (from_kind, to_kind)
        and posted.created_at >= withdrawal.created_at - interval '1 minute' and from_kind <> 102 and to_kind <> 102
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
        -- A removal that was computed anew.
        or (hold.state = 'voided' and hold_id ~ format('^withdrawal:%s:cap(:[0-9]{1,9})?$', withdrawal_id))
        or exists (select from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
          and dispute.withdrawal_id = withdrawal.withdrawal_id
          and (hold_id, hold.amount_e4, hold.from_kind) in (
            (format('withdrawal:%s:dispute:%s:main', withdrawal_id, dispute_no), frozen_main_e4, 2::smallint),
            (format('withdrawal:%s:dispute:%s:game', withdrawal_id, dispute_no), frozen_game_e4, 1::smallint))
          and hold.state = case dispute.state when 'open' then 'placed' when 'paid' then 'posted' else 'voided' end)))
    limit 20`;
}

function payoutsFit({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('withdrawal %s %s: bank payout %s', withdrawal_id, withdrawal.state, coalesce(payout.state, 'missing')) as detail
    from withdrawal left join payout using (site_id, withdrawal_id)
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and not coalesce(case
      when withdrawal.state in ('requested', 'rejected') then coalesce(payout.state = 'stopped', true)
      when withdrawal.state = 'approved' then payout.state = 'waiting'
      when withdrawal.state = 'paying' then payout.state in ('submitted', 'accepted', 'unclear')
      when ${hasDispute} then coalesce(payout.state = 'done', true)
      else payout.state = 'done' and (payout.last_answer = withdrawal.state or withdrawal.state = 'returned') end, false)
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
