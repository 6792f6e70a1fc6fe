// Signing in, with a password or as a remembered device, and what a success leaves on this device (spec §4).
//
// Always true: the password is sent and forgotten. A device token that was used or refused is never kept.

import type { UserInfo } from '@chaba/contract/members';
import { deviceLogin, deleteRememberedDevice, login } from '@chaba/contract/requests';

import { send, sendForEnvelope } from '#lib/api';
import { getDeviceId } from '#lib/device-mark';
import { countSignIn } from '#lib/install';
import { forgetMemberData } from '#lib/query-client';
import { isRefusal, ApiError } from '#lib/api-error';
import { startSession } from '#lib/session';
import { remove, session, storageKeys } from '#lib/storage';
import { keepDueTerms } from '#lib/terms';

import { text } from './auth.text.ts';
import { dropRemembered, keepRemembered, readRemembered, type RememberedLogin } from './remembered.ts';

export async function signIn(wish: {
  readonly phoneNumber: string;
  readonly password: string;
  readonly isRemembered: boolean;
}): Promise<void> {
  const { phoneNumber, password, isRemembered } = wish;
  const { data, envelopeFields } = await sendForEnvelope(login, {
    body: { phoneNumber, Password: password, deviceMark: getDeviceId(), ...(isRemembered ? { remember: true } : {}) },
  });
  const { authToken, deviceToken, termsVersion } = envelopeFields;
  if (!isRemembered || deviceToken === undefined) forgetThisDevice();
  else replaceRemembered({ phoneNumber, deviceToken });
  begin(authToken, data, termsVersion);
}

export async function signInAsDevice(entry: RememberedLogin): Promise<void> {
  try {
    const { data, envelopeFields } = await sendForEnvelope(deviceLogin, {
      body: { ...entry, deviceMark: getDeviceId() },
    });
    if (envelopeFields.deviceToken !== undefined) keepRemembered({ ...entry, deviceToken: envelopeFields.deviceToken });
    // Another window was a moment quicker, and what it keeps is the newest.
    else if (readRemembered()?.deviceToken === entry.deviceToken) dropRemembered();
    begin(envelopeFields.authToken, data, envelopeFields.termsVersion);
  } catch (error) {
    if (isRefusal(error, 'DEVICE_TOKEN_INVALID')) dropRemembered();
    throw error;
  }
}

/** Here at once, on the server as soon as it can be reached; a token that stays there ends by itself. */
export function forgetThisDevice(): void {
  const entry = readRemembered();
  dropRemembered();
  if (entry) void send(deleteRememberedDevice, { body: { deviceToken: entry.deviceToken } }).catch(() => undefined);
}

function replaceRemembered(entry: RememberedLogin): void {
  forgetThisDevice();
  keepRemembered(entry);
}

function begin(token: string, member: UserInfo, termsVersion: number | undefined): void {
  forgetMemberData();
  // The brand's announcement is shown again (spec §4).
  remove(storageKeys.alertSeen);
  remove(storageKeys.alertSeen, session);
  // A host may give out what no header can carry: that is said, instead of a sign-in that leads nowhere.
  if (!startSession(token, member)) throw new ApiError('UNREADABLE_ANSWER', text.tokenUnusable);
  keepDueTerms(termsVersion);
  countSignIn();
}
