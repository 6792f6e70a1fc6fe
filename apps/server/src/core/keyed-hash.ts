// Keyed hashes of guessable values such as addresses and phone numbers, so that a copy of the database does not reveal
// them.
//
// Always true: the key is a setting (HASH_SECRET) and never in the database. A changed key invalidates all stored
// hashes, except those that are compared by every value of the setting.

import { createHmac } from 'node:crypto';

import type { Config } from './config.ts';

export type HashKey = Pick<Config, 'hashSecret'>;

export function hashWithKey({ hashSecret: [secret] }: HashKey, ...parts: readonly string[]): Buffer {
  return hash(secret, parts);
}

/** The hashes by each value of the key, the first of them as `hashWithKey`. */
export function hashWithEachKey({ hashSecret }: HashKey, ...parts: readonly string[]): Buffer[] {
  return hashSecret.map((secret) => hash(secret, parts));
}

function hash(secret: string, parts: readonly string[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}
