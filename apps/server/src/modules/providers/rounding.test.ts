// Requests of aggregators beyond the wallet's own values, over the real routes of AMB and Hub88: amounts finer than its
// unit, other currencies, and requests that are rejected for good.

import assert from 'node:assert/strict';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht, toBaht } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { callWallet } from '#testing/wallet-commands';

import { fromHub88Amount, toHub88Amount } from './hub88/hub88-amounts.ts';
import { issueKey } from './registry.ts';
import { listRefusedCalls, listRoundedDays } from './providers.ts';
import { deleteOldRefusedCalls } from './refused-calls.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const app = await buildTestApp({ config: { hub88PublicKeys: [pem] } });

async function issue(provider: string) {
  const key = await app.database.transaction((tx) =>
    issueKey(tx, app.chaba, { provider, secrets: app.context.config }),
  );
  assert.ok(key !== 'two_keys');
  return key;
}
const [ambKey, hubKey] = [await issue('amb'), await issue('hub88')];

type Reply = Readonly<Record<string, unknown>>;

async function post(path: string, raw: string, headers: Record<string, string>): Promise<Reply> {
  const sent = { raw, headers: { 'content-type': 'application/json', ...headers } };
  const { status, text } = await app.send({ method: 'POST', path }, sent);
  assert.equal(status, 200, text);
  return JSON.parse(text) as Reply;
}

async function createPlayer(provider: string, money: number): Promise<TestMember> {
  const member = await createMember(app.database, app.chaba, { money: baht(money) });
  const launch = { ch: provider, gameType: 'EGAMES', gameCode: 'test-slot' };
  const opened = await app.send({ method: 'POST', path: '/game-composite/v1/launch' }, { as: member, body: launch });
  assert.equal(opened.status, 200);
  return member;
}

const authorization = `bASIC ${Buffer.from(`${ambKey.keyId}:${ambKey.secret}`).toString('base64')}`;

/** `txn` and `head` are JSON texts of fields, because a number is sent as it is written. */
function sendAmb(
  member: TestMember,
  path: string,
  txn: string,
  head = '"currency":"THB","productId":"SLOTXO"',
): Promise<Reply> {
  const named = `"id":"q","timestampMillis":1,"username":"${member.playerId}"`;
  const raw = `{${named},${head},"txns":[{"gameCode":"test-slot",${txn}}]}`;
  return post(`/seamless/amb${path}`, raw, { authorization });
}

function sendHub88(member: TestMember, path: string, fields: Readonly<Record<string, unknown>>): Promise<Reply> {
  const common = { user: member.playerId, request_uuid: 'q', game_code: 'test-slot', currency: 'THB' };
  const raw = JSON.stringify({ ...common, ...fields });
  const signature = createSign('RSA-SHA256').update(raw).sign(privateKey, 'base64');
  return post(`/seamless/hub88/${hubKey.keyId}${path}`, raw, { 'x-hub88-signature': signature });
}

const loadBalance = async ({ siteId, id }: TestMember): Promise<bigint> =>
  (
    await app.database.one<{ balance: bigint }>(sql`
      select balance_e4 as balance from ledger_balance where site_id = ${siteId} and owner_id = ${id}
        and kind = (select kind from ledger_kind where name = 'game' limit 1)`)
  ).balance;

test('rounds a payout of AMB to the nearest unit and a stake down, and rejects neither', async () => {
  const member = await createPlayer('amb', 1_000);
  const table: [stake: string, taken: bigint, payout: string, paid: bigint][] = [
    ['0.30000000000000004', 3_000n, '0.30000000000000004', 3_000n],
    ['1', 10_000n, '3.3000000000000003', 33_000n],
    ['1', 10_000n, '0.3333333333333333', 3_333n],
    ['1', 10_000n, '3.33335', 33_334n],
    // Sums and products of floats that end in 9s, halves, exponents and a whole number with decimals.
    ['0.7999999999999999', 7_999n, '0.7999999999999999', 8_000n],
    ['2.6999999999999997', 26_999n, '1.1102230246251565e-16', 0n],
    ['1.00005', 10_000n, '0.00005', 1n],
    ['5e-5', 0n, '1e2', 1_000_000n],
    ['1.0', 10_000n, '12345.67894999999', 123_456_789n],
    ['-1e-9', 0n, '-5.551115123125783e-17', 0n],
  ];
  for (const [index, [stake, taken, payout, paid]] of table.entries()) {
    const before = await loadBalance(member);
    const bet = `"id":"t${index}","roundId":"r${index}","betAmount":${stake}`;
    const win = `"id":"t${index}","roundId":"r${index}","payoutAmount":${payout},"isEndRound":true`;
    assert.equal((await sendAmb(member, '/placeBets', bet))['statusCode'], 0, stake);
    assert.equal(before - (await loadBalance(member)), taken, `stake ${stake}`);
    assert.equal((await sendAmb(member, '/settleBets', win))['statusCode'], 0, payout);
    assert.equal((await loadBalance(member)) - before, paid - taken, `payout ${payout}`);
    assert.equal((await sendAmb(member, '/settleBets', win))['statusCode'], 20_002, 'a repeat pays once');
    assert.equal((await loadBalance(member)) - before, paid - taken);
  }
  const [day] = await listRoundedDays(app.database, app.chaba.id, 1);
  assert.deepEqual([day?.provider, day?.count], ['amb', 13]);
  // Less than stated by stakes; payouts differ by the sum of what was rounded, in both directions.
  assert.ok(Number(day?.bets) < 0 && Number(day?.bets) > -0.001, day?.bets);
  assert.ok(Math.abs(Number(day?.wins)) < 0.001, day?.wins);
});

test('rounds prizes, tips and spins of AMB by the same rule', async () => {
  const member = await createPlayer('amb', 100);
  const move = async (path: string, txn: string, head?: string): Promise<bigint> => {
    const before = await loadBalance(member);
    assert.equal((await sendAmb(member, path, txn, head))['statusCode'], 0, txn);
    return (await loadBalance(member)) - before;
  };
  assert.equal(await move('/winRewards', '"id":"g","roundId":"g","payoutAmount":9.123456'), 91_235n);
  assert.equal(await move('/placeTips', '"id":"p","roundId":"p","betAmount":1.99999'), -19_999n);
  const spin = '"id":"s","roundId":"s","betAmount":0.30000000000000004,"payoutAmount":0.6666666666666666';
  assert.equal(await move('/settleBets', spin, '"currency":"THB","productId":"PGSOFT"'), 3_667n);
});

test('rounds amounts of Hub88 that are finer than the unit of the wallet', async () => {
  const member = await createPlayer('hub88', 100);
  // Tenths of the unit: [units, stake taken, win paid].
  const table: [units: number, taken: bigint, paid: bigint][] = [
    [123_456, 12_345n, 12_346n],
    [33_333, 3_333n, 3_333n],
    [1, 0n, 0n],
    [5, 0n, 1n],
    [9, 0n, 1n],
    [15, 1n, 2n],
    [100_000, 10_000n, 10_000n],
    [99_999, 9_999n, 10_000n],
  ];
  for (const [index, [amount, taken, paid]] of table.entries()) {
    const before = await loadBalance(member);
    const bet = await sendHub88(member, '/transaction/bet', {
      transaction_uuid: `b${index}`,
      round: `h${index}`,
      amount,
    });
    assert.equal(bet['status'], 'RS_OK');
    assert.equal(before - (await loadBalance(member)), taken, `stake of ${amount}`);
    const win = {
      transaction_uuid: `w${index}`,
      reference_transaction_uuid: `b${index}`,
      round: `h${index}`,
      amount,
      round_closed: true,
    };
    assert.equal((await sendHub88(member, '/transaction/win', win))['status'], 'RS_OK');
    assert.equal((await loadBalance(member)) - before, paid - taken, `win of ${amount}`);
    assert.equal((await sendHub88(member, '/transaction/win', win))['status'], 'RS_OK');
    assert.equal((await loadBalance(member)) - before, paid - taken, 'a repeat pays once');
  }
  assert.deepEqual(fromHub88Amount(9_007_199_254_740_991, 'down').stated, '90071992547.40991');
  assert.equal(toHub88Amount(fromHub88Amount(1_050_000, 'nearest').amount), 1_050_000);
});

test('answers a currency of any form that is not the currency of the site with the error for it', async () => {
  const [ambMember, hubMember] = [await createPlayer('amb', 100), await createPlayer('hub88', 100)];
  const before = [await loadBalance(ambMember), await loadBalance(hubMember)];
  const others = ['USD', 'thb', 'THB ', '', 'THAI BAHT CURRENCY', null, 764, 0, true, [], ['THB'], { code: 'THB' }];
  for (const [index, currency] of others.entries()) {
    const text = JSON.stringify(currency);
    const head = `"currency":${text},"productId":"SLOTXO"`;
    const id = `c${index}`;
    const bet = `"id":"${id}","roundId":"${id}","betAmount":1`;
    assert.equal((await sendAmb(ambMember, '/placeBets', bet, head))['statusCode'], 40_003, text);
    assert.equal((await sendAmb(ambMember, '/checkBalance', bet, head))['statusCode'], 40_003, text);
    const round = { transaction_uuid: id, round: id, amount: 100_000, currency };
    assert.equal((await sendHub88(hubMember, '/transaction/bet', round))['status'], 'RS_ERROR_WRONG_CURRENCY', text);
    assert.equal((await sendHub88(hubMember, '/transaction/win', round))['status'], 'RS_ERROR_WRONG_CURRENCY', text);
    const body = { playerId: ambMember.playerId, gameCode: 'test-slot', roundId: id, txId: id, amount: '1', currency };
    assert.equal((await callWallet(app, 'win', body)).code, 'WRONG_CURRENCY', text);
    assert.equal((await callWallet(app, 'award', { ...body, kind: 'drop' })).code, 'WRONG_CURRENCY', text);
    assert.equal(
      (await callWallet(app, 'balance', { playerId: body.playerId, currency })).code,
      'WRONG_CURRENCY',
      text,
    );
  }
  assert.deepEqual([await loadBalance(ambMember), await loadBalance(hubMember)], before);
});

test('keeps signed requests that are rejected for good, without tokens, and counts repeats', async () => {
  const member = await createPlayer('hub88', 10);
  const win = { transaction_uuid: 'lost', round: 'lost', amount: 500_000, currency: 'EUR', token: 'secret-token' };
  for (let time = 0; time < 3; time += 1) await sendHub88(member, '/transaction/win', win);
  await sendHub88(member, '/transaction/bet', { ...win, currency: 'THB', game_code: 'no-such-game' });
  await sendHub88(member, '/transaction/win', { ...win, currency: 'THB', amount: '500000' });
  await sendHub88({ ...member, playerId: 'nobody' }, '/transaction/win', { ...win, currency: 'THB' });
  await sendAmb(member, '/adjustBalance', '"id":"purse","roundId":"p"');
  const kept = (await listRefusedCalls(app.database, app.chaba.id, { provider: undefined, limit: 100 })).filter(
    ({ body }) => body.includes('lost') || body.includes('purse'),
  );
  assert.deepEqual(kept.map(({ provider, path, code, times }) => `${provider} ${path} ${code} ${times}`).toSorted(), [
    'amb /adjustBalance INVALID_REQUEST 1',
    'hub88 /transaction/bet INVALID_GAME 1',
    'hub88 /transaction/win INVALID_REQUEST 1',
    'hub88 /transaction/win PLAYER_NOT_FOUND 1',
    'hub88 /transaction/win WRONG_CURRENCY 3',
  ]);
  assert.ok(kept.every(({ body }) => !body.includes('secret-token')));
  assert.ok(kept.some(({ body }) => body.includes('"token":"[hidden]"')));
});

test('keeps no request that is ordinary play, that is sent again, or that has no valid signature', async () => {
  const member = await createPlayer('hub88', 10);
  const list = () => listRefusedCalls(app.database, app.chaba.id, { provider: undefined, limit: 1_000 });
  const before = (await list()).length;
  const bet = { transaction_uuid: 'poor', round: 'poor', amount: 9_000_000_000 };
  assert.equal((await sendHub88(member, '/transaction/bet', bet))['status'], 'RS_ERROR_NOT_ENOUGH_MONEY');
  const early = { transaction_uuid: 'early', reference_transaction_uuid: 'later', round: 'early', amount: 10 };
  assert.equal((await sendHub88(member, '/transaction/win', early))['status'], 'RS_ERROR_UNKNOWN');
  await sendHub88({ ...member, playerId: 'nobody' }, '/user/balance', {});
  const raw = JSON.stringify({ user: member.playerId, request_uuid: 'q', currency: 'USD', transaction_uuid: 'x' });
  const sent = { raw, headers: { 'content-type': 'application/json', 'x-hub88-signature': 'AAAA' } };
  const path = `/seamless/hub88/${hubKey.keyId}/transaction/win`;
  assert.equal((await app.send({ method: 'POST', path }, sent)).status, 401);
  assert.equal((await list()).length, before);
});

test('keeps the begin of a long body, and a body that is no JSON', async () => {
  const member = await createPlayer('amb', 10);
  const long = `"id":"long","roundId":"r","betAmount":-1,"note":"${'ก'.repeat(9_000)}"`;
  await sendAmb(member, '/settleBets', long);
  const broken = '{"username":"broken", "token": "abc", "amount": 5 ';
  await post('/seamless/amb/settleBets', broken, { authorization });
  const kept = await listRefusedCalls(app.database, app.chaba.id, { provider: 'amb', limit: 10 });
  const [cut] = kept.filter(({ bodyBytes }) => bodyBytes > 20_000);
  assert.ok(cut && Buffer.byteLength(cut.body) <= 16_384 && cut.body.endsWith('ก'));
  const [unread] = kept.filter(({ body }) => body.includes('broken'));
  assert.equal(unread?.body, '{"username":"broken", "token": "[hidden]", "amount": 5 ');
});

test('keeps the text of a request as it was sent: numbers, spaces, order and unknown fields', async () => {
  const member = await createPlayer('amb', 10);
  const sent = [
    '{ "id":"as-sent", "amount":1.10, "money":1e2,\t"large":12345678901234567890.10, "zero":-0.0,',
    '  "b":1, "a":"ก\\u0e01\\/",  "1":0 , "token" : {"secret": ["x", 1.50]} ,"nothing":{ } }',
  ].join('\r\n');
  await post('/seamless/amb/settleBets', sent.replace('"id"', `"username":"${member.playerId}","id"`), {
    authorization,
  });
  const kept = await listRefusedCalls(app.database, app.chaba.id, { provider: 'amb', limit: 100 });
  const [call] = kept.filter(({ body }) => body.includes('as-sent'));
  const shown = sent.replace('{"secret": ["x", 1.50]}', '"[hidden]"');
  assert.equal(call?.body, shown.replace('"id"', `"username":"${member.playerId}","id"`));
});

test('counts requests beyond ten thousand of a provider a day, and keeps none of them', async () => {
  const member = await createPlayer('amb', 10);
  await app.database.execute(sql`update refused_call_day set calls = 10000 where provider = 'amb'`);
  await sendAmb(member, '/adjustBets', '"id":"beyond","roundId":"r"');
  const kept = await listRefusedCalls(app.database, app.chaba.id, { provider: 'amb', limit: 1_000 });
  assert.ok(kept.every(({ body }) => !body.includes('beyond')));
  const { calls } = await app.database.one<{ calls: number }>(
    sql`select calls from refused_call_day where provider = 'amb'`,
  );
  assert.equal(calls, 10_001);
});

test('deletes kept requests after 30 days', async () => {
  await app.database.execute(sql`update refused_call set last_received_at = now() - interval '29 days'`);
  assert.equal(await deleteOldRefusedCalls(app.database), 0);
  await app.database.execute(sql`update refused_call set last_received_at = now() - interval '31 days'`);
  assert.ok((await deleteOldRefusedCalls(app.database)) > 0);
  assert.deepEqual(await listRefusedCalls(app.database, app.chaba.id, { provider: undefined, limit: 1 }), []);
});

test('passes the ledger audit with rounded amounts', async () => {
  assert.deepEqual(await audit(app.database), []);
  assert.equal(toBaht(baht(1)), 1);
});
