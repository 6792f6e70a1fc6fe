// A password with a show/hide switch and a caps-lock hint. Pasting is allowed: password managers do.

import { useState, type KeyboardEvent } from 'react';
import { Eye, EyeOff, Lock } from 'lucide-react';

import { Field, type FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { text } from './ui.text.ts';

export function PasswordField({
  label = text.password,
  autoComplete,
  hint,
  lengthMax = Number.POSITIVE_INFINITY,
  ...rest
}: Omit<FieldProps, 'label' | 'type' | 'end' | 'autoComplete' | 'maxLength'> & {
  readonly label?: string;
  readonly autoComplete: 'current-password' | 'new-password';
  /** A longer password is kept as typed, and the hint says the limit: a generated one is saved whole by its manager. */
  readonly lengthMax?: number;
}) {
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);

  function noticeCapsLock(event: KeyboardEvent) {
    // Autofill sends key events without a modifier state.
    if (typeof event.getModifierState === 'function') setCapsLock(event.getModifierState('CapsLock'));
  }

  const { length } = [...rest.value];
  const note = length > lengthMax ? text.passwordTooLong(length, lengthMax) : hint;

  return (
    <Field
      placeholder={text.passwordPlaceholder}
      start={<Lock aria-hidden="true" size={20} strokeWidth={1.75} />}
      {...rest}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onKeyUp={noticeCapsLock}
      hint={hasCapsLock ? text.capsLock : note}
      isHintKept={length > lengthMax}
      end={
        <IconButton
          label={isShown ? text.hidePassword : text.showPassword}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="mr-1"
          icon={
            isShown ? (
              <EyeOff aria-hidden="true" size={22} strokeWidth={1.75} />
            ) : (
              <Eye aria-hidden="true" size={22} strokeWidth={1.75} />
            )
          }
        />
      }
    />
  );
}

/** A hidden field that gives password managers the user name of a form without one. */
export function UserNameField({ userName }: { readonly userName: string }) {
  return <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />;
}
