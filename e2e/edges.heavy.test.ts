// Each example edge of deploy/ in front of the product, with a certificate created for the test: page, member call,
// live stream, wallet call, and the private paths.
//
// Elsewhere: the examples (deploy/nginx, deploy/caddy), rolling restarts behind HAProxy (rolling-restart).

import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { type IncomingMessage } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';

import { freePort } from '@chaba/database/embedded';
import { ROOT } from '#scripts/settings';

import { sessionOf } from './members.ts';
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
};

const EDGES: readonly Edge[] = [
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
const { token } = await sessionOf(product.url);
const gameSession = await authenticateSession(product, token);

for (const edge of EDGES) {
  test(`serves pages, calls, streams and the wallet through ${edge.name} and hides the private paths`, async (t) => {
    if (!isInstalled(edge.command)) {
      t.diagnostic(`${edge.name} is not installed: its example was not run (apt-get install ${edge.command}).`);
      return;
    }
    const port = await startEdge(t, edge);
    const page = await request(port, '/');
    assert.equal(page.status, 200);
    assert.match(page.body, /<div id="root"/);
    assert.match(String(page.headers['strict-transport-security']), /max-age/);

    const refresh = await request(port, '/auth-service/v1/refresh', {
      method: 'POST',
      headers: { 'api-key': 'chaba-sandbox', 'api-auth': token, 'content-type': 'application/json' },
      body: '{}',
    });
    assert.ok(refresh.status < 500, `refresh answered ${refresh.status}`);

    const { target, raw, headers } = signWalletCall('balance', { ...gameSession });
    const balance = await request(port, target, { method: 'POST', headers, body: raw });
    assert.equal(balance.status, 200);
    assert.equal((JSON.parse(balance.body) as { code: string }).code, 'OK');

    assert.match(await readFirstEvent(port), /^event: |^: |^retry: /m);
    for (const privatePath of ['/metrics', '/ops']) assert.equal((await request(port, privatePath)).status, 404);
  });
}

async function startEdge(t: TestContext, edge: Edge): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-edge-'));
  fs.chmodSync(folder, 0o755);
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const [port, plainPort] = [await freePort(), await freePort()];
  const server = new URL(product.url).host;
  const configured = fs
    .readFileSync(path.join(ROOT, edge.file), 'utf8')
    .replaceAll('127.0.0.1:3000', server)
    .replaceAll('127.0.0.1:3010', server)
    .replaceAll('8443', String(port))
    .replaceAll('8080', String(plainPort))
    .replaceAll('/etc/chaba/tls', certificate.folder);
  // Caddy takes one address once; nginx accepts it twice.
  const single = edge.name === 'Caddy' ? configured.replace(`to ${server} ${server}`, `to ${server}`) : configured;
  const file = path.join(folder, path.basename(edge.file));
  fs.writeFileSync(file, edge.wrap?.(single, folder) ?? single);
  const child = spawn(edge.command, [...edge.toArgs(file, folder)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  t.after(() => stop(child));
  await pollUntil(() => {
    if (child.exitCode !== null) throw new Error(`${edge.name} ended: ${log}`);
    return isOpen(port);
  });
  return port;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

type Answer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: string };
type RawRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

async function request(port: number, target: string, sent: RawRequest = {}): Promise<Answer> {
  const response = await open(port, target, sent);
  let body = '';
  for await (const part of response.setEncoding('utf8')) body += String(part);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** Returns the beginning of the live stream, which an edge that buffers would not pass on. */
async function readFirstEvent(port: number): Promise<string> {
  const headers = { 'api-key': 'chaba-sandbox', 'api-auth': token, accept: 'text/event-stream' };
  const response = await open(port, '/user-profile-composite/v1/live', { headers });
  assert.equal(response.statusCode, 200);
  for await (const part of response.setEncoding('utf8')) {
    response.destroy();
    return String(part);
  }
  throw new Error('the stream ended without an event');
}

function open(
  port: number,
  target: string,
  { method = 'GET', headers = {}, body }: RawRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: target, method, headers, ca: certificate.text, agent: false };
    const sending = https.request(options, resolve);
    sending.once('error', reject);
    sending.end(body);
  });
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
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

function createCertificate(): { readonly folder: string; readonly text: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-tls-'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const [key, file] = [path.join(folder, 'site.key'), path.join(folder, 'site.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', file], { stdio: 'ignore' });
  return { folder, text: fs.readFileSync(file, 'utf8') };
}
