// Ten rolling restarts of four processes behind HAProxy with deploy/haproxy/edge.cfg, under 64 wallet connections that
// retry nothing and 2,000 live streams that reconnect as pages do.
//
// Without HAProxy the test prints one line and checks nothing. It needs an idle machine: a call that waits 2 s for a
// processor is answered 500. ROLLS=1 and STREAMS=200 run a smaller one.

import assert from 'node:assert/strict';
import http from 'node:http';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { baht } from '@chaba/money';
import { createSignedHeaders } from '@chaba/server/core/signature';
import { auditAll } from '@chaba/server/modules/audit';
import { createGameSession, createMember, createSites, type TestMember } from '@chaba/server/testing/factories';
import { type ServerProcess, startServerProcess } from '@chaba/server/testing/server-process';

import { hasHaproxy, startHaproxy } from '@chaba/testing/product/edge-process';
import { roll } from './roll.ts';
import { StreamClients } from '@chaba/testing/product/stream-clients';

const ROLLS = Number(process.env['ROLLS'] ?? 10);
const PROCESSES = 4;
const WALLET_CONNECTIONS = 64;
const STREAMS = Number(process.env['STREAMS'] ?? 2_000);
const DRAIN_SECONDS = 3;
const PAUSE_MS = 500;
const STREAMS_BACK_WITHIN_MS = 25_000;
const CONNECTS_A_SECOND_MAX = 600;

type Player = { readonly member: TestMember; readonly token: string };
type Totals = { calls: number; readonly failures: string[] };

/** One keep-alive connection that bets and wins in turn; every answer but 200 OK is a failure. */
async function playUntil(
  edge: string,
  { member, token }: Player,
  isOver: () => boolean,
  totals: Totals,
): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; !isOver(); round += 1) {
    for (const operation of ['bet', 'win'] as const) {
      const roundId = `${member.id}-${round}`;
      const body = { playerId: member.playerId, gameCode: 'test-slot', roundId, txId: `${roundId}-${operation}` };
      const more = operation === 'bet' ? { token } : { roundClosed: true };
      const reply = await post(edge, agent, operation, { ...body, ...more, amount: '1', currency: 'THB' });
      totals.calls += 1;
      if (reply !== '200 OK') totals.failures.push(reply);
    }
    await sleep(PAUSE_MS);
  }
  agent.destroy();
}

function post(edge: string, agent: http.Agent, operation: string, body: unknown): Promise<string> {
  const target = `/seamless/v1/${operation}`;
  const text = JSON.stringify(body);
  const signed = createSignedHeaders('test-key', 'test-secret', { method: 'POST', target, body: text });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...signed };
  return new Promise((resolve) => {
    const request = http.request(edge + target, { method: 'POST', agent, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (answer += part));
      response.on('end', () => resolve(`${response.statusCode} ${/"code":"(\w+)"/.exec(answer)?.[1] ?? answer}`));
      response.on('error', (error) => resolve(String(error)));
    });
    request.on('error', (error) => resolve(String(error)));
    request.end(text);
  });
}

function countByText(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

async function waitForStreams(streams: StreamClients, withinMs: number): Promise<number> {
  const beganAt = performance.now();
  for (; streams.open < STREAMS; await sleep(100)) {
    assert.ok(performance.now() - beganAt < withinMs, `${streams.open} of ${STREAMS} streams after ${withinMs} ms`);
  }
  return performance.now() - beganAt;
}

test('loses no call and brings all streams back in ten rolling restarts', async (t) => {
  if (!hasHaproxy()) return console.log('not checked: HAProxy is not installed (apt-get install haproxy)');
  const database = await testDatabase();
  const { chaba } = await createSites(database);
  const players: Player[] = [];
  for (let place = 0; place < WALLET_CONNECTIONS; place += 1) {
    const member = await createMember(database, chaba, { money: baht(100_000) });
    players.push({ member, token: await createGameSession(database, member) });
  }
  const watchers: TestMember[] = [];
  // Six streams a member are allowed in each process.
  for (let place = 0; place < STREAMS / 5; place += 1) watchers.push(await createMember(database, chaba));
  const servers: ServerProcess[] = [];
  for (let place = 0; place < PROCESSES; place += 1) {
    const settings = { CHABA_JOBS: 'on', DRAIN_SECONDS: String(DRAIN_SECONDS), TRUST_PROXY: '1', CHABA_TEST_KEY: 'on' };
    servers.push(await startServerProcess(database.url, settings));
  }
  const haproxy = await startHaproxy({
    file: 'edge.cfg',
    servers: { '': servers.map(({ url }) => new URL(url).host) },
  });
  after(() => haproxy.stop());
  const edge = `http://127.0.0.1:${haproxy.port}`;
  while (!(await fetch(`${edge}/readyz`)).ok) await sleep(100);
  const streams = new StreamClients(edge, { members: watchers, count: STREAMS });
  await streams.start();
  await waitForStreams(streams, 60_000);
  streams.connects.clear();

  const totals: Totals = { calls: 0, failures: [] };
  let isOver = false;
  const playing = Promise.all(players.map((player) => playUntil(edge, player, () => isOver, totals)));
  after(() => {
    isOver = true;
    streams.stop();
  });
  const instances = servers.map(({ url, stop, start }) => ({
    url,
    async restart() {
      const beganAt = performance.now();
      assert.equal(await stop(), 0);
      assert.ok(performance.now() - beganAt < 30_000, 'a process is gone in 30 s');
      await start();
    },
  }));
  const [first] = players;
  assert.ok(first);
  const probe = { keyId: 'test-key', secret: 'test-secret', playerId: first.member.playerId };
  const beganAt = performance.now();
  for (let round = 1; round <= ROLLS; round += 1) {
    streams.connects.clear();
    const startedAt = performance.now();
    await roll(instances, { probe, log: () => undefined });
    const took = Math.round((performance.now() - startedAt) / 1_000);
    const backMs = Math.round(await waitForStreams(streams, STREAMS_BACK_WITHIN_MS));
    const most = Math.max(...streams.connects.values());
    t.diagnostic(
      `roll ${round}: ${took} s, all streams back ${backMs} ms later, at most ${most} connects a second; ` +
        `${totals.calls} wallet calls, ${totals.failures.length} failed`,
    );
    assert.ok(most <= CONNECTS_A_SECOND_MAX, `${most} connects in one second`);
  }
  isOver = true;
  await playing;
  streams.stop();
  t.diagnostic(`${ROLLS} rolls of ${PROCESSES} in ${Math.round((performance.now() - beganAt) / 1_000)} s`);
  assert.deepEqual(countByText(totals.failures), {});
  assert.deepEqual(countByText(streams.failures), {});
  assert.deepEqual(await auditAll(database, { siteId: chaba.id, isTest: true }), []);
  const { count } = await database.one<{ count: bigint }>(sql`select count(*) as count from wallet_transaction`);
  assert.equal(Number(count), totals.calls, 'every call is written once');
});
