// A release is reproducible, contains production parts only, and its server runs without root, without capabilities
// and with a read-only system.
//
// Elsewhere: the archive (release.ts), the comparison with the manifest (apps/server/src/core/integrity.test.ts).

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, sql } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';
import { testDatabase } from '@chaba/database/testing';
import { startServerProcess } from '#server/testing/server-process';

import { listLinkedPaths } from '#tools/docs/document-links';
import { ROOT } from '#ops/core/root';
import { listMissingPrograms, openAlertBed } from '#testing/beds/alerts/alert-bed';

const RELEASES = path.join(ROOT, 'out', 'release');
/** Packages of development, and of pages, which are built. */
const DEVELOPMENT = [
  'react',
  'lucide-react',
  'vite',
  'typescript',
  'tsc7',
  'playwright-core',
  'oxlint',
  'knip',
  'embedded-postgres',
  '@embedded-postgres',
];
const NOBODY = '65534';
const isRoot = process.getuid?.() === 0;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-unpacked-'));
fs.chmodSync(folder, 0o755);
after(() => fs.rmSync(folder, { recursive: true, force: true }));
const { ownerUrl: testOwnerUrl } = await testDatabase();
const first = buildRelease();

test('builds the same bytes twice, pages included', () => {
  // As an earlier build may leave one.
  fs.mkdirSync(path.join(ROOT, 'apps', 'studio', 'dist', 'left-over'));
  assert.deepEqual(buildRelease(), first);
  for (const app of ['web', 'back-office', 'studio']) {
    fs.rmSync(path.join(ROOT, 'apps', app, 'dist'), { recursive: true, force: true });
  }
  assert.deepEqual(buildRelease(), first);
});

test('contains no test, no development dependency and no embedded PostgreSQL, and lists its parts', () => {
  const release = unpack();
  const files = fs.readdirSync(release, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    files.filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules')),
    [],
  );
  const manifests = fs.readdirSync(RELEASES).filter((name) => name.endsWith('.manifest'));
  assert.equal(manifests.length, 2);
  for (const file of manifests) {
    const lines = fs.readFileSync(path.join(RELEASES, file), 'utf8');
    const shipped = DEVELOPMENT.filter((name) => lines.includes(` node_modules/${name}/`));
    assert.deepEqual(shipped, [], file);
  }
  const { components } = JSON.parse(fs.readFileSync(path.join(release, 'parts.cdx.json'), 'utf8')) as {
    components: { name: string; version: string }[];
  };
  const listed = new Set(components.map(({ name }) => name));
  for (const name of ['node', 'fastify', 'pg', 'zod']) assert.ok(listed.has(name), name);
  const manifest = fs.readFileSync(path.join(release, 'MANIFEST.sha256'), 'utf8');
  assert.match(manifest, / {2}apps\/server\/src\/main\.ts$/m);
  assert.match(manifest, / {2}bin\/node$/m);
});

test('contains every file that its documents link to', () => {
  const release = unpack();
  const documents = fs
    .readdirSync(release, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'));
  assert.ok(documents.includes('deploy/README.md') && documents.length > 8, documents.join());
  const missing = documents.flatMap((document) =>
    listLinkedPaths(document, fs.readFileSync(path.join(release, document), 'utf8'))
      .filter((target) => !fs.existsSync(path.join(release, target)))
      .map((target) => `${document}: ${target}`),
  );
  assert.deepEqual(missing, []);
});

test('starts on an empty PostgreSQL with two commands, without root, on a read-only system', async (t) => {
  const release = unpack();
  const { login, ownerUrl } = await createEmptyDatabase(t);
  const secrets = path.join(folder, 'secrets');
  fs.mkdirSync(secrets, { recursive: true });
  const write = (name: string, content: string): string => {
    const file = path.join(secrets, name);
    fs.writeFileSync(file, content);
    return file;
  };
  const port = await freePort();
  const environment = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    PORT: String(port),
    WEB_ROOT: path.join(release, 'apps/web/dist'),
    DATABASE_URL_FILE: write('database-url', login),
    SANDBOX_SECRET_FILE: write('sandbox-secret', 'sandbox-secret-of-this-test'),
    HASH_SECRET_FILE: write('hash-secret', 'hash-secret-of-this-test'),
    CHABA_JOBS: 'off',
  };
  const migrating = { ...environment, DATABASE_OWNER_URL_FILE: write('owner-url', ownerUrl), DATA_DIR: secrets };
  const migrate = [path.join(release, 'apps/ops/src/main.ts'), 'migrate', '--apply'];
  execFileSync(path.join(release, 'bin/node'), migrate, { cwd: release, env: migrating, stdio: 'pipe' });
  const server = [path.join(release, 'bin/node'), path.join(release, 'apps/server/src/main.ts')];
  const restricted = [
    '-c',
    'mount -o remount,bind,ro / && exec setpriv --reuid="$0" --regid="$0" --clear-groups --bounding-set=-all --no-new-privs "$@"',
    NOBODY,
    ...server,
  ];
  if (!isRoot) t.diagnostic('not root: the system stays writable for this user');
  const child = isRoot
    ? spawn('unshare', ['--mount', 'sh', ...restricted], {
        cwd: release,
        env: environment,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    : spawn(server[0] ?? '', server.slice(1), { cwd: release, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  t.after(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  await untilReady(port, () => (child.exitCode === null ? undefined : errors));
  const page = await fetch(`http://127.0.0.1:${port}/`);
  assert.match(await page.text(), /<div id="root"/);
  const run = (...words: string[]): string =>
    spawnSync(path.join(release, 'bin/node'), words, {
      cwd: release,
      env: { ...environment, DATA_DIR: secrets },
      encoding: 'utf8',
    }).stdout;
  const words = [
    'create-site',
    'rose',
    'name=Rose',
    'hosts=rose.example',
    'line=@rose',
    '--host',
    '--reason',
    'opening',
  ];
  assert.match(
    run('apps/ops/src/main.ts', 'operator', ...words),
    /^The site rose is created in play mode at rose\.example/,
  );
  const [, commit = ''] = /-([0-9a-f]{12})$/.exec(release) ?? [];
  assert.ok(
    run('apps/ops/src/main.ts', 'ops', 'status').includes(`:${port}  0.1.0 (${commit})  ready`),
    run('apps/ops/src/main.ts', 'ops', 'status'),
  );
  // Neither the command line nor the environment of the process contains a secret.
  const visible = ['cmdline', 'environ'].map((name) => fs.readFileSync(`/proc/${child.pid}/${name}`, 'utf8')).join('');
  assert.doesNotMatch(visible, /secret-of-this-test|postgres:\/\//);
});

test('starts and resets no clone from an installed release', () => {
  const release = unpack();
  for (const word of ['start', 'reset']) {
    const words = ['apps/ops/src/main.ts', word];
    const { status, stdout, stderr } = spawnSync(path.join(release, 'bin/node'), words, {
      cwd: release,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, new RegExp(`^${word} is a command of a clone: [^\n]+\\.\n$`));
  }
});

test('fires IntegrityChanged for a changed file, until the archive is unpacked anew', async () => {
  if (listMissingPrograms().length > 0) return;
  const release = unpack();
  const metricsPort = await freePort();
  const server = await startServerProcess((await testDatabase()).url, { METRICS_PORT: String(metricsPort) }, release);
  const bed = await openAlertBed([{ job: 'chaba', addresses: [`127.0.0.1:${metricsPort}`] }]);
  const changed = 'apps/server/src/app.ts';
  await bed.tryAlerts([
    {
      alert: 'IntegrityChanged',
      async cause() {
        fs.appendFileSync(path.join(release, changed), '// changed\n');
        // Files are compared at the start and once a day.
        await server.stop();
        await server.start();
      },
      async action() {
        const named = server
          .log()
          .split('\n')
          .filter((line) => line.includes('release files changed'));
        assert.deepEqual(
          named.map((line) => (JSON.parse(line) as { readonly files: readonly string[] }).files),
          [[changed]],
        );
        await server.stop();
        fs.rmSync(release, { recursive: true });
        unpack();
        await server.start();
      },
    },
  ]);
});

test('has units that systemd accepts', (t) => {
  const units = path.join(folder, 'units');
  fs.mkdirSync(units);
  const names = fs.readdirSync(path.join(ROOT, 'deploy/systemd')).filter((name) => /\.(?:service|timer)$/.test(name));
  for (const name of names) {
    const unit = fs.readFileSync(path.join(ROOT, 'deploy/systemd', name), 'utf8');
    // systemd-analyze looks for the program, which is in the unpacked release here.
    fs.writeFileSync(path.join(units, name), unit.replaceAll(/\/opt\/chaba\/(?:current|sandbox)/g, unpack()));
  }
  const instances = names.map((name) => path.join(units, name.replace('@.', '@3000.')));
  for (const name of ['chaba-server', 'chaba-back-office']) {
    fs.renameSync(path.join(units, `${name}@.service`), path.join(units, `${name}@3000.service`));
  }
  try {
    execFileSync('systemd-analyze', ['verify', '--man=no', ...instances], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    t.diagnostic('systemd-analyze is not installed: the units were not verified (apt-get install systemd).');
  }
});

test('has an image and a compose file that start where a container engine runs', async (t) => {
  const engine = ['podman', 'docker'].find((name) => succeeds(name, ['info']));
  if (engine === undefined) {
    t.diagnostic('no container engine runs here: the image was not built.');
    return;
  }
  const release = unpack();
  const image = ['build', '-q', '-f', 'deploy/container/Containerfile', '-t', 'chaba-test', '.'];
  execFileSync(engine, image, { cwd: release, stdio: 'pipe' });
  const secrets = fs.mkdtempSync(path.join(folder, 'secrets-'));
  // The user of the image reads them.
  fs.chmodSync(secrets, 0o755);
  const password = 'password-of-this-test';
  const values = {
    'postgres-password': password,
    'database-url': `postgres://chaba_app:${password}@postgres/chaba`,
    'operator-database-url': `postgres://chaba_operator:${password}@postgres/chaba`,
    'database-owner-url': `postgres://chaba_owner:${password}@postgres/chaba`,
    'sandbox-secret': 'sandbox-secret-of-this-test',
    'studio-secret': 'studio-secret-of-this-test',
    'provider-secret': 'provider-secret-of-this-test',
    'hash-secret': 'hash-secret-of-this-test',
  };
  for (const [name, value] of Object.entries(values)) fs.writeFileSync(path.join(secrets, name), value);
  const port = await freePort();
  const compose = ['compose', '-f', 'deploy/container/compose.yaml'];
  const environment = { ...process.env, EDGE_PORT: String(port), CHABA_SECRETS: secrets };
  t.after(
    () => void execFileSync(engine, [...compose, 'down', '-v'], { cwd: release, env: environment, stdio: 'pipe' }),
  );
  execFileSync(engine, [...compose, 'up', '-d'], { cwd: release, env: environment, stdio: 'pipe' });
  await untilReady(port, () => undefined);
  const listSites = [...compose, 'run', '--rm', 'operator', 'sites'];
  execFileSync(engine, listSites, { cwd: release, env: environment, stdio: 'pipe' });
});

/** An empty database in the cluster of the tests, its owner, and a login for the product. */
async function createEmptyDatabase(t: TestContext): Promise<{ readonly login: string; readonly ownerUrl: string }> {
  const admin = openDatabase({ url: testOwnerUrl, poolSize: 1 });
  await admin.execute(sql`create role chaba_release login password 'product-login'`);
  await admin.execute(sql`create database chaba_release`);
  t.after(async () => {
    await admin.execute(sql`drop database chaba_release with (force)`);
    await admin.execute(sql`drop role chaba_release`);
    await admin.close();
  });
  const ownerUrl = new URL(testOwnerUrl);
  ownerUrl.pathname = '/chaba_release';
  const login = new URL(ownerUrl);
  login.username = 'chaba_release';
  login.password = 'product-login';
  return { login: login.href, ownerUrl: ownerUrl.href };
}

/** Builds the release and returns the checksums of its archives and of every file. */
function buildRelease(): string[] {
  execFileSync(process.execPath, [path.join(ROOT, 'tools/release/release.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return fs
    .readdirSync(RELEASES)
    .filter((name) => /\.(?:sha256|manifest)$/.test(name))
    .flatMap((name) => fs.readFileSync(path.join(RELEASES, name), 'utf8').split('\n'));
}

/** Unpacks the server's archive once and returns its folder. */
function unpack(): string {
  const archive = fs.readdirSync(RELEASES).find((name) => /^chaba-\d.*\.tar\.zst$/.test(name));
  assert.ok(archive);
  const release = path.join(folder, archive.slice(0, -'.tar.zst'.length));
  if (!fs.existsSync(release)) {
    const script = `const z=require('node:zlib');process.stdin.pipe(z.createZstdDecompress()).pipe(process.stdout)`;
    const command = `"$1" -e "$2" < "$3" | tar -x -C "$4"`;
    const args = [process.execPath, script, path.join(RELEASES, archive), folder];
    execFileSync('sh', ['-c', command, 'sh', ...args]);
  }
  return release;
}

async function untilReady(port: number, findError: () => string | undefined): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const error = findError();
    if (error !== undefined) throw new Error(`the server ended: ${error}`);
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(200);
  }
  throw new Error('the server is not ready after a minute');
}

function succeeds(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
