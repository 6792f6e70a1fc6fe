// Invalid, partial and unordered requests of providers: unreadable bodies, partial rollbacks, one of several wins
// reversed, corrections and orphan wins above the cap.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { buildTestApp, type TestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { createMember } from '#testing/factories';
import { checkStory, type Commands } from '#testing/story';
import { callWallet, authenticateSession, walletCommands, type WalletReply } from '#testing/wallet-commands';

import { setProvider } from '#modules/catalogue';

const app: TestApp = await buildTestApp();
const { database, chaba } = app;

const more: Commands = {
  async undo(story, given) {
    const { playerId } = await story.member(given.at(0));
    const { ref: refTxId, tx: txId, amount } = given.named;
    const answer = await callWallet(app, 'rollback', { playerId, txId, refTxId, amount });
    return answer['duplicate'] === true ? `${answer.code} again` : answer.code;
  },
};

const story = (table: string) =>
  checkStory({ database, site: chaba, commands: { ...walletCommands(app), ...operatorCommands(app), ...more } }, table);

/** One signed call with exactly these bytes. */
async function sendRaw(operation: string, raw: string | Buffer): Promise<WalletReply & { readonly status: number }> {
  const path = `/seamless/v1/${operation}`;
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', 'test-secret')
    .update(`${timestamp}\nPOST\n${path}\n`)
    .update(raw)
    .digest('base64');
  const headers = {
    'content-type': 'application/json',
    'x-key-id': 'test-key',
    'x-timestamp': timestamp,
    'x-signature': signature,
  };
  const { text, status } = await app.send({ method: 'POST', path }, { raw, headers });
  return { ...(JSON.parse(text) as WalletReply), status } as WalletReply & { readonly status: number };
}

test('rejects bytes with several readings', async () => {
  const member = await createMember(database, chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const body = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: 'r', currency: 'THB', amount: '1' };
  const text = JSON.stringify({ ...body, txId: 'b1' });
  const unclear: readonly (string | Buffer)[] = [
    text.replace('"amount":"1"', '"amount":"1","amount":"2"'),
    text.replace('"amount":"1"', '"amount":"1","\\u0061mount":"2"'),
    text.replace('{', '{"positions":[{"type":"a\\u0000b","stake":"1"}],'),
    text.replace('{', '{"positions":[{"type":"\\ud800","stake":"1"}],'),
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from(',"note":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    `\ufeff${text}`,
  ];
  for (const raw of unclear) {
    const { status, code, message } = await sendRaw('bet', raw);
    assert.deepEqual([status, code], [200, 'INVALID_REQUEST'], String(raw).slice(0, 60));
    assert.match(String(message), /one way only/);
  }
  // Unknown fields may have any content.
  const spaced = text.replace('{', '{ "rate": 1e-7, "id": 12345678901234567890, "deep": [[[[[[[[[1]]]]]]]]], ');
  assert.deepEqual((await sendRaw('bet', spaced)).code, 'OK');
});

test('names the invalid fields or headers and no data of a member', async () => {
  const answer = await callWallet(app, 'bet', {
    playerId: 'p',
    token: 't',
    gameCode: 'test-slot',
    roundId: 'r',
    txId: 'b',
  });
  assert.equal(answer['message'], 'invalid: amount, currency');
  const own = await callWallet(app, 'rollback', { playerId: 'p', txId: 'x', refTxId: 'x' });
  assert.deepEqual([own.code, own['message']], ['INVALID_REQUEST', 'invalid: refTxId']);
  const unsigned = await app.send({ method: 'POST', path: '/seamless/v1/balance' }, { body: {} });
  assert.equal(unsigned.status, 401);
  assert.match(unsigned.text, /X-Key-Id, X-Timestamp and X-Signature are needed/);
});

test('rejects a partial rollback', () =>
  story(`
    give      M1  100.00                                              given
    session   M1                                                      OK
    bet       M1  50.00  tx=p-b1  round=p1                            OK
    undo      M1  tx=p-x1  ref=p-b1  amount=20                        TX_CONFLICT
    balance   M1  game=50.00
    undo      M1  tx=p-x1  ref=p-b1  amount=50.0000                   OK
    undo      M1  tx=p-x1  ref=p-b1  amount=50                        OK again
    undo      M1  tx=p-x1  ref=p-b1  amount=20                        TX_CONFLICT
    bet       M1  30.00  tx=p-b2  round=p2                            OK
    win       M1  90.00  tx=p-w2  round=p2  closed=yes                OK
    adjust    M1  40.00  tx=p-a2  ref=p-w2  round=p2                  OK
    undo      M1  tx=p-x2  ref=p-w2  amount=40                        OK         // its present payout
    undo      M1  tx=p-x2  ref=p-w2  amount=40                        OK again
    bet       M1  30.00  tx=p-b3  round=p3  free=yes                  OK
    undo      M1  tx=p-x3  ref=p-b3  amount=0                         OK
    undo      M1  tx=p-x4  ref=p-never  amount=77                     OK         // unknown transaction
    balance   M1  game=70.00
  `));

test('reopens only the bets that a reversed win settled', () =>
  story(`
    give      M1  500.00                                              given
    owe       M1  900.00                                              owed
    session   M1                                                      OK
    bet       M1  100.00  tx=o-b1  round=o1                           OK
    bet       M1  200.00  tx=o-b2  round=o1                           OK
    win       M1  150.00  tx=o-w1  ref=o-b1  round=o1                 OK
    win       M1  250.00  tx=o-w2  ref=o-b2  round=o1  closed=yes     OK
    turnover  M1  need=900.00  now=300.00
    rollback  M1  ref=o-w1  tx=o-x1                                   OK
    turnover  M1  need=900.00  now=200.00
    round     M1  o1  state=open  stake=300.00  payout=250.00  turnover=200.00
    rollback  M1  ref=o-b2  tx=o-x2                                   BET_SETTLED       // its own win stands
    rollback  M1  ref=o-b1  tx=o-x3                                   OK
    round     M1  o1  state=closed  stake=200.00  payout=250.00  turnover=200.00
    balance   M1  game=550.00
  `));

test('keeps a bet settled when an additional payout is reversed', () =>
  story(`
    give      M1  100.00                                              given
    owe       M1  900.00                                              owed
    session   M1                                                      OK
    bet       M1  100.00  tx=e-b1  round=e1                           OK
    win       M1  50.00  tx=e-w1  ref=e-b1  round=e1                  OK
    win       M1  25.00  tx=e-w2  ref=e-b1  round=e1  closed=yes      OK
    rollback  M1  ref=e-w2  tx=e-x1                                   OK
    turnover  M1  need=900.00  now=100.00
    round     M1  e1  state=closed  stake=100.00  payout=50.00  turnover=100.00
    balance   M1  game=50.00
  `));

test('reopens together the bets that one win settled', () =>
  story(`
    give      M1  1000.00                                                                    given
    owe       M1  900.00                                                                     owed
    session   M1  game=test-table                                                            OK
    bet       M1  100.00  tx=g-b1  round=g1  game=test-table  on=player:100.00               OK
    bet       M1  60.00  tx=g-b2  round=g1  game=test-table  on=banker:60.00                 OK
    win       M1  200.00  tx=g-w1  round=g1  game=test-table                                 OK
    turnover  M1  need=900.00  now=40.00
    rollback  M1  ref=g-w1  tx=g-x1                                                          OK
    turnover  M1  need=900.00  now=0.00
    win       M1  160.00  tx=g-w2  round=g1  game=test-table  valid=25.0000  closed=yes      OK
    turnover  M1  need=900.00  now=25.00
    round     M1  g1  state=closed  stake=160.00  payout=160.00  turnover=25.00
  `));

test('rejects a win of a tombstoned bet without storing it', async () => {
  await story(`
    give      M1  100.00                                              given
    session   M1                                                      OK
    rollback  M1  ref=t-b1  tx=t-x1  round=t1                         OK
    win       M1  90.00  tx=t-w1  ref=t-b1  round=t1                  TX_ROLLED_BACK
    bet       M1  10.00  tx=t-b1  round=t1                            TX_ROLLED_BACK
    balance   M1  game=100.00
  `);
  const waiting = await database.rows(sql`select from orphan_win where tx_id = 't-w1'`);
  assert.equal(waiting.length, 0);
});

test('holds an orphan win above the cap', () =>
  story(`
    cap       1000.00                                                 done
    give      M1  100.00                                              given
    session   M1                                                      OK
    win       M1  5000.00  tx=l-w1  ref=l-b1  round=l1  closed=yes    BET_NOT_FOUND
    bet       M1  100.00  tx=l-b1  round=l1                           OK
    minute                                                            passed
    balance   M1  game=0.00  winsHeld=5000.00
    win       M1  5000.00  tx=l-w1  ref=l-b1  round=l1  closed=yes    OK again
    decide    l-w1  refused                                           refused
    balance   M1  game=0.00  winsHeld=0.00
  `));

test('holds a correction above the cap apart from the paid amount', () =>
  story(`
    cap       1000.00                                                 done
    give      M1  100.00                                              given
    session   M1                                                      OK
    bet       M1  100.00  tx=c-b1  round=c1                           OK
    win       M1  900.00  tx=c-w1  ref=c-b1  round=c1  closed=yes     OK
    adjust    M1  1000.00  tx=c-a1  ref=c-w1  round=c1                OK
    balance   M1  game=1000.00  winsHeld=0.00
    adjust    M1  2500.00  tx=c-a2  ref=c-w1  round=c1                OK
    adjust    M1  2500.00  tx=c-a2  ref=c-w1  round=c1                OK again
    balance   M1  game=1000.00  winsHeld=1500.00
    adjust    M1  3000.00  tx=c-a3  ref=c-w1  round=c1                OK
    balance   M1  game=1000.00  winsHeld=2000.00
    adjust    M1  2000.00  tx=c-a4  ref=c-w1  round=c1                OK
    balance   M1  game=1000.00  winsHeld=1000.00
    decide    c-a2  refused                                           refused
    balance   M1  game=1000.00  winsHeld=0.00
    round     M1  c1  state=closed  stake=100.00  payout=1,000.00  turnover=100.00
    adjust    M1  400.00  tx=c-a5  ref=c-w1  round=c1                 OK
    balance   M1  game=400.00  receivable=0.00
    adjust    M1  1400.00  tx=c-a6  ref=c-w1  round=c1                OK
    balance   M1  game=400.00  winsHeld=1000.00
    adjust    M1  100.00  tx=c-a7  ref=c-w1  round=c1                 OK         // more than is held: the rest out of the wallet
    balance   M1  game=100.00  winsHeld=0.00  receivable=0.00
    adjust    M1  1500.00  tx=c-a8  ref=c-w1  round=c1                OK
    decide    c-a8  released                                          released
    balance   M1  game=1500.00  winsHeld=0.00
    rollback  M1  ref=c-w1  tx=c-x1                                   OK
    balance   M1  game=0.00  receivable=0.00
  `));

test('logs a conflict and a debt as errors', async () => {
  await story(`
    cap       1000000.00                                              done
    give      M1  100.00                                              given
    session   M1                                                      OK
    bet       M1  100.00  tx=a-b1  round=a1                           OK
    bet       M1  99.00  tx=a-b1  round=a1                            TX_CONFLICT
    win       M1  50.00  tx=a-w1  ref=a-b1  round=a1  closed=yes      OK
    bet       M1  50.00  tx=a-b2  round=a2                            OK
    adjust    M1  0.00  tx=a-a1  ref=a-w1  round=a1                   OK
  `);
  const listAlarms = (words: string) =>
    app.logLines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => String(msg).includes(words));
  assert.ok(listAlarms('transaction conflict').some(({ txId, level }) => txId === 'a-b1' && level === 50));
  assert.deepEqual(
    listAlarms('correction exceeds').map(({ txId, operation }) => [txId, operation]),
    [['a-a1', 'adjust']],
  );
});

test('passes the ledger audit', async () => assert.deepEqual(await audit(database), []));

test('does not fund a bet of a list by a held win', async () => {
  const member = await createMember(database, chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  await database.owner.transaction((tx) => setProvider(tx, chaba.id, { provider: 'test', winCap: baht(500) }));
  const list = (last: string) =>
    callWallet(app, 'betwin', {
      playerId: member.playerId,
      token,
      gameCode: 'test-slot',
      roundId: 'listed',
      currency: 'THB',
      transactions: [
        { operation: 'bet', txId: 'l-b1', amount: '60' },
        { operation: 'win', txId: 'l-w1', refTxId: 'l-b1', amount: '600' },
        { operation: 'bet', txId: 'l-b2', amount: last },
      ],
    });
  assert.deepEqual([(await list('40.01')).code, (await list('40')).code], ['INSUFFICIENT_FUNDS', 'OK']);
  assert.deepEqual(await audit(database, chaba.id), []);
});
