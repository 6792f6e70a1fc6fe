// Audit rules: grants, item codes and turnover requirements against the journal, the rows that caused them, and the
// play that filled them.
//
// Always true: the progress of a requirement is not recorded per bet, so two bounds apply: at most the turnover of
// rounds settled since it began, and at least the turnover that no other requirement could have received.
//
// Elsewhere: fragments (scope.store.ts), transfers without a row (journal-rules.store.ts).

import { type Sql, sql } from '@chaba/database';
import type { Bonus } from '@chaba/promotions/kinds';

import {
  cashbackKey,
  computeRemoved,
  inBaht,
  removedNow,
  type Rule,
  type Scope,
  selectTransfer,
} from './scope.store.ts';

export const bonusRules: readonly Rule[] = [
  { name: 'a grant has its bonus, its line and its deposit', cost: 'since', find: grantsHaveMoney },
  { name: 'a grant keeps its terms', cost: 'since', find: grantsKeepTerms },
  { name: 'a promotion has the figures of its kind', cost: 'always', find: promotionsHaveFigures },
  { name: 'a person has one bonus of a first deposit', cost: 'since', find: personsHaveOneFirstBonus },
  { name: 'a forfeited bonus was removed', cost: 'since', find: bonusesWentBack },
  { name: 'the history of a bonus ends in its state', cost: 'whole', find: historiesEndInState },
  { name: 'the use of a code has its money', cost: 'since', find: usesHaveMoney },
  { name: 'a code counts its uses', cost: 'whole', find: codesCountUses },
  { name: 'turnover lines are numbered without a gap', cost: 'whole', find: linesAreNumbered },
  { name: 'a turnover line has the row that caused it', cost: 'since', find: linesHaveCauses },
  { name: 'a credit that requires turnover has its requirement', cost: 'since', find: creditsHaveLines },
  { name: 'a turnover line has the state of its turnover', cost: 'since', find: linesHaveState },
  { name: 'a removal follows the results it contains', cost: 'whole', find: removalsFollowResults },
  { name: 'turnover done was played', cost: 'whole', find: turnoverWasPlayed },
  { name: 'turnover played is done', cost: 'whole', find: turnoverIsDone },
];

/** A verdict is written under the lanes of its members: a grant that began a millisecond later was decided after it. */
function personsHaveOneFirstBonus({ site, since }: Scope): Sql {
  const isFirst = (grant: Sql) => sql`${grant}.terms ->> 'usable' = 'first_deposit'`;
  return sql`
    select later.site_id, format('grant %s of member %s: member %s, who is the same person, has grant %s', later.grant_no,
      later.member_id, earlier.member_id, earlier.grant_no) as detail
    from bonus_grant as later
    join member_link as link on link.site_id = later.site_id and later.member_id in (link.member_id, link.other_id)
      and link.verdict = 'same' and link.decided_at + interval '1 ms' < later.granted_at
    join bonus_grant as earlier on earlier.site_id = later.site_id and earlier.granted_at < later.granted_at
      and earlier.member_id = case later.member_id when link.member_id then link.other_id else link.member_id end
    where ${site(sql`later.site_id`)} and ${since(sql`later.granted_at`)} and ${isFirst(sql`later`)}
      and ${isFirst(sql`earlier`)}
    limit 20`;
}

function grantsHaveMoney({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('grant %s of member %s: bonus %s, journal %s; line %s requires %s of %s', grant_no, granted.member_id, ${inBaht(sql`granted.bonus_e4`)},
      ${inBaht(sql`paid.amount_e4`)}, requirement_no, ${inBaht(sql`line.required_e4`)}, ${inBaht(sql`granted.required_e4`)}) as detail
    from bonus_grant as granted
    join turnover_requirement as line using (site_id, member_id, requirement_no)
    join deposit using (site_id, deposit_id)
    left join lateral (${selectTransfer(sql`granted.site_id`, sql`'bonus:' || deposit_id`)}) as paid on true
    where ${site(sql`site_id`)} and ${since(sql`granted_at`)} and (
      (paid.amount_e4, paid.owner_id, paid.transfer_id) is distinct from (granted.bonus_e4, granted.member_id, granted.transfer_id)
      or (line.source, line.cause_id, line.required_e4, line.withdraw_cap_e4)
        is distinct from ('BONUS', 'bonus:' || deposit_id, granted.required_e4, granted.withdraw_cap_e4)
      or (deposit.state <> 'credited' and reversed_at is null) or deposit.member_id <> granted.member_id or granted.deposit_e4 > deposit.amount_e4
      or deposit.bonus_id is distinct from granted.promotion_id)
    union all
    select site_id, format('line %s of member %s is of a bonus that was not granted', requirement_no, member_id) from turnover_requirement as line
    where ${site(sql`site_id`)} and ${since(sql`created_at`)} and source = 'BONUS' and not exists (select from bonus_grant as granted
      where granted.site_id = line.site_id and granted.member_id = line.member_id and granted.requirement_no = line.requirement_no)
    union all
    select site_id, format('deposit %s names the bonus %s without a grant', deposit_id, bonus_id) from deposit
    where ${site(sql`site_id`)} and ${since(sql`changed_at`)} and bonus_id is not null and not exists (select from bonus_grant as granted
      where granted.site_id = deposit.site_id and granted.deposit_id = deposit.deposit_id)
    limit 20`;
}

/** Bonus of each kind before the maximum, by `terms` and `deposit_e4`. It shares no code with the grant. */
const bonusByTerms: Readonly<Record<Bonus['kind'], Sql>> = {
  percent: inSatang(sql`deposit_e4 * (terms #>> '{bonus,basisPoints}')::numeric / 10000`),
  fixed: inSatang(sql`(terms #>> '{bonus,amount}')::numeric`),
};

function inSatang(amount: Sql): Sql {
  return sql`floor((${amount}) / 100) * 100`;
}

// terms: the promotion as JSON, measures as { unit: times, hundredths } or { unit: baht, amount }. Earlier grants name
// the kind of the bonus by its unit.
function grantsKeepTerms({ site, since }: Scope): Sql {
  const branches = Object.entries(bonusByTerms).reduce(
    (before, [kind, sum]) => sql`${before} when ${kind} then ${sum}`,
    sql``,
  );
  return sql`
    select site_id, format('grant %s of member %s: bonus %s and turnover %s, terms %s and %s', grant_no, member_id, ${inBaht(sql`bonus_e4`)},
      ${inBaht(sql`required_e4`)}, ${inBaht(sql`bonus_by_terms`)}, ${inBaht(sql`need_by_terms`)}) as detail
    from bonus_grant
    cross join lateral (select
      case coalesce(terms #>> '{bonus,kind}', replace(terms #>> '{bonus,unit}', 'baht', 'fixed')) ${branches} end as uncapped,
      case when terms #>> '{bonusMax,unit}' = 'times' then ${inSatang(sql`deposit_e4 * (terms #>> '{bonusMax,hundredths}')::numeric / 100`)}
        else (terms #>> '{bonusMax,amount}')::numeric end as most) as worth
    cross join lateral (select case when most > 0 and most < uncapped then most else uncapped end as bonus_by_terms,
      case when terms #>> '{turnover,unit}' = 'times'
        then ${inSatang(sql`(deposit_e4 + bonus_e4) * (terms #>> '{turnover,hundredths}')::numeric / 100`)}
        else (terms #>> '{turnover,amount}')::numeric end as need_by_terms) as required
    where ${site(sql`site_id`)} and ${since(sql`granted_at`)}
      and (bonus_e4 is distinct from bonus_by_terms or required_e4 is distinct from need_by_terms)
    limit 20`;
}

/** Whether the columns of a promotion hold a bonus of this kind. */
const figuresOfKind: Readonly<Record<Bonus['kind'], Sql>> = {
  percent: sql`bonus_figures is null`,
  fixed: sql`bonus_figures is null`,
};

function promotionsHaveFigures({ site }: Scope): Sql {
  const branches = Object.entries(figuresOfKind).reduce(
    (before, [kind, isWhole]) => sql`${before} when ${kind} then ${isWhole}`,
    sql``,
  );
  return sql`
    select site_id, format('promotion %s: bonus %s %s %s, not offered', promotion_id, bonus_type, bonus_value, bonus_figures) as detail
    from promotion where ${site(sql`site_id`)} and not case bonus_type ${branches} else false end limit 20`;
}

function bonusesWentBack({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('bonus of deposit %s of member %s %s: %s of %s back, %s of winnings', deposit_id, member_id, line.state,
      ${inBaht(sql`back.amount_e4`)}, ${inBaht(sql`granted.bonus_e4`)}, ${inBaht(sql`won.amount_e4`)}) as detail
    from bonus_grant as granted
    join turnover_requirement as line using (site_id, member_id, requirement_no)
    left join lateral (${selectTransfer(sql`granted.site_id`, sql`'bonus:' || deposit_id || ':back'`)}) as back on true
    left join lateral (${selectTransfer(sql`granted.site_id`, sql`'bonus:' || deposit_id || ':won'`)}) as won on true
    left join lateral (select balance_e4 as left_e4 from ledger_entry as entry where entry.site_id = granted.site_id
      and entry.owner_id = granted.member_id and entry.kind = account_kind('game') and entry.created_at <= line.closed_at
      order by entry.transfer_id desc limit 1) as wallet on back.amount_e4 is null
    where ${site(sql`site_id`)} and ${since(sql`coalesce(closed_at, granted_at)`)} and case
      when line.state in ('cancelled', 'expired', 'revoked') then coalesce(back.amount_e4, 0) > granted.bonus_e4
        or coalesce(back.owner_id, member_id) <> member_id or coalesce(won.owner_id, member_id) <> member_id
        or (won.amount_e4 is not null and back.amount_e4 is distinct from granted.bonus_e4)
        or (back.from_balance_e4 > 0 and back.amount_e4 < line.bonus_e4) or (left_e4 > 0 and line.bonus_e4 > 0)
      else coalesce(back.amount_e4, won.amount_e4) is not null end
    limit 20`;
}

function historiesEndInState({ site }: Scope): Sql {
  return sql`
    select site_id, format('line %s of member %s: %s, history %s to %s', requirement_no, member_id, line.state, first, last) as detail
    from turnover_requirement as line
    left join (
      select site_id, member_id, requirement_no, (array_agg(reason order by bonus_event_id))[1] as first,
        (array_agg(state order by bonus_event_id desc))[1] as last
      from bonus_event where ${site(sql`site_id`)} group by 1, 2, 3
    ) as history using (site_id, member_id, requirement_no)
    where ${site(sql`site_id`)} and source = 'BONUS' and (first is distinct from 'granted' or last is distinct from line.state)
    limit 20`;
}

function usesHaveMoney({ site, since }: Scope): Sql {
  const name = sql`'code:' || member_id || ':' || used.code || ':' || use_no`;
  return sql`
    select site_id, format('member %s code %s use %s: %s and %s coins, journal %s and %s', member_id, used.code, use_no, ${inBaht(sql`used.amount_e4`)},
      used.coins, ${inBaht(sql`credit.amount_e4`)}, coin.amount_e4) as detail
    from item_code_use as used
    join item_code as code using (site_id, code)
    left join lateral (${selectTransfer(sql`used.site_id`, name)}) as credit on true
    left join lateral (${selectTransfer(sql`used.site_id`, sql`${name} || ':coins'`)}) as coin on true
    where ${site(sql`site_id`)} and ${since(sql`created_at`)} and (
      (coalesce(credit.amount_e4, 0), coalesce(coin.amount_e4, 0)) <> (used.amount_e4, used.coins)
      or (used.amount_e4, used.coins) <> (code.amount_e4, code.coins)
      or coalesce(credit.owner_id, member_id) <> member_id or coalesce(coin.owner_id, member_id) <> member_id)
    limit 20`;
}

function codesCountUses({ site }: Scope): Sql {
  return sql`
    select site_id, format('code %s: counted %s, uses %s', code, use_count, coalesce(uses, 0)) as detail
    from item_code as code
    left join (select site_id, code, count(*) as uses from item_code_use where ${site(sql`site_id`)} group by 1, 2) as counted using (site_id, code)
    where ${site(sql`site_id`)} and use_count <> coalesce(uses, 0)
    union all
    select site_id, format('code %s of member %s: %s uses up to number %s', code, member_id, count(*), max(use_no))
    from item_code_use join item_code as code using (site_id, code) where ${site(sql`site_id`)}
    group by site_id, code, member_id having count(*) <> max(use_no) or count(*) > max(code.uses_per_member)
    limit 20`;
}

function linesAreNumbered({ site }: Scope): Sql {
  return sql`
    select site_id, format('member %s: %s lines up to number %s', member_id, count(*), max(requirement_no)) as detail
    from turnover_requirement where ${site(sql`site_id`)}
    group by site_id, member_id having count(*) <> max(requirement_no) limit 20`;
}

/** Playable part of a credit after it repaid a debt. */
const playable = (amount: Sql, key: Sql): Sql => sql`${amount} - coalesce((select amount_e4 from (
  ${selectTransfer(sql`line.site_id`, sql`${key} || ':repays'`)}) as repaid), 0)`;

// If a site setting defines the multiple, the requirement may be any whole multiple of the amount.
function linesHaveCauses({ site, since, causedLine }: Scope): Sql {
  const own = sql`site_id = line.site_id and member_id = line.member_id`;
  const isMultiple = (amount: Sql): Sql => sql`(${amount}) > 0 and required_e4 % (${amount}) = 0`;
  return sql`
    select site_id, format('line %s of member %s: %s %s requires %s', requirement_no, member_id, source, cause_id, ${inBaht(sql`required_e4`)}) as detail
    from turnover_requirement as line
    where ${site(sql`site_id`)} and ${since(sql`created_at`)} and ${causedLine} and not case source
      when 'DEPOSIT' then exists (
        select from deposit where ${own} and cause_id = 'deposit:' || deposit_id
          and (state = 'credited' or (reversed_at is not null and line.closed_at is not null))
          and (bonus_id is null and required_e4 % 100 = 0 or exists (select from bonus_grant as granted join turnover_requirement as bonus using (site_id, member_id, requirement_no)
            where granted.site_id = line.site_id and granted.deposit_id = deposit.deposit_id
              and bonus.state in ('cancelled', 'expired', 'revoked') and line.required_e4 <= granted.deposit_required_e4)))
        or exists (
          select from adjustment where ${own} and direction = 'credit' and cause_id = 'adjust:R' || request_id
            and required_e4 = turnover_times * (${playable(sql`amount_e4`, sql`line.cause_id`)}))
      when 'BONUS' then exists (select from bonus_grant where ${own} and requirement_no = line.requirement_no)
      when 'ITEMCODE' then exists (
        select from item_code_use where ${own} and cause_id = 'code:' || code || ':' || use_no
          and required_e4 = line.required_e4 and withdraw_cap_e4 is not distinct from line.withdraw_cap_e4)
      when 'CASHBACK' then exists (
        select from cashback_period where ${own} and state = 'claimed' and cause_id = ${cashbackKey} || 'claimed'
          and required_e4 = ${playable(sql`amount_e4`, sql`line.cause_id`)})
      when 'AFFILIATE' then exists (
        select from affiliate_withdrawal where ${own} and state = 'paid' and cause_id = 'affiliate:withdrawal:' || movement_id
          and ${isMultiple(playable(sql`amount_e4`, sql`line.cause_id`))})
      when 'WHEEL' then exists (
        select from wheel_spin as spin join wheel using (site_id, version)
        where ${own} and kind = 'BAHT' and cause_id = 'wheel:' || member_id || ':' || seed_no || ':' || nonce
          and required_e4 = turnover_times * (${playable(sql`spin.amount_e4`, sql`line.cause_id || ':prize'`)}))
      else false end
    limit 20`;
}

function creditsHaveLines({ site, since }: Scope): Sql {
  const left = (amount: Sql, key: Sql): Sql => sql`${amount} - coalesce((select amount_e4 from (
    ${selectTransfer(sql`credit.site_id`, sql`${key} || ':repays'`)}) as repaid), 0)`;
  const spinName = sql`'wheel:' || member_id || ':' || seed_no || ':' || nonce`;
  return sql`
    select site_id, format('member %s: %s requires turnover and has no line', member_id, cause) as detail
    from (
      select site_id, member_id, 'code:' || code || ':' || use_no as cause from item_code_use
      where ${site(sql`site_id`)} and ${since(sql`created_at`)} and required_e4 > 0
      union all
      select site_id, member_id, ${cashbackKey} || 'claimed' from cashback_period as credit
      where ${site(sql`site_id`)} and ${since(sql`closed_at`)} and state = 'claimed' and ${left(sql`amount_e4`, sql`${cashbackKey} || 'claimed'`)} > 0
      union all
      select site_id, member_id, ${spinName} from wheel_spin as credit join wheel using (site_id, version)
      where ${site(sql`site_id`)} and ${since(sql`credit.created_at`)} and kind = 'BAHT' and turnover_times > 0
        and ${left(sql`amount_e4`, sql`${spinName} || ':prize'`)} > 0
      union all
      select site_id, member_id, 'adjust:R' || request_id from adjustment as credit
      where ${site(sql`site_id`)} and ${since(sql`created_at`)} and turnover_times > 0
        and ${left(sql`amount_e4`, sql`'adjust:R' || request_id`)} > 0
    ) as asking
    where not exists (select from turnover_requirement as line where line.site_id = asking.site_id and line.member_id = asking.member_id
      and line.cause_id = asking.cause)
    limit 20`;
}

function linesHaveState({ site, since }: Scope): Sql {
  return sql`
    select site_id, format('line %s of member %s %s: %s of %s', requirement_no, member_id, state, ${inBaht(sql`progress_e4`)}, ${inBaht(sql`required_e4`)}) as detail
    from turnover_requirement as line
    where ${site(sql`site_id`)} and ${since(sql`coalesce(closed_at, created_at)`)}
      and ((state = 'active' and progress_e4 >= required_e4) or (state = 'closed' and progress_e4 < required_e4)
        or closed_at < created_at or (source not in ('BONUS', 'ITEMCODE') and state in ('expired', 'cancelled', 'revoked') and not (state = 'cancelled' and exists (
          select from deposit where deposit.site_id = line.site_id and deposit.member_id = line.member_id
            and cause_id = 'deposit:' || deposit_id and reversed_at is not null))))
    limit 20`;
}

function removalsFollowResults({ site }: Scope): Sql {
  return sql`
    select site_id, format('member %s: corrected results removed %s, journal %s', member_id, ${inBaht(sql`changed_e4`)},
      ${inBaht(sql`moved_e4`)}) as detail
    from (
      select site_id, member_id, kind, sum(${removedNow} - ${computeRemoved(sql`0`, sql`0`)}) as changed_e4
      from bonus_removal where ${site(sql`site_id`)} group by 1, 2, 3
    ) as recorded
    full join (
      select site_id, owner_id as member_id, greatest(from_kind, to_kind) as kind,
        sum(case when from_kind = account_kind('game') then amount_e4 else -amount_e4 end) as moved_e4
      from ledger_transfer where ${site(sql`site_id`)} and (reason like '% removed' or reason like '% capped') group by 1, 2, 3
    ) as booked using (site_id, member_id, kind)
    where coalesce(changed_e4, 0) <> coalesce(moved_e4, 0)
    union all
    select site_id, format('member %s removal %s: undone %s, rounds %s', member_id, removal_no, ${inBaht(sql`corrected_e4`)},
      ${inBaht(sql`rounds_e4`)})
    from bonus_removal as removal
    cross join lateral (select coalesce(sum(corrected_e4), 0) as rounds_e4 from bonus_removal_round as part
      where part.site_id = removal.site_id and part.member_id = removal.member_id and part.removal_no = removal.removal_no) as summed
    where ${site(sql`site_id`)} and corrected_e4 <> rounds_e4
    union all
    -- What a payout removed came back exactly if the amount did not leave, or its bonus was forfeited later.
    select site_id, format('member %s removal %s of withdrawal %s: returned %s, amount %s', member_id, removal_no, withdrawal_id,
      returned_at is not null, hold.state)
    from bonus_removal as removal
    join ledger_hold as hold using (site_id)
    where ${site(sql`site_id`)} and hold.owner_id = member_id and hold_id = 'withdrawal:' || withdrawal_id
      and case when returned_at is null then hold.state = 'voided' else hold.state <> 'voided' and not exists (
        select from turnover_requirement as line where line.site_id = removal.site_id and line.member_id = removal.member_id
          and (line.requirement_no = removal.requirement_no or removal.others @> jsonb_build_array(jsonb_build_object('line', line.requirement_no)))
          and line.state in ('cancelled', 'expired', 'revoked')) end
    limit 20`;
}

// Requests settle at the start of their transaction and may then wait for the lane, hence the minute. A reopened round
// keeps the turnover of its other bets.
function turnoverWasPlayed({ site, causedLine }: Scope): Sql {
  return sql`
    select site_id, format('member %s from line %s on: done %s, played %s', member_id, requirement_no, ${inBaht(sql`done_e4`)}, ${inBaht(sql`played_e4`)}) as detail
    from (
      select site_id, member_id, requirement_no, created_at, cause_id,
        sum(progress_e4) over (partition by site_id, member_id order by requirement_no desc) as done_e4
      from turnover_requirement where closed_at is null and ${site(sql`site_id`)}
    ) as line
    cross join lateral (
      select coalesce(sum(turnover_e4), 0) as played_e4 from game_round as round
      where round.site_id = line.site_id and round.member_id = line.member_id
        and (settled_at is null or settled_at > line.created_at - interval '1 minute')
    ) as played
    where done_e4 > played_e4 and ${causedLine}
    limit 20`;
}

// Rounds that began after the requirement and were played while no other requirement was open. Turnover above the
// requirement is dropped, but its reversal is subtracted: by a cancelled win, which leaves the round open, or by a bet
// of the round on the opposite side, at most by the part of its stakes that does not count.
function turnoverIsDone({ site }: Scope): Sql {
  return sql`
    select site_id, format('line %s of member %s: done %s of %s, played %s', requirement_no, member_id, ${inBaht(sql`progress_e4`)}, ${inBaht(sql`required_e4`)},
      ${inBaht(sql`played_e4`)}) as detail
    from turnover_requirement as line
    cross join lateral (
      select coalesce(sum(turnover_e4) filter (where settled_at is not null and opened_at > line.created_at), 0) as played_e4,
        coalesce(sum(stake_e4 - turnover_e4) filter (where jsonb_array_length(bets) > 1), 0) as opposite_e4,
        coalesce(bool_or(corrected_wins @? '$.* ? (@ == "void")'), false) as has_cancelled
      from game_round as round
      where round.site_id = line.site_id and round.member_id = line.member_id
        and (settled_at is null or settled_at > line.created_at - interval '1 minute')
    ) as played
    where ${site(sql`site_id`)} and closed_at is null and bet_terms is null and not has_cancelled
      and progress_e4 < least(required_e4 - opposite_e4, played_e4)
      and not exists (select from turnover_requirement as other where other.site_id = line.site_id and other.member_id = line.member_id
        and other.requirement_no < line.requirement_no and coalesce(other.closed_at, 'infinity') > line.created_at)
    limit 20`;
}
