// The remember-me entry of this device: phone number and a token that signs in this device only.
//
// Always true: a password is never stored. Any other content under the key is removed.

import { isPhone } from '@chaba/contract/phones';

import { isRecord, readJson, remove, storageKeys, writeJson } from '#lib/browser/storage';

export type RememberedLogin = { readonly phoneNumber: string; readonly deviceToken: string };

export function readRemembered(): RememberedLogin | undefined {
  return readJson(storageKeys.remembered, isRemembered);
}

export function storeRemembered(entry: RememberedLogin): void {
  writeJson(storageKeys.remembered, entry);
}

export function deleteRemembered(): void {
  remove(storageKeys.remembered);
}

function isRemembered(value: unknown): value is RememberedLogin {
  if (!isRecord(value)) return false;
  const { phoneNumber, deviceToken } = value;
  return typeof phoneNumber === 'string' && isPhone(phoneNumber) && typeof deviceToken === 'string';
}
