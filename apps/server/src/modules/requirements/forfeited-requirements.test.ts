// Requirements are forfeited exactly when the member has no money left to play or withdraw.

import { test } from 'node:test';

import { sql } from '@chaba/database';

import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
await offerBonuses(app);

const commands: Commands = {
  ...walletCommands(app),
  ...bankCommands(bank),
  ...operatorCommands(app),
  ...bonusCommands(app),
  /** The open rounds of the member were opened a day earlier. */
  async day(story, given) {
    const { id } = await story.member(given.at(0));
    await database.execute(sql`update game_round set opened_at = opened_at - interval '25 hours', is_marked_open = true
      where site_id = ${site.id} and member_id = ${id} and state = 'open'`);
    return 'passed';
  },
};
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

test('keeps a capped requirement while a withdrawal holds the money', () =>
  story(`
    redeem    M1  CAPPED                                redeemed
    session   M1                                        OK
    award     M1  950.00  tx=a1                         OK
    betwin    M1  250.00  250.00  round=a               OK
    withdraw  M1  200.00                                requested
    award     M1  1.00  tx=a2                           OK
    position  M1  lines=1  worth=1001.00
    refuse    M1                                        rejected
    position  M1  lines=1  limit=200.00
  `));

test('keeps a requirement while money is in the main wallet', () =>
  story(`
    redeem    M1  CAPPED                                redeemed
    transfer  B1  from=M1  amount=300.00                made
    slip      M1  B1                                    parked
    session   M1                                        OK
    betwin    M1  50.00  0.00  round=b                  OK
    position  M1  lines=1  worth=300.00
    release   M1                                        released
    position  M1  lines=2  limit=500.00
    betwin    M1  300.00  0.00  round=c                 OK
    position  M1  lines=0
  `));

test('keeps a requirement while a round may still pay and forfeits it at the round’s end', () =>
  story(`
    transfer  C1  from=M1  amount=100.00                made
    slip      M1  C1                                    credited
    session   M1                                        OK
    bet       M1  200.00  tx=c1  round=c                OK
    win       M1  0.00  tx=c2  round=c                  OK              // free spins follow
    bonus     M1  state=active
    win       M1  120.00  tx=c3  round=c  free=yes      OK
    bonus     M1  state=active
    bet       M1  120.00  tx=c4  round=d                OK
    win       M1  0.00  tx=c5  round=d  closed=yes      OK
    bonus     M1  state=active                          // the first round is open
    end       M1  round=c                               OK
    bonus     M1  state=lost  reasons=granted+balance_gone
    turnover  M1  need=0.00  now=0.00
  `));

test('keeps a requirement while a win is held and forfeits it when the win is rejected', () =>
  story(`
    transfer  D1  from=M1  amount=100.00                made
    slip      M1  D1                                    credited
    session   M1                                        OK
    cap       300.00                                    done
    bet       M1  200.00  tx=d1  round=d                OK
    win       M1  400.00  tx=d2  round=d  closed=yes    OK
    bonus     M1  state=active
    decide    d2  refused                               refused
    bonus     M1  state=lost  reasons=granted+balance_gone
    cap       1000000.00                                done
  `));

test('keeps a requirement while a win waits for its bet', () =>
  story(`
    transfer  E1  from=M1  amount=100.00                made
    slip      M1  E1                                    credited
    session   M1                                        OK
    win       M1  500.00  tx=e1  ref=e9  round=e        BET_NOT_FOUND
    betwin    M1  200.00  0.00  round=f                 OK
    bonus     M1  state=active
  `));

test('forfeits spent requirements before new money arrives', () =>
  story(`
    transfer  F1  from=M1  amount=100.00                made
    slip      M1  F1                                    credited
    session   M1                                        OK
    bet       M1  200.00  tx=f1  round=f                OK
    win       M1  0.00  tx=f2  round=f                  OK
    day       M1                                        passed
    bonus     M1  state=active                          // no transfer since
    transfer  F2  from=M1  amount=100.00                made
    slip      M1  F2                                    credited
    turnover  M1  need=400.00  now=0.00                 // only of the new bonus
    balance   M1  game=200.00
  `));

test('parks no deposit for the cap of a spent code', () =>
  story(`
    redeem    M1  CAPPED                                redeemed
    session   M1                                        OK
    bet       M1  50.00  tx=g1  round=g                 OK
    win       M1  0.00  tx=g2  round=g                  OK
    day       M1                                        passed
    transfer  G1  from=M1  amount=100.00                made
    slip      M1  G1                                    credited
    balance   M1  game=200.00  main=0.00
  `));

/** A code that pays 300 baht for a result of before, and has 700 left. */
const codePays = (name: string) => `
    session   M1                                        OK
    award     M1  300.00  tx=${name}1                   OK
    betwin    M1  300.00  300.00  round=${name}a        OK
    betwin    M1  300.00  0.00  round=${name}b          OK
    redeem    M1  CAPPED                                redeemed
    award     M1  950.00  tx=${name}2                   OK
    adjust    M1  0.00  ref=${name}a-win  tx=${name}3  round=${name}a  OK
    balance   M1  game=700.00  receivable=0.00`;

test('owes what a lost requirement paid for own money that was undone', () =>
  story(`${codePays('o')}
    tip       M1  700.00  tx=o4                         OK
    position  M1  lines=0
    balance   M1  game=0.00  receivable=-300.00
    transfer  O1  from=M1  amount=500.00                made
    slip      M1  O1                                    credited
    balance   M1  receivable=0.00
  `));

test('owes what a lost requirement that was met paid above its cap', () =>
  story(`${codePays('p')}
    betwin    M1  700.00  0.00  round=pc                OK
    position  M1  lines=0
    balance   M1  game=0.00  residual=100.00  receivable=-100.00
  `));

test('forfeits a requirement after a correction that takes everything back', () =>
  story(`
    transfer  H1  from=M1  amount=100.00                made
    slip      M1  H1                                    credited
    session   M1                                        OK
    bet       M1  200.00  tx=h1  round=h                OK
    win       M1  150.00  tx=h2  round=h  closed=yes    OK
    bonus     M1  state=active
    adjust    M1  0.00  ref=h2  tx=h3  round=h          OK
    bonus     M1  state=lost
  `));
