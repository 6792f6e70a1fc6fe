// A protocol is a value in the list of protocols and a row of the catalogue: a made-up one is added that way, certified
// over HTTP, and queried as every provider is. A provider with a known protocol is a row.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { certify } from '@chaba/certify';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { unlistedProviders } from '#site/catalogue';
import { createPixelProtocol, createPixelTransport } from '#testing/pixel-protocol';

import type { ProviderClient } from '#providers/protocol';
import { protocols } from '#providers/protocols';

const kicked: string[] = [];
const client: ProviderClient = {
  games: async () => [],
  roundDetails: async () => ({ state: 'unknown', calls: [], facts: [] }),
  transactions: async () => ({ calls: [], cursor: undefined, until: undefined }),
  kick: async (playerId) => void kicked.push(playerId),
  useKey: async () => undefined,
};

// The two values that add the protocol.
protocols.push(createPixelProtocol(client));
const [row] = unlistedProviders;
assert.ok(row);
unlistedProviders.push({ ...row, ch: 'pixel', name: 'Pixel', protocol: 'pixel' });
// A row adds a provider with a known protocol.
unlistedProviders.push({ ...row, ch: 'known-protocol', name: 'Known protocol' });

// The server reads both lists when it is loaded.
const { buildTestApp } = await import('#testing/build-app');
const { createMember } = await import('#testing/factories');
const { issueKey, keylessProviders } = await import('#providers/provider-registry');
const { requestKick } = await import('#providers/kicks');
const { providerJobs } = await import('#providers/providers.jobs');

const app = await buildTestApp();
const url = await app.listen();
const member = await createMember(app.database, app.chaba, { money: baht(1_000) });

async function issuePixelKey(): Promise<{ readonly id: string; readonly secret: string }> {
  const key = await app.database.transaction((tx) =>
    issueKey(tx, app.chaba, { provider: 'pixel', secrets: app.context.config }),
  );
  assert.ok(key !== 'two_keys');
  return { id: key.keyId, secret: key.secret };
}

async function launchGame(): Promise<string> {
  const { body } = await app.send(
    { method: 'POST', path: '/game-composite/v1/launch' },
    { as: member, body: { ch: 'pixel', gameType: 'EGAMES', gameCode: 'test-slot' } },
  );
  return (body.data as { launchToken: string }).launchToken;
}

test('certifies a new protocol in every scenario that its operations allow', async (t) => {
  const [key, otherKey] = [await issuePixelKey(), await issuePixelKey()];
  await launchGame();
  const session = { playerId: member.playerId, token: 'no token' };
  const verdicts = await certify({
    url,
    key,
    otherKey,
    slot: 'test-slot',
    table: 'test-table',
    session,
    launch: launchGame,
    races: 20,
    randomCalls: 60,
    transport: createPixelTransport(url, key, session.token),
  });
  const skipped = verdicts.filter(({ skipped: reason }) => reason !== undefined);
  t.diagnostic(`${verdicts.length - skipped.length} of ${verdicts.length} scenarios passed`);
  assert.deepEqual(
    verdicts.filter(({ fault }) => fault !== undefined).map(({ id, fault }) => `${id}: ${fault}`),
    [],
  );
  const reasons = new Set(skipped.map(({ skipped: reason = '' }) => reason));
  assert.deepEqual(
    [...reasons].toSorted((one, other) => one.localeCompare(other)),
    [
      'the protocol has no adjust',
      'the protocol has no authenticate',
      'the protocol has no award',
      'the protocol has no betwin',
      'the protocol has no positions',
      'the protocol has no session token',
      'the protocol has no timestamp',
      'the protocol has no tip',
    ],
  );
  assert.ok(verdicts.length - skipped.length >= 45);
});

test('offers a key to every provider outside the lobby, whatever its protocol', () => {
  assert.deepEqual(new Set(['test', ...keylessProviders]), new Set(unlistedProviders.map(({ ch }) => ch)));
  for (const ch of ['amb', 'hub88', 'pixel', 'known-protocol']) assert.ok(keylessProviders.includes(ch), ch);
});

test('kicks a member from the games of a new protocol', async () => {
  await app.database.transaction((tx) => requestKick(tx, app.chaba.id, member.id));
  const [job] = providerJobs;
  await job?.run(app.context);
  assert.deepEqual(kicked, [member.playerId]);
});

test('passes the ledger audit', async () => assert.deepEqual(await audit(app.database), []));
