// Migrates a database to this code's tables: the SQL files of migrations/, in order, each exactly once.
//
// Always true: one process migrates a database at a time (advisory lock). History does not change: a file that was
// applied and then edited, or that would come before one already applied, is an error, and so is a database that is
// newer than the code or was made by a build before the migrations were written anew.
//
// Elsewhere: how a file is applied (apply-migration.ts) and what it may hold (migration-rules.ts), the product's role
// (logins.ts) and its rights (privileges.ts), databases of tests (testing/databases.ts).

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import pg from 'pg';

import { applyMigration, type LockPatience, type MigrationFile } from './apply-migration.ts';
import { ensureLogin, isOperator, isPowerful, type Login } from './logins.ts';
import { OPERATOR_GRANTS } from './operator-privileges.ts';
import { type Grants, grantPrivileges } from './privileges.ts';

export { type Login, loginOf, loginUrl } from './logins.ts';

export type MigrateOptions = {
  /** The URL for the database's owner. */
  readonly url: string;
  /** The product's role: created if missing, and granted its rights. Without it only the owner can use the tables. */
  readonly login?: LoginToMake;
  /** The role of the operator's command line, likewise. */
  readonly operator?: LoginToMake | undefined;
  readonly folder?: string;
  readonly log?: (sentence: string) => void;
  /** How long a file waits for locks; for tests. */
  readonly patience?: LockPatience;
  /** Applies a file and measures it (rehearsal.ts). */
  readonly apply?: typeof applyMigration;
};

type LoginToMake = Login & {
  /** Sets this password on an existing role that has another. */
  readonly mayReset?: boolean;
};

export type Migrated = { readonly applied: readonly string[] };

export type Migration = MigrationFile;

export const MIGRATIONS_FOLDER = path.join(path.dirname(import.meta.dirname), 'migrations');

/** The database has the tables of a build before the migrations were written anew; they cannot be converted. */
export class OlderBuildError extends Error {
  constructor() {
    super('The database was made by an older build of Chaba, and its tables cannot be converted');
  }
}

/** Files that only the histories of such builds contain: one of them in each history beyond its second file. */
const OLDER_BUILD_FILES: readonly string[] = ['0002_site.sql', '0003_members.sql'];
const NAME_PATTERN = /^\d{4}_[a-z0-9_]+\.sql$/;
// A fixed number that differs from other advisory locks on the same database.
const LOCK_KEY = 7_364_201;

export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const migrations = readMigrations(options.folder ?? MIGRATIONS_FOLDER);
  return asAdmin(options.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const applied = await applyMissing(client, migrations, options);
    if (options.login) await allow(client, options.url, options.login);
    if (options.operator) await allow(client, options.url, options.operator, OPERATOR_GRANTS);
    return { applied };
  });
}

/** Creates the operator's login and grants its rights on existing tables. */
export async function allowOperator(url: string, login: LoginToMake): Promise<void> {
  await asAdmin(url, (client) => allow(client, url, login, OPERATOR_GRANTS));
}

async function allow(client: pg.Client, url: string, login: LoginToMake, grants?: Grants): Promise<void> {
  await ensureLogin(client, url, { ...login, mayReset: login.mayReset === true });
  await grantPrivileges(client, login.role, grants);
  if (await isPowerful(client, login.role)) {
    throw new Error(
      `the role ${login.role} may do more than the product: it owns tables, or is or can become such a role`,
    );
  }
}

/** The rights of a URL's role in its database. */
export type RoleAccess = {
  readonly role: string;
  /** Can write the ledger directly or change tables. */
  readonly isPowerful: boolean;
  /** Files not applied yet; undefined if the role may not read them. */
  readonly pending: readonly string[] | undefined;
};

/** Inspects a database with the rights of the URL's role; changes nothing. */
export async function inspectAccess(url: string): Promise<RoleAccess> {
  const migrations = readMigrations();
  return asAdmin(url, async (client) => {
    const role = await sessionRole(client);
    return { role, isPowerful: await isPowerful(client, role), pending: await pendingOf(client, migrations) };
  });
}

async function sessionRole(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>('select session_user::text as role');
  return rows[0]?.role ?? '';
}

/** True if this URL's role can write the ledger without the posting function. */
export async function isPowerfulLogin(url: string): Promise<boolean> {
  return asAdmin(url, async (client) => isPowerful(client, await sessionRole(client)));
}

/** True for the login of the operator's command line, which may record actions. */
export async function isOperatorLogin(url: string): Promise<boolean> {
  return asAdmin(url, async (client) => isOperator(client, await sessionRole(client)));
}

async function pendingOf(client: pg.Client, migrations: readonly Migration[]): Promise<string[] | undefined> {
  const { rows } = await client.query<{ may: boolean | null }>(
    `select has_table_privilege(to_regclass('public.migration'), 'select') as may`,
  );
  const may = rows[0]?.may ?? null;
  if (may === false) return undefined;
  const known = may === null ? [] : await appliedOf(client);
  rejectOlderBuild(known);
  // Files of a newer version are no concern of this one, which may serve its database (deploy/README.md).
  const own = new Set(migrations.map(({ name }) => name));
  const shared = known.filter(({ name }) => own.has(name));
  checkHistory(shared, migrations);
  return migrations.slice(shared.length).map(({ name }) => name);
}

export async function databaseExists(adminUrl: string, name: string): Promise<boolean> {
  return asAdmin(adminUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    return rowCount === 1;
  });
}

/** Creates a database unless it exists. */
export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  if (await databaseExists(adminUrl, name)) return;
  await asAdmin(adminUrl, async (client) => {
    await client.query(`create database ${client.escapeIdentifier(name)} template template0 encoding 'UTF8'`);
  });
}

/** Deletes a database and ends its connections. */
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

/** All migrations in order; throws if a name does not follow the pattern or two share a number. */
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

/** Fingerprint of all migrations, equal for databases of the same timeline. */
export function timelineHash(migrations: readonly Migration[]): string {
  const all = migrations.map(({ name, checksum }) => `${name} ${checksum}\n`).join('');
  return createHash('sha256').update(all).digest('hex').slice(0, 16);
}

async function applyMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  { log, patience, apply = applyMigration }: Pick<MigrateOptions, 'log' | 'patience' | 'apply'>,
): Promise<string[]> {
  await client.query(`
    create table if not exists migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const known = await appliedOf(client);
  checkHistory(known, migrations);
  const missing = migrations.slice(known.length);
  for (const migration of missing) {
    await apply(client, migration, patience);
    log?.(`Applied ${migration.name}.`);
  }
  return missing.map(({ name }) => name);
}

async function appliedOf(client: pg.Client): Promise<Omit<Migration, 'text'>[]> {
  const { rows } = await client.query<Omit<Migration, 'text'>>('select name, checksum from migration order by name');
  return rows;
}

function rejectOlderBuild(known: readonly Omit<Migration, 'text'>[]): void {
  if (known.some(({ name }) => OLDER_BUILD_FILES.includes(name))) throw new OlderBuildError();
}

function checkHistory(known: readonly Omit<Migration, 'text'>[], migrations: readonly Migration[]): void {
  rejectOlderBuild(known);
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

async function asAdmin<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  // Migrations have no timeouts, whatever the settings of the role or database.
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
