// The wallet's rules as stories over its own protocol.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { betHistory, getBet } from '@chaba/contract/history';
import { audit, getBalances } from '@chaba/ledger';
import { baht, formatProviderAmount } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { buildTestApp, type TestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { createMember, createGameSession } from '#testing/factories';
import { checkStory } from '#testing/story';
import { callWallet, authenticateSession, walletCommands } from '#testing/wallet-commands';
import { loadSessionKeys } from '#modules/game-sessions';

const app: TestApp = await buildTestApp();

const story = (table: string) =>
  checkStory(
    { database: app.database, site: app.chaba, commands: { ...walletCommands(app), ...operatorCommands(app) } },
    table,
  );

test('debits a bet, credits its win and counts the settled stake', () =>
  story(`
    give      M1  500.00                                    given
    owe       M1  300.00                                    owed
    session   M1                                            OK
    bet       M1  100.00  tx=t1  round=r1                   OK
    balance   M1  game=400.00
    turnover  M1  need=300.00  now=0.00                               // an open bet counts nothing yet
    win       M1  250.00  tx=t2  round=r1  closed=yes       OK
    balance   M1  game=650.00
    turnover  M1  need=300.00  now=100.00
    round     M1  r1  state=closed  stake=100.00  payout=250.00  turnover=100.00
  `));

test('repeats the first response of a repeated call', () =>
  story(`
    give      M1  500.00                                    given
    session   M1                                            OK
    bet       M1  100.00  tx=t1  round=r1                   OK
    bet       M1  100.00  tx=t1  round=r1                   OK again
    bet       M1  90.00  tx=t1  round=r1                    TX_CONFLICT
    bet       M1  100.00  tx=t1  round=r2                   TX_CONFLICT
    win       M1  0.00  tx=t2  round=r1  closed=yes         OK
    win       M1  0.00  tx=t2  round=r1  closed=yes         OK again
    bet       M1  400.00  tx=t3  round=r3                   OK
    bet       M1  100.00  tx=t1  round=r1                   OK again           // although the balance is spent
    balance   M1  game=0.00
  `));

test('rejects a bet without funds, session, currency or game', () =>
  story(`
    give      M1  50.00                                     given
    bet       M1  10.00  tx=t0                              INVALID_TOKEN
    session   M1                                            OK
    bet       M1  50.01  tx=t1                              INSUFFICIENT_FUNDS
    bet       M1  10.00  tx=t2  currency=USD                WRONG_CURRENCY
    bet       M1  10.00  tx=t3  game=nowhere                INVALID_GAME
    bet       M1  50.00  tx=t1                              OK                 // a rejection records no id
    balance   M1  game=0.00
  `));

test('refunds a rolled back bet once, without turnover', () =>
  story(`
    give      M1  500.00                                    given
    owe       M1  300.00                                    owed
    session   M1                                            OK
    bet       M1  100.00  tx=t1  round=r1                   OK
    rollback  M1  ref=t1  tx=t2  round=r1                   OK
    rollback  M1  ref=t1  tx=t2  round=r1                   OK again
    rollback  M1  ref=t1  tx=t9  round=r1                   OK                 // another id for the same rollback: no money
    balance   M1  game=500.00
    turnover  M1  need=300.00  now=0.00
    win       M1  50.00  tx=t3  round=r1                    TX_ROLLED_BACK
    round     M1  r1  state=void  stake=0.00  payout=0.00  turnover=0.00
  `));

test('rejects a bet after its rollback', () =>
  story(`
    give      M1  500.00                                    given
    session   M1                                            OK
    rollback  M1  ref=t1  tx=t2  round=r1                   OK
    bet       M1  100.00  tx=t1  round=r1                   TX_ROLLED_BACK
    bet       M1  100.00  tx=t1  round=r1                   TX_ROLLED_BACK
    balance   M1  game=500.00
  `));

test('rejects the rollback of a settled bet and stores an orphan win', () =>
  story(`
    give      M1  500.00                                    given
    session   M1                                            OK
    win       M1  30.00  tx=w1  round=r1  ref=b1            BET_NOT_FOUND
    bet       M1  10.00  tx=b1  round=r1                    OK
    win       M1  30.00  tx=w1  round=r1  ref=b1            OK
    rollback  M1  ref=b1  tx=x1  round=r1                   BET_SETTLED
    balance   M1  game=520.00
  `));

test('debits a reversed win with its turnover and turns the rest into debt', () =>
  story(`
    give      M1  100.00                                    given
    owe       M1  300.00                                    owed
    session   M1                                            OK
    bet       M1  100.00  tx=b1  round=r1                   OK
    win       M1  200.00  tx=w1  round=r1                   OK
    turnover  M1  need=300.00  now=100.00
    bet       M1  150.00  tx=b2  round=r2                   OK
    rollback  M1  ref=w1  tx=x1  round=r1                   OK
    turnover  M1  need=300.00  now=0.00
    balance   M1  game=0.00  receivable=-150.00
    rollback  M1  ref=w1  tx=x2  round=r1                   OK                 // reversed once, whatever the id
    balance   M1  game=0.00  receivable=-150.00
    give      M1  50.00                                     given
    bet       M1  10.00  tx=b3  round=r3                    PLAYER_LOCKED
  `));

test('applies a list as a whole', () =>
  story(`
    give      M1  100.00                                    given
    owe       M1  30.00                                     owed
    session   M1                                            OK
    betwin    M1  20.00  20.00  round=r1                    OK
    betwin    M1  20.00  20.00  round=r1                    OK again
    turnover  M1  need=30.00  now=20.00                                // a spin that returns its stake still counts
    betwin    M1  200.00  500.00  round=r2                  INSUFFICIENT_FUNDS
    rollback  M1  ref=r1-bet  tx=x1  round=r1               BET_SETTLED
    rollback  M1  ref=r2-bet  tx=x2  round=r2               OK
    betwin    M1  20.00  0.00  round=r2                     TX_ROLLED_BACK
    balance   M1  game=100.00
  `));

test('counts the exposure of table bets', () =>
  story(`
    give      M1  5000.00                                                  given
    owe       M1  900.00                                                  owed
    session   M1  game=test-table                                          OK
    bet       M1  100.00  tx=b1  round=r1  game=test-table  on=player:100.00         OK
    win       M1  100.00  tx=w1  round=r1  game=test-table  on=player:100.00:pushed  OK
    turnover  M1  need=900.00  now=0.00
    bet       M1  150.00  tx=b2  round=r2  game=test-table  on=player:100.00,banker:50.00  OK
    win       M1  100.00  tx=w2  round=r2  game=test-table                 OK
    turnover  M1  need=900.00  now=50.00
    bet       M1  100.00  tx=b3  round=r3  game=test-table                 OK
    win       M1  100.00  tx=w3  round=r3  game=test-table                 OK
    turnover  M1  need=900.00  now=50.00                                            // at a table a payout equal to the stake is a draw
    bet       M1  100.00  tx=b4  round=r4  game=test-table                 OK
    win       M1  0.00  tx=w4  round=r4  game=test-table  valid=40.0000    OK
    turnover  M1  need=900.00  now=90.00
    bet       M1  100.00  tx=b5  round=r5  game=test-table                 OK
    win       M1  0.00  tx=w5  round=r5  game=test-table  valid=400.0000   OK
    turnover  M1  need=900.00  now=190.00                                           // never above the stake
    bet       M1  100.00  tx=b6  round=r6  game=test-table  free=yes       OK
    win       M1  70.00  tx=w6  round=r6  game=test-table                  OK
    turnover  M1  need=900.00  now=190.00                                           // free rounds count nothing
  `));

test('closes requirements when the position falls below five baht', () =>
  story(`
    give      M1  100.00                                    given
    owe       M1  300.00                                    owed
    session   M1                                            OK
    bet       M1  96.00  tx=b1  round=r1                    OK
    turnover  M1  need=300.00  now=0.00                               // the open bet still counts as money
    win       M1  0.00  tx=w1  round=r1                     OK
    turnover  M1  need=300.00  now=96.00                              // the round may still pay
    end       M1  round=r1                                  OK
    turnover  M1  need=0.00  now=0.00
  `));

test('accepts credits despite session, lock and closed site', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const common = { playerId: member.playerId, gameCode: 'test-slot', roundId: 'r', currency: 'THB' };
  const bet = await callWallet(app, 'bet', { ...common, token, txId: 'b', amount: '10.0000' });
  assert.equal(bet.code, 'OK');
  const other = await callWallet(app, 'win', { ...common, token: 'expired', txId: 'w', amount: '25.1234' });
  assert.deepEqual([other.code, other['balanceAfter']], ['OK', '115.1234']);
  const { game } = await getBalances(app.database, 1, member.id, chart);
  assert.equal(formatProviderAmount(game), '115.1234');
});

test('rejects stakes of an expired, foreign or invented session and accepts credits', async () => {
  const [member, other] = [
    await createMember(app.database, app.chaba, { money: baht(100) }),
    await createMember(app.database, app.chaba, { money: baht(100) }),
  ];
  const send = async (operation: string, token: string, ids: Readonly<Record<string, unknown>>) => {
    const named = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: 'over', currency: 'THB' };
    return (await callWallet(app, operation, { ...named, amount: '10', ...ids })).code;
  };
  const over = await createGameSession(app.database, member, -1);
  assert.equal(await send('bet', over, { txId: 'over-1' }), 'TOKEN_EXPIRED');
  const changed = `${over.startsWith('A') ? 'B' : 'A'}${over.slice(1)}`;
  for (const token of [await createGameSession(app.database, other), changed, 'x']) {
    assert.equal(await send('bet', token, { txId: 'over-2' }), 'INVALID_TOKEN');
  }
  assert.equal(await send('bet', await createGameSession(app.database, member), { txId: 'over-3' }), 'OK');
  assert.equal(await send('win', over, { txId: 'over-4', refTxId: 'over-3', roundClosed: true }), 'OK');
  const [[key], [otherBrands]] = [await loadSessionKeys(app.database, 1), await loadSessionKeys(app.database, 2)];
  assert.ok(!key.equals(otherBrands), 'each site has a key of its own');
});

test('debits fifty concurrent copies of a bet once with one response', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const body = {
    playerId: member.playerId,
    token,
    gameCode: 'test-slot',
    roundId: 'r',
    txId: 'b',
    amount: '10',
    currency: 'THB',
  };
  const answers = await Promise.all(Array.from({ length: 50 }, () => callWallet(app, 'bet', body)));
  assert.deepEqual(
    new Set(answers.map((answer) => `${answer.code} ${String(answer['balanceAfter'])}`)),
    new Set(['OK 90.0000']),
  );
  assert.equal(answers.filter((answer) => answer['duplicate'] === false).length, 1);
  assert.deepEqual(await audit(app.database, 1), []);
});

test('accepts as many of a hundred concurrent bets as the balance covers', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      callWallet(app, 'bet', {
        playerId: member.playerId,
        token,
        gameCode: 'test-slot',
        roundId: `r${index}`,
        txId: `b${index}`,
        amount: '30',
        currency: 'THB',
      }),
    ),
  );
  assert.equal(answers.filter((answer) => answer.code === 'OK').length, 3);
  assert.deepEqual(await audit(app.database, 1), []);
});

test('leaves the balance unchanged by a concurrent bet and rollback', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const rounds = Array.from({ length: 100 }, (_, index) => index);
  await Promise.all(
    rounds.flatMap((index) => {
      const common = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: `r${index}`, currency: 'THB' };
      const bet = () => callWallet(app, 'bet', { ...common, txId: `b${index}`, amount: '1' });
      const rollback = () => callWallet(app, 'rollback', { ...common, txId: `x${index}`, refTxId: `b${index}` });
      return index % 2 === 0 ? [bet(), rollback()] : [rollback(), bet()];
    }),
  );
  const { game } = await getBalances(app.database, 1, member.id, chart);
  assert.equal(formatProviderAmount(game), '100.0000');
  assert.deepEqual(await audit(app.database, 1), []);
});

test('responds 401 to a wrong signature and 200 to invalid bodies', async () => {
  const bad = await app.send(
    { method: 'POST', path: '/seamless/v1/bet' },
    {
      raw: '{}',
      headers: { 'content-type': 'application/json', 'x-key-id': 'test-key', 'x-timestamp': '1', 'x-signature': 'x' },
    },
  );
  assert.equal(bad.status, 401);
  for (const body of [{}, { playerId: 5 }, { token: '' }]) {
    assert.equal((await callWallet(app, 'bet', body)).code, 'INVALID_REQUEST');
  }
  for (const amount of ['-1', '1e5', '1.00001', '01', ' 1', 'NaN', '']) {
    const reply = await callWallet(app, 'win', {
      playerId: 'p',
      gameCode: 'test-slot',
      roundId: 'r',
      txId: 't',
      amount,
      currency: 'THB',
    });
    assert.equal(reply.code, 'INVALID_REQUEST', amount);
  }
});

test("lists a member's bets by page to that member only", async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const token = await authenticateSession(app, member);
  for (let index = 0; index < 25; index += 1) {
    const common = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: `r${index}`, currency: 'THB' };
    await callWallet(app, 'bet', { ...common, txId: `b${index}`, amount: '10' });
    if (index > 0) await callWallet(app, 'win', { ...common, txId: `w${index}`, amount: '5', roundClosed: true });
  }
  const first = (await app.send(betHistory, { as: member })).body.data;
  const second = (await app.send(betHistory, { as: member, query: { cursor: String(first.nextCursor) } })).body.data;
  const seen = [...first.Transaction, ...second.Transaction];
  assert.deepEqual(
    seen.map((bet) => bet.roundId),
    Array.from({ length: 25 }, (_, index) => `r${24 - index}`),
  );
  assert.deepEqual([first.Transaction.length, second.nextCursor], [20, null]);
  const [newest, oldest] = [seen[0], seen.at(-1)];
  assert.deepEqual([newest?.status, newest?.Amount, newest?.payout, newest?.turnover], ['SETTLED', 10, 5, 10]);
  assert.equal(oldest?.status, 'OPEN');
  const params = { betId: newest?.betId ?? '' };
  assert.deepEqual((await app.send(getBet, { as: member, params })).body.data, newest);
  const stranger = await createMember(app.database, app.chaba);
  assert.equal((await app.send(getBet, { as: stranger, params })).body.code, 'BET_UNKNOWN');
  assert.equal(
    (await app.send(betHistory, { as: member, query: { cursor: 'nonsense' } })).body.code,
    'INVALID_REQUEST',
  );
});
