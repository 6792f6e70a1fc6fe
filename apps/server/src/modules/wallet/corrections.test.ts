// Corrections, prizes and tips, as stories over the provider's requests.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { audit, getHouseBalance } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { addTurnoverRequirement } from '#modules/requirements';
import { buildTestApp, type TestApp } from '#testing/build-app';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

const app: TestApp = await buildTestApp();

const owe: Commands = {
  async owe(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const line = { memberId, source: 'DEPOSIT', required: given.amount(1), causeId: 'test:owed' } as const;
    await story.database.transaction((tx) => addTurnoverRequirement(tx, story.site.id, line));
    return 'owed';
  },
};

const story = (table: string) =>
  checkStory({ database: app.database, site: app.chaba, commands: { ...walletCommands(app), ...owe } }, table);

test('pays or debits the difference of each correction and keeps the turnover', () =>
  story(`
    give      M1  100.00                                    given
    owe       M1  300.00                                    owed
    session   M1                                            OK
    bet       M1  100.00  tx=b1  round=r1                   OK
    win       M1  150.00  tx=w1  round=r1  closed=yes       OK
    adjust    M1  180.00  tx=a1  ref=w1  round=r1           OK
    balance   M1  game=180.00
    adjust    M1  180.00  tx=a1  ref=w1  round=r1           OK again
    adjust    M1  181.00  tx=a1  ref=w1  round=r1           TX_CONFLICT
    adjust    M1  20.00  tx=a2  ref=w1  round=r1            OK
    balance   M1  game=20.00
    turnover  M1  need=300.00  now=100.00
    round     M1  r1  state=closed  stake=100.00  payout=20.00  turnover=100.00
    adjust    M1  5.00  tx=a3  ref=b1  round=r1             BET_NOT_FOUND      // a correction names a win
    rollback  M1  ref=a2  tx=x1  round=r1                   BET_SETTLED        // put right by the next correction
  `));

test('turns a correction above the balance into debt that credits repay first', () =>
  story(`
    give      M1  100.00                                    given
    session   M1                                            OK
    bet       M1  100.00  tx=b1  round=r1                   OK
    win       M1  300.00  tx=w1  round=r1  closed=yes       OK
    bet       M1  250.00  tx=b2  round=r2                   OK
    adjust    M1  0.00  tx=a1  ref=w1  round=r1             OK
    balance   M1  game=0.00  receivable=-250.00
    bet       M1  1.00  tx=b3  round=r3                     PLAYER_LOCKED
    tip       M1  1.00  tx=t1                               PLAYER_LOCKED
    award     M1  100.00  tx=g1                             OK
    balance   M1  game=0.00  receivable=-150.00
    win       M1  200.00  tx=w2  round=r2  closed=yes       OK
    balance   M1  game=50.00  receivable=0.00
    bet       M1  50.00  tx=b4  round=r4                    OK
  `));

test('reverses a corrected win by its last amount', () =>
  story(`
    give      M1  100.00                                    given
    session   M1                                            OK
    bet       M1  100.00  tx=b1  round=r1                   OK
    win       M1  100.00  tx=w1  round=r1                   OK
    adjust    M1  40.00  tx=a1  ref=w1  round=r1            OK
    rollback  M1  ref=w1  tx=x1  round=r1                   OK
    balance   M1  game=0.00
    adjust    M1  70.00  tx=a2  ref=w1  round=r1            TX_ROLLED_BACK
    win       M1  70.00  tx=w2  round=r1  closed=yes        OK
    balance   M1  game=70.00
  `));

test('pays a prize and debits a tip without turnover', async () => {
  await story(`
    owe       M1  300.00                                    owed
    award     M1  80.00  tx=g1                              OK
    award     M1  80.00  tx=g1                              OK again
    award     M1  81.00  tx=g1                              TX_CONFLICT
    balance   M1  game=80.00
    tip       M1  10.00  tx=t1                              INVALID_TOKEN
    session   M1                                            OK
    tip       M1  80.01  tx=t1                              INSUFFICIENT_FUNDS
    tip       M1  10.00  tx=t1                              OK
    tip       M1  10.00  tx=t1                              OK again
    balance   M1  game=70.00
    turnover  M1  need=300.00  now=0.00
    round     M1  award:g1  state=closed  stake=0.00  payout=80.00  turnover=0.00
  `);
  assert.equal(await getHouseBalance(app.database, app.chaba.id, chart.tips), baht(10));
});

test('closes an ended round once no bet is open', () =>
  story(`
    give      M1  100.00                                    given
    session   M1                                            OK
    end       M1  round=nowhere                             OK
    bet       M1  10.00  tx=b1  round=r1                    OK
    end       M1  round=r1                                  OK
    round     M1  r1  state=open  stake=10.00  payout=0.00  turnover=0.00
    win       M1  5.00  tx=w1  ref=b1  round=r1             OK
    end       M1  round=r1                                  OK
    end       M1  round=r1                                  OK
    round     M1  r1  state=closed  stake=10.00  payout=5.00  turnover=10.00
    win       M1  5.00  tx=w2  ref=b1  round=r1             BET_SETTLED
    balance   M1  game=95.00
  `));

test('passes the ledger audit', async () => assert.deepEqual(await audit(app.database), []));
