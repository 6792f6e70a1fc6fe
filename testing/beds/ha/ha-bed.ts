// The topology of deploy/patroni on one machine: three database machines with PostgreSQL, Patroni and etcd, two with
// server processes and HAProxy, an edge. Each machine is a network namespace on one bridge, with the files of deploy/.
//
// Always true: it runs inside namespaces of its own (network, mounts, processes), which the kernel ends with
// everything in them when the command ends, however it ends (testing/beds/ha/main.ts). The files of deploy/ are changed
// in their addresses, passwords and server lines only, and the watchdog is a named pipe that this file reads: without
// a sign of life it kills everything on the machine and starts it again, as the device does.
//
// Elsewhere: faults (ha-faults.ts), load and books (ha-load.ts), alerts (ha-alerts.ts), what an operator does
// (deploy/patroni/README.md).

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ROOT } from '@chaba/ops/core/root';

import { succeed } from '#testing/beds/programs';

const BRIDGE = '10.0.0.1';
export const NODES = ['db1', 'db2', 'db3'] as const;
export type Node = (typeof NODES)[number];
const ADDRESSES = {
  db1: '10.0.0.11',
  db2: '10.0.0.12',
  db3: '10.0.0.13',
  app1: '10.0.0.21',
  app2: '10.0.0.22',
  edge: '10.0.0.31',
} as const;
type Machine = keyof typeof ADDRESSES;
export const EDGE_URL = `https://${ADDRESSES.edge}:443`;
const DATABASE_HOST = 'database.internal';
/** From the port of a server process to that of its private listener. */
const METRICS_OFFSET = 6_000;
const SERVERS = [
  { name: 'app1-1', machine: 'app1', port: 3001 },
  { name: 'app1-2', machine: 'app1', port: 3002 },
  { name: 'app2-1', machine: 'app2', port: 3001 },
  { name: 'app2-2', machine: 'app2', port: 3002 },
] as const;
export const SANDBOX_SECRET = 'sandbox-secret';
export const PASSWORD = 'password-of-the-test';
export const PROGRAMS = '/usr/lib/postgresql/15/bin';
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const DISK_MB = 1_500;
const BOOT_MS = 20_000;
const WATCHDOG_LOOK_MS = 250;

/** Names each requirement of the bed that is missing. */
export function listMissing(): string[] {
  const found: readonly (readonly [boolean, string])[] = [
    [process.platform === 'linux' && process.getuid?.() === 0, 'root on Linux'],
    [findPatroniVersion() >= 4, 'patroni 4 (deploy/patroni/README.md)'],
    [isInstalled('etcd'), 'etcd-server'],
    // Patroni waits for a module that it cannot load, and says nothing.
    [spawnSync(findPython(), ['-c', 'import etcd']).status === 0, 'python3-etcd'],
    [isInstalled('haproxy'), 'haproxy'],
    [fs.existsSync(path.join(PROGRAMS, 'postgres')), 'postgresql-15'],
    [isInstalled('ip'), 'iproute2'],
    [isInstalled('openssl'), 'openssl'],
    [fs.existsSync(FAKETIME), 'libfaketime'],
    [spawnSync('unshare', ['--net', '--mount', 'true']).status === 0, 'the right to make network namespaces'],
  ];
  return found.filter(([isThere]) => !isThere).map(([, name]) => name);
}

/** The major version; 0 without Patroni. */
function findPatroniVersion(): number {
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0);
}

/** The interpreter of Patroni, which may be another than the first python3 of the path. */
function findPython(): string {
  const { stdout } = spawnSync('/bin/sh', ['-c', 'command -v patroni'], { encoding: 'utf8' });
  const [, interpreter] = /^#!\s*(?:\/usr\/bin\/env\s+)?(\S+)/.exec(readStart(stdout.trim())) ?? [];
  return interpreter ?? 'python3';
}

const readStart = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

const isInstalled = (command: string): boolean => spawnSync('/bin/sh', ['-c', `command -v ${command}`]).status === 0;

/** The text of a file of deploy/. */
export const deployed = (file: string): string => fs.readFileSync(path.join(ROOT, 'deploy', file), 'utf8');

export function replaceOnce(text: string, from: string, to: string): string {
  assert.equal(text.split(from).length, 2, `"${from}" stands once in the file`);
  return text.replace(from, to);
}

/** The variables of a file of deploy/ for one node: the file is written for db1. */
function readEnvironment(file: string, node: Node): Record<string, string> {
  const lines = deployed(file)
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      const value = line.slice(at + 1).replace('change-me', PASSWORD);
      const own = value.includes('10.0.0.12')
        ? value
        : value.replaceAll('10.0.0.11', ADDRESSES[node]).replace('db1', node);
      return [line.slice(0, at), own];
    }),
  );
}

/** One member of the cluster as Patroni's REST API shows it. */
type ClusterMember = {
  readonly name: Node;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly timeline?: number;
};

export class HaBed {
  readonly home: string;
  readonly #patroni = new Map<Node, ChildProcess>();
  readonly #etcd = new Map<Node, ChildProcess>();
  readonly #servers = new Map<string, ChildProcess>();
  readonly #watchdogs = new Map<Node, Watchdog>();
  readonly resets: Node[] = [];
  readonly #withFakeClock: boolean;

  constructor(home: string, withFakeClock: boolean) {
    this.home = home;
    this.#withFakeClock = withFakeClock;
  }

  // ── start ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  async start(): Promise<void> {
    this.#buildNetwork();
    this.#writeFiles();
    for (const node of NODES) this.startEtcd(node);
    for (const node of NODES) {
      this.#watchdogs.set(
        node,
        new Watchdog(path.join(this.#folder(node), 'run', 'watchdog'), () => this.#reset(node)),
      );
      this.startPatroni(node);
    }
    await this.untilHealthy(90_000);
  }

  #buildNetwork(): void {
    succeed('mount', '--make-rprivate', '/');
    for (const folder of ['/run/netns', '/run/postgresql', '/etc/patroni', '/etc/haproxy']) {
      fs.mkdirSync(folder, { recursive: true });
      succeed('mount', '-t', 'tmpfs', 'tmpfs', folder);
    }
    succeed('ip', 'link', 'set', 'lo', 'up');
    succeed('ip', 'link', 'add', 'bridge0', 'type', 'bridge');
    succeed('ip', 'address', 'add', `${BRIDGE}/24`, 'dev', 'bridge0');
    succeed('ip', 'link', 'set', 'bridge0', 'up');
    for (const [machine, address] of Object.entries(ADDRESSES)) {
      succeed('ip', 'netns', 'add', machine);
      succeed('ip', 'link', 'add', `to-${machine}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', machine);
      succeed('ip', 'link', 'set', `to-${machine}`, 'master', 'bridge0', 'up');
      const inside = (...words: string[]) => succeed('ip', '-n', machine, ...words);
      inside('address', 'add', `${address}/24`, 'dev', 'eth0');
      inside('link', 'set', 'eth0', 'up');
      inside('link', 'set', 'lo', 'up');
      // Half a millisecond between machines, where the kernel can delay packets.
      spawnSync('ip', [
        'netns',
        'exec',
        machine,
        'tc',
        'qdisc',
        'add',
        'dev',
        'eth0',
        'root',
        'netem',
        'delay',
        '0.5ms',
      ]);
    }
  }

  #writeFiles(): void {
    fs.chmodSync(this.home, 0o755);
    this.#writeCertificates();
    const device = 'driver: testing\n  device: /run/postgresql/watchdog';
    const config = replaceOnce(deployed('patroni/config.yml'), 'device: /dev/watchdog', device);
    fs.writeFileSync('/etc/patroni/config.yml', config);
    fs.writeFileSync('/etc/haproxy/database.cfg', deployed('haproxy/database.cfg'));
    const servers = SERVERS.map(({ name, machine, port }) => `    server ${name} ${ADDRESSES[machine]}:${port}\n`).join(
      '',
    );
    const edge = deployed('haproxy/edge.cfg').replaceAll(/(?: {4}server chaba-.*\n)+/g, servers);
    fs.writeFileSync('/etc/haproxy/edge.cfg', edge.replace('maxconn 20000', 'maxconn 4000'));
    fs.writeFileSync(path.join(this.home, 'hosts'), `127.0.0.1 localhost ${DATABASE_HOST}\n`);
    succeed('mount', '--bind', path.join(this.home, 'hosts'), '/etc/hosts');
    for (const node of NODES) {
      const folder = this.#folder(node);
      for (const name of ['disk', 'run', 'etcd']) fs.mkdirSync(path.join(folder, name), { recursive: true });
      succeed('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', path.join(folder, 'disk'));
      fs.writeFileSync(path.join(folder, 'clock'), '+0');
      succeed('mkfifo', path.join(folder, 'run', 'watchdog'));
      succeed('chown', '-R', 'postgres:postgres', path.join(folder, 'disk'), path.join(folder, 'run'));
      succeed('chown', '-R', 'etcd:etcd', path.join(folder, 'etcd'));
      succeed('chmod', '755', folder);
    }
  }

  /** One authority, one certificate for the databases and one for the edge. */
  #writeCertificates(): void {
    const folder = '/etc/patroni/tls';
    fs.mkdirSync(folder, { recursive: true });
    const openssl = (...words: string[]) => succeed('openssl', ...words);
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    openssl(
      'req',
      '-x509',
      ...key,
      '-subj',
      '/CN=chaba test',
      '-keyout',
      `${folder}/ca.key`,
      '-out',
      `${folder}/ca.crt`,
    );
    const names = NODES.map((node) => `IP:${ADDRESSES[node]}`).join(',');
    const signer = ['-CA', `${folder}/ca.crt`, '-CAkey', `${folder}/ca.key`];
    const issue = (name: string, alternatives: string): void => {
      const named = ['-subj', '/CN=chaba', '-addext', `subjectAltName=${alternatives}`];
      openssl(
        'req',
        '-x509',
        ...key,
        ...signer,
        ...named,
        '-keyout',
        `${folder}/${name}.key`,
        '-out',
        `${folder}/${name}.crt`,
      );
    };
    issue('server', `DNS:${DATABASE_HOST},${names}`);
    issue('edge', `IP:${ADDRESSES.edge}`);
    fs.writeFileSync(
      '/etc/haproxy/edge.pem',
      fs.readFileSync(`${folder}/edge.crt`, 'utf8') + fs.readFileSync(`${folder}/edge.key`, 'utf8'),
    );
    succeed('chown', 'postgres:postgres', `${folder}/server.key`);
    fs.chmodSync(`${folder}/server.key`, 0o600);
    fs.copyFileSync(`${folder}/ca.crt`, path.join(this.home, 'ca.crt'));
    fs.chmodSync(path.join(this.home, 'ca.crt'), 0o644);
  }

  #folder(node: Node): string {
    return path.join(this.home, node);
  }

  /** Starts a program on a machine, with mounts of its own; its output is appended to a log. */
  #spawn(
    machine: Machine,
    name: string,
    words: readonly string[],
    { user, mounts = [], environment = {}, cwd = '/' }: SpawnOptions = {},
  ): ChildProcess {
    const log = fs.openSync(path.join(this.home, `${name}.log`), 'a');
    const asUser = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
    const mounting = mounts.map(([from, to]) => `mount --bind '${from}' '${to}' && `).join('');
    const started = [...asUser, ...words];
    const child = spawn('ip', ['netns', 'exec', machine, 'sh', '-c', `${mounting}exec "$@"`, 'sh', ...started], {
      cwd,
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    return child;
  }

  startEtcd(node: Node): void {
    const environment = readEnvironment('etcd/etcd.env', node);
    const child = this.#spawn(node, `${node}-etcd`, ['etcd'], {
      user: 'etcd',
      mounts: [[path.join(this.#folder(node), 'etcd'), '/var/lib/etcd']],
      environment,
    });
    this.#etcd.set(node, child);
  }

  startPatroni(node: Node): void {
    const folder = this.#folder(node);
    // Preloaded after the change of the user, because that user must own the library's semaphore.
    const clock = this.#withFakeClock
      ? [
          'env',
          `LD_PRELOAD=${FAKETIME}`,
          `FAKETIME_TIMESTAMP_FILE=${folder}/clock`,
          'FAKETIME_DONT_FAKE_MONOTONIC=1',
          'FAKETIME_CACHE_DURATION=1',
        ]
      : [];
    const child = this.#spawn(node, `${node}-patroni`, [...clock, 'patroni', '/etc/patroni/config.yml'], {
      user: 'postgres',
      mounts: [
        [path.join(folder, 'disk'), '/var/lib/postgresql'],
        [path.join(folder, 'run'), '/run/postgresql'],
      ],
      environment: { HOME: '/var/lib/postgresql', ...readEnvironment('patroni/patroni_env.conf', node) },
    });
    this.#patroni.set(node, child);
  }

  startServer(name: string): void {
    const server = SERVERS.find((each) => each.name === name);
    assert.ok(server);
    const { machine, port } = server;
    const child = this.#spawn(machine, name, [process.execPath, 'src/main.ts'], {
      cwd: path.join(ROOT, 'apps', 'server'),
      environment: {
        DATABASE_URL: this.databaseUrl('chaba_app', `${DATABASE_HOST}:5000`),
        DATABASE_SYNC: 'required',
        HOST: ADDRESSES[machine],
        PORT: String(port),
        TRUST_PROXY: '1',
        CHABA_USER: 'root',
        CHABA_INSTANCE: name,
        CHABA_HTTPS: 'on',
        CHABA_TEST_KEY: 'on',
        CHABA_RATE_LIMITS: 'off',
        SANDBOX_SECRET,
        HASH_SECRET: 'secret-of-hashes',
        SANDBOX_URL: 'http://127.0.0.1:9',
        DRAIN_SECONDS: '0',
        LOG_LEVEL: 'warn',
        METRICS_HOST: ADDRESSES[machine],
        METRICS_PORT: String(port + METRICS_OFFSET),
        METRICS_TOKEN: PASSWORD,
      },
    });
    this.#servers.set(name, child);
  }

  /** The servers with their HAProxy, and the edge. */
  async startProduct(): Promise<void> {
    const environment = { DATABASE_1: ADDRESSES.db1, DATABASE_2: ADDRESSES.db2, DATABASE_3: ADDRESSES.db3 };
    for (const machine of ['app1', 'app2'] as const) {
      this.#spawn(machine, `${machine}-haproxy`, ['haproxy', '-db', '-f', '/etc/haproxy/database.cfg'], {
        environment,
      });
    }
    const edge = { EDGE_ADDRESS: `${ADDRESSES.edge}:443`, EDGE_CERTIFICATE: '/etc/haproxy/edge.pem' };
    this.#spawn('edge', 'edge-haproxy', ['haproxy', '-db', '-f', '/etc/haproxy/edge.cfg'], { environment: edge });
    for (const machine of ['app1', 'app2']) {
      const isReady = ['netns', 'exec', machine, `${PROGRAMS}/pg_isready`, '--host=127.0.0.1', '--port=5000'];
      await until(`${machine} reaches the primary`, () => spawnSync('ip', isReady).status === 0, 30_000);
    }
    for (const { name } of SERVERS) this.startServer(name);
    for (const { name, machine, port } of SERVERS) {
      const target = `http://${ADDRESSES[machine]}:${port}/readyz`;
      await until(`${name} is ready`, () => isOk(target), 60_000);
    }
    await until('the edge serves', () => isOk(`${EDGE_URL}/docs`), 30_000);
  }

  // ── state ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** An address of the database for a login; without a host that of the present primary. */
  databaseUrl(login: string, host: string, database = 'chaba'): string {
    const tls = `sslmode=verify-full&sslrootcert=${encodeURIComponent(path.join(this.home, 'ca.crt'))}`;
    return `postgres://${login}:${PASSWORD}@${host}/${database}?${tls}`;
  }

  async ownerUrl(database = 'chaba'): Promise<string> {
    return this.databaseUrl('postgres', `${ADDRESSES[await this.findPrimary()]}:5432`, database);
  }

  /** The view of the newest timeline: a node whose link was cut shows its old one for a moment. */
  async #listMembers(): Promise<ClusterMember[]> {
    const views = await Promise.all(NODES.map((node) => this.#readView(node)));
    const getTimeline = (view: readonly ClusterMember[]): number =>
      view.find(({ role }) => role === 'leader')?.timeline ?? 0;
    return views.toSorted((one, other) => getTimeline(other) - getTimeline(one))[0] ?? [];
  }

  /** The members as one node's Patroni shows them; none where it does not answer. */
  async #readView(node: Node): Promise<ClusterMember[]> {
    const signal = AbortSignal.timeout(2_000);
    return fetch(`http://${ADDRESSES[node]}:8008/cluster`, { signal }).then(
      async (response) => ((await response.json()) as { members?: ClusterMember[] }).members ?? [],
      () => [],
    );
  }

  async #find(role: ClusterMember['role']): Promise<Node> {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(200)) {
      const found = (await this.#listMembers()).find((member) => member.role === role);
      if (found) return found.name;
    }
    return assert.fail(`no ${role} in the cluster`);
  }

  readonly findPrimary = (): Promise<Node> => this.#find('leader');
  readonly findSyncStandby = (): Promise<Node> => this.#find('sync_standby');

  /** One primary, one synchronous and one other standby, on one timeline. */
  async isHealthy(): Promise<boolean> {
    const members = await this.#listMembers();
    const roles = members.map(({ role }) => role).toSorted();
    if (roles.join() !== 'leader,replica,sync_standby') return false;
    const isUp = members.every(({ state }) => state === 'running' || state === 'streaming');
    return isUp && new Set(members.map(({ timeline }) => timeline)).size === 1;
  }

  async untilHealthy(withinMs: number): Promise<void> {
    await until('the cluster has a primary and two standbys', () => this.isHealthy(), withinMs).catch(async (error) => {
      throw new Error(`${String(error)}: ${JSON.stringify(await this.#listMembers())}`, { cause: error });
    });
  }

  listServerUrls(): string[] {
    return SERVERS.map(({ machine, port }) => `http://${ADDRESSES[machine]}:${port}`);
  }

  /** The private listeners of the server processes. */
  listMetricsAddresses(): string[] {
    return SERVERS.map(({ machine, port }) => `${ADDRESSES[machine]}:${port + METRICS_OFFSET}`);
  }

  /** The status page of one server process. */
  async readStatusPage(name: string): Promise<string> {
    const server = SERVERS.find((each) => each.name === name);
    assert.ok(server);
    const response = await fetch(`http://${ADDRESSES[server.machine]}:${server.port + METRICS_OFFSET}/ops`, {
      headers: { authorization: `Bearer ${PASSWORD}` },
      signal: AbortSignal.timeout(25_000),
    });
    return response.text();
  }

  readLog(name: string): string {
    return fs.readFileSync(path.join(this.home, `${name}.log`), 'utf8');
  }

  // ── faults ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Undefined while PostgreSQL does not run. */
  #findPostmaster(node: Node): number | undefined {
    const file = path.join(this.#folder(node), 'disk', '15', 'chaba', 'postmaster.pid');
    const pid = fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : 0;
    return pid > 0 ? pid : undefined;
  }

  killPostmaster(node: Node): void {
    const pid = this.#findPostmaster(node);
    assert.ok(pid, `PostgreSQL runs on ${node}`);
    process.kill(pid, 'SIGKILL');
  }

  /** The machine stays down for the watchdog: its reset would start Patroni again. */
  killPatroni(node: Node): void {
    this.#watchdogs.get(node)?.disarm();
    this.#patroni.get(node)?.kill('SIGKILL');
  }

  /** Kills everything on the machine and boots it, as a watchdog does. */
  #reset(node: Node): void {
    this.resets.push(node);
    this.killPatroni(node);
    this.signalPostgres(node, 'SIGKILL');
    this.killEtcd(node);
    setTimeout(() => {
      this.startEtcd(node);
      this.startPatroni(node);
    }, BOOT_MS);
  }

  /** Sends a signal to every process of PostgreSQL on the node. */
  signalPostgres(node: Node, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    const postmaster = this.#findPostmaster(node);
    if (postmaster === undefined) return;
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' }).stdout;
    // Without children: the number 0 would name this process's own group.
    const pids = children
      .split(/\s+/)
      .map(Number)
      .filter((pid) => pid > 0);
    for (const pid of [postmaster, ...pids]) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended meanwhile.
      }
    }
  }

  cutLink(machine: Machine): void {
    succeed('ip', 'link', 'set', `to-${machine}`, 'down');
  }

  joinLink(machine: Machine): void {
    succeed('ip', 'link', 'set', `to-${machine}`, 'up');
  }

  findEtcdLeader(): Node {
    const endpoints = NODES.map((node) => `http://${ADDRESSES[node]}:2379`).join(',');
    const { stdout } = spawnSync('etcdctl', ['--endpoints', endpoints, '-w', 'json', 'endpoint', 'status'], {
      encoding: 'utf8',
      env: { ...process.env, ETCDCTL_API: '3' },
    });
    type Endpoint = { Endpoint: string; Status: { header: { member_id: number }; leader: number } };
    const leader = (JSON.parse(stdout) as Endpoint[]).find(({ Status }) => Status.header.member_id === Status.leader);
    const found = NODES.find((node) => leader?.Endpoint.includes(ADDRESSES[node]));
    assert.ok(found, stdout);
    return found;
  }

  killEtcd(node: Node): void {
    this.#etcd.get(node)?.kill('SIGKILL');
  }

  /** Runs `patronictl` on a node; resolves with its output. */
  async patronictl(node: Node, ...words: string[]): Promise<string> {
    const name = `${node}-patronictl`;
    const printed = (): string => (fs.existsSync(path.join(this.home, `${name}.log`)) ? this.readLog(name) : '');
    const before = printed().length;
    const child = this.#spawn(node, name, ['patronictl', '-c', '/etc/patroni/config.yml', ...words], {
      user: 'postgres',
      environment: { HOME: '/tmp', ...readEnvironment('patroni/patroni_env.conf', node) },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 0, printed());
    return printed().slice(before);
  }

  /** Fills the disk of the data and the WAL of a node to the last byte. */
  fillDisk(node: Node): void {
    spawnSync('dd', ['if=/dev/zero', `of=${path.join(this.#folder(node), 'disk', 'filler')}`, 'bs=1M']);
  }

  freeDisk(node: Node): void {
    fs.rmSync(path.join(this.#folder(node), 'disk', 'filler'), { force: true });
  }

  /** Sets the clock of a node's Patroni and PostgreSQL; needs a bed with a fake clock. */
  setClock(node: Node, offset: string): void {
    assert.ok(this.#withFakeClock);
    fs.writeFileSync(path.join(this.#folder(node), 'clock'), offset);
  }

  async killServers(machine: 'app1' | 'app2'): Promise<void> {
    for (const { name } of SERVERS.filter((each) => each.machine === machine)) {
      const child = this.#servers.get(name);
      if (!child || child.exitCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
  }

  startServers(machine: 'app1' | 'app2'): void {
    for (const { name } of SERVERS.filter((each) => each.machine === machine)) this.startServer(name);
  }

  /** Processes that a fault of a round may have ended; one that ended otherwise is an error of the product. */
  listEndedServers(): string[] {
    return [...this.#servers]
      .filter(([, child]) => child.exitCode !== null || child.signalCode !== null)
      .map(([name]) => name);
  }
}

/** A watchdog device as Patroni's driver "testing" uses it: `Ctimeout=N`, a byte for each keepalive, `V` to end. */
class Watchdog {
  #timeoutMs = Infinity;
  #heardAt: number | undefined;

  constructor(pipe: string, reset: () => void) {
    // Opened for both, so that it never ends and no writer waits.
    const reader = spawn('sh', ['-c', 'exec cat <>"$1"', 'sh', pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
    reader.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [, seconds] = /Ctimeout=(\d+)\n/.exec(text) ?? [];
      if (seconds !== undefined) this.#timeoutMs = Number(seconds) * 1_000;
      this.#heardAt = text.endsWith('V') ? undefined : Date.now();
    });
    setInterval(() => {
      if (this.#heardAt === undefined || Date.now() - this.#heardAt < this.#timeoutMs) return;
      this.disarm();
      reset();
    }, WATCHDOG_LOOK_MS);
  }

  disarm(): void {
    this.#heardAt = undefined;
  }
}

type SpawnOptions = {
  readonly user?: string;
  readonly mounts?: readonly (readonly [from: string, to: string])[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

export async function until(what: string, isTrue: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await isTrue()); await sleep(200)) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
  }
}

const isOk = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  );
