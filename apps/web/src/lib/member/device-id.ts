// Random id of this browser, created once and shared by all members who sign in here. It carries no personal data; the
// server uses it to detect members who share a device and sign-ins from a known device.

import { createRandomKey } from '#lib/api/idempotency-key';
import { readText, storageKeys, writeText } from '#lib/browser/storage';

const MARK = /^[0-9a-f]{32}$/;

export function getDeviceId(): string {
  const kept = readText(storageKeys.deviceMark);
  if (kept !== undefined && MARK.test(kept)) return kept;
  const mark = createRandomKey();
  writeText(storageKeys.deviceMark, mark);
  return mark;
}
