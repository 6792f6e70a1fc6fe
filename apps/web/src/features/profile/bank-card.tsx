// The bound bank account, its lock and the reason for it. The number is masked; the password shows it.
//
// Always true: the number in full stays in this component, so it is masked again on the next page.

import { Eye, EyeOff, LockKeyhole } from 'lucide-react';
import { useState } from 'react';

import { bankName } from '@chaba/contract/banks.text';
import { formatAccountNumber } from '@chaba/contract/banks';
import type { UserInfo } from '@chaba/contract/members';

import { hasExtensionSupport } from '#lib/api/api';
import { BankMark } from '#parts/bank-mark';
import { Card } from '#ui/card';
import { IconButton } from '#ui/icon-button';

import { text } from './profile.text.ts';
import { RevealAccountSheet } from './reveal-account-sheet.tsx';

const icon = { 'aria-hidden': true, size: 22, strokeWidth: 1.75 } as const;

export function BankCard({ member: { BankCode, BankAccount } }: { readonly member: UserInfo }) {
  const [revealed, setRevealed] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const isMasked = !/^\d*$/.test(BankAccount);
  return (
    <Card as="div">
      <div className="flex items-center gap-3">
        <BankMark code={BankCode} />
        <div className="min-w-0 flex-1">
          <p className="text-small text-text-2">
            <span className="sr-only">{text.bank} </span>
            {bankName(BankCode)}
          </p>
          <p className="num text-title-3" aria-live="polite">
            <span className="sr-only">{text.account} </span>
            {formatAccountNumber(BankCode, revealed ?? BankAccount)}
          </p>
        </div>
        {isMasked && hasExtensionSupport() ? (
          <IconButton
            label={revealed === undefined ? text.revealAccount : text.hideAccount}
            icon={revealed === undefined ? <Eye {...icon} /> : <EyeOff {...icon} />}
            onClick={() => (revealed === undefined ? setAsking(true) : setRevealed(undefined))}
          />
        ) : (
          <LockKeyhole {...icon} className="flex-none text-text-3" />
        )}
      </div>
      <p className="mt-3 border-t border-hairline pt-3 text-small text-text-2">{text.readOnly}</p>
      <RevealAccountSheet
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onRevealed={(account) => {
          setAsking(false);
          setRevealed(account);
        }}
      />
    </Card>
  );
}
