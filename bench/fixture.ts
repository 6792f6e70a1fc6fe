// Database of a measurement: a PostgreSQL with durable settings, the product's tables, a site whose members have money
// and a game session, and the plain tables of the baselines.
//
// Always true: the database is in a new folder on the disk and is deleted afterwards. Members' money is posted through
// the ledger, so the journal has the requested number of rows.

import type { KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import { type Database, openDatabase, sql } from '@chaba/database';
import { APPLICATION_ROLE, OPERATOR_ROLE, startEmbedded } from '@chaba/embedded-postgres';
import { createDatabase, migrate } from '@chaba/database/migrate';
import { type AccountKind, addOwners, laneOf, lockLane, loadLaneBatch, openSite, writeBatch } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '#server/core/chart-of-accounts';
import { loadSessionKeys } from '#server/modules/game-sessions/game-sessions';
import { createSites } from '#server/testing/factories';

import { formatPlayerId } from './players.ts';

export const SITE = 1;
/** A site used only by the measurement of the ledger alone. */
export const LEDGER_SITE = 9;
/** The product's default on two processors (CHABA_LANES). */
export const LANES = 1;
const BATCH = 2_000;
const LOG_MEGABYTES = 1_024;
const NAME = 'chaba_bench';

export type BenchFixture = {
  readonly database: Database;
  readonly url: string;
  /** Member id of the first player; the others follow. */
  readonly firstMember: bigint;
  readonly members: number;
  /** The site's key of session tokens. */
  readonly sessionKey: KeyObject;
  readonly ownerUrl: string;
  readonly operatorUrl: string;
  /** The process of PostgreSQL whose children serve the connections. */
  readonly postgresPid: number;
  /** The same of every node. */
  readonly postgresPids: readonly number[];
  readonly settings: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
};

type Size = { readonly members: number; readonly rows: number };
type Place = {
  readonly url: string;
  readonly ownerUrl: string;
  readonly operatorUrl: string;
  readonly pids: readonly number[];
  readonly isNew: boolean;
  readonly stop: () => Promise<void>;
};

export async function openFixture(
  size: Size,
  { lanes = LANES, settings: own = {}, kept }: FixtureOptions = {},
): Promise<BenchFixture> {
  const { url, ownerUrl, operatorUrl, pids, isNew, stop } = await openEmbedded(own, kept?.folder);
  try {
    const database = openDatabase({ url, poolSize: 16 });
    if (isNew) {
      const owner = openDatabase({ url: ownerUrl, poolSize: 2 });
      await fill({ database, owner, size, lanes });
      await kept?.fill(owner);
      await owner.execute(sql`vacuum analyze`);
      await recycleLog(owner);
      await owner.close();
    }
    const firstMember = await findFirstMember(database);
    const settings = await listSettings(database);
    const [sessionKey] = await loadSessionKeys(database, SITE);
    const close = async (): Promise<void> => {
      await database.close();
      await stop();
    };
    const [postgresPid = 0] = pids;
    const { members } = size;
    return {
      database,
      url,
      ownerUrl,
      firstMember,
      members,
      sessionKey,
      operatorUrl,
      postgresPid,
      postgresPids: pids,
      settings,
      close,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type FixtureOptions = {
  readonly lanes?: number;
  readonly settings?: Record<string, string>;
  /** Measured again without being filled, where it exists. `fill` adds rows as the owner. */
  readonly kept?: { readonly folder: string | undefined; readonly fill: (owner: Database) => Promise<void> };
};

async function fill(of: {
  readonly database: Database;
  readonly owner: Database;
  readonly size: Size;
  readonly lanes: number;
}): Promise<void> {
  const { database, owner, size, lanes } = of;
  await createSites(database, lanes);
  await insertMembers(database, size.members);
  const first = await findFirstMember(database);
  await fundMembers(database, { siteId: SITE, first, lanes }, size);
  if (size.rows === 0) return;
  await openSite(database, LEDGER_SITE, LANES);
  await fundMembers(database, { siteId: LEDGER_SITE, first: 1n, lanes: LANES }, { members: 10_000, rows: 10_000 });
  await insertBaselines(owner, first, size.members);
}

/** An embedded database with the product's tables, in a new folder, or in one that is kept. */
export async function openEmbedded(settings: Readonly<Record<string, string>> = {}, kept?: string): Promise<Place> {
  // On the disk of the checkout: a memory file system would not measure durable commits.
  const parent = path.join(path.dirname(import.meta.dirname), '.data');
  fs.mkdirSync(parent, { recursive: true });
  const folder = kept ?? fs.mkdtempSync(path.join(parent, 'bench-'));
  const isNew = !fs.existsSync(path.join(folder, 'postgres'));
  const cluster = await startEmbedded({ dataDir: folder, settings });
  const stop = async (): Promise<void> => {
    await cluster.stop();
    if (kept !== undefined) return;
    // As root, the database may be in a separate folder outside (packages/embedded-postgres/src/data-folder.ts).
    const outside = path.dirname(fs.realpathSync(path.join(folder, 'postgres')));
    for (const place of [outside, folder]) fs.rmSync(place, { recursive: true, force: true });
  };
  try {
    if (isNew) await createDatabase(cluster.ownerUrl('postgres'), NAME);
    const ownerUrl = cluster.ownerUrl(NAME);
    await migrate({
      url: ownerUrl,
      login: { role: APPLICATION_ROLE, password: cluster.applicationPassword },
      operator: { role: OPERATOR_ROLE, password: cluster.operatorPassword },
    });
    const pidFile = fs.readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8');
    return {
      url: cluster.applicationUrl(NAME),
      ownerUrl,
      operatorUrl: cluster.operatorUrl(NAME),
      pids: [Number(pidFile.split('\n', 1)[0])],
      isNew,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function insertMembers(database: Database, count: number): Promise<void> {
  for (let first = 0; first < count; first += 10_000) {
    const places = Array.from({ length: Math.min(10_000, count - first) }, (_, index) => first + index);
    await database.execute(sql`
      insert into member (site_id, phone, password_hash, player_id, bank_code, bank_account, first_name, last_name,
        is_name_verified, accepts_bonus, affiliate_key)
      select ${SITE}::int, '08' || lpad(place::text, 8, '0'), 'none', player_id, '014', lpad(place::text, 10, '0'),
        'Bench', 'Bench', true, false, lpad(to_hex(place), 10, '0')
      from unnest(${places}::int[], ${places.map(formatPlayerId)}::text[]) as given (place, player_id)`);
  }
}

async function findFirstMember(database: Database): Promise<bigint> {
  const { first } = await database.one<{ first: bigint }>(sql`
    select member_id as first from member where site_id = ${SITE} and player_id = ${formatPlayerId(0)}`);
  return first;
}

/** Funds all members, in as many transfers as the requested number of rows; with 0 rows they have accounts only. */
async function fundMembers(
  database: Database,
  { siteId, first, lanes }: { readonly siteId: number; readonly first: bigint; readonly lanes: number },
  size: Size,
): Promise<void> {
  const times = Math.ceil(size.rows / size.members);
  const kinds: readonly [AccountKind, AccountKind] = [chart.bank, chart.game];
  for (let start = 0; start < size.members; start += BATCH) {
    const count = Math.min(BATCH, size.members - start);
    await addOwners(
      database,
      siteId,
      Array.from({ length: count }, (_, i) => first + BigInt(start + i)),
    );
  }
  for (let turn = 0; turn < times; turn += 1) {
    for (let start = 0; start < size.members; start += BATCH) {
      const ids = Array.from({ length: Math.min(BATCH, size.members - start) }, (_, i) => first + BigInt(start + i));
      await database.transaction(async (tx) => {
        for (let lane = 0; lane < lanes; lane += 1) {
          await lockLane(tx, siteId, lane);
          const own = ids.filter((id) => laneOf(id, lanes) === lane);
          if (own.length === 0) continue;
          const ledgerBatch = await loadLaneBatch(tx, siteId, lane, own);
          for (const ownerId of own) {
            const key = `bench:${turn}:${ownerId}`;
            ledgerBatch.transfer({
              ownerId,
              from: kinds[0],
              to: kinds[1],
              amount: baht(10_000),
              reason: 'deposit',
              key,
            });
          }
          await writeBatch(tx, ledgerBatch);
        }
      });
    }
  }
}

/**
 * Fills and recycles WAL segments: a new database first creates each segment with 16 MB of zeros, which delays all
 * commits; an older one reuses segments. The checkpoint makes the written segments reusable.
 */
async function recycleLog(owner: Database): Promise<void> {
  for (let megabytes = 0; megabytes < LOG_MEGABYTES; megabytes += 1) {
    await owner.rows(sql`select pg_logical_emit_message(false, 'bench', repeat('x', 1048576))`);
  }
  await owner.execute(sql`checkpoint`);
}

/** Tables of the baselines and the anchor: baselines/. */
async function insertBaselines(owner: Database, first: bigint, members: number): Promise<void> {
  const script = fs.readFileSync(path.join(import.meta.dirname, 'baselines', 'baselines.sql'), 'utf8');
  for (const statement of script.split('\n--\n')) await owner.execute({ strings: [statement], values: [] });
  await owner.execute(sql`
    insert into plain_account select ${first}::bigint + place, 100000000 from generate_series(0, ${members}::int - 1) place`);
}

async function listSettings(database: Database): Promise<Record<string, string>> {
  const rows = await database.rows<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'server_version')`);
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}
