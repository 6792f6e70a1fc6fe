// The database of a command: the one DATABASE_URL names, or the embedded one of the data folder, migrated and ready.
//
// Always true: an embedded PostgreSQL that this command started is stopped by it; one that `npm start` runs is used and
// left alone. The address handed out logs in as the product's own role, which writes the books through the posting function alone;
// the owner's address is for migrations and the demo data.
//
// Elsewhere: how PostgreSQL is run (packages/database/src/embedded.ts), the tables (packages/database/migrations), the role
// (packages/database/src/logins.ts), the login of a database whose owner DATABASE_URL names (product-login.ts).

import {
  addressOf,
  canConnect,
  APPLICATION_ROLE,
  OPERATOR_ROLE,
  OWNER_ROLE,
  readAccess,
  startEmbedded,
} from '@chaba/database/embedded';
import {
  type Access,
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

import { findLogin, makeLogin } from './product-login.ts';
import { ensureDataDir, Sentence, type Settings } from './settings.ts';

export type ProductDatabase = {
  readonly url: string;
  /** Nothing where only the product's login is known. */
  readonly ownerUrl: string | undefined;
  /** The login of the operator's command line; undefined where there is none. */
  readonly operatorUrl: string | undefined;
  /** Calls back when the database went away by itself. */
  readonly onLost: (hear: () => void) => void;
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
  const embedded = await startEmbedded({ dataDir: settings.dataDir, restarts: RESTARTS_MAX, log }).catch(asSentence);
  try {
    await createDatabase(embedded.ownerUrl('postgres'), DATABASE_NAME);
    const ownerUrl = embedded.ownerUrl(DATABASE_NAME);
    const login = { role: APPLICATION_ROLE, password: embedded.applicationPassword, mayReset: true };
    const operator = { role: OPERATOR_ROLE, password: embedded.operatorPassword, mayReset: true };
    await migrate({ url: ownerUrl, login, operator, log });
    const operatorUrl = loginUrl(ownerUrl, operator);
    return { url: loginUrl(ownerUrl, login), ownerUrl, operatorUrl, onLost: embedded.onLost, stop: embedded.stop };
  } catch (error) {
    await embedded.stop();
    return asSentence(withRemedy(error, EMPTY_EMBEDDED));
  }
}

/**
 * The same for a command beside a running product: uses its database when it is up, starts it for a moment when not, and
 * changes no table: that is for `npm start`. A command that only reads may read as the owner.
 */
export async function borrowProductDatabase(
  settings: Settings,
  { isReading = false }: { readonly isReading?: boolean } = {},
): Promise<ProductDatabase> {
  if (settings.databaseUrl !== undefined) {
    return borrowExisting(settings, settings.databaseUrl, isReading).catch((error: unknown) =>
      asSentence(error, UNUSABLE),
    );
  }
  const access = readAccess(settings.dataDir);
  if (access === undefined) throw new Sentence(`There is no database in ${settings.dataDir} yet: npm start makes it.`);
  const ownerUrl = addressOf(OWNER_ROLE, access.ownerPassword, access.port, DATABASE_NAME);
  const url = addressOf(APPLICATION_ROLE, access.applicationPassword, access.port, DATABASE_NAME);
  if (await canConnect(url)) {
    const { operatorPassword = '' } = access;
    const operatorUrl = addressOf(OPERATOR_ROLE, operatorPassword, access.port, DATABASE_NAME);
    return { url, ownerUrl, operatorUrl: await answering(operatorUrl), ...FOREIGN };
  }
  const embedded = await startEmbedded({ dataDir: settings.dataDir }).catch(asSentence);
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
  if (!isPowerful) return { url, ownerUrl: undefined, operatorUrl, ...FOREIGN };
  const login = await findLogin(settings.dataDir, url);
  if (login) return { url: loginUrl(url, login), ownerUrl: url, operatorUrl, ...FOREIGN };
  if (isReading) return { url: readOnly(url), ownerUrl: url, operatorUrl, ...FOREIGN };
  throw new Sentence(
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

/** Empties the embedded database. A database somebody else runs is emptied by whoever runs it. */
export async function emptyProductDatabase(settings: Settings, log: (sentence: string) => void): Promise<void> {
  if (settings.databaseUrl !== undefined) {
    throw new Sentence(
      'db:reset empties the embedded database only; drop and create the one of DATABASE_URL yourself.',
    );
  }
  ensureDataDir(settings.dataDir);
  const embedded = await startEmbedded({ dataDir: settings.dataDir, log }).catch(asSentence);
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
    const operatorUrl = await makeOperator(settings, url, owner, log);
    return { url: loginUrl(url, login), ownerUrl: owner, operatorUrl, ...FOREIGN };
  } catch (error) {
    return asSentence(withRemedy(error, EMPTY_GIVEN), UNUSABLE);
  }
}

/** An owner who may not make roles makes no operator either: then one is to be made by hand and named. */
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

/** What DATABASE_URL may do; nothing where it cannot log in yet and the owner may make its role. */
async function accessOf({ databaseOwnerUrl }: Settings, url: string): Promise<Access | undefined> {
  if (databaseOwnerUrl !== undefined && !(await canConnect(url))) return undefined;
  await requireVersion(url);
  return inspectAccess(url);
}

function requireMigrated(access: Access | undefined): void {
  if (access?.pending?.length === 0) return;
  const missing =
    access?.pending === undefined ? 'has no rights in this database yet' : 'may not make the tables that are missing';
  throw new Sentence(
    `The login ${access?.role} of DATABASE_URL ${missing}: give the address of the owner in DATABASE_OWNER_URL.`,
  );
}

async function requireVersion(url: string): Promise<void> {
  const version = await serverVersion(url);
  if (version >= POSTGRES_MAJOR_LEAST) return;
  throw new Sentence(`DATABASE_URL is a PostgreSQL ${version}; Chaba needs ${POSTGRES_MAJOR_LEAST} or newer.`);
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

function asSentence(error: unknown, before = ''): never {
  if (error instanceof Sentence || !(error instanceof Error)) throw error;
  // A connection refused on several addresses has no message of its own, only its parts do.
  const parts = error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message;
  throw new Sentence(`${before}${parts}`, { cause: error });
}
