// The name and version under which a process appears in logs, metrics and the status.

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

import type { Config } from './config.ts';

const MANIFEST = path.resolve(import.meta.dirname, '..', '..', 'package.json');

export const VERSION = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly version: string }).version;

/** The same after a restart: the configured name, or host and port. */
export function getInstanceName({ instance, port }: Pick<Config, 'instance' | 'port'>): string {
  return instance === '' ? `${hostname()}:${port}` : instance;
}
