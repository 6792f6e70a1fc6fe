// The bound bank account, its lock and the reason for it.

import { LockKeyhole } from 'lucide-react';

import { bankName } from '@chaba/contract/banks.text';
import { formatAccountNumber } from '@chaba/contract/banks';
import type { UserInfo } from '@chaba/contract/members';

import { BankMark } from '#parts/bank-mark';
import { Card } from '#ui/card';

import { text } from './profile.text.ts';

export function BankCard({ member: { BankCode, BankAccount } }: { readonly member: UserInfo }) {
  return (
    <Card as="div">
      <div className="flex items-center gap-3">
        <BankMark code={BankCode} />
        <div className="min-w-0 flex-1">
          <p className="text-small text-text-2">
            <span className="sr-only">{text.bank} </span>
            {bankName(BankCode)}
          </p>
          <p className="num text-title-3">
            <span className="sr-only">{text.account} </span>
            {formatAccountNumber(BankCode, BankAccount)}
          </p>
        </div>
        <LockKeyhole aria-hidden="true" size={22} strokeWidth={1.75} className="flex-none text-text-3" />
      </div>
      <p className="mt-3 border-t border-hairline pt-3 text-small text-text-2">{text.readOnly}</p>
    </Card>
  );
}
