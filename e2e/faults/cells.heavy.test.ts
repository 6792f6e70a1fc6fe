// Two cells behind one edge (deploy/haproxy/cells.cfg): each has sites, server processes and a PostgreSQL of its own.
// One is frozen, then stopped with its database, then started; the other serves within its limits meanwhile.
//
// Always true: all load goes through the edge with TLS. Without HAProxy a message states that nothing was checked.
// CELL_SECONDS sets the length of each stage.
//
// Elsewhere: the other edges (edges.heavy.test.ts), the decision (docs/decisions/0078-cells-that-move.md).

import assert from 'node:assert/strict';
import { createSign, generateKeyPairSync } from 'node:crypto';
import * as fs from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase } from '@chaba/database';
import { APPLICATION_ROLE, type EmbeddedDatabase, startEmbedded } from '@chaba/embedded-postgres';
import { createDatabase, migrate } from '@chaba/database/migrate';
import { testSettings } from '@chaba/database/testing';
import { baht } from '@chaba/money';
import { createCertificate, type EdgeProcess, hasHaproxy, startHaproxy } from '#testing/product/edge-process';
import { buildPages } from '#ops/start/page-builds';
import { createSignedHeaders } from '#server/core/signature';
import { auditAll } from '#server/modules/audit/audit';
import { issueKey } from '#server/modules/providers/registry';
import type { Site } from '#server/modules/site/site';
import { createGameSession, createMember, createSite, type TestMember } from '#server/testing/factories';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process';
import { pollUntil } from '#testing/product/until';

const STAGE_MS = Number(process.env['CELL_SECONDS'] ?? 12) * 1_000;
const PLAYERS = 16;
const MEMBERS = 4;
const PAUSE_MS = 100;
const WARM_CALLS = 100;
/** Longest time to OK of a good call. */
const GOOD_WITHIN_MS = 2_000;
const P99_MS = 50;
/** A busy machine is slow without a fault, so both may also be this multiple of the stage without a fault. */
const RISE = 2;
const CLIENT_TIMEOUT_MS = 5_000;
const [FROZEN, STOPPED] = ['one frozen', 'one stopped'];
const NAME = 'chaba_cell';
const SECRETS = { studioSecret: ['sandbox-secret'], providerSecret: ['sandbox-secret'] } as const;

type Key = { readonly keyId: string; readonly secret: string };
type CellSite = {
  readonly site: Site;
  readonly key: Key;
  readonly amb: Key;
  readonly hub88: Key;
  readonly member: TestMember;
};
type Cell = {
  readonly name: string;
  readonly database: Database;
  readonly servers: readonly ServerProcess[];
  readonly sites: ReadonlyMap<string, CellSite>;
  readonly stopDatabase: () => Promise<void>;
  readonly startDatabase: () => Promise<void>;
};
type Reply = { readonly status: number; readonly text: string };
type RequestOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: https.Agent;
};

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const HUB88_PUBLIC_KEY = publicKey.export({ type: 'spki', format: 'pem' }).toString();

const hostOf = (code: string): string => `${code}.test`;
const certificate = createCertificate(['chaba.test', 'siam.test', 'lanna.test', 'unknown.test']);
after(() => certificate.remove());

if (hasHaproxy()) {
  await checkCells();
} else {
  console.log('Not checked: HAProxy is not installed (apt-get install haproxy).');
}

async function issue(database: Database, site: Site, provider: string): Promise<Key> {
  const key = await database.transaction((tx) => issueKey(tx, site, { provider, secrets: SECRETS }));
  assert.ok(key !== 'two_keys');
  return key;
}

/** Starts PostgreSQL, two server processes, and creates the sites with a member each. */
async function openCell(name: string, codes: readonly string[]): Promise<Cell> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-cell-'));
  fs.chmodSync(dataDir, 0o755);
  let cluster: EmbeddedDatabase | undefined;
  const startDatabase = async (): Promise<void> => {
    cluster = await startEmbedded({ dataDir, settings: testSettings() });
  };
  const stopDatabase = async (): Promise<void> => {
    await cluster?.stop();
    cluster = undefined;
  };
  const closing: { database?: Database } = {};
  after(async () => {
    await closing.database?.close();
    await stopDatabase();
    const outside = path.dirname(fs.realpathSync(path.join(dataDir, 'postgres')));
    for (const place of [outside, dataDir]) fs.rmSync(place, { recursive: true, force: true });
  });
  await startDatabase();
  assert.ok(cluster);
  const { ownerUrl, applicationUrl, applicationPassword } = cluster;
  await createDatabase(ownerUrl('postgres'), NAME);
  await migrate({ url: ownerUrl(NAME), login: { role: APPLICATION_ROLE, password: applicationPassword } });
  const database = openDatabase({ url: applicationUrl(NAME), poolSize: 8 });
  closing.database = database;
  const sites = new Map<string, CellSite>();
  for (const code of codes) {
    const site = await createSite(database, { code, apiKey: `${code}-key`, theme: 'gold' });
    const [key, amb, hub88] = [
      await issue(database, site, 'test'),
      await issue(database, site, 'amb'),
      await issue(database, site, 'hub88'),
    ];
    sites.set(code, { site, key, amb, hub88, member: await createMember(database, site, { money: baht(100_000) }) });
  }
  const servers: ServerProcess[] = [];
  for (let place = 0; place < 2; place += 1) {
    const settings = { TRUST_PROXY: '1', CHABA_HTTPS: 'on', DRAIN_SECONDS: '3', HUB88_PUBLIC_KEY };
    servers.push(await startServerProcess(applicationUrl(NAME), settings));
  }
  return { name, database, servers, sites, startDatabase, stopDatabase };
}

function send(edge: EdgeProcess, host: string, target: string, options: RequestOptions = {}): Promise<Reply> {
  const { method = 'GET', headers = {}, body, agent } = options;
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        host: '127.0.0.1',
        port: edge.port,
        servername: host,
        ca: certificate.text,
        path: target,
        method,
        agent: agent ?? false,
        headers: { host, ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        timeout: CLIENT_TIMEOUT_MS,
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.once('error', reject);
      },
    );
    request.once('timeout', () => request.destroy(new Error('no response')));
    request.once('error', reject);
    request.end(body);
  });
}

async function isServed(edge: EdgeProcess, host: string): Promise<boolean> {
  return (await send(edge, host, '/docs')).status === 200;
}

/** Sends a signed call of the provider `test`; returns the result code of a 200, otherwise the status. */
async function callWallet(
  edge: EdgeProcess,
  host: string,
  { key: { keyId, secret }, agent }: { readonly key: Key; readonly agent?: https.Agent },
  [operation, fields]: readonly [string, object],
): Promise<string> {
  const target = `/seamless/v1/${operation}`;
  const body = JSON.stringify(fields);
  const signed = createSignedHeaders(keyId, secret, { method: 'POST', target, body });
  const headers = { 'content-type': 'application/json', ...signed };
  const { status, text } = await send(edge, host, target, {
    method: 'POST',
    headers,
    body,
    ...(agent ? { agent } : {}),
  });
  return status === 200 ? String((JSON.parse(text) as { code?: string }).code) : String(status);
}

async function checkCells(): Promise<void> {
  await buildPages(() => undefined);
  const [first, second] = await Promise.all([openCell('cell-1', ['chaba', 'siam']), openCell('cell-2', ['lanna'])]);
  const cells = [first, second];
  const map = cells.flatMap(({ name, sites }) =>
    [...sites.keys()].map((code) => `${hostOf(code)} ${name}\n${code} ${name}\n`),
  );
  const servers = Object.fromEntries(
    cells.flatMap(({ name, servers: own }) => {
      const hosts = own.map(({ url }) => new URL(url).host);
      return [[`${name}-members`, hosts] as const, [`${name}-providers`, hosts] as const];
    }),
  );
  const edge = await startHaproxy({
    file: 'cells.cfg',
    servers,
    certificate: certificate.both,
    // The key ids of the provider `test` at the site chaba end with `key`.
    files: { 'cells.map': `${map.join('')}key cell-1\n` },
  });
  after(() => edge.stop());
  for (const host of ['chaba.test', 'lanna.test']) while (!(await isServed(edge, host))) await sleep(100);

  test('sends members by host and providers by key id to the cell of the site', () => checkRoutes(edge, cells));
  test('returns 404 for private paths and for a host of no cell', async () => {
    for (const target of ['/metrics', '/ops']) {
      for (const code of ['chaba', 'lanna']) assert.equal((await send(edge, hostOf(code), target)).status, 404);
    }
    assert.equal((await send(edge, 'unknown.test', '/')).status, 404);
  });
  test('serves one cell within its limits while the other is frozen, stopped and started', (t) =>
    checkFaults(t, edge, { faulty: first, steady: second }));
}

async function checkRoutes(edge: EdgeProcess, cells: readonly Cell[]): Promise<void> {
  const [chaba, siam] = ['chaba', 'siam'].map((code) => cells[0]?.sites.get(code));
  const lanna = cells[1]?.sites.get('lanna');
  assert.ok(chaba && siam && lanna);
  for (const { site, key, member } of [chaba, siam, lanna]) {
    const host = hostOf(site.code);
    const page = await send(edge, host, '/');
    assert.ok(page.status === 200 && page.text.includes(`<title>${site.code}`), `the page of ${site.code}`);
    const headers = { 'api-key': site.apiKey, 'api-auth': member.token };
    assert.equal((await send(edge, host, '/user-profile-composite/v1/profile/balance', { headers })).status, 200);
    const balance = ['balance', { playerId: member.playerId }] as const;
    // The key id selects the cell for any host, because its site is in one cell.
    for (const each of ['chaba.test', 'lanna.test', 'unknown.test']) {
      assert.equal(await callWallet(edge, each, { key }, balance), 'OK', `${key.keyId} at ${each}`);
    }
  }
  // A session and a key of one cell are invalid at the other.
  const headers = { 'api-key': lanna.site.apiKey, 'api-auth': lanna.member.token };
  assert.equal((await send(edge, 'chaba.test', '/user-profile-composite/v1/profile/balance', { headers })).status, 403);
  const unknownKey = { ...lanna.key, keyId: lanna.key.keyId.replace('lanna', 'siam') };
  const query = ['balance', { playerId: lanna.member.playerId }] as const;
  assert.equal(await callWallet(edge, 'lanna.test', { key: unknownKey }, query), '401');
  await checkAggregators(edge, lanna);
}

/** AMB names its key as a user, Hub88 in the path. */
async function checkAggregators(edge: EdgeProcess, { amb, hub88, member }: CellSite): Promise<void> {
  const ambHeaders = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${amb.keyId}:${amb.secret}`).toString('base64')}`,
  };
  const head = { id: 'q', timestampMillis: 1, productId: 'SLOTXO', currency: 'THB', username: member.playerId };
  const options = { method: 'POST', headers: ambHeaders, body: JSON.stringify(head) };
  const checked = await send(edge, 'chaba.test', '/seamless/amb/checkBalance', options);
  assert.equal((JSON.parse(checked.text) as { statusCode: number }).statusCode, 0, checked.text);
  const body = JSON.stringify({ user: member.playerId, request_uuid: 'q' });
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey, 'base64');
  const answered = await send(edge, 'chaba.test', `/seamless/hub88/${hub88.keyId}/user/balance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub88-signature': signature },
    body,
  });
  assert.equal((JSON.parse(answered.text) as { status: string }).status, 'RS_OK', answered.text);
}

/** Responses of one cell; `faults` has one line for each response that is not OK. */
class Responses {
  calls = 0;
  #times: number[] = [];
  #faults: string[] = [];

  add(ms: number, answer: string): void {
    this.calls += 1;
    this.#times.push(ms);
    if (answer !== 'OK') this.#faults.push(`${answer} after ${Math.round(ms)} ms`);
  }

  /** Returns the figures since the last call. */
  drain(): Readonly<Record<'calls' | 'p50' | 'p99' | 'longest', number>> & { readonly faults: readonly string[] } {
    const times = this.#times.toSorted((one, other) => one - other);
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
    const faults = this.#faults;
    [this.#times, this.#faults] = [[], []];
    return { calls: times.length, p50: at(0.5), p99: at(0.99), longest: times.at(-1) ?? 0, faults };
  }
}

type Load = { readonly wallet: Responses; readonly member: Responses; readonly end: () => Promise<void> };

/** Bets and wins of PLAYERS, and balances of MEMBERS, each over a connection of its own, until `end`. */
async function startLoad(edge: EdgeProcess, { database, sites }: Cell, code: string): Promise<Load> {
  const [wallet, member] = [new Responses(), new Responses()];
  const found = sites.get(code);
  assert.ok(found);
  const { site, key } = found;
  const host = hostOf(code);
  const end = new AbortController();
  const repeat = async (answers: Responses, call: (turn: number, agent: https.Agent) => Promise<string>) => {
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !end.signal.aborted; turn += 1) {
      const startedAt = performance.now();
      const answer = await call(turn, agent).catch((error: unknown) => String(error));
      answers.add(performance.now() - startedAt, answer);
      await sleep(PAUSE_MS);
    }
    agent.destroy();
  };
  const members = await Promise.all(
    Array.from({ length: PLAYERS }, () => createMember(database, site, { money: baht(100_000) })),
  );
  const players = members.map(async (player) => {
    const token = await createGameSession(database, player);
    await repeat(wallet, (turn, agent) => {
      const roundId = `${player.id}-${turn >> 1}`;
      const operation = turn % 2 === 0 ? 'bet' : 'win';
      const more = operation === 'bet' ? { token } : { roundClosed: true, refTxId: `${roundId}-bet` };
      const ids = { playerId: player.playerId, gameCode: 'test-slot', roundId, txId: `${roundId}-${operation}` };
      return callWallet(edge, host, { key, agent }, [operation, { ...ids, ...more, amount: '1', currency: 'THB' }]);
    });
  });
  const readers = members.slice(0, MEMBERS).map(({ token }) =>
    repeat(member, async (_turn, agent) => {
      const headers = { 'api-key': site.apiKey, 'api-auth': token };
      const { status } = await send(edge, host, '/user-profile-composite/v1/profile/balance', { headers, agent });
      return status === 200 ? 'OK' : String(status);
    }),
  );
  return {
    wallet,
    member,
    async end() {
      end.abort();
      await Promise.all([...players, ...readers]);
    },
  };
}

async function checkFaults(
  t: TestContext,
  edge: EdgeProcess,
  { faulty, steady }: { readonly faulty: Cell; readonly steady: Cell },
): Promise<void> {
  const [faultyLoad, steadyLoad] = [await startLoad(edge, faulty, 'chaba'), await startLoad(edge, steady, 'lanna')];
  t.after(() => Promise.all([faultyLoad.end(), steadyLoad.end()]));
  const pidsOf = (): number[] => faulty.servers.flatMap((server) => server.pid() ?? []);
  let baselineP99 = Number.NaN;
  let goodWithinMs = GOOD_WITHIN_MS;
  let worstP99 = 0;
  const faults: string[] = [];
  const stage = async (name: string, begin: () => unknown): Promise<string[]> => {
    await Promise.all([begin(), sleep(STAGE_MS)]);
    const [other, wallet, member] = [faultyLoad.wallet.drain(), steadyLoad.wallet.drain(), steadyLoad.member.drain()];
    const shown = ({ calls, p50, p99 }: typeof wallet): string =>
      `${calls} calls, p50 ${Math.round(p50)}, p99 ${Math.round(p99)} ms`;
    t.diagnostic(
      `${name}: wallet ${shown(wallet)}; members ${shown(member)}; other cell ${other.calls} calls, ${other.faults.length} failed`,
    );
    const longest = Math.max(wallet.longest, member.longest);
    if (Number.isNaN(baselineP99)) {
      baselineP99 = wallet.p99;
      goodWithinMs = Math.max(GOOD_WITHIN_MS, longest * RISE);
    }
    if (longest > goodWithinMs) faults.push(`${name}: OK after ${Math.round(longest)} ms`);
    // On one machine a start also takes processor time of the other cell.
    if (name === FROZEN || name === STOPPED) worstP99 = Math.max(worstP99, wallet.p99);
    faults.push(...[...wallet.faults, ...member.faults].map((fault) => `${name}: ${fault}`));
    return [...other.faults];
  };
  // The started processes fill their caches.
  for (const answers of [faultyLoad.wallet, faultyLoad.member, steadyLoad.wallet, steadyLoad.member]) {
    for (let calls = 0; calls < WARM_CALLS; calls += answers.drain().calls) await sleep(100);
  }

  assert.deepEqual(await stage('both cells', () => undefined), []);
  const whileFrozen = await stage(FROZEN, () => pidsOf().forEach((pid) => process.kill(pid, 'SIGSTOP')));
  assert.ok(whileFrozen.length > 0, 'calls to a frozen cell fail');
  for (const pid of pidsOf()) process.kill(pid, 'SIGCONT');
  const whileStopped = await stage(STOPPED, async () => {
    await Promise.all(faulty.servers.map((server) => server.kill()));
    await faulty.stopDatabase();
  });
  assert.ok(whileStopped.length > 0, 'calls to a stopped cell fail');
  await stage('one started', async () => {
    await faulty.startDatabase();
    await Promise.all(faulty.servers.map((server) => server.start()));
    while (!(await isServed(edge, 'chaba.test'))) await sleep(100);
    // The edge checks the servers of providers apart from those of members, and a win follows each refused bet.
    let calm = 0;
    await pollUntil(() => {
      const { calls, faults: failed } = faultyLoad.wallet.drain();
      calm = failed.length === 0 ? calm + calls : 0;
      return calm >= WARM_CALLS;
    });
  });
  assert.deepEqual(await stage('both again', () => undefined), []);

  await Promise.all([faultyLoad.end(), steadyLoad.end()]);
  assert.deepEqual(faults, [], 'failed calls of the cell without a fault');
  assert.ok(worstP99 <= Math.max(P99_MS, baselineP99 * RISE), `p99 ${worstP99} ms, without a fault ${baselineP99} ms`);
  for (const { database, sites } of [faulty, steady]) {
    for (const { site } of sites.values()) {
      assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
    }
  }
}
