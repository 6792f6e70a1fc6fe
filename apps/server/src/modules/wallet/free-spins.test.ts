// Free spins belong to the round that granted them: it stays open, and they have its requirement and its own money.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { audit } from '@chaba/ledger';

import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
await offerBonuses(app);
const commands = { ...walletCommands(app), ...bankCommands(bank), ...operatorCommands(app), ...bonusCommands(app) };
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

test('keeps the granting round open until its last free spin has its result', () =>
  story(`
    give      M1  100.00                                   given
    session   M1                                           OK
    bet       M1  20.00  tx=a1  round=a                    OK
    win       M1  5.00   tx=a2  ref=a1  round=a  spins=3   OK
    round     M1  a  state=open  stake=20.00  payout=5.00  turnover=20.00  spins=3
    position  M1  unsettled=true
    spin      M1  1.00   tx=f1  round=a  left=2            OK
    spin      M1  1.00   tx=f1  round=a  left=2            OK again
    round     M1  a  state=open  spins=2
    spin      M1  2.00   tx=f2  round=a  left=6            OK         // granted again
    round     M1  a  state=open  payout=8.00  spins=6
    spin      M1  0.00   tx=f3  round=a                    OK         // states no number: as before
    round     M1  a  spins=6
    spin      M1  30.00  tx=f4  round=a  closed=yes        OK
    round     M1  a  state=closed  stake=20.00  payout=38.00  turnover=20.00  spins=0
    position  M1  unsettled=false
    spin      M1  90.00  tx=f5  round=a  left=1            BET_SETTLED
  `));

test('ends the waiting spins with the round, unless the call states some', () =>
  story(`
    give      M1  100.00                                            given
    session   M1                                                    OK
    bet       M1  20.00  tx=e1  round=e                             OK
    win       M1  0.00   tx=e2  ref=e1  round=e  spins=3            OK
    end       M1  round=e                                           OK
    round     M1  e  state=closed  spins=0
    bet       M1  20.00  tx=g1  round=g                             OK
    win       M1  0.00   tx=g2  ref=g1  round=g  spins=2  closed=yes  OK
    round     M1  g  state=open  spins=2
    end       M1  round=g  spins=2                                  OK
    round     M1  g  state=open  spins=2
    spin      M1  0.00   tx=h1  round=g  left=1                     OK
    round     M1  g  state=open  spins=1
    spin      M1  0.00   tx=h2  round=g  left=0                     OK         // the end was stated before
    round     M1  g  state=closed  spins=0
  `));

test('cancels waiting spins with the result of the paid bet', () =>
  story(`
    give      M1  100.00                                   given
    session   M1                                           OK
    bet       M1  20.00  tx=i1  round=i                    OK
    win       M1  5.00   tx=i2  ref=i1  round=i  spins=3   OK
    spin      M1  7.00   tx=j1  round=i  left=2            OK
    rollback  M1  ref=j1-win  tx=j2  round=i               OK
    round     M1  i  state=open  spins=2
    rollback  M1  ref=i1  tx=i4  round=i                   BET_SETTLED
    rollback  M1  ref=i2  tx=i5  round=i                   OK
    round     M1  i  state=open  spins=0
    rollback  M1  ref=i1  tx=i6  round=i                   OK
    rollback  M1  ref=j1-bet  tx=j3  round=i               OK
    round     M1  i  state=void  stake=0.00  payout=0.00  spins=0
  `));

test('keeps the spins of a granting win that arrived before its bet', () =>
  story(`
    give      M1  100.00                                   given
    session   M1                                           OK
    win       M1  5.00   tx=k2  ref=k1  round=k  spins=3   BET_NOT_FOUND
    bet       M1  20.00  tx=k1  round=k                    OK
    minute                                                 passed
    round     M1  k  state=open  payout=5.00  spins=3
  `));

test('plays a hundred spins in one round', async () => {
  const spins = Array.from(
    { length: 100 },
    (_, index) => `spin  M1  1.00  tx=n${index}  round=n  left=${99 - index}  ${index === 99 ? 'closed=yes' : ''}  OK`,
  );
  await story(`
    give      M1  100.00                                   given
    session   M1                                           OK
    bet       M1  20.00  tx=n  round=n                     OK
    win       M1  0.00   tx=nw  ref=n  round=n  spins=100  OK
    ${spins.join('\n')}
    round     M1  n  state=closed  stake=20.00  payout=100.00  turnover=20.00  spins=0
    position  M1  worth=180.00
  `);
});

test('keeps a bonus while spins wait, whatever the balance', () =>
  story(`
    transfer  B1  from=M1  amount=100.00                     made
    slip      M1  B1                                         credited
    session   M1                                             OK
    bet       M1  200.00  tx=o1  round=o                     OK
    win       M1  0.00    tx=o2  ref=o1  round=o  spins=8    OK
    position  M1  lines=1  worth=0.00  unsettled=true
    cancel    M1                                             BONUS_HAS_FREE_SPINS
    revoke    M1                                             bet_open
    time      M1  -1_hours                                   done
    hours     25  round=o                                    passed
    cancel    M1                                             BONUS_HAS_FREE_SPINS   // they were won with the bonus
    time      M1  -1_hours                                   done
    position  M1  lines=1
    spin      M1  0.00    tx=p1  round=o  closed=yes         OK
    position  M1  lines=0
    bonus     M1  state=lost
  `));

test('gives the wins of free spins the requirement of their granting bet, also when it has ended', () =>
  story(`
    transfer  C1  from=M1  amount=100.00                     made
    slip      M1  C1                                         credited
    session   M1                                             OK
    bet       M1  100.00  tx=q1  round=q                     OK
    win       M1  0.00    tx=q2  ref=q1  round=q             OK          // spins that its provider does not state
    hours     25  round=q                                    passed
    cancel    M1                                             cancelled
    balance   M1  game=0.00                                  // the bonus is removed, the deposit was lost
    spin      M1  700.00  tx=r1  round=q                     OK
    balance   M1  game=100.00                                // as if they had been played before
    rollback  M1  ref=r1-win  tx=r2  round=q                 OK
    balance   M1  game=0.00  receivable=0.00
    win       M1  60.00   tx=r3  round=q                     OK
    balance   M1  game=60.00
    spin      M1  90.00   tx=r4  round=q  closed=yes         OK
    balance   M1  game=100.00
  `));

test('gives free rounds of their own the requirement of the last paid round of the game', () =>
  story(`
    transfer  D1  from=M1  amount=100.00                       made
    slip      M1  D1                                           credited
    session   M1                                               OK
    bet       M1  100.00  tx=s1  round=s                       OK
    win       M1  0.00    tx=s2  ref=s1  round=s  closed=yes   OK
    cancel    M1                                               cancelled
    balance   M1  game=0.00
    spin      M1  700.00  tx=t1  round=t1  closed=yes          OK
    balance   M1  game=100.00
    bet       M1  0.00  free=yes  tx=t2  round=t2              OK
    win       M1  80.00  ref=t2  tx=t3  round=t2  closed=yes   OK
    balance   M1  game=100.00
    spin      M1  50.00  tx=t4  round=t4  closed=yes  campaign=c1  OK      // a gift of the provider
    balance   M1  game=150.00
    spin      M1  50.00  tx=t5  round=t5  closed=yes           OK
    balance   M1  game=150.00
  `));

test('leaves spins that were won with own money outside a code', () =>
  story(`
    give      M1  1000.00                                    given
    session   M1                                             OK
    bet       M1  100.00  tx=u1  round=u                     OK
    win       M1  0.00    tx=u2  ref=u1  round=u  spins=2    OK
    bet       M1  10.00   tx=v1  round=v                     OK
    win       M1  0.00    tx=v2  ref=v1  round=v  closed=yes  OK
    redeem    M1  CAPPED                                     redeemed
    position  M1  own=890.00  limit=1090.00
    spin      M1  500.00  tx=u3  round=u  closed=yes         OK
    position  M1  own=1390.00  limit=1590.00
    spin      M1  50.00   tx=v3  round=v3  closed=yes        OK          // also in a round of its own
    position  M1  own=1440.00  limit=1640.00
  `));

test('shares the win of a free spin by the stakes of its round', () =>
  story(`
    give      M1  1000.00                                    given
    session   M1                                             OK
    bet       M1  100.00  tx=w1  round=w                     OK
    redeem    M1  CAPPED                                     redeemed
    bet       M1  300.00  tx=w2  round=w                     OK
    win       M1  0.00    tx=w3  round=w  spins=1            OK
    position  M1  own=900.00
    spin      M1  400.00  tx=w4  round=w  closed=yes         OK
    position  M1  own=1000.00                                // a quarter of the win
  `));

test('leaves a free spin to the paid bets of before it when it is undone beside a later bet', () =>
  story(`
    give      M1  1000.00                                    given
    session   M1                                             OK
    bet       M1  100.00  tx=v1  round=v                     OK
    win       M1  0.00    tx=v2  round=v  spins=2            OK
    spin      M1  400.00  tx=v3  round=v  left=1             OK
    redeem    M1  CAPPED                                     redeemed
    bet       M1  300.00  tx=v4  round=v                     OK
    position  M1  own=1300.00
    rollback  M1  ref=v3-win  tx=v5  round=v                 OK
    position  M1  own=900.00
    spin      M1  200.00  tx=v6  round=v  left=0             OK
    position  M1  own=950.00                                 // granted before both bets had a result
  `));

test('lets other own money leave after a day, and puts the later win under the cap', () =>
  story(`
    give      M1  1000.00                                    given
    session   M1                                             OK
    redeem    M1  CAPPED                                     redeemed
    betwin    M1  240.00  240.00  round=x                    OK
    bet       M1  10.00   tx=x1  round=x1                    OK
    win       M1  0.00    tx=x2  ref=x1  round=x1  spins=8   OK
    position  M1  own=1000.00  limit=1200.00
    withdraw  M1  500.00                                     WITHDRAW_FREE_SPINS
    hours     25  round=x1                                   passed
    position  M1  limit=1000.00
    withdraw  M1  1000.01                                    WITHDRAW_FREE_SPINS
    withdraw  M1  1000.00                                    requested
    bank-says  M1  paid                                      settled
    position  M1  lines=1  limit=0.00
    spin      M1  960.00  tx=x3  round=x1  closed=yes        OK
    position  M1  limit=200.00  worth=1000.00
    withdraw  M1  200.01                                     INSUFFICIENT_FUNDS
    withdraw  M1  200.00                                     requested
    balance   M1  game=0.00  residual=800.00
  `));

test('leaves an own stake that is open for a day out of the limit of a cap', () =>
  story(`
    give      M1  300.00                                     given
    session   M1                                             OK
    bet       M1  150.00  tx=z1  round=z1                    OK
    redeem    M1  CAPPED                                     redeemed
    betwin    M1  200.00  800.00  round=z2                   OK
    betwin    M1  100.00  100.00  round=z4                   OK
    hours     25  round=z1                                   passed
    position  M1  own=150.00  limit=350.00
    withdraw  M1  350.01                                     WITHDRAW_ABOVE_CAP
    win       M1  300.00  tx=z3  round=z1  closed=yes        OK
    position  M1  own=450.00  limit=650.00
  `));

test('binds a free round of its own to an ended bonus beside an open code, also when its win comes later', () =>
  story(`
    transfer  E1  from=M1  amount=100.00                       made
    slip      M1  E1                                           credited
    session   M1                                               OK
    redeem    M1  CAPPED                                       redeemed
    bet       M1  100.00  tx=aa1  round=aa                     OK
    win       M1  0.00    tx=aa2  ref=aa1  round=aa  closed=yes  OK
    cancel    M1                                               cancelled
    position  M1  lines=1
    balance   M1  game=50.00
    spin      M1  700.00  tx=ab1  round=ab  closed=yes         OK
    balance   M1  game=150.00
    bet       M1  0.00  free=yes  tx=ac1  round=ac             OK
    win       M1  700.00  ref=ac1  tx=ac2  round=ac  closed=yes  OK
    balance   M1  game=150.00
  `));

test('binds a spin of an open round to an ended bonus beside an open code, also when its win comes later', () =>
  story(`
    transfer  F1  from=M1  amount=100.00                       made
    slip      M1  F1                                           credited
    session   M1                                               OK
    redeem    M1  CAPPED                                       redeemed
    bet       M1  100.00  tx=ba1  round=ba                     OK
    win       M1  0.00    tx=ba2  ref=ba1  round=ba            OK
    hours     25  round=ba                                     passed
    cancel    M1                                               cancelled
    position  M1  lines=1
    balance   M1  game=50.00
    bet       M1  0.00  free=yes  tx=ba3  round=ba             OK
    win       M1  700.00  tx=ba4  ref=ba3  round=ba  closed=yes  OK
    balance   M1  game=150.00                                  // as if it had been played before
  `));

test('passes the audit', async () => assert.deepEqual(await audit(database), []));
