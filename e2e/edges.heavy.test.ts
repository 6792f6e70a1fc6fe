// Each example edge of deploy/ in front of the product, with a certificate created for the test: page, member call,
// live stream, wallet call, and the private paths.
//
// Elsewhere: the examples (deploy/haproxy, deploy/nginx, deploy/caddy, deploy/container), two cells behind one HAProxy
// (cells.heavy.test.ts), rolling restarts behind it (scripts/roll.idle.heavy.test.ts).

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';

import { freePort } from '@chaba/database/embedded';
import { createCertificate, endProcess, hasHaproxy, isListening, startHaproxy } from '#scripts/edge-process';
import { ROOT } from '#scripts/settings';

import { createSession } from './members.ts';
import { startProduct } from './product.ts';
import { pollUntil } from './until.ts';
import { authenticateSession, signWalletCall } from './wallet.ts';

type Edge = {
  readonly name: string;
  readonly command: string;
  readonly file: string;
  /** Returns the arguments for a configuration file; `folder` may be written to. */
  readonly toArgs: (file: string, folder: string) => readonly string[];
  readonly wrap?: (configuration: string, folder: string) => string;
  readonly environment?: (port: number) => Readonly<Record<string, string>>;
  /** The edge of containers on one machine has no TLS. */
  readonly isPlain?: boolean;
};

const EDGES: readonly Edge[] = [
  {
    name: 'HAProxy',
    command: 'haproxy',
    file: 'deploy/haproxy/edge.cfg',
    toArgs: (file) => ['-f', file],
    environment: (port) => ({ EDGE_ADDRESS: `127.0.0.1:${port}`, EDGE_CERTIFICATE: certificate.both }),
  },
  {
    name: 'HAProxy of the containers',
    command: 'haproxy',
    file: 'deploy/container/edge.cfg',
    toArgs: (file) => ['-f', file],
    isPlain: true,
  },
  {
    name: 'nginx',
    command: 'nginx',
    file: 'deploy/nginx/chaba.conf',
    toArgs: (file) => ['-c', file, '-e', 'stderr'],
    wrap: (configuration, folder) =>
      `daemon off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n` +
      ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};\n`)
        .join('') +
      `${configuration}\n}\n`,
  },
  {
    name: 'Caddy',
    command: 'caddy',
    file: 'deploy/caddy/Caddyfile',
    toArgs: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

const product = await startProduct({ environment: { TRUST_PROXY: '1', CHABA_TEST_KEY: 'on', CHABA_HTTPS: 'on' } });
const certificate = createCertificate();
after(() => certificate.remove());
const { token } = await createSession(product.url);
const gameSession = await authenticateSession(product, token);

for (const edge of EDGES) {
  test(`serves pages, calls, streams and the wallet through ${edge.name} and hides the private paths`, async (t) => {
    if (!isInstalled(edge.command)) {
      t.diagnostic(`${edge.name} is not installed: its example was not run (apt-get install ${edge.command}).`);
      return;
    }
    const edgeUrl = await startEdge(t, edge);
    const page = await request(edgeUrl, '/');
    assert.equal(page.status, 200);
    assert.match(page.body, /<div id="root"/);
    assert.match(String(page.headers['strict-transport-security']), /max-age/);

    const refresh = await request(edgeUrl, '/auth-service/v1/refresh', {
      method: 'POST',
      headers: { 'api-key': 'chaba-sandbox', 'api-auth': token, 'content-type': 'application/json' },
      body: '{}',
    });
    assert.ok(refresh.status < 500, `refresh returned ${refresh.status}`);

    const { target, raw, headers } = signWalletCall('balance', { ...gameSession });
    const balance = await request(edgeUrl, target, { method: 'POST', headers, body: raw });
    assert.equal(balance.status, 200);
    assert.equal((JSON.parse(balance.body) as { code: string }).code, 'OK');

    assert.match(await readFirstEvent(edgeUrl), /^event: |^: |^retry: /m);
    for (const privatePath of ['/metrics', '/ops']) assert.equal((await request(edgeUrl, privatePath)).status, 404);
  });
}

test('sends the wallet calls of a lane to one process, and to another one while that one is down', async (t) => {
  if (!hasHaproxy()) {
    t.diagnostic('HAProxy is not installed: its example was not run (apt-get install haproxy).');
    return;
  }
  const processes = [await startProcess(t, '1'), await startProcess(t, '2')] as const;
  const edge = await startHaproxy({ file: 'edge.cfg', servers: { '': processes.map(({ host }) => host) } });
  t.after(edge.stop);
  const send = async (target: string, fields: object): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${edge.port}${target}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    return response.status === 200 ? response.text() : String(response.status);
  };
  await pollUntil(async () => new Set([await send('/seamless/', {}), await send('/seamless/', {})]).size === 2);

  const buckets = Array.from({ length: 64 }, (_, bucket) => bucket);
  const formatPlayer = (bucket: number): string => `p${bucket.toString(16).padStart(2, '0')}5f0c18d7a2b3e49601`;
  const protocols = [
    ['/seamless/v1/balance', 'playerId'],
    ['/seamless/hub88/key-chaba/user/balance', 'user'],
    ['/seamless/amb/balance', 'username'],
  ] as const;
  for (const [target, field] of protocols) {
    const served = await Promise.all(buckets.map((bucket) => send(target, { [field]: formatPlayer(bucket) })));
    assert.deepEqual(
      served,
      buckets.map((bucket) => String((bucket % 2) + 1)),
    );
  }
  await processes[1].stop();
  const odd = { playerId: formatPlayer(3), padding: 'x'.repeat(3_000) };
  await pollUntil(async () => (await send('/seamless/v1/balance', odd)) === '1');
});

/** Starts a server that is always ready and returns its name. */
async function startProcess(t: TestContext, name: string): Promise<{ host: string; stop: () => Promise<void> }> {
  const server = http.createServer((_, response) => response.end(name));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.after(stop);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

async function startEdge(t: TestContext, edge: Edge): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-edge-'));
  fs.chmodSync(folder, 0o755);
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const [port, plainPort] = [await freePort(), await freePort()];
  const server = new URL(product.url).host;
  const configured = fs
    .readFileSync(path.join(ROOT, edge.file), 'utf8')
    .replaceAll(/127\.0\.0\.1:(?:3000|3010|3001|3002)\b|server-[12]:3000/g, server)
    // Within the limit of files of an ordinary shell.
    .replaceAll(/maxconn (?:20000|10000)/g, 'maxconn 2000')
    .replaceAll('8443', String(port))
    .replaceAll('8080', String(edge.isPlain === true ? port : plainPort))
    .replaceAll('/etc/chaba/tls', certificate.folder);
  // Caddy takes one address once; nginx accepts it twice.
  const single = edge.name === 'Caddy' ? configured.replace(`to ${server} ${server}`, `to ${server}`) : configured;
  const file = path.join(folder, path.basename(edge.file));
  fs.writeFileSync(file, edge.wrap?.(single, folder) ?? single);
  const child = spawn(edge.command, [...edge.toArgs(file, folder)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      ...edge.environment?.(port),
    },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  t.after(() => endProcess(child));
  await pollUntil(() => {
    if (child.exitCode !== null) throw new Error(`${edge.name} ended: ${log}`);
    return isListening(port);
  });
  return `${edge.isPlain === true ? 'http' : 'https'}://127.0.0.1:${port}`;
}

type ApiResponse = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string };
type RawRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

async function request(edgeUrl: string, target: string, sent: RawRequest = {}): Promise<ApiResponse> {
  const response = await open(edgeUrl, target, sent);
  let body = '';
  for await (const part of response.setEncoding('utf8')) body += String(part);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** Returns the beginning of the live stream, which a buffering edge would hold back. */
async function readFirstEvent(edgeUrl: string): Promise<string> {
  const headers = { 'api-key': 'chaba-sandbox', 'api-auth': token, accept: 'text/event-stream' };
  const response = await open(edgeUrl, '/user-profile-composite/v1/live', { headers });
  assert.equal(response.statusCode, 200);
  for await (const part of response.setEncoding('utf8')) {
    response.destroy();
    return String(part);
  }
  throw new Error('the stream ended without an event');
}

function open(
  edgeUrl: string,
  target: string,
  { method = 'GET', headers = {}, body }: RawRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false } as const;
    const sending = edgeUrl.startsWith('https:')
      ? https.request(edgeUrl + target, { ...options, ca: certificate.text }, resolve)
      : http.request(edgeUrl + target, options, resolve);
    sending.once('error', reject);
    sending.end(body);
  });
}

function isInstalled(command: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
