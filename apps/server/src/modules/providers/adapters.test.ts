// Protocols of aggregators at the real wallet: requests as the public documents show them, and their responses.
//
// The translations call the wallet over HTTP with the key of the provider `test`; only the session token is added.

import assert from 'node:assert/strict';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';

import type { WalletCode } from '@chaba/contract/seamless';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { ensureItemCode, redeemCode } from '#modules/item-codes';
import { setLimit } from '#modules/limits';
import { computeWithdrawCap, loadPosition } from '#modules/position';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { authenticateSession, callWallet as sendSigned } from '#testing/wallet-commands';
import type { FindTransactions, TransactionState } from '#modules/provider-protocol';

import { issueKey } from './registry.ts';

import { amb, parseBasic } from './amb/amb.ts';
import { type Execute, translate } from './gateway.ts';
import { hub88, isSignedByHub88 } from './hub88/hub88.ts';

const app = await buildTestApp();

const findTransactions: FindTransactions = async (playerId, txIds) => {
  const rows = await app.database.rows<TransactionState & { txId: string }>(sql`
    select tx_id as "txId", coalesce(ref_tx_id, '') as "refTxId", case when operation = 'tombstone' then 'tombstone'
      when corrected_wins ->> tx_id = 'void' then 'cancelled' else 'applied' end as state
    from wallet_transaction join member using (site_id, member_id)
      left join game_round using (site_id, member_id, provider, round_id)
    where player_id = ${playerId} and tx_id = any(${txIds}::text[]) and provider = 'test'`);
  return new Map(rows.map(({ txId, ...call }) => [txId, call]));
};

async function createPlayer(money?: number): Promise<{ member: TestMember; callWallet: Execute }> {
  const member = await createMember(app.database, app.chaba, money === undefined ? {} : { money: baht(money) });
  const token = await authenticateSession(app, member);
  const callWallet: Execute = async ([operation, body]) => {
    const answer = await sendSigned(app, operation, { currency: 'THB', ...body, token });
    return { ...answer, code: answer.code as WalletCode };
  };
  return { member, callWallet };
}

const rejectCalls: Execute = async () => {
  throw new Error('no query is expected');
};

test('translates bets, wins and rollbacks of Hub88 in hundred-thousandths', async () => {
  const { member, callWallet: execute } = await createPlayer(100);
  const hub88Fields = {
    user: member.playerId,
    game_code: 'test-slot',
    currency: 'THB',
    token: 'x',
    supplier_user: null,
  };
  const send = async (path: string, body: Record<string, unknown>) => {
    const answer = await translate(
      hub88,
      { path, body: { ...hub88Fields, request_uuid: 'q-1', ...body } },
      execute,
      findTransactions,
    );
    assert.deepEqual([answer['user'], answer['request_uuid'], answer['currency']], [member.playerId, 'q-1', 'THB']);
    return [answer['status'], answer['balance']];
  };
  const bet = { transaction_uuid: 'b1', round: 'r1', amount: 1_050_000, bet: 'zero', is_free: false };
  const win = { transaction_uuid: 'w1', reference_transaction_uuid: 'b1', round: 'r1', amount: 2_500_000 };
  assert.deepEqual(await send('/user/balance', {}), ['RS_OK', 10_000_000]);
  assert.deepEqual(await send('/transaction/bet', bet), ['RS_OK', 8_950_000]);
  assert.deepEqual(await send('/transaction/bet', bet), ['RS_OK', 8_950_000]);
  assert.deepEqual(await send('/transaction/bet', { ...bet, amount: 1_060_000 }), [
    'RS_ERROR_DUPLICATE_TRANSACTION',
    8_950_000,
  ]);
  assert.deepEqual(await send('/transaction/win', { ...win, reference_transaction_uuid: 'nowhere' }), [
    'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
    8_950_000,
  ]);
  assert.deepEqual(await send('/transaction/win', { ...win, round_closed: true }), ['RS_OK', 11_450_000]);
  const back = { transaction_uuid: 'x1', reference_transaction_uuid: 'b1', round: 'r1' };
  assert.deepEqual(
    await send('/transaction/rollback', back),
    ['RS_OK', 11_450_000],
    'settled: accepted, and nothing moved',
  );
  assert.deepEqual(
    await send('/transaction/bet', { ...bet, transaction_uuid: 'b2' }),
    ['RS_ERROR_TRANSACTION_ROLLED_BACK', 11_450_000],
    'the round is over: no stake was debited, so the response must not be RS_OK',
  );
  const twice = { ...win, transaction_uuid: 'w2' };
  assert.deepEqual(await send('/transaction/win', twice), ['RS_ERROR_TRANSACTION_ROLLED_BACK', 11_450_000]);
  const lost = { transaction_uuid: 'x2', reference_transaction_uuid: 'never', round: 'r2' };
  assert.deepEqual(await send('/transaction/rollback', lost), ['RS_OK', 11_450_000]);
  assert.deepEqual(await send('/transaction/bet', { ...bet, transaction_uuid: 'never', round: 'r2' }), [
    'RS_ERROR_TRANSACTION_ROLLED_BACK',
    11_450_000,
  ]);
  assert.deepEqual(
    await send('/transaction/bet', { ...bet, transaction_uuid: 'b9', round: 'r9', amount: 900_000_000 }),
    ['RS_ERROR_NOT_ENOUGH_MONEY', 11_450_000],
  );
});

test('reveals only that a player exists to Hub88', async () => {
  const { member, callWallet: execute } = await createPlayer(1);
  const info = (user: string) =>
    translate(hub88, { path: '/user/info', body: { user, request_uuid: 'q-2' } }, execute, findTransactions);
  assert.deepEqual(await info(member.playerId), { user: member.playerId, status: 'RS_OK', request_uuid: 'q-2' });
  assert.equal((await info('nobody'))['status'], 'RS_ERROR_INVALID_TOKEN');
});

test('rejects an unreadable request of Hub88 before the wallet', async () => {
  const body = { user: 'p', request_uuid: 'q', transaction_uuid: 't', round: 'r', game_code: 'g', currency: 'THB' };
  const status = async (path: string, more: Record<string, unknown>) =>
    (await translate(hub88, { path, body: { ...body, ...more } }, rejectCalls, findTransactions))['status'];
  assert.equal(await status('/transaction/bet', { amount: -10 }), 'RS_ERROR_WRONG_SYNTAX');
  assert.equal(await status('/transaction/bet', { amount: '10' }), 'RS_ERROR_WRONG_SYNTAX');
  assert.equal(await status('/transaction/dance', { amount: 10 }), 'RS_ERROR_WRONG_SYNTAX');
});

test("accepts only a body that Hub88's private key signed", () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const body = Buffer.from('{"user":"p"}');
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey, 'base64');
  assert.equal(isSignedByHub88(pem, body, signature), true);
  assert.equal(isSignedByHub88(pem, Buffer.from('{"user":"q"}'), signature), false);
  assert.equal(isSignedByHub88('no key', body, signature), false);
});

test('translates lists of AMB, each with its status code', async () => {
  const { member, callWallet: execute } = await createPlayer(100);
  const head = { id: 'q-1', timestampMillis: 1, productId: 'SLOTXO', currency: 'THB', username: member.playerId };
  const send = async (path: string, txns: Record<string, unknown>[], productId = head.productId) => {
    const listed = txns.map((one) => ({ roundId: 'r1', gameCode: 'test-slot', playInfo: 'UNKNOWN', ...one }));
    const answer = await translate(
      amb,
      { path, body: { ...head, productId, txns: listed } },
      execute,
      findTransactions,
    );
    assert.deepEqual([answer['id'], answer['username'], answer['productId']], ['q-1', member.playerId, productId]);
    return [answer['statusCode'], answer['balanceBefore'], answer['balanceAfter']];
  };
  const checked = await translate(amb, { path: '/checkBalance', body: head }, execute, findTransactions);
  assert.deepEqual([checked['statusCode'], checked['balance']], [0, 100]);
  const two = [
    { id: 't1', betAmount: 10.5, status: 'OPEN' },
    { id: 't2', betAmount: 20, status: 'OPEN' },
  ];
  assert.deepEqual(await send('/placeBets', [...two, { id: 't3', betAmount: 80 }]), [10_002, 100, 100]);
  assert.deepEqual(await send('/placeBets', two), [0, 100, 69.5]);
  assert.deepEqual(await send('/placeBets', two), [20_002, 100, 69.5]);
  assert.deepEqual(
    await send('/placeBets', [
      { id: 't4', betAmount: 1 },
      { id: 't5', betAmount: 1, roundId: 'r2' },
    ]),
    [40_003, undefined, undefined],
  );
  assert.deepEqual(await send('/cancelBets', [{ id: 't2', betAmount: 20, status: 'REFUND' }]), [0, 69.5, 89.5]);
  const settled = [{ id: 't1', betAmount: 10.5, payoutAmount: 31.25, status: 'SETTLED', isEndRound: true }];
  assert.deepEqual(await send('/settleBets', settled), [0, 89.5, 120.75]);
  assert.deepEqual(await send('/settleBets', settled), [20_002, 89.5, 120.75]);
  assert.deepEqual(await send('/cancelBets', [{ id: 't1', betAmount: 10.5 }]), [20_004, 120.75, 120.75]);
  assert.deepEqual(
    await send('/settleBets', [{ id: 'nowhere', roundId: 'r7', payoutAmount: 5 }]),
    [20_001, 120.75, 120.75],
  );
  const spin = { id: 's1', roundId: 'r3', betAmount: 20, payoutAmount: 50 };
  assert.deepEqual(await send('/settleBets', [spin], 'PGSOFT'), [0, 120.75, 150.75]);
  assert.deepEqual(await send('/voidSettled', [spin], 'PGSOFT'), [0, 150.75, 120.75]);
  // Fields that say nothing are null or empty at some providers.
  const nothing = { betAmount: null, txnId: null, refId: '', isFeature: null, isFeatureBuy: null, isEndRound: null };
  assert.deepEqual(await send('/winRewards', [{ ...nothing, id: 'g1', payoutAmount: 9.25 }]), [0, 120.75, 130]);
  assert.deepEqual(await send('/placeTips', [{ id: 'p1', betAmount: 5 }]), [0, 130, 125]);
  // A request without a counterpart is rejected in AMB's code, with the unchanged balance.
  const tip = [{ id: 'p1', status: 'REFUND', betAmount: 5 }];
  const purse = [{ refId: 'a1', status: 'CREDIT', amount: 1000 }];
  assert.deepEqual(await send('/adjustBets', [{ id: 't9', betAmount: 20, status: 'OPEN' }]), [40_003, 125, 125]);
  assert.deepEqual(await send('/cancelTips', tip), [40_003, 125, 125]);
  assert.deepEqual(await send('/adjustBalance', purse), [40_003, 125, 125]);
  const nobody = await translate(
    amb,
    { path: '/cancelTips', body: { ...head, username: 'nobody', txns: tip } },
    execute,
    findTransactions,
  );
  assert.equal(nobody['statusCode'], 10_001);
  for (const betAmount of [-1, '1', null, 1e13]) {
    assert.deepEqual(await send('/placeBets', [{ id: 'f1', roundId: 'r8', betAmount }]), [
      40_003,
      undefined,
      undefined,
    ]);
  }
});

test('keeps free spins of AMB and Hub88 under the cap of the bet that granted them', async () => {
  const { database, chaba: site } = app;
  const code = { code: 'SPINCAP', amount: baht(50), coins: 0n, turnoverTimes: 1, withdrawCap: baht(200) };
  await database.transaction((tx) => ensureItemCode(tx, site.id, code));
  /** A member with the money of the code only; `limit`: requirements, and the largest withdrawal. */
  const begin = async () => {
    const player = await createPlayer();
    const use = { siteId: site.id, memberId: player.member.id, typed: code.code, idempotencyKey: 'spins' };
    await redeemCode(database, { ...use, isLimited: false });
    const limit = async () => {
      const position = await loadPosition(database, site.id, player.member.id);
      return [position.requirements.length, computeWithdrawCap(position)];
    };
    return { ...player, limit };
  };

  const ofAmb = await begin();
  const head = { id: 'q', timestampMillis: 1, productId: 'PGSOFT', currency: 'THB', username: ofAmb.member.playerId };
  const spin = async (one: Record<string, unknown>) => {
    const txns = [{ roundId: 'amb-spins', gameCode: 'test-slot', betAmount: 50, ...one }];
    const request = { path: '/settleBets', body: { ...head, txns } };
    const answer = await translate(amb, request, ofAmb.callWallet, findTransactions);
    return [answer['statusCode'], answer['balanceAfter']];
  };
  assert.deepEqual(await spin({ id: 'g', payoutAmount: 0, isEndRound: false }), [0, 0]);
  assert.equal((await ofAmb.limit())[0], 1, 'the round is open, so the requirement is not lost');
  assert.deepEqual(await spin({ id: 'f1', payoutAmount: 300, isFeature: true, isEndRound: false }), [0, 300]);
  assert.deepEqual(await spin({ id: 'f2', payoutAmount: 400, isFeature: true, isEndRound: true }), [0, 700]);
  assert.deepEqual(await ofAmb.limit(), [1, baht(200)]);
  assert.deepEqual(await spin({ id: 'f3', payoutAmount: 400, isFeature: true }), [20_004, 700]);

  const ofHub88 = await begin();
  const fields = { user: ofHub88.member.playerId, game_code: 'test-slot', currency: 'THB', round: 'hub88-spins' };
  const call = async (path: string, body: Record<string, unknown>) => {
    const request = { path, body: { ...fields, request_uuid: 'q', ...body } };
    const answer = await translate(hub88, request, ofHub88.callWallet, findTransactions);
    return [answer['status'], answer['balance']];
  };
  assert.deepEqual(await call('/transaction/bet', { transaction_uuid: 's-b', amount: 5_000_000 }), ['RS_OK', 0]);
  const lost = { transaction_uuid: 's-w', reference_transaction_uuid: 's-b', amount: 0 };
  assert.deepEqual(await call('/transaction/win', lost), ['RS_OK', 0]);
  assert.equal((await ofHub88.limit())[0], 1, 'the round is open, so the requirement is not lost');
  const won = { amount: 70_000_000, is_free: true, round_closed: true };
  assert.deepEqual(await call('/transaction/win', { ...won, transaction_uuid: 's-f1' }), ['RS_OK', 70_000_000]);
  assert.deepEqual(await ofHub88.limit(), [1, baht(200)]);
  assert.deepEqual(await call('/transaction/win', { ...won, transaction_uuid: 's-f2' }), [
    'RS_ERROR_TRANSACTION_ROLLED_BACK',
    70_000_000,
  ]);
});

test('finds the results of an AMB list in one query, a later one under its old name too', async () => {
  const { member, callWallet: execute } = await createPlayer(100);
  const head = { id: 'q', timestampMillis: 1, productId: 'SLOTXO', currency: 'THB', username: member.playerId };
  let queryCount = 0;
  const counting: FindTransactions = (playerId, txIds) => {
    queryCount += 1;
    return findTransactions(playerId, txIds);
  };
  const send = async (path: string, payouts: Readonly<Record<string, number>>) => {
    queryCount = 0;
    const txns = Object.entries(payouts).map(([id, payoutAmount]) => ({ id, payoutAmount, betAmount: 10 }));
    const named = txns.map((one) => ({ ...one, roundId: 'old', gameCode: 'test-slot' }));
    const answer = await translate(amb, { path, body: { ...head, txns: named } }, execute, counting);
    return [answer['statusCode'], answer['balanceAfter'], queryCount];
  };
  assert.deepEqual(await send('/placeBets', { o1: 0, o2: 0, o3: 0 }), [0, 70, 0]);
  assert.deepEqual(await send('/settleBets', { o1: 5, o2: 5, o3: 5 }), [0, 85, 1]);
  assert.deepEqual(await send('/rollback', { o1: 5, o2: 5 }), [0, 75, 1]);
  const old = { txId: 'win:o1:2', refTxId: 'bet:o1', amount: '8' };
  await execute(['win', { requestId: 'q', playerId: member.playerId, roundId: 'old', gameCode: 'test-slot', ...old }]);
  assert.deepEqual(await send('/settleBets', { o1: 8, o2: 9 }), [0, 92, 2]);
  assert.deepEqual(await send('/settleBets', { o1: 8 }), [20_002, 83, 2]);
  assert.deepEqual(await send('/rollback', { o1: 8 }), [0, 84, 2]);
  assert.deepEqual(await send('/settleBets', { o1: 1 }), [0, 85, 3]);
});

test("reports a bet above the member's limit in each protocol's code with the balance", async () => {
  const { member, callWallet: execute } = await createPlayer(100);
  const { siteId, id: memberId } = member;
  await setLimit(app.database, { siteId, memberId, kind: 'loss', span: 'day', amount: baht(10) });
  const stake = { user: member.playerId, request_uuid: 'q', game_code: 'test-slot', currency: 'THB', token: 'x' };
  const bet = { ...stake, transaction_uuid: 'limit', round: 'limit', amount: 1_000_010, is_free: false };
  const hub = await translate(hub88, { path: '/transaction/bet', body: bet }, execute, findTransactions);
  assert.deepEqual([hub['status'], hub['balance']], ['RS_ERROR_LIMIT_REACHED', 10_000_000]);
  const txns = [{ id: 'limit', roundId: 'limit', gameCode: 'test-slot', playInfo: 'UNKNOWN', betAmount: 10.01 }];
  const head = { id: 'q', timestampMillis: 1, productId: 'SLOTXO', currency: 'THB', username: member.playerId };
  const hub88Fields = await translate(amb, { path: '/placeBets', body: { ...head, txns } }, execute, findTransactions);
  assert.deepEqual(
    [hub88Fields['statusCode'], hub88Fields['balanceBefore'], hub88Fields['balanceAfter']],
    [40_003, 100, 100],
  );
  assert.equal(
    (
      await translate(
        hub88,
        { path: '/transaction/bet', body: { ...bet, amount: 1_000_000 } },
        execute,
        findTransactions,
      )
    )['status'],
    'RS_OK',
  );
});

test('reads agent and key of AMB from Basic authentication', () => {
  assert.deepEqual(parseBasic(`Basic ${Buffer.from('agent:key:with:colons').toString('base64')}`), {
    agent: 'agent',
    key: 'key:with:colons',
  });
  for (const scheme of ['basic', 'BASIC', 'bAsIc', 'Basic ']) {
    assert.deepEqual(parseBasic(`${scheme} YTpi`), { agent: 'a', key: 'b' }, scheme);
  }
  for (const header of ['Bearer x', 'BasicYTpi', 'xBasic YTpi', 'Basic', '', undefined]) {
    assert.equal(parseBasic(header), undefined, header);
  }
});

test('rejects requests without a valid key and serves the others from one wallet', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const house = await buildTestApp({ database: app.database, config: { hub88PublicKeys: [pem] } });
  const { member } = await createPlayer(250);
  const secrets = house.context.config;
  const give = (provider: string) =>
    house.database.transaction((tx) => issueKey(tx, house.chaba, { provider, secrets }));
  const [ambKey, hubKey] = [await give('amb'), await give('hub88')];
  assert.ok(ambKey !== 'two_keys' && hubKey !== 'two_keys');
  type Reply = Readonly<Record<string, unknown>> & { readonly http: number };
  const post = async (path: string, body: unknown, headers: Record<string, string>): Promise<Reply> => {
    const raw = JSON.stringify(body);
    const sent = { raw, headers: { 'content-type': 'application/json', ...headers } };
    const { status, text } = await house.send({ method: 'POST', path }, sent);
    return { http: status, ...(JSON.parse(text) as Record<string, unknown>) };
  };

  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${ambKey.keyId}:${secret}`).toString('base64')}`,
  });
  const head = { id: 'q', timestampMillis: 1, productId: 'SLOTXO', currency: 'THB', username: member.playerId };
  const checked = await post('/seamless/amb/checkBalance', head, basic(ambKey.secret));
  assert.deepEqual([checked.http, checked['statusCode'], checked['balance']], [200, 0, 250]);
  const strange = await post('/seamless/amb/checkBalance', { ...head, username: 'nobody' }, basic(ambKey.secret));
  assert.equal(strange['statusCode'], 10_001);
  assert.deepEqual(await post('/seamless/amb/checkBalance', head, basic('guessed')), {
    http: 401,
    statusCode: 30_002,
  });
  const txns = [{ id: 't', roundId: 'r', gameCode: 'not-connected', betAmount: 1 }];
  assert.equal((await post('/seamless/amb/placeBets', { ...head, txns }, basic(ambKey.secret)))['statusCode'], 40_003);

  const hub88Body = { user: member.playerId, request_uuid: 'q' };
  const signature = createSign('RSA-SHA256').update(JSON.stringify(hub88Body)).sign(privateKey, 'base64');
  const path = `/seamless/hub88/${hubKey.keyId}/user/balance`;
  const hub88Fields = await post(path, hub88Body, { 'x-hub88-signature': signature });
  assert.deepEqual([hub88Fields.http, hub88Fields['status'], hub88Fields['balance']], [200, 'RS_OK', 25_000_000]);
  const forged = await post(path, { ...hub88Body, user: 'another' }, { 'x-hub88-signature': signature });
  assert.deepEqual(forged, { http: 401, status: 'RS_ERROR_INVALID_SIGNATURE' });
});

test('plays whole games over the routes of both with the codes of their profiles', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const house = await buildTestApp({ database: app.database, config: { hub88PublicKeys: [pem] } });
  const secrets = house.context.config;
  const keyOf = async (provider: string) => {
    const key = await house.database.transaction((tx) => issueKey(tx, house.chaba, { provider, secrets }));
    assert.ok(key !== 'two_keys');
    return key;
  };
  const post = async (path: string, body: unknown, headers: Record<string, string>) => {
    const sent = { raw: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
    const { status, text } = await house.send({ method: 'POST', path }, sent);
    assert.equal(status, 200);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
  const open = (member: TestMember, ch: string) =>
    house.send(
      { method: 'POST', path: '/game-composite/v1/launch' },
      { as: member, body: { ch, gameType: 'EGAMES', gameCode: 'test-slot' } },
    );

  const { member } = await createPlayer(100);
  const ambKey = await keyOf('amb');
  const authorization = `Basic ${Buffer.from(`${ambKey.keyId}:${ambKey.secret}`).toString('base64')}`;
  const head = { id: 'q', timestampMillis: 1, productId: 'SLOTXO', currency: 'THB', username: member.playerId };
  const send = async (path: string, one: Record<string, unknown>, productId = 'SLOTXO') => {
    const txns = [{ roundId: 'r1', gameCode: 'test-slot', playInfo: 'UNKNOWN', ...one }];
    const answer = await post(`/seamless/amb${path}`, { ...head, productId, txns }, { authorization });
    return [answer['statusCode'], answer['balanceBefore'], answer['balanceAfter']];
  };
  const bet = { id: 't1', betAmount: 10 };
  assert.deepEqual(await send('/placeBets', bet), [30_001, 100, 100], 'the member has opened no game of this provider');
  assert.equal((await open(member, 'amb')).status, 200);
  assert.deepEqual(await send('/placeBets', bet), [0, 100, 90]);
  assert.deepEqual(await send('/settleBets', { id: 't1', payoutAmount: 30 }), [0, 90, 120]);
  // A corrected result is sent again under the same id, any number of times, and is paid once each time.
  assert.deepEqual(await send('/rollback', { id: 't1' }), [0, 120, 90]);
  assert.deepEqual(await send('/rollback', { id: 't1' }), [20_002, 120, 90]);
  assert.deepEqual(await send('/settleBets', { id: 't1', payoutAmount: 12.5 }), [0, 90, 102.5]);
  assert.deepEqual(await send('/settleBets', { id: 't1', payoutAmount: 12.5 }), [20_002, 90, 102.5]);
  assert.deepEqual(await send('/rollback', { id: 't1' }), [0, 102.5, 90]);
  assert.deepEqual(await send('/settleBets', { id: 't1', payoutAmount: 30, isEndRound: true }), [0, 90, 120]);
  assert.deepEqual(await send('/voidSettled', { id: 't1' }), [0, 120, 100]);
  assert.deepEqual(await send('/voidSettled', { id: 't1' }), [20_002, 120, 100]);
  assert.deepEqual(await send('/settleBets', { id: 'never', roundId: 'r7', payoutAmount: 5 }), [50_001, 100, 100]);
  assert.deepEqual(await send('/cancelBets', { id: 'lost', roundId: 'r8' }), [20_001, 100, 100]);
  assert.deepEqual(await send('/placeBets', { id: 'lost', roundId: 'r8', betAmount: 1 }), [20_003, 100, 100]);
  const spin = { id: 's1', roundId: 'r9', betAmount: 20, payoutAmount: 25 };
  assert.deepEqual(await send('/settleBets', spin, 'PGSOFT'), [0, 100, 105]);
  assert.deepEqual(await send('/rollback', { id: 's1', roundId: 'r9' }, 'PGSOFT'), [0, 105, 80]);
  assert.deepEqual(await send('/settleBets', { ...spin, payoutAmount: 40 }, 'PGSOFT'), [0, 80, 120]);
  // A result that is rolled back before it arrives is paid when it arrives; for a spin the stake is debited as well.
  const reversed = { id: 't2', roundId: 'r2', betAmount: 10, payoutAmount: 15 };
  assert.deepEqual(await send('/placeBets', reversed), [0, 120, 110]);
  assert.deepEqual(await send('/rollback', reversed), [20_001, 110, 110]);
  assert.deepEqual(await send('/rollback', reversed), [20_001, 110, 110]);
  assert.deepEqual(await send('/settleBets', reversed), [0, 110, 125]);
  assert.deepEqual(await send('/settleBets', reversed), [20_002, 110, 125]);
  assert.deepEqual(await send('/rollback', reversed), [0, 125, 110]);
  assert.deepEqual(await send('/settleBets', { ...reversed, payoutAmount: 12 }), [0, 110, 122]);
  const orphanSpin = { id: 's2', roundId: 'r10', betAmount: 20, payoutAmount: 25 };
  assert.deepEqual(await send('/rollback', orphanSpin, 'PGSOFT'), [20_001, 122, 122]);
  assert.deepEqual(await send('/settleBets', orphanSpin, 'PGSOFT'), [0, 122, 127]);
  assert.deepEqual(await send('/settleBets', orphanSpin, 'PGSOFT'), [20_002, 122, 127]);
  // A bet that is voided before its result is refunded or never debited, and the result is rejected.
  const voided = { id: 't3', roundId: 'r3', betAmount: 10, payoutAmount: 15 };
  assert.deepEqual(await send('/placeBets', voided), [0, 127, 117]);
  assert.deepEqual(await send('/voidSettled', voided), [0, 117, 127]);
  assert.deepEqual(await send('/voidSettled', voided), [20_002, 117, 127]);
  assert.deepEqual(await send('/settleBets', voided), [20_003, 127, 127]);
  const voidedSpin = { ...orphanSpin, id: 's3', roundId: 'r11' };
  assert.deepEqual(await send('/voidSettled', voidedSpin, 'PGSOFT'), [20_001, 127, 127]);
  assert.deepEqual(await send('/settleBets', voidedSpin, 'PGSOFT'), [20_003, 127, 127]);
  // The id of a bet may equal our id of the second result of another bet.
  const [plain, like] = [
    { id: 't4', roundId: 'r4', betAmount: 10, payoutAmount: 20 },
    { id: 't4:2', roundId: 'r5', betAmount: 5, payoutAmount: 6 },
  ];
  for (const one of [plain, like]) for (const path of ['/placeBets', '/settleBets']) await send(path, one);
  assert.deepEqual(await send('/rollback', plain), [0, 138, 118]);
  assert.deepEqual(await send('/settleBets', { ...plain, payoutAmount: 2 }), [0, 118, 120]);

  const hubKey = await keyOf('hub88');
  const hub88Fields = { user: member.playerId, game_code: 'test-slot', currency: 'THB', token: null, is_free: null };
  const call = async (path: string, body: Record<string, unknown>) => {
    const sent = { ...hub88Fields, request_uuid: 'q', round: 'h1', ...body };
    const signature = createSign('RSA-SHA256').update(JSON.stringify(sent)).sign(privateKey, 'base64');
    const { status, balance } = await post(`/seamless/hub88/${hubKey.keyId}${path}`, sent, {
      'x-hub88-signature': signature,
    });
    return [status, balance];
  };
  const stake = { transaction_uuid: 'h-b1', amount: 1_000_000 };
  assert.deepEqual(await call('/transaction/bet', stake), ['RS_ERROR_INVALID_TOKEN', 12_000_000]);
  assert.equal((await open(member, 'hub88')).status, 200);
  assert.deepEqual(await call('/transaction/bet', stake), ['RS_OK', 11_000_000]);
  const back = { transaction_uuid: 'h-x1', reference_transaction_uuid: 'h-b1', round_closed: true };
  assert.deepEqual(await call('/transaction/rollback', back), ['RS_OK', 12_000_000]);
  const more = { ...stake, transaction_uuid: 'h-b2', round: 'h2' };
  assert.deepEqual(await call('/transaction/bet', more), ['RS_OK', 11_000_000]);
  const early = { transaction_uuid: 'h-w9', reference_transaction_uuid: 'h-b9', round: 'h2', amount: 10 };
  assert.deepEqual(await call('/transaction/win', early), ['RS_ERROR_UNKNOWN', 11_000_000], 'tried again');
  const paid = { transaction_uuid: 'h-w2', reference_transaction_uuid: 'h-b2', round: 'h2', amount: 0 };
  assert.deepEqual(await call('/transaction/win', { ...paid, round_closed: true }), ['RS_OK', 11_000_000]);
});

test('passes the ledger audit', async () => assert.deepEqual(await audit(app.database), []));
