// The mark of this browser: made once, the same for whoever signs in here. It says nothing about the person; it tells the server
// that two members share a device, and that somebody signs in where he did before.

import { randomKey } from './idempotency-key.ts';
import { readText, storageKeys, writeText } from './storage.ts';

const MARK = /^[0-9a-f]{32}$/;

export function getDeviceId(): string {
  const kept = readText(storageKeys.deviceMark);
  if (kept !== undefined && MARK.test(kept)) return kept;
  const mark = randomKey();
  writeText(storageKeys.deviceMark, mark);
  return mark;
}
