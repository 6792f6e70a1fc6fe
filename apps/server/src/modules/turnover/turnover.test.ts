// Turnover rules row by row, with the reason displayed in the bet history.

import { test } from 'node:test';

import { betHistory } from '@chaba/contract/history';
import { formatBaht, parseBaht } from '@chaba/money';

import { changeSite } from '#modules/site';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';
import { addTurnoverRequirement, closeMetRequirements } from '#modules/requirements';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);

const commands: Commands = {
  ...walletCommands(app),
  ...bankCommands(bank),
  async owe(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const line = { memberId, source: 'WHEEL', required: given.amount(1), causeId: `test:${given.at(2)}` } as const;
    await database.transaction((tx) => addTurnoverRequirement(tx, site.id, line));
    return 'added';
  },
  async served(story, given) {
    const { id } = await story.member(given.at(0));
    await database.transaction((tx) => closeMetRequirements(tx, site.id, id, new Date(Date.now() + 60_000)));
    return 'closed';
  },
  async times(_story, given) {
    const depositTurnoverTimes = Number(given.at(0));
    await database.owner.transaction((tx) => changeSite(tx, site.id, { depositTurnoverTimes }));
    return 'set';
  },
  /** counts  M1  r1  turnover=100.00  why=-: one round as the bet history shows it. */
  async counts(story, given) {
    const answer = await app.send(betHistory, { as: await story.member(given.at(0)) });
    const bet = answer.body.data.Transaction.find(({ roundId }) => roundId === given.at(1));
    const turnover = parseBaht(String(bet?.turnover ?? ''));
    return { turnover: turnover === undefined ? 'none' : formatBaht(turnover), why: bet?.turnoverReason ?? '-' };
  },
};
const story = (table: string) => checkStory({ database, site, commands }, table);

test('counts a bet when it settles and never a void one', () =>
  story(`
    give      M1  1000.00                               given
    owe       M1  500.00  a                             added
    session   M1                                        OK
    bet       M1  100.00  tx=a1  round=open             OK
    counts    M1  open  turnover=0.00  why=OPEN
    turnover  M1  need=500.00  now=0.00
    win       M1  0.00  tx=a2  round=open  closed=yes   OK
    counts    M1  open  turnover=100.00  why=-
    bet       M1  100.00  tx=a3  round=void             OK
    rollback  M1  ref=a3  tx=a4  round=void             OK
    counts    M1  void  turnover=0.00  why=VOID
    turnover  M1  need=500.00  now=100.00
  `));

test('counts nothing for a draw, a push or a free round and all of a spin that returns its stake', () =>
  story(`
    give      M2  1000.00                                                given
    owe       M2  800.00  a                                              added
    session   M2  game=test-table                                        OK
    bet       M2  50.00  tx=b1  round=draw  game=test-table              OK
    win       M2  50.00  tx=b2  round=draw  game=test-table  closed=yes  OK
    counts    M2  draw  turnover=0.00  why=DRAW
    bet       M2  50.00  tx=b3  round=even  on=player:50.00  game=test-table  OK
    win       M2  50.00  tx=b4  round=even  on=player:50.00:pushed  game=test-table  closed=yes  OK
    counts    M2  even  turnover=0.00  why=DRAW
    bet       M2  50.00  tx=b5  round=free  free=yes                     OK
    win       M2  10.00  tx=b6  round=free  closed=yes                   OK
    counts    M2  free  turnover=0.00  why=FREE
    bet       M2  50.00  tx=b7  round=spin                               OK
    win       M2  50.00  tx=b8  round=spin  closed=yes                   OK
    counts    M2  spin  turnover=50.00  why=-
    turnover  M2  need=800.00  now=50.00
  `));

test('counts only the tie bet when a tie pushes player and banker bets', () =>
  story(`
    give      M3  1000.00                                                given
    owe       M3  800.00  a                                              added
    session   M3  game=test-table                                        OK
    bet       M3  120.00  tx=c1  round=tie  on=player:100.00,tie:20.00  game=test-table  OK
    win       M3  280.00  tx=c2  round=tie  on=player:100.00:pushed,tie:20.00  game=test-table  closed=yes  OK
    counts    M3  tie  turnover=20.00  why=-
  `));

test('counts the half that a tie keeps and nothing of a cancelled ticket', () =>
  story(`
    give      M6  1000.00                                                given
    owe       M6  800.00  a                                              added
    session   M6  game=test-table                                        OK
    bet       M6  100.00  tx=f1  round=half  on=dragon:100.00  game=test-table  OK
    win       M6  50.00  tx=f2  round=half  on=dragon:100.00:50.00  game=test-table  closed=yes  OK
    counts    M6  half  turnover=50.00  why=-
    bet       M6  100.00  tx=f3  round=stated  on=tiger:100.00  game=test-table  OK
    win       M6  50.00  tx=f4  round=stated  on=tiger:100.00:50.00  valid=50  game=test-table  closed=yes  OK
    counts    M6  stated  turnover=50.00  why=-
    bet       M6  100.00  tx=f5  round=gone  on=dragon:100.00  game=test-table  OK
    rollback  M6  ref=f5  tx=f6  round=gone                              OK
    turnover  M6  need=800.00  now=100.00
    bet       M6  60.00  tx=f7  round=two  on=dragon:60.00  game=test-table  OK
    bet       M6  40.00  tx=f8  round=two  on=tiger:40.00  game=test-table  OK
    rollback  M6  ref=f8  tx=f9  round=two                               OK
    win       M6  30.00  tx=f10  ref=f7  round=two  on=dragon:60.00:30.00  valid=30  game=test-table  closed=yes  OK
    turnover  M6  need=800.00  now=130.00
  `));

test('counts the difference of opposite bets, zero for equal ones', () =>
  story(`
    give      M4  1000.00                                                given
    owe       M4  800.00  a                                              added
    session   M4  game=test-table                                        OK
    bet       M4  100.00  tx=d1  round=both  on=player:100.00  game=test-table  OK
    bet       M4  100.00  tx=d2  round=both  on=banker:100.00  game=test-table  OK
    win       M4  195.00  tx=d3  round=both  game=test-table  closed=yes  OK
    counts    M4  both  turnover=0.00  why=OPPOSITE
    bet       M4  100.00  tx=d4  round=more  on=red:100.00  game=test-table     OK
    bet       M4  30.00  tx=d5  round=more  on=black:30.00  game=test-table     OK
    win       M4  200.00  tx=d6  round=more  game=test-table  closed=yes  OK
    counts    M4  more  turnover=70.00  why=-
    turnover  M4  need=800.00  now=70.00
  `));

test('counts the provider’s valid bet up to the stake and accepts zero', () =>
  story(`
    give      M5  1000.00                                                given
    owe       M5  800.00  a                                              added
    session   M5                                                         OK
    bet       M5  100.00  tx=e1  round=less                              OK
    win       M5  0.00  tx=e2  round=less  valid=40  closed=yes          OK
    counts    M5  less  turnover=40.00  why=-
    bet       M5  100.00  tx=e3  round=more                              OK
    win       M5  0.00  tx=e4  round=more  valid=500  closed=yes         OK
    counts    M5  more  turnover=100.00  why=-
    bet       M5  100.00  tx=e5  round=none                              OK
    win       M5  0.00  tx=e6  round=none  valid=0  closed=yes           OK
    counts    M5  none  turnover=0.00  why=PROVIDER
    turnover  M5  need=800.00  now=140.00
  `));

test('applies the site’s turnover multiple to a deposit without a promotion', () =>
  story(`
    times     2                                           set
    transfer  U1  from=M11  amount=150.00                 made
    slip      M11  U1                                     credited
    turnover  M11  need=300.00  now=0.00
    times     0                                           set
    transfer  U2  from=M12  amount=150.00                 made
    slip      M12  U2                                     credited
    turnover  M12  need=0.00  now=0.00
    times     1                                           set
  `));

test('fills the oldest requirement first and drops the surplus after the last', () =>
  story(`
    give      M6  2000.00                                 given
    owe       M6  100.00  first                           added
    owe       M6  50.00  second                           added
    session   M6                                          OK
    bet       M6  120.00  tx=f1  round=a                  OK
    win       M6  120.00  tx=f2  round=a  closed=yes      OK
    turnover  M6  need=150.00  now=120.00
    served    M6                                          closed
    turnover  M6  need=50.00  now=20.00                   // the first was met and closed
    bet       M6  500.00  tx=f3  round=b                  OK
    win       M6  500.00  tx=f4  round=b  closed=yes      OK
    turnover  M6  need=50.00  now=50.00
    owe       M6  70.00  third                            added
    turnover  M6  need=120.00  now=50.00                  // the surplus of 470 was dropped
  `));

test('counts a delayed bet once for the requirements open when it was placed', () =>
  story(`
    give      M7  500.00                                  given
    owe       M7  300.00  a                               added
    session   M7                                          OK
    bet       M7  100.00  tx=g1  round=late               OK
    owe       M7  300.00  b                               added
    win       M7  150.00  tx=g2  round=late  closed=yes   OK
    turnover  M7  need=600.00  now=100.00
    win       M7  150.00  tx=g2  round=late  closed=yes   OK again
    turnover  M7  need=600.00  now=100.00
  `));

test('subtracts a reversal from the newest requirement and reopens a complete one', () =>
  story(`
    give      M8  1000.00                                 given
    owe       M8  100.00  first                           added
    owe       M8  100.00  second                          added
    session   M8                                          OK
    bet       M8  100.00  tx=h1  round=a                  OK
    win       M8  100.00  tx=h2  round=a  closed=yes      OK
    bet       M8  60.00  tx=h3  round=b                   OK
    win       M8  60.00  tx=h4  round=b  closed=yes       OK
    turnover  M8  need=200.00  now=160.00
    rollback  M8  ref=h2  tx=h5  round=a                  OK
    turnover  M8  need=200.00  now=60.00
    counts    M8  a  turnover=0.00  why=OPEN
    win       M8  200.00  tx=h6  round=a  closed=yes      OK
    turnover  M8  need=200.00  now=160.00
    counts    M8  a  turnover=100.00  why=-
  `));

// The audit runs after each story: a requirement below its surplus is a violation unless turnover was undone.
test('reduces a met requirement by a reversal of surplus turnover', () =>
  story(`
    give      M12  1000.00                                given
    owe       M12  100.00  first                          added
    session   M12                                         OK
    bet       M12  100.00  tx=j1  round=a                 OK
    win       M12  100.00  tx=j2  round=a  closed=yes     OK
    bet       M12  60.00  tx=j3  round=b                  OK
    win       M12  0.00  tx=j4  round=b  closed=yes       OK
    turnover  M12  need=100.00  now=100.00                // the surplus of 60 was dropped
    rollback  M12  ref=j4  tx=j5  round=b                 OK
    counts    M12  b  turnover=0.00  why=OPEN
    turnover  M12  need=100.00  now=40.00
  `));

test('reduces a requirement by a reversal in a round from before it', () =>
  story(`
    give      M13  1000.00                                given
    session   M13                                         OK
    bet       M13  50.00  tx=k1  round=old                OK
    owe       M13  100.00  first                          added
    bet       M13  60.00  tx=k2  round=old                OK
    bet       M13  100.00  tx=k3  round=a                 OK
    win       M13  100.00  tx=k4  round=a  closed=yes     OK
    win       M13  0.00  tx=k5  ref=k2  round=old         OK
    turnover  M13  need=100.00  now=100.00
    rollback  M13  ref=k5  tx=k6  round=old               OK
    turnover  M13  need=100.00  now=40.00
  `));

test('reduces a requirement by turnover that a later bet of the round covers', () =>
  story(`
    give      M14  1000.00                                given
    owe       M14  100.00  first                          added
    session   M14  game=test-table                        OK
    bet       M14  100.00  tx=l1  round=a  on=player:100.00  game=test-table  OK
    win       M14  0.00  tx=l2  round=a  game=test-table  closed=yes  OK
    bet       M14  60.00  tx=l3  round=b  on=up:60.00  game=test-table  OK
    win       M14  0.00  tx=l4  ref=l3  round=b  game=test-table  OK
    turnover  M14  need=100.00  now=100.00
    bet       M14  60.00  tx=l5  round=b  on=down:60.00  game=test-table  OK
    win       M14  120.00  tx=l6  ref=l5  round=b  game=test-table  closed=yes  OK
    counts    M14  b  turnover=0.00  why=OPPOSITE
    turnover  M14  need=100.00  now=40.00
  `));

test('requires the deposit once and closes every requirement below five baht with nothing open', () =>
  story(`
    transfer  T1  from=M9  amount=100.00                  made
    slip      M9  T1                                      credited
    turnover  M9  need=100.00  now=0.00
    owe       M9  300.00  more                            added
    session   M9                                          OK
    bet       M9  95.01  tx=i1  round=a                   OK
    turnover  M9  need=400.00  now=0.00                   // 4.99 and an open bet: it may still win
    win       M9  0.00  tx=i2  round=a  closed=yes        OK
    turnover  M9  need=0.00  now=0.00
    give      M10  100.00                                 given
    owe       M10  300.00  a                              added
    session   M10                                         OK
    bet       M10  95.00  tx=i3  round=b                  OK
    win       M10  0.00  tx=i4  round=b  closed=yes       OK
    turnover  M10  need=300.00  now=95.00                 // five baht are not below five baht
  `));
