// The three requests of a registration.

import type { Body } from '@chaba/contract/endpoint';
import { checkBank, checkPhone, signup } from '@chaba/contract/requests';

import { send } from '#lib/api/api';
import { getDeviceId } from '#lib/member/device-id';

/** The name service of a bank can be slow. */
const BANK_TIMEOUT_MS = 25_000;

export async function submitPhone(phoneNumber: string): Promise<void> {
  await send(checkPhone, { body: { phoneNumber, deviceMark: getDeviceId() } });
}

/** Names and token, or none of the three without a confirmation by the bank. */
export function requestBankCheck(
  phoneNumber: string,
  { BankCode, BankAccount }: { BankCode: string; BankAccount: string },
) {
  const body = { BankCode, BankAccount, phoneNumber, deviceMark: getDeviceId() };
  return send(checkBank, { body, timeoutMs: BANK_TIMEOUT_MS });
}

export async function submitSignup(body: Body<typeof signup>, tokenBank: string | undefined): Promise<void> {
  await send(signup, { body, ...(tokenBank === undefined ? {} : { headers: { tokenBank } }) });
}
