// The sheet of a receiving account (spec §2: QR widget, level H, 256): QR code if there is one, account number and copy
// button. In play mode the code opens the sandbox bank with the account filled in; elsewhere it is the PromptPay code
// of the account with the typed amount. An account without a PromptPay id shows its number only.

import { useState } from 'react';

import type { DepositAccount } from '@chaba/contract/deposits';
import { parseTypedBaht } from '@chaba/money';

import { useMember } from '#lib/member/session';
import { useSite } from '#lib/site/site';
import { CopyRow } from '#ui/copy-button';
import { Sheet } from '#ui/dialog';
import { MoneyField } from '#ui/money-field';
import { QrPicture } from '#ui/qr-picture';

import { text } from './deposit.text.ts';
import { getBankPageAddress, createPromptPayCode } from './receiving-account.ts';

type AccountProps = {
  readonly account: DepositAccount;
  /** Without dashes, for copying. */
  readonly number: string;
  readonly shownNumber: string;
  /** Label of the number. */
  readonly label: string;
};

export function AccountQr({
  isOpen,
  onClose,
  ...account
}: AccountProps & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { site } = useSite();
  const member = useMember();
  const bankPage = getBankPageAddress(site.sandboxBankUrl, account.account, member);
  const hasCode = bankPage !== undefined || createPromptPayCode(site.sandboxBankUrl, account.account) !== undefined;
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={hasCode ? text.qrTitle : account.label} hasFootnote>
      {bankPage !== undefined && <Code {...account} value={bankPage} />}
      {bankPage === undefined && hasCode && <PromptPay {...account} />}
      {!hasCode && (
        <div className="flex flex-col items-center gap-4">
          <Receiver {...account} />
        </div>
      )}
    </Sheet>
  );
}

/** Optional: without an amount the payer enters it in the banking app. */
function PromptPay(account: AccountProps) {
  const [typed, setTyped] = useState('');
  const value = createPromptPayCode(undefined, account.account, parseTypedBaht(typed));
  return (
    <div className="flex flex-col gap-4">
      <MoneyField label={text.qrAmount} value={typed} onChange={setTyped} />
      {value !== undefined && <Code {...account} value={value} />}
    </div>
  );
}

function Code({ value, ...account }: AccountProps & { readonly value: string }) {
  const { BankName, fullName } = account.account;
  return (
    <QrPicture value={value} name={`${BankName} ${fullName}`} fileName={text.qrFile(account.number)}>
      <Receiver {...account} />
    </QrPicture>
  );
}

function Receiver({ account: { BankName, fullName }, number, shownNumber, label }: AccountProps) {
  return (
    <>
      <div className="text-center">
        <p className="text-small text-text-2">{BankName}</p>
        <p className="text-small text-text-2">{fullName}</p>
      </div>
      <CopyRow
        value={number}
        name={label}
        className="rounded-ctl border border-hairline bg-surface-2 py-1.5 pr-1.5 pl-4"
      >
        <span className="num text-title-2">{shownNumber}</span>
      </CopyRow>
    </>
  );
}
