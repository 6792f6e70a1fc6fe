// Results corrected between the submission of a payout and the bank's answer, in every order: what the cap removed at
// the submission follows them, and the member neither owes what was removed nor keeps more than the cap.
//
// Each story wins 600 with a code of 50 and a cap of 200, so a withdrawal of 200 removes 400.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getHouseBalance } from '@chaba/ledger';

import { chart } from '#core/chart-of-accounts';
import { auditAll } from '#modules/audit';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';
import { deleteOpenPayouts, openPayoutTestBank, withdrawalCommands } from '#testing/withdrawal-commands';

const app = await buildTestApp();
const { database, chaba: site } = app;

const WON = `
    give      M1  50.00                         given
    needs     M1  50.00  cap=200.00             added
    session   M1                                OK
    bet       M1  50.00  tx=b1  round=r         OK
    win       M1  600.00  tx=b2  round=r  closed=yes  OK`;
const REQUESTED = `${WON}
    withdraw  M1  200.00  key=K1                approved`;
const SUBMITTED = `${REQUESTED}
    bank      K1  accepted                      done
    job       1
    balance   M1  game=0.00  residual=400.00  withdrawalHeld=200.00`;

async function story(begun: string, table: string): Promise<void> {
  await deleteOpenPayouts(database, site.id);
  const left = await getHouseBalance(database, site.id, chart.payouts);
  const commands = {
    ...walletCommands(app),
    ...operatorCommands(app),
    ...withdrawalCommands(openPayoutTestBank(), left),
  };
  await checkStory({ database, site, commands }, `${begun}\n${table}`);
  assert.deepEqual(await auditAll(database, { isTest: true }), []);
}

test('returns of the removal what a correction before the payment undoes', () =>
  story(
    SUBMITTED,
    `
    adjust    M1  50.00  ref=b2  tx=b3  round=r     OK
    balance   M1  game=0.00  residual=0.00  receivable=-150.00   // 200 leave, and 50 were won
    hook      K1  paid                          settled
    lines     M1  open=0
    adjust    M1  0.00  ref=b2  tx=b4  round=r      OK
    balance   M1  game=0.00  residual=0.00  receivable=-200.00
    adjust    M1  600.00  ref=b2  tx=b5  round=r    OK
    balance   M1  game=0.00  residual=400.00  receivable=0.00
    house     200.00                            left
  `,
  ));

test('removes less after a small correction, and all again when it is taken back', () =>
  story(
    SUBMITTED,
    `
    adjust    M1  450.00  ref=b2  tx=b3  round=r    OK
    balance   M1  game=0.00  residual=250.00  receivable=0.00
    hook      K1  paid                          settled
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    balance   M1  game=0.00  residual=400.00  receivable=0.00
  `,
  ));

test('removes what a correction before the payment adds', () =>
  story(
    SUBMITTED,
    `
    adjust    M1  900.00  ref=b2  tx=b3  round=r    OK
    balance   M1  game=0.00  residual=700.00
    hook      K1  paid                          settled
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    balance   M1  game=0.00  residual=400.00  receivable=0.00
  `,
  ));

test('removes the new result of a bet that was reopened before the payment', () =>
  story(
    SUBMITTED,
    `
    rollback  M1  ref=b2  tx=b3  round=r            OK
    balance   M1  game=0.00  residual=0.00  receivable=-200.00
    win       M1  800.00  tx=b4  round=r  closed=yes  OK
    balance   M1  game=0.00  residual=600.00  receivable=0.00
    hook      K1  paid                          settled
    lines     M1  open=0
  `,
  ));

test('returns the removal of a failed payout as it is by then', () =>
  story(
    SUBMITTED,
    `
    adjust    M1  900.00  ref=b2  tx=b3  round=r    OK
    hook      K1  failed                        settled
    balance   M1  game=700.00  main=200.00  residual=0.00
    lines     M1  open=1  paid=0.00  returned=200.00
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    balance   M1  game=400.00  residual=0.00
    release   M1                                released
    withdraw  M1  200.00  key=K2                requested
    approve   K2                                approved
    bank      K2  accepted                      done
    job       1
    balance   M1  game=0.00  residual=400.00
    adjust    M1  50.00  ref=b2  tx=b5  round=r     OK
    hook      K2  paid                          settled
    balance   M1  game=0.00  residual=0.00  receivable=-150.00
    house     200.00                            left
  `,
  ));

test('repays a debt from the removal of a failed payout, and owes no more than was undone', () =>
  story(
    SUBMITTED,
    `
    adjust    M1  50.00  ref=b2  tx=b3  round=r     OK
    hook      K1  returned                      settled
    balance   M1  game=0.00  main=200.00  residual=0.00  receivable=-150.00
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    balance   M1  game=400.00  main=200.00  residual=0.00  receivable=0.00
  `,
  ));

test('keeps money that repaid a debt before the payment apart from the removal', () =>
  story(
    SUBMITTED,
    `
    adjust    M1  50.00  ref=b2  tx=b3  round=r     OK
    award     M1  500.00  tx=a1  round=a        OK
    balance   M1  game=350.00  residual=0.00  receivable=0.00
    hook      K1  paid                          settled
    balance   M1  game=0.00  residual=350.00                // a prize of the code: 1,100 less 550 and 200
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    balance   M1  game=0.00  residual=900.00  receivable=0.00
  `,
  ));

test('leaves losses after the submission with the member', () =>
  story(
    WON,
    `
    withdraw  M1  100.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    balance   M1  game=100.00  residual=400.00
    bet       M1  100.00  tx=c1  round=s        OK
    win       M1  0.00  tx=c2  round=s  closed=yes  OK
    adjust    M1  500.00  ref=b2  tx=b3  round=r    OK
    balance   M1  game=0.00  residual=300.00  receivable=0.00
    hook      K1  paid                          settled
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    balance   M1  game=0.00  residual=400.00
  `,
  ));

test('follows a correction while the paid cap stays open, and binds a second withdrawal', () =>
  story(
    WON,
    `
    withdraw  M1  100.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    bet       M1  50.00  tx=c1  round=s         OK
    hook      K1  paid                          settled
    balance   M1  game=50.00  residual=400.00
    lines     M1  open=1  paid=100.00
    adjust    M1  500.00  ref=b2  tx=b3  round=r    OK
    balance   M1  game=50.00  residual=300.00
    win       M1  1000.00  tx=c2  round=s  closed=yes  OK
    job       0
    balance   M1  game=100.00  residual=1250.00
    withdraw  M1  100.00  key=K2                approved
    bank      K2  accepted                      done
    job       1
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    hook      K2  paid                          settled
    balance   M1  game=0.00  residual=1350.00  receivable=0.00
    house     200.00                            left
  `,
  ));

test('keeps the removal of a payout that failed after it was paid', () =>
  story(
    SUBMITTED,
    `
    hook      K1  paid                          settled
    hook      K1  failed                        contradicted
    adjust    M1  50.00  ref=b2  tx=b3  round=r     OK
    balance   M1  game=0.00  residual=0.00  receivable=-150.00
    confirm   K1  failed                        failed
    balance   M1  game=0.00  main=200.00  residual=0.00  receivable=-150.00
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    balance   M1  game=0.00  main=200.00  residual=400.00  receivable=0.00
  `,
  ));

test('removes at the end of a dispute what a payout leaves that was paid after it failed', () =>
  story(
    SUBMITTED,
    `
    hook      K1  failed                        settled
    balance   M1  game=400.00  main=200.00  residual=0.00
    hook      K1  paid                          contradicted
    balance   M1  game=400.00  main=0.00  withdrawalHeld=200.00
    adjust    M1  50.00  ref=b2  tx=b3  round=r     OK
    balance   M1  game=0.00  receivable=-150.00
    confirm   K1  paid                          paid
    balance   M1  game=0.00  residual=0.00  withdrawalHeld=0.00  receivable=-150.00
    lines     M1  open=0
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    balance   M1  game=0.00  residual=400.00  receivable=0.00
    house     200.00                            left
  `,
  ));

for (const state of ['paid', 'failed'] as const) {
  test(`follows a correction of an unclear payout that an operator confirms as ${state}`, () =>
    story(
      REQUESTED,
      `
      bank      K1  CONFLICT                      done
      job       1
      adjust    M1  50.00  ref=b2  tx=b3  round=r     OK
      balance   M1  game=0.00  residual=0.00  receivable=-150.00
      confirm   K1  ${state}                      ${state}
      adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
      balance   M1  ${state === 'paid' ? 'game=0.00  main=0.00  residual=400.00' : 'game=400.00  main=200.00  residual=0.00'}  receivable=0.00
    `,
    ));
}

test('removes with the payment of a payout that was never submitted here', () =>
  story(
    REQUESTED,
    `
    hook      K1  paid                          settled
    balance   M1  game=0.00  residual=400.00
    adjust    M1  50.00  ref=b2  tx=b3  round=r     OK
    balance   M1  game=0.00  residual=0.00  receivable=-150.00
    adjust    M1  600.00  ref=b2  tx=b4  round=r    OK
    balance   M1  game=0.00  residual=400.00  receivable=0.00
  `,
  ));

test('removes nothing from a payout that is stopped before its submission', () =>
  story(
    REQUESTED,
    `
    stop      K1                                stopped
    balance   M1  game=600.00  residual=0.00
    adjust    M1  50.00  ref=b2  tx=b3  round=r     OK
    balance   M1  game=50.00  receivable=0.00
    lines     M1  open=1
  `,
  ));

test('returns a removal that two caps made to no own money of the second one', () =>
  story(
    `
    give      M1  300.00                        given
    needs     M1  100.00  cap=600.00            added
    session   M1                                OK
    bet       M1  300.00  tx=a1  round=a        OK
    win       M1  750.00  tx=a2  round=a  closed=yes  OK
    needs     M1  100.00  cap=200.00  own=750.00  cause=second  added
    bet       M1  100.00  tx=c1  round=c        OK
    win       M1  100.00  tx=c2  round=c  closed=yes  OK`,
    `
    withdraw  M1  100.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    balance   M1  game=500.00  residual=150.00  withdrawalHeld=100.00
    bet       M1  50.00  tx=d1  round=d         OK
    adjust    M1  200.00  ref=a2  tx=a3  round=a  OK     // 550 of what was own money of the second cap
    balance   M1  game=50.00  residual=0.00
    hook      K1  paid                          settled
    win       M1  800.00  tx=d2  round=d  closed=yes  OK
    withdraw  M1  300.00  key=K2                approved   // the second cap, and 200 of own money, of which 100 left
    balance   M1  game=0.00  residual=550.00  withdrawalHeld=300.00
  `,
  ));
