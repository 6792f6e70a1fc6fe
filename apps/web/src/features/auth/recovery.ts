// The open recovery of this browser, and its two calls.
//
// Always true: the token is stored on this device until the request is over, because the person leaves for the chat in
// between; it proves nothing without the code. No password or code is stored.

import { completeRecovery, startRecovery } from '@chaba/contract/requests';

import { send } from '#lib/api/api';
import { isRecord, readJson, remove, writeJson } from '#lib/browser/storage';
import { getDeviceId } from '#lib/member/device-id';

const KEY = 'Recovery';

export type OpenRecovery = { readonly token: string; readonly number: string; readonly expiresAt: string };

export function readRecovery(now = Date.now()): OpenRecovery | undefined {
  const stored = readJson(KEY, isRecovery);
  return stored !== undefined && Date.parse(stored.expiresAt) > now ? stored : undefined;
}

export function deleteRecovery(): void {
  remove(KEY);
}

function isRecovery(value: unknown): value is OpenRecovery {
  return isRecord(value) && ['token', 'number', 'expiresAt'].every((name) => typeof value[name] === 'string');
}

export async function submitPhone(phoneNumber: string): Promise<OpenRecovery> {
  const recovery = await send(startRecovery, { body: { phoneNumber, deviceMark: getDeviceId() } });
  writeJson(KEY, recovery);
  return recovery;
}

export async function submitNewPassword(of: {
  readonly token: string;
  readonly code: string;
  readonly password: string;
  readonly confirmation: string;
}): Promise<void> {
  const { token, code, password: Password, confirmation: Confirm_Password } = of;
  await send(completeRecovery, { body: { token, code, Password, Confirm_Password } });
  deleteRecovery();
}
