// The settings of the commands of an installation, from the environment.
//
// Always true: an invalid setting ends the command with one sentence that names it. Settings of the server or the
// sandbox are passed on and validated there (apps/server/src/core/config.ts).

import * as fs from 'node:fs';
import path from 'node:path';

import { readSecretFiles } from '@chaba/server/core/secret-files';

import { CommandError } from './command.ts';
import { ROOT } from './root.ts';

export type Settings = {
  readonly host: string;
  readonly port: number;
  readonly sandboxPort: number;
  /** The back office listens on BACK_OFFICE_HOST, by default this machine only; HOST has no effect on it. */
  readonly backOfficeHost: string;
  readonly backOfficePort: number;
  readonly hasBackOffice: boolean;
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

export type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(given: Environment = process.env): Settings {
  const environment = readSecretFiles(given, (message) => new CommandError(message));
  const port = readPort(environment, 'PORT', 3000);
  const sandboxPort = readPort(environment, 'SANDBOX_PORT', 3001);
  if (port === sandboxPort) {
    throw new CommandError(`PORT and SANDBOX_PORT are both ${port}; each needs a port of its own.`);
  }
  const hasBackOffice = readSwitch(environment, 'CHABA_BACK_OFFICE');
  const backOfficePort = readPort(environment, 'BACK_OFFICE_PORT', 3003);
  if (hasBackOffice && (backOfficePort === port || backOfficePort === sandboxPort)) {
    throw new CommandError(`BACK_OFFICE_PORT is ${backOfficePort} as another port; each needs a port of its own.`);
  }
  const databaseUrl = readDatabaseUrl(environment, 'DATABASE_URL');
  const databaseOwnerUrl = readDatabaseUrl(environment, 'DATABASE_OWNER_URL');
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) {
    throw new CommandError('DATABASE_OWNER_URL is for the database of DATABASE_URL, which is missing.');
  }
  const mode = environment['CHABA_MODE']?.trim() || 'play';
  if (mode !== 'play' && mode !== 'licensed') {
    throw new CommandError(`CHABA_MODE must be play or licensed, not "${mode}".`);
  }
  const dataDir = path.resolve(ROOT, environment['DATA_DIR']?.trim() || '.data');
  const isDemo = mode === 'play' && readSwitch(environment, 'CHABA_DEMO');
  return {
    host: environment['HOST']?.trim() || '127.0.0.1',
    port,
    sandboxPort,
    backOfficeHost: environment['BACK_OFFICE_HOST']?.trim() || '127.0.0.1',
    backOfficePort,
    hasBackOffice,
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

/** Creates the data folder or throws a `CommandError`. */
export function ensureDataDir(dataDir: string): void {
  try {
    // Other users cannot list the folder; the database user can enter it.
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    fs.accessSync(dataDir, fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new CommandError(
      `DATA_DIR ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function readDatabaseUrl(environment: Environment, name: string): string | undefined {
  const given = environment[name]?.trim() || undefined;
  if (given !== undefined && !/^postgres(ql)?:\/\//.test(given)) {
    throw new CommandError(`${name} must begin with postgres:// or postgresql://.`);
  }
  if (given !== undefined && !URL.canParse(given)) throw new CommandError(`${name} cannot be read as an address.`);
  return given;
}

/** Reads a switch; the default is on. */
function readSwitch(environment: Environment, name: string): boolean {
  const given = environment[name]?.trim() || 'on';
  if (given !== 'on' && given !== 'off') throw new CommandError(`${name} must be on or off, not "${given}".`);
  return given === 'on';
}

function readPort(environment: Environment, name: string, otherwise: number): number {
  const given = environment[name]?.trim() || String(otherwise);
  const port = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (port < 1 || port > 65_535) {
    throw new CommandError(`${name} must be a port number from 1 to 65535, not "${given}".`);
  }
  return port;
}
