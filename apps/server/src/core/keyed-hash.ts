// Keyed hashes of guessable values such as addresses and phone numbers, so that a copy of the database does not reveal
// them.
//
// Always true: the key is a setting (HASH_SECRET) and never in the database. A changed key invalidates all stored
// hashes.

import { createHmac } from 'node:crypto';

import type { Config } from './config.ts';

export type HashKey = Pick<Config, 'hashSecret'>;

export function hashWithKey({ hashSecret }: HashKey, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', hashSecret).update(JSON.stringify(parts)).digest();
}
