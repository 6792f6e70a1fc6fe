// What a receiving account leads to: its number, in play mode the bank's page with both sides filled in, else its PromptPay code.
//
// Always true: in play mode there is no code that a banking app understands, because it would be a way from real money to play money
// (rules §1). An account without a PromptPay id has no code.

import type { DepositAccount } from '@chaba/contract/deposits';
import type { UserInfo } from '@chaba/contract/members';
import { encodePromptPay } from '@chaba/contract/promptpay';
import type { Money } from '@chaba/money';

/** Spec §3: a wallet's phone number is its account number. */
export function numberOf({ BankAccount, phoneNumber }: DepositAccount): string {
  return BankAccount ?? phoneNumber ?? '';
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** What a banking app scans to pay to the account; undefined in play mode and without a PromptPay id. */
export function promptPayCode(
  bankUrl: string | undefined,
  account: DepositAccount,
  amount?: Money,
): string | undefined {
  if (bankUrl || account.promptPayId === undefined) return undefined;
  return encodePromptPay(account.promptPayId, amount);
}

/** The page of the sandbox's bank, filled in as far as this device knows; undefined where money is real. */
export function bankPageAddress(
  bankUrl: string | undefined,
  account: DepositAccount | undefined,
  member: UserInfo | undefined,
  /** The host name by which this device reached the site. */
  hostname: string = globalThis.location.hostname,
): string | undefined {
  if (!bankUrl || !account || !URL.canParse(bankUrl)) return undefined;
  const address = new URL(bankUrl);
  // A loopback name means the machine of the server; a phone knows it by the name in its own address bar.
  if (LOOPBACK.test(address.hostname) && hostname !== '') address.hostname = hostname;
  // The stored copy of the member's own account is masked, so only its bank can be filled in.
  if (member) address.searchParams.set('fromBankCode', member.BankCode);
  if (account.BankCode) {
    address.searchParams.set('toBankCode', account.BankCode);
    address.searchParams.set('toAccount', numberOf(account));
  } else {
    address.searchParams.set('toPhone', numberOf(account));
    // A wallet is paid from a wallet: the member's own, as far as this device knows it.
    if (member) address.searchParams.set('fromPhone', member.PhoneNumber);
  }
  return address.href;
}
