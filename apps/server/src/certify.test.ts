// The server under the certification that integrators run: every scenario over real HTTP, then the audit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { certify, send } from '@chaba/certify';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { issueKey } from '#modules/providers';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';

test('passes every scenario of its own certification and the audit afterwards', async () => {
  const app = await buildTestApp();
  const url = await app.listen();
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const key = { id: 'test-key', secret: 'test-secret' };
  const given = await app.database.transaction((tx) =>
    issueKey(tx, app.chaba, { provider: 'test', secrets: app.context.config }),
  );
  assert.ok(given !== 'two_keys');
  const launch = async (): Promise<string> => {
    const answer = await app.send(
      { method: 'POST', path: '/game-composite/v1/launch' },
      { as: member, body: { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' } },
    );
    return (answer.body.data as { launchToken: string }).launchToken;
  };
  const { body } = await send({ url, key }, 'authenticate', JSON.stringify({ token: await launch() }));
  const gameSession = { playerId: String(body['playerId']), token: String(body['token']) };
  const verdicts = await certify({
    url,
    key,
    otherKey: { id: given.keyId, secret: given.secret },
    slot: 'test-slot',
    table: 'test-table',
    session: gameSession,
    launch,
    races: 100,
    randomCalls: 200,
  });
  assert.deepEqual(
    verdicts.filter(({ fault }) => fault !== undefined).map(({ id, fault }) => `${id}: ${fault}`),
    [],
  );
  assert.deepEqual(await audit(app.database), []);
});
