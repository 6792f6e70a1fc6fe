// Marked phones, accounts, passwords and tokens are sent through every endpoint, with and without faults of the
// database, and searched for in logs, metrics, the status page and spans.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';

import type { Endpoint } from '@chaba/contract/endpoint';
import { endpoints } from '@chaba/contract/endpoints';
import { listFields } from '@chaba/contract/validation';
import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { baht } from '@chaba/money';

import { observePool } from '#core/database-metrics';
import { metrics } from '#core/metrics';
import { startTracing } from '#core/tracing';
import { renderStatusPage, startBeat } from '#modules/operations';
import { type RequestLine, buildTestApp, type Sending } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { authenticateSession, callWallet } from '#testing/wallet-commands';

const PHONE = '0899887766';
const ACCOUNT = '776655443322';
const PASSWORD = 'canary-Pass-2569';
const TOKEN = 'canary-token-canary-token-canary-token';
const NAME = 'กานดา';
const CANARIES = [PHONE, ACCOUNT, PASSWORD, TOKEN, NAME];
/** Tables whose absence makes queries fail with values in the error. */
const BROKEN = ['member', 'member_session', 'attempt', 'bank_movement', 'slip', 'game_launch'];

/** Spans as the collector receives them. */
let spans = '';
const collector = http.createServer((request, response) => {
  request.setEncoding('utf8').on('data', (part: string) => (spans += part));
  request.once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
collector.listen(0, '127.0.0.1');
await once(collector, 'listening');
after(() => collector.close());
const { port } = collector.address() as AddressInfo;
// Every trace is sampled. Started before the routes are built, as in the process.
const stopTracing = await startTracing({
  endpoint: `http://127.0.0.1:${port}`,
  version: '0.0.0',
  instance: 'test',
  drawSample: () => 0,
});
const app = await buildTestApp({ database: await testDatabase(observePool('call')) });
const beat = await startBeat(app.context);
after(() => beat.stop());

/** Every field takes the canary that its name suggests, then each of the others. */
function listBodies(endpoint: Endpoint, turn: number): Record<string, unknown> {
  const fields = endpoint.body === undefined ? [] : listFields(endpoint.body);
  const suited = (name: string): string => {
    if (/phone/i.test(name)) return PHONE;
    if (/account/i.test(name)) return ACCOUNT;
    if (/password|pin/i.test(name)) return PASSWORD;
    return /name/i.test(name) ? NAME : TOKEN;
  };
  return Object.fromEntries(
    fields.map((name, place) => [name, turn === 0 ? suited(name) : CANARIES[(place + turn) % CANARIES.length]]),
  );
}

async function sendCanaries(as: NonNullable<Sending['as']>): Promise<number> {
  let sent = 0;
  for (const { endpoint } of endpoints) {
    // A stream stays open.
    if (endpoint.form === 'events') continue;
    for (let turn = 0; turn <= CANARIES.length; turn += 1) {
      const canary = CANARIES[turn % CANARIES.length] ?? '';
      const body = endpoint.body === undefined ? {} : { body: listBodies(endpoint, turn) };
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, canary]));
      const requestLine: RequestLine = endpoint;
      const headers = { 'x-key-id': canary === NAME ? TOKEN : canary, authorization: `Bearer ${TOKEN}` };
      const session = turn % 2 === 0 ? { as } : { as: { ...as, token: TOKEN } };
      await app.send(requestLine, { ...body, ...session, params, query: { q: canary, cursor: TOKEN }, headers });
      sent += 1;
    }
  }
  return sent;
}

async function assertNoCanary(): Promise<void> {
  assertNoCanaryIn({
    logs: app.logLines.join(''),
    metrics: metrics.render(),
    status: (await renderStatusPage(app.context)).html,
  });
}

function assertNoCanaryIn(pages: Readonly<Record<string, string>>): void {
  for (const [place, text] of Object.entries(pages)) {
    for (const canary of CANARIES) {
      const at = text.indexOf(canary);
      assert.equal(at, -1, `${canary} occurs in ${place}: ${text.slice(Math.max(0, at - 200), at + 60)}`);
    }
  }
}

test('writes no phone, account, password, token or name of a request to logs, metrics or the status page', async () => {
  const member = await createMember(app.database, app.chaba, { phone: PHONE, bankAccount: ACCOUNT, money: baht(100) });
  const token = await authenticateSession(app, member);
  const call = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: TOKEN, currency: 'THB' };
  await callWallet(app, 'bet', { ...call, txId: 'a', amount: '1.0000' });
  await callWallet(app, 'bet', { ...call, txId: 'b', amount: '1.0000', token: TOKEN });
  assert.ok((await sendCanaries(member)) > 300);
  await assertNoCanary();
  for (const secret of [member.token, token]) assert.ok(!app.logLines.join('').includes(secret), 'a session is logged');
});

test('writes none of them when statements fail', async () => {
  const other = await createMember(app.database, app.chaba, { money: baht(100) });
  for (const table of BROKEN) {
    await app.database.owner.execute({ strings: [`alter table ${table} rename to ${table}_away`], values: [] });
  }
  await sendCanaries(other);
  assert.match(app.logLines.join(''), /42P01/, 'statements failed');
  await assertNoCanary();
  for (const table of BROKEN) {
    await app.database.owner.execute({ strings: [`alter table ${table}_away rename to ${table}`], values: [] });
  }
  assert.equal((await app.database.one<{ alive: number }>(sql`select 1 as alive`)).alive, 1);
});

test('sends none of them in the spans of these requests', async () => {
  await stopTracing();
  for (const [name, least] of Object.entries({ request: 600, 'wallet call': 2, transaction: 10 })) {
    const count = spans.split(`"name":"${name}"`).length - 1;
    assert.ok(count >= least, `${count} spans "${name}"`);
  }
  assertNoCanaryIn({ spans });
});
