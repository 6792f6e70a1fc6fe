// The event stream: its windows, its speed, and that a stream extends no session.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';

import { sql } from '@chaba/database';
import { pollUntil } from '@chaba/testing/product/until';

import { buildTestOffice } from '#testing/build-back-office';

const office = await buildTestOffice();
const { database, chaba } = office;
const cookie = await office.signIn('demo-risk');
const admin = await office.signIn('demo-admin');
await office.office.fastify.listen({ port: 0, host: '127.0.0.1' });

type Given = { readonly site?: string; readonly headers?: Readonly<Record<string, string>> };

/** Opens the stream of a site over a socket. */
async function open(as: string | undefined, { site = 'chaba', headers = {} }: Given = {}) {
  const address = office.office.fastify.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const request = http.get({
    host: address.address,
    port: address.port,
    path: `/back-office/v1/sites/${site}/events`,
    agent: false,
    headers: {
      host: 'localhost:3003',
      origin: 'http://localhost:3003',
      'x-back-office': '1',
      'x-user-act': '1',
      ...(as === undefined ? {} : { cookie: as }),
      ...headers,
    },
  });
  after(() => request.destroy());
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  response.on('data', (part: Buffer) => (text += part.toString()));
  return { status: response.statusCode ?? 0, text: () => text };
}

test('opens for a person with a role at the site only', async () => {
  assert.equal((await open(undefined)).status, 401);
  assert.equal((await open(cookie, { site: 'nowhere' })).status, 403);
  assert.equal((await open(cookie, { headers: { 'x-back-office': '0' } })).status, 403);
  assert.equal((await open(cookie, { headers: { origin: 'http://localhost:3004' } })).status, 403);
});

test('ends a connection that stays silent, and limits open connections', async () => {
  const { server } = office.office.fastify;
  const { timeout, maxConnections } = server;
  assert.deepEqual({ timeout, maxConnections }, { timeout: 120_000, maxConnections: 10_000 });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  server.timeout = 200;
  try {
    for (const start of ['', 'GET / HTTP/1.1\r\nhost: x\r\n']) {
      const socket = connect(address.port, address.address, () => socket.write(start));
      socket.resume();
      await once(socket, 'close', { signal: AbortSignal.timeout(60_000) });
    }
  } finally {
    server.timeout = timeout;
  }
});

const countChanges = ({ text }: { readonly text: () => string }): number => text().split('event: change').length - 1;

test('sends a change of this process and of another one to the windows of the site', async () => {
  const windows = [await open(cookie), await open(admin)];
  const elsewhere = await open(cookie, { site: 'lanna' });
  await pollUntil(() => [...windows, elsewhere].every(({ text }) => text().includes(':')));
  const name = `o${randomUUID().slice(0, 8)}`;
  const invited = await office.act(admin, 'operator.invite', { name, displayName: 'Of a test', roles: 'support' });
  assert.equal(invited.data.outcome, 'requested', invited.text);
  await pollUntil(() => windows.every((each) => countChanges(each) === 1));
  await database.owner.execute(sql`select pg_notify('chaba_notice', ${`${randomUUID()}\nqueue:${chaba.id}`})`);
  await pollUntil(() => windows.every((each) => countChanges(each) === 2));
  assert.equal(countChanges(elsewhere), 0);
  assert.doesNotMatch(windows[0]?.text() ?? '', new RegExp(name), 'an event carries no data');
});

test('extends no session', async () => {
  await database.owner.execute(sql`update operator_session set acted_at = now() - interval '14 minutes'`);
  assert.equal((await open(cookie)).status, 200);
  const { isOld } = await database.owner.one<{ isOld: boolean }>(sql`
    select bool_and(acted_at < now() - interval '13 minutes') as "isOld" from operator_session`);
  assert.equal(isOld, true);
});
