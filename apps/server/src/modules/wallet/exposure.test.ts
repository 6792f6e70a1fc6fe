// Turnover is exposure: the part of a round that counts, from all its bets, and the requirements that it fills.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { betHistory } from '@chaba/contract/history';
import { formatBaht, parseBaht, zeroMoney } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { computeExposure, toPositionName } from './contribution.ts';

const spread = (from: number, to: number, on: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}=${on}`).join(' ');
const RED = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
const black = (on: number): string =>
  Array.from({ length: 36 }, (_, index) => index + 1)
    .filter((number) => !RED.includes(number))
    .map((number) => `${number}=${on}`)
    .join(' ');

const tables: Readonly<Record<string, readonly (readonly [positions: string, exposure: string])[]>> = {
  baccarat: [
    ['player=100', '100.00'],
    ['player=100 banker=100', '0.00'],
    ['Player=100 BANKER=30', '70.00'],
    ['player=100 banker=100 tie=20', '20.00'],
    ['player=100 playerPair=10 bankerPair=10', '120.00'],
  ],
  'dragon tiger': [
    ['dragon=50 tiger=50', '0.00'],
    ['dragon=50 tiger=80 tie=5', '35.00'],
  ],
  'roulette, even chances': [
    ['red=100', '100.00'],
    ['red=100 black=100', '0.00'],
    ['red=100 black=30', '70.00'],
    ['odd=100 even=100', '0.00'],
    ['low=100 high=40', '60.00'],
    ['1-18=100 19-36=100', '0.00'],
    ['red=100 odd=100', '200.00'],
    ['red=100 black=100 0=6', '6.00'],
  ],
  'roulette, cover': [
    [spread(1, 12, 10), '120.00'],
    [spread(1, 24, 10), '240.00'],
    [spread(1, 33, 10), '330.00'],
    [spread(1, 34, 10), '0.00'],
    [spread(1, 36, 10), '0.00'],
    [spread(0, 36, 10), '10.00'],
    [`red=180 ${black(10)}`, '0.00'],
    ['dozen:1=100', '100.00'],
    ['dozen:1=100 dozen:2=100', '200.00'],
    ['dozen1=100 dozen2=100 dozen3=100', '0.00'],
    ['1-12=100 13-24=100 25-36=40', '120.00'],
    ['column:1=100 column:2=100 column:3=100', '0.00'],
    ['dozen:1=100 dozen:2=100 25-30=50 31-36=50', '300.00'],
    ['split:17-20=10 corner:1-2-4-5=10 number:0=10', '30.00'],
  ],
  dice: [
    ['big=100 small=100', '0.00'],
    ['big=100 small=60 triple=5', '45.00'],
  ],
  'markets and matches': [
    ['up=100 down=100', '0.00'],
    ['up:30=100 down:60=40', '60.00'],
    ['call=100 put=100', '0.00'],
    ['over:2.5=100 under:2.5=70', '30.00'],
    ['home=100 away=100', '0.00'],
  ],
  unknown: [['ante=50 pair plus=20', '70.00']],
};

const amountOf = (baht: string) => parseBaht(baht) ?? zeroMoney;
const positionsIn = (text: string) =>
  text.split(/ (?=\S+=|pair)/).map((each) => {
    const [type = '', stake = ''] = each.split('=');
    return { type, stake: amountOf(stake) };
  });

for (const [game, rows] of Object.entries(tables)) {
  test(`computes what can be lost: ${game}`, () => {
    for (const [positions, exposure] of rows) {
      assert.equal(formatBaht(computeExposure(positionsIn(positions))), exposure, positions);
    }
  });
}

test('names a position alike in a bet and in its result', () => {
  assert.deepEqual(['up:30', 'Up', 'dozen:1', 'Player Pair', 'over:2.5'].map(toPositionName), [
    'up',
    'up',
    'dozen:1',
    'playerpair',
    'over',
  ]);
});

// ── stories ──────────────────────────────────────────────────────────────────────────────────────────────────────────

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
  async counts(story, given) {
    const answer = await app.send(betHistory, { as: await story.member(given.at(0)) });
    const bet = answer.body.data.Transaction.find(({ roundId }) => roundId === given.at(1));
    assert.ok(bet, `there is no round ${given.at(1)}`);
    return { turnover: formatBaht(amountOf(String(bet.turnover))), why: bet.turnoverReason ?? '-' };
  },
};
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

test('counts opposite bets of a round once, however many wins settle it', () =>
  story(`
    give      M1  1000.00                                              given
    owe       M1  800.00                                               owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=a1  round=a  on=player:100.00  game=test-table  OK
    bet       M1  100.00  tx=a2  round=a  on=banker:100.00  game=test-table  OK
    win       M1  200.00  tx=a3  ref=a1  round=a  game=test-table      OK
    turnover  M1  need=800.00  now=0.00
    win       M1  0.00  tx=a4  ref=a2  round=a  game=test-table  closed=yes  OK
    turnover  M1  need=800.00  now=0.00
    counts    M1  a  turnover=0.00  why=OPPOSITE
    bet       M1  100.00  tx=b1  round=b  on=dragon:100.00  game=test-table  OK
    bet       M1  40.00  tx=b2  round=b  on=tiger:40.00  game=test-table  OK
    win       M1  0.00  tx=b3  ref=b1  round=b  game=test-table        OK
    win       M1  80.00  tx=b4  ref=b2  round=b  game=test-table  closed=yes  OK
    counts    M1  b  turnover=60.00  why=-
    turnover  M1  need=800.00  now=60.00
  `));

test('subtracts turnover when an opposite bet joins a settled bet', () =>
  story(`
    give      M1  1000.00                                              given
    owe       M1  800.00                                               owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=c1  round=c  on=red:100.00  game=test-table  OK
    win       M1  0.00  tx=c2  ref=c1  round=c  game=test-table        OK
    turnover  M1  need=800.00  now=100.00
    bet       M1  70.00  tx=c3  round=c  on=black:70.00  game=test-table  OK
    turnover  M1  need=800.00  now=30.00
    rollback  M1  ref=c3  tx=c4  round=c                               OK
    turnover  M1  need=800.00  now=100.00
  `));

test('counts near-full cover of a wheel by several bets with what can be lost', () =>
  story(`
    give      M1  1000.00                                              given
    owe       M1  800.00                                               owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=d1  round=d  on=1-12:100.00  game=test-table  OK
    bet       M1  100.00  tx=d2  round=d  on=13-24:100.00  game=test-table  OK
    bet       M1  100.00  tx=d3  round=d  on=25-36:100.00  game=test-table  OK
    win       M1  300.00  tx=d4  round=d  game=test-table  closed=yes  OK
    counts    M1  d  turnover=0.00  why=OPPOSITE
  `));

test('never counts a valid bet above the exposure', () =>
  story(`
    give      M1  1000.00                                              given
    owe       M1  800.00                                               owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=e1  round=e  on=player:100.00  game=test-table  OK
    bet       M1  80.00  tx=e2  round=e  on=banker:80.00  game=test-table  OK
    win       M1  200.00  tx=e3  ref=e1  round=e  valid=100  game=test-table  OK
    win       M1  0.00  tx=e4  ref=e2  round=e  valid=80  game=test-table  closed=yes  OK
    turnover  M1  need=800.00  now=20.00
  `));

test('nets opposite bets in rounds of one game that are open at the same time', () =>
  story(`
    give      M1  1000.00                                              given
    owe       M1  800.00                                               owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=f1  round=f1  on=up:100.00  game=test-table  OK
    bet       M1  60.00  tx=f2  round=f2  on=down:60.00  game=test-table  OK
    bet       M1  10.00  tx=f3  round=f3  on=down:10.00  game=test-table  OK
    win       M1  0.00  tx=f4  round=f2  valid=60  on=down:60.00  game=test-table  closed=yes  OK
    turnover  M1  need=800.00  now=0.00
    win       M1  180.00  tx=f5  round=f1  valid=100  on=up:100.00  game=test-table  closed=yes  OK
    turnover  M1  need=800.00  now=30.00                               // 100 less 60 and 10
    win       M1  0.00  tx=f6  round=f3  valid=10  on=down:10.00  game=test-table  closed=yes  OK
    turnover  M1  need=800.00  now=30.00
    counts    M1  f2  turnover=0.00  why=OPPOSITE
    counts    M1  f1  turnover=30.00  why=-
    bet       M1  50.00  tx=f7  round=f4  on=down:50.00  game=test-table  OK
    win       M1  0.00  tx=f8  round=f4  game=test-table  closed=yes   OK
    turnover  M1  need=800.00  now=80.00                               // after the others: no opposite bet
  `));

test('nets no bets of different table rounds', () =>
  story(`
    give      M1  1000.00                                              given
    owe       M1  800.00                                               owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=g1  round=g1  table=match-1  on=home:100.00  game=test-table  OK
    bet       M1  100.00  tx=g2  round=g2  table=match-2  on=away:100.00  game=test-table  OK
    bet       M1  100.00  tx=g3  round=g3  table=match-1  on=away:100.00  game=test-table  OK
    win       M1  0.00  tx=g4  round=g1  game=test-table  closed=yes   OK
    win       M1  0.00  tx=g5  round=g2  game=test-table  closed=yes   OK
    turnover  M1  need=800.00  now=100.00
    win       M1  200.00  tx=g6  round=g3  game=test-table  closed=yes  OK
    turnover  M1  need=800.00  now=100.00
  `));

test('counts the part that is at risk of bets that cover each other in rounds of one result', () =>
  story(`
    give      M1  3000.00                                              given
    owe       M1  3000.00                                              owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=p1  round=p1  table=wheel-1  on=red:100.00  game=test-table  OK
    bet       M1  30.00  tx=p2  round=p2  table=wheel-1  on=black:30.00  game=test-table  OK
    win       M1  200.00  tx=p3  round=p1  valid=100  game=test-table  closed=yes  OK
    win       M1  0.00  tx=p4  round=p2  valid=30  game=test-table  closed=yes  OK
    counts    M1  p1  turnover=70.00  why=-
    counts    M1  p2  turnover=0.00  why=OPPOSITE
    turnover  M1  need=3,000.00  now=70.00
    // two dozens in one round, the third with 40 in another: 200 + 40, of which 120 always return
    bet       M1  200.00  tx=q1  round=q1  table=wheel-2  on=1-12:100.00,13-24:100.00  game=test-table  OK
    bet       M1  40.00  tx=q2  round=q2  table=wheel-2  on=25-36:40.00  game=test-table  OK
    win       M1  0.00  tx=q3  round=q2  valid=40  game=test-table  closed=yes  OK
    win       M1  300.00  tx=q4  round=q1  valid=200  game=test-table  closed=yes  OK
    turnover  M1  need=3,000.00  now=190.00
    // two dozens in one round, the third in another: the whole wheel
    bet       M1  200.00  tx=r1  round=r1  table=wheel-3  on=1-12:100.00,13-24:100.00  game=test-table  OK
    bet       M1  100.00  tx=r2  round=r2  table=wheel-3  on=25-36:100.00  game=test-table  OK
    win       M1  300.00  tx=r3  round=r1  valid=200  game=test-table  closed=yes  OK
    win       M1  0.00  tx=r4  round=r2  valid=100  game=test-table  closed=yes  OK
    turnover  M1  need=3,000.00  now=190.00
  `));

test('counts bets in three rounds that only together cover each other as in one round', () =>
  story(`
    give      M1  3000.00                                              given
    owe       M1  3000.00                                              owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=s1  round=s1  table=wheel-4  on=1-12:100.00  game=test-table  OK
    bet       M1  50.00  tx=s2  round=s2  table=wheel-4  on=odd:50.00  game=test-table  OK
    bet       M1  100.00  tx=s3  round=s3  table=wheel-4  on=13-24:100.00  game=test-table  OK
    bet       M1  40.00  tx=s4  round=s4  table=wheel-4  on=25-36:40.00  game=test-table  OK
    bet       M1  100.00  tx=s5  round=s5  table=wheel-5  on=25-36:100.00  game=test-table  OK
    win       M1  0.00  tx=s6  round=s1  valid=100  game=test-table  closed=yes  OK
    win       M1  100.00  tx=s7  round=s2  valid=50  game=test-table  closed=yes  OK
    win       M1  300.00  tx=s8  round=s3  valid=100  game=test-table  closed=yes  OK
    win       M1  0.00  tx=s9  round=s4  valid=40  game=test-table  closed=yes  OK
    turnover  M1  need=3,000.00  now=170.00                            // 240 less 120, and 50 on odd
    win       M1  0.00  tx=s10  round=s5  valid=100  game=test-table  closed=yes  OK
    turnover  M1  need=3,000.00  now=270.00                            // the bet of another table round
  `));

test('counts half of a bet at a table without positions, with the reason', () =>
  story(`
    give      M1  1000.00                                              given
    owe       M1  800.00                                               owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=h1  round=h  game=test-table              OK
    win       M1  0.00  tx=h2  round=h  game=test-table  closed=yes    OK
    counts    M1  h  turnover=50.00  why=TABLE
    bet       M1  100.00  tx=h3  round=i  game=test-table              OK
    win       M1  0.00  tx=h4  round=i  valid=100  game=test-table  closed=yes  OK
    counts    M1  i  turnover=100.00  why=-
    bet       M1  100.00  tx=h5  round=j                               OK
    win       M1  0.00  tx=h6  round=j  closed=yes                     OK
    counts    M1  j  turnover=100.00  why=-
    betwin    M1  100.00  0.00  round=k                                OK
    counts    M1  k  turnover=100.00  why=-
    turnover  M1  need=800.00  now=350.00
  `));

test('fills a line with bets that were placed after it began', () =>
  story(`
    give      M1  1000.00                                              given
    session   M1                                                       OK
    bet       M1  100.00  tx=l1  round=l                               OK
    owe       M1  500.00  cause=a                                      owed
    bet       M1  30.00  tx=l2  round=m                                OK
    owe       M1  500.00  cause=b                                      owed
    bet       M1  7.00  tx=l3  round=m                                 OK
    win       M1  0.00  tx=l4  round=l  closed=yes                     OK
    turnover  M1  need=1,000.00  now=0.00
    win       M1  0.00  tx=l5  round=m  closed=yes                     OK
    turnover  M1  need=1,000.00  now=37.00
    counts    M1  l  turnover=100.00  why=-
    rollback  M1  ref=l5  tx=l6  round=m                               OK
    turnover  M1  need=1,000.00  now=0.00
  `));

test('fills a requirement with no stake above its maximum bet', () =>
  story(`
    transfer  N1  from=M1  amount=300.00                               made
    slip      M1  N1                                                   credited
    turnover  M1  need=600.00  now=0.00
    session   M1                                                       OK
    bet       M1  50.01  tx=n0  round=n0                               BONUS_MAX_BET
    bet       M1  50.00  tx=n1  round=n1                               OK
    betwin    M1  50.00  50.00  round=n2                               OK
    betwin    M1  50.00  50.00  round=n3                               OK
    betwin    M1  50.00  50.00  round=n4                               OK
    betwin    M1  50.00  50.00  round=n5                               OK
    betwin    M1  50.00  50.00  round=n6                               OK
    betwin    M1  50.00  50.00  round=n7                               OK
    betwin    M1  50.00  50.00  round=n8                               OK
    betwin    M1  50.00  50.00  round=n9                               OK
    betwin    M1  50.00  50.00  round=n10                              OK
    betwin    M1  50.00  50.00  round=n11                              OK
    betwin    M1  50.00  50.00  round=n12                              OK
    betwin    M1  50.00  50.00  round=n13                              OK
    turnover  M1  need=600.00  now=600.00
    bet       M1  400.00  tx=n14  round=n14                            OK      // the turnover is done
    rollback  M1  ref=n2-win  tx=n15  round=n2                         OK
    turnover  M1  need=600.00  now=550.00
    win       M1  0.00  tx=n16  round=n14  closed=yes                  OK
    turnover  M1  need=600.00  now=550.00
  `));

test('counts the same whatever the order of wins, rollbacks and new results', () =>
  story(`
    give      M1  1000.00                                              given
    owe       M1  800.00                                               owed
    session   M1  game=test-table                                      OK
    bet       M1  100.00  tx=o1  round=o  on=player:100.00  game=test-table  OK
    bet       M1  30.00  tx=o2  round=o  on=banker:30.00  game=test-table  OK
    bet       M1  20.00  tx=o3  round=o  on=tie:20.00  game=test-table  OK
    win       M1  60.00  tx=o4  ref=o2  round=o  game=test-table       OK
    turnover  M1  need=800.00  now=30.00
    win       M1  0.00  tx=o5  ref=o1  round=o  game=test-table        OK
    win       M1  0.00  tx=o6  ref=o3  round=o  game=test-table  closed=yes  OK
    turnover  M1  need=800.00  now=90.00
    rollback  M1  ref=o4  tx=o7  round=o                               OK
    turnover  M1  need=800.00  now=90.00                               // the two that are settled can lose that much
    rollback  M1  ref=o5  tx=o8  round=o                               OK
    turnover  M1  need=800.00  now=20.00
    win       M1  160.00  tx=o9  round=o  on=player:100.00:pushed,banker:30.00:pushed  game=test-table  closed=yes  OK
    turnover  M1  need=800.00  now=20.00
    counts    M1  o  turnover=20.00  why=-
  `));
