// Planted changes that only the owner of the tables can make, each with the audit rule that must report it
// (audit.test.ts).
//
// Elsewhere: plants in deposits and withdrawals (bank-faults.ts), how a plant is written (plant-fault.ts), the data
// (sample-ledger.ts).

import { type Sql, sql, type Transaction } from '@chaba/database';
import { postTransfers } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { bonusKindNames } from '@chaba/promotions/kinds';

import { chart } from '#core/chart-of-accounts';

import { bankPlants } from './bank-faults.ts';
import { change, type Plant, plant, remove } from './plant-fault.ts';
import { RICH_SITE as SITE } from './sample-ledger.ts';

const ofTest = (roundId: string): Sql => sql`provider = 'test' and round_id = ${roundId}`;
const isTx = (txId: string): Sql => sql`provider = 'test' and tx_id = ${txId}`;

const journal = sql`ledger_transfer`;
const call = sql`wallet_transaction`;
const round = sql`game_round`;
const line = sql`turnover_requirement`;

/** An adjustment of member 1 with an approved request of two people, and without a transfer. */
async function adjust(tx: Transaction, direction: 'credit' | 'debit', gift: bigint): Promise<void> {
  const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
  await tx.execute(sql`
    insert into operator (operator_id, name, display_name)
    values (${one}::uuid, 'plant-one', 'One'), (${other}::uuid, 'plant-two', 'Two')`);
  await tx.execute(sql`
    insert into operator_role (site_id, operator_id, role)
    values (${SITE}, ${one}::uuid, 'payments'), (${SITE}, ${other}::uuid, 'finance')`);
  const { requestId } = await tx.one<{ requestId: bigint }>(sql`
    insert into approval_request (site_id, content, requested_by, requested_role, expires_at)
    values (${SITE}, '{"action":"adjustment.credit","subject":"balance of member 1"}', ${one}::uuid, 'payments', now() + interval '1 hour')
    returning request_id as "requestId"`);
  await tx.execute(sql`
    insert into approval_decision (site_id, request_id, requested_by, expires_at, content_hash, decided_by, decided_role, verdict, reason, factor)
    select site_id, request_id, requested_by, expires_at, content_hash, ${other}::uuid, 'finance', 'approved', 'planted', 'totp'
    from approval_request where site_id = ${SITE} and request_id = ${requestId}`);
  await tx.execute(sql`
    insert into adjustment (site_id, request_id, content_hash, member_id, direction, kind, amount_e4, gift_e4, evidence, notice)
    select site_id, request_id, content_hash, 1, ${direction}, 'correction', 1000000, ${gift}::bigint, 'planted', 'planted'
    from approval_request where site_id = ${SITE} and request_id = ${requestId}`);
}

export const plants: readonly Plant[] = [
  // ── the ledger ──
  plant(
    'a transfer follows a documented route',
    'a transfer with an unknown reason',
    change(journal, sql`reason = 'gift'`, sql`reason = 'deposit'`),
  ),
  plant('a transfer has the row that caused it', 'a posted deposit that no bank transfer stands behind', (tx) =>
    postTransfers(tx, SITE, [
      { ownerId: 1n, from: chart.bank, to: chart.game, amount: baht(500), reason: 'deposit', key: 'deposit:999999' },
    ]),
  ),
  plant('a wallet transaction has the money it states', 'winnings that no wallet transaction stands behind', (tx) =>
    postTransfers(tx, SITE, [
      {
        ownerId: 1n,
        from: chart.games,
        to: chart.game,
        amount: baht(500),
        reason: 'win',
        key: 'test:z9',
        isUniqueBySource: true,
      },
    ]),
  ),
  plant('a transfer has the row that caused it', 'a withdrawal posted without a request', (tx) =>
    postTransfers(tx, SITE, [
      {
        ownerId: 1n,
        from: chart.game,
        to: chart.withdrawalHeld,
        amount: baht(1),
        reason: 'withdrawal',
        key: 'hold:1:withdrawal:999999:place',
      },
    ]),
  ),
  plant(
    'a repayment is what the credit and the debt allow',
    'a repayment that is larger than its credit',
    change(journal, sql`amount_e4 = amount_e4 + 10000000`, sql`reason = 'repays'`),
  ),
  plant('a credit repays a debt first', 'a debt that a deposit did not repay', remove(journal, sql`reason = 'repays'`)),
  plant(
    'a balance equals the sum of its entries',
    'a balance above the sum of its entries',
    change(sql`ledger_balance`, sql`balance_e4 = balance_e4 + 100`, sql`kind = account_kind('game')`),
  ),
  plant(
    'a house account equals the sum of its entries',
    'a house account above the sum of its entries',
    change(sql`ledger_house_balance`, sql`balance_e4 = balance_e4 + 100`, sql`kind = account_kind('payouts')`),
  ),
  plant('a lane has no gap', 'a transfer that was deleted', remove(journal, sql`reason = 'tip'`)),
  plant(
    'a lane has no gap',
    'a lane counter that was set back',
    change(sql`ledger_lane`, sql`last_sequence = last_sequence - 1`, sql`last_sequence > 0`),
  ),
  plant(
    'a hold has the transfers of its state',
    'a hold that was opened again',
    change(sql`ledger_hold`, sql`state = 'placed', closed_at = null`, sql`state = 'posted'`),
  ),
  plant(
    'a member wallet equals the sum of its rows',
    'a held win that became larger',
    change(sql`held_win`, sql`amount_e4 = amount_e4 + 10000`, sql`state = 'held'`),
  ),
  plant(
    'a house account equals the sum of its rows',
    'an unmatched transfer that became larger',
    change(sql`bank_movement`, sql`amount_e4 = amount_e4 + 100`, sql`is_unmatched`),
  ),
  plant(
    'the totals of a member are the sums of deposits and withdrawals',
    'a total of deposits that was written down',
    change(sql`member`, sql`total_deposit_e4 = total_deposit_e4 - 100`, sql`total_deposit_e4 > 0`),
  ),
  // ── play ──
  plant(
    'a wallet transaction has the money it states',
    'a win that became larger',
    change(call, sql`amount_e4 = amount_e4 + 10000`, isTx('m2')),
  ),
  plant(
    'a rollback has the money it moved',
    'a rollback that states another balance',
    change(call, sql`balance_after_e4 = balance_after_e4 + 10000`, isTx('b2')),
  ),
  plant(
    'a wallet transaction states a balance that the member had',
    'a balance that the member never had',
    change(call, sql`balance_before_e4 = 777, balance_after_e4 = 777`, isTx('c4')),
  ),
  plant(
    'a wallet transaction is stored under its hash',
    'a call filed under another hash, so that it could be sent again',
    change(call, sql`tx_hash = gen_random_uuid()`, isTx('f1')),
  ),
  plant(
    'a bet is recorded in its round',
    'a bet that its round does not have',
    change(round, sql`bets = '[]', stake_e4 = 0, turnover_e4 = 0`, ofTest('n')),
  ),
  plant('a round has the calls of its bets', 'a bet that was deleted from the calls', remove(call, isTx('n1'))),
  plant(
    'a round is the sum of its bets',
    'turnover of a round that was written up',
    change(round, sql`turnover_e4 = turnover_e4 + 10000`, ofTest('a')),
  ),
  plant(
    'the payout of a round equals that of its wins',
    'a payout of a round that was written down',
    change(round, sql`payout_e4 = payout_e4 - 10000`, ofTest('a')),
  ),
  plant('a win or an award has its round', 'a round that was deleted', remove(round, ofTest('n'))),
  plant(
    'the journal contains the payout of a win',
    'a correction that was written only into its round',
    change(round, sql`payout_e4 = payout_e4 + 10000, corrected_wins = '{"a2": "2010000"}'`, ofTest('a')),
  ),
  plant(
    'a cancelled bet has its stake back',
    'a lost bet that was made a cancelled one',
    change(
      round,
      sql`bets = jsonb_set(bets, '{0,state}', '"void"'), stake_e4 = 0, turnover_e4 = 0, state = 'void'`,
      ofTest('n'),
    ),
  ),
  plant(
    'a rollback cancelled its target',
    'a win taken back that counts again',
    change(round, sql`corrected_wins = '{}'`, ofTest('c')),
  ),
  plant('a cancelled transaction has its rollback', 'a rollback that was deleted', remove(call, isTx('d2'))),
  plant(
    'a held win equals its amount in the journal',
    'a held win that was deleted',
    remove(sql`held_win`, sql`state = 'held'`),
  ),
  plant(
    'a decided win has the transfers of the decision',
    'a refused win that was made a released one',
    change(sql`held_win`, sql`state = 'released'`, sql`state = 'refused'`),
  ),
  plant(
    'an applied orphan win is a wallet transaction',
    'an orphan win of another amount',
    change(sql`orphan_win`, sql`amount_e4 = amount_e4 + 1`, sql`state = 'applied'`),
  ),
  plant(
    'a correction belongs to a round that was corrected',
    'an earlier figure of a round that was written up for more cashback',
    change(sql`round_correction`, sql`stake_e4 = stake_e4 + 10000000000`, sql`true`),
  ),
  ...bankPlants,
  // ── bonuses, codes, turnover ──
  plant(
    'a grant has its bonus, its line and its deposit',
    'a grant of another bonus',
    change(sql`bonus_grant`, sql`bonus_e4 = bonus_e4 + 100`, sql`true`),
  ),
  plant(
    'a grant keeps its terms',
    'a grant that requires less than its terms',
    sql`update bonus_grant set required_e4 = required_e4 / 2 where site_id = ${SITE}`,
    sql`update turnover_requirement set required_e4 = required_e4 / 2, progress_e4 = least(progress_e4, required_e4 / 2) where site_id = ${SITE} and source = 'BONUS'`,
  ),
  plant(
    'a grant keeps its terms',
    'a grant of a kind of bonus that has no sum',
    change(sql`bonus_grant`, sql`terms = jsonb_set(terms, '{bonus,kind}', '"gone"')`, sql`true`),
  ),
  ...bonusKindNames.map((kind) =>
    plant(
      'a promotion has the figures of its kind',
      `a promotion whose ${kind} bonus has a figure too many`,
      change(sql`promotion`, sql`bonus_type = ${kind}, bonus_figures = '{"planted": 1}'`, sql`true`),
    ),
  ),
  plant(
    'a promotion has the figures of its kind',
    'a promotion of a kind that this version does not have',
    change(sql`promotion`, sql`bonus_type = 'gone'`, sql`true`),
  ),
  plant(
    'a person has one bonus of a first deposit',
    'a second welcome bonus of a person',
    sql`update bonus_grant set terms = jsonb_set(terms, '{usable}', '"first_deposit"'), granted_at = timestamptz '2026-01-01'
      where site_id = ${SITE} and grant_no = 1`,
    sql`insert into bonus_grant (site_id, member_id, grant_no, requirement_no, promotion_id, terms, deposit_id, deposit_e4, bonus_e4,
        required_e4, deposit_required_e4, transfer_id, granted_at, expires_at)
      select granted.site_id, line.member_id, 99, line.requirement_no, granted.promotion_id, granted.terms, other.deposit_id,
        granted.deposit_e4, granted.bonus_e4, granted.required_e4, granted.deposit_required_e4, granted.transfer_id,
        timestamptz '2026-01-02', granted.expires_at
      from bonus_grant as granted
      join turnover_requirement as line on line.site_id = granted.site_id
      cross join lateral (select deposit_id from deposit where deposit.site_id = granted.site_id
        and deposit_id not in (select deposit_id from bonus_grant) limit 1) as other
      where granted.site_id = ${SITE} and granted.grant_no = 1 and line.member_id <> granted.member_id limit 1`,
    sql`insert into member_link (site_id, member_id, other_id, verdict, reason, decided_by, decided_at)
      select ${SITE}, min(member_id), max(member_id), 'same', 'planted', 'planted', timestamptz '2025-01-01'
      from bonus_grant where site_id = ${SITE} and (granted_at < timestamptz '2026-01-03' or grant_no = 99)`,
  ),
  plant(
    'a forfeited bonus was removed',
    'a bonus that is recorded as forfeited and was kept',
    change(line, sql`state = 'cancelled', closed_at = now()`, sql`source = 'BONUS' and state = 'active'`),
  ),
  plant(
    'no more left than deposits, results and terms allow',
    'a payout above a cap that was in force in the past',
    sql`update turnover_requirement set source = 'BONUS', withdraw_cap_e4 = 10000
      where (site_id, member_id, requirement_no) = (select site_id, member_id, line.requirement_no from turnover_requirement as line
        join withdrawal using (site_id, member_id) where site_id = ${SITE} and withdrawal.state = 'paid'
          and line.closed_at is not null order by member_id, line.requirement_no limit 1)`,
    sql`update ledger_transfer set amount_e4 = amount_e4 + 100000000000
      where (site_id, owner_id, transfer_id) = (select site_id, owner_id, transfer_id from ledger_transfer
        join turnover_requirement as line using (site_id) where site_id = ${SITE} and owner_id = line.member_id
          and to_kind = account_kind('payouts') and line.source = 'BONUS' and line.withdraw_cap_e4 = 10000 limit 1)`,
  ),
  plant(
    'a removal follows the results it contains',
    'a correction of a removal without a corrected result',
    change(sql`bonus_removal`, sql`corrected_e4 = corrected_e4 + 100`, sql`true`),
  ),
  plant(
    'the history of a bonus ends in its state',
    'a lost bonus that runs again',
    change(line, sql`state = 'closed'`, sql`source = 'BONUS' and state = 'lost'`),
  ),
  plant(
    'the use of a code has its money',
    'a use of a code of another amount',
    change(sql`item_code_use`, sql`amount_e4 = amount_e4 + 100`, sql`amount_e4 > 0`),
  ),
  plant(
    'a code counts its uses',
    'a counter of a code that was set back',
    change(sql`item_code`, sql`use_count = use_count - 1`, sql`use_count > 0`),
  ),
  plant(
    'turnover lines are numbered without a gap',
    'a turnover line that was deleted',
    // Deleting the last requirement of a member would leave no gap.
    remove(
      line,
      sql`source = 'DEPOSIT' and exists (select from turnover_requirement as later where later.site_id = turnover_requirement.site_id
        and later.member_id = turnover_requirement.member_id and later.requirement_no > turnover_requirement.requirement_no)`,
    ),
  ),
  plant(
    'a turnover line has the row that caused it',
    'a turnover line of an unknown deposit',
    change(line, sql`cause_id = 'deposit:999999'`, sql`source = 'DEPOSIT'`),
  ),
  plant(
    'a credit that requires turnover has its requirement',
    'a code whose turnover was deleted',
    remove(line, sql`source = 'ITEMCODE'`),
  ),
  plant(
    'a turnover line has the state of its turnover',
    'a turnover line that was closed before it was met',
    change(line, sql`state = 'closed', closed_at = now()`, sql`state = 'active'`),
  ),
  plant(
    'turnover done was played',
    'turnover that was met without play',
    change(line, sql`progress_e4 = required_e4, state = 'complete'`, sql`state = 'active' and source = 'ITEMCODE'`),
  ),
  plant(
    'turnover played is done',
    'turnover that was taken from a member',
    change(
      line,
      sql`progress_e4 = 0, state = 'active'`,
      sql`closed_at is null and progress_e4 > 0 and bet_terms is null and requirement_no = 1`,
    ),
  ),
  // ── cashback, commission, wheel ──
  plant(
    'a cashback period has the transfers of its state',
    'a claim that was made an expiry',
    change(sql`cashback_period`, sql`state = 'expired', movement_id = null`, sql`state = 'claimed'`),
  ),
  plant(
    'cashback is the percentage of the loss',
    'cashback that was written up',
    change(sql`cashback_period`, sql`amount_e4 = amount_e4 + 100`, sql`state = 'claimable'`),
  ),
  plant(
    'cashback carries on from the period before',
    'carried cashback without a period before',
    change(
      sql`cashback_period`,
      sql`carried_e4 = carried_e4 + 100, amount_e4 = amount_e4 + 100`,
      sql`state = 'claimable'`,
    ),
  ),
  plant(
    'cashback is paid for losses of rounds only',
    'winnings taken with a bonus that were added to a loss again',
    change(
      sql`cashback_period`,
      sql`removed_e4 = removed_e4 + 100000000000, loss_e4 = loss_e4 + 100000000000`,
      sql`true`,
    ),
  ),
  plant(
    'what was taken with a bonus is in the journal',
    'an end of a bonus whose winnings were taken twice',
    change(sql`bonus_taking`, sql`amount_e4 = amount_e4 + 100`, sql`taking_no = 1`),
  ),
  plant(
    'a commission result has the transfer of its state',
    'a commission that counts as released',
    change(sql`affiliate_result`, sql`state = 'released', closed_at = now()`, sql`state = 'pending'`),
  ),
  plant(
    'a commission result is the sum of its friends',
    'a commission that was written up',
    change(sql`affiliate_result`, sql`sum_e4 = sum_e4 + 100, payable_e4 = payable_e4 + 100`, sql`state = 'pending'`),
  ),
  plant(
    'a commission is the percentage of the play of a friend',
    'a friend who brought more than the percentage',
    change(sql`affiliate_income`, sql`amount_e4 = amount_e4 + 100`, sql`true`),
  ),
  plant(
    'a commission withdrawal has the transfer of its state',
    'a commission withdrawal of another amount',
    change(sql`affiliate_withdrawal`, sql`amount_e4 = amount_e4 + 100`, sql`state = 'paid'`),
  ),
  plant(
    'a spin has its payment and its prize',
    'a spin that won more',
    change(sql`wheel_spin`, sql`amount_e4 = amount_e4 + 10000`, sql`kind <> 'NONE'`),
  ),
  plant(
    'spins of a seed are numbered without a gap',
    'a spin that was deleted',
    remove(sql`wheel_spin`, sql`kind = 'NONE'`),
  ),
  plant(
    'a coin for a deposit has its transfer',
    'a coin for a deposit that was never posted',
    sql`insert into wheel_deposit_coin (site_id, deposit_id)
        select site_id, deposit_id from deposit where site_id = ${SITE} and state = 'parked'`,
  ),
  plant('an adjustment has its transfer', 'a credit by hand that was never posted', (tx) =>
    adjust(tx, 'credit', 1_000_000n),
  ),
  plant('adjustments take back no more gifts than they gave', 'a correction of gifts that were never given', (tx) =>
    adjust(tx, 'debit', -1_000_000n),
  ),
  plant(
    'coins for turnover are the coins that were posted',
    'coins for turnover that were never posted',
    change(sql`wheel_turnover`, sql`coins = coins + 1`, sql`true`),
  ),
  // ── limits ──
  plant(
    'a counted loss equals the transfers of its day',
    'a counted loss that was set back',
    change(sql`member_loss`, sql`loss_e4 = loss_e4 - 100`, sql`true`),
  ),
];
