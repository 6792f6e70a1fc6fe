// Data of a receiving account: number, the bank page with both sides filled in (play mode) or the PromptPay code.
//
// Always true: play mode returns no code that a banking app accepts, because real money could otherwise become play
// money. An account without a PromptPay id has no code.

import type { DepositAccount } from '@chaba/contract/deposits';
import type { UserInfo } from '@chaba/contract/members';
import { encodePromptPay } from '@chaba/contract/promptpay';
import type { Money } from '@chaba/money';

import { parseUrl } from '#lib/browser/url';

/** Spec §3: a wallet's phone number is its account number. */
export function getAccountNumber({ BankAccount, phoneNumber }: DepositAccount): string {
  return BankAccount ?? phoneNumber ?? '';
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** PromptPay payload; undefined in play mode and without a PromptPay id. */
export function createPromptPayCode(
  bankUrl: string | undefined,
  account: DepositAccount,
  amount?: Money,
): string | undefined {
  if (bankUrl || account.promptPayId === undefined) return undefined;
  return encodePromptPay(account.promptPayId, amount);
}

/** Page of the sandbox bank, prefilled with the data stored on this device; undefined for real money. */
export function getBankPageAddress(
  bankUrl: string | undefined,
  account: DepositAccount | undefined,
  member: UserInfo | undefined,
  /** Host name by which this device reached the site. */
  hostname: string = globalThis.location.hostname,
): string | undefined {
  const address = bankUrl ? parseUrl(bankUrl) : undefined;
  if (!address || !account) return undefined;
  // A loopback name refers to the server's machine; a phone uses the host name in its address bar.
  if (LOOPBACK.test(address.hostname) && hostname !== '') address.hostname = hostname;
  // The stored copy of the member's account is masked, so only the bank is prefilled.
  if (member) address.searchParams.set('fromBankCode', member.BankCode);
  if (account.BankCode) {
    address.searchParams.set('toBankCode', account.BankCode);
    address.searchParams.set('toAccount', getAccountNumber(account));
  } else {
    address.searchParams.set('toPhone', getAccountNumber(account));
    // A wallet is paid from the member's own wallet, if it is stored on this device.
    if (member) address.searchParams.set('fromPhone', member.PhoneNumber);
  }
  return address.href;
}
