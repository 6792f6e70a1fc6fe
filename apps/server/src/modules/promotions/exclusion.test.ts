// An exclusion ends a bonus without a loophole and without removing the member's own money.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { baht } from '@chaba/money';

import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { createSession } from '#testing/factories';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';
import { ensureItemCode } from '#modules/item-codes';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
await offerBonuses(app);
const free = { code: 'FREE', amount: baht(50), coins: 0n, turnoverTimes: 0, withdrawCap: baht(200), usesPerMember: 5 };
await ensureItemCode(database, site.id, free);
const commands: Commands = {
  ...walletCommands(app),
  ...bankCommands(bank),
  ...operatorCommands(app),
  ...bonusCommands(app),
  /** Seven months pass, the exclusion is over, and the member signs in. */
  async over(given, { at }) {
    const member = await given.member(at(0));
    const { id } = member;
    await database.owner.execute(sql`
      with paused as (update member set play_break_until = now() where member_id = ${id}),
        bound as (update turnover_requirement set created_at = created_at - interval '7 months' where member_id = ${id})
      update game_round set opened_at = opened_at - interval '7 months' where member_id = ${id}`);
    Object.assign(member, { token: await createSession(database, site.id, id) });
    return 'over';
  },
};
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

test('forfeits a bonus when an exclusion begins and lets own money out', () =>
  story(`
    transfer  A1  from=M1  amount=150.00                made
    slip      M1  A1                                    credited
    session   M1                                        OK
    betwin    M1  100.00  400.00  round=a               OK
    balance   M1  game=600.00
    exclude   M1  6m                                    paused
    balance   M1  game=150.00
    bonus     M1  state=cancelled  reasons=granted+by_exclusion
    withdraw  M1  150.00                                requested          // turnover not met; an operator decides
  `));

test('charges what a bonus paid for undone own money when all is lost under an exclusion', () =>
  story(`
    give      M1  100.00                                given
    session   M1                                        OK
    betwin    M1  100.00  300.00  round=j1              OK
    betwin    M1  300.00  0.00  round=j2                OK
    transfer  J1  from=M1  amount=100.00                made
    slip      M1  J1                                    credited
    betwin    M1  200.00  700.00  round=j3              OK
    bet       M1  400.00  tx=j4  round=j4               OK
    adjust    M1  0.00  ref=j1-win  tx=j5  round=j1     OK
    exclude   M1  6m                                    paused
    balance   M1  game=0.00  receivable=0.00
    win       M1  0.00  tx=j6  round=j4  closed=yes     OK
    bonus     M1  state=lost
    balance   M1  game=0.00  receivable=-200.00         // 300 of own money, of which the deposit paid 100
  `));

test('keeps a bonus when a time-out begins', () =>
  story(`
    transfer  B1  from=M1  amount=100.00                made
    slip      M1  B1                                    credited
    exclude   M1  30d                                   paused
    job                                                 done
    bonus     M1  state=active
    balance   M1  game=200.00
  `));

test('keeps a prize that arrives after the exclusion, while its bonus ends', () =>
  story(`
    transfer  P1  from=M1  amount=100.00                made
    slip      M1  P1                                    credited
    session   M1                                        OK
    bet       M1  150.00  tx=p1  round=p                OK
    exclude   M1  1y                                    paused
    award     M1  400.00  tx=p2  round=q                OK
    win       M1  500.00  tx=p3  round=p  closed=yes    OK
    job                                                 done
    bonus     M1  state=cancelled  reasons=granted+by_exclusion
    balance   M1  game=500.00                           // the deposit and the prize
  `));

test('keeps such a prize beside the turnover of a deposit after the bonus', () =>
  story(`
    transfer  Y1  from=M1  amount=100.00                made
    slip      M1  Y1                                    credited
    transfer  Y2  from=M1  amount=90.00                 made
    slip      M1  Y2                                    credited
    session   M1                                        OK
    position  M1  lines=2
    bet       M1  150.00  tx=y1  round=y                OK
    exclude   M1  1y                                    paused
    award     M1  400.00  tx=y2  round=y0               OK
    win       M1  500.00  tx=y3  round=y  closed=yes    OK
    job                                                 done
    bonus     M1  state=cancelled  reasons=granted+by_exclusion
    balance   M1  game=590.00                           // both deposits and the prize
  `));

test('puts such a prize under the cap of a code after the bonus', () =>
  story(`
    transfer  Z1  from=M1  amount=100.00                made
    slip      M1  Z1                                    credited
    session   M1                                        OK
    bet       M1  150.00  tx=z1  round=z1               OK
    redeem    M1  FREE                                  redeemed
    wheel     M1                                        claimed
    exclude   M1  1y                                    paused
    award     M1  400.00  tx=z2  round=z2               OK
    win       M1  500.00  tx=z3  round=z1  closed=yes   OK
    job                                                 done
    balance   M1  game=590.00                           // the deposit, the code, the wheel's prize and the prize
    position  M1  limit=340.00                          // the deposit, the wheel's prize and the cap of the code
    award     M1  70.00  tx=z4  round=z4                OK
    position  M1  limit=340.00
  `));

test('puts such a prize under the cap of each code after a code that ends', () =>
  story(`
    give      M1  200.00                                given
    redeem    M1  PLAIN                                 redeemed
    session   M1                                        OK
    bet       M1  10.00  tx=v1  round=v1                OK
    redeem    M1  FREE                                  redeemed
    redeem    M1  FREE                                  redeemed
    cap       500.00                                    done
    exclude   M1  1y                                    paused
    award     M1  400.00  tx=v2  round=v2               OK
    award     M1  600.00  tx=v3  round=v3               OK
    award     M1  700.00  tx=v4  round=v4               OK
    decide    v3  refused                               refused
    decide    v4  released                              released
    cap       1000000.00                                done
    win       M1  10.00  tx=v5  round=v1  closed=yes    OK
    job                                                 done
    balance   M1  game=1400.00
    position  M1  own=250.00+250.00  limit=450.00       // beside each code 200 and the other one
  `));

test('leaves a prize that is older than the code to the bonus', () =>
  story(`
    transfer  W1  from=M1  amount=100.00                made
    slip      M1  W1                                    credited
    session   M1                                        OK
    bet       M1  150.00  tx=w1  round=w1               OK
    award     M1  30.00  tx=w2  round=w2                OK
    redeem    M1  FREE                                  redeemed
    award     M1  40.00  tx=w3  round=w3                OK
    exclude   M1  1y                                    paused
    award     M1  60.00  tx=w4  round=w4                OK
    win       M1  150.00  tx=w5  round=w1  closed=yes   OK
    job                                                 done
    balance   M1  game=210.00                           // the deposit, the code and the last prize
    position  M1  limit=300.00
  `));

test('leaves a prize that is older than the code and the bonus outside the cap', () =>
  story(`
    session   M1                                        OK
    award     M1  80.00  tx=u1  round=u1                OK
    transfer  U1  from=M1  amount=100.00                made
    slip      M1  U1                                    credited
    bet       M1  150.00  tx=u2  round=u2               OK
    redeem    M1  FREE                                  redeemed
    exclude   M1  1y                                    paused
    award     M1  60.00  tx=u3  round=u3                OK
    win       M1  150.00  tx=u4  round=u2  closed=yes   OK
    job                                                 done
    balance   M1  game=290.00
    position  M1  limit=380.00
  `));

test('counts what such a prize paid for lost own money towards the cap', () =>
  story(`
    give      M1  100.00                                given
    session   M1                                        OK
    betwin    M1  100.00  300.00  round=s               OK
    bet       M1  300.00  tx=s1  round=s1               OK
    transfer  S1  from=M1  amount=100.00                made
    slip      M1  S1                                    credited
    redeem    M1  FREE                                  redeemed
    exclude   M1  6m                                    paused
    adjust    M1  0.00  ref=s-win  tx=s2  round=s       OK
    balance   M1  game=0.00  receivable=-50.00
    award     M1  400.00  tx=s3  round=s3               OK
    win       M1  0.00  tx=s4  round=s1  closed=yes     OK
    job                                                 done
    balance   M1  game=250.00  receivable=0.00
    position  M1  limit=0.00                            // deposits of 200, of which 400 were lost
  `));

test('puts play after the exclusion under the cap of a code after a bonus that still ends', () =>
  story(`
    transfer  O1  from=M1  amount=100.00                made
    slip      M1  O1                                    credited
    session   M1                                        OK
    bet       M1  150.00  tx=o1  round=o1               OK
    redeem    M1  FREE                                  redeemed
    exclude   M1  6m                                    paused
    over      M1                                        over
    session   M1                                        OK
    betwin    M1  100.00  900.00  round=o2              OK
    win       M1  0.00  tx=o3  round=o1  closed=yes     OK
    job                                                 done
    bonus     M1  state=cancelled  reasons=granted+by_exclusion
    balance   M1  game=800.00
    position  M1  own=0.00  limit=200.00                // the deposit is lost, the winnings are under the cap
  `));

test('leaves losses after the exclusion outside own money of a code after the bonus', () =>
  story(`
    transfer  N1  from=M1  amount=100.00                made
    slip      M1  N1                                    credited
    session   M1                                        OK
    bet       M1  150.00  tx=n1  round=n1               OK
    redeem    M1  FREE                                  redeemed
    exclude   M1  6m                                    paused
    over      M1                                        over
    session   M1                                        OK
    betwin    M1  80.00  0.00  round=n2                 OK
    win       M1  500.00  tx=n3  round=n1  closed=yes   OK
    job                                                 done
    balance   M1  game=70.00                            // the deposit and the code, less the loss
    position  M1  own=100.00  limit=300.00
  `));

test('puts a free round of a campaign, and a bet without a result, under the cap of such a code', () =>
  story(`
    session   M1                                        OK
    give      M1  40.00                                 given
    bet       M1  40.00  tx=m0  round=m0                OK
    transfer  L1  from=M1  amount=100.00                made
    slip      M1  L1                                    credited
    bet       M1  150.00  tx=m1  round=m1               OK
    redeem    M1  FREE                                  redeemed
    exclude   M1  6m                                    paused
    over      M1                                        over
    session   M1                                        OK
    spin      M1  600.00  tx=m2  round=m2  campaign=c1  closed=yes  OK
    bet       M1  30.00  tx=m3  round=m3                OK
    hours     25  round=m3                              passed
    win       M1  500.00  tx=m4  round=m1  closed=yes   OK
    job                                                 done
    bonus     M1  state=cancelled  reasons=granted+by_exclusion
    position  M1  own=100.00                            // the deposit; the stake of before is out
    win       M1  700.00  tx=m5  round=m3  closed=yes   OK
    position  M1  own=100.00
    win       M1  90.00  tx=m6  round=m0  closed=yes    OK
    position  M1  own=190.00                            // the stake of before won 90
  `));

test('counts play after the exclusion for a deposit beside a bonus that still ends', () =>
  story(`
    transfer  D1  from=M1  amount=100.00                made
    slip      M1  D1                                    credited
    session   M1                                        OK
    bet       M1  150.00  tx=d1  round=d1               OK
    exclude   M1  6m                                    paused
    over      M1                                        over
    transfer  D2  from=M1  amount=100.00                made
    slip      M1  D2                                    credited
    session   M1                                        OK
    turnover  M1  need=500.00  now=0.00
    bet       M1  80.00  tx=d2  round=d2                OK
    win       M1  80.00  tx=d3  round=d2  closed=yes    OK
    turnover  M1  need=500.00  now=80.00
    rollback  M1  ref=d3  tx=d4  round=d2               OK
    turnover  M1  need=500.00  now=0.00
    win       M1  80.00  tx=d5  round=d2  closed=yes    OK
    win       M1  150.00  tx=d6  round=d1  closed=yes   OK
    job                                                 done
    bonus     M1  state=cancelled  reasons=granted+by_exclusion
    turnover  M1  need=100.00  now=80.00
  `));

test('forfeits a bonus as soon as the last bet is settled', () =>
  story(`
    transfer  C1  from=M1  amount=100.00                made
    slip      M1  C1                                    credited
    session   M1                                        OK
    bet       M1  150.00  tx=c1  round=c                OK
    exclude   M1  1y                                    paused
    job                                                 done
    bonus     M1  state=active
    win       M1  500.00  tx=c2  round=c  closed=yes    OK
    bonus     M1  state=active
    job                                                 done
    bonus     M1  state=cancelled  reasons=granted+by_exclusion
    balance   M1  game=100.00
  `));

test('forfeits a bonus even if a bet before the exclusion meets its turnover', () =>
  story(`
    transfer  X1  from=M1  amount=100.00                made
    slip      M1  X1                                    credited
    session   M1                                        OK
    betwin    M1  200.00  200.00  round=g               OK
    bet       M1  200.00  tx=g1  round=h                OK
    exclude   M1  6m                                    paused
    win       M1  500.00  tx=g2  round=h  closed=yes    OK
    bonus     M1  state=complete
    withdraw  M1  100.00                                requested
    bonus     M1  state=cancelled  reasons=granted+turnover_met+by_exclusion
    balance   M1  game=0.00  withdrawalHeld=100.00
  `));

test('keeps a met bonus whose last bet is settled anew during the exclusion', () =>
  story(`
    transfer  T1  from=M1  amount=100.00                made
    slip      M1  T1                                    credited
    session   M1                                        OK
    betwin    M1  200.00  200.00  round=t               OK
    bet       M1  200.00  tx=t1  round=u                OK
    win       M1  300.00  tx=t2  round=u  closed=yes    OK
    exclude   M1  6m                                    paused
    rollback  M1  ref=t2  tx=t3  round=u                OK
    job                                                 done
    withdraw  M1  100.00                                WITHDRAW_BONUS_ENDING
    win       M1  350.00  tx=t4  round=u  closed=yes    OK
    job                                                 done
    bonus     M1  state=complete
    balance   M1  game=350.00
  `));

test('ends two codes of which the newer one leaves nothing', () =>
  story(`
    redeem    M1  PLAIN                                 redeemed
    redeem    M1  CAPPED                                redeemed
    session   M1                                        OK
    bet       M1  30.00  tx=k1  round=k                 OK
    exclude   M1  6m                                    paused
    win       M1  0.00  tx=k2  round=k  closed=yes      OK
    balance   M1  game=40.00
    job                                                 done
    balance   M1  game=0.00
    position  M1  lines=0
  `));

test('removes the money of codes and its winnings and keeps earlier money', () =>
  story(`
    give      M1  300.00                                given
    redeem    M1  CAPPED                                redeemed
    redeem    M1  PLAIN                                 redeemed
    session   M1                                        OK
    betwin    M1  10.00  510.00  round=d                OK
    balance   M1  game=870.00
    exclude   M1  forever                               paused
    balance   M1  game=300.00
    position  M1  lines=0
  `));

test('counts a loss once when a bonus and a code are forfeited together', () =>
  story(`
    transfer  E1  from=M1  amount=100.00                made
    slip      M1  E1                                    credited
    redeem    M1  CAPPED                                redeemed
    session   M1                                        OK
    betwin    M1  30.00  0.00  round=e                  OK
    exclude   M1  6m                                    paused
    balance   M1  game=70.00
    turnover  M1  need=70.00  now=0.00                  // of the deposit
  `));

test('keeps the whole deposit when a bonus and a code are forfeited after a win', () =>
  story(`
    transfer  F1  from=M1  amount=100.00                made
    slip      M1  F1                                    credited
    redeem    M1  CAPPED                                redeemed
    affiliate  M1  25.00                                claimed
    session   M1                                        OK
    betwin    M1  30.00  530.00  round=f                OK
    exclude   M1  6m                                    paused
    balance   M1  game=125.00
  `));

test('keeps the deposit of a bonus that began after a code', () =>
  story(`
    redeem    M1  PLAIN                                 redeemed
    transfer  Q1  from=M1  amount=100.00                made
    slip      M1  Q1                                    credited
    exclude   M1  6m                                    paused
    balance   M1  game=100.00
  `));

test('removes a bonus beside a stake that is open for more than a day', () =>
  story(`
    transfer  R1  from=M1  amount=100.00                made
    slip      M1  R1                                    credited
    session   M1                                        OK
    betwin    M1  200.00  200.00  round=r1              OK
    betwin    M1  200.00  200.00  round=r2              OK
    bet       M1  100.00  tx=r3  round=r3               OK
    transfer  R2  from=M1  amount=100.00                made
    slip      M1  R2                                    credited
    hours     25  round=r3                              passed
    exclude   M1  6m                                    paused
    balance   M1  game=200.00                           // the stake returns without the second bonus
    win       M1  200.00  tx=r4  round=r3  closed=yes   OK
    balance   M1  game=400.00
  `));

test('keeps a bonus whose turnover is done', () =>
  story(`
    transfer  G1  from=M1  amount=100.00                made
    slip      M1  G1                                    credited
    session   M1                                        OK
    betwin    M1  200.00  200.00  round=g               OK
    betwin    M1  200.00  250.00  round=h               OK
    bonus     M1  state=complete
    exclude   M1  6m                                    paused
    bonus     M1  state=complete
    balance   M1  game=250.00
  `));

test('repays a debt from own money', () =>
  story(`
    give      M1  100.00                                given
    session   M1                                        OK
    betwin    M1  100.00  300.00  round=z               OK
    bet       M1  300.00  tx=h1  round=h                OK
    transfer  H1  from=M1  amount=100.00                made
    slip      M1  H1                                    credited
    adjust    M1  50.00  ref=z-win  tx=h2  round=z      OK
    balance   M1  game=0.00  receivable=-50.00
    exclude   M1  6m                                    paused
    win       M1  200.00  tx=h3  round=h  closed=yes    OK
    balance   M1  game=150.00  receivable=0.00
    job                                                 done
    balance   M1  game=50.00                            // 300 of own money, less 250 and less 100 that were lost, and the deposit
  `));

test('forfeits a bonus after its last bet also when the exclusion is over by then', async () => {
  await story(`
    transfer  I1  from=M1  amount=100.00                made
    slip      M1  I1                                    credited
    session   M1                                        OK
    bet       M1  50.00  tx=i1  round=i                 OK
    exclude   M1  6m                                    paused
  `);
  const { id } = await database.owner.one<{ id: bigint }>(sql`
    update member set play_break_until = now() where member_id = (
      select member_id from bonus_grant where site_id = ${site.id} order by granted_at desc limit 1) returning member_id as id`);
  const findState = async () =>
    (
      await database.one<{ state: string }>(sql`
      select state from turnover_requirement where member_id = ${id} and source = 'BONUS'`)
    ).state;
  await commands['job']?.({} as never, {} as never);
  assert.equal(await findState(), 'active');
  await database.execute(sql`update game_round set state = 'void' where member_id = ${id}`);
  await commands['job']?.({} as never, {} as never);
  assert.equal(await findState(), 'cancelled');
});
