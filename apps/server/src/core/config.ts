// Server settings, read once from the environment. No other file of the server reads process.env.
//
// Always true: an invalid setting prevents the start with one sentence that names it and contains no secret. Play money
// is the default; licensed mode requires a valid licence record and adapters other than the sandbox's.
//
// Elsewhere: the settings for operators of the server (docs/running.md).

import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

import { formatBangkokDay } from '@chaba/contract/thai-time';

import { listWeakBackOffice, listWeakSettings } from './licensed.ts';
import { readReleaseCommit } from './release.ts';
import { readSecretFiles } from './secret-files.ts';

export type Licence = {
  readonly issuer: string;
  readonly number: string;
  /** ISO country codes of the licence; access from other countries is denied. */
  readonly territories: readonly string[];
  readonly validFrom: string;
  readonly validTo: string;
};

export type Config = {
  readonly mode: 'play' | 'licensed';
  readonly licence: Licence | undefined;
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  /** A replica for reads that decide nothing. */
  readonly replicaUrl: string | undefined;
  readonly databasePoolSize: number;
  /** Statement timeout of a request, and of a background job. */
  readonly statementTimeoutMs: number;
  readonly jobStatementTimeoutMs: number;
  /** The database must have a synchronous standby; a commit without it is not answered as done. */
  readonly isSyncRequired: boolean;
  /** Number of lanes of a new site; existing sites keep theirs. */
  readonly lanes: number;
  /** The list of cells, if there is one. */
  readonly cellsFile: string;
  /** API base URL for the web app; empty: its own origin. */
  readonly apiBase: string;
  /** Address of the back office, for links. */
  readonly backOfficeUrl: string;
  /** Folder of the built web app; no pages are served if it does not exist. */
  readonly webRoot: string | undefined;
  /** Additional origins that may call the member API. */
  readonly webOrigins: readonly string[];
  /** Additional hosts of images. */
  readonly imageHosts: readonly string[];
  readonly isRateLimited: boolean;
  readonly sandboxUrl: string;
  /** One secret per counterparty: the bank and its services, the game studio, all other game providers. */
  readonly sandboxSecret: SecretValues;
  readonly studioSecret: SecretValues;
  readonly providerSecret: SecretValues;
  /** Key of the hashes of addresses and phone numbers; not shared with any counterparty. */
  readonly hashSecret: SecretValues;
  /** Callers for which the wallet's public test key works; local: this machine, without a proxy. */
  readonly testKey: 'local' | 'on' | 'off';
  /** Creates the demo data and allows the public demo password. */
  readonly isDemo: boolean;
  readonly studioUrl: string;
  /** Public keys of Hub88 in PEM; without one all Hub88 requests are rejected. */
  readonly hub88PublicKeys: readonly string[];
  /** Hub88 transaction feed: URL, operator id and signing key; undefined disables the queries. */
  readonly hub88Feed: Hub88Feed | undefined;
  /** Number of trusted proxies in front of the server. */
  readonly trustedProxies: number;
  /** The public URL is https: enables Strict-Transport-Security. */
  readonly isHttps: boolean;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  /** This process runs background jobs. */
  readonly isRunningJobs: boolean;
  /** One in so many requests is logged at level info; 0: none. */
  readonly logSample: number;
  /** Name of this process in the status; empty: host and port. */
  readonly instance: string;
  /** Commit of the running code. */
  readonly commit: string;
  /** Off for measurements of the cost of metrics only. */
  readonly isRecordingMetrics: boolean;
  /** The private listener; undefined: off. Beyond this machine it needs a token. */
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  /** Base URL of an OpenTelemetry collector; undefined: no traces. */
  readonly traceEndpoint: string | undefined;
  readonly traceHeaders: Readonly<Record<string, string>>;
  readonly metricsToken: SecretValues | undefined;
  /**
   * Time between the failure of /readyz and the close of the listener; longer than the health-check interval of the
   * edge.
   */
  readonly drainMs: number;
  /** The user to which a server started as root changes. */
  readonly runAs: string;
};

/** The first value is used and each is accepted, so that a secret is rotated without a rejected message. */
export type SecretValues = readonly [string, ...string[]];

/** An invalid setting; the message is a complete sentence for the person who starts the server. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Hub88Feed = { readonly url: string; readonly operatorId: number; readonly privateKey: string };

type Environment = Readonly<Record<string, string | undefined>>;

const SANDBOX_URL_DEFAULT = 'http://127.0.0.1:3001';
const SECRET_LENGTH_MIN = 12;
const SECRET_VALUES_MAX = 2;
const COMMIT_LENGTH = 40;
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

export function readConfig(
  given: Environment = process.env,
  now: Date = new Date(),
  isRoot: boolean = process.getuid?.() === 0,
): Config {
  const environment = readSecretFiles(given, (sentence) => new ConfigError(sentence));
  const read = createReader(environment);
  const mode = read.oneOf('CHABA_MODE', ['play', 'licensed'], 'play');
  const adapters = read.oneOf('CHABA_ADAPTERS', ['sandbox'], 'sandbox');
  const isRateLimited = read.oneOf('CHABA_RATE_LIMITS', ['on', 'off'], 'on') === 'on';

  const licence = mode === 'licensed' ? readLicence(read.text('CHABA_LICENCE', ''), now) : undefined;

  const sandboxUrl = read.url('SANDBOX_URL', SANDBOX_URL_DEFAULT);
  const sandboxSecret = read.text('SANDBOX_SECRET', '');
  const config: Config = {
    mode,
    licence,
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 3000, 0, 65_535),
    databaseUrl: readDatabaseUrl(read.text('DATABASE_URL', '')),
    replicaUrl: readReplicaUrl(read.text('DATABASE_REPLICA_URL', '')),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 2, 200),
    statementTimeoutMs: read.integer('DATABASE_STATEMENT_SECONDS', 15, 1, 600) * 1_000,
    jobStatementTimeoutMs: read.integer('DATABASE_JOB_STATEMENT_SECONDS', 300, 1, 86_400) * 1_000,
    isSyncRequired:
      read.oneOf('DATABASE_SYNC', ['required', 'off'], mode === 'licensed' ? 'required' : 'off') === 'required',
    lanes: read.integer('CHABA_LANES', 1, 1, 64),
    cellsFile: read.text('CELLS_FILE', '/etc/chaba/cells.json'),
    apiBase: read.url('CHABA_API_BASE', ''),
    backOfficeUrl: read.url(
      'BACK_OFFICE_ORIGIN',
      `http://localhost:${read.integer('BACK_OFFICE_PORT', 3003, 0, 65_535)}`,
    ),
    webRoot: environment['WEB_ROOT'] || undefined,
    webOrigins: read.list('WEB_ORIGINS').map((origin) => parseOrigin('WEB_ORIGINS', origin)),
    imageHosts: read.list('IMAGE_HOSTS').map(parseHostName),
    isRateLimited,
    sandboxUrl,
    sandboxSecret: readSecret('SANDBOX_SECRET', sandboxSecret),
    studioSecret: readSecret('STUDIO_SECRET', read.text('STUDIO_SECRET', sandboxSecret)),
    providerSecret: readSecret('PROVIDER_SECRET', read.text('PROVIDER_SECRET', sandboxSecret)),
    hashSecret: readOwnSecret('HASH_SECRET', read.text('HASH_SECRET', '')),
    testKey: read.oneOf('CHABA_TEST_KEY', ['local', 'on', 'off'], 'local'),
    isDemo: read.oneOf('CHABA_DEMO', ['on', 'off'], 'off') === 'on',
    studioUrl: read.url('STUDIO_URL', sandboxUrl),
    hub88PublicKeys: readPublicKeys('HUB88_PUBLIC_KEY', read.text('HUB88_PUBLIC_KEY', '')),
    hub88Feed: readHub88Feed(read),
    trustedProxies: read.integer('TRUST_PROXY', 0, 0, 5),
    isHttps: read.oneOf('CHABA_HTTPS', ['on', 'off'], 'off') === 'on',
    logLevel: read.oneOf('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
    isRunningJobs: read.oneOf('CHABA_JOBS', ['on', 'off'], 'on') === 'on',
    logSample: read.integer('LOG_SAMPLE', 0, 0, 1_000_000),
    instance: readInstance(read.text('CHABA_INSTANCE', '')),
    traceEndpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT', '') || undefined,
    traceHeaders: Object.fromEntries(read.list('OTEL_EXPORTER_OTLP_HEADERS').map(parseTraceHeader)),
    commit: read.text('CHABA_COMMIT', readReleaseCommit() ?? 'unknown').slice(0, COMMIT_LENGTH),
    isRecordingMetrics: read.oneOf('CHABA_METRICS', ['on', 'off'], 'on') === 'on',
    ...readPrivateListener(read),
    drainMs: read.integer('DRAIN_SECONDS', 5, 0, 20) * 1_000,
    runAs: read.text('CHABA_USER', 'nobody'),
  };
  const weaknesses = mode === 'licensed' ? listWeakSettings(config, { adapters, isRoot }) : [];
  if (weaknesses.length > 0) throw new ConfigError(`CHABA_MODE=licensed cannot start: ${weaknesses.join(' ')}`);
  return config;
}

/** Settings of the back office process. */
export type BackOfficeConfig = Config & {
  /** Encrypts TOTP secrets; not shared with any counterparty. */
  readonly operatorSecret: SecretValues;
  /** The origin that operators open; undefined: this machine by http. */
  readonly backOfficeOrigin: string | undefined;
  /** Networks that may call it, besides this machine; empty: every network. */
  readonly allowedNetworks: readonly AllowedNetwork[];
  /** Folder of its built pages. */
  readonly backOfficeRoot: string | undefined;
};

export type AllowedNetwork = { readonly address: string; readonly bits: number };

/** Reads the settings of the back office; host and port are its own. */
export function readBackOfficeConfig(
  given: Environment = process.env,
  now: Date = new Date(),
  isRoot: boolean = process.getuid?.() === 0,
): BackOfficeConfig {
  const environment = readSecretFiles(given, (sentence) => new ConfigError(sentence));
  const read = createReader(environment);
  const config = readConfig(given, now, isRoot);
  const operatorSecret = readOwnSecret('OPERATOR_SECRET', read.text('OPERATOR_SECRET', ''));
  const origin = read.text('BACK_OFFICE_ORIGIN', '');
  const own: BackOfficeConfig = {
    ...config,
    host: read.text('BACK_OFFICE_HOST', '127.0.0.1'),
    port: read.integer('BACK_OFFICE_PORT', 3003, 0, 65_535),
    metricsPort: read.integer('BACK_OFFICE_METRICS_PORT', 0, 0, 65_535) || undefined,
    operatorSecret,
    backOfficeOrigin: origin === '' ? undefined : parseOrigin('BACK_OFFICE_ORIGIN', origin),
    allowedNetworks: read.list('BACK_OFFICE_ALLOW').map(parseNetwork),
    backOfficeRoot: environment['BACK_OFFICE_ROOT'] || undefined,
  };
  const weaknesses = config.mode === 'licensed' ? listWeakBackOffice(own) : [];
  if (weaknesses.length > 0) throw new ConfigError(`CHABA_MODE=licensed cannot start: ${weaknesses.join(' ')}`);
  return own;
}

/** The data folder of the installation, which has the sessions of the command line; undefined: none. */
export function readDataFolder({ DATA_DIR: folder }: Environment = process.env): string | undefined {
  return folder === '' ? undefined : folder;
}

/** OPERATOR_SECRET alone, for the command line. */
export function readOperatorSecret(given: Environment = process.env): SecretValues {
  const environment = readSecretFiles(given, (sentence) => new ConfigError(sentence));
  return readOwnSecret('OPERATOR_SECRET', createReader(environment).text('OPERATOR_SECRET', ''));
}

function parseNetwork(given: string): AllowedNetwork {
  const [, address = '', bits = ''] = /^([\d.]+|[\da-fA-F:]+)(?:\/(\d{1,3}))?$/.exec(given) ?? [];
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  const length = bits === '' ? most : Number(bits);
  if (version === 0 || length > most) {
    throw new ConfigError(`BACK_OFFICE_ALLOW takes networks such as 10.0.0.0/8, not "${given}".`);
  }
  return { address, bits: length };
}

/** Demo data only: the database owner's URL, for generating history (DEMO_HISTORY). */
export function readDemoOwnerUrl(environment: Environment = process.env): string | undefined {
  const given = readSecretFiles(environment, (sentence) => new ConfigError(sentence))['DEMO_OWNER_URL']?.trim();
  return given ? readDatabaseUrl(given) : undefined;
}

function createReader(environment: Environment) {
  const text = (name: string, otherwise: string): string => environment[name]?.trim() || otherwise;
  return {
    text,
    oneOf<const Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice): Choice {
      const given = text(name, otherwise);
      const choice = choices.find((candidate) => candidate === given);
      if (choice === undefined) throw new ConfigError(`${name} must be ${choices.join(' or ')}; it is "${given}".`);
      return choice;
    },
    integer(name: string, otherwise: number, least: number, most: number): number {
      const given = text(name, String(otherwise));
      const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      if (!(number >= least && number <= most)) {
        throw new ConfigError(`${name} must be a whole number from ${least} to ${most}; it is "${given}".`);
      }
      return number;
    },
    url(name: string, otherwise: string): string {
      const given = text(name, otherwise);
      return given === '' ? '' : withoutSlash(parseHttpUrl(name, given).href);
    },
    list(name: string): string[] {
      return text(name, '')
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '');
    },
  };
}

function readInstance(given: string): string {
  if (given !== '' && !/^[A-Za-z0-9][A-Za-z0-9._:-]{0,59}$/.test(given)) {
    throw new ConfigError('CHABA_INSTANCE takes up to 60 letters, digits, dots, colons and hyphens.');
  }
  return given;
}

function readPrivateListener(
  read: ReturnType<typeof createReader>,
): Pick<Config, 'metricsHost' | 'metricsPort' | 'metricsToken'> {
  const metricsHost = read.text('METRICS_HOST', '127.0.0.1');
  const metricsPort = read.integer('METRICS_PORT', 0, 0, 65_535) || undefined;
  const token = read.text('METRICS_TOKEN', '');
  if (metricsPort !== undefined && token === '' && !LOCAL_HOSTS.has(metricsHost)) {
    throw new ConfigError('METRICS_HOST beyond this machine needs METRICS_TOKEN_FILE, a file with a random text.');
  }
  const advice = 'give the server and Prometheus the same random text';
  return {
    metricsHost,
    metricsPort,
    metricsToken: token === '' ? undefined : checkSecret('METRICS_TOKEN', token, advice),
  };
}

/** `name=value`, the value with percent-encoding, as OpenTelemetry defines. */
function parseTraceHeader(header: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^=\s]+)\s*=\s*(.+)$/.exec(header) ?? [];
  const decoded = decodePercents(value);
  if (name === '' || decoded === undefined) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be a list of name=value, split by commas, with %25 for %.');
  }
  return [name, decoded];
}

function decodePercents(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readReplicaUrl(given: string): string | undefined {
  return given === '' ? undefined : checkDatabaseUrl('DATABASE_REPLICA_URL', given);
}

function readDatabaseUrl(given: string): string {
  if (given === '') {
    throw new ConfigError(
      'DATABASE_URL is missing: start with `npm start`, which brings a PostgreSQL, or name one of your own.',
    );
  }
  return checkDatabaseUrl('DATABASE_URL', given);
}

function checkDatabaseUrl(name: string, given: string): string {
  if (!/^postgres(ql)?:\/\//.test(given)) {
    throw new ConfigError(`${name} must begin with postgres:// or postgresql://.`);
  }
  if (!URL.canParse(given)) throw new ConfigError(`${name} cannot be read as an address.`);
  return given;
}

function readSecret(name: string, given: string): SecretValues {
  return checkSecret(name, given, 'give both sides the same random text');
}

/** A secret shared only by the processes of one database. */
function readOwnSecret(name: string, given: string): SecretValues {
  return checkSecret(name, given, 'give all processes of this database the same random text');
}

/** One value, or two on a line each. */
function checkSecret(name: string, given: string, advice: string): SecretValues {
  const [first = '', ...others] = given.split(/\s*\n\s*/);
  if (first === '') {
    throw new ConfigError(
      `${name} is missing: \`npm start\` makes one; otherwise ${advice}, as of \`openssl rand -hex 32\`.`,
    );
  }
  const values: SecretValues = [first, ...others];
  if (values.some((value) => value.length < SECRET_LENGTH_MIN)) {
    throw new ConfigError(`${name} must have at least ${SECRET_LENGTH_MIN} characters.`);
  }
  if (values.length > SECRET_VALUES_MAX || new Set(values).size < values.length) {
    throw new ConfigError(`${name} has one value, or two different ones on a line each.`);
  }
  return values;
}

/** All three settings or none. */
function readHub88Feed(read: ReturnType<typeof createReader>): Hub88Feed | undefined {
  const url = read.url('HUB88_API_URL', '');
  const operatorId = read.integer('HUB88_OPERATOR_ID', 0, 0, 999_999_999);
  const key = read.text('HUB88_PRIVATE_KEY', '').replaceAll(String.raw`\n`, '\n');
  if (url === '' && operatorId === 0 && key === '') return undefined;
  if (url === '' || operatorId === 0 || key === '') {
    throw new ConfigError('HUB88_API_URL, HUB88_OPERATOR_ID and HUB88_PRIVATE_KEY go together: set all three or none.');
  }
  try {
    createPrivateKey(key);
  } catch {
    throw new ConfigError('HUB88_PRIVATE_KEY must be a private key in PEM, with \\n for its line feeds.');
  }
  return { url, operatorId, privateKey: key };
}

/** PEMs, with \n for line feeds. */
function readPublicKeys(name: string, given: string): readonly string[] {
  if (given === '') return [];
  const text = given.replaceAll(String.raw`\n`, '\n');
  const pems = text.match(/-----BEGIN [\s\S]*?-----END [^-]+-----/g) ?? [text];
  try {
    for (const pem of pems) createPublicKey(pem);
    return pems;
  } catch {
    throw new ConfigError(`${name} must be a public key in PEM, with \\n for its line feeds.`);
  }
}

function parseHttpUrl(name: string, given: string): URL {
  const address = URL.canParse(given) ? new URL(given) : undefined;
  if (address === undefined || !['http:', 'https:'].includes(address.protocol)) {
    throw new ConfigError(`${name} must be an address that begins with http:// or https://; it is "${given}".`);
  }
  return address;
}

function parseOrigin(name: string, given: string): string {
  const address = parseHttpUrl(name, given);
  if (address.pathname !== '/' || address.search !== '') {
    throw new ConfigError(`${name} takes origins only, without a path; "${given}" has one.`);
  }
  return address.origin;
}

function parseHostName(given: string): string {
  if (!/^[a-z0-9.-]+(:\d+)?$/.test(given)) {
    throw new ConfigError(`IMAGE_HOSTS takes host names, separated by commas; "${given}" is none.`);
  }
  return given;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}

function readLicence(given: string, now: Date): Licence {
  if (given === '') {
    throw new ConfigError(
      'CHABA_MODE=licensed needs CHABA_LICENCE: a file with issuer, number, territories, validFrom and validTo.',
    );
  }
  const record = readLicenceRecord(given);
  const { issuer, number, territories, validFrom, validTo } = record;
  const isComplete =
    isText(issuer) &&
    isText(number) &&
    isDay(validFrom) &&
    isDay(validTo) &&
    Array.isArray(territories) &&
    territories.length > 0 &&
    territories.every(isText);
  if (!isComplete) {
    throw new ConfigError(
      'CHABA_LICENCE is not complete: it needs issuer, number, territories, validFrom and validTo (YYYY-MM-DD).',
    );
  }
  const today = formatBangkokDay(now);
  if (today < validFrom || today > validTo) {
    throw new ConfigError(`CHABA_LICENCE is not valid today: it runs from ${validFrom} to ${validTo}.`);
  }
  return { issuer, number, territories, validFrom, validTo };
}

function readLicenceRecord(path: string): Record<string, unknown> {
  try {
    const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof record === 'object' && record !== null) return record as Record<string, unknown>;
  } catch {
    // The error below covers every cause.
  }
  throw new ConfigError(`CHABA_LICENCE must name a JSON file; "${path}" cannot be read as one.`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}
