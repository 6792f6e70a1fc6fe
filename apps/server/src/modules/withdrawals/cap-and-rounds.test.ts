// Withdraw caps and unsettled play: in any order of requests, bets and results at most the cap leaves.

import { test } from 'node:test';

import { getHouseBalance } from '@chaba/ledger';

import { chart } from '#core/chart-of-accounts';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';
import { deleteOpenPayouts, openPayoutTestBank, withdrawalCommands } from '#testing/withdrawal-commands';

const app = await buildTestApp();
const { database, chaba: site } = app;

async function story(table: string): Promise<void> {
  await deleteOpenPayouts(database, site.id);
  const left = await getHouseBalance(database, site.id, chart.payouts);
  const commands = {
    ...walletCommands(app),
    ...operatorCommands(app),
    ...withdrawalCommands(openPayoutTestBank(), left),
  };
  await checkStory({ database, site, commands }, `cap  1000000.00  done\n${table}`);
}

test('rejects a withdrawal under a cap while a stake is open', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=200.00            added
    session   M1                                OK
    bet       M1  100.00  tx=a1  round=a        OK
    win       M1  0.00    tx=a2  round=a  closed=yes  OK
    bet       M1  700.00  tx=b1  round=b        OK
    condition  M1  reasons=WITHDRAW_BET_OPEN  removes=0
    withdraw  M1  200.00  key=K1                WITHDRAW_BET_OPEN
    win       M1  900.00  tx=b2  round=b  closed=yes  OK
    condition  M1  reasons=  removes=900
    withdraw  M1  200.00  key=K1                approved
    hook      K1  paid                          settled
    balance   M1  game=0.00  residual=900.00
    house     200.00                            left
  `));

test('lets a member without a cap withdraw while a stake is open', () =>
  story(`
    give      M1  1000.00                       given
    session   M1                                OK
    bet       M1  100.00  tx=a1  round=a        OK
    condition  M1  reasons=
    withdraw  M1  900.00  key=K1                approved
    bank      K1  paid                          done
    job       1
    state     K1  paid
  `));

test('rejects a withdrawal under a cap while a win is held or orphaned', () =>
  story(`
    give      M1  600.00                        given
    needs     M1  100.00  cap=200.00            added
    session   M1                                OK
    cap       500.00                            done
    bet       M1  100.00  tx=h1  round=h        OK
    win       M1  900.00  tx=h2  round=h  closed=yes  OK
    condition  M1  reasons=WITHDRAW_WIN_HELD
    withdraw  M1  200.00  key=K1                WITHDRAW_WIN_HELD
    decide    h2  released                      released
    condition  M1  reasons=  removes=1200
    win       M1  50.00   tx=o2  round=o        BET_NOT_FOUND
    withdraw  M1  200.00  key=K1                WITHDRAW_BET_OPEN
    balance   M1  game=1400.00  withdrawalHeld=0.00
  `));

test('recomputes the removal of a cap when the payout is submitted', () =>
  story(`
    give      M1  800.00                        given
    needs     M1  100.00  cap=500.00            added
    session   M1                                OK
    bet       M1  100.00  tx=s1  round=s        OK
    win       M1  100.00  tx=s2  round=s  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    balance   M1  game=200.00  withdrawalHeld=600.00
    bet       M1  200.00  tx=t1  round=t        OK
    win       M1  5000.00  tx=t2  round=t  closed=yes  OK
    bank      K1  accepted                      done
    job       1
    balance   M1  game=200.00  withdrawalHeld=300.00  residual=5100.00
    lines     M1  open=1  paid=300.00
    hook      K1  paid                          settled
    balance   M1  game=200.00  residual=5100.00  withdrawalHeld=0.00
    lines     M1  open=0
    withdraw  M1  200.00  key=K2                approved
    hook      K2  paid                          settled
    house     500.00                            left
  `));

test('removes less when the member lost in between', () =>
  story(`
    give      M1  800.00                        given
    needs     M1  100.00  cap=500.00            added
    session   M1                                OK
    bet       M1  100.00  tx=l1  round=l        OK
    win       M1  100.00  tx=l2  round=l  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    bet       M1  150.00  tx=m1  round=m        OK
    win       M1  0.00    tx=m2  round=m  closed=yes  OK
    balance   M1  game=50.00  withdrawalHeld=600.00
    bank      K1  paid                          done
    job       1
    balance   M1  game=200.00  residual=150.00  withdrawalHeld=0.00
    house     300.00                            left
  `));

test('submits a payout under a cap only when the play is settled', () =>
  story(`
    give      M1  800.00                        given
    needs     M1  100.00  cap=500.00            added
    session   M1                                OK
    bet       M1  100.00  tx=w1  round=w        OK
    win       M1  100.00  tx=w2  round=w  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    bet       M1  200.00  tx=x1  round=x        OK
    bank      K1  paid                          done
    job       0
    state     K1  approved
    waits     K1  BET_OPEN
    condition  M1  reasons=WITHDRAW_ALREADY_OPEN+WITHDRAW_BET_OPEN+INSUFFICIENT_FUNDS
    win       M1  1000.00  tx=x2  round=x  closed=yes  OK
    job       1
    state     K1  paid
    waits     K1  no
    balance   M1  game=200.00  residual=1100.00  withdrawalHeld=0.00
  `));

test('binds winnings between submission and payment by the same cap', () =>
  story(`
    give      M1  800.00                        given
    needs     M1  100.00  cap=500.00            added
    session   M1                                OK
    bet       M1  100.00  tx=f1  round=f        OK
    win       M1  100.00  tx=f2  round=f  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    bet       M1  200.00  tx=g1  round=g        OK
    win       M1  2000.00  tx=g2  round=g  closed=yes  OK
    condition  M1  reasons=WITHDRAW_ALREADY_OPEN  removes=1800
    hook      K1  paid                          settled
    balance   M1  game=200.00  residual=2100.00  withdrawalHeld=0.00
    lines     M1  open=0
  `));

test('keeps a cap open after the payment until the play is settled', () =>
  story(`
    give      M1  800.00                        given
    needs     M1  100.00  cap=500.00            added
    session   M1                                OK
    bet       M1  100.00  tx=p1  round=p        OK
    win       M1  100.00  tx=p2  round=p  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    bet       M1  200.00  tx=q1  round=q        OK
    hook      K1  paid                          settled
    balance   M1  game=0.00  residual=300.00
    lines     M1  open=1  paid=300.00
    withdraw  M1  100.00  key=K2                WITHDRAW_BET_OPEN
    win       M1  2000.00  tx=q2  round=q  closed=yes  OK
    condition  M1  reasons=  removes=1800
    job       0
    balance   M1  game=200.00  residual=2100.00
    lines     M1  open=0
    withdraw  M1  200.00  key=K2                approved
    hook      K2  paid                          settled
    house     500.00                            left
  `));

test('closes a served cap at the next request, before the job', () =>
  story(`
    give      M1  800.00                        given
    needs     M1  100.00  cap=500.00            added
    session   M1                                OK
    bet       M1  100.00  tx=p3  round=p        OK
    win       M1  100.00  tx=p4  round=p  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    bet       M1  200.00  tx=q3  round=q        OK
    hook      K1  paid                          settled
    win       M1  2000.00  tx=q4  round=q  closed=yes  OK
    withdraw  M1  200.01  key=K2                INSUFFICIENT_FUNDS
    withdraw  M1  200.00  key=K2                approved
    balance   M1  game=0.00  residual=2100.00  withdrawalHeld=200.00
  `));

test('restores the limit when the payout fails, and money released from the main wallet stays under it', () =>
  story(`
    give      M1  800.00                        given
    needs     M1  100.00  cap=500.00            added
    played    M1  100.00                        filled
    withdraw  M1  500.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    lines     M1  open=1  paid=500.00
    hook      K1  failed                        settled
    lines     M1  open=1  paid=0.00
    balance   M1  game=300.00  main=500.00
    release   M1                                released
    condition  M1  removes=300
    withdraw  M1  500.00  key=K2                requested   // a payout failed today
    withdraw  M1  500.01  key=K3                WITHDRAW_ALREADY_OPEN
  `));

test('lets own money out above the cap', () =>
  story(`
    give      M1  1000.00                       given
    needs     M1  100.00  cap=200.00  own=300.00  added
    played    M1  100.00                        filled
    condition  M1  reasons=  removes=500
    withdraw  M1  500.01  key=K1                WITHDRAW_ABOVE_CAP
    withdraw  M1  400.00  key=K1                approved
    bank      K1  paid                          done
    job       1
    balance   M1  game=100.00  residual=500.00  withdrawalHeld=0.00
    withdraw  M1  100.00  key=K2                approved
  `));

test('counts a withdrawal without a cap that begins after the request', () =>
  story(`
    give      M1  1000.00                       given
    withdraw  M1  600.00  key=K1                approved
    needs     M1  100.00  cap=200.00  own=400.00  added
    bank      K1  accepted                      done
    job       1
    needs     M1  50.00   cap=300.00  own=400.00  cause=second  added
    lines     M1  open=2  paid=0.00+0.00
    hook      K1  paid                          settled
    lines     M1  open=2  paid=0.00+0.00                    // their turnover is not met
    played    M1  150.00                        filled
    condition  M1  reasons=  removes=0
    give      M1  2000.00                       given
    withdraw  M1  600.01  key=K2                WITHDRAW_ABOVE_CAP
    withdraw  M1  600.00  key=K2                approved
  `));

test('keeps a served cap open while its turnover is undone', () =>
  story(`
    give      M1  800.00                        given
    needs     M1  100.00  cap=500.00            added
    session   M1                                OK
    bet       M1  100.00  tx=u1  round=u        OK
    win       M1  100.00  tx=u2  round=u  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    bank      K1  accepted                      done
    job       1
    bet       M1  100.00  tx=v1  round=v        OK
    hook      K1  paid                          settled
    rollback  M1  ref=u2  tx=u3  round=u        OK
    rollback  M1  ref=u1  tx=u4  round=u        OK
    rollback  M1  ref=v1  tx=v2  round=v        OK
    job       0
    lines     M1  open=1  paid=300.00
    withdraw  M1  200.00  key=K2                TURNOVER_NOT_MET
    bet       M1  100.00  tx=w1  round=w        OK
    win       M1  500.00  tx=w2  round=w  closed=yes  OK
    job       0
    lines     M1  open=0
    balance   M1  game=200.00
  `));

test('cancels a withdrawal of before a cap where money under the cap paid for its undone win', () =>
  story(`
    give      M1  100.00                        given
    session   M1                                OK
    bet       M1  100.00  tx=a1  round=a        OK
    win       M1  900.00  tx=a2  round=a  closed=yes  OK
    withdraw  M1  900.00  key=K1                approved
    needs     M1  100.00  cap=200.00            added
    award     M1  800.00  tx=p1                 OK
    rollback  M1  ref=a2  tx=a3  round=a        OK
    balance   M1  game=0.00  receivable=-100.00  withdrawalHeld=900.00
    award     M1  100.00  tx=p2                 OK
    balance   M1  game=0.00  receivable=0.00  withdrawalHeld=900.00
    job       0
    state     K1  rejected
    reasons   K1  review=  failure=OWED
    balance   M1  game=900.00  withdrawalHeld=0.00
    house     0.00                              left
  `));

test('submits a withdrawal of before a cap whose undone win the cap covers', () =>
  story(`
    give      M1  100.00                        given
    session   M1                                OK
    bet       M1  100.00  tx=a1  round=a        OK
    win       M1  300.00  tx=a2  round=a  closed=yes  OK
    withdraw  M1  300.00  key=K1                approved
    needs     M1  100.00  cap=200.00            added
    award     M1  800.00  tx=p1                 OK
    rollback  M1  ref=a2  tx=a3  round=a        OK
    balance   M1  game=500.00  receivable=0.00  withdrawalHeld=300.00
    job       1
    hook      K1  paid                          settled
    house     300.00                            left
  `));
