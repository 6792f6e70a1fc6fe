// Signs in a remembered device with one press, and removes it with another.

import { X } from 'lucide-react';

import { formatPhone } from '@chaba/contract/phones';

import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';

import { revokeThisDevice } from './auth.queries.ts';
import { text } from './auth.text.ts';
import type { RememberedLogin } from './remembered.ts';

export function RememberedDevice({
  entry,
  isBusy,
  onContinue,
  onRevoked,
}: {
  readonly entry: RememberedLogin;
  readonly isBusy: boolean;
  readonly onContinue: () => void;
  readonly onRevoked: () => void;
}) {
  return (
    <div className="flex items-center gap-1 border-b border-hairline pb-4">
      <div className="min-w-0 flex-1">
        <Button variant="secondary" size="large" isWide isBusy={isBusy} onClick={onContinue} className="px-2!">
          {text.continueAs(formatPhone(entry.phoneNumber))}
        </Button>
      </div>
      <IconButton
        label={text.forgetDevice}
        icon={<X aria-hidden="true" size={22} strokeWidth={1.75} />}
        onClick={() => {
          revokeThisDevice();
          onRevoked();
        }}
      />
    </div>
  );
}
