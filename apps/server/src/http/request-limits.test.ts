// Request limits: the routes they cover, and whom they count for.

import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, mock, test } from 'node:test';

import { endpoints } from '@chaba/contract/endpoints';
import * as members from '@chaba/contract/members';
import { getPrefix } from '@chaba/contract/site';

import { buildTestApp } from '#testing/build-app';
import { CHABA_API_KEY, createMember, createSession } from '#testing/factories';
import { testInFull } from '@chaba/testing/extent';

const REQUESTS_MAX = 240;
const PAGES_MAX = 480;

// No window of a limit ends during the tests.
mock.timers.enable({ apis: ['Date'], now: Date.now() });

const app = await buildTestApp({ config: { isRateLimited: true, trustedProxies: 1 } });
const url = new URL(await app.listen());
const agent = new Agent({ keepAlive: true, maxSockets: 50 });
after(() => agent.destroy());

type Route = { readonly method: string; readonly path: string };

/** Sends a target exactly as written. */
function send({ method, path }: Route, from: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    request(
      {
        agent,
        host: url.hostname,
        port: url.port,
        method,
        path,
        headers: { 'api-key': CHABA_API_KEY, 'x-forwarded-for': from, ...headers },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    )
      .on('error', reject)
      .end();
  });
}

/** All routes of the framework, from its printed tree, and those of the wallet. */
function listRoutes(): Route[] {
  const parents: string[] = [];
  const routes: Route[] = [];
  for (const line of app.app.fastify.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', name = '', methods = ''] = /^((?:│ {3}| {4})*)[├└]── (\S+) \(([^)]+)\)/.exec(line) ?? [];
    if (name === '') continue;
    const depth = indent.length / 4;
    parents.length = depth;
    const path = parents.join('') + name;
    parents.push(name);
    for (const method of methods.split(', ')) routes.push({ method, path: path.replaceAll(/:\w+/g, 'x1') });
  }
  return routes;
}

const encodeLetter = (path: string, at: number): string =>
  `${path.slice(0, at)}%${path.charCodeAt(at).toString(16)}${path.slice(at + 1)}`;

/** Other ways to write a path: one encoded letter at each place, double slashes, the absolute form. */
const writeOtherwise = (path: string): string[] => [
  ...[...path].flatMap((sign, at) => (/[a-z]/i.test(sign) ? [encodeLetter(path, at)] : [])),
  `/${path}`,
  path.replaceAll('/', '//'),
  `http://elsewhere.test${path}`,
  `HTTPS://${url.host}${path}`,
];

async function exhaust(path: string, count: number, from: string): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => send({ method: 'GET', path }, from)));
}

test('counts preflights, which no route answers', async () => {
  const headers = { origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' };
  const preflight = { method: 'OPTIONS', path: getPrefix.path };
  const answers = await Promise.all(Array.from({ length: PAGES_MAX }, () => send(preflight, '203.0.113.90', headers)));
  assert.ok(answers.includes(204));
  assert.equal(await send(preflight, '203.0.113.90', headers), 429);
});

testInFull('limits every route but the bank, however its path is written', async () => {
  const routes = listRoutes();
  const bank = new Set(
    endpoints.filter(({ endpoint }) => endpoint.auth === 'bank').map(({ endpoint }) => endpoint.path),
  );
  assert.ok(routes.length > 60, `${routes.length}`);
  assert.equal(bank.size, 2);
  for (const { endpoint } of endpoints.filter(({ endpoint: { auth } }) => auth !== 'provider')) {
    const path = endpoint.path.replaceAll(/:\w+/g, 'x1');
    assert.ok(
      routes.some((route) => route.method === endpoint.method && route.path === path),
      path,
    );
  }
  const from = '203.0.113.1';
  const missed: string[] = [];
  await exhaust(getPrefix.path, REQUESTS_MAX, from);
  await exhaust('/docs/style.css', PAGES_MAX, from);
  await exhaust('/healthz', REQUESTS_MAX, from);
  for (const { method, path } of routes) {
    const isLimited = !bank.has(path as never);
    for (const target of [path, ...writeOtherwise(path)]) {
      const status = await send({ method, path: target }, from);
      const isRight = isLimited ? status === 429 : status === 429 || status === 401 || status === 404;
      if (!isRight) missed.push(`${method} ${target}: ${status}`);
    }
    if (!isLimited) assert.equal(await send({ method, path }, from), 401, path);
  }
  assert.deepEqual(missed, []);
});

test('never limits the wallet, and serves its calls at the written path alone', async () => {
  const from = '203.0.113.2';
  await exhaust('/docs/style.css', PAGES_MAX, from);
  const wallet = endpoints.filter(({ endpoint }) => endpoint.auth === 'provider').map(({ endpoint }) => endpoint.path);
  assert.ok(wallet.length > 5);
  for (const path of wallet) {
    assert.equal(await send({ method: 'POST', path }, from), 401, path);
    for (const target of writeOtherwise(path)) {
      assert.equal(await send({ method: 'POST', path: target }, from), 429, target);
    }
  }
});

test('counts the sessions of a member together', async () => {
  const member = await createMember(app.database, app.chaba);
  const tokens = [member.token];
  for (let count = 0; count < 3; count += 1) tokens.push(await createSession(app.database, app.chaba.id, member.id));
  const refresh = (token: string) =>
    send({ method: 'GET', path: members.refresh.path }, '203.0.113.3', { 'api-auth': token });
  // A session that was found open counts for its member from then on.
  for (const token of tokens) assert.equal(await refresh(token), 200);
  const statuses = await Promise.all(
    tokens.flatMap((token) => Array.from({ length: REQUESTS_MAX / 3 }, () => refresh(token))),
  );
  assert.equal(statuses.filter((status) => status === 200).length, REQUESTS_MAX);
});

testInFull('counts IPv6 callers for their /64, /56 and /48 with one, two and four times the limit', async () => {
  // Each /64 stays below its limit; the wider networks reject.
  const passed = async (addresses: readonly string[], each: number): Promise<number> => {
    const lists = await Promise.all(addresses.map((from) => exhaust(getPrefix.path, each, from)));
    return lists.flat().filter((status) => status === 200).length;
  };
  assert.equal(await passed(['2001:db8:1::1', '2001:db8:1::2'], REQUESTS_MAX), REQUESTS_MAX);
  const ofOne56 = ['2001:db8:2:100::1', '2001:db8:2:1ff::1', '2001:db8:2:17f::9'];
  assert.equal(await passed(ofOne56, REQUESTS_MAX), 2 * REQUESTS_MAX);
  const ofOne48 = [1, 2, 3, 4, 5, 6].map((digit) => `2001:db8:3:${digit}00::1`);
  assert.equal(await passed(ofOne48, REQUESTS_MAX), 4 * REQUESTS_MAX);
  assert.equal(await passed(['2001:db8:4::1', '2001:db8:5::1'], REQUESTS_MAX), 2 * REQUESTS_MAX);
});

test('sends a browser that opens pages too often a page with the retry time', async () => {
  const headers = { accept: 'text/html', 'x-forwarded-for': '203.0.113.4' };
  const open = () => app.send({ method: 'GET', path: '/login' }, { headers });
  await Promise.all(Array.from({ length: PAGES_MAX }, open));
  const page = await open();
  assert.deepEqual([page.status, page.headers['content-type']], [429, 'text/html; charset=utf-8']);
  assert.match(page.text, /กรุณารอ \d วินาที/);
  assert.ok(Number(page.headers['retry-after']) > 0);
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
  assert.equal((await app.send(getPrefix, { headers })).status, 200, 'pages have a limit of their own');
});
