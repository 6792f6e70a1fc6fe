// Payouts whose outcome the bank leaves open: no answer, another order under the id, an accepted order that is unknown
// later, no deduplication of ids, or no query operation. None of them is paid twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { getHouseBalance } from '@chaba/ledger';

import { chart } from '#core/chart-of-accounts';
import { createSites } from '#testing/factories';
import { checkStory } from '#testing/story';
import {
  deleteOpenPayouts,
  openPayoutTestBank,
  type PayoutTestBank,
  withdrawalCommands,
} from '#testing/withdrawal-commands';

const database = await testDatabase();
const { chaba: site } = await createSites(database);

async function story(table: string, bank: PayoutTestBank = openPayoutTestBank()): Promise<void> {
  await deleteOpenPayouts(database, site.id);
  const left = await getHouseBalance(database, site.id, chart.payouts);
  const later = async () => {
    await database.execute(
      sql`update bank_payout set last_submitted_at = now() - interval '20 minutes' where site_id = ${site.id}`,
    );
    return 'passed';
  };
  await checkStory({ database, site, commands: { ...withdrawalCommands(bank, left), later } }, table);
}

const listMethods = (bank: PayoutTestBank) => bank.outside.requests.map((line) => line.split(' ')[0]);

test('leaves the outcome to an operator if the bank has another order under the id', () =>
  story(`
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    approved
    bank      K1  CONFLICT          done
    job       1
    payout    K1  state=unknown  answer=conflict
    job       0
    hook      K1  paid              contradicted             // about the other order
    state     K1  paying
    confirm   K1  failed            failed
    balance   M1  game=500.00  main=300.00  withdrawalHeld=0.00
    house     0.00                  left
  `));

test('does not resubmit an accepted order that the bank later does not know', async () => {
  const bank = openPayoutTestBank();
  await story(
    `
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    approved
    bank      K1  accepted          done
    job       1
    bank      K1  NOT_FOUND         done
    job       1
    payout    K1  state=unknown  answer=forgotten
    job       0
    hook      K1  paid              settled
    house     300.00                left
    `,
    bank,
  );
  assert.deepEqual(listMethods(bank), ['POST', 'GET']);
});

test('resubmits to a bank without deduplication only when the first order cannot be in transit', async () => {
  const bank = openPayoutTestBank({ isIdempotent: false, canQuery: true });
  await story(
    `
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    approved
    job       1
    bank      K1  NOT_FOUND         done
    job       1
    job       1
    payout    K1  state=submitted  answer=unknown
    later     passed
    job       1
    bank      K1  paid              done
    job       1
    state     K1  paid
    house     300.00                left
    `,
    bank,
  );
  assert.deepEqual(listMethods(bank), ['POST', 'GET', 'GET', 'GET', 'POST', 'GET']);
});

test('waits for the bank’s message or an operator if the bank cannot be queried', async () => {
  const bank = openPayoutTestBank({ isIdempotent: false, canQuery: false });
  await story(
    `
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    approved
    job       1                                              // no answer
    payout    K1  state=unknown  answer=no_answer
    job       0
    confirm   K1  paid              paid
    hook      K1  failed            contradicted
    confirm   K1  paid              paid
    house     300.00                left
    give      M2  800.00            given
    withdraw  M2  300.00  key=K2    approved
    job       1
    hook      K2  failed            settled
    confirm   K2  paid              not_waiting
    balance   M2  game=500.00  main=300.00
    give      M3  800.00            given
    withdraw  M3  300.00  key=K3    approved
    bank      K3  accepted          done
    job       1
    job       0
    state     K3  paying
    hook      K3  paid              settled
    house     600.00                left
    `,
    bank,
  );
  assert.deepEqual(listMethods(bank), ['POST', 'POST', 'POST']);
});

test('lets an operator decide only after many queries', () =>
  story(`
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    approved
    job       1
    confirm   K1  failed            not_waiting
    job       1
    job       1
    job       1
    job       1
    job       1
    job       1
    job       1
    job       1
    job       1
    confirm   K1  failed            failed
    balance   M1  game=500.00  main=300.00  withdrawalHeld=0.00
    hook      K1  paid              contradicted
    confirm   K1  paid              paid
    balance   M1  game=500.00  main=0.00  withdrawalHeld=0.00
    house     300.00                left
  `));

test('submits nothing while calls to the bank fail, and can stop the payout', async () => {
  const bank = openPayoutTestBank();
  const broken = { ...bank, payouts: { ...bank.payouts, isReachable: () => false } };
  await story(
    `
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    approved
    job       0
    state     K1  approved
    stop      K1                    stopped
    balance   M1  game=800.00
    `,
    broken,
  );
  assert.deepEqual(listMethods(bank), []);
});
