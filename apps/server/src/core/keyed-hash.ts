// Hashes of what is easily guessed, such as addresses and phone numbers: keyed, so that a copy of the database alone does not give them away.
//
// Always true: the key is a setting (HASH_SECRET) and is never in the database. With another key nothing that was hashed is found again.

import { createHmac } from 'node:crypto';

import type { Config } from './config.ts';

export type HashKey = Pick<Config, 'hashSecret'>;

export function hashWithKey({ hashSecret }: HashKey, ...parts: readonly string[]): Buffer {
  return createHmac('sha256', hashSecret).update(JSON.stringify(parts)).digest();
}
