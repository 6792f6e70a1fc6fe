// Step one: an unregistered phone number.

import { useRef, useState, type FormEvent, type MouseEvent } from 'react';

import { isPhone } from '@chaba/contract/phones';

import { paths } from '#lib/paths';
import { Button } from '#ui/button';
import { preloadOverlays } from '#ui/dialog';
import { PhoneField } from '#parts/phone-field';

import { submitPhone } from './register.queries.ts';
import { text } from './register.text.ts';
import { useSubmitStep } from './use-registration.ts';
import { Link } from '#ui/link';

export function PhoneStep({
  phoneNumber,
  onDone,
  onLogin,
}: {
  readonly phoneNumber: string;
  readonly onDone: (phoneNumber: string) => void;
  readonly onLogin?: (() => void) | undefined;
}) {
  const [phone, setPhone] = useState(phoneNumber);
  const [isWrong, setWrong] = useState(false);
  const { isBusy, submit: submitStep } = useSubmitStep();
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPhone(phone)) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    const failure = await submitStep(async () => {
      await submitPhone(phone);
      onDone(phone);
    });
    if (failure) field.current?.focus();
  }

  function login(event: MouseEvent) {
    if (!onLogin) return;
    event.preventDefault();
    onLogin();
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      <PhoneField
        ref={field}
        value={phone}
        onChange={(typed) => {
          setPhone(typed);
          setWrong(false);
        }}
        hint={text.phoneHint}
        error={isWrong ? text.phoneInvalid : undefined}
      />
      <Button type="submit" size="large" isWide isBusy={isBusy} onPointerDown={preloadOverlays}>
        {text.phoneCheck}
      </Button>
      <p className="border-t border-hairline pt-4 text-center text-base text-text-2">
        {text.haveAccount}{' '}
        <Link
          to={paths.login}
          onClick={login}
          className="inline-flex min-h-11 items-center font-semibold text-brand-text"
        >
          {text.login}
        </Link>
      </p>
    </form>
  );
}
