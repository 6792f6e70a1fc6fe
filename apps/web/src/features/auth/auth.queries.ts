// Sign-in with a password or as a remembered device, and what a success stores on this device (spec §4).
//
// Always true: the password is sent and not stored. A used or rejected device token is deleted.

import type { UserInfo } from '@chaba/contract/members';
import { deviceLogin, deleteRememberedDevice, login } from '@chaba/contract/requests';

import { send, sendForEnvelope } from '#lib/api/api';
import { getDeviceId } from '#lib/member/device-id';
import { countSignIn } from '#lib/browser/install';
import { removeMemberQueries } from '#lib/api/query-client';
import { isApiError, ApiError } from '#lib/api/api-error';
import { startSession } from '#lib/member/session';
import { isStored, remove, session, storageKeys } from '#lib/browser/storage';
import { toast } from '#lib/react/toast';
import { storeDueTerms } from '#lib/member/terms';

import { text } from './auth.text.ts';
import { deleteRemembered, storeRemembered, readRemembered, type RememberedLogin } from './remembered.ts';

export async function signIn(credentials: {
  readonly phoneNumber: string;
  readonly password: string;
  readonly isRemembered: boolean;
}): Promise<void> {
  const { phoneNumber, password, isRemembered } = credentials;
  const { data, envelopeFields } = await sendForEnvelope(login, {
    body: { phoneNumber, Password: password, deviceMark: getDeviceId(), ...(isRemembered ? { remember: true } : {}) },
  });
  const { authToken, deviceToken, termsVersion } = envelopeFields;
  if (!isRemembered || deviceToken === undefined) revokeThisDevice();
  else replaceRemembered({ phoneNumber, deviceToken });
  beginSession(authToken, data, termsVersion);
}

export async function signInAsDevice(entry: RememberedLogin): Promise<void> {
  try {
    const { data, envelopeFields } = await sendForEnvelope(deviceLogin, {
      body: { ...entry, deviceMark: getDeviceId() },
    });
    if (envelopeFields.deviceToken !== undefined) {
      storeRemembered({ ...entry, deviceToken: envelopeFields.deviceToken });
      // If another window stored a newer token meanwhile, that token stays.
    } else if (readRemembered()?.deviceToken === entry.deviceToken) deleteRemembered();
    beginSession(envelopeFields.authToken, data, envelopeFields.termsVersion);
  } catch (error) {
    if (isApiError(error, 'DEVICE_TOKEN_INVALID')) deleteRemembered();
    throw error;
  }
}

/** Deletes the token here at once, and on the server when it is reachable; a token that stays there expires. */
export function revokeThisDevice(): void {
  const entry = readRemembered();
  deleteRemembered();
  if (entry) void send(deleteRememberedDevice, { body: { deviceToken: entry.deviceToken } }).catch(() => undefined);
}

function replaceRemembered(entry: RememberedLogin): void {
  revokeThisDevice();
  storeRemembered(entry);
}

function beginSession(token: string, member: UserInfo, termsVersion: number | undefined): void {
  removeMemberQueries();
  // The site's announcement is shown again (spec §4).
  remove(storageKeys.alertSeen);
  remove(storageKeys.alertSeen, session);
  // Another host may issue a token that no header can carry; an error is clearer than a sign-in without a session.
  if (!startSession(token, member)) throw new ApiError('UNREADABLE_ANSWER', text.tokenUnusable);
  if (!isStored(storageKeys.accessToken)) toast(text.untilReload, 'notice');
  storeDueTerms(termsVersion);
  countSignIn();
}
