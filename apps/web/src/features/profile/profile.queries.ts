// What the member's own pages ask of the server.

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
  revokeDevice,
  setDepositLimit,
  setPlayLimit,
  setTimeLimit,
} from '@chaba/contract/requests';

import { send, sendForEnvelope } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { ownRemembered, replaceTokens } from '#lib/session';
import { remove, storageKeys } from '#lib/storage';

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => send(listSessions, { signal }),
});

export const pauseQuery = queryOptions({
  queryKey: queryKeys.pause,
  queryFn: async ({ signal }) => send(getPlayBreak, { signal }),
});

export async function submitPlayBreak(length: PlayBreakLength): Promise<void> {
  await send(startPlayBreak, { body: { length } });
}

/** Our own server gives this session new tokens; another host keeps the one that it has. */
const renewing = { headers: { [RENEW_SESSION_HEADER]: '1' } } as const;

export async function askPasswordChange(wish: {
  readonly phoneNumber: string;
  readonly oldPassword: string;
  readonly password: string;
  readonly confirmation: string;
}): Promise<void> {
  const { envelopeFields } = await sendForEnvelope(changePassword, {
    ...renewing,
    body: {
      phone_number: wish.phoneNumber,
      old_Password: wish.oldPassword,
      Password: wish.password,
      Confirm_Password: wish.confirmation,
    },
  });
  replaceTokens(envelopeFields);
}

/** Answers how many were ended. */
export async function askEndOthers(): Promise<number> {
  const { data, envelopeFields } = await sendForEnvelope(endOtherSessions, renewing);
  replaceTokens(envelopeFields);
  return data.ended;
}

export async function askRevokeDevice({
  deviceId,
  isCurrent,
}: {
  readonly deviceId: string;
  readonly isCurrent: boolean;
}): Promise<void> {
  await send(revokeDevice, { body: { deviceId } });
  if (isCurrent && ownRemembered()) remove(storageKeys.remembered);
}

export const playLimitsQuery = queryOptions({
  queryKey: queryKeys.playLimits,
  queryFn: async ({ signal }) => (await send(getPlayLimits, { signal })).limits,
});

type LimitAnswer = Data<typeof getDepositLimits> & { readonly message: string };
type PlayLimitAnswer = Data<typeof getPlayLimits> & { readonly message: string };

/** Null: no limit any more. */
export async function askDepositLimit(span: CalendarSpan, Amount: number | null): Promise<LimitAnswer> {
  const { data, message } = await sendForEnvelope(setDepositLimit, { body: { span, Amount } });
  return { ...data, message };
}

export async function askConfirmedDepositLimit(span: CalendarSpan): Promise<LimitAnswer> {
  const { data, message } = await sendForEnvelope(confirmDepositLimit, { body: { span } });
  return { ...data, message };
}

export async function askPlayLimit(span: PlayLimitSpan, Amount: number | null): Promise<PlayLimitAnswer> {
  const { data, message } = await sendForEnvelope(setPlayLimit, { body: { span, Amount } });
  return { ...data, message };
}

export async function askConfirmedPlayLimit(span: PlayLimitSpan): Promise<PlayLimitAnswer> {
  const { data, message } = await sendForEnvelope(confirmPlayLimit, { body: { span } });
  return { ...data, message };
}

type TimeLimitAnswer = Data<typeof getTimeLimits> & { readonly message: string };

export async function askTimeLimit(span: 'day', minutes: number | null): Promise<TimeLimitAnswer> {
  const { data, message } = await sendForEnvelope(setTimeLimit, { body: { span, minutes } });
  return { ...data, message };
}

export async function askConfirmedTimeLimit(span: 'day'): Promise<TimeLimitAnswer> {
  const { data, message } = await sendForEnvelope(confirmTimeLimit, { body: { span } });
  return { ...data, message };
}
