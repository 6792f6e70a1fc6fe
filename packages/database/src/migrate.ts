// Brings a database to the tables this code expects: the SQL files of migrations/, in order, each exactly once.
//
// Always true: one migration runs at a time on a database (advisory lock), each file in a transaction of its own
// together with the row that records it. History does not change: a file that was applied and then edited, or that
// would come before one already applied, is an error, and so is a database that is newer than the code.
//
// Elsewhere: what the product's role may do afterwards (privileges.ts), the databases of tests (testing.ts).

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import pg from 'pg';

import { APPLICATION_ROLE } from './embedded.ts';
import { canTakeRole, ensureRole, grantPrivileges } from './privileges.ts';

export type MigrateOptions = {
  /** The address of the database's owner. */
  readonly url: string;
  /** Lets the product's role log in by itself; without it the owner's connections take the role on. */
  readonly applicationPassword?: string;
  readonly folder?: string;
  readonly log?: (sentence: string) => void;
};

export type Migrated = {
  readonly applied: readonly string[];
  /** The address for the product. It is the owner's own where no role could be made. */
  readonly applicationUrl: string;
};

export type Migration = { readonly name: string; readonly text: string; readonly checksum: string };

export const MIGRATIONS_FOLDER = path.join(path.dirname(import.meta.dirname), 'migrations');

const NAME_PATTERN = /^\d{4}_[a-z0-9_]+\.sql$/;
// Any fixed number of our own; it only has to differ from the locks of others on the same database.
const LOCK_KEY = 7_364_201;

const NO_ROLE =
  'This database does not let us make a role, so the product runs as the owner: nothing but the code keeps it from ' +
  'changing the ledger journal. Let the owner create roles, or create chaba_app and grant it to him.';

export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const migrations = readMigrations(options.folder ?? MIGRATIONS_FOLDER);
  return asAdmin(options.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const applied = await applyMissing(client, migrations, options.log);
    const hasRole = await ensureRole(client, APPLICATION_ROLE, options.applicationPassword);
    if (hasRole) await grantPrivileges(client, APPLICATION_ROLE);
    else options.log?.(NO_ROLE);
    return { applied, applicationUrl: hasRole ? applicationUrl(options) : options.url };
  });
}

/** The product's address of a database that is migrated already, for commands that only look or act: nothing is changed. */
export async function findApplicationUrl(url: string): Promise<string> {
  return asAdmin(url, async (client) =>
    (await canTakeRole(client, APPLICATION_ROLE)) ? applicationUrl({ url }) : url,
  );
}

export async function databaseExists(adminUrl: string, name: string): Promise<boolean> {
  return asAdmin(adminUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    return rowCount === 1;
  });
}

/** Makes a database of the given name unless there is one. */
export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  if (await databaseExists(adminUrl, name)) return;
  await asAdmin(adminUrl, async (client) => {
    await client.query(`create database ${client.escapeIdentifier(name)} template template0 encoding 'UTF8'`);
  });
}

/** Deletes a database with all it holds, whoever is connected. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, async (client) => {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  });
}

/** The major version of a server: 15, 18. */
export async function serverVersion(url: string): Promise<number> {
  return asAdmin(url, async (client) => {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Math.trunc(Number(rows[0]?.server_version_num) / 10_000);
  });
}

/** All migrations in order, refused when a name does not follow the pattern or two share a number. */
export function readMigrations(folder: string = MIGRATIONS_FOLDER): Migration[] {
  const names = fs.readdirSync(folder).sort();
  return names.map((name, index) => {
    if (!NAME_PATTERN.test(name)) throw new Error(`A migration is named like 0007_play.sql, not ${name}.`);
    if (names[index - 1]?.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(`Two migrations are numbered like ${name}.`);
    }
    const text = fs.readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** One short text for the whole timeline; databases made from the same timeline share it. */
export function timelineHash(migrations: readonly Migration[]): string {
  const all = migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join('');
  return createHash('sha256').update(all).digest('hex').slice(0, 16);
}

function applicationUrl({ url, applicationPassword }: MigrateOptions): string {
  const address = new URL(url);
  if (applicationPassword === undefined) {
    address.searchParams.set('options', `-c role=${APPLICATION_ROLE}`);
  } else {
    address.username = APPLICATION_ROLE;
    address.password = applicationPassword;
  }
  return address.href.replaceAll('+', '%20');
}

async function applyMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  log: MigrateOptions['log'],
): Promise<string[]> {
  await client.query(`
    create table if not exists migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows: known } = await client.query<Omit<Migration, 'text'>>(
    'select name, checksum from migration order by name',
  );
  checkHistory(known, migrations);
  const missing = migrations.slice(known.length);
  for (const migration of missing) {
    await applyOne(client, migration);
    log?.(`Applied ${migration.name}.`);
  }
  return missing.map(({ name }) => name);
}

function checkHistory(known: readonly Omit<Migration, 'text'>[], migrations: readonly Migration[]): void {
  known.forEach(({ name, checksum }, index) => {
    const expected = migrations[index];
    if (expected === undefined) throw new Error(`The database is newer than this code: it has ${name} applied.`);
    if (expected.name !== name) {
      throw new Error(`The migrations ran in another order here: ${name} is applied where ${expected.name} belongs.`);
    }
    if (expected.checksum !== checksum) {
      throw new Error(
        `${name} was edited after it was applied. Write a new migration, or empty the database (db:reset).`,
      );
    }
  });
}

async function applyOne(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function asAdmin<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  // A migration takes as long as it takes, and waits for its turn, whatever the role or the database is set to.
  const client = new pg.Client({
    connectionString: url,
    application_name: 'chaba migrate',
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
