// Own money and bonus money: winnings of a bonus belong to the bonus; own money is bound by no cap and lost with no
// bonus.

import { test } from 'node:test';

import { baht, zeroMoney } from '@chaba/money';

import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';
import { ensureItemCode } from '#modules/item-codes';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
await offerBonuses(app);
const commands = { ...walletCommands(app), ...bankCommands(bank), ...operatorCommands(app), ...bonusCommands(app) };
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

test('removes a prize won under a bonus with the bonus', () =>
  story(`
    transfer  A1  from=M1  amount=100.00                made
    slip      M1  A1                                    credited
    session   M1                                        OK
    award     M1  500.00  tx=p1                         OK
    balance   M1  game=700.00
    cancel    M1                                        cancelled
    balance   M1  game=100.00
  `));

test('removes a held win and later free spins of a bonus round with the bonus', () =>
  story(`
    transfer  B1  from=M1  amount=100.00                made
    slip      M1  B1                                    credited
    session   M1                                        OK
    cap       300.00                                    done
    bet       M1  50.00  tx=b1  round=b                 OK
    win       M1  400.00  tx=b2  round=b                OK
    balance   M1  game=150.00  winsHeld=400.00
    cancel    M1                                        BONUS_HAS_OPEN_BET     // a win is held
    decide    b2  released                              released
    cancel    M1                                        BONUS_HAS_OPEN_BET     // the round may still pay
    win       M1  90.00  tx=b3  round=b  free=yes  closed=yes  OK
    cancel    M1                                        cancelled
    balance   M1  game=100.00
    cap       1000000.00                                done
  `));

test('returns a stake placed before a bonus as own money without counting it for the bonus', () =>
  story(`
    give      M1  1000.00                               given
    session   M1                                        OK
    bet       M1  400.00  tx=c1  round=c                OK
    transfer  C1  from=M1  amount=100.00                made
    slip      M1  C1                                    credited
    turnover  M1  need=400.00  now=0.00
    win       M1  900.00  tx=c2  round=c  closed=yes    OK
    turnover  M1  need=400.00  now=0.00
    cancel    M1                                        cancelled
    balance   M1  game=1600.00                          // 600 and 900 of own money, and the deposit
  `));

test('counts a lost stake from before a bonus as lost own money', () =>
  story(`
    give      M1  1000.00                               given
    session   M1                                        OK
    bet       M1  400.00  tx=d1  round=d                OK
    transfer  D1  from=M1  amount=100.00                made
    slip      M1  D1                                    credited
    win       M1  0.00  tx=d2  round=d  closed=yes      OK
    bet       M1  150.00  tx=d3  round=e                OK
    win       M1  350.00  tx=d4  round=e  closed=yes    OK
    cancel    M1                                        cancelled
    balance   M1  game=700.00                           // 600 and the deposit; 200 were won on the bonus
  `));

test('follows a corrected or reversed result from before a bonus', () =>
  story(`
    give      M1  1000.00                               given
    session   M1                                        OK
    bet       M1  400.00  tx=e1  round=e                OK
    transfer  E1  from=M1  amount=100.00                made
    slip      M1  E1                                    credited
    win       M1  900.00  tx=e2  round=e  closed=yes    OK
    adjust    M1  700.00  ref=e2  tx=e3  round=e        OK
    position  M1  own=1300.00                           // 600 and 700
    rollback  M1  ref=e2  tx=e4  round=e                OK
    position  M1  own=1000.00                           // the stake is open again
    win       M1  500.00  tx=e5  round=e  closed=yes    OK
    cancel    M1                                        cancelled
    balance   M1  game=1200.00
  `));

test('splits the payout of a round with bets before and after a bonus by stakes', () =>
  story(`
    give      M1  1000.00                               given
    session   M1                                        OK
    bet       M1  300.00  tx=f1  round=f                OK
    transfer  F1  from=M1  amount=100.00                made
    slip      M1  F1                                    credited
    bet       M1  100.00  tx=f2  round=f                OK
    win       M1  800.00  tx=f3  round=f  closed=yes    OK
    turnover  M1  need=400.00  now=100.00
    position  M1  own=1300.00                           // 700, and three quarters of 800
    cancel    M1                                        cancelled
    balance   M1  game=1400.00
  `));

test('keeps a prize and a held win of a round from before a bonus as own money', () =>
  story(`
    give      M1  1000.00                               given
    session   M1                                        OK
    cap       500.00                                    done
    bet       M1  100.00  tx=g1  round=g                OK
    bet       M1  100.00  tx=g3  round=h                OK
    transfer  G1  from=M1  amount=100.00                made
    slip      M1  G1                                    credited
    win       M1  600.00  tx=g2  round=g  closed=yes    OK
    win       M1  700.00  tx=g4  round=h  closed=yes    OK
    position  M1  own=2100.00                           // 800 and both wins
    decide    g2  released                              released
    decide    g4  refused                               refused
    position  M1  own=1400.00
    cancel    M1                                        cancelled
    balance   M1  game=1500.00
    cap       1000000.00                                done
  `));

test('excludes earlier own money from the cap of a code', () =>
  story(`
    give      M1  1000.00                               given
    redeem    M1  CAPPED                                redeemed
    position  M1  own=1000.00  limit=1200.00
    session   M1                                        OK
    bet       M1  100.00  tx=h1  round=h                OK
    redeem    M1  PLAIN                                 redeemed
    position  M1  own=1020.00+1050.00  limit=1220.00
  `));

test('excludes later own money from an existing cap', () =>
  story(`
    redeem    M1  CAPPED                                redeemed
    position  M1  limit=200.00
    affiliate  M1  70.00                                claimed
    position  M1  limit=270.00
    cashback  M1  30.00                                 claimed
    position  M1  limit=300.00
    wheel     M1                                        claimed
    position  M1  limit=340.00
    redeem    M1  PLAIN                                 redeemed
    position  M1  limit=360.00
    transfer  I1  from=M1  amount=500.00                made
    slip      M1  I1                                    parked
    position  M1  limit=360.00                          // parked money has no effect
    release   M1                                        released
    position  M1  limit=860.00
  `));

test('keeps own money credited after a loss when the bonus is forfeited', () =>
  story(`
    transfer  J1  from=M1  amount=100.00                made
    slip      M1  J1                                    credited
    session   M1                                        OK
    bet       M1  190.00  tx=j1  round=j                OK
    win       M1  0.00  tx=j2  round=j  closed=yes      OK
    affiliate  M1  50.00                                claimed
    balance   M1  game=60.00
    cancel    M1                                        cancelled
    balance   M1  game=50.00                            // ten are left of the bonus
  `));

test('does not restore a lost deposit from later own money', () =>
  story(`
    transfer  K1  from=M1  amount=100.00                made
    slip      M1  K1                                    credited
    session   M1                                        OK
    bet       M1  150.00  tx=k1  round=k                OK
    win       M1  0.00  tx=k2  round=k  closed=yes      OK
    affiliate  M1  1.00                                 claimed
    bet       M1  51.00  tx=k3  round=l                 OK
    win       M1  120.00  tx=k4  round=l  closed=yes    OK
    cancel    M1                                        cancelled
    balance   M1  game=1.00
  `));

test('counts a returned withdrawal once for requirements before and after it', () =>
  story(`
    give      M1  1000.00                               given
    redeem    M1  PLAIN                                 redeemed
    session   M1                                        OK
    betwin    M1  20.00  20.00  round=l                 OK
    withdraw  M1  200.00                                requested
    redeem    M1  PLAIN                                 redeemed
    position  M1  own=1020.00+820.00
    refuse    M1                                        rejected
    position  M1  own=1020.00+1020.00                   // the second line began without the 200
    betwin    M1  20.00  20.00  round=m                 OK
    withdraw  M1  200.00                                requested
    redeem    M1  PLAIN                                 redeemed
    position  M1  own=1040.00+1040.00+840.00
    bank-says  M1  failed                               settled
    position  M1  own=1040.00+1040.00+840.00            // parked in the main wallet
    release   M1                                        released
    position  M1  own=1040.00+1040.00+1040.00
    betwin    M1  20.00  20.00  round=n                 OK
    withdraw  M1  100.00                                requested
    bank-says  M1  failed                               settled
    redeem    M1  CAPPED                                redeemed
    transfer  L1  from=M1  amount=300.00                made
    slip      M1  L1                                    parked
    release   M1  key=L                                 released
    position  M1  own=1390.00+1390.00+1390.00+1360.00+0.00  // 400 for the line that began meanwhile, 300 for those before
  `));

test('keeps the money of a code when a bonus is forfeited and caps the remainder', () =>
  story(`
    transfer  N1  from=M1  amount=100.00                made
    slip      M1  N1                                    credited
    redeem    M1  CAPPED                                redeemed
    position  M1  own=50.00+200.00  limit=400.00
    session   M1                                        OK
    betwin    M1  50.00  350.00  round=n                OK
    cancel    M1                                        cancelled
    balance   M1  game=150.00
    position  M1  limit=300.00                          // the deposit and the cap of the code
  `));

test('repays a debt from own money before a bonus', () =>
  story(`
    give      M1  100.00                                given
    session   M1                                        OK
    bet       M1  100.00  tx=o1  round=o                OK
    win       M1  300.00  tx=o2  round=o  closed=yes    OK
    bet       M1  290.00  tx=o3  round=p                OK
    transfer  O1  from=M1  amount=100.00                made
    slip      M1  O1                                    credited
    adjust    M1  0.00  ref=o2  tx=o4  round=o          OK
    balance   M1  game=0.00  receivable=-90.00
    win       M1  400.00  tx=o5  round=p  closed=yes    OK
    balance   M1  game=310.00  receivable=0.00
    position  M1  own=110.00                            // 300, less 300, and 110 that were won
    cancel    M1                                        cancelled
    balance   M1  game=210.00
  `));

test('loses no own money when coins alone arrive', async () => {
  const coins = { code: 'COINS', amount: zeroMoney, coins: 3n, turnoverTimes: 0, withdrawCap: undefined };
  await database.transaction((tx) => ensureItemCode(tx, site.id, { ...coins, usesPerMember: 1 }));
  await story(`
    session   M1                                        OK
    redeem    M1  CAPPED                                redeemed
    redeem    M1  PLAIN                                 redeemed
    bet       M1  70.00  tx=z1  round=z                 OK
    win       M1  0.00   tx=z2  round=z  spins=1        OK
    position  M1  limit=220.00
    redeem    M1  COINS                                 redeemed
    position  M1  limit=220.00
  `);
});

test('counts a deposit that is sent back from money under a cap as paid there', () =>
  story(`
    transfer  T9  from=M1  amount=90.00                 made
    slip      M1  T9                                    credited
    session   M1                                        OK
    betwin    M1  90.00   0.00    round=y1              OK
    redeem    M1  CAPPED                                redeemed
    betwin    M1  50.00   450.00  round=y2              OK
    betwin    M1  250.00  250.00  round=y3              OK
    position  M1  limit=200.00
    dispute   T9                                        disputed
    send-back  T9                                       returned
    balance   M1  game=360.00
    position  M1  limit=110.00
  `));

test('lets a debt that winnings of a code repaid use its cap', () =>
  story(`
    give      M1  100.00                                given
    session   M1                                        OK
    bet       M1  100.00  tx=d1  round=d                OK
    win       M1  300.00  tx=d2  round=d  closed=yes    OK
    betwin    M1  300.00  0.00  round=e                 OK
    redeem    M1  CAPPED                                redeemed
    bet       M1  50.00  tx=d4  round=f                 OK
    adjust    M1  200.00  ref=d2  tx=d3  round=d        OK
    balance   M1  game=0.00  receivable=-100.00
    win       M1  550.00  tx=d5  round=f  closed=yes    OK
    betwin    M1  250.00  250.00  round=h               OK
    balance   M1  game=450.00  receivable=0.00
    position  M1  limit=100.00                          // 100 of the cap of 200 paid the debt
    withdraw  M1  101.00                                WITHDRAW_ABOVE_CAP
    withdraw  M1  100.00                                requested
    balance   M1  game=0.00  withdrawalHeld=450.00
  `));

test('lets the member owe what a cancelled bonus paid for own money that is on its way', () =>
  story(`
    give      M1  300.00                                given
    session   M1                                        OK
    bet       M1  100.00  tx=g1  round=g                OK
    win       M1  400.00  tx=g2  round=g  closed=yes    OK
    withdraw  M1  500.00                                requested
    transfer  V1  from=M1  amount=100.00                made
    slip      M1  V1                                    credited
    adjust    M1  0.00  ref=g2  tx=g3  round=g          OK
    balance   M1  game=0.00  receivable=-100.00
    cancel    M1                                        cancelled
    balance   M1  game=0.00  receivable=-200.00         // 500 are on their way, and 300 are the member's
    refuse    M1                                        rejected
    balance   M1  game=300.00  receivable=0.00
  `));

test('lets the member owe what a code paid that an exclusion ends', () =>
  story(`
    give      M1  100.00                                given
    session   M1                                        OK
    bet       M1  100.00  tx=k1  round=k                OK
    win       M1  300.00  tx=k2  round=k  closed=yes    OK
    withdraw  M1  300.00                                requested
    redeem    M1  PLAIN                                 redeemed
    adjust    M1  290.00  ref=k2  tx=k3  round=k        OK
    exclude   M1  6m                                    paused
    balance   M1  game=0.00  receivable=-10.00
    refuse    M1                                        rejected
    balance   M1  game=290.00  receivable=0.00
  `));

test('counts what a held removal returns for losses under both caps as no own money of the second code', async () => {
  const code = { amount: baht(50), coins: 0n, turnoverTimes: 0, withdrawCap: baht(200), usesPerMember: 2 };
  await database.transaction((tx) => ensureItemCode(tx, site.id, { ...code, code: 'FREE' }));
  await story(`
    redeem    M1  FREE                                  redeemed
    session   M1                                        OK
    betwin    M1  50.00  600.00  round=r1               OK
    withdraw  M1  100.00                                requested
    balance   M1  game=100.00  withdrawalHeld=500.00
    redeem    M1  FREE                                  redeemed
    betwin    M1  40.00  0.00  round=r2                 OK
    bank-says  M1  paid                                 settled
    balance   M1  game=150.00  residual=360.00
    award     M1  400.00  tx=r3                         OK
    position  M1  limit=300.00                          // the first cap let 200 out, of which 100 left
    withdraw  M1  300.01                                WITHDRAW_ABOVE_CAP
    withdraw  M1  300.00                                requested
  `);
});

test('counts what a held removal returns for an own loss of before as own money of the second code', async () => {
  const code = { amount: baht(50), coins: 0n, turnoverTimes: 0, withdrawCap: baht(200), usesPerMember: 2 };
  await database.transaction((tx) => ensureItemCode(tx, site.id, { ...code, code: 'FREE' }));
  await story(`
    redeem    M1  FREE                                  redeemed
    session   M1                                        OK
    betwin    M1  50.00  600.00  round=s1               OK
    withdraw  M1  100.00                                requested
    bet       M1  40.00  tx=s2  round=s2                OK
    redeem    M1  FREE                                  redeemed
    win       M1  0.00  tx=s3  round=s2  closed=yes     OK
    bank-says  M1  paid                                 settled
    balance   M1  game=150.00  residual=360.00
    award     M1  400.00  tx=s4                         OK
    position  M1  limit=300.00
  `);
});

test('keeps winnings of a second code under its cap when the cap of the first removes the rest', async () => {
  const code = { amount: baht(50), coins: 0n, turnoverTimes: 0, withdrawCap: baht(200), usesPerMember: 2 };
  await database.transaction((tx) => ensureItemCode(tx, site.id, { ...code, code: 'FREE' }));
  await story(`
    redeem    M1  FREE                                  redeemed
    session   M1                                        OK
    betwin    M1  50.00  200.00  round=l                OK
    withdraw  M1  100.00                                requested
    bet       M1  50.00  tx=m1  round=m                 OK
    bank-says  M1  paid                                 settled           // the cap closes after the round
    redeem    M1  FREE                                  redeemed
    win       M1  0.00  tx=m2  round=m  closed=yes      OK
    betwin    M1  100.00  1000.00  round=n              OK
    withdraw  M1  150.00                                requested
    balance   M1  game=0.00  withdrawalHeld=150.00  residual=850.00
  `);
});

async function storyOfCodes(table: string): Promise<void> {
  const code = { amount: baht(50), coins: 0n, turnoverTimes: 0, withdrawCap: baht(200), usesPerMember: 2 };
  await database.transaction((tx) => ensureItemCode(tx, site.id, { ...code, code: 'FREE' }));
  await story(`cap  1000000.00  done\n${table}`);
}

test('counts what a removal takes of a released win as no own money of a later code', () =>
  storyOfCodes(`
    redeem    M1  FREE                                  redeemed
    session   M1                                        OK
    bet       M1  50.00  tx=a1  round=a                 OK
    win       M1  0.00   tx=a2  round=a  closed=yes     OK                     // the code is lost
    rollback  M1  ref=a2  tx=a3  round=a                OK
    redeem    M1  FREE                                  redeemed
    cap       300.00                                    done
    bet       M1  50.00  tx=b1  round=b                 OK
    win       M1  600.00  tx=b2  round=b  closed=yes    OK
    win       M1  950.00  tx=a4  round=a  closed=yes    OK
    balance   M1  game=0.00  winsHeld=1550.00
    decide    a4  released                              released
    decide    b2  released                              released
    balance   M1  game=800.00  residual=750.00          // the cap of the first code let 200 of its win stay
    position  M1  limit=400.00
    withdraw  M1  400.01                                WITHDRAW_ABOVE_CAP
    withdraw  M1  400.00                                requested
  `));

test('counts stakes under an earlier bonus that are open for a day as no own money of a code', () =>
  storyOfCodes(`
    transfer  Q1  from=M1  amount=100.00                made
    slip      M1  Q1                                    credited
    session   M1                                        OK
    bet       M1  180.00  tx=a1  round=a                OK
    redeem    M1  FREE                                  redeemed
    bet       M1  70.00  tx=b1  round=b                 OK
    win       M1  700.00  tx=b2  round=b  closed=yes    OK
    hours     25  round=a                               passed
    bet       M1  700.00  tx=c1  round=c                OK
    win       M1  700.00  tx=c2  round=c  closed=yes    OK
    hours     25  round=b                               passed
    hours     25  round=c                               passed
    position  M1  limit=220.00                          // the cap and 20 that were not staked
    withdraw  M1  220.01                                WITHDRAW_ABOVE_CAP
    withdraw  M1  220.00                                requested
  `));

test('keeps a stake under an earlier bonus in the own money of a code when money arrives', () =>
  storyOfCodes(`
    transfer  Q2  from=M1  amount=100.00                made
    slip      M1  Q2                                    credited
    session   M1                                        OK
    bet       M1  40.00  tx=a1  round=a                 OK
    redeem    M1  FREE                                  redeemed
    betwin    M1  210.00  0.00  round=b                 OK
    affiliate  M1  60.00                                claimed
    win       M1  0.00   tx=a2  round=a  closed=yes     OK
    award     M1  800.00  tx=p1                         OK
    position  M1  limit=260.00                          // the cap and what arrived
  `));
