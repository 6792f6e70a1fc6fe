// The three questions of a registration.

import type { Body } from '@chaba/contract/endpoint';
import { checkBank, checkPhone, signup } from '@chaba/contract/requests';

import { send } from '#lib/api';
import { getDeviceId } from '#lib/device-mark';

/** The name service of a bank may take its time. */
const BANK_TIMEOUT_MS = 25_000;

export async function askPhone(phoneNumber: string): Promise<void> {
  await send(checkPhone, { body: { phoneNumber, deviceMark: getDeviceId() } });
}

/** Names and token, or nothing of the three when the bank did not say. */
export function askBank(phoneNumber: string, { BankCode, BankAccount }: { BankCode: string; BankAccount: string }) {
  const body = { BankCode, BankAccount, phoneNumber, deviceMark: getDeviceId() };
  return send(checkBank, { body, timeoutMs: BANK_TIMEOUT_MS });
}

export async function askSignup(body: Body<typeof signup>, tokenBank: string | undefined): Promise<void> {
  await send(signup, { body, ...(tokenBank === undefined ? {} : { headers: { tokenBank } }) });
}
