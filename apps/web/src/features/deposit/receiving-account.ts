// What a receiving account leads to: its number, and in play mode the bank's page with both sides filled in.
//
// Always true: nothing here makes a payment QR of a real bank. A code that a bank's app understands would be a way from
// real money to play money, and there is none (rules §1).

import type { DepositAccount } from '@chaba/contract/deposits';
import type { UserInfo } from '@chaba/contract/members';

/** Spec §3: a wallet's phone number is its account number. */
export function numberOf({ BankAccount, phoneNumber }: DepositAccount): string {
  return BankAccount ?? phoneNumber ?? '';
}

/** The page of the sandbox's bank, filled in as far as this device knows; undefined where money is real. */
export function bankPageAddress(
  bankUrl: string | undefined,
  account: DepositAccount | undefined,
  member: UserInfo | undefined,
): string | undefined {
  if (!bankUrl || !account || !URL.canParse(bankUrl)) return undefined;
  const address = new URL(bankUrl);
  // The stored copy of the member's own account is masked, so only its bank can be filled in.
  if (member) address.searchParams.set('fromBankCode', member.BankCode);
  if (account.BankCode) {
    address.searchParams.set('toBankCode', account.BankCode);
    address.searchParams.set('toAccount', numberOf(account));
  } else {
    address.searchParams.set('toPhone', numberOf(account));
  }
  return address.href;
}
