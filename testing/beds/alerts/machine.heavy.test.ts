// Alerts about a machine and its edge: each fires in a real Prometheus by its cause, and ends by the action of its row
// (deploy/prometheus/rules.yml).
//
// Two small disks, files with ext4 behind a loop device: one holds the data folder of a product, one its backups. An
// edge of deploy/haproxy serves a certificate that ends soon, another one a product.
//
// Without Prometheus, an exporter, HAProxy or the right to mount, one line is printed and nothing is tried.
//
// Elsewhere: delays and windows (rules.test.yml).

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { type Database, openDatabase, sql } from '@chaba/database';
import { freePort, startEmbedded } from '@chaba/embedded-postgres';
import { backUpEmbedded } from '@chaba/embedded-postgres/backup';
import { createDatabase, readMigrations } from '@chaba/database/migrate';
import { testSettings } from '@chaba/database/testing';
import { createSites } from '@chaba/server/testing/factories';

import { createCertificate, hasHaproxy, startHaproxy } from '#testing/product/edge-process';
import { migrateEmbedded } from '@chaba/ops/database/product-database';
import { ROOT } from '@chaba/ops/core/root';
import { type AlertTarget, listMissingPrograms, openAlertBed, repeat, startProgram, waitUntil } from './alert-bed.ts';
import { openAlertProduct } from './alert-product.ts';
import { succeed, succeedChaba } from '#testing/beds/programs';

const NODE_EXPORTER = 'prometheus-node-exporter';
const BLACKBOX = 'prometheus-blackbox-exporter';
/** Ten copies of the database: the command that deletes old ones writes a new one first. */
const DISK_MB = 640;
const BACKUPS_MAX = 30;
/** Parts of a disk that are free: below them an alert fires, or the WAL grows no more. */
const DISK_USED = 0.2;
const SOON_MAX = 0.5;
const RESERVE = 0.12;
const WAL_PAUSE_MS = 2_000;
const DAY_MS = 86_400_000;

type Disk = { readonly folder: string; readonly unmount: () => Promise<void> };

/** Mounts an empty disk; undefined without the right. However this process ends, the disk is unmounted. */
function mountDisk(): Disk | undefined {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-disk-'));
  const [file, folder] = [path.join(home, 'disk'), path.join(home, 'mounted')];
  fs.chmodSync(home, 0o755);
  fs.mkdirSync(folder);
  succeed('truncate', '--size', `${DISK_MB}M`, file);
  succeed('mkfs.ext4', '-q', '-m', '0', file);
  if (spawnSync('mount', ['-o', 'loop', file, folder]).status !== 0) {
    fs.rmSync(home, { recursive: true });
    return undefined;
  }
  // The pipe closes with this process.
  const command = 'read -r _; umount --lazy "$1" && rm -rf "$2"';
  const guard = spawn('sh', ['-c', command, 'sh', folder, home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  return {
    folder,
    async unmount() {
      const gone = once(guard, 'exit');
      guard.stdin.end();
      await gone;
    },
  };
}

/** The free part of a disk. */
function measureFree(folder: string): number {
  const { bavail, blocks } = fs.statfsSync(folder);
  return bavail / blocks;
}

/** Sizes of the folders of a cluster. */
function measureFolders(cluster: string): ReadonlyMap<string, number> {
  const lines = succeed('du', '--bytes', '--max-depth=1', cluster).trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [size = '', folder = ''] = line.split('\t');
      return [path.relative(cluster, folder), Number(size)] as const;
    }),
  );
}

function findGrown(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): string | undefined {
  const grown = [...now].map(([folder, size]) => ({ folder, bytes: size - (before.get(folder) ?? 0) }));
  // The empty name is the cluster itself.
  return grown.filter(({ folder }) => folder !== '').toSorted((one, other) => other.bytes - one.bytes)[0]?.folder;
}

const runOps = (dataDir: string, ...words: string[]): Promise<string> =>
  succeedChaba(['ops', ...words], { DATA_DIR: dataDir, DATABASE_URL: '' });

/** A product's database in a data folder, whose WAL is short while it is archived. */
async function startProductDatabase(dataDir: string) {
  const settings = { ...testSettings(), min_wal_size: '32MB', max_wal_size: '64MB' };
  const running = await startEmbedded({ dataDir, settings });
  await createDatabase(running.ownerUrl('postgres'), 'chaba');
  const { url, ownerUrl } = await migrateEmbedded(running, () => undefined);
  const database = openDatabase({ url, poolSize: 2 });
  await createSites(database);
  await database.close();
  return { running, owner: openDatabase({ url: ownerUrl, poolSize: 1 }) };
}

async function switchWal(owner: Database): Promise<void> {
  await owner.rows(sql`select pg_logical_emit_message(true, 'test', ''), pg_switch_wal()`);
}

test('fires DiskUsed and DiskFullSoon by their causes and ends them by their actions', async (t) => {
  if (listMissingPrograms(NODE_EXPORTER).length > 0) return;
  const isRoot = process.getuid?.() === 0;
  const [data, backups] = isRoot ? [mountDisk(), mountDisk()] : [];
  const stops = [data, backups].flatMap((disk) => (disk === undefined ? [] : [disk.unmount]));
  after(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  if (data === undefined || backups === undefined) {
    console.log('Not tried: DiskUsed and DiskFullSoon need the right to mount a disk.');
    return;
  }
  const dataDir = path.join(data.folder, 'data');
  const repository = path.join(backups.folder, 'repository');
  const { running, owner } = await startProductDatabase(dataDir);
  stops.push(running.stop, owner.destroy);
  const port = await freePort();
  startProgram(NODE_EXPORTER, [
    '--collector.disable-defaults',
    '--collector.filesystem',
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  // The disks of this machine are not judged.
  const [one, other] = [data.folder, backups.folder];
  const extra = `metric_relabel_configs: [{ source_labels: [mountpoint], regex: "${one}|${other}", action: keep }]`;
  const alerts = await openAlertBed([{ job: 'node', addresses: [`127.0.0.1:${port}`], extra }]);

  await alerts.tryAlerts([
    {
      alert: 'DiskUsed',
      async cause() {
        for (let count = 1; measureFree(backups.folder) >= DISK_USED; count += 1) {
          assert.ok(count <= BACKUPS_MAX, 'backups fill the disk');
          await backUpEmbedded({ dataDir, repository, kept: BACKUPS_MAX });
          t.diagnostic(`${count} backups: ${Math.round(measureFree(backups.folder) * 100)} % free`);
        }
      },
      async action() {
        assert.match(await runOps(dataDir, 'drill', '--from', repository), /The drill succeeded/);
        await runOps(dataDir, 'backup', '--to', repository, '--keep', '1');
      },
    },
  ]);

  const cluster = fs.realpathSync(path.join(dataDir, 'postgres'));
  const archive = path.join(repository, 'wal');
  let before: ReadonlyMap<string, number> = new Map();
  let writing: ReturnType<typeof repeat> | undefined;
  try {
    await alerts.tryAlerts([
      {
        alert: 'DiskFullSoon',
        async cause() {
          before = measureFolders(cluster);
          fs.renameSync(archive, `${archive}.away`);
          while (measureFree(data.folder) >= SOON_MAX) await switchWal(owner);
          // A full disk would end PostgreSQL.
          const grow = async (): Promise<void> => {
            if (measureFree(data.folder) > RESERVE) await switchWal(owner);
          };
          writing = repeat(grow, WAL_PAUSE_MS);
        },
        async action() {
          assert.equal(findGrown(before, measureFolders(cluster)), 'pg_wal');
          assert.match(fs.readFileSync(path.join(dataDir, 'postgres.log'), 'utf8'), /archive command failed/);
          fs.renameSync(`${archive}.away`, archive);
          const isShort = async (): Promise<boolean> => {
            const grown = (measureFolders(cluster).get('pg_wal') ?? 0) - (before.get('pg_wal') ?? 0);
            return grown < 100_000_000;
          };
          await waitUntil('archived WAL is removed', isShort);
        },
      },
    ]);
  } finally {
    await writing?.stop();
  }
});

// ── sites at their edge ──────────────────────────────────────────────────────────────────────────────────────────────

/** The job of deploy/prometheus/prometheus.yml, a comment there, with this exporter. */
function readSitesJob(exporter: string): string {
  const text = fs.readFileSync(path.join(ROOT, 'deploy', 'prometheus', 'prometheus.yml'), 'utf8');
  const [, commented = ''] = /^ {2}# - job_name: sites\n((?: {2}# {3}.*\n)+)/m.exec(text) ?? [];
  const lines = commented.split('\n').map((line) => line.slice('  #   '.length));
  const others = lines.filter((line) => line !== '' && !/^static_configs|^ *- targets/.test(line));
  assert.ok(others.length >= 6, commented);
  return others.join('\n').replace('127.0.0.1:9115', exporter);
}

/** Starts an exporter that probes a site. */
async function startProbes(url: string, folder: string): Promise<{ exporter: string; target: AlertTarget }> {
  const modules = path.join(folder, 'blackbox.yml');
  // The certificates of these tests are signed by themselves.
  const tls = '{ prober: http, http: { tls_config: { insecure_skip_verify: true } } }';
  fs.writeFileSync(modules, `modules: { http_2xx: ${tls} }\n`);
  const exporter = `127.0.0.1:${await freePort()}`;
  startProgram(BLACKBOX, [`--config.file=${modules}`, `--web.listen-address=${exporter}`]);
  return { exporter, target: { job: 'sites', addresses: [url], extra: readSitesJob(exporter) } };
}

test('fires CertificateEnds 13 days before the end and ends it by another certificate and a reload', async () => {
  if (listMissingPrograms(BLACKBOX).length > 0) return;
  if (!hasHaproxy()) return console.log('Not tried: CertificateEnds needs haproxy.');
  const [old, renewed] = [createCertificate([], 13), createCertificate([], 90)];
  after(() => {
    old.remove();
    renewed.remove();
  });
  const example = fs.readFileSync(path.join(ROOT, 'deploy', 'haproxy', 'edge.cfg'), 'utf8');
  const configuration = path.join(old.folder, 'edge.cfg');
  // Within the limit of open files of an ordinary shell.
  fs.writeFileSync(configuration, example.replace('maxconn 20000', 'maxconn 1000'));
  const site = `127.0.0.1:${await freePort()}`;
  const edge = startProgram('haproxy', ['-W', '-f', configuration], {
    EDGE_ADDRESS: site,
    EDGE_CERTIFICATE: old.both,
  });
  const { exporter, target } = await startProbes(`https://${site}`, old.folder);
  const alerts = await openAlertBed([target]);
  await alerts.untilFiring('CertificateEnds');
  fs.copyFileSync(renewed.both, old.both);
  edge.kill('SIGUSR2');
  await alerts.untilSilent('CertificateEnds');
  const probe = await (await fetch(`http://${exporter}/probe?module=http_2xx&target=https://${site}`)).text();
  const end = Number(/^probe_ssl_earliest_cert_expiry (\S+)$/m.exec(probe)?.[1]) * 1_000;
  assert.ok(end > Date.now() + 80 * DAY_MS, 'the edge serves the new certificate');
});

test('fires SiteUnreachable while no server has the migrations that it needs, until they are there', async () => {
  if (listMissingPrograms(BLACKBOX).length > 0) return;
  if (!hasHaproxy()) return console.log('Not tried: SiteUnreachable needs haproxy.');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-probes-'));
  let site = '';
  const product = await openAlertProduct({}, async ({ url }) => {
    const edge = await startHaproxy({ file: 'edge.cfg', servers: { '': [new URL(url).host] } });
    after(edge.stop);
    after(() => fs.rmSync(folder, { recursive: true, force: true }));
    site = `http://127.0.0.1:${edge.port}/`;
    await waitUntil('the edge serves the site', async () => (await fetch(site)).ok);
    return [(await startProbes(site, folder)).target];
  });
  if (product === undefined) return;
  const { bed, database, server } = product;
  const needed = readMigrations().at(-1)?.name ?? '';
  const rename = (from: string, to: string): Promise<unknown> =>
    database.owner.execute(sql`update migration set name = ${to} where name = ${from}`);
  await bed.tryAlerts([
    {
      alert: 'SiteUnreachable',
      cause: () => rename(needed, 'away'),
      async action() {
        assert.equal((await fetch(site)).status, 503);
        const answer = await fetch(`${server.url}/readyz`);
        assert.deepEqual(await answer.json(), { status: `the database lacks ${needed}` });
        await rename('away', needed);
      },
    },
  ]);
});
