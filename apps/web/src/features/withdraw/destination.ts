// How the page names the bound account: whose it is, the bank by the name members use, and the last four digits.

import { bankName, bankText } from '@chaba/contract/banks.text';
import type { UserInfo } from '@chaba/contract/members';

export type Destination = {
  readonly name: string;
  readonly code: string;
  readonly bank: string;
  readonly tail: string;
};

/** The stored copy of the member holds the account masked but for these digits. */
export function destinationOf({ BankCode, BankAccount, userName }: UserInfo): Destination {
  return {
    name: userName.fullName,
    code: BankCode,
    bank: bankText[BankCode]?.name ?? bankName(BankCode),
    tail: BankAccount.slice(-4),
  };
}
