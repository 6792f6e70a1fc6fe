// The QR sheet of a receiving account (spec §2: level H, 256), with a picture to save. In play mode the code leads to the
// sandbox's bank with the account filled in; elsewhere it holds the account number.

import { formatAccountNumber } from '@chaba/contract/banks';
import type { DepositAccount } from '@chaba/contract/deposits';
import { formatPhone } from '@chaba/contract/phones';

import { useMember } from '#lib/session';
import { useSite } from '#lib/site';
import { CopyRow } from '#ui/copy-button';
import { Sheet } from '#ui/dialog';
import { QrPicture } from '#ui/qr-picture';

import { text } from './deposit.text.ts';
import { bankPageAddress, numberOf } from './receiving-account.ts';

export function AccountQr({
  account,
  isOpen,
  onClose,
}: {
  readonly account: DepositAccount;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { site } = useSite();
  const member = useMember();
  const number = numberOf(account);
  const name = `${account.BankName} ${account.fullName}`;
  const value = bankPageAddress(site.sandboxBankUrl, account, member) ?? number;

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.qrTitle} hasStamp>
      <QrPicture value={value} name={name} fileName={text.qrFile(number)}>
        <div className="text-center">
          <p className="text-small text-text-2">{account.BankName}</p>
          <p className="text-small text-text-2">{account.fullName}</p>
        </div>
        <CopyRow
          value={number}
          name={text.account(account.BankName)}
          className="rounded-ctl border border-hairline bg-surface-2 py-1.5 pr-1.5 pl-4"
        >
          <span className="num text-title-2">
            {account.BankCode ? formatAccountNumber(account.BankCode, number) : formatPhone(number)}
          </span>
        </CopyRow>
      </QrPicture>
    </Sheet>
  );
}
