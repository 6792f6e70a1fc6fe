// The mark of this browser: made once, the same for whoever signs in here. It says nothing about the person; it tells the server
// that two members share a device.

import { randomKey } from '#lib/attempt-key';
import { readText, storageKeys, writeText } from '#lib/storage';

const MARK = /^[0-9a-f]{32}$/;

export function deviceMark(): string {
  const kept = readText(storageKeys.deviceMark);
  if (kept !== undefined && MARK.test(kept)) return kept;
  const mark = randomKey();
  writeText(storageKeys.deviceMark, mark);
  return mark;
}
