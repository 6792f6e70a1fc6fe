// Requests of the member's account pages.

import { queryOptions } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { RENEW_SESSION_HEADER } from '@chaba/contract/codes';
import type { CalendarSpan, PlayLimitSpan } from '@chaba/contract/limits';
import type { PlayBreakLength } from '@chaba/contract/constraints';
import {
  startPlayBreak,
  changePassword,
  confirmDepositLimit,
  confirmPlayLimit,
  confirmTimeLimit,
  endOtherSessions,
  type getDepositLimits,
  getPlayBreak,
  getPlayLimits,
  type getTimeLimits,
  listSessions,
  revealBankAccount,
  revokeDevice,
  setDepositLimit,
  setPlayLimit,
  setTimeLimit,
} from '@chaba/contract/requests';

import { send, sendForEnvelope } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';
import { readOwnRemembered, replaceTokens } from '#lib/member/session';
import { remove, storageKeys } from '#lib/browser/storage';

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => send(listSessions, { signal }),
});

export const playBreakQuery = queryOptions({
  queryKey: queryKeys.pause,
  queryFn: async ({ signal }) => send(getPlayBreak, { signal }),
});

export async function submitPlayBreak(length: PlayBreakLength): Promise<void> {
  await send(startPlayBreak, { body: { length } });
}

/** Requests new tokens for this session; a host without extensions leaves the current ones valid. */
const renewing = { headers: { [RENEW_SESSION_HEADER]: '1' } } as const;

/** Kept by the component that shows it, and nowhere else. */
export async function requestBankAccount(password: string): Promise<string> {
  return (await send(revealBankAccount, { body: { Password: password } })).BankAccount;
}

export async function submitPasswordChange(request: {
  readonly phoneNumber: string;
  readonly oldPassword: string;
  readonly password: string;
  readonly confirmation: string;
}): Promise<void> {
  const { envelopeFields } = await sendForEnvelope(changePassword, {
    ...renewing,
    body: {
      phone_number: request.phoneNumber,
      old_Password: request.oldPassword,
      Password: request.password,
      Confirm_Password: request.confirmation,
    },
  });
  replaceTokens(envelopeFields);
}

/** Returns the number of ended sessions. */
export async function submitEndOthers(): Promise<number> {
  const { data, envelopeFields } = await sendForEnvelope(endOtherSessions, renewing);
  replaceTokens(envelopeFields);
  return data.ended;
}

export async function submitRevokeDevice({
  deviceId,
  isCurrent,
}: {
  readonly deviceId: string;
  readonly isCurrent: boolean;
}): Promise<void> {
  await send(revokeDevice, { body: { deviceId } });
  if (isCurrent && readOwnRemembered()) remove(storageKeys.remembered);
}

export const playLimitsQuery = queryOptions({
  queryKey: queryKeys.playLimits,
  queryFn: async ({ signal }) => (await send(getPlayLimits, { signal })).limits,
});

type DepositLimitResult = Data<typeof getDepositLimits> & { readonly message: string };
type PlayLimitResult = Data<typeof getPlayLimits> & { readonly message: string };

/** Null removes the limit. */
export async function submitDepositLimit(span: CalendarSpan, Amount: number | null): Promise<DepositLimitResult> {
  const { data, message } = await sendForEnvelope(setDepositLimit, { body: { span, Amount } });
  return { ...data, message };
}

export async function submitDepositLimitConfirmation(span: CalendarSpan): Promise<DepositLimitResult> {
  const { data, message } = await sendForEnvelope(confirmDepositLimit, { body: { span } });
  return { ...data, message };
}

export async function submitPlayLimit(span: PlayLimitSpan, Amount: number | null): Promise<PlayLimitResult> {
  const { data, message } = await sendForEnvelope(setPlayLimit, { body: { span, Amount } });
  return { ...data, message };
}

export async function submitPlayLimitConfirmation(span: PlayLimitSpan): Promise<PlayLimitResult> {
  const { data, message } = await sendForEnvelope(confirmPlayLimit, { body: { span } });
  return { ...data, message };
}

type TimeLimitResult = Data<typeof getTimeLimits> & { readonly message: string };

export async function submitTimeLimit(span: 'day', minutes: number | null): Promise<TimeLimitResult> {
  const { data, message } = await sendForEnvelope(setTimeLimit, { body: { span, minutes } });
  return { ...data, message };
}

export async function submitTimeLimitConfirmation(span: 'day'): Promise<TimeLimitResult> {
  const { data, message } = await sendForEnvelope(confirmTimeLimit, { body: { span } });
  return { ...data, message };
}
