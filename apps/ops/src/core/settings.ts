// The settings of the commands that run the whole product (start, reset, audit, operator), from the environment.
//
// Always true: an invalid setting ends the command with one sentence that names it. Settings of the server or the
// sandbox are passed on and validated there (apps/server/src/core/config.ts).

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import { readSecretFiles } from '@chaba/server/core/secret-files';

export type Settings = {
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  readonly dataDir: string;
  /** An existing PostgreSQL; undefined means the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The owner of `databaseUrl`, for a login that may not create tables. */
  readonly databaseOwnerUrl: string | undefined;
  /** The login of the operator's command line, for a database where npm start does not create it. */
  readonly operatorDatabaseUrl: string | undefined;
  readonly mode: string;
  /** Creates the demo member and demo codes, which have public passwords. */
  readonly isDemo: boolean;
  /** Makes the two sites of play mode; a further cell begins without any. */
  readonly hasDemoSites: boolean;
  /** Gives a new demo member weeks of history. */
  readonly hasDemoHistory: boolean;
};

/** An error that the operator can correct, printed as one sentence without a stack. */
export class Sentence extends Error {
  override readonly name = 'Sentence';
}

type Environment = Readonly<Record<string, string | undefined>>;

export const ROOT = path.resolve(import.meta.dirname, '../../../..');

export function readSettings(given: Environment = process.env): Settings {
  const environment = readSecretFiles(given, (sentence) => new Sentence(sentence));
  const port = readPort(environment, 'PORT', 3000);
  const sandboxPort = readPort(environment, 'SANDBOX_PORT', 3001);
  if (port === sandboxPort) throw new Sentence(`PORT and SANDBOX_PORT are both ${port}; each needs a port of its own.`);
  const databaseUrl = readDatabaseUrl(environment, 'DATABASE_URL');
  const databaseOwnerUrl = readDatabaseUrl(environment, 'DATABASE_OWNER_URL');
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) {
    throw new Sentence('DATABASE_OWNER_URL is for the database of DATABASE_URL, which is missing.');
  }
  const mode = environment['CHABA_MODE']?.trim() || 'play';
  if (mode !== 'play' && mode !== 'licensed') throw new Sentence(`CHABA_MODE must be play or licensed, not "${mode}".`);
  const dataDir = path.resolve(ROOT, environment['DATA_DIR']?.trim() || '.data');
  const isDemo = mode === 'play' && readSwitch(environment, 'CHABA_DEMO');
  return {
    host: environment['HOST']?.trim() || '127.0.0.1',
    port,
    sandboxPort,
    dataDir,
    databaseUrl,
    databaseOwnerUrl,
    operatorDatabaseUrl: readDatabaseUrl(environment, 'OPERATOR_DATABASE_URL'),
    mode,
    isDemo,
    hasDemoSites: readSwitch(environment, 'DEMO_SITES'),
    hasDemoHistory: isDemo && readSwitch(environment, 'DEMO_HISTORY'),
  };
}

/** Creates the data folder or throws a `Sentence`. */
export function ensureDataDir(dataDir: string): void {
  try {
    // Other users cannot list the folder; the database user can enter it.
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new Sentence(
      `DATA_DIR ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

const SECRET_BYTES = 32;
const SECRETS = {
  SANDBOX_SECRET: 'sandboxSecret',
  STUDIO_SECRET: 'studioSecret',
  PROVIDER_SECRET: 'providerSecret',
  HASH_SECRET: 'hashSecret',
} as const;
type SecretName = (typeof SECRETS)[keyof typeof SECRETS];
type Secrets = Readonly<Record<keyof typeof SECRETS | 'HUB88_PRIVATE_KEY', string | undefined>>;

/**
 * Returns the secrets shared with each counterparty, the key of the server's hashes and the configured key that signs
 * for Hub88: the configured ones, or those of the data folder, created once and readable by their owner alone.
 * Configured counterparties replace the created ones.
 */
export function readSecrets(dataDir: string, source: Environment = process.env): Secrets {
  const environment = readSecretFiles(source, (sentence) => new Sentence(sentence));
  const given = (name: keyof Secrets): string | undefined => environment[name]?.trim() || undefined;
  const areShared = given('SANDBOX_SECRET') !== undefined;
  const hasAll = areShared && given('HASH_SECRET') !== undefined;
  const own = hasAll ? undefined : storedSecrets(dataDir);
  const shared = areShared ? undefined : own;
  return {
    SANDBOX_SECRET: given('SANDBOX_SECRET') ?? shared?.sandboxSecret,
    STUDIO_SECRET: given('STUDIO_SECRET') ?? shared?.studioSecret,
    PROVIDER_SECRET: given('PROVIDER_SECRET') ?? shared?.providerSecret,
    HASH_SECRET: given('HASH_SECRET') ?? own?.hashSecret,
    HUB88_PRIVATE_KEY: given('HUB88_PRIVATE_KEY'),
  };
}

function storedSecrets(dataDir: string): Readonly<Record<SecretName, string>> {
  const place = path.join(dataDir, 'secrets.json');
  const stored = fs.existsSync(place)
    ? (JSON.parse(fs.readFileSync(place, 'utf8')) as Partial<Record<SecretName, string>>)
    : {};
  const { sandboxSecret, studioSecret, providerSecret, hashSecret } = stored;
  const make = (): string => randomBytes(SECRET_BYTES).toString('hex');
  const secrets = {
    sandboxSecret: sandboxSecret !== undefined && studioSecret !== undefined ? sandboxSecret : make(),
    studioSecret: studioSecret ?? make(),
    // A folder of an older version has one secret for all. Keys of other providers were derived from it and stay valid.
    providerSecret: providerSecret ?? sandboxSecret ?? make(),
    hashSecret: hashSecret ?? make(),
  };
  if (Object.values(SECRETS).every((name) => stored[name] === secrets[name])) return secrets;
  saveSecrets(place, secrets);
  return secrets;
}

/**
 * Does the next step of a rotation: a new value before the old one, or the new one alone. Undefined when no secret of
 * this name is stored.
 */
export function rotateStoredSecret(
  dataDir: string,
  name: string,
  environment: Environment = process.env,
): 'rotated' | 'removed' | undefined {
  if (!(name in SECRETS)) return undefined;
  const isGiven = [name, `${name}_FILE`].some((each) => environment[each]?.trim());
  if (isGiven) throw new Sentence(`${name} is a setting: change it there, as deploy/README.md says.`);
  const secrets = storedSecrets(dataDir);
  const key = SECRETS[name as keyof typeof SECRETS];
  const [first = '', second] = secrets[key].split('\n');
  const fresh = randomBytes(SECRET_BYTES).toString('hex');
  const value = second === undefined ? `${fresh}\n${first}` : first;
  saveSecrets(path.join(dataDir, 'secrets.json'), { ...secrets, [key]: value });
  return second === undefined ? 'rotated' : 'removed';
}

function saveSecrets(place: string, secrets: Readonly<Record<SecretName, string>>): void {
  const unfinished = `${place}.new`;
  fs.rmSync(unfinished, { force: true });
  fs.writeFileSync(unfinished, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
  fs.renameSync(unfinished, place);
}

/** Runs a command to its end; for a Sentence or an unknown option only the message is printed. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof Sentence || isOptionError(error) ? error.message : error);
    process.exitCode = 1;
  }
}

/** A mistake in the words of a command, found by `parseArgs`. */
function isOptionError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

function readDatabaseUrl(environment: Environment, name: string): string | undefined {
  const given = environment[name]?.trim() || undefined;
  if (given !== undefined && !/^postgres(ql)?:\/\//.test(given)) {
    throw new Sentence(`${name} must begin with postgres:// or postgresql://.`);
  }
  if (given !== undefined && !URL.canParse(given)) throw new Sentence(`${name} cannot be read as an address.`);
  return given;
}

/** Reads a switch; the default is on. */
function readSwitch(environment: Environment, name: string): boolean {
  const given = environment[name]?.trim() || 'on';
  if (given !== 'on' && given !== 'off') throw new Sentence(`${name} must be on or off, not "${given}".`);
  return given === 'on';
}

function readPort(environment: Environment, name: string, otherwise: number): number {
  const given = environment[name]?.trim() || String(otherwise);
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (port < 1 || port > 65_535) throw new Sentence(`${name} must be a port number from 1 to 65535, not "${given}".`);
  return port;
}
