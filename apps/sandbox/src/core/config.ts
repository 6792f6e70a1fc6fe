// Settings of the sandbox. This is the only file of the sandbox that reads process.env.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { StudioConfig } from '@chaba/studio';

export type BankConfig = StudioConfig & {
  readonly port: number;
  readonly host: string;
  /** User of the process after dropping root. */
  readonly runAs: string;
  /** Path of the SQLite file; ':memory:' keeps no state. */
  readonly storePath: string;
};

/** An invalid setting, reported in one sentence at start. */
export class SettingError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** The same minimum as in the server. */
const SECRET_LENGTH_MIN = 12;

export function readConfig(given: Environment = process.env): BankConfig {
  const environment = { ...given, ...readSecretFiles(given) };
  const read = (name: string, otherwise: string) => environment[name]?.trim() || otherwise;
  const port = readPort(read('SANDBOX_PORT', '3001'));
  const serverUrl = readUrl('SERVER_URL', read('SERVER_URL', 'http://127.0.0.1:3000'));
  const shared = read('SANDBOX_SECRET', '');
  const [bank, secondBank] = readSecret('SANDBOX_SECRET', shared);
  const [studio, secondStudio] = readSecret('STUDIO_SECRET', read('STUDIO_SECRET', shared));
  return {
    port,
    host: read('SANDBOX_HOST', '127.0.0.1'),
    runAs: read('CHABA_SANDBOX_USER', 'nobody'),
    secrets: { bank, studio, second: { bank: secondBank, studio: secondStudio } },
    serverUrl,
    publicUrl: readUrl('SANDBOX_URL', read('SANDBOX_URL', `http://127.0.0.1:${port}`)),
    webOrigins: [...listOrigins(serverUrl), ...readOrigins(read('WEB_ORIGINS', ''))],
    storePath: resolve(read('DATA_DIR', '.data'), 'sandbox.sqlite'),
    tableRoundMs: readMs('STUDIO_ROUND_MS', read('STUDIO_ROUND_MS', '25000')),
    spinMs: readMs('STUDIO_SPIN_MS', read('STUDIO_SPIN_MS', '2500')),
    tickMs: readMs('STUDIO_TICK_MS', read('STUDIO_TICK_MS', '1000')),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  // 0 selects a free port, as tests do.
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new SettingError(`SANDBOX_PORT must be a port number from 0 to 65535, not "${text}".`);
  }
  return port;
}

/** The secrets of files that NAME_FILE settings name. */
function readSecretFiles(environment: Environment): Environment {
  const names = ['SANDBOX_SECRET', 'STUDIO_SECRET'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const file = environment[`${name}_FILE`]?.trim();
      if (!file) return [];
      if (environment[name]?.trim()) throw new SettingError(`${name} and ${name}_FILE are both set: keep one.`);
      return [[name, readContent(name, file)]];
    }),
  );
}

function readContent(name: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch {
    throw new SettingError(`${name}_FILE cannot be read: "${file}".`);
  }
  if (content === '') throw new SettingError(`${name}_FILE is empty: "${file}".`);
  return content;
}

/** One value, or two on a line each: the first signs, both are accepted. */
function readSecret(name: string, text: string): readonly [string, string?] {
  if (text === '') {
    throw new SettingError(
      `${name} is missing: \`npm start\` makes one; otherwise give both sides the same random text, as of \`openssl rand -hex 32\`.`,
    );
  }
  const [first = '', second, ...others] = text.split(/\s*\n\s*/);
  if ([first, second ?? first].some((value) => value.length < SECRET_LENGTH_MIN)) {
    throw new SettingError(`${name} must have at least ${SECRET_LENGTH_MIN} characters.`);
  }
  if (others.length > 0 || second === first) {
    throw new SettingError(`${name} has one value, or two different ones on a line each.`);
  }
  return second === undefined ? [first] : [first, second];
}

function readMs(name: string, text: string): number {
  if (!/^\d{2,6}$/.test(text)) throw new SettingError(`${name} must be milliseconds from 10 to 999999, not "${text}".`);
  return Number(text);
}

/** Origins of the server. On this machine also the host names of both demo sites. */
function listOrigins(serverUrl: string): string[] {
  const { protocol, hostname, origin, port } = new URL(serverUrl);
  if (!['127.0.0.1', 'localhost'].includes(hostname)) return [origin];
  return ['127.0.0.1', 'localhost', 'lanna.localhost'].map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/** Further origins of member sites on other hosts, separated by commas. */
function readOrigins(text: string): string[] {
  const addresses = text.split(',').map((address) => address.trim());
  return addresses
    .filter((address) => address !== '')
    .map((address) => new URL(readUrl('WEB_ORIGINS', address)).origin);
}

function readUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new SettingError(`${name} must be an http or https address, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}
