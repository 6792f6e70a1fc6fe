// HAProxy with an example of deploy/haproxy in front of server processes, for tests.
//
// Always true: it listens on 127.0.0.1 only and ends with its folder.
//
// Elsewhere: nginx and Caddy (e2e/faults/edges.heavy.test.ts).

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@chaba/embedded-postgres';

import { ROOT } from '@chaba/ops/core/root';

export type EdgeProcess = {
  readonly port: number;
  readonly pid: number;
  /** Folder of its configuration. */
  readonly folder: string;
  /** Admin socket of cells.cfg. */
  readonly socket: string;
  /** Starts a new process with the files of the folder; the old one gives it its listeners and ends its connections. */
  readonly reload: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type HaproxyExample = {
  readonly file: 'edge.cfg' | 'cells.cfg';
  /** Host and port of the server processes, by the backend that lists them; '' is every backend. */
  readonly servers: Readonly<Record<string, readonly string[]>>;
  /** File with certificate and key; without it the edge serves plain HTTP. */
  readonly certificate?: string;
  /** Content of further files beside the configuration. */
  readonly files?: Readonly<Record<string, string>>;
};

const READY_WITHIN_MS = 60_000;
/** Within the limit of open files of an ordinary shell. */
const CONNECTIONS_MAX = 6_000;
const SERVER_LINES = /(?: {4}server chaba-.*\n)+/;

export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0;

/** The example with the servers of this machine; nothing else of it changes but TLS and the limits of one caller. */
function adaptExample({ file, servers, certificate }: HaproxyExample): string {
  const example = fs.readFileSync(path.join(ROOT, 'deploy', 'haproxy', file), 'utf8');
  const sections = example
    .replace(/^( *maxconn) 20000$/m, `$1 ${CONNECTIONS_MAX}`)
    // All callers share one address here.
    .replaceAll(/ gt (?:1200|2400|4800)$/gm, ' gt 1000000')
    .split(/^(?=backend )/m)
    .map((section) => {
      const name = /^backend (\S+)/.exec(section)?.[1];
      // Backends of request rates and of the back office have no server process.
      if (name === undefined || (servers[name] === undefined && !SERVER_LINES.test(section))) return section;
      const hosts = servers[name] ?? servers[''];
      if (hosts === undefined || !SERVER_LINES.test(section)) throw new Error(`no server for the backend ${name}`);
      const lines = hosts.map((host, place) => `    server chaba-${place + 1} ${host}\n`).join('');
      return section.replace(SERVER_LINES, lines).replace(',mod(2),', `,mod(${hosts.length}),`);
    })
    .join('');
  if (certificate !== undefined) return sections;
  const plain = sections.replace(/ ssl crt "\$\{EDGE_CERTIFICATES?\}" alpn h2,http\/1\.1/, '');
  if (plain === sections) throw new Error(`${file} has no line with a certificate`);
  return plain;
}

export async function startHaproxy(example: HaproxyExample): Promise<EdgeProcess> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-haproxy-'));
  const files = { ...example.files, [example.file]: adaptExample(example) };
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), content);
  const port = await freePort();
  const { certificate = '' } = example;
  const socket = path.join(folder, 'admin.sock');
  const start = (...words: string[]): ChildProcess =>
    spawn('haproxy', ['-f', path.join(folder, example.file), ...words], {
      env: {
        ...process.env,
        EDGE_ADDRESS: `127.0.0.1:${port}`,
        EDGE_SOCKET: socket,
        EDGE_CERTIFICATE: certificate,
        EDGE_CERTIFICATES: certificate,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  let child = start();
  const old: ChildProcess[] = [];
  const reload = async (): Promise<void> => {
    old.push(child);
    child = start('-x', socket, '-sf', String(child.pid));
    await once(child, 'spawn');
  };
  const stop = async (): Promise<void> => {
    await Promise.all([child, ...old].map(endProcess));
    fs.rmSync(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(50)) {
    if (child.exitCode !== null) break;
    if (await isListening(port)) return { port, pid: child.pid ?? 0, folder, socket, reload, stop };
  }
  await stop();
  throw new Error(`HAProxy did not start with deploy/haproxy/${example.file}`);
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

export type TestCertificate = {
  /** Holds site.pem, site.key, and both in site.both. */
  readonly folder: string;
  readonly both: string;
  readonly text: string;
  readonly remove: () => void;
};

/** Creates a certificate of 127.0.0.1 and the named hosts, signed by itself. */
export function createCertificate(hosts: readonly string[] = [], days = 2, key: 'ec' | 'rsa' = 'ec'): TestCertificate {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-tls-'));
  const [keyFile, file, both] = ['site.key', 'site.pem', 'site.both'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const names = ['IP:127.0.0.1', ...['localhost', ...hosts].map((host) => `DNS:${host}`)].join(',');
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`];
  const algorithm = key === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] : ['rsa:2048'];
  const kind = ['-newkey', ...algorithm, '-nodes', '-days', String(days)];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', keyFile, '-out', file], { stdio: 'ignore' });
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(both, text + fs.readFileSync(keyFile, 'utf8'), { mode: 0o600 });
  return { folder, both, text, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}
