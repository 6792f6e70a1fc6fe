// The database of a command: the one that DATABASE_URL names, or the embedded one of the data folder, migrated and
// ready.
//
// Always true: this command stops an embedded PostgreSQL only if it started it. The returned address uses the product's
// own role, which writes the ledger through the posting function only; the owner's address is for migrations and the
// demo data.
//
// Elsewhere: how PostgreSQL is run (packages/embedded-postgres/src/embedded-postgres.ts), the tables
// (packages/database/migrations), the role (packages/database/src/logins.ts), the login of a database whose owner
// DATABASE_URL names (product-login.ts).

import { openDatabase } from '@chaba/database';
import { canConnect } from '@chaba/database/can-connect';
import {
  addressOf,
  APPLICATION_ROLE,
  type EmbeddedDatabase,
  OPERATOR_ROLE,
  OWNER_ROLE,
  readAccess,
  startEmbedded,
} from '@chaba/embedded-postgres';
import {
  type RoleAccess,
  allowOperator,
  createDatabase,
  dropDatabase,
  inspectAccess,
  loginOf,
  loginUrl,
  migrate,
  OlderBuildError,
  serverVersion,
} from '@chaba/database/migrate';

import { fillCatalogues } from '@chaba/server/modules/site';

import { findLogin, makeLogin } from './product-login.ts';
import { CommandError } from '#ops/core/command';
import { ensureDataDir, type Settings } from '#ops/core/settings';

export type ProductDatabase = {
  readonly url: string;
  /** Undefined where only the product's login is configured. */
  readonly ownerUrl: string | undefined;
  /** The login of the operator's command line; undefined when it does not exist. */
  readonly operatorUrl: string | undefined;
  /** Registers a callback for an unexpected loss of the database. */
  readonly onLost: (listener: () => void) => void;
  readonly stop: () => Promise<void>;
};

const DATABASE_NAME = 'chaba';
const POSTGRES_MAJOR_LEAST = 15;
const RESTARTS_MAX = 5;
const EMPTY_EMBEDDED = 'npm run db:reset deletes its data and creates the tables anew (play mode).';
const EMPTY_GIVEN = 'drop it and create an empty one.';
const UNUSABLE = 'The database of DATABASE_URL cannot be used: ';
const FOREIGN = { onLost: () => undefined, stop: () => Promise.resolve() } as const;

export async function openProductDatabase(
  settings: Settings,
  log: (sentence: string) => void,
): Promise<ProductDatabase> {
  if (settings.databaseUrl !== undefined) return openExisting(settings, settings.databaseUrl, log);
  ensureDataDir(settings.dataDir);
  const embedded = await startEmbedded({ dataDir: settings.dataDir, restarts: RESTARTS_MAX, log }).catch(
    throwCommandError,
  );
  try {
    await createDatabase(embedded.ownerUrl('postgres'), DATABASE_NAME);
    return { ...(await migrateEmbedded(embedded, log)), onLost: embedded.onLost, stop: embedded.stop };
  } catch (error) {
    await embedded.stop();
    return throwCommandError(withRemedy(error, EMPTY_EMBEDDED));
  }
}

/** Applies the migrations to a running embedded database and returns its addresses. */
export async function migrateEmbedded(
  embedded: EmbeddedDatabase,
  log: (sentence: string) => void,
): Promise<{ readonly url: string; readonly ownerUrl: string; readonly operatorUrl: string }> {
  const ownerUrl = embedded.ownerUrl(DATABASE_NAME);
  const login = { role: APPLICATION_ROLE, password: embedded.applicationPassword, mayReset: true };
  const operator = { role: OPERATOR_ROLE, password: embedded.operatorPassword, mayReset: true };
  await migrate({ url: ownerUrl, login, operator, log });
  await writeCatalogues(ownerUrl, log);
  return { url: loginUrl(ownerUrl, login), ownerUrl, operatorUrl: loginUrl(ownerUrl, operator) };
}

/** Writes the rows of catalogues that a migration or a newer studio brings; rows that exist stay. */
async function writeCatalogues(ownerUrl: string, log: (sentence: string) => void): Promise<void> {
  const database = openDatabase({ url: ownerUrl, poolSize: 1, applicationName: 'chaba catalogues' });
  try {
    for (const { code, rows } of await fillCatalogues(database)) log(`The catalogue of ${code} has ${rows} new rows.`);
  } finally {
    await database.close();
  }
}

/**
 * Opens the database for a command that runs next to a running product: uses the running database, or starts it for the
 * duration of the command. It changes no table, which only `npm start` does; a command that only reads may connect as
 * the owner.
 */
export async function borrowProductDatabase(
  settings: Settings,
  { isReading = false }: { readonly isReading?: boolean } = {},
): Promise<ProductDatabase> {
  if (settings.databaseUrl !== undefined) {
    return borrowExisting(settings, settings.databaseUrl, isReading).catch((error: unknown) =>
      throwCommandError(error, UNUSABLE),
    );
  }
  const access = readAccess(settings.dataDir);
  if (access === undefined) {
    throw new CommandError(`There is no database in ${settings.dataDir} yet: npm start makes it.`);
  }
  const ownerUrl = addressOf(OWNER_ROLE, access.ownerPassword, access.port, DATABASE_NAME);
  const url = addressOf(APPLICATION_ROLE, access.applicationPassword, access.port, DATABASE_NAME);
  if (await canConnect(url)) {
    const { operatorPassword = '' } = access;
    const operatorUrl = addressOf(OPERATOR_ROLE, operatorPassword, access.port, DATABASE_NAME);
    return { url, ownerUrl, operatorUrl: await answering(operatorUrl), ...FOREIGN };
  }
  const embedded = await startEmbedded({ dataDir: settings.dataDir }).catch(throwCommandError);
  return {
    url: embedded.applicationUrl(DATABASE_NAME),
    ownerUrl: embedded.ownerUrl(DATABASE_NAME),
    operatorUrl: await answering(embedded.operatorUrl(DATABASE_NAME)),
    onLost: embedded.onLost,
    stop: embedded.stop,
  };
}

async function borrowExisting(settings: Settings, url: string, isReading: boolean): Promise<ProductDatabase> {
  const { isPowerful } = await inspectAccess(url);
  const operatorUrl = await findOperator(settings, url);
  if (!isPowerful) return { url, ownerUrl: settings.databaseOwnerUrl, operatorUrl, ...FOREIGN };
  const login = await findLogin(settings.dataDir, url);
  if (login) return { url: loginUrl(url, login), ownerUrl: url, operatorUrl, ...FOREIGN };
  if (isReading) return { url: readOnly(url), ownerUrl: url, operatorUrl, ...FOREIGN };
  throw new CommandError(
    'DATABASE_URL names the owner of the tables, and the login of the product is not in DATA_DIR: use the folder of npm start, or name the login of the product.',
  );
}

async function findOperator({ dataDir, operatorDatabaseUrl }: Settings, url: string): Promise<string | undefined> {
  if (operatorDatabaseUrl !== undefined) return operatorDatabaseUrl;
  const login = await findLogin(dataDir, url, 'operator');
  return login && loginUrl(url, login);
}

async function answering(url: string): Promise<string | undefined> {
  return (await canConnect(url)) ? url : undefined;
}

/** Empties the embedded database. An external database is emptied by its administrator. */
export async function emptyProductDatabase(settings: Settings, log: (sentence: string) => void): Promise<void> {
  if (settings.databaseUrl !== undefined) {
    throw new CommandError(
      'db:reset empties the embedded database only; drop and create the one of DATABASE_URL yourself.',
    );
  }
  ensureDataDir(settings.dataDir);
  const embedded = await startEmbedded({ dataDir: settings.dataDir, log }).catch(throwCommandError);
  try {
    await dropDatabase(embedded.ownerUrl('postgres'), DATABASE_NAME);
  } finally {
    await embedded.stop();
  }
}

async function openExisting(
  settings: Settings,
  url: string,
  log: (sentence: string) => void,
): Promise<ProductDatabase> {
  try {
    const given = await accessOf(settings, url);
    const owner = settings.databaseOwnerUrl ?? (given?.isPowerful ? url : undefined);
    if (owner === undefined) {
      requireMigrated(given);
      return { url, ownerUrl: undefined, operatorUrl: await findOperator(settings, url), ...FOREIGN };
    }
    await requireVersion(owner);
    const login = given?.isPowerful ? await makeLogin(settings.dataDir, url) : { ...loginOf(url), mayReset: false };
    await migrate({ url: owner, login, log });
    await writeCatalogues(owner, log);
    const operatorUrl = await makeOperator(settings, url, owner, log);
    return { url: loginUrl(url, login), ownerUrl: owner, operatorUrl, ...FOREIGN };
  } catch (error) {
    return throwCommandError(withRemedy(error, EMPTY_GIVEN), UNUSABLE);
  }
}

/**
 * An owner without the right to create roles cannot create the operator's login; it must then be created and configured
 * by hand.
 */
async function makeOperator(
  settings: Settings,
  url: string,
  owner: string,
  log: (sentence: string) => void,
): Promise<string | undefined> {
  const given = settings.operatorDatabaseUrl;
  if (given !== undefined) {
    await allowOperator(owner, { ...loginOf(given), mayReset: false });
    return given;
  }
  const login = await makeLogin(settings.dataDir, url, 'operator');
  try {
    await allowOperator(owner, login);
    return loginUrl(url, login);
  } catch {
    log('The operator command line has no login of its own here: make a role and name it in OPERATOR_DATABASE_URL.');
    return undefined;
  }
}

/** Returns the rights of DATABASE_URL; undefined when it cannot log in yet and the owner can create its role. */
async function accessOf({ databaseOwnerUrl }: Settings, url: string): Promise<RoleAccess | undefined> {
  if (databaseOwnerUrl !== undefined && !(await canConnect(url))) return undefined;
  await requireVersion(url);
  return inspectAccess(url);
}

function requireMigrated(access: RoleAccess | undefined): void {
  if (access?.pending?.length === 0) return;
  const missing =
    access?.pending === undefined ? 'has no rights in this database yet' : 'may not make the tables that are missing';
  throw new CommandError(
    `The login ${access?.role} of DATABASE_URL ${missing}: give the address of the owner in DATABASE_OWNER_URL.`,
  );
}

async function requireVersion(url: string): Promise<void> {
  const version = await serverVersion(url);
  if (version >= POSTGRES_MAJOR_LEAST) return;
  throw new CommandError(`DATABASE_URL is a PostgreSQL ${version}; Chaba needs ${POSTGRES_MAJOR_LEAST} or newer.`);
}

function readOnly(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', '-c default_transaction_read_only=on');
  return address.href.replaceAll('+', '%20');
}

/** Adds what makes the database usable again to the error of an older build. */
function withRemedy(error: unknown, remedy: string): unknown {
  return error instanceof OlderBuildError ? new Error(`${error.message}: ${remedy}`, { cause: error }) : error;
}

function throwCommandError(error: unknown, before = ''): never {
  if (error instanceof CommandError || !(error instanceof Error)) throw error;
  // A refused connection to several addresses has no message of its own; its parts have.
  const parts = error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message;
  throw new CommandError(`${before}${parts}`, { cause: error });
}
