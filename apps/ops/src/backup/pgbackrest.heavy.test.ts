// pgBackRest with deploy/pgbackrest on a primary and a standby of Debian's PostgreSQL, while providers play: the backup
// comes from the standby, WAL in the repository is never older than 60 s, and the drill recovers a moment with
// everything acknowledged before it and nothing after it, with the secrets of an opened bundle. Migrations are
// rehearsed on the backup. A damaged repository makes the drill fail.
//
// Without pgBackRest, age, PostgreSQL 15 of Debian or root the test prints one line and checks nothing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase, sql } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';
import { createDatabase, migrate, MIGRATIONS_FOLDER } from '@chaba/database/migrate';
import { baht, formatProviderAmount } from '@chaba/money';
import { createGameSession, createMember, createSites, PASSWORD } from '@chaba/server/testing/factories';
import { callWalletAt, startServerProcess } from '@chaba/server/testing/server-process';

import { runDrill, type DrillOptions } from './drill.ts';
import { rehearseBackup } from './rehearsal.ts';
import { openBundle, toEnvironment, writeBundle } from './secrets-bundle.ts';
import { ROOT } from '#ops/core/root';
import { succeed, succeedAsPostgres } from '@chaba/testing/beds/programs';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const PASS = 'password-of-the-test';
const PLAYERS = 8;
/** Longer than archive_timeout, so that the oldest WAL is measured. */
const WATCHED_SECONDS = Number(process.env['WATCHED_SECONDS'] ?? 75);
const WAL_SECONDS_MAX = 60;

const missing = [
  process.getuid?.() === 0 ? [] : 'root',
  spawnSync('pgbackrest', ['version']).status === 0 ? [] : 'pgbackrest',
  spawnSync('age', ['--version']).status === 0 ? [] : 'age',
  fs.existsSync(path.join(PROGRAMS, 'postgres')) ? [] : PROGRAMS,
].flat();

/** Run in reverse order. */
const cleanups: (() => unknown)[] = [];
after(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

type Call = { readonly txId: string; readonly sentAt: number; readonly at: number };

/** A call without an answer is repeated with the same id, as providers do. */
async function sendUntilAnswered(...call: Parameters<typeof callWalletAt>): ReturnType<typeof callWalletAt> {
  for (const until = Date.now() + 60_000; ; await sleep(200)) {
    try {
      return await callWalletAt(...call);
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/** Bets and wins without pause until it is stopped; each answer is kept before the next call. */
function playAll(address: string, players: readonly { playerId: string; token: string }[]) {
  const acknowledged: Call[] = [];
  const over = new AbortController();
  const play = async ({ playerId, token }: (typeof players)[number]): Promise<void> => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      for (const operation of ['bet', 'win'] as const) {
        const txId = `${playerId}-${round}-${operation}`;
        const sentAt = Date.now();
        const reply = await sendUntilAnswered(address, operation, {
          playerId,
          token,
          txId,
          gameCode: 'test-slot',
          roundId: `r${round}`,
          amount: formatProviderAmount(baht(1)),
          currency: 'THB',
          ...(operation === 'win' ? { roundClosed: true } : {}),
        });
        assert.equal(reply.code, 'OK', txId);
        acknowledged.push({ txId, sentAt, at: Date.now() });
      }
      await sleep(40);
    }
  };
  const playing = Promise.all(players.map(play));
  return {
    acknowledged,
    async stop() {
      over.abort();
      await playing;
    },
  };
}

/** The folders, ports and settings of the bed; the programs get them by the environment. */
async function openBed() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-pgbackrest-'));
  const folder = (name: string): string => {
    const made = path.join(home, name);
    fs.mkdirSync(made, { mode: 0o700 });
    return made;
  };
  const primary = { folder: folder('primary'), port: await freePort() };
  const standby = { folder: folder('standby'), port: await freePort() };
  const repository = folder('repository');
  Object.assign(process.env, {
    PGBACKREST_CONFIG: path.join(home, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_REPO1_CIPHER_PASS: 'passphrase-of-the-test',
    PGBACKREST_SPOOL_PATH: folder('spool'),
    PGBACKREST_LOG_PATH: folder('log'),
    PGBACKREST_LOCK_PATH: folder('lock'),
    PGBACKREST_PG1_PATH: primary.folder,
    PGBACKREST_PG1_PORT: String(primary.port),
    PGBACKREST_PG1_SOCKET_PATH: home,
    PGBACKREST_PG2_PATH: standby.folder,
    PGBACKREST_PG2_PORT: String(standby.port),
    PGBACKREST_PG2_SOCKET_PATH: home,
  });
  fs.copyFileSync(path.join(ROOT, 'deploy', 'pgbackrest', 'pgbackrest.conf'), path.join(home, 'pgbackrest.conf'));
  succeed('chown', '-R', 'postgres', home);
  return { home, primary, standby, repository };
}

const pgbackrest = (...words: string[]) => succeedAsPostgres('pgbackrest', '--stanza=chaba', ...words);

type Bed = Awaited<ReturnType<typeof openBed>>;

function startPostgres({ home }: Bed, { folder, port }: Bed['primary']): void {
  const settings = [
    fs.readFileSync(path.join(ROOT, 'deploy', 'pgbackrest', 'postgresql.conf'), 'utf8'),
    `port = ${port}`,
    `unix_socket_directories = '${home}'`,
    "listen_addresses = '127.0.0.1'",
    'max_connections = 120',
    'shared_buffers = 64MB',
  ];
  fs.writeFileSync(path.join(folder, 'test.conf'), settings.join('\n'));
  fs.chmodSync(path.join(folder, 'test.conf'), 0o644);
  const file = path.join(folder, 'postgresql.conf');
  const text = fs.readFileSync(file, 'utf8');
  if (!text.includes("include 'test.conf'")) fs.appendFileSync(file, "\ninclude 'test.conf'\n");
  const control = [path.join(PROGRAMS, 'pg_ctl'), '-D', folder, '-l', path.join(folder, 'server.log')] as const;
  cleanups.push(() => succeedAsPostgres(control[0], ...control.slice(1), '-m', 'immediate', 'stop'));
  succeedAsPostgres(control[0], ...control.slice(1), '-w', 'start');
}

/** Starts primary and standby, migrates, and creates the stanza. */
async function startCluster(bed: Bed): Promise<{ url: string; ownerUrl: string }> {
  const { home, primary, standby } = bed;
  fs.writeFileSync(path.join(home, 'password'), PASS);
  fs.chmodSync(path.join(home, 'password'), 0o644);
  const access = ['--username=postgres', `--pwfile=${path.join(home, 'password')}`, '--auth-host=scram-sha-256'];
  succeedAsPostgres(
    path.join(PROGRAMS, 'initdb'),
    '-D',
    primary.folder,
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
    ...access,
  );
  startPostgres(bed, primary);
  pgbackrest('stanza-create');
  const source = ['-h', home, '-p', String(primary.port), '-U', 'postgres'];
  succeedAsPostgres(path.join(PROGRAMS, 'pg_basebackup'), '-D', standby.folder, '-R', '-c', 'fast', ...source);
  startPostgres(bed, standby);
  pgbackrest('check');
  const address = (login: string, database: string) =>
    `postgres://${login}:${PASS}@127.0.0.1:${primary.port}/${database}`;
  await createDatabase(address('postgres', 'postgres'), 'chaba');
  const ownerUrl = address('postgres', 'chaba');
  await migrate({ url: ownerUrl, login: { role: 'chaba_app', password: PASS, mayReset: true } });
  return { url: address('chaba_app', 'chaba'), ownerUrl };
}

/** The secrets of the server from a bundle, opened with the key of one of its two recipients. */
async function openBundledSecrets(home: string): Promise<DrillOptions['environment']> {
  const dataDir = path.join(home, 'data');
  fs.mkdirSync(dataDir);
  const secrets = { sandboxSecret: 'sandbox-secret', hashSecret: 'secret-of-hashes' };
  fs.writeFileSync(path.join(dataDir, 'secrets.json'), JSON.stringify(secrets));
  const keys = ['one.key', 'other.key'].map((name) => path.join(home, name));
  const recipients = keys.map((key) => {
    succeed('age-keygen', '-o', key);
    return succeed('age-keygen', '-y', key).trim();
  });
  const to = path.join(home, 'secrets.age');
  await writeBundle({ dataDir }, { to, recipients });
  return toEnvironment(await openBundle(to, keys[1] ?? ''));
}

/** The age of the newest segment in the repository, in seconds. */
function readWalAge(repository: string): number {
  const folder = path.join(repository, 'archive', 'chaba');
  const times = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[0-9A-F]{24}-[0-9a-f]{40}/.test(name))
    .map((name) => fs.statSync(path.join(folder, name)).mtimeMs);
  return (Date.now() - Math.max(...times)) / 1_000;
}

async function listWritten(copy: Database): Promise<Set<string>> {
  const rows = await copy.rows<{ name: string }>(sql`select tx_id as name from wallet_transaction`);
  return new Set(rows.map(({ name }) => name));
}

test('backs up from the standby under load, and the drill recovers a moment', async (t) => {
  if (missing.length > 0) return t.diagnostic(`not tried: ${missing.join(' and ')} missing`);
  const bed = await openBed();
  cleanups.push(() => fs.rmSync(bed.home, { recursive: true, force: true }));
  const { url, ownerUrl } = await startCluster(bed);
  const database = openDatabase({ url, poolSize: 2 });
  cleanups.push(() => database.destroy());
  const { chaba } = await createSites(database);
  const players = [];
  for (let count = 0; count < PLAYERS; count += 1) {
    const member = await createMember(database, chaba, { money: baht(10_000) });
    players.push({ ...member, token: await createGameSession(database, member) });
  }
  const server = await startServerProcess(url);
  const load = playAll(server.url, players);
  for (const until = Date.now() + 60_000; load.acknowledged.length <= 100; await sleep(50)) {
    assert.ok(Date.now() < until, 'the load has begun');
  }

  const backup = pgbackrest('--type=full', 'backup');
  assert.match(backup, /replay on the standby/, 'the files come from the standby');
  let oldest = 0;
  for (const until = Date.now() + WATCHED_SECONDS * 1_000; Date.now() < until; await sleep(500)) {
    oldest = Math.max(oldest, readWalAge(bed.repository));
  }
  t.diagnostic(`WAL in the repository was at most ${Math.round(oldest)} s old`);
  assert.ok(oldest > 5 && oldest <= WAL_SECONDS_MAX, `${oldest} s`);
  const at = new Date();
  const isLater = ({ sentAt }: Call): boolean => sentAt > at.getTime();
  for (const until = Date.now() + 60_000; load.acknowledged.filter(isLater).length < 50; await sleep(50)) {
    assert.ok(Date.now() < until, 'the load goes on after the moment');
  }
  await load.stop();
  succeedAsPostgres('psql', '-h', bed.home, '-p', String(bed.primary.port), '-c', 'select pg_switch_wal()');
  pgbackrest('check');

  const { acknowledged } = load;
  const before = acknowledged.filter((call) => call.at < at.getTime());
  const later = acknowledged.filter(isLater);
  assert.ok(before.length > 100, `${before.length} before, ${later.length} after`);
  const options: DrillOptions = {
    source: { kind: 'pgbackrest', stanza: 'chaba', programs: PROGRAMS, url, ownerUrl },
    at,
    environment: await openBundledSecrets(bed.home),
    log: (sentence) => t.diagnostic(sentence),
    isTest: true,
  };
  await runDrill({
    ...options,
    async inspect(copy) {
      const written = await listWritten(copy);
      assert.deepEqual(
        before.filter(({ txId }) => !written.has(txId)),
        [],
      );
      assert.deepEqual(
        later.filter(({ txId }) => written.has(txId)),
        [],
      );
      t.diagnostic(`${before.length} calls acknowledged before the moment are there, ${later.length} after it are not`);
    },
    async serve(address) {
      const [member] = await database.rows<{ phone: string }>(sql`select phone from member order by member_id limit 1`);
      await checkMemberPages(address, member?.phone ?? '');
    },
  });
  const folder = path.join(bed.home, 'migrations');
  fs.cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  fs.writeFileSync(path.join(folder, '9999_column.sql'), 'alter table member add column note text;');
  const lines: string[] = [];
  assert.ok(
    await rehearseBackup({ source: options.source, folder, log: (line) => lines.push(line) }),
    lines.join('\n'),
  );
  assert.match(lines.join('\n'), /9999_column\.sql: .* good\n {2}locks: member AccessExclusiveLock/);
  await damageRepository(bed, options);
});

/** A member signs in at the copy and reads balance and history. */
async function checkMemberPages(address: string, phoneNumber: string): Promise<void> {
  const headers = { 'api-key': 'chaba-sandbox', 'content-type': 'application/json' };
  const login = await fetch(`${address}/auth-service/v1/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ phoneNumber, Password: PASSWORD }),
  });
  assert.equal(login.status, 200);
  const { authToken } = (await login.json()) as { authToken: string };
  for (const page of ['profile/balance', 'history/deposit']) {
    const response = await fetch(`${address}/user-profile-composite/v1/${page}`, {
      headers: { ...headers, 'api-auth': authToken },
    });
    assert.equal(response.status, 200, page);
  }
}

/** Damages the middle segment of the archive, then the copy itself. */
async function damageRepository({ repository }: Bed, options: DrillOptions): Promise<void> {
  const files = fs
    .readdirSync(repository, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(repository, name))
    .filter((file) => fs.statSync(file).isFile());
  const segments = files.filter((file) => /[0-9A-F]{24}-[0-9a-f]{40}/.test(file)).toSorted();
  const bundles = files
    .filter((file) => file.includes('/bundle/'))
    .toSorted((one, other) => fs.statSync(other).size - fs.statSync(one).size);
  for (const file of [segments.at(-2), bundles[0]]) {
    assert.ok(file);
    const whole = fs.readFileSync(file);
    const broken = Buffer.from(whole);
    broken.fill(0x55, Math.floor(broken.length / 2), Math.floor(broken.length / 2) + 64);
    fs.writeFileSync(file, broken);
    await assert.rejects(runDrill(options), /The recovery failed|pgbackrest failed/, path.basename(file));
    fs.writeFileSync(file, whole);
  }
}
