// Secrets from files: `NAME_FILE` names a file whose content is the setting NAME, so that a service manager hands
// secrets over without the environment of a process.
//
// Always true: a secret has one source; an unreadable, empty or second source is an error that contains no secret. The
// content `none` is no source: a unit gives it to a credential that the machine does not have.
//
// Elsewhere: the settings (config.ts, apps/ops/src/core/settings.ts), the units that use it (deploy/systemd).

import { readFileSync } from 'node:fs';

/** Settings that contain a password or a key. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'OPERATOR_DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'DEMO_OWNER_URL',
  'SANDBOX_SECRET',
  'STUDIO_SECRET',
  'PROVIDER_SECRET',
  'HASH_SECRET',
  'OPERATOR_SECRET',
  'HUB88_PRIVATE_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'ROLL_KEY_SECRET',
] as const;

/** For a child process that gets the secrets themselves: removes every NAME_FILE. */
export const NO_SECRET_FILES: Environment = Object.fromEntries(
  SECRET_SETTINGS.map((name) => [`${name}_FILE`, undefined]),
);

const NONE = 'none';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment with each secret of a `NAME_FILE` setting as NAME.
 * @param toError makes the error to throw from a sentence.
 */
export function readSecretFiles(environment: Environment, toError: (sentence: string) => Error): Environment {
  const found: Record<string, string> = {};
  for (const name of SECRET_SETTINGS) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    const content = readContent(file);
    if (content === NONE) continue;
    if (environment[name]?.trim()) throw toError(`${name} and ${name}_FILE are both set: keep one.`);
    if (content === undefined) throw toError(`${name}_FILE cannot be read: "${file}".`);
    if (content === '') throw toError(`${name}_FILE is empty: "${file}".`);
    found[name] = content;
  }
  return { ...environment, ...found };
}

function readContent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
