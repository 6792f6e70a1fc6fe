// Hub88 after the calls: its list of transactions against our records, and the rollback of a settled bet, which returns
// OK.

import assert from 'node:assert/strict';
import { createSign, generateKeyPairSync, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';

import { sql } from '@chaba/database';
import { audit, getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { openOperator } from '@chaba/operator-cli/testing';

import { chart } from '#core/chart-of-accounts';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';

import { issueKey } from '#modules/providers';
import { recordUnappliedRollback } from '#modules/wallet';

const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = theirs.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const privatePem = ours.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const app = await buildTestApp({ config: { hub88PublicKeys: [publicPem] } });
const { database, chaba: site } = app;
const key = await database.transaction((tx) => issueKey(tx, site, { provider: 'hub88', secrets: app.context.config }));
assert.ok(key !== 'two_keys');
const member = await createMember(database, site, { money: baht(100) });
const opened = await app.send(
  { method: 'POST', path: '/game-composite/v1/launch' },
  { as: member, body: { ch: 'hub88', gameType: 'EGAMES', gameCode: 'test-slot' } },
);
assert.equal(opened.status, 200);

type Listed = Record<string, unknown> & { transaction_uuid: string; inserted_at: string };

/** The transactions that Hub88 lists. */
const listed: Listed[] = [];
type ListRequest = { operator_id: number; sub_partner_id: string; currency: string } & Partial<
  Record<'start_time' | 'end_time' | 'round', string>
>;
const requests: ListRequest[] = [];
const hub = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const signature = Buffer.from(String(request.headers['x-hub88-signature']), 'base64');
    const isOurs = verify('RSA-SHA256', body, ours.publicKey, signature);
    const listRequest = JSON.parse(body.toString()) as ListRequest;
    requests.push(listRequest);
    const isRequested = (one: Listed): boolean =>
      listRequest.round === undefined
        ? one.inserted_at >= (listRequest.start_time ?? '') && one.inserted_at < (listRequest.end_time ?? '')
        : one['round'] === listRequest.round;
    response.writeHead(isOurs && request.url === '/operator/generic/v2/transactions/list' ? 200 : 403);
    response.end(JSON.stringify(listed.filter(isRequested)));
  });
});
await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
after(() => hub.close());
const hubUrl = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;

const run = openOperator(database, {
  HUB88_API_URL: hubUrl,
  HUB88_OPERATOR_ID: '7',
  HUB88_PRIVATE_KEY: privatePem.replaceAll('\n', String.raw`\n`),
});
async function operator(...words: readonly string[]): Promise<string> {
  const { out, err } = await run(...words);
  return (out + err).trim();
}

const KINDS = { '/transaction/bet': 'TK_BET', '/transaction/win': 'TK_WIN', '/transaction/rollback': 'TK_ROLLBACK' };

/** A call of Hub88, and the line that it lists of it afterwards. */
async function call(path: keyof typeof KINDS, body: Record<string, unknown>): Promise<unknown> {
  const { id } = await database.one<{ id: string }>(
    sql`select player_id as id from member where member_id = ${member.id}`,
  );
  const sent = { user: id, request_uuid: 'q', game_code: 'test-slot', currency: 'THB', ...body };
  const signature = createSign('RSA-SHA256').update(JSON.stringify(sent)).sign(theirs.privateKey, 'base64');
  const { text } = await app.send(
    { method: 'POST', path: `/seamless/hub88/${key !== 'two_keys' ? key.keyId : ''}${path}` },
    { raw: JSON.stringify(sent), headers: { 'content-type': 'application/json', 'x-hub88-signature': signature } },
  );
  listed.push({
    amount: 0,
    ...sent,
    transaction_uuid: String(body['transaction_uuid']),
    kind: KINDS[path],
    transaction_status: 'TS_SUCCESS',
    inserted_at: new Date().toISOString().slice(0, 23),
  });
  return (JSON.parse(text) as Record<string, unknown>)['status'];
}

const balance = async () => (await getBalances(database, site.id, member.id, chart)).game;
const today = async (): Promise<string> =>
  (await database.one<{ day: string }>(sql`select (now() at time zone 'Asia/Bangkok')::date as day`)).day;

test('compares a day by transaction with the list of Hub88', async () => {
  const play = { round: 'h1' };
  assert.equal(await call('/transaction/bet', { ...play, transaction_uuid: 'b1', amount: 1_000_000 }), 'RS_OK');
  const win = { ...play, transaction_uuid: 'w1', reference_transaction_uuid: 'b1', amount: 2_550_000 };
  assert.equal(await call('/transaction/win', { ...win, round_closed: true }), 'RS_OK');
  assert.equal(await call('/transaction/bet', { round: 'h2', transaction_uuid: 'b2', amount: 500_000 }), 'RS_OK');
  const back = { round: 'h2', transaction_uuid: 'x2', reference_transaction_uuid: 'b2' };
  assert.equal(await call('/transaction/rollback', back), 'RS_OK');
  // Statuses in the list: a transaction that was rolled back has its own, a rejected one is declined.
  for (const one of listed) if (one.transaction_uuid === 'b2') one['transaction_status'] = 'TS_ROLLEDBACK';
  const declined = { round: 'h3', transaction_uuid: 'b3', amount: 900_000_000 };
  assert.equal(await call('/transaction/bet', declined), 'RS_ERROR_NOT_ENOUGH_MONEY');
  for (const one of listed) if (one.transaction_uuid === 'b3') one['transaction_status'] = 'TS_DECLINED';

  const clean = await operator('reconcile', 'hub88', await today());
  assert.match(clean, /no difference/);
  assert.match(clean, /bet +1 +10\.0000 +1 +10\.0000/);
  assert.match(clean, /win +1 +25\.5000 +1 +25\.5000/);
  assert.doesNotMatch(clean, /missing|amount +b1/);
  assert.deepEqual([requests[0]?.operator_id, requests[0]?.sub_partner_id, requests[0]?.currency], [7, 'chaba', 'THB']);
  const spans = requests
    .filter(({ round }) => round === undefined)
    .map(({ start_time = '', end_time = '' }) => Date.parse(`${end_time}Z`) - Date.parse(`${start_time}Z`));
  assert.ok(spans.length > 10 && spans.every((span) => span <= 7_201_000), 'at most two hours in one response');

  listed.push({ ...(listed[0] as Listed), transaction_uuid: 'b9', round: 'h9' });
  for (const one of listed) if (one.transaction_uuid === 'w1') one['amount'] = 2_560_000;
  const differing = await operator('reconcile', 'hub88', await today());
  assert.match(differing, /b9 .*missing here/);
  assert.match(differing, /w1 .*amount/);
  listed.pop();
  for (const one of listed) if (one.transaction_uuid === 'w1') one['amount'] = 2_550_000;
});

test('compares rounded amounts as equal, and lists by how much the day was rounded', async () => {
  const play = { round: 'h7' };
  assert.equal(await call('/transaction/bet', { ...play, transaction_uuid: 'b7', amount: 123_456 }), 'RS_OK');
  const win = { ...play, transaction_uuid: 'w7', reference_transaction_uuid: 'b7', amount: 33_338, round_closed: true };
  assert.equal(await call('/transaction/win', win), 'RS_OK');
  assert.match(await operator('reconcile', 'hub88', await today()), /no difference/);
  assert.match(await operator('reconcile'), /hub88 +2 calls +stakes -0\.00006 baht +payouts 0\.00002 baht/);
  for (const one of listed) if (one.transaction_uuid === 'w7') one['amount'] = 33_348;
  assert.match(await operator('reconcile', 'hub88', await today()), /w7 .*amount/);
  for (const one of listed) if (one.transaction_uuid === 'w7') one['amount'] = 33_338;
});

test('lists a request that was rejected for good', async () => {
  const lost = { round: 'h8', transaction_uuid: 'w8', amount: 5_000_000, currency: 'USD' };
  assert.equal(await call('/transaction/win', lost), 'RS_ERROR_WRONG_CURRENCY');
  listed.pop();
  assert.match(await operator('refused-calls', 'hub88'), /hub88 +\/transaction\/win +WRONG_CURRENCY +once +\{.*"w8"/);
  assert.match(await operator('games'), /rejected for good[^]*hub88 +WRONG_CURRENCY +1/);
  assert.match(await operator('refused-calls', 'amb'), /No request was rejected for good/);
  assert.match(await operator('refused-calls', 'no-such'), /There is no provider "no-such"/);
});

test('leaves a day with an unreadable list uncompared', async () => {
  listed.push({ ...(listed[0] as Listed), transaction_uuid: 'n1', kind: 'TK_NEG_BET' });
  assert.match(await operator('reconcile', 'hub88', await today()), /cannot be compared now: Hub88 lists .*TK_NEG_BET/);
  listed.pop();
  assert.match(await operator('reconcile', 'amb', await today()), /amb has no transaction feed: see docs/);
});

test('records a rollback of a settled bet for an operator and as a difference of the day', async () => {
  const before = await balance();
  const back = { round: 'h1', transaction_uuid: 'x1', reference_transaction_uuid: 'b1' };
  assert.equal(await call('/transaction/rollback', back), 'RS_OK');
  assert.equal(await call('/transaction/rollback', back), 'RS_OK');
  assert.equal(await balance(), before);
  assert.match(
    await operator('review-queue'),
    /1\s+rollbacks of settled bets were answered OK and changed nothing\s+npm run operator -- games/,
  );
  assert.match(await operator('games'), new RegExp(String.raw`hub88\s+x1\s+of bet b1\s+round h1\s+${member.phone}`));
  for (const one of listed) if (one.transaction_uuid === 'b1') one['transaction_status'] = 'TS_ROLLEDBACK';
  const differing = await operator('reconcile', 'hub88', await today());
  assert.match(differing, /x1 .*missing here/);
  assert.match(differing, /b1 .*cancelled there/);

  const because = ['--reason', 'Hub88 keeps the result'] as const;
  assert.equal(
    await operator('dismiss-rollback', 'hub88', 'x1', ...because),
    'The rollback x1 is off the list. Nothing moved.',
  );
  assert.match(await operator('dismiss-rollback', 'hub88', 'x1', ...because), /No rollback x1 of hub88 waits/);
  assert.doesNotMatch(await operator('review-queue'), /rollbacks/);
  assert.match(await operator('audit-log'), /rollback.dismiss +hub88 x1 +Hub88 keeps the result .*bet=b1 round=h1/);
  assert.deepEqual(await audit(database), []);
});

test('raises the alarm once for a repeated rollback', async () => {
  const raised: unknown[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (...fields: unknown[]) => raised.push(fields) };
  const rollback = {
    operation: 'rollback',
    provider: 'hub88',
    memberId: member.id,
    catalogue: site.catalogue,
    stakeError: undefined,
    txId: 'x7',
    refTxId: 'b7',
    roundId: 'h7',
    gameCode: 'test-slot',
  } as const;
  for (let time = 0; time < 3; time += 1) await recordUnappliedRollback(database, site, rollback, log);
  assert.deepEqual(raised, [
    [
      { site: site.code, provider: 'hub88', txId: 'x7', refTxId: 'b7', roundId: 'h7' },
      'rollback of a settled bet answered OK without effect',
    ],
  ]);
});
