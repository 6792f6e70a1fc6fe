// The sandbox's settings: environment, parsed once; nobody else in the sandbox reads process.env.

import { resolve } from 'node:path';

import type { StudioConfig } from '@chaba/studio';

export type Config = StudioConfig & {
  readonly port: number;
  readonly host: string;
  /** The SQLite file, or ':memory:' for a sandbox that forgets. */
  readonly storePath: string;
};

/** A setting that cannot be meant: said in one sentence at start. */
export class WrongSetting extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** As short as the server allows it; both refuse what one of them would. */
const SECRET_LENGTH_MIN = 12;

export function readConfig(environment: Environment = process.env): Config {
  const read = (name: string, otherwise: string) => environment[name]?.trim() || otherwise;
  const port = readPort(read('SANDBOX_PORT', '3001'));
  const serverUrl = readUrl('SERVER_URL', read('SERVER_URL', 'http://127.0.0.1:3000'));
  const bank = readSecret('SANDBOX_SECRET', read('SANDBOX_SECRET', ''));
  return {
    port,
    host: read('SANDBOX_HOST', '127.0.0.1'),
    secrets: { bank, studio: readSecret('STUDIO_SECRET', read('STUDIO_SECRET', bank)) },
    serverUrl,
    publicUrl: readUrl('SANDBOX_URL', read('SANDBOX_URL', `http://127.0.0.1:${port}`)),
    webOrigins: [...originsOf(serverUrl), ...readOrigins(read('WEB_ORIGINS', ''))],
    storePath: resolve(read('DATA_DIR', '.data'), 'sandbox.sqlite'),
    tableRoundMs: readMs('STUDIO_ROUND_MS', read('STUDIO_ROUND_MS', '25000')),
    tickMs: readMs('STUDIO_TICK_MS', read('STUDIO_TICK_MS', '1000')),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  // 0 asks the system for a free port, as tests do.
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new WrongSetting(`SANDBOX_PORT must be a port number from 0 to 65535, not "${text}".`);
  }
  return port;
}

function readSecret(name: string, text: string): string {
  if (text === '') {
    throw new WrongSetting(
      `${name} is missing: \`npm start\` makes one; otherwise give both sides the same random text, as of \`openssl rand -hex 32\`.`,
    );
  }
  if (text.length < SECRET_LENGTH_MIN) {
    throw new WrongSetting(`${name} must have at least ${SECRET_LENGTH_MIN} characters.`);
  }
  return text;
}

function readMs(name: string, text: string): number {
  if (!/^\d{2,6}$/.test(text)) throw new WrongSetting(`${name} must be milliseconds from 10 to 999999, not "${text}".`);
  return Number(text);
}

/** The server's own origin; on this machine under each of its names: both of the demo's first brand and that of its second. */
function originsOf(serverUrl: string): string[] {
  const { protocol, hostname, origin, port } = new URL(serverUrl);
  if (!['127.0.0.1', 'localhost'].includes(hostname)) return [origin];
  return ['127.0.0.1', 'localhost', 'lanna.localhost'].map((name) => `${protocol}//${name}${port && `:${port}`}`);
}

/** Further origins, separated by commas: a member site on another host than its server. */
function readOrigins(text: string): string[] {
  const addresses = text.split(',').map((address) => address.trim());
  return addresses
    .filter((address) => address !== '')
    .map((address) => new URL(readUrl('WEB_ORIGINS', address)).origin);
}

function readUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new WrongSetting(`${name} must be an http or https address, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}
