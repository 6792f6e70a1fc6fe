// Rotates the keys that are stored in the database, without a rejected message.
//
// Always true: every process accepts a new key before any process uses it, and the old one until nothing that was made
// with it is valid. A call does one step: it rotates, or removes a key that is no longer needed.
//
// Elsewhere: the command (apps/ops/src/rotate-secret.ts), secrets in settings (core/config.ts, two values), the caches
// of keys (wallet).

import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '@chaba/database';

import * as store from './key-rotation.store.ts';

export type RotationStep = 'rotated' | 'removed' | 'needed';

/** Copies of keys in processes live 5 s. */
const COPIES_LIVE_MS = 10_000;
/** Session tokens live 24 h. */
const SESSION_KEY_HOURS = 25;
/** Bank checks live 10 minutes. */
const SECRET_MINUTES = 15;

/** The keys of game sessions of all sites. */
export async function rotateSessionKeys(owner: Database): Promise<RotationStep> {
  const { exist, areNeeded } = await store.findPreviousSessionKeys(owner, SESSION_KEY_HOURS);
  if (areNeeded) return 'needed';
  if (exist) {
    await store.removeSessionKeys(owner);
    return 'removed';
  }
  await store.addSessionKeys(owner);
  await sleep(COPIES_LIVE_MS);
  await store.exchangeSessionKeys(owner);
  return 'rotated';
}

/** The server's own secrets, which seal bank checks. */
export async function rotateSecrets(owner: Database): Promise<RotationStep> {
  const { exist, areNeeded } = await store.findPreviousSecrets(owner, SECRET_MINUTES);
  if (areNeeded) return 'needed';
  if (exist) {
    await store.removeSecrets(owner);
    return 'removed';
  }
  await store.exchangeSecrets(owner);
  return 'rotated';
}
