// A remembered device signs in with one press, and can be forgotten with one.

import { formatPhone } from '@chaba/contract/phones';

import { Button } from '#ui/button';

import { forgetThisDevice } from './auth.queries.ts';
import { text } from './auth.text.ts';
import type { Remembered } from './remembered.ts';

export function RememberedDevice({
  entry,
  isBusy,
  onContinue,
  onForgotten,
}: {
  readonly entry: Remembered;
  readonly isBusy: boolean;
  readonly onContinue: () => void;
  readonly onForgotten: () => void;
}) {
  return (
    <section className="flex flex-col items-stretch gap-1 border-b border-hairline pb-4 text-center">
      <Button variant="secondary" size="large" isBusy={isBusy} onClick={onContinue}>
        {text.continueAs(formatPhone(entry.phoneNumber))}
      </Button>
      <p className="mt-1.5 text-small text-text-2">{text.withoutTyping}</p>
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          forgetThisDevice();
          onForgotten();
        }}
      >
        {text.forgetDevice}
      </Button>
    </section>
  );
}
