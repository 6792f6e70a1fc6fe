// A protocol is a value in the list of protocols, and a provider of it a row: a made-up one is added that way,
// certified over HTTP, and queried as every provider is.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { certify } from '@chaba/certify';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { addProvider, importGames } from '#modules/catalogue';
import { issueKey, protocols, requestKick } from '#modules/providers';
import { type ProviderClient } from '#modules/provider-protocol';
import { providerJobs } from '#providers/providers.jobs';
import { loadSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { createPixelProtocol, createPixelTransport } from '#testing/pixel-protocol';

const kicked: string[] = [];
const client: ProviderClient = {
  games: async () => [],
  roundDetails: async () => ({ state: 'unknown', calls: [], facts: [] }),
  transactions: async () => ({ calls: [], cursor: undefined, until: undefined }),
  kick: async (playerId) => void kicked.push(playerId),
  useKey: async () => undefined,
};

// The server reads the list when it starts.
protocols.push(createPixelProtocol(client));
const app = await buildTestApp();
// The row that adds the provider.
const site = await app.database.owner.transaction(async (tx) => {
  const picture = '/art/tiles/kite-teal.avif';
  const kind = { category: 'EGAMES', gameType: 'EGAMES', imageUrl: picture } as const;
  const address = { launchUrl: 'https://pixel.example/{game}?t={token}', apiUrl: 'https://api.pixel.example' };
  const row = { ...kind, ...address, name: 'Pixel', protocol: 'pixel', lobbyOrder: null, isNew: false };
  assert.equal(await addProvider(tx, app.chaba.id, { ...row, provider: 'pixel' }), 'added');
  const game = { ...kind, searchWords: [], sortOrder: undefined, since: null, facts: null, isOffered: true };
  const games = [
    { ...game, gameCode: 'test-slot', name: 'Slot' },
    { ...game, gameCode: 'test-table', name: 'Table', category: 'LIVECASINO', gameType: 'LIVECASINO' } as const,
  ];
  await importGames(tx, app.chaba.id, { provider: 'pixel', games });
  return loadSite(tx, app.chaba.id);
});
const url = await app.listen();
const member = await createMember(app.database, app.chaba, { money: baht(1_000) });

async function issuePixelKey(): Promise<{ readonly id: string; readonly secret: string }> {
  const key = await app.database.transaction((tx) =>
    issueKey(tx, site, { provider: 'pixel', secrets: app.context.config }),
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

test('kicks a member from the games of a new protocol', async () => {
  await app.database.transaction((tx) => requestKick(tx, app.chaba.id, member.id));
  await providerJobs.find(({ name }) => name === 'end the games of locked members')?.run(app.context);
  assert.deepEqual(kicked, [member.playerId]);
});

test('passes the ledger audit', async () => assert.deepEqual(await audit(app.database), []));
