// The address of two edges moves from an edge that stops serving to the other one, and returns (deploy/keepalived).
//
// Always true: it runs in namespaces of its own, which the kernel ends with everything in them. Without root or a
// program it prints one line and checks nothing.
//
// Elsewhere: a configuration of the edges behind it (e2e/faults/edges.heavy.test.ts), databases (ha.heavy.test.ts).

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { createCertificate } from '#testing/product/edge-process';
import { ROOT } from '@chaba/ops/core/root';
import { succeed } from '#testing/beds/programs';

const INSIDE = 'CHABA_KEEPALIVED_FOLDER';
const ADDRESS = '10.0.0.30';
const EDGES = { edge1: '10.0.0.31', edge2: '10.0.0.32' } as const;
type Edge = keyof typeof EDGES;
const MACHINES = { ...EDGES, member: '10.0.0.41' } as const;
/** The promise of keepalived.conf: two failed checks, three missed advertisements, and a second of the last request. */
const MOVES_WITHIN_MS = 6_000;
const SETTLES_WITHIN_MS = 30_000;
/** Answers every request with the name of its edge, as a ready server process. */
const SERVER = `require('node:http').createServer((_, answer) => answer.end(process.argv[1])).listen(3000, '127.0.0.1')`;

const folder = process.env[INSIDE];
if (folder === undefined) testInNamespaces();
else await moveAddress(folder);

function testInNamespaces(): void {
  const missing = [
    ...['keepalived', 'haproxy', 'ip', 'curl'].filter((name) => spawnSync(name, ['--version']).error !== undefined),
    ...(process.getuid?.() === 0 ? [] : ['root']),
  ];
  if (missing.length > 0) console.log(`Not checked: ${missing.join(', ')} is missing on this machine.`);

  test('moves the address of the edges to the one that serves', async (t) => {
    if (missing.length > 0) return;
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-keepalived-'));
    const command = [process.execPath, import.meta.filename];
    const child = spawn(
      'unshare',
      ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', ...command],
      {
        env: { ...process.env, [INSIDE]: home },
        stdio: ['ignore', 'pipe', 'pipe'],
        signal: t.signal,
      },
    );
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    }
    const [code] = (await once(child, 'close')) as [number | null];
    fs.rmSync(home, { recursive: true, force: true });
    t.diagnostic(printed.join(''));
    assert.equal(code, 0, printed.join(''));
  });
}

// ── inside ───────────────────────────────────────────────────────────────────────────────────────────────────────────

async function moveAddress(home: string): Promise<void> {
  buildNetwork();
  const certificate = createCertificate();
  fs.writeFileSync(
    `${home}/edge.cfg`,
    fs.readFileSync(path.join(ROOT, 'deploy/haproxy/edge.cfg'), 'utf8').replace('maxconn 20000', 'maxconn 1000'),
  );
  const proxies = new Map<Edge, ChildProcess>();
  const startProxy = (edge: Edge): void => {
    const environment = { EDGE_ADDRESS: '0.0.0.0:443', EDGE_CERTIFICATE: certificate.both };
    proxies.set(edge, startOn(edge, ['haproxy', '-f', `${home}/edge.cfg`], environment));
  };
  for (const edge of ['edge1', 'edge2'] as const) {
    startOn(edge, [process.execPath, '-e', SERVER, edge]);
    startProxy(edge);
    fs.writeFileSync(`${home}/${edge}.conf`, readConfiguration(edge));
    // Its process files are in /run.
    const start = `mount -t tmpfs tmpfs /run && exec keepalived -n -l -P -f ${home}/${edge}.conf`;
    startOn(edge, ['unshare', '--mount', 'sh', '-c', start]);
  }
  await untilAnsweredBy('edge1', SETTLES_WITHIN_MS);

  proxies.get('edge1')?.kill('SIGKILL');
  await untilAnsweredBy('edge2');
  startProxy('edge1');
  await untilAnsweredBy('edge1', SETTLES_WITHIN_MS);

  succeed('ip', 'link', 'set', 'to-edge1', 'down');
  await untilAnsweredBy('edge2');
  succeed('ip', 'link', 'set', 'to-edge1', 'up');
  await untilAnsweredBy('edge1', SETTLES_WITHIN_MS);

  // Without a serving edge the first one has the address, also when it was at the second.
  proxies.get('edge1')?.kill('SIGKILL');
  await untilAnsweredBy('edge2');
  proxies.get('edge2')?.kill('SIGKILL');
  await sleep(MOVES_WITHIN_MS);
  assert.match(succeed('ip', '-n', 'edge1', 'address', 'show', 'eth0'), new RegExp(`inet ${ADDRESS}/`));
  certificate.remove();
  // Programs of the bed still run; they end with the namespaces.
  process.exit(0);
}

function buildNetwork(): void {
  succeed('mount', '--make-rprivate', '/');
  fs.mkdirSync('/run/netns', { recursive: true });
  succeed('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns');
  succeed('ip', 'link', 'set', 'lo', 'up');
  succeed('ip', 'link', 'add', 'bridge0', 'type', 'bridge');
  succeed('ip', 'link', 'set', 'bridge0', 'up');
  for (const [machine, address] of Object.entries(MACHINES)) {
    succeed('ip', 'netns', 'add', machine);
    succeed('ip', 'link', 'add', `to-${machine}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', machine);
    succeed('ip', 'link', 'set', `to-${machine}`, 'master', 'bridge0', 'up');
    succeed('ip', '-n', machine, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    succeed('ip', '-n', machine, 'link', 'set', 'eth0', 'up');
    succeed('ip', '-n', machine, 'link', 'set', 'lo', 'up');
  }
}

/** The example for an edge: it is written for the first one. */
function readConfiguration(edge: Edge): string {
  const example = fs.readFileSync(path.join(ROOT, 'deploy/keepalived/keepalived.conf'), 'utf8');
  if (edge === 'edge1') return example;
  const second = example
    .replace(`unicast_src_ip ${EDGES.edge1}`, 'unicast_src_ip own')
    .replace(EDGES.edge2, EDGES.edge1)
    .replace('unicast_src_ip own', `unicast_src_ip ${EDGES.edge2}`)
    .replace('priority 100', 'priority 90');
  assert.notEqual(second, example);
  return second;
}

async function untilAnsweredBy(edge: Edge, withinMs = MOVES_WITHIN_MS): Promise<void> {
  const beganAt = Date.now();
  const request = ['netns', 'exec', 'member', 'curl', '-sk', '-m', '1', `https://${ADDRESS}/`];
  while (spawnSync('ip', request, { encoding: 'utf8' }).stdout !== edge) {
    assert.ok(Date.now() - beganAt < withinMs, `${edge} does not answer at ${ADDRESS} within ${withinMs / 1_000} s`);
    await sleep(100);
  }
  console.log(`${edge} answers after ${(Date.now() - beganAt) / 1_000} s`);
}

function startOn(
  machine: Edge,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn('ip', ['netns', 'exec', machine, ...words], {
    cwd: '/',
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
