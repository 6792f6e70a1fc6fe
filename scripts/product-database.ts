// The database of a command: the one DATABASE_URL names, or the embedded one of the data folder, migrated and ready.
//
// Always true: an embedded PostgreSQL that this command started is stopped by it; one that `npm start` runs is used and
// left alone. The address handed out is the product's (it cannot rewrite the journal), the owner's is for migrations.
//
// Elsewhere: how PostgreSQL is run (packages/database/src/embedded.ts), the tables (packages/database/migrations).

import { addressOf, answers, APPLICATION_ROLE, OWNER_ROLE, readAccess, startEmbedded } from '@chaba/database/embedded';
import { createDatabase, dropDatabase, findApplicationUrl, migrate, serverVersion } from '@chaba/database/migrate';

import { ensureDataDir, Sentence, type Settings } from './settings.ts';

export type ProductDatabase = {
  readonly url: string;
  readonly ownerUrl: string;
  /** Calls back when the database went away by itself. */
  readonly onLost: (hear: () => void) => void;
  readonly stop: () => Promise<void>;
};

const DATABASE_NAME = 'chaba';
const POSTGRES_MAJOR_LEAST = 15;
const RESTARTS_MAX = 5;
const UNUSABLE = 'The database of DATABASE_URL cannot be used: ';

export async function openProductDatabase(
  settings: Settings,
  log: (sentence: string) => void,
): Promise<ProductDatabase> {
  if (settings.databaseUrl !== undefined) return openExisting(settings.databaseUrl, log);
  ensureDataDir(settings.dataDir);
  const embedded = await startEmbedded({ dataDir: settings.dataDir, restarts: RESTARTS_MAX, log }).catch(asSentence);
  try {
    await createDatabase(embedded.ownerUrl('postgres'), DATABASE_NAME);
    const ownerUrl = embedded.ownerUrl(DATABASE_NAME);
    const { applicationUrl } = await migrate({ url: ownerUrl, applicationPassword: embedded.applicationPassword, log });
    return { url: applicationUrl, ownerUrl, onLost: embedded.onLost, stop: embedded.stop };
  } catch (error) {
    await embedded.stop();
    return asSentence(error);
  }
}

/**
 * The same for a command beside a running product: uses its database when it is up, starts it for a moment when not, and
 * changes no table: that is for `npm start`.
 */
export async function borrowProductDatabase(settings: Settings): Promise<ProductDatabase> {
  const nothing = { onLost: () => undefined, stop: () => Promise.resolve() };
  if (settings.databaseUrl !== undefined) {
    const url = await findApplicationUrl(settings.databaseUrl).catch((error: unknown) => asSentence(error, UNUSABLE));
    return { url, ownerUrl: settings.databaseUrl, ...nothing };
  }
  const access = readAccess(settings.dataDir);
  if (access === undefined) throw new Sentence(`There is no database in ${settings.dataDir} yet: npm start makes it.`);
  const ownerUrl = addressOf(OWNER_ROLE, access.ownerPassword, access.port, DATABASE_NAME);
  const url = addressOf(APPLICATION_ROLE, access.applicationPassword, access.port, DATABASE_NAME);
  if (await answers(url)) return { url, ownerUrl, ...nothing };
  const embedded = await startEmbedded({ dataDir: settings.dataDir }).catch(asSentence);
  return {
    url: embedded.applicationUrl(DATABASE_NAME),
    ownerUrl: embedded.ownerUrl(DATABASE_NAME),
    onLost: embedded.onLost,
    stop: embedded.stop,
  };
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

async function openExisting(url: string, log: (sentence: string) => void): Promise<ProductDatabase> {
  try {
    const version = await serverVersion(url);
    if (version < POSTGRES_MAJOR_LEAST) {
      throw new Sentence(`DATABASE_URL is a PostgreSQL ${version}; Chaba needs ${POSTGRES_MAJOR_LEAST} or newer.`);
    }
    const { applicationUrl } = await migrate({ url, log });
    return { url: applicationUrl, ownerUrl: url, onLost: () => undefined, stop: () => Promise.resolve() };
  } catch (error) {
    return asSentence(error, UNUSABLE);
  }
}

function asSentence(error: unknown, before = ''): never {
  if (error instanceof Sentence || !(error instanceof Error)) throw error;
  // A connection refused on several addresses has no message of its own, only its parts do.
  const parts = error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message;
  throw new Sentence(`${before}${parts}`, { cause: error });
}
