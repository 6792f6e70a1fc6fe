// Audit rules: the whole history of a member against the terms of every bonus and every cap that was ever in force.
//
//     left ≤ deposits + gifts without terms + results and tips under no terms + what each bonus or cap allows
//
//     a cap           at most cap − deposit        given up, lost, or turnover not met   no gain
//     a met bonus     gift + results under it      … after a payout while it was met     what was paid
//
// Always true: a statement about sums. It reads deposits, payouts, gifts, rounds and published terms, never the figures
// that the rules of withdrawals and bonuses store (own_e4, bonus_e4, sent_e4). A round belongs to the terms that were
// open when it began, and a free round of its own to those of the last paid round of its game. Losses of own money
// under terms are not subtracted, so the allowed amount is a maximum. A result undone beside terms uses their cap as a
// payout does; where they are given up or lost, what left by then stays left, although their money paid for it.
//
// Elsewhere: one requirement and its causes (bonus-rules.store.ts), the same statement in stories
// (testing/oracle/models/leaks/plain-terms.ts).

import { type Sql, sql } from '@chaba/database';

import { inBaht, type Rule, type Scope, transactionHash } from './scope.store.ts';

export const termsRules: readonly Rule[] = [
  { name: 'no more left than deposits, results and terms allow', cost: 'since', find: leftWithinTerms },
];

/** A position below this amount counts as lost, and stays with the member. */
const SPENT_BELOW = sql`50000`;

/** Transfers from these accounts are deposits and gifts. */
const isGift = (column: Sql): Sql => sql`${column} in (account_kind('bank'), account_kind('unmatched'),
  account_kind('cashbackCost'), account_kind('affiliateCost'), account_kind('codeCost'), account_kind('prizeCost'),
  account_kind('adjustments'))`;

/**
 * Whether turnover that is missing now may have been met before. A code has no history: its turnover falls only by a
 * cancelled win, or by a bet on the opposite side.
 */
const wasUndone = sql`case line.source
    when 'BONUS' then exists (select from bonus_event as event where event.site_id = line.site_id
      and event.member_id = line.member_id and event.requirement_no = line.requirement_no and reason = 'turnover_taken_back')
    else exists (select from game_round as undone where undone.site_id = line.site_id and undone.member_id = line.member_id
      and (corrected_wins @? '$.* ? (@ == "void")' or bets @? '$[*] ? (exists(@.hedged))')) end`;

/** Bonuses and capped codes of the members in `paying`, open and closed. */
const termsOfPaying = sql`
  select line.site_id, line.member_id, line.requirement_no, line.state, line.withdraw_cap_e4 as cap_e4, line.closed_at,
    line.progress_e4 >= line.required_e4 as is_met, ${wasUndone} as was_met, coalesce(grants.bonus_e4, used.amount_e4, 0) as gift_e4, line.created_at,
    grants.deposit_id, coalesce(grants.deposit_e4, 0) as brought_e4, case when reversed_at is null then coalesce(grants.deposit_e4, 0) else 0 end as deposit_e4,
    used.amount_e4 as code_e4, line.state in ('cancelled', 'expired', 'revoked')
      or coalesce(reversed_at <= coalesce(line.closed_at, 'infinity'), false) as is_given_up
  from paying
  join turnover_requirement as line using (site_id, member_id)
  left join (select granted.site_id, granted.member_id, requirement_no, deposit_id, bonus_e4, granted.deposit_e4, reversed_at
    from bonus_grant as granted join deposit using (site_id, deposit_id)) as grants using (site_id, member_id, requirement_no)
  left join item_code_use as used on used.site_id = line.site_id and used.member_id = line.member_id
    and source = 'ITEMCODE' and cause_id = 'code:' || used.code || ':' || use_no
  where source = 'BONUS' or (source = 'ITEMCODE' and line.withdraw_cap_e4 is not null)`;

/**
 * The paid round that granted a free round of its own: the last one of its game in the thirty days before, unless it
 * was void by then.
 */
const grantingRound = sql`
  select granting.newest_requirement_no, granting.opened_at from game_round as granting
  where granting.site_id = round.site_id and granting.member_id = round.member_id and granting.provider = round.provider
    and granting.game_code = round.game_code and granting.bets @? '$[*] ? (!exists(@.isFree))'
    and granting.opened_at < round.opened_at and granting.opened_at > round.opened_at - interval '30 days'
    and (granting.state <> 'void' or granting.settled_at > round.opened_at)
    and round.bets @? '$[0] ? (exists(@.isFree) && !exists(@.isCampaign))'
  order by granting.opened_at desc limit 1`;

/** Stakes that joined a round while only newer terms were open, which lose them: a cap before a bonus without one. */
const joinedStakes = sql`
  select open.requirement_no, sum((bet ->> 'stake')::bigint) as stake_e4
  from jsonb_array_elements(round.bets) as bet
  join wallet_transaction as placed on placed.site_id = round.site_id
    and placed.tx_hash = ${transactionHash(sql`round.provider`, sql`round.member_id`, sql`(bet ->> 'txId')`)}
  cross join lateral (
    select requirement_no from terms where terms.site_id = round.site_id and terms.member_id = round.member_id
      and requirement_no <= (bet ->> 'line')::int and coalesce(closed_at, 'infinity') >= placed.created_at
    order by cap_e4 is null, requirement_no limit 1
  ) as open
  where round.bets @? '$[*].line' and bet ->> 'line' is not null and bet ->> 'state' <> 'void'
    and open.requirement_no > round.newest_requirement_no
  group by 1`;

/**
 * Rounds of members with terms, and the terms of each: a cap before a bonus without one; null: none. A stake that
 * joined a round belongs to terms that are newer than the round's, with its share of the results, which count for the
 * round's terms too: the sum is a maximum.
 */
const boundRounds = sql`
  select round.site_id, round.member_id, round.provider, round.round_id, part.requirement_no, part.net_e4
  from (select distinct site_id, member_id from terms) as member
  join game_round as round using (site_id, member_id)
  left join lateral (${grantingRound}) as granted on true
  cross join lateral (
    select (
        select requirement_no from terms where terms.site_id = round.site_id and terms.member_id = round.member_id
          and terms.requirement_no <= coalesce(granted.newest_requirement_no, round.newest_requirement_no)
          and (closed_at is null or closed_at >= coalesce(granted.opened_at, round.opened_at))
        order by cap_e4 is null, requirement_no limit 1) as requirement_no,
      payout_e4 - stake_e4 + coalesce((select sum(joined.stake_e4) from (${joinedStakes}) as joined), 0) as net_e4
    union all select requirement_no,
      trunc(round.payout_e4::numeric * joined.stake_e4 / round.stake_e4)::bigint - joined.stake_e4
    from (${joinedStakes}) as joined
  ) as part`;

/** Tips of members with terms, and the terms under which they were given; null: none. */
const boundTips = sql`
  select posted.site_id, posted.owner_id as member_id, (
      select requirement_no from terms where terms.site_id = posted.site_id and terms.member_id = posted.owner_id
        and posted.created_at between terms.created_at and coalesce(closed_at, 'infinity')
      order by cap_e4 is null, requirement_no limit 1) as requirement_no, -amount_e4 as net_e4
  from (select distinct site_id, member_id from terms) as member
  join ledger_transfer as posted on posted.site_id = member.site_id and posted.owner_id = member.member_id
    and to_kind = account_kind('tips')`;

/** The debt of a member when a code was redeemed: results undone before, which money under the code repaid first. */
const debtAtStart = sql`
  select greatest(coalesce(sum(case when from_kind = account_kind('receivable') then amount_e4 else -amount_e4 end), 0), 0) as debt_e4
  from ledger_transfer as posted where posted.site_id = terms.site_id and posted.owner_id = terms.member_id
    and posted.created_at < terms.created_at and account_kind('receivable') in (from_kind, to_kind)`;

/**
 * The part of the money of `terms` and `played` that may leave, by member. Given up or not met: nothing of the gift,
 * but what was paid while it was met stays paid, and what it repaid of a debt had left.
 */
const allowedByTerms = sql`
  select site_id, member_id, sum(coalesce(code_e4, 0)) as code_e4, sum(case
    when not is_met and closed_at is null and not is_given_up
      then greatest(least(0, gift_e4 + net_e4), least(used_e4 - brought_e4, most_e4)) + repaid_e4
    when not is_met or is_given_up
      then greatest(least(net_e4, 0), -deposit_e4, least(used_e4 - brought_e4, most_e4)) + repaid_e4 + ${SPENT_BELOW}
    else most_e4 + case when state = 'lost' then ${SPENT_BELOW} else 0 end end) as terms_e4,
    string_agg(format('line %s %s', requirement_no, state), ', ' order by requirement_no) as lines
  from terms
  cross join lateral (select coalesce((select net_e4 from played where played.site_id = terms.site_id
    and played.member_id = terms.member_id and played.requirement_no = terms.requirement_no), 0) as net_e4) as net
  cross join lateral (select least(gift_e4 + net_e4,
    case when cap_e4 is not null then greatest(cap_e4 - deposit_e4, 0) end) as most_e4) as met
  cross join lateral (select case when code_e4 is null then 0 else least(debt_e4, gift_e4 + greatest(net_e4, 0)) end as repaid_e4
    from (${debtAtStart}) as owed) as repaid
  cross join lateral (select case when is_met or was_met then coalesce(sum(amount_e4), 0) else 0 end as used_e4
    from withdrawal where withdrawal.site_id = terms.site_id
    and withdrawal.member_id = terms.member_id and withdrawal.state in ('paying', 'paid')
    and withdrawal.created_at between terms.created_at and coalesce(terms.closed_at, 'infinity')) as used
  group by 1, 2`;

/** An open cap takes what left above it when it closes, so money that left before the transfer is no fault. */
const isTakenAtClosing = sql`cap_e4 is not null and exists (
  select from withdrawal join bank_payout using (site_id, withdrawal_id) where withdrawal.site_id = posted.site_id
    and withdrawal.member_id = posted.owner_id and withdrawal.state in ('paying', 'paid')
    and submitted_at < posted.created_at)`;

/**
 * Results undone, deposits sent back, and payouts that were paid after the bank had reported them failed, while terms
 * of a member of `allowed` were open that are not met, given up or lost by now, or that money had left under: it may
 * have left on them, and those terms may have paid for them, also by repaying the debt (`lent_e4`) that they were. A
 * result under the only open terms is theirs.
 */
const undoneBesideTerms = sql`
  select coalesce(sum(posted.amount_e4), 0) as corrected_e4,
    coalesce(sum(posted.amount_e4) filter (where from_kind = account_kind('receivable')), 0) as lent_e4
  from ledger_transfer as posted
  left join wallet_transaction as undone on undone.site_id = posted.site_id and undone.tx_hash = ${transactionHash(
    sql`split_part(posted.key, ':', 1)`,
    sql`posted.owner_id`,
    sql`substr(posted.key, strpos(posted.key, ':') + 1)`,
  )}
  where posted.site_id = allowed.site_id and posted.owner_id = allowed.member_id
    and from_kind in (account_kind('game'), account_kind('receivable'))
    and reason in ('reverse', 'adjust', 'owed', 'deposit taken back', 'payout disputed', 'payout confirmed')
    and exists (select from terms where terms.site_id = posted.site_id and terms.member_id = posted.owner_id
      and posted.created_at between terms.created_at and coalesce(terms.closed_at, 'infinity')
      and (terms.state in ('lost', 'cancelled', 'expired', 'revoked') or (closed_at is null and (not is_met or (${isTakenAtClosing})))))
    and case when reason = 'deposit taken back' then exists (
      select from terms where terms.site_id = posted.site_id and terms.member_id = posted.owner_id
        and deposit_id is distinct from split_part(posted.key, ':', 2)::bigint
        and posted.created_at between terms.created_at and coalesce(terms.closed_at, 'infinity'))
    else not exists (
      select from bound join terms using (site_id, member_id)
      where bound.site_id = posted.site_id and bound.member_id = posted.owner_id and bound.provider = undone.provider
        and bound.round_id = undone.round_id and terms.created_at < posted.created_at
        and coalesce(terms.closed_at, 'infinity') >= posted.created_at
      having count(*) = 1 and bool_and(terms.requirement_no = bound.requirement_no)) end`;

function leftWithinTerms({ site, since }: Scope): Sql {
  return sql`
    with paying as (
      select distinct site_id, member_id from withdrawal
      where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and state in ('paying', 'paid')
    ), terms as (
      ${termsOfPaying}
    ), bound as materialized (
      ${boundRounds}
    ), played as (
      select site_id, member_id, requirement_no, sum(net_e4) as net_e4 from (
        select site_id, member_id, requirement_no, net_e4 from bound union all ${boundTips}
      ) as result group by 1, 2, 3
    ), allowed as (
      ${allowedByTerms}
    )
    select site_id, format('member %s: %s left, %s allowed (%s)', member_id, ${inBaht(sql`left_e4`)}, ${inBaht(sql`most_e4`)}, lines) as detail
    from allowed
    cross join lateral (
      select coalesce(sum(case when to_kind = account_kind('payouts') then amount_e4 when from_kind = account_kind('payouts') then -amount_e4 else 0 end), 0)
          as sent_e4,
        coalesce(sum(case when ${isGift(sql`from_kind`)} then amount_e4
          when ${isGift(sql`to_kind`)} then -amount_e4 else 0 end), 0) as given_e4
      from ledger_transfer as posted where posted.site_id = allowed.site_id and posted.owner_id = allowed.member_id
        and from_kind <> account_kind('games') and to_kind <> account_kind('games')
    ) as journal
    cross join lateral (
      select coalesce(sum(amount_e4), 0) as paying_e4 from withdrawal
      where withdrawal.site_id = allowed.site_id and withdrawal.member_id = allowed.member_id and state = 'paying'
    ) as open
    cross join lateral (
      select coalesce(-sum(balance_e4), 0) as debt_e4,
        (select coalesce(sum(amount_e4), 0) from ledger_transfer as posted where posted.site_id = allowed.site_id
          and posted.owner_id = allowed.member_id and from_kind = account_kind('receivable')) as borrowed_e4
      from ledger_balance as balance where balance.site_id = allowed.site_id
        and balance.owner_id = allowed.member_id and balance.kind = account_kind('receivable')
    ) as debt
    cross join lateral (
      select coalesce(sum(net_e4), 0) as free_e4 from played
      where played.site_id = allowed.site_id and played.member_id = allowed.member_id and requirement_no is null
    ) as free
    cross join lateral (${undoneBesideTerms}) as corrected
    cross join lateral (
      select sent_e4 + paying_e4 as left_e4, given_e4 - code_e4 + free_e4 + terms_e4 + corrected_e4
        + least(debt_e4, borrowed_e4 - lent_e4) as most_e4
    ) as sums
    where left_e4 > most_e4
    limit 20`;
}
