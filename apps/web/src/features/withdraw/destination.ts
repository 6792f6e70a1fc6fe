// Formats the bound account: owner, common name of the bank, and the last four digits.

import { bankName, bankText } from '@chaba/contract/banks.text';
import type { UserInfo } from '@chaba/contract/members';

export type Destination = {
  readonly name: string;
  readonly code: string;
  readonly bank: string;
  readonly tail: string;
};

/** The stored copy of the member masks the account except for these digits. */
export function formatDestination({ BankCode, BankAccount, userName }: UserInfo): Destination {
  return {
    name: userName.fullName,
    code: BankCode,
    bank: bankText[BankCode]?.name ?? bankName(BankCode),
    tail: BankAccount.slice(-4),
  };
}
