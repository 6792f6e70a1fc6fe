// Each example edge of deploy/ in front of the product, with a certificate created for the test: page, member call,
// live stream, wallet call, and the private paths.
//
// Elsewhere: the examples (deploy/haproxy, deploy/nginx, deploy/caddy, deploy/container), two cells behind one HAProxy
// (cells.heavy.test.ts), rolling restarts behind it (apps/ops/src/roll/roll.idle.heavy.test.ts).

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';
import {
  createCertificate,
  endProcess,
  hasHaproxy,
  isListening,
  startHaproxy,
  type TestCertificate,
} from '#testing/product/edge-process';
import { ROOT } from '#ops/core/root';

import { createSession } from '#e2e/members';
import { startProduct } from '#e2e/product';
import { pollUntil } from '#testing/product/until';
import { authenticateSession, signWalletCall } from '#e2e/wallet';

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

/** In several spellings. */
const PRIVATE_PATHS = [
  '/metrics',
  '/ops',
  '/metrics/',
  '/readyz',
  '/healthz',
  '/%72eadyz',
  '/read%79z',
  '/%6detrics',
  '//readyz',
  '/readyz?x=1',
];
/** RSA key exchange, and CBC without forward secrecy. */
const WEAK_CIPHERS = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'AES128-SHA256', 'AES128-SHA', 'AES256-SHA'];

const product = await startProduct({ environment: { TRUST_PROXY: '1', CHABA_TEST_KEY: 'on', CHABA_HTTPS: 'on' } });
const certificate = createCertificate(['rose.example', 'games.rose.example', 'office.example']);
const rsaCertificate = createCertificate([], 2, 'rsa');
after(() => {
  certificate.remove();
  rsaCertificate.remove();
});
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
    const headersOfMember = { host: 'rose.example' };
    for (const privatePath of PRIVATE_PATHS) {
      const { status } = await request(edgeUrl, privatePath, { headers: headersOfMember });
      assert.equal(status, 404, privatePath);
    }
  });

  test(`sends the servers the address and scheme of the connection alone through ${edge.name}`, async (t) => {
    if (!isInstalled(edge.command)) return;
    const echo = await startProcess(t, 'echo');
    const edgeUrl = await startEdge(t, edge, { server: echo.host });
    const forged = {
      host: 'rose.example',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': 'elsewhere.test',
      'x-forwarded-proto': 'gopher',
      forwarded: 'for=203.0.113.7;host=elsewhere.test;proto=gopher',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    await pollUntil(async () => (await request(edgeUrl, '/')).status === 200);
    const { headers } = await request(edgeUrl, '/', { headers: forged });
    const seen = JSON.parse(String(headers['x-seen'])) as Record<string, string | undefined>;
    assert.deepEqual(
      [seen['host'], seen['x-forwarded-for'], seen['x-forwarded-proto'], seen['x-forwarded-host'] || undefined],
      ['rose.example', '127.0.0.1', edge.isPlain === true ? 'http' : 'https', undefined],
    );
    assert.deepEqual([seen['forwarded'] || undefined, seen['traceparent'] || undefined], [undefined, undefined]);
  });

  test(`accepts modern ciphers alone at ${edge.name}`, async (t) => {
    if (!isInstalled(edge.command) || edge.isPlain === true) return;
    const echo = await startProcess(t, 'echo');
    const accepted: string[] = [];
    for (const used of [certificate, rsaCertificate]) {
      const { port } = new URL(await startEdge(t, edge, { server: echo.host, certificate: used }));
      const isAccepted = (...options: readonly string[]): boolean =>
        spawnSync('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', 'localhost', ...options], {
          input: '',
        }).status === 0;
      const authentication = used === certificate ? 'ECDSA' : 'RSA';
      assert.ok(isAccepted('-tls1_3'));
      assert.ok(isAccepted('-tls1_2', '-cipher', `ECDHE-${authentication}-AES128-GCM-SHA256`));
      const weak = [...WEAK_CIPHERS, `ECDHE-${authentication}-AES128-SHA256`, `ECDHE-${authentication}-AES256-SHA`];
      for (const cipher of weak) {
        if (isAccepted('-tls1_2', '-cipher', `${cipher}:@SECLEVEL=0`)) accepted.push(`${authentication} ${cipher}`);
      }
      for (const version of ['-tls1', '-tls1_1']) {
        if (isAccepted(version, '-cipher', 'ALL:@SECLEVEL=0')) accepted.push(`${authentication} ${version}`);
      }
    }
    assert.deepEqual(accepted, []);
  });
}

for (const name of ['HAProxy', 'nginx']) {
  test(`counts callers of an IPv6 /64, /56 and /48 network together at ${name}`, async (t) => {
    const edge = EDGES.find((each) => each.name === name);
    if (edge === undefined || !isInstalled(edge.command)) return;
    const echo = await startProcess(t, 'echo');
    // The edge learns the caller's address from the PROXY protocol.
    const adapt = (configuration: string): string =>
      configuration
        .replace(/ ssl crt "\$\{EDGE_CERTIFICATE\}" alpn h2,http\/1\.1/, ' accept-proxy')
        .replace(
          /^( *)listen (\d+) ssl http2( default_server)?;/m,
          '$1listen $2 proxy_protocol$3;\n    set_real_ip_from 127.0.0.1;\n    real_ip_header proxy_protocol;',
        );
    const { port } = new URL(await startEdge(t, edge, { server: echo.host, adapt }));
    /** Sends requests on one connection of an address; returns how many were not rejected. */
    const send = (from: string, count: number): Promise<number> =>
      new Promise((resolve, reject) => {
        const socket = net.connect(Number(port), '127.0.0.1');
        let received = '';
        const last = `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
        const others = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(count - 1);
        socket.write(`PROXY TCP6 ${from} 2001:db8:ffff::1 4000 443\r\n${others}${last}`);
        socket.on('data', (chunk) => (received += String(chunk)));
        socket.once('error', reject);
        socket.once('close', () => resolve(received.match(/HTTP\/1\.1 200/g)?.length ?? 0));
      });
    await pollUntil(async () => (await send('2001:db8:aaaa::1', 1)) === 1);
    const passed = async (addresses: readonly string[]): Promise<number> => {
      const counts = await Promise.all(addresses.map((from) => send(from, 300)));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    // 1,200, 2,400 and 4,800 in ten seconds at HAProxy; bursts of 240, 480 and 960 and a rate at nginx.
    const of64 = await passed(Array.from({ length: 24 }, (_, host) => `2001:db8:1:1::${host + 1}`));
    const of56 = await passed(
      Array.from({ length: 24 }, (_, digit) => `2001:db8:2:${(0x100 + digit).toString(16)}::1`),
    );
    const of48 = await passed(Array.from({ length: 24 }, (_, digit) => `2001:db8:3:${(digit * 256).toString(16)}::1`));
    const apart = await passed(Array.from({ length: 24 }, (_, digit) => `2001:db8:${(0x10 + digit).toString(16)}::1`));
    const all = 24 * 300;
    assert.ok(of64 < of56 && of56 < of48 && of48 < apart, `${of64} ${of56} ${of48} ${apart} of ${all}`);
    assert.ok(of48 < all, `${of48} of ${all}`);
  });
}

/** The example with its lines about the back office in force. */
function enableOffice(example: string, office: string, network: string): string {
  return example
    .replaceAll(/^( *)#((?:acl is_office|http-request deny .*is_office|use_backend office).*)$/gm, '$1$2')
    .replace(/^#(?:server|office\.example).*\n(?:#.*\n)*?#\}$/m, (lines) => lines.replaceAll(/^#/gm, ''))
    .replace('127.0.0.1:3003', office)
    .replace('10.0.0.0/8', network)
    .replaceAll(/\boffice\.(pem|key)/g, 'site.$1');
}

for (const name of ['HAProxy', 'nginx', 'Caddy']) {
  test(`sends the host of the back office to its own process, from its networks alone, through ${name}`, async (t) => {
    const edge = EDGES.find((each) => each.name === name);
    if (edge === undefined || !isInstalled(edge.command)) return;
    const office = await startProcess(t, 'office');
    const members = await startProcess(t, 'members');
    for (const [network, expected] of [
      ['127.0.0.0/8', 'office'],
      ['10.0.0.0/8', '403'],
    ] as const) {
      const adapt = (example: string): string => enableOffice(example, office.host, network);
      const edgeUrl = await startEdge(t, edge, { server: members.host, adapt });
      const send = async (host: string, target: string): Promise<string> => {
        const { status, body } = await request(edgeUrl, target, { headers: { host } });
        return status === 200 ? body : String(status);
      };
      await pollUntil(async () => (await send('rose.example', '/')) === 'members');
      assert.equal(await send('office.example', '/'), expected);
      for (const privatePath of PRIVATE_PATHS) {
        assert.match(await send('office.example', privatePath), /^40[34]$/, privatePath);
      }
    }
  });
}

test('passes paths of players and signed calls to the sandbox alone', async (t) => {
  if (!hasHaproxy()) return;
  const sandbox = await startProcess(t, 'sandbox');
  const edge: Edge = {
    name: 'HAProxy with the sandbox',
    command: 'haproxy',
    file: 'deploy/haproxy/edge.cfg',
    toArgs: (file, folder) => ['-f', file, '-f', `${folder}/sandbox.cfg`],
    environment: (port) => ({ EDGE_ADDRESS: `127.0.0.1:${port}`, EDGE_CERTIFICATE: certificate.both }),
  };
  const example = fs.readFileSync(path.join(ROOT, 'deploy/haproxy/sandbox.cfg'), 'utf8');
  const files = { 'sandbox.cfg': example.replace('127.0.0.1:3001', sandbox.host) };
  const adapt = (configuration: string): string => configuration.replace('#use_backend sandbox', 'use_backend sandbox');
  const edgeUrl = await startEdge(t, edge, { server: new URL(product.url).host, adapt, files });
  const send = async (method: string, target: string): Promise<string> => {
    const { status, body } = await request(edgeUrl, target, { method, headers: { host: 'Games.Rose.Example' } });
    return status === 200 ? body : String(status);
  };
  const open = [
    'GET /games/baccarat?token=x',
    'GET /studio/assets/game.js',
    'POST /studio/v1/spin',
    'GET /studio/v1/tables/baccarat/events',
    'GET /bank?token=x',
    'POST /bank',
    'GET /bank/done/x',
    'POST /bank/done/x/slip',
    'GET /bank/assets/page.css',
    'GET /bank/slips/x.png',
    'GET /bank/accounts/004/1234567890',
    'POST /slip-api/v1/verify',
    'POST /payout-api/v1/payouts',
    'POST /studio-api/v1/games',
  ];
  const closed = [
    'POST /bank/behaviour',
    'POST /bank/transfers',
    'POST /bank/payouts/P1-1/result',
    'POST /bank/slips/x/behaviour',
    'POST /studio/behaviour',
    'GET /readyz',
    'GET /healthz',
    'GET /',
    'POST /%62ank/behaviour',
    'POST //bank/behaviour',
    'POST /studio/%62ehaviour',
  ];
  for (const [list, expected] of [
    [open, 'sandbox'],
    [closed, '404'],
  ] as const) {
    for (const line of list) {
      const [method = '', target = ''] = line.split(' ');
      assert.equal(await send(method, target), expected, line);
    }
  }
});

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

/** Starts a server that is always ready and returns its name, and the headers of the request in a header. */
async function startProcess(t: TestContext, name: string): Promise<{ host: string; stop: () => Promise<void> }> {
  const server = http.createServer(({ headers }, response) =>
    response.setHeader('x-seen', JSON.stringify(headers)).end(name),
  );
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  t.after(stop);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

type EdgeOptions = {
  /** Host and port behind the edge. */
  readonly server?: string;
  readonly certificate?: TestCertificate;
  readonly adapt?: (configuration: string) => string;
  /** Further files of its folder. */
  readonly files?: Readonly<Record<string, string>>;
};

async function startEdge(
  t: TestContext,
  edge: Edge,
  {
    server = new URL(product.url).host,
    certificate: used = certificate,
    adapt = (same) => same,
    files = {},
  }: EdgeOptions = {},
): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-edge-'));
  fs.chmodSync(folder, 0o755);
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const [port, plainPort] = [await freePort(), await freePort()];
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), content);
  const configured = adapt(fs.readFileSync(path.join(ROOT, edge.file), 'utf8'))
    .replaceAll(/127\.0\.0\.1:(?:3000|3010|3001|3002)\b|server-[12]:3000/g, server)
    // Within the limit of files of an ordinary shell.
    .replaceAll(/maxconn (?:20000|10000)/g, 'maxconn 2000')
    .replaceAll('8443', String(port))
    .replaceAll('8080', String(edge.isPlain === true ? port : plainPort))
    .replaceAll('/etc/chaba/tls', used.folder);
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
      ...(edge.environment === undefined ? {} : { EDGE_CERTIFICATE: used.both }),
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
