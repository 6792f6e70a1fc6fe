// Secrets that npm start makes, in the data folder: secrets.json, readable by its owner alone.
//
// Always true: a configured secret replaces the stored one; a value is created once and written before it is used.
//
// Elsewhere: the settings that give secrets (settings.ts), the rotation command (rotate-secret.ts).

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';

import { readSecretFiles } from '@chaba/server/core/secret-files';

import { CommandError } from './command.ts';
import type { Environment } from './settings.ts';

const SECRET_BYTES = 32;
const SECRETS = {
  SANDBOX_SECRET: 'sandboxSecret',
  STUDIO_SECRET: 'studioSecret',
  PROVIDER_SECRET: 'providerSecret',
  HASH_SECRET: 'hashSecret',
  OPERATOR_SECRET: 'operatorSecret',
} as const;
type SecretName = (typeof SECRETS)[keyof typeof SECRETS];
type Secrets = Readonly<Record<keyof typeof SECRETS | 'HUB88_PRIVATE_KEY', string | undefined>>;

/**
 * Returns the secrets shared with each counterparty, the key of the server's hashes and the configured key that signs
 * for Hub88: the configured ones, or those of the data folder, created once and readable by their owner alone.
 * Configured counterparties replace the created ones.
 */
export function readSecrets(dataDir: string, source: Environment = process.env): Secrets {
  const environment = readSecretFiles(source, (message) => new CommandError(message));
  const given = (name: keyof Secrets): string | undefined => environment[name]?.trim() || undefined;
  const areShared = given('SANDBOX_SECRET') !== undefined;
  const hasAll = areShared && given('HASH_SECRET') !== undefined && given('OPERATOR_SECRET') !== undefined;
  const own = hasAll ? undefined : storedSecrets(dataDir);
  const shared = areShared ? undefined : own;
  return {
    SANDBOX_SECRET: given('SANDBOX_SECRET') ?? shared?.sandboxSecret,
    STUDIO_SECRET: given('STUDIO_SECRET') ?? shared?.studioSecret,
    PROVIDER_SECRET: given('PROVIDER_SECRET') ?? shared?.providerSecret,
    HASH_SECRET: given('HASH_SECRET') ?? own?.hashSecret,
    OPERATOR_SECRET: given('OPERATOR_SECRET') ?? own?.operatorSecret,
    HUB88_PRIVATE_KEY: given('HUB88_PRIVATE_KEY'),
  };
}

function storedSecrets(dataDir: string): Readonly<Record<SecretName, string>> {
  const place = path.join(dataDir, 'secrets.json');
  const stored = fs.existsSync(place)
    ? (JSON.parse(fs.readFileSync(place, 'utf8')) as Partial<Record<SecretName, string>>)
    : {};
  const { sandboxSecret, studioSecret, providerSecret, hashSecret, operatorSecret } = stored;
  const make = (): string => randomBytes(SECRET_BYTES).toString('hex');
  const secrets = {
    sandboxSecret: sandboxSecret !== undefined && studioSecret !== undefined ? sandboxSecret : make(),
    studioSecret: studioSecret ?? make(),
    // A folder of an older version has one secret for all. Keys of other providers were derived from it and stay valid.
    providerSecret: providerSecret ?? sandboxSecret ?? make(),
    hashSecret: hashSecret ?? make(),
    operatorSecret: operatorSecret ?? make(),
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
  if (isGiven) throw new CommandError(`${name} is a setting: change it there, as deploy/README.md says.`);
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
