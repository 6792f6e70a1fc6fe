// A process that gets SIGTERM: it serves every call while the edge redirects its traffic, ends its streams with a
// reconnect time, releases its leases and exits.

import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { isVerifying } from '@chaba/testing/extent';
import { baht } from '@chaba/money';

import { createGameSession, createMember, createSites } from '#testing/factories';
import { openStream } from '#testing/live-stream';
import { callWalletAt, startServerProcess } from '#testing/server-process';

/** A busy machine needs time for the calls of the test. */
const DRAIN_SECONDS = isVerifying ? 3 : 15;
const CALLS_MIN = 20;

type Reply = { readonly status: number; readonly connection: string | undefined };

const get = (url: string, agent?: http.Agent): Promise<Reply> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (response) => {
        response.resume();
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
        );
      })
      .on('error', reject);
  });

test('serves calls for DRAIN_SECONDS, ends streams with a time to come back, releases leases and exits', async () => {
  const database = await testDatabase();
  const { chaba } = await createSites(database);
  const member = await createMember(database, chaba, { money: baht(1_000) });
  const token = await createGameSession(database, member);
  const server = await startServerProcess(database.url, { CHABA_JOBS: 'on', DRAIN_SECONDS: String(DRAIN_SECONDS) });
  const bet = (txId: string): ReturnType<typeof callWalletAt> => {
    const named = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: txId, txId };
    return callWalletAt(server.url, 'bet', { ...named, amount: '1', currency: 'THB' });
  };
  const stream = await openStream(server.url, member);
  assert.equal((await stream.next())?.event, 'wallet');
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  assert.equal((await get(`${server.url}/readyz`, agent)).connection, 'keep-alive');
  const leases = sql`select job from job_lease where held_until > now()`;
  while ((await database.rows(leases)).length === 0) await sleep(50);

  const beganAt = performance.now();
  const ended = server.stop();
  // Over a connection from before the stop.
  let readiness = await get(`${server.url}/readyz`, agent);
  while (readiness.status === 200) readiness = await get(`${server.url}/readyz`, agent);
  assert.deepEqual(readiness, { status: 503, connection: 'close' });
  // Calls are served until the leases are released, and some more.
  let calls = 0;
  for (let isReleased = false; !isReleased || calls < CALLS_MIN; calls += 1) {
    assert.equal((await bet(`b${calls}`)).code, 'OK', 'leases are released before the process stops to serve');
    assert.deepEqual(await get(`${server.url}/healthz`), { status: 200, connection: 'close' });
    isReleased = (await database.rows(leases)).length === 0;
  }
  const streamed: unknown[] = [];
  for (let event = await stream.next(); event; event = await stream.next()) {
    if (event.event === 'bye') streamed.push(event.data);
  }
  assert.deepEqual(streamed, [{ reason: 'RESTART', withinMs: 5_000 }]);
  assert.equal(await ended, 0);
  const tookMs = performance.now() - beganAt;
  assert.ok(tookMs >= DRAIN_SECONDS * 1_000 && tookMs < 120_000, `it took ${Math.round(tookMs)} ms`);
  agent.destroy();
});
