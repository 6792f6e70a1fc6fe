// The QR sheet of a receiving account (spec §2: level H, 256), with a picture to save. In play mode the code leads to the
// sandbox's bank with the account filled in; elsewhere it holds the account number.

import type { DepositAccount } from '@chaba/contract/deposits';

import { CopyRow } from '#ui/copy-button';
import { Sheet } from '#ui/dialog';
import { QrPicture } from '#ui/qr-picture';

import { text } from './deposit.text.ts';

export function AccountQr({
  account: { BankName, fullName },
  number,
  shownNumber,
  label,
  value,
  isOpen,
  onClose,
}: {
  readonly account: DepositAccount;
  /** Without dashes, to be copied. */
  readonly number: string;
  readonly shownNumber: string;
  /** What the number is called. */
  readonly label: string;
  /** What the code holds. */
  readonly value: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.qrTitle} hasStamp>
      <QrPicture value={value} name={`${BankName} ${fullName}`} fileName={text.qrFile(number)}>
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
      </QrPicture>
    </Sheet>
  );
}
