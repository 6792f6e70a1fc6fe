// Signing in: phone and password, remember-me, help and the way to an account. The page and the dialog of
// the header show this same form.
//
// Always true: nothing is sent that cannot be right (spec §5); what the server says no to stands in a dialog.

import { useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';

import { LOGIN_INPUT_LENGTH_MAX, LOGIN_INPUT_LENGTH_MIN, PHONE_LENGTH } from '@chaba/contract/limits';

import { sentenceOf } from '#lib/refusal';
import { tickError } from '#lib/haptics';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { preloadOverlays, useDialog } from '#ui/dialog';
import { PasswordField } from '#ui/password-field';
import { PhoneField } from '#ui/phone-field';

import { signIn, signInAsDevice } from './auth.queries.ts';
import { text } from './auth.text.ts';
import { LoginHelp } from './login-help.tsx';
import { RememberedDevice } from './remembered-device.tsx';
import { readRemembered, type Remembered } from './remembered.ts';

type Fields = { phoneNumber: string; password: string };

export function LoginForm({
  phoneNumber = '',
  onDone,
  onRegister,
}: {
  /** Known already: somebody has just registered. */
  readonly phoneNumber?: string | undefined;
  readonly onDone: () => void;
  /** Set in the dialog, where the other form takes this one's place. */
  readonly onRegister?: (() => void) | undefined;
}) {
  const [remembered, setRemembered] = useState(readRemembered);
  const [isRemembered, setIsRemembered] = useState(remembered !== undefined);
  const [busyWith, setBusyWith] = useState<'password' | 'device'>();
  const isAsking = useRef(false);
  const { tell } = useDialog();
  const { control, handleSubmit, setError, setFocus } = useForm<Fields>({
    defaultValues: { phoneNumber: phoneNumber || (remembered?.phoneNumber ?? ''), password: '' },
  });

  async function ask(how: 'password' | 'device', question: () => Promise<void>) {
    if (isAsking.current) return;
    isAsking.current = true;
    setBusyWith(how);
    try {
      await question();
      onDone();
    } catch (error) {
      tickError();
      setBusyWith(undefined);
      setRemembered(readRemembered());
      await tell({ title: text.failedTitle, message: sentenceOf(error), tone: 'failure' });
      setFocus('password');
    } finally {
      isAsking.current = false;
      setBusyWith(undefined);
    }
  }

  function submit(fields: Fields) {
    const wrong = fields.phoneNumber.length !== PHONE_LENGTH ? 'phoneNumber' : fields.password === '' && 'password';
    // The sentence is about both fields, so it is said once, at the first that is wrong.
    if (wrong) setError(wrong, { message: text.invalid }, { shouldFocus: true });
    else return ask('password', () => signIn({ ...fields, isRemembered }));
    return undefined;
  }

  const continueAs = (entry: Remembered) => ask('device', () => signInAsDevice(entry));

  return (
    <div className="flex flex-col gap-4">
      {remembered && (
        <RememberedDevice
          entry={remembered}
          isBusy={busyWith === 'device'}
          onContinue={() => void continueAs(remembered)}
          onForgotten={() => {
            setRemembered(undefined);
            setIsRemembered(false);
          }}
        />
      )}
      <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
        <Controller
          control={control}
          name="phoneNumber"
          render={({ field, fieldState }) => (
            <PhoneField
              {...field}
              minLength={LOGIN_INPUT_LENGTH_MIN}
              maxLength={LOGIN_INPUT_LENGTH_MAX}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="password"
          render={({ field, fieldState }) => (
            <PasswordField
              {...field}
              autoComplete="current-password"
              minLength={LOGIN_INPUT_LENGTH_MIN}
              maxLength={LOGIN_INPUT_LENGTH_MAX}
              error={fieldState.error?.message}
            />
          )}
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
