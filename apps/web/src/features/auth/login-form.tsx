// Sign-in form: phone, password, remember-me, help and link to the registration. The page and the header's dialog share
// it.
//
// Always true: only valid input is sent (spec §5), and none is cut to become valid; a rejection opens a dialog. A form
// with a secret uses `post`: a submit before hydration would otherwise put the secret into the address.

import { useState, type FormEvent } from 'react';

import { LOGIN_INPUT_LENGTH_MAX, LOGIN_INPUT_LENGTH_MIN, PHONE_LENGTH } from '@chaba/contract/constraints';

import { useFields, type Wrong } from '#lib/react/use-fields';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { preloadOverlays } from '#ui/dialog';
import { PasswordField } from '#ui/password-field';
import { PhoneField } from '#parts/phone-field';

import { signIn, signInAsDevice } from './auth.queries.ts';
import { text } from './auth.text.ts';
import { LoginHelp } from './login-help.tsx';
import { RememberedDevice } from './remembered-device.tsx';
import { readRemembered } from './remembered.ts';
import { useSubmitSignIn } from './use-submit-sign-in.ts';

type Typed = { readonly phoneNumber: string; readonly password: string };

export function LoginForm({
  phoneNumber = '',
  onDone,
  onRegister,
}: {
  /** Prefilled after a registration. */
  readonly phoneNumber?: string | undefined;
  readonly onDone: () => void;
  /** Set in the dialog, which switches to the registration form. */
  readonly onRegister?: (() => void) | undefined;
}) {
  const [remembered, setRemembered] = useState(readRemembered);
  const [isRemembered, setIsRemembered] = useState(remembered !== undefined);
  const fields = useFields<Typed>({ phoneNumber: phoneNumber || (remembered?.phoneNumber ?? ''), password: '' });
  const { busyWith, submit: submitSignIn } = useSubmitSignIn({
    onDone,
    onRejected: () => {
      setRemembered(readRemembered());
      fields.focus('password');
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = fields.values;
    if (fields.accept(findErrors(typed))) void submitSignIn('password', () => signIn({ ...typed, isRemembered }));
  }

  function onRevoked() {
    setRemembered(undefined);
    setIsRemembered(false);
  }

  return (
    <div className="flex flex-col gap-4">
      {remembered && (
        <RememberedDevice
          entry={remembered}
          isBusy={busyWith === 'device'}
          onContinue={() => void submitSignIn('device', () => signInAsDevice(remembered))}
          onRevoked={onRevoked}
        />
      )}
      <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <PhoneField {...fields.text('phoneNumber')} minLength={LOGIN_INPUT_LENGTH_MIN} />
        <PasswordField
          {...fields.text('password')}
          minLength={LOGIN_INPUT_LENGTH_MIN}
          lengthMax={LOGIN_INPUT_LENGTH_MAX}
          autoComplete="current-password"
        />
        <Checkbox name="remember" isChecked={isRemembered} onChange={setIsRemembered}>
          {text.remember}
        </Checkbox>
        <Button type="submit" size="large" isWide isBusy={busyWith === 'password'} onPointerDown={preloadOverlays}>
          {busyWith === 'password' ? text.submitting : text.submit}
        </Button>
      </form>
      <LoginHelp onRegister={onRegister} />
    </div>
  );
}

/** The message concerns both fields, so it appears once, at the first invalid field (spec §5). */
function findErrors({ phoneNumber, password }: Typed): Wrong<Typed> {
  if (phoneNumber.length !== PHONE_LENGTH) return { phoneNumber: text.invalid };
  return password === '' || password.length > LOGIN_INPUT_LENGTH_MAX ? { password: text.invalid } : {};
}
