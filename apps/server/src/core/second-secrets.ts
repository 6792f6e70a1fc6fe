// Secrets that have two values while they are rotated, and when a message last proved the second one.
//
// Always true: contains names and times, never a value. The times are of this process.
//
// Elsewhere: the values (config.ts), the status (modules/operations), the steps (deploy/README.md).

import { createHmac } from 'node:crypto';

import type { Config } from './config.ts';

type SecretName =
  | 'SANDBOX_SECRET'
  | 'STUDIO_SECRET'
  | 'PROVIDER_SECRET'
  | 'HASH_SECRET'
  | 'METRICS_TOKEN'
  | 'HUB88_PUBLIC_KEY';
/** Time of the last use in ISO format by name; null: none since the start. */
export type SecondSecrets = Readonly<Partial<Record<SecretName, string | null>>>;

const usedAt = new Map<SecretName, string>();

export function recordSecondUse(name: SecretName): void {
  usedAt.set(name, new Date().toISOString());
}

/** Secrets that stored rows or callers depend on: cells that exchange sites have the same. */
const SHARED_BY_CELLS = ['SANDBOX_SECRET', 'STUDIO_SECRET', 'PROVIDER_SECRET', 'HASH_SECRET'] as const;
const PRINT_LETTERS = 16;

/** Fingerprints of the first values, from which none can be derived. */
export function printSecrets(config: Config): Readonly<Record<string, string>> {
  const values = {
    SANDBOX_SECRET: config.sandboxSecret,
    STUDIO_SECRET: config.studioSecret,
    PROVIDER_SECRET: config.providerSecret,
    HASH_SECRET: config.hashSecret,
  };
  return Object.fromEntries(
    SHARED_BY_CELLS.map((name) => [
      name,
      createHmac('sha256', values[name]?.[0] ?? '')
        .update(`print of ${name}`)
        .digest('hex')
        .slice(0, PRINT_LETTERS),
    ]),
  );
}

export function listSecondSecrets(config: Config): SecondSecrets {
  const values: Readonly<Record<SecretName, readonly string[] | undefined>> = {
    SANDBOX_SECRET: config.sandboxSecret,
    STUDIO_SECRET: config.studioSecret,
    PROVIDER_SECRET: config.providerSecret,
    HASH_SECRET: config.hashSecret,
    METRICS_TOKEN: config.metricsToken,
    HUB88_PUBLIC_KEY: config.hub88PublicKeys,
  };
  const names = (Object.keys(values) as SecretName[]).filter((name) => (values[name]?.length ?? 0) > 1);
  return Object.fromEntries(names.map((name) => [name, usedAt.get(name) ?? null]));
}
