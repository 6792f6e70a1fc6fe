// Plants of the audit in deposits, bank movements, withdrawals and payouts.
//
// Elsewhere: the other plants (audit-faults.ts), how a plant is written (plant-fault.ts).

import { sql } from '@chaba/database';

import { change, type Plant, plant, remove } from './plant-fault.ts';
import { RICH_SITE as SITE } from './sample-ledger.ts';

export const bankPlants: readonly Plant[] = [
  plant(
    'a deposit has the transfers of its state',
    'a returned deposit without a transfer',
    change(sql`deposit`, sql`state = 'returned', credited_at = null`, sql`state = 'credited'`),
  ),
  plant(
    'a deposit has the transfers of its state',
    'a deposit given to another member',
    change(sql`deposit`, sql`member_id = member_id + 1`, sql`state = 'credited' and member_id = 1`),
  ),
  plant(
    'a parked deposit is playable only after its release',
    'a parked deposit that counts as released',
    change(sql`deposit`, sql`state = 'credited'`, sql`state = 'parked'`),
  ),
  plant(
    'a feed line agrees with its bank movement',
    'a line of the feed of another amount',
    change(sql`feed_line`, sql`amount_e4 = amount_e4 + 100`, sql`true`),
  ),
  plant(
    'a bank movement has the transfers of its state',
    'an unmatched transfer that left the account without a transfer',
    change(sql`bank_movement`, sql`is_unmatched = false`, sql`is_unmatched`),
  ),
  plant(
    'a bank movement and its deposit name each other',
    'a transfer that was given to another member',
    change(sql`bank_movement`, sql`current_member_id = current_member_id + 1`, sql`state = 'credited'`),
  ),
  plant(
    'a bank movement is in the state of its last step',
    'a step that the transfer never took',
    sql`insert into bank_movement_step (site_id, bank_movement_id, step, state, previous_state, decided_by)
        select site_id, bank_movement_id, step + 1, 'disputed', state, 'x' from bank_movement
        where site_id = ${SITE} and state = 'credited' order by bank_movement_id limit 1`,
  ),
  plant(
    'a credited slip is the slip of its deposit',
    'a credited slip of another transfer',
    change(sql`slip`, sql`trans_ref = 'Z'`, sql`state = 'credited'`),
  ),
  plant(
    'a withdrawal has the holds of its state',
    'a withdrawal that became larger',
    change(sql`withdrawal`, sql`amount_e4 = amount_e4 + 1000000`, sql`state = 'requested'`),
  ),
  plant(
    'a hold is closed as its withdrawal',
    'a failed withdrawal that was made a rejected one',
    change(sql`withdrawal`, sql`state = 'rejected'`, sql`state = 'failed'`),
  ),
  plant(
    'a hold belongs to a withdrawal',
    'a hold of no withdrawal',
    change(sql`ledger_hold`, sql`hold_id = 'withdrawal:999999'`, sql`state = 'posted'`),
  ),
  plant(
    'a bank payout has the state of its withdrawal',
    'a bank payout that is to be sent again',
    change(sql`bank_payout`, sql`state = 'submitted'`, sql`last_response = 'paid'`),
  ),
  plant(
    'a withdrawal left the house exactly when it is paid',
    'a payout that came back without money',
    change(sql`withdrawal`, sql`state = 'returned'`, sql`state = 'paid'`),
  ),
  plant(
    'a hold belongs to a withdrawal',
    'a dispute that froze another amount',
    change(sql`payout_dispute`, sql`held_main_e4 = held_main_e4 - 100`, sql`state = 'open'`),
  ),
  plant(
    'a member wallet equals the sum of its rows',
    'a dispute that was deleted',
    remove(sql`payout_dispute`, sql`state = 'open'`),
  ),
  plant(
    'a transfer has the row that caused it',
    'a payout that was returned and counts as paid',
    change(sql`withdrawal`, sql`state = 'paid'`, sql`state = 'returned'`),
  ),
  plant(
    'a withdrawal goes to the account of its member',
    'a withdrawal to another account',
    change(sql`withdrawal`, sql`account = '1234567890'`, sql`state = 'requested'`),
  ),
];
