// Rounds whose calls arrive in an unusual order, are cancelled and staked again, or name deleted rows: every payout is
// credited, and a stake is accepted until the round has ended.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { buildTestApp, type TestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { createMember } from '#testing/factories';
import { checkStory } from '#testing/story';
import { callWallet, authenticateSession, walletCommands } from '#testing/wallet-commands';

const app: TestApp = await buildTestApp();
const { database, chaba } = app;

const story = (table: string) =>
  checkStory({ database, site: chaba, commands: { ...walletCommands(app), ...operatorCommands(app) } }, table);

/**
 * Creates a member with 100 baht and a session token. `send` sends one request about the round and returns its code.
 */
async function createPlayer(roundId: string) {
  const member = await createMember(database, chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const named = { playerId: member.playerId, token, gameCode: 'test-slot', roundId, currency: 'THB' };
  const send = async (operation: string, body: Readonly<Record<string, unknown>>): Promise<string> =>
    (await callWallet(app, operation, { ...named, ...body })).code;
  return { member, send };
}

test('accepts a win after the end of its round and closes the round then', () =>
  story(`
    give      M1  100.00                                              given
    session   M1                                                      OK
    bet       M1  10.00  tx=a-b1  round=a1                            OK
    bet       M1  20.00  tx=a-b2  round=a1                            OK
    bet       M1  5.00   tx=a-b3  round=a1                            OK
    win       M1  50.00  tx=a-w2  ref=a-b2  round=a1  closed=yes      OK
    round     M1  a1  state=open  stake=35.00  payout=50.00  turnover=20.00
    win       M1  30.00  tx=a-w1  ref=a-b1  round=a1                  OK         // overtaken
    round     M1  a1  state=open  stake=35.00  payout=80.00  turnover=30.00
    rollback  M1  ref=a-b3  tx=a-x3                                   OK         // the last one that was open
    round     M1  a1  state=closed  stake=30.00  payout=80.00  turnover=30.00
    win       M1  1.00   tx=a-w9  ref=a-b1  round=a1                  BET_SETTLED
    bet       M1  1.00   tx=a-b9  round=a1                            BET_SETTLED
    balance   M1  game=150.00
  `));

test('accepts a new stake in a round whose stakes were all cancelled', () =>
  story(`
    give      M1  100.00                                              given
    owe       M1  900.00                                              owed
    session   M1                                                      OK
    bet       M1  10.00  tx=v-b1  round=v1                            OK
    rollback  M1  ref=v-b1  tx=v-x1                                   OK
    round     M1  v1  state=void  stake=0.00  payout=0.00  turnover=0.00
    bet       M1  12.00  tx=v-b2  round=v1                            OK
    round     M1  v1  state=open  stake=12.00  payout=0.00  turnover=0.00
    win       M1  30.00  tx=v-w1  ref=v-b1  round=v1                  TX_ROLLED_BACK
    win       M1  30.00  tx=v-w2  ref=v-b2  round=v1  closed=yes      OK
    bet       M1  12.00  tx=v-b1  round=v1                            TX_CONFLICT
    bet       M1  10.00  tx=v-b1  round=v1                            OK again   // the stored answer, and no money
    round     M1  v1  state=closed  stake=12.00  payout=30.00  turnover=12.00
    turnover  M1  need=900.00  now=12.00
    balance   M1  game=118.00
  `));

test('accepts a win after endRound and repeated endRound calls', () =>
  story(`
    give      M1  100.00                                              given
    session   M1                                                      OK
    bet       M1  10.00  tx=e-b1  round=e1                            OK
    end       M1  round=e1                                            OK
    end       M1  round=e1                                            OK
    round     M1  e1  state=open  stake=10.00  payout=0.00  turnover=0.00
    win       M1  30.00  tx=e-w1  ref=e-b1  round=e1                  OK
    round     M1  e1  state=closed  stake=10.00  payout=30.00  turnover=10.00
    rollback  M1  ref=e-w1  tx=e-x1                                   OK
    win       M1  20.00  tx=e-w2  ref=e-b1  round=e1  closed=yes      OK
    round     M1  e1  state=closed  stake=10.00  payout=20.00  turnover=10.00
    end       M1  round=nowhere                                       OK
    balance   M1  game=110.00
  `));

test('keeps a round open after its last open bet is cancelled', () =>
  story(`
    give      M1  100.00                                              given
    session   M1                                                      OK
    bet       M1  10.00  tx=c-b1  round=c1                            OK
    bet       M1  10.00  tx=c-b2  round=c1                            OK
    win       M1  5.00   tx=c-w1  ref=c-b1  round=c1                  OK
    rollback  M1  ref=c-b2  tx=c-x2                                   OK
    round     M1  c1  state=open  stake=10.00  payout=5.00  turnover=10.00
    win       M1  7.00   tx=c-w2  ref=c-b1  round=c1                  OK         // the second part of the payout
    bet       M1  10.00  tx=c-b3  round=c1                            OK
    win       M1  0.00   tx=c-w3  round=c1                            OK
    end       M1  round=c1                                            OK
    end       M1  round=c1                                            OK
    round     M1  c1  state=closed  stake=20.00  payout=12.00  turnover=20.00
    balance   M1  game=92.00
  `));

test('counts validBet of a bet at settlement, and of its win before it', () =>
  story(`
    give      M1  500.00                                              given
    owe       M1  900.00                                              owed
    session   M1                                                      OK
    bet       M1  100.00  tx=t-b1  round=t1  valid=30                 OK
    bet       M1  50.00   tx=t-b2  round=t1                           OK
    win       M1  0.00    tx=t-w1  round=t1  closed=yes               OK
    turnover  M1  need=900.00  now=80.00
    bet       M1  100.00  tx=t-b3  round=t2  valid=30                 OK
    win       M1  0.00    tx=t-w3  ref=t-b3  round=t2  valid=60       OK
    turnover  M1  need=900.00  now=140.00
    rollback  M1  ref=t-w3  tx=t-x3                                   OK
    win       M1  0.00    tx=t-w4  ref=t-b3  round=t2                 OK
    turnover  M1  need=900.00  now=110.00
    bet       M1  10.00   tx=t-b5  round=t3  valid=99                 OK         // never above the stake
    win       M1  0.00    tx=t-w5  round=t3                           OK
    turnover  M1  need=900.00  now=120.00
  `));

test('ignores the token of wins, rollbacks, corrections and prizes', async () => {
  const { send } = await createPlayer('n1');
  const odd: readonly unknown[] = ['', null, 'x'.repeat(600), 7, { of: 'another language' }];
  assert.equal(await send('bet', { txId: 'n-b1', amount: '10' }), 'OK');
  for (const [index, invalidToken] of odd.entries()) {
    const win = { token: invalidToken, txId: `n-w${index}`, refTxId: 'n-b1', amount: '2' };
    assert.equal(await send('win', win), 'OK', JSON.stringify(invalidToken));
    assert.equal(
      await send('adjust', { token: invalidToken, txId: `n-a${index}`, refTxId: win.txId, amount: '3' }),
      'OK',
    );
    assert.equal(await send('rollback', { token: invalidToken, txId: `n-x${index}`, refTxId: win.txId }), 'OK');
    assert.equal(await send('award', { token: invalidToken, txId: `n-p${index}`, amount: '1', kind: 'drop' }), 'OK');
    assert.equal(await send('bet', { token: invalidToken, txId: `n-s${index}`, amount: '1' }), 'INVALID_REQUEST');
  }
});

test('accepts wins and corrections of a removed game and rejects stakes and prizes', async () => {
  const { member, send: sendDefault } = await createPlayer('g1');
  const send = (operation: string, body: Readonly<Record<string, unknown>>) =>
    sendDefault(operation, { gameCode: 'gone', ...body });
  assert.equal(await sendDefault('bet', { txId: 'g-b1', amount: '10' }), 'OK');
  assert.equal(await send('bet', { txId: 'g-b2', amount: '10' }), 'INVALID_GAME');
  assert.equal(await send('win', { txId: 'g-w0', amount: '10', isFree: true, roundId: 'g2' }), 'INVALID_GAME');
  assert.equal(await send('win', { txId: 'g-w1', refTxId: 'g-b1', amount: '25' }), 'OK');
  assert.equal(await send('adjust', { txId: 'g-a1', refTxId: 'g-w1', amount: '30' }), 'OK');
  assert.equal(await send('award', { txId: 'g-p1', amount: '10', kind: 'drop' }), 'INVALID_GAME');
  const { balance } = await callWallet(app, 'balance', { playerId: member.playerId });
  assert.equal(balance, '120.0000');
});

test('rejects a correction of itself', async () => {
  const own = {
    playerId: 'p',
    gameCode: 'test-slot',
    roundId: 'r',
    txId: 'x',
    refTxId: 'x',
    amount: '1',
    currency: 'THB',
  };
  const { code, message } = await callWallet(app, 'adjust', own);
  assert.deepEqual([code, message], ['INVALID_REQUEST', 'invalid: refTxId']);
});

test('accepts a bet in a round that began with a prize', async () => {
  const { member, send } = await createPlayer('p1');
  assert.equal(await send('award', { txId: 'p-p1', amount: '50', kind: 'jackpot' }), 'OK');
  assert.equal(await send('bet', { txId: 'p-b1', amount: '10' }), 'OK');
  assert.equal(await send('win', { txId: 'p-w1', amount: '25', roundClosed: true }), 'OK');
  assert.equal(await send('bet', { txId: 'p-b2', amount: '10' }), 'BET_SETTLED');
  const round = await database.one(sql`
    select state, stake_e4 as stake, payout_e4 as payout, settled_at is not null as "isSettled" from game_round
    where site_id = ${chaba.id} and member_id = ${member.id} and round_id = 'p1'`);
  assert.deepEqual(round, { state: 'closed', stake: baht(10), payout: baht(75), isSettled: true });
});

test('rejects other content under the id of an orphan win', () =>
  story(`
    give      M1  100.00                                              given
    session   M1                                                      OK
    win       M1  30.00  tx=f-w1  ref=f-b1  round=f1                  BET_NOT_FOUND
    win       M1  90.00  tx=f-w1  ref=f-b1  round=f1                  TX_CONFLICT
    win       M1  30.00  tx=f-w1  ref=f-b2  round=f1                  TX_CONFLICT
    win       M1  30.00  tx=f-w1  ref=f-b1  round=f1                  BET_NOT_FOUND
    bet       M1  10.00  tx=f-b1  round=f1                            OK
    win       M1  30.00  tx=f-w1  ref=f-b1  round=f1                  OK
    win       M1  90.00  tx=f-w1  ref=f-b1  round=f1                  TX_CONFLICT
    balance   M1  game=120.00
  `));

test('logs a held payout once', async () => {
  const member = await createMember(database, chaba, { money: baht(100) });
  const prize = { playerId: member.playerId, txId: 'h-p1', amount: '1000000.0001', currency: 'THB', kind: 'jackpot' };
  assert.equal((await callWallet(app, 'award', prize)).code, 'OK');
  assert.equal((await callWallet(app, 'award', prize))['duplicate'], true);
  const alarms = app.logLines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => String(msg).includes('above the cap'));
  assert.deepEqual(
    alarms.map(({ txId, level, operation }) => [txId, level, operation]),
    [['h-p1', 50, 'award']],
  );
});

test('passes the ledger audit and no open bet in a closed round', async () => {
  assert.deepEqual(await audit(database), []);
  const odd = await database.rows(sql`
    select round_id from game_round, jsonb_array_elements(bets) as bet
    where site_id = ${chaba.id} and game_round.state <> 'open' and bet ->> 'state' = 'open'`);
  assert.deepEqual(odd, []);
});
