// Settings of providers and their pending calls: keys, maintenance, win caps, wins before their bet.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { launchGame, listGames } from '@chaba/contract/play';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import type { Config } from '#core/config';
import { createSignedHeaders } from '#core/signature';
import { buildTestApp, type TestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { createMember } from '#testing/factories';
import { checkStory, type Commands } from '#testing/story';
import { callWallet, authenticateSession, walletCommands } from '#testing/wallet-commands';

import { issueKey, keysOf, retireKey } from '#modules/providers';
import { openProviderRegistry } from '#providers/registry';
import { setProvider } from '#modules/catalogue';
import { openSites } from '#modules/site';

import { decideHeldWin, waitingHeldWins } from './held-wins.ts';
import { listOrphanWins } from './orphan-wins.ts';
import { reconciliationJobs } from './reconciliation.jobs.ts';

const app: TestApp = await buildTestApp();
const { database, chaba } = app;

const decisions: Commands = {
  provider: async (_story, given) =>
    database.owner.transaction((tx) => setProvider(tx, chaba.id, { provider: 'test', isOpen: given.at(0) === 'open' })),
  /** Makes the stored win unreadable and the first to be retried. */
  async spoil(_story, given) {
    const row = sql`where site_id = ${chaba.id} and tx_id = ${given.at(0)}`;
    await database.execute(
      sql`update orphan_win set command = '{}', received_at = received_at - interval '1 hour' ${row}`,
    );
    for (const job of reconciliationJobs) {
      if (job.name === 'retry-orphan-wins') await assert.rejects(job.run(app.context));
    }
    await database.execute(sql`delete from orphan_win ${row}`);
    return 'failed';
  },
  async day() {
    await database.execute(sql`update orphan_win set received_at = received_at - interval '25 hours'`);
    return 'passed';
  },
};

const story = (table: string) =>
  checkStory(
    { database, site: chaba, commands: { ...walletCommands(app), ...operatorCommands(app), ...decisions } },
    table,
  );

const cap = (amount: string): Promise<void> => story(`    cap  ${amount}                              done`);

test('holds a win above the cap until an operator releases it', async () => {
  await cap('1000.00');
  await story(`
    give      M1  100.00                                      given
    session   M1                                              OK
    bet       M1  100.00  tx=cap-b1  round=r1                 OK
    win       M1  1000.01  tx=cap-w1  round=r1  closed=yes    OK
    balance   M1  game=0.00  winsHeld=1000.01
    round     M1  r1  state=closed  stake=100.00  payout=1,000.01  turnover=100.00
    win       M1  1000.01  tx=cap-w1  round=r1  closed=yes    OK again
    rollback  M1  ref=cap-b1  tx=cap-x1  round=r1             BET_SETTLED
  `);
  assert.deepEqual(
    (await waitingHeldWins(database, chaba.id)).map(({ txId, amount }) => [txId, amount]),
    [['cap-w1', 10_000_100n]],
  );
  await story(`
    decide    cap-w1  released                                released
    decide    cap-w1  released                                not_waiting
  `);
  assert.deepEqual(await waitingHeldWins(database, chaba.id), []);
});

test('requires the member when two players have held wins of one id', async () => {
  await cap('1000.00');
  await story(`
    give      M8  100.00                                      given
    give      M9  100.00                                      given
    session   M8                                              OK
    session   M9                                              OK
    bet       M8  10.00    tx=twin-b  round=t                 OK
    bet       M9  10.00    tx=twin-b  round=t                 OK
    win       M8  1100.00  tx=twin-w  round=t  closed=yes     OK
    win       M9  1200.00  tx=twin-w  round=t  closed=yes     OK
    decide    twin-w  released                                not_single
  `);
  const decide = (memberId?: bigint) =>
    database.transaction((tx) =>
      decideHeldWin(tx, { siteId: chaba.id, provider: 'test', txId: 'twin-w', state: 'released', memberId }),
    );
  const waiting = (await waitingHeldWins(database, chaba.id)).filter(({ txId }) => txId === 'twin-w');
  assert.equal(waiting.length, 2);
  assert.equal(await decide(waiting[1]?.memberId), 'released');
  assert.equal(await decide(waiting[1]?.memberId), 'not_waiting');
  assert.equal(await decide(), 'released', 'one is left, so the member is not required');
});

test('corrects and reverses a win while it is held', () =>
  story(`
    give      M2  200.00                                      given
    session   M2                                              OK
    bet       M2  100.00  tx=h-b1  round=r1                   OK
    win       M2  5000.00  tx=h-w1  round=r1  closed=yes      OK
    adjust    M2  3000.00  tx=h-a1  ref=h-w1  round=r1        OK
    balance   M2  game=100.00  winsHeld=3000.00
    rollback  M2  ref=h-w1  tx=h-x1  round=r1                 OK
    balance   M2  game=100.00  winsHeld=0.00  receivable=0.00
    decide    h-w1  released                                  not_waiting
    win       M2  4000.00  tx=h-w2  round=r1  closed=yes      OK
    decide    h-w2  refused                                   refused
    balance   M2  game=100.00  winsHeld=0.00
    round     M2  r1  state=closed  stake=100.00  payout=0.00  turnover=100.00
    rollback  M2  ref=h-w2  tx=h-x2  round=r1                 OK
    balance   M2  game=100.00  winsHeld=0.00  receivable=0.00
    award     M2  2000.00  tx=h-g1                            OK
    balance   M2  game=100.00  winsHeld=2000.00
    decide    h-g1  released                                  released
    balance   M2  game=2100.00  winsHeld=0.00
  `));

test('pays other orphan wins behind an unreadable one', () =>
  story(`
    give      M5  100.00                                      given
    session   M5                                              OK
    win       M5  10.00  tx=u-w1  ref=u-b1  round=u1          BET_NOT_FOUND
    win       M5  20.00  tx=u-w2  ref=u-b2  round=u2          BET_NOT_FOUND
    bet       M5  50.00  tx=u-b1  round=u1                    OK
    bet       M5  50.00  tx=u-b2  round=u2                    OK
    spoil     u-w1                                            failed
    balance   M5  game=20.00
  `));

test('pays an orphan win once after its bet arrives', async () => {
  await story(`
    give      M3  100.00                                      given
    session   M3                                              OK
    win       M3  70.00  tx=w-w1  ref=w-b1  round=w1          BET_NOT_FOUND
    win       M3  70.00  tx=w-w1  ref=w-b1  round=w1          BET_NOT_FOUND
    minute                                                    passed
    balance   M3  game=100.00
    bet       M3  50.00  tx=w-b1  round=w1                    OK
    balance   M3  game=50.00
    minute                                                    passed
    balance   M3  game=120.00
    win       M3  70.00  tx=w-w1  ref=w-b1  round=w1          OK again
    balance   M3  game=120.00
    win       M3  9.00  tx=w-w2  round=w2                     BET_NOT_FOUND
    win       M3  9.00  tx=w-w9  round=w9                     BET_NOT_FOUND
    day                                                       passed
    minute                                                    passed
    bet       M3  10.00  tx=w-b2  round=w2                    OK
    minute                                                    passed
    balance   M3  game=110.00
    win       M3  9.00  tx=w-w2  round=w2                     OK
    win       M3  8.00  tx=w-w3  round=w3                     BET_NOT_FOUND
  `);
  const waiting = await listOrphanWins(database, chaba.id);
  assert.deepEqual(
    waiting.map(({ txId, state }) => [txId, state]),
    [
      ['w-w3', 'pending'],
      ['w-w9', 'expired'],
    ],
    'the second win was paid by its own next retry',
  );
});

test('pays an orphan win behind many without a bet', async () => {
  const member = await createMember(database, chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const named = { playerId: member.playerId, gameCode: 'test-slot', roundId: 'many', currency: 'THB' };
  const codeOf = async (operation: string, body: Readonly<Record<string, unknown>>) =>
    (await callWallet(app, operation, { ...named, ...body })).code;
  const lost = Array.from({ length: 101 }, (_, number) => number);
  const wins = lost.map((number) => codeOf('win', { txId: `m-w${number}`, refTxId: `m-b${number}`, amount: '1' }));
  assert.deepEqual(new Set(await Promise.all(wins)), new Set(['BET_NOT_FOUND']));
  assert.equal(await codeOf('win', { txId: 'm-last', refTxId: 'm-bet', amount: '70' }), 'BET_NOT_FOUND');
  assert.equal(await codeOf('bet', { token, txId: 'm-bet', amount: '50' }), 'OK');
  for (const job of reconciliationJobs) if (job.name === 'retry-orphan-wins') await job.run(app.context);
  assert.equal((await callWallet(app, 'balance', { playerId: member.playerId }))['balance'], '120.0000');
});

test('pays free rounds without a bet or turnover', () =>
  story(`
    session   M4                                              OK
    win       M4  12.00  tx=f-w1  round=f1                    BET_NOT_FOUND
    win       M4  12.00  tx=f-w2  round=f1  free=yes          OK
    win       M4  3.00  tx=f-w3  round=f1  free=yes  closed=yes  OK
    win       M4  3.00  tx=f-w4  round=f1  free=yes           BET_SETTLED
    balance   M4  game=15.00
    round     M4  f1  state=closed  stake=0.00  payout=15.00  turnover=0.00
  `));

async function ask(keyId: string, secret: string, provider = 'nobody'): Promise<string> {
  const target = '/seamless/v1/balance';
  const raw = JSON.stringify({ playerId: provider });
  const signed = createSignedHeaders(keyId, secret, { method: 'POST', target, body: raw });
  const headers = { 'content-type': 'application/json', ...signed };
  const answer = await app.send({ method: 'POST', path: target }, { raw, headers });
  return `${answer.status} ${(JSON.parse(answer.text) as { code: string }).code}`;
}

test('accepts two keys during a rotation and rejects the retired one', async () => {
  const issue = () =>
    database.transaction((tx) => issueKey(tx, chaba, { provider: 'test', secrets: app.context.config }));
  const key = await issue();
  assert.ok(key !== 'two_keys');
  assert.equal(await issue(), 'two_keys');
  const both = [await ask('test-key', 'test-secret'), await ask(key.keyId, key.secret)];
  assert.deepEqual(both, ['200 PLAYER_NOT_FOUND', '200 PLAYER_NOT_FOUND']);
  assert.equal(await ask(key.keyId, 'test-secret'), '401 INVALID_SIGNATURE');

  const retire = (keyId: string) => database.transaction((tx) => retireKey(tx, chaba, { provider: 'test', keyId }));
  assert.equal(await retire(key.keyId), 'retired');
  assert.equal(await ask(key.keyId, key.secret), '401 INVALID_SIGNATURE');
  assert.equal(await retire('test-key'), 'not_enough');
  assert.equal(await ask('test-key', 'test-secret'), '200 PLAYER_NOT_FOUND');
  assert.deepEqual(
    (await keysOf(database, chaba, 'test')).map(({ isLive }) => isLive),
    [true, false],
  );
});

test('accepts the test key only from this machine in play mode, unless switched on', async () => {
  const isOpen = async (
    settings: Partial<Config>,
    remoteAddress = '127.0.0.1',
    headers: Record<string, string> = {},
  ): Promise<boolean> => {
    const sites = openSites(database);
    const book = openProviderRegistry(database, { ...app.context.config, ...settings }, sites);
    const caller = (await book.load()).findIdentity('test-key', {
      remoteAddress,
      headers: { host: 'localhost:3000', ...headers },
    });
    book.close();
    sites.close();
    return caller?.secrets[0] === 'test-secret';
  };
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    assert.ok(await isOpen({}, address), address);
  }
  for (const address of ['203.0.113.7', '10.0.0.1', '2001:db8::1', '::ffff:192.168.1.9', '', 'localhost']) {
    assert.ok(!(await isOpen({}, address)), address);
    assert.ok(await isOpen({ testKey: 'on' }, address), address);
  }
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    assert.ok(!(await isOpen({}, '127.0.0.1', { [name]: '127.0.0.1' })), name);
  }
  for (const host of ['chaba.example', '203.0.113.7:3000', '127.0.0.1.example']) {
    assert.ok(!(await isOpen({}, '127.0.0.1', { host })), host);
  }
  assert.ok(!(await isOpen({}, '127.0.0.1', { origin: 'https://elsewhere.example' })));
  assert.ok(!(await isOpen({ trustedProxies: 1 })));
  assert.ok(await isOpen({ trustedProxies: 1, testKey: 'on' }));
  assert.ok(!(await isOpen({ testKey: 'off' })));
  assert.ok(!(await isOpen({ mode: 'licensed', testKey: 'on' })));
});

test('rejects a forwarded award with the test key', async () => {
  const member = await createMember(database, chaba);
  const url = await app.listen();
  const path = '/seamless/v1/award';
  let awards = 0;
  const award = async (isShort: boolean, forwarded: Record<string, string>): Promise<string> => {
    awards += 1;
    const { playerId } = member;
    const raw = JSON.stringify({
      requestId: 'r',
      playerId,
      txId: `award-${awards}`,
      amount: '1.0000',
      currency: 'THB',
      kind: 'jackpot',
    });
    const signed = createSignedHeaders('test-key', 'test-secret', { method: 'POST', target: path, body: raw });
    const headers = { 'content-type': 'application/json', ...signed, ...forwarded };
    const text = isShort
      ? await (await fetch(url + path, { method: 'POST', headers, body: raw })).text()
      : (await app.send({ method: 'POST', path }, { raw, headers })).text;
    return (JSON.parse(text) as { code: string }).code;
  };
  for (const isShort of [true, false]) {
    assert.equal(await award(isShort, { 'x-forwarded-for': '203.0.113.7' }), 'INVALID_SIGNATURE');
    assert.equal(await award(isShort, {}), 'OK');
  }
});

test('rejects launches and stakes of a closed provider and accepts its credits', async () => {
  const member = await createMember(database, chaba, { money: baht(1) });
  const wish = { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' } as const;
  await story(`
    give      M5  100.00                                      given
    session   M5                                              OK
    bet       M5  10.00  tx=m-b1  round=m1                    OK
    provider  closed                                          done
    bet       M5  10.00  tx=m-b2  round=m2                    PLAYER_LOCKED
    win       M5  25.00  tx=m-w1  round=m1  closed=yes        OK
    balance   M5  game=115.00
  `);
  assert.equal((await app.send(launchGame, { as: member, body: wish })).body.code, 'GAME_IN_MAINTENANCE');
  await story(`    provider  open                                            done`);
  assert.equal((await app.send(launchGame, { as: member, body: wish })).status, 200);
  await database.owner.transaction((tx) => setProvider(tx, chaba.id, { provider: 'chaba-studio', isOpen: false }));
  const { providers } = (await app.send(listGames, { as: member })).body.data;
  assert.equal(providers.find(({ ch }) => ch === 'chaba-studio')?.isOpen, false);
});

test('passes the ledger audit', async () => assert.deepEqual(await audit(database), []));
