// The QR sheet of a receiving account (spec §2: level H, 256), with a picture to save. In play mode the code leads to the
// sandbox's bank with the account filled in; elsewhere it holds the account number.

import { Download } from 'lucide-react';
import { useRef } from 'react';

import { formatAccountNumber } from '@chaba/contract/banks';
import type { DepositAccount } from '@chaba/contract/deposits';
import { formatPhone } from '@chaba/contract/phones';

import { useMember } from '#lib/session';
import { useSite } from '#lib/site';
import { Button } from '#ui/button';
import { CopyRow } from '#ui/copy-button';
import { Sheet, useDialog } from '#ui/dialog';
import { QrCode } from '#ui/qr-code';
import { toast } from '#ui/toast';

import { text } from './deposit.text.ts';
import { bankPageAddress, numberOf } from './receiving-account.ts';
import { savePicture } from './save-picture.ts';

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
  const { tell } = useDialog();
  const place = useRef<HTMLDivElement>(null);
  const number = numberOf(account);
  const name = `${account.BankName} ${account.fullName}`;
  const value = bankPageAddress(site.sandboxBankUrl, account, member) ?? number;

  async function save() {
    const svg = place.current?.querySelector('svg');
    const isSaved = svg ? await savePicture(svg, text.qrFile(number)) : false;
    if (isSaved) toast(text.qrSaved);
    else await tell({ message: text.qrFailed, tone: 'failure' });
  }

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.qrTitle} hasStamp>
      <div className="flex flex-col items-center gap-4">
        <div ref={place} className="rounded-card bg-white p-1">
          <QrCode value={value} name={name} />
        </div>
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
        <Button
          isWide
          size="large"
          onClick={() => void save()}
          icon={<Download aria-hidden="true" size={20} strokeWidth={1.75} />}
        >
          {text.qrSave}
        </Button>
      </div>
    </Sheet>
  );
}
