// The server under the certification that integrators run: every scenario over real HTTP, then the audit.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';

import { type AggregatorName, aggregators, certify, certifyAggregator, send } from '@chaba/certify';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { issueKey, listRefusedCalls } from '#modules/providers';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const hub88PublicKeys = [publicKey.export({ type: 'spki', format: 'pem' }).toString()];
const app = await buildTestApp({ config: { hub88PublicKeys } });
const url = await app.listen();

async function issue(provider: string): Promise<{ readonly id: string; readonly secret: string }> {
  const key = await app.database.transaction((tx) =>
    issueKey(tx, app.chaba, { provider, secrets: app.context.config }),
  );
  assert.ok(key !== 'two_keys');
  return { id: key.keyId, secret: key.secret };
}

async function launch(member: TestMember, provider: string): Promise<string> {
  const answer = await app.send(
    { method: 'POST', path: '/game-composite/v1/launch' },
    { as: member, body: { ch: provider, gameType: 'EGAMES', gameCode: 'test-slot' } },
  );
  return (answer.body.data as { launchToken: string }).launchToken;
}

const listFaults = (verdicts: Awaited<ReturnType<typeof certify>>): string[] =>
  verdicts.filter(({ fault }) => fault !== undefined).map(({ id, fault }) => `${id}: ${fault}`);

test('passes every scenario of its own certification and the audit afterwards', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const key = { id: 'test-key', secret: 'test-secret' };
  const token = await launch(member, 'test');
  const { body } = await send({ url, key }, 'authenticate', JSON.stringify({ token }));
  const verdicts = await certify({
    url,
    key,
    otherKey: await issue('test'),
    slot: 'test-slot',
    table: 'test-table',
    session: { playerId: String(body['playerId']), token: String(body['token']) },
    launch: () => launch(member, 'test'),
    races: 100,
    randomCalls: 200,
  });
  assert.deepEqual(listFaults(verdicts), []);
  assert.deepEqual(await audit(app.database), []);
});

for (const name of Object.keys(aggregators) as AggregatorName[]) {
  test(`passes every scenario of ${name}, keeps what it rejects for good, and passes the audit`, async () => {
    const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
    const key = await issue(name);
    await launch(member, name);
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const target = { url, key, playerId: member.playerId, slot: 'test-slot', privateKey: pem };
    const { verdicts, refused } = await certifyAggregator(name, target);
    assert.deepEqual(listFaults([...verdicts]), []);
    assert.ok(refused.length >= 15);
    const kept = await listRefusedCalls(app.database, app.chaba.id, { provider: name, limit: 1_000 });
    assert.deepEqual(
      refused.filter((text) => !kept.some(({ body }) => body.includes(text))),
      [],
    );
    assert.deepEqual(await audit(app.database), []);
  });
}
