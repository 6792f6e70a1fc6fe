// Audit rules: every transfer follows a documented route, has one cause, and repays a debt first; balances match their
// rows.
//
// Always true: the routes are those of docs/money-flows.md; a transfer without a route is a finding.
//
// Elsewhere: fragments (scope.store.ts), rows against their transfers (the other *-rules.store.ts), rules of the ledger
// (packages/ledger/src/audit.ts), accounts (core/chart-of-accounts.ts).

import { type Sql, sql } from '@chaba/database';

import { chart } from '#core/chart-of-accounts';

import { PLAY_REASONS } from './play-rules.store.ts';
import { cashbackKey, hasRemoval, inBaht, removedNow, type Rule, type Scope, selectTransfer } from './scope.store.ts';

export const journalRules: readonly Rule[] = [
  { name: 'a transfer follows a documented route', cost: 'since', find: transfersFollowRoutes },
  { name: 'a transfer has the row that caused it', cost: 'since', find: transfersHaveCauses },
  { name: 'a repayment is what the credit and the debt allow', cost: 'since', find: repaymentsFit },
  { name: 'a credit repays a debt first', cost: 'since', find: creditsRepay },
  { name: 'a member wallet equals the sum of its rows', cost: 'always', find: walletsFitRows },
  { name: 'a house account equals the sum of its rows', cost: 'whole', find: houseFitsRows },
  { name: 'the totals of a member are the sums of deposits and withdrawals', cost: 'whole', find: totalsFitRows },
];

/** Reason, accounts and key format; %s is the owner. */
const WAYS: readonly { readonly reason: string; readonly ways: readonly string[]; readonly key: string }[] = [
  { reason: 'bet', ways: ['game>games'], key: ':' },
  { reason: 'tip', ways: ['game>tips'], key: ':' },
  { reason: 'win', ways: ['games>game'], key: ':' },
  { reason: 'win repays', ways: ['games>receivable'], key: ':' },
  { reason: 'win held', ways: ['games>winsHeld'], key: ':' },
  { reason: 'award', ways: ['awards>game'], key: ':' },
  { reason: 'award repays', ways: ['awards>receivable'], key: ':' },
  { reason: 'award held', ways: ['awards>winsHeld'], key: ':' },
  { reason: 'void', ways: ['games>game'], key: ':' },
  { reason: 'void repays', ways: ['games>receivable'], key: ':' },
  { reason: 'reverse', ways: ['game>games'], key: ':' },
  { reason: 'reverse held', ways: ['winsHeld>games'], key: ':' },
  { reason: 'adjust', ways: ['game>games', 'games>game'], key: ':' },
  { reason: 'adjust repays', ways: ['games>receivable'], key: ':' },
  { reason: 'adjust held', ways: ['winsHeld>games', 'games>winsHeld'], key: ':' },
  { reason: 'owed', ways: ['receivable>games'], key: ':' },
  ...['win', 'award', 'void', 'adjust', 'reverse'].flatMap((reason) => [
    { reason: `${reason} capped`, ways: ['game>residual', 'residual>game'], key: ':' },
    { reason: `${reason} removed`, ways: ['game>residualTaken', 'residualTaken>game'], key: ':' },
  ]),
  {
    reason: 'deposit',
    ways: ['bank>game', 'bank>main', 'unmatched>game', 'unmatched>main'],
    key: '^deposit:[0-9]{1,18}$',
  },
  { reason: 'deposit arrived', ways: ['bank>unmatched'], key: '^deposit:[0-9]{1,18}:arrival$' },
  { reason: 'deposit returned', ways: ['unmatched>bank'], key: '^deposit:[0-9]{1,18}:return$' },
  { reason: 'deposit credited at another site', ways: ['unmatched>bank'], key: '^deposit:[0-9]{1,18}:handover$' },
  {
    reason: 'deposit taken back',
    ways: ['game>bank', 'main>bank', 'receivable>bank'],
    key: '^deposit:[0-9]{1,18}:back(:main|:owed)?$',
  },
  { reason: 'repays', ways: ['game>receivable'], key: ':repays$' },
  { reason: 'main wallet released', ways: ['main>game'], key: '^release:%s:' },
  { reason: 'returned payout recalled', ways: ['main>game'], key: '^returned:%s:[0-9]{1,9}$' },
  { reason: 'held win released', ways: ['winsHeld>game'], key: '^held:%s:' },
  { reason: 'held win refused', ways: ['winsHeld>games', 'winsHeld>awards'], key: '^held:%s:' },
  { reason: 'held win capped', ways: ['game>residual'], key: '^held-removal:[0-9]{1,9}:%s:' },
  { reason: 'held win removed', ways: ['game>residualTaken'], key: '^held-removal:[0-9]{1,9}:%s:' },
  { reason: 'held win repays', ways: ['winsHeld>receivable'], key: '^held-repay:%s:' },
  {
    reason: 'withdrawal',
    ways: ['game>withdrawalHeld', 'withdrawalHeld>payouts', 'withdrawalHeld>game', 'withdrawalHeld>main'],
    key: '^hold:%s:withdrawal:[0-9]{1,18}:(place|posted|voided)$',
  },
  {
    reason: 'above the withdraw cap',
    ways: ['game>withdrawalHeld', 'withdrawalHeld>residual', 'withdrawalHeld>game'],
    key: '^hold:%s:withdrawal:[0-9]{1,18}:cap(:[0-9]{1,9})?:(place|posted|voided)$',
  },
  { reason: 'above the cap returned', ways: ['residual>game'], key: '^withdrawal:[0-9]{1,18}:uncapped$' },
  { reason: 'above the cap owed', ways: ['receivable>residual'], key: '^cap:%s:[0-9]{1,9}:owed$' },
  { reason: 'above the cap of a closed line', ways: ['game>residual'], key: '^cap:%s:[0-9]{1,9}:closed$' },
  {
    reason: 'payout returned',
    ways: ['payouts>main'],
    key: '^withdrawal:[0-9]{1,18}:(returned|dispute:[0-9]{1,9}:back)$',
  },
  {
    reason: 'payout disputed',
    ways: [
      'main>withdrawalHeld',
      'game>withdrawalHeld',
      'withdrawalHeld>payouts',
      'withdrawalHeld>main',
      'withdrawalHeld>game',
    ],
    key: '^hold:%s:withdrawal:[0-9]{1,18}:dispute:[0-9]{1,9}:(main|game):(place|posted|voided)$',
  },
  {
    reason: 'payout confirmed',
    ways: ['main>payouts', 'game>payouts', 'receivable>payouts'],
    key: '^withdrawal:[0-9]{1,18}:dispute:[0-9]{1,9}:(main|game|owed)$',
  },
  { reason: 'cashback', ways: ['cashbackCost>cashback'], key: '^cashback:%s:[^ ]+:calculated$' },
  { reason: 'cashback claimed', ways: ['cashback>game'], key: '^cashback:%s:[^ ]+:claimed$' },
  { reason: 'cashback expired', ways: ['cashback>cashbackCost'], key: '^cashback:%s:[^ ]+:expired$' },
  { reason: 'coin for a deposit', ways: ['coinIssue>coin'], key: '^coin:deposit:[0-9]{1,18}$' },
  { reason: 'coin taken back', ways: ['coin>coinIssue'], key: '^coin:deposit:[0-9]{1,18}:back$' },
  { reason: 'coin for turnover', ways: ['coinIssue>coin'], key: '^coin:turnover:%s:[0-9]{1,18}$' },
  { reason: 'wheel spin', ways: ['coin>coinIssue', 'spin>spinIssue'], key: '^wheel:%s:[0-9]{1,18}:[0-9]{1,18}:paid$' },
  {
    reason: 'wheel prize',
    ways: ['prizeCost>game', 'coinIssue>coin', 'spinIssue>spin'],
    key: '^wheel:%s:[0-9]{1,18}:[0-9]{1,18}:prize$',
  },
  { reason: 'bonus', ways: ['bonusCost>game'], key: '^bonus:[0-9]{1,18}$' },
  {
    reason: 'bonus cancelled',
    ways: ['game>bonusCost', 'game>residualTaken', 'receivable>residualTaken'],
    key: '^bonus:[0-9]{1,18}:(back|won|owed)$',
  },
  {
    reason: 'bonus expired',
    ways: ['game>bonusCost', 'game>residualTaken', 'receivable>residualTaken'],
    key: '^bonus:[0-9]{1,18}:(back|won|owed)$',
  },
  {
    reason: 'bonus revoked',
    ways: ['game>bonusCost', 'game>residualTaken', 'receivable>residualTaken'],
    key: '^bonus:[0-9]{1,18}:(back|won|owed)$',
  },
  { reason: 'requirement lost', ways: ['receivable>residualTaken'], key: '^lost:%s:[0-9]{1,9}:owed$' },
  { reason: 'item code', ways: ['codeCost>game', 'coinIssue>coin'], key: '^code:%s:[A-Z0-9_-]+:[0-9]{1,18}(:coins)?$' },
  {
    reason: 'item code cancelled',
    ways: ['game>residualTaken', 'receivable>residualTaken'],
    key: '^code:%s:line:[0-9]{1,18}:(back|owed)$',
  },
  { reason: 'affiliate income', ways: ['affiliateCost>affiliate'], key: '^affiliate:%s:[0-9-]+:released$' },
  { reason: 'affiliate income withdrawn', ways: ['affiliate>game'], key: '^affiliate:withdrawal:[0-9]{1,18}$' },
  { reason: 'affiliate income taken back', ways: ['affiliate>affiliateCost'], key: '^affiliate:%s:clawback:' },
  { reason: 'adjustment', ways: ['adjustments>game', 'game>adjustments'], key: '^adjust:R[0-9]{1,18}$' },
];

const transfers = ({ site, since, causedTransfer }: Scope): Sql => sql`
  select * from ledger_transfer where ${site(sql`site_id`)} and ${since(sql`created_at`)} and ${causedTransfer}`;

/** The numbers of accounts that are named `from>to`. Throws if the chart has no such account. */
function toKinds(way: string): string {
  const names = way.split('>') as (keyof typeof chart)[];
  return names.map((name) => chart[name].kind).join('>');
}

const ways = sql`
  select * from unnest(${WAYS.flatMap((way) => way.ways.map(() => way.reason))}::text[], ${WAYS.flatMap((way) => way.ways.map(toKinds))}::text[],
    ${WAYS.flatMap((way) => way.ways.map(() => way.key))}::text[]) as way (reason, way, form)`;

const isWay = sql`way.reason = posted.reason and way.way = from_kind || '>' || to_kind
  and posted.key ~ replace(form, '%s', posted.owner_id::text)`;

function transfersFollowRoutes(scope: Scope): Sql {
  return sql`
    with way as (${ways})
    select site_id, format('owner %s transfer %s: %s %s from %s to %s', owner_id, transfer_id, reason, key, from_kind, to_kind) as detail
    from (${transfers(scope)}) as posted
    where not exists (select from way where ${isWay}) or is_keyed = (reason = any(${PLAY_REASONS}::text[]))
    limit 20`;
}

const part = (place: number): Sql => sql`split_part(posted.key, ':', ${place}::int)`;
const own = sql`site_id = posted.site_id and member_id = posted.owner_id`;

/** The requirement that this part of the key names; a condition follows. */
const endedLine = (place: number): Sql =>
  sql`select from turnover_requirement where ${own} and requirement_no = ${part(place)}::bigint`;

/** Whether a decision exists that returned, disputed or confirmed a payout. */
const isPayoutDecided = sql`case
      when reason = 'payout returned' then exists (
        select from withdrawal where ${own} and withdrawal_id = ${part(2)}::bigint and amount_e4 = posted.amount_e4
          and case when ${part(3)} = 'returned' then state = 'returned' else exists (
            select from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
              and dispute.withdrawal_id = withdrawal.withdrawal_id and dispute_no = nullif(${part(4)}, '')::int
              and recorded_state = 'paid' and dispute.state = 'failed') end)
      when reason = 'payout disputed' then exists (
        select from payout_dispute where ${own} and withdrawal_id = ${part(4)}::bigint and dispute_no = ${part(6)}::int
          and posted.amount_e4 = case ${part(7)} when 'main' then held_main_e4 else held_game_e4 end
          and case ${part(8)} when 'posted' then state = 'paid' when 'voided' then state = 'failed' else true end)
      when reason = 'payout confirmed' then exists (
        select from payout_dispute where ${own} and withdrawal_id = ${part(2)}::bigint and dispute_no = ${part(4)}::int
          and state = 'paid' and recorded_state in ('failed', 'rejected', 'lost'))
      else false end`;

/** Whether the deposit or the step of the bank movement exists that credited, returned or debited the money. */
const isDepositBooked = sql`case
      when reason = 'deposit' then exists (
        select from deposit where ${own} and deposit_id = ${part(2)}::bigint and amount_e4 = posted.amount_e4
          and (state in ('credited', 'parked') or reversed_at is not null))
      when reason = 'deposit taken back' then exists (
        select from deposit where ${own} and deposit_id = ${part(2)}::bigint and amount_e4 >= posted.amount_e4 and reversed_at is not null)
      when reason in ('deposit arrived', 'deposit returned', 'deposit credited at another site') then exists (
        select from bank_movement as movement join bank_movement_step as taken using (site_id, bank_movement_id)
        where movement.site_id = posted.site_id and bank_movement_id = ${part(2)}::bigint and amount_e4 = posted.amount_e4
          and posted.owner_id = 0 and case posted.reason when 'deposit arrived' then taken.state = 'seen'
            when 'deposit returned' then taken.state = 'returned'
            else taken.state = 'credited' and taken.current_site_id <> posted.site_id end)
      else false end`;

/** Whether the requirement closed whose cap removed the money, or the removal ended that returned it. */
const isCapApplied = sql`case reason when 'above the cap returned' then exists (
        select from bonus_removal where ${own} and withdrawal_id = ${part(2)}::bigint and returned_at is not null
          and posted.amount_e4 = ${removedNow})
      else exists (
        select from turnover_requirement where ${own} and requirement_no = ${part(3)}::int and closed_at is not null and withdraw_cap_e4 is not null)
      end`;

/** The row that must exist for each reason. Play is compared per request (play-rules.store.ts). */
function transfersHaveCauses(scope: Scope): Sql {
  const ofHeldWin = sql`posted.key in ('held:' || member_id || ':' || provider || ':' || tx_id, 'held-repay:' || member_id || ':' || provider || ':' || tx_id)`;
  // A decided dispute posted a different outcome than the first one.
  const isDisputed = sql`exists (select from payout_dispute as dispute where dispute.site_id = withdrawal.site_id
    and dispute.withdrawal_id = withdrawal.withdrawal_id and dispute.state <> 'open')`;
  return sql`
    with way as (${ways})
    select site_id, format('owner %s transfer %s: %s %s, %s', owner_id, transfer_id, reason, key, ${inBaht(sql`amount_e4`)}) as detail
    from (select posted.* from (${transfers(scope)}) as posted
      where reason <> all(${PLAY_REASONS}::text[]) and exists (select from way where ${isWay})) as posted
    where not case
      when reason like 'deposit%' then ${isDepositBooked}
      when reason = 'repays' then exists (${selectTransfer(sql`posted.site_id`, sql`regexp_replace(posted.key, ':repays$', '')`)})
        or (posted.key ~ '^withdrawal:[0-9]{1,18}:back:repays$' and exists (
          select from withdrawal where ${own} and withdrawal_id = ${part(2)}::bigint
            and (state in ('rejected', 'failed', 'returned') or ${isDisputed})))
        or (posted.key ~ '^withdrawal:[0-9]{1,18}:dispute:[0-9]{1,9}:back:repays$' and exists (
          select from payout_dispute where ${own} and withdrawal_id = ${part(2)}::bigint and dispute_no = ${part(4)}::int
            and state = 'failed'))
      when reason = 'main wallet released' then from_balance_e4 = 0
      when reason = 'returned payout recalled' then exists (
        select from turnover_requirement as line where ${own} and requirement_no = ${part(3)}::int and closed_at is not null and exists (
          select from withdrawal where withdrawal.site_id = line.site_id and withdrawal.member_id = line.member_id
            and withdrawal.newest_requirement_no >= line.requirement_no and released_at is not null))
      when reason in ('held win released', 'held win repays') then exists (select from held_win where ${own} and state = 'released' and ${ofHeldWin})
      when reason in ('held win capped', 'held win removed') then exists (
        select from held_win where ${own} and state = 'released'
          and regexp_replace(posted.key, '^held-removal:[0-9]{1,9}:', '') = member_id || ':' || provider || ':' || tx_id)
      when reason = 'held win refused' then exists (select from held_win where ${own} and state = 'refused' and ${ofHeldWin})
      when reason in ('withdrawal', 'above the withdraw cap') then exists (
        select from withdrawal where ${own} and withdrawal_id = ${part(4)}::bigint
          and case when posted.reason = 'withdrawal' then posted.amount_e4 = amount_e4
            else not ${isCurrentCap(sql`posted.key`)} or posted.amount_e4 = removed_e4 end
          and case regexp_replace(posted.key, '.*:', '')
            when 'posted' then state in ('paid', 'returned') or ${isDisputed} or (posted.reason <> 'withdrawal' and ${hasRemoval})
            when 'voided' then state in ('rejected', 'failed', 'returned') or ${isDisputed}
              or (posted.reason <> 'withdrawal' and not ${isCurrentCap(sql`posted.key`)})
            else true end)
      when reason in ('above the cap returned', 'above the cap owed', 'above the cap of a closed line') then ${isCapApplied}
      when reason like 'payout %' then ${isPayoutDecided}
      when reason in ('cashback', 'cashback claimed', 'cashback expired') then exists (
        select from cashback_period where ${own} and amount_e4 = posted.amount_e4 and state in ('claimable', 'claimed', 'expired')
          and posted.key = ${cashbackKey} || case posted.reason when 'cashback' then 'calculated' else state end)
      when reason in ('coin for a deposit', 'coin taken back') then ${isCoinOfDeposit}
      when reason = 'coin for turnover' then exists (select from wheel_turnover where ${own} and coins >= ${part(4)}::bigint)
      when reason in ('wheel spin', 'wheel prize') then exists (
        select from wheel_spin where ${own} and seed_no = ${part(3)}::bigint and nonce = ${part(4)}::bigint)
      when reason = 'bonus' then exists (
        select from bonus_grant where ${own} and deposit_id = ${part(2)}::bigint and transfer_id = posted.transfer_id)
      when reason in ('bonus cancelled', 'bonus expired', 'bonus revoked') then exists (
        select from bonus_grant join turnover_requirement using (site_id, member_id, requirement_no)
        where ${own} and deposit_id = ${part(2)}::bigint and 'bonus ' || state = posted.reason)
      when reason = 'requirement lost' then exists (${endedLine(3)} and state = 'lost' and (progress_e4 < required_e4 or is_forfeit_pending))
      when reason = 'item code' then exists (
        select from item_code_use where ${own} and code = ${part(3)} and use_no = ${part(4)}::bigint
          and posted.amount_e4 = case when posted.key like '%:coins' then coins else amount_e4 end)
      when reason = 'item code cancelled' then exists (${endedLine(4)} and source = 'ITEMCODE' and state = 'cancelled')
      when reason = 'affiliate income' then exists (
        select from affiliate_result where ${own} and day::text = ${part(3)} and state = 'released' and payable_e4 = posted.amount_e4)
      when reason = 'affiliate income withdrawn' then exists (
        select from affiliate_withdrawal where ${own} and movement_id = ${part(3)}::bigint and state = 'paid' and amount_e4 = posted.amount_e4)
      when reason = 'affiliate income taken back' then exists (
        select from audit_log where site_id = posted.site_id and action = 'take income back' and subject = 'member ' || posted.owner_id
          and facts ->> 'cause' = ${part(4)})
      when reason = 'adjustment' then exists (
        select from adjustment where ${own} and posted.key = 'adjust:R' || request_id and amount_e4 = posted.amount_e4
          and direction = case when posted.to_kind = account_kind('game') then 'credit' else 'debit' end)
      else false end
    limit 20`;
}

/** A coin leaves only with its deposit. */
const isCoinOfDeposit = sql`posted.amount_e4 = 1 and exists (
  select from wheel_deposit_coin as coin join deposit using (site_id, deposit_id) where ${own} and deposit_id = ${part(3)}::bigint
    and (posted.reason = 'coin for a deposit' or (coin.reversed_at is not null and deposit.reversed_at is not null)))`;

/** Whether the key belongs to the hold that now contains removed_e4: a changed removal has a new hold. */
const isCurrentCap = (key: Sql): Sql =>
  sql`(coalesce(substring(${key} from ':cap:([0-9]{1,9}):')::int, 0) = cap_hold_no)`;

/** Credits to playable money, and the key of the debt repayment each may cause. */
const credits = (scope: Scope): Sql => sql`
  select site_id, owner_id, transfer_id, key || ':repays' as repays_key, amount_e4 from (${transfers(scope)}) as posted
  where to_kind = account_kind('game') and reason in ('deposit', 'main wallet released', 'returned payout recalled', 'item code', 'cashback claimed', 'affiliate income withdrawn', 'wheel prize', 'adjustment')
  union all
  select site_id, owner_id, transfer_id, regexp_replace(key, ':uncapped$', ':back:repays'), amount_e4
  from (${transfers(scope)}) as posted where to_kind = account_kind('game') and reason = 'above the cap returned'
  union all
  select site_id, owner_id, max(transfer_id), 'withdrawal:' || split_part(key, ':', 4) || ':back:repays', sum(posted.amount_e4)
  from (${transfers(scope)}) as posted join withdrawal using (site_id)
  where to_kind = account_kind('game') and from_kind = account_kind('withdrawalHeld') and reason in ('withdrawal', 'above the withdraw cap')
    and withdrawal_id = split_part(key, ':', 4)::bigint and (reason = 'withdrawal' or ${isCurrentCap(sql`posted.key`)})
  group by site_id, owner_id, split_part(key, ':', 4)
  union all
  select site_id, owner_id, transfer_id,
    format('withdrawal:%s:dispute:%s:back:repays', split_part(key, ':', 4), split_part(key, ':', 6)), amount_e4
  from (${transfers(scope)}) as posted where to_kind = account_kind('game') and from_kind = account_kind('withdrawalHeld') and reason = 'payout disputed'`;

function repaymentsFit(scope: Scope): Sql {
  return sql`
    select site_id, format('owner %s transfer %s: repays %s of a credit of %s, owes %s after it', owner_id, posted.transfer_id,
      ${inBaht(sql`posted.amount_e4`)}, ${inBaht(sql`credit.amount_e4`)}, ${inBaht(sql`-to_balance_e4`)}) as detail
    from (${transfers(scope)}) as posted
    left join (${credits(scope)}) as credit using (site_id, owner_id)
    where reason = 'repays' and posted.key = credit.repays_key and (posted.amount_e4 > credit.amount_e4
      or posted.transfer_id < credit.transfer_id or (posted.amount_e4 < credit.amount_e4 and to_balance_e4 <> 0))
    limit 20`;
}

function creditsRepay(scope: Scope): Sql {
  return sql`
    select site_id, format('owner %s transfer %s: %s became playable while %s was owed', owner_id, credit.transfer_id,
      ${inBaht(sql`credit.amount_e4`)}, ${inBaht(sql`-debt_e4`)}) as detail
    from (${credits(scope)}) as credit
    join ledger_balance as debt using (site_id, owner_id)
    cross join lateral (
      select balance_e4 as debt_e4 from ledger_entry as entry where entry.site_id = credit.site_id
        and entry.owner_id = credit.owner_id and entry.kind = account_kind('receivable') and entry.transfer_id < credit.transfer_id
      order by entry.transfer_id desc limit 1
    ) as owing
    where debt.kind = account_kind('receivable') and debt_e4 < 0 and not exists (${selectTransfer(sql`credit.site_id`, sql`credit.repays_key`)})
    limit 20`;
}

function walletsFitRows({ site }: Scope): Sql {
  return sql`
    select site_id, format('member %s kind %s: balance %s, rows %s', member_id, kind, ${inBaht(sql`balance_e4`)}, ${inBaht(sql`rows_e4`)}) as detail
    from (
      select site_id, member_id, account_kind('cashback') as kind, sum(amount_e4) as rows_e4 from cashback_period where state = 'claimable' and ${site(sql`site_id`)} group by 1, 2
      union all
      select site_id, member_id, account_kind('withdrawalHeld'), sum(held_e4) from (
        select site_id, member_id, amount_e4 + case when ${hasRemoval} then 0 else removed_e4 end as held_e4 from withdrawal
        where state in ('requested', 'approved', 'paying')
        union all
        select site_id, member_id, held_main_e4 + held_game_e4 from payout_dispute where state = 'open' and held_main_e4 + held_game_e4 > 0
      ) as held where ${site(sql`site_id`)} group by 1, 2
      union all
      select site_id, member_id, account_kind('winsHeld'), sum(amount_e4) from held_win where state = 'held' and ${site(sql`site_id`)} group by 1, 2
    ) as owned
    full join (select site_id, owner_id as member_id, kind, balance_e4 from ledger_balance where kind in (account_kind('cashback'), account_kind('withdrawalHeld'), account_kind('winsHeld')) and ${site(sql`site_id`)}) as stored
      using (site_id, member_id, kind)
    where coalesce(rows_e4, 0) <> coalesce(balance_e4, 0)
    union all
    select site_id, format('member %s: main wallet %s, parked deposits %s', member_id, ${inBaht(sql`balance_e4`)}, ${inBaht(sql`parked_e4`)})
    from (select site_id, member_id, sum(amount_e4) as parked_e4 from deposit where state = 'parked' and ${site(sql`site_id`)} group by 1, 2) as parked
    left join (select site_id, owner_id as member_id, balance_e4 from ledger_balance where kind = account_kind('main')) as stored using (site_id, member_id)
    where parked_e4 > coalesce(balance_e4, 0)
    limit 20`;
}

// A returned deposit is not part of the bank account; money waiting for its member is on the unmatched account of the
// site that owns the receiving account.
function houseFitsRows({ site, causedTransfer }: Scope): Sql {
  return sql`
    select site_id, format('kind %s: balance %s, rows %s', kind, ${inBaht(sql`balance_e4`)}, ${inBaht(sql`rows_e4`)}) as detail
    from (
      select site_id, account_kind('bank') as kind, -sum(amount_e4) as rows_e4 from (
        select site_id, amount_e4 from deposit where state in ('credited', 'parked')
        union all select site_id, amount_e4 from bank_movement where is_unmatched
      ) as received where ${site(sql`site_id`)} group by 1
      union all
      select site_id, account_kind('payouts'), sum(amount_e4) from withdrawal where state = 'paid' and ${site(sql`site_id`)} group by 1
      union all
      select site_id, account_kind('tips'), sum(amount_e4) from wallet_transaction where operation = 'tip' and ${site(sql`site_id`)} group by 1
      union all
      select site_id, account_kind('unmatched'), sum(amount_e4) from bank_movement where is_unmatched and ${site(sql`site_id`)} group by 1
      union all
      select site_id, account_kind('games'), sum(stake_e4 - payout_e4) from game_round where ${site(sql`site_id`)} group by 1
    ) as owned
    full join (
      select site_id, case kind when account_kind('awards') then account_kind('games') else kind end as kind, sum(sign * amount_e4) as balance_e4
      from ledger_transfer cross join lateral (values (from_kind, -1), (to_kind, 1)) as side (kind, sign)
      where kind in (account_kind('bank'), account_kind('payouts'), account_kind('games'), account_kind('tips'), account_kind('awards'), account_kind('unmatched')) and ${site(sql`site_id`)} and ${causedTransfer} group by 1, 2
    ) as booked using (site_id, kind)
    where coalesce(rows_e4, 0) <> coalesce(balance_e4, 0)
    limit 20`;
}

function totalsFitRows({ site }: Scope): Sql {
  return sql`
    select site_id, format('member %s: deposits %s, rows %s; withdrawals %s, rows %s', member_id, ${inBaht(sql`total_deposit_e4`)},
      ${inBaht(sql`deposited_e4`)}, ${inBaht(sql`total_withdraw_e4`)}, ${inBaht(sql`withdrawn_e4`)}) as detail
    from member
    left join (select site_id, member_id, sum(amount_e4) as deposited_e4 from deposit where state in ('credited', 'parked')
      and ${site(sql`site_id`)} group by 1, 2) as deposited using (site_id, member_id)
    left join (select site_id, member_id, sum(amount_e4) as withdrawn_e4 from withdrawal where state = 'paid'
      and ${site(sql`site_id`)} group by 1, 2) as withdrawn using (site_id, member_id)
    where ${site(sql`site_id`)} and (total_deposit_e4 <> coalesce(deposited_e4, 0) or total_withdraw_e4 <> coalesce(withdrawn_e4, 0))
    limit 20`;
}
