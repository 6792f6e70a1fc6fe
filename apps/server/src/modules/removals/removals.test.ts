// Results corrected after their bonus ended: the removal changes first, and no money is taken twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, type Money, money } from '@chaba/money';

import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { computeRemoved } from './removals.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
await offerBonuses(app);
const commands = { ...walletCommands(app), ...bankCommands(bank), ...operatorCommands(app), ...bonusCommands(app) };
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

test('removes the bonus, then keeps own money, then removes the rest', () => {
  const at = { own: baht(100), bonus: baht(100) };
  const getRemoved = (funds: Money, undone: Money) => computeRemoved({ ...at, funds, undone, others: [] });
  assert.equal(getRemoved(baht(800), baht(0)), baht(700));
  assert.equal(getRemoved(baht(800), baht(600)), baht(100));
  assert.equal(getRemoved(baht(800), baht(650)), baht(100));
  assert.equal(getRemoved(baht(800), baht(750)), baht(50));
  assert.equal(getRemoved(baht(800), baht(900)), baht(0));
  assert.equal(getRemoved(baht(50), money(-baht(100))), baht(100));
});

test('removes what the lowest of several caps removes after results under the older one only', () => {
  const at = { funds: baht(500), own: baht(250), bonus: baht(0) };
  const getRemoved = (undone: Money) =>
    computeRemoved({ ...at, undone, others: [{ requirementNo: 2, own: baht(230), undone: baht(0) }] });
  assert.equal(getRemoved(baht(0)), baht(270));
  assert.equal(getRemoved(baht(30)), baht(270));
  assert.equal(getRemoved(money(-baht(670))), baht(920));
});

test('takes a win removed with its bonus only once when it is cancelled', () =>
  story(`
    transfer  A1  from=M1  amount=100.00                made
    slip      M1  A1                                    credited
    session   M1                                        OK
    bet       M1  100.00  tx=a1  round=a                OK
    win       M1  700.00  tx=a2  round=a  closed=yes    OK
    balance   M1  game=800.00
    cancel    M1                                        cancelled
    balance   M1  game=100.00
    rollback  M1  ref=a2  tx=a3  round=a                OK
    balance   M1  game=0.00  receivable=0.00            // without the win, 100 of 200 were lost, of own money first
    win       M1  250.00  tx=a4  round=a  closed=yes    OK
    balance   M1  game=100.00                           // the deposit; what was won above it is removed again
    rollback  M1  ref=a4  tx=a5  round=a                OK
    rollback  M1  ref=a1  tx=a6  round=a                OK
    balance   M1  game=100.00  receivable=0.00          // the bet was never placed
  `));

test('changes the removal first when a result is corrected after a forfeit', () =>
  story(`
    transfer  B1  from=M1  amount=100.00                made
    slip      M1  B1                                    credited
    session   M1                                        OK
    betwin    M1  50.00  450.00  round=b                OK
    cancel    M1                                        cancelled
    balance   M1  game=100.00
    adjust    M1  500.00  ref=b-win  tx=b3  round=b     OK
    balance   M1  game=100.00
    adjust    M1  100.00  ref=b-win  tx=b4  round=b     OK
    balance   M1  game=100.00
    adjust    M1  30.00  ref=b-win  tx=b5  round=b      OK
    balance   M1  game=80.00
    adjust    M1  450.00  ref=b-win  tx=b6  round=b     OK
    balance   M1  game=100.00
  `));

test('creates no debt for a cancelled win that was removed above a cap', () =>
  story(`
    redeem     M1  CAPPED                               redeemed
    session    M1                                       OK
    bet        M1  50.00  tx=c1  round=c                OK
    win        M1  600.00  tx=c2  round=c  closed=yes   OK
    betwin     M1  200.00  200.00  round=d              OK
    withdraw   M1  200.00                               requested
    bank-says  M1  paid                                 settled
    balance    M1  game=0.00  residual=400.00
    rollback   M1  ref=c2  tx=c3  round=c               OK
    balance    M1  game=0.00  residual=0.00  receivable=-200.00
    win        M1  600.00  tx=c4  round=c  closed=yes   OK
    balance    M1  game=0.00  residual=400.00  receivable=0.00
  `));

test('counts the part that a removal takes as no own money of a later code', () =>
  story(`
    transfer   D1  from=M1  amount=100.00                made
    slip       M1  D1                                    credited
    session    M1                                        OK
    bet        M1  100.00  tx=d1  round=d                OK
    win        M1  700.00  tx=d2  round=d  closed=yes    OK
    cancel     M1                                        cancelled
    rollback   M1  ref=d2  tx=d3  round=d                OK
    redeem     M1  CAPPED                                redeemed
    win        M1  250.00  tx=d4  round=d  closed=yes    OK
    balance    M1  game=150.00                           // the deposit and the code; 150 of the win are removed
    betwin     M1  150.00  900.00  round=d5              OK
    betwin     M1  300.00  300.00  round=d6              OK
    withdraw   M1  300.01                                WITHDRAW_ABOVE_CAP
    withdraw   M1  300.00                                requested
  `));

test('changes no removal for bets placed after the end of the bonus', () =>
  story(`
    transfer  P1  from=M1  amount=100.00                made
    slip      M1  P1                                    credited
    session   M1                                        OK
    betwin    M1  50.00  450.00  round=e                OK
    cancel    M1                                        cancelled
    bet       M1  50.00  tx=e1  round=f                 OK
    win       M1  300.00  tx=e2  round=f  closed=yes    OK
    balance   M1  game=350.00
    rollback  M1  ref=e2  tx=e3  round=f                OK
    balance   M1  game=50.00
  `));

test('removes what a corrected result brings to a bonus that was lost', () =>
  story(`
    transfer  R7  from=M1  amount=100.00                made
    slip      M1  R7                                    credited
    session   M1                                        OK
    bet       M1  200.00  tx=e1  round=e                OK
    win       M1  0.00  tx=e2  round=e  closed=yes      OK
    bonus     M1  state=lost
    adjust    M1  2000.00  ref=e2  tx=e3  round=e       OK
    balance   M1  game=100.00                           // the deposit: 2,000 less the bonus were won under it
    adjust    M1  150.00  ref=e2  tx=e4  round=e        OK
    balance   M1  game=50.00                            // 50 of the deposit were lost
    adjust    M1  0.00  ref=e2  tx=e5  round=e          OK
    balance   M1  game=0.00  receivable=0.00
  `));

test('binds the new result of a reopened losing bet to the bonus that it lost', () =>
  story(`
    transfer  F1  from=M1  amount=100.00                made
    slip      M1  F1                                    credited
    session   M1                                        OK
    bet       M1  200.00  tx=f1  round=f                OK
    win       M1  0.00  tx=f2  round=f  closed=yes      OK
    bonus     M1  state=lost
    rollback  M1  ref=f2  tx=f3  round=f                OK
    win       M1  1000.00  tx=f4  round=f  closed=yes   OK
    balance   M1  game=100.00
    rollback  M1  ref=f4  tx=f5  round=f                OK
    rollback  M1  ref=f1  tx=f6  round=f                OK
    balance   M1  game=100.00                           // the bet was never placed
  `));

test('binds the new result of a reopened losing bet to the bonus that was cancelled after it', () =>
  story(`
    transfer  G1  from=M1  amount=100.00                made
    slip      M1  G1                                    credited
    session   M1                                        OK
    bet       M1  150.00  tx=g1  round=g                OK
    win       M1  0.00  tx=g2  round=g  closed=yes      OK
    cancel    M1                                        cancelled
    balance   M1  game=0.00
    rollback  M1  ref=g2  tx=g3  round=g                OK
    win       M1  1000.00  tx=g4  round=g  closed=yes   OK
    balance   M1  game=100.00
  `));

test('keeps the cap of a lost code whose turnover was met', () =>
  story(`
    redeem    M1  CAPPED                                redeemed
    session   M1                                        OK
    betwin    M1  50.00  600.00  round=h                OK
    betwin    M1  200.00  200.00  round=i               OK
    bet       M1  600.00  tx=h1  round=j                OK
    win       M1  0.00  tx=h2  round=j  closed=yes      OK
    position  M1  lines=0
    adjust    M1  900.00  ref=h2  tx=h3  round=j        OK
    balance   M1  game=200.00  residual=700.00
    adjust    M1  0.00  ref=h2  tx=h4  round=j          OK
    balance   M1  game=0.00  residual=0.00  receivable=0.00
  `));

test('lets a corrected result of own money through a lost code', () =>
  story(`
    give      M1  300.00                                given
    session   M1                                        OK
    bet       M1  300.00  tx=k1  round=k                OK
    redeem    M1  CAPPED                                redeemed
    bet       M1  50.00  tx=k3  round=l                 OK
    win       M1  0.00  tx=k4  round=l  closed=yes      OK
    win       M1  0.00  tx=k2  round=k  closed=yes      OK
    position  M1  lines=0
    adjust    M1  700.00  ref=k2  tx=k5  round=k        OK
    balance   M1  game=700.00                           // staked before the code
    adjust    M1  90.00  ref=k4  tx=k6  round=l         OK
    balance   M1  game=700.00
  `));

test('holds and releases a correction of a lost bonus under its terms', () =>
  story(`
    transfer  L1  from=M1  amount=100.00                made
    slip      M1  L1                                    credited
    session   M1                                        OK
    cap       500.00                                    done
    bet       M1  200.00  tx=l1  round=m                OK
    win       M1  0.00  tx=l2  round=m  closed=yes      OK
    bonus     M1  state=lost
    adjust    M1  2000.00  ref=l2  tx=l3  round=m       OK
    balance   M1  game=0.00  winsHeld=2000.00
    decide    l3  released                              released
    balance   M1  game=100.00  winsHeld=0.00
    cap       1000000.00                                done
  `));
