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
  { name: 'a bank payout has the state of its withdrawal', cost: 'since', find: payoutsFit },
  { name: 'a withdrawal goes to the account of its member', cost: 'since', find: accountsAreBound },
];

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
    cross join lateral (values ('withdrawal:' || withdrawal_id, withdrawal.amount_e4, 101), ('withdrawal:' || withdrawal_id || ':cap', removed_e4, 5))
      as due (name, held_e4, goes_to)
    left join ledger_hold as hold on hold.site_id = withdrawal.site_id and hold.owner_id = member_id and hold_id = name
    where ${site(sql`withdrawal.site_id`)} and ${since(sql`changed_at`)}
      and case when held_e4 = 0 then hold_id is not null else
        (hold.amount_e4, from_kind, held_kind, to_kind, hold.state) is distinct from (held_e4, 1::smallint, 8::smallint, goes_to::smallint,
          case when withdrawal.state = 'paid' then 'posted' when withdrawal.state in ('rejected', 'failed') then 'voided' else 'placed' end) end
    limit 20`;
}

function holdsGoWhereTheyShould({ site, since }: Scope): Sql {
  const key = sql`'hold:' || member_id || ':withdrawal:' || withdrawal_id`;
  return sql`
    select site_id, format('withdrawal %s of member %s %s: %s to kind %s', withdrawal_id, member_id, state, part, moved.to_kind) as detail
    from withdrawal
    cross join lateral (values ('', case state when 'paid' then 101 when 'failed' then 2 else 1 end),
      (':cap', case state when 'paid' then 5 else 1 end)) as due (part, goes_to)
    cross join lateral (${transferOf(
      sql`withdrawal.site_id`,
      sql`${key} || part || case state when 'paid' then ':posted' else ':voided' end`,
    )}) as moved
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and state in ('paid', 'rejected', 'failed') and moved.to_kind <> goes_to
    limit 20`;
}

function holdsBelong({ site }: Scope): Sql {
  return sql`
    select site_id, format('owner %s hold %s of %s', owner_id, hold_id, ${inBaht(sql`hold.amount_e4`)}) as detail
    from ledger_hold as hold
    where ${site(sql`site_id`)} and not exists (select from withdrawal where withdrawal.site_id = hold.site_id
      and withdrawal.member_id = hold.owner_id and hold_id in ('withdrawal:' || withdrawal_id, 'withdrawal:' || withdrawal_id || ':cap'))
    limit 20`;
}

function payoutsFit({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('withdrawal %s %s: bank payout %s', withdrawal_id, withdrawal.state, coalesce(payout.state, 'missing')) as detail
    from withdrawal left join payout using (site_id, withdrawal_id)
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and not coalesce(case
      when withdrawal.state in ('requested', 'rejected') then payout.state is null
      when withdrawal.state in ('approved', 'paying') then payout.state in ('waiting', 'accepted')
      else payout.state = 'done' and payout.last_answer = withdrawal.state end, false)
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
