// Password change: old, new, confirm (spec §2 and §5). The form states that other devices are signed out.
//
// Always true: typed values leave this component only in the one request.

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import { PASSWORD_LENGTH_MAX } from '@chaba/contract/constraints';

import { tickError, tickSuccess } from '#lib/browser/haptics';
import { queryKeys } from '#lib/api/query-keys';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useMember } from '#lib/member/session';
import { useFields, type Wrong } from '#lib/react/use-fields';
import { Button } from '#ui/button';
import { preloadOverlays, useDialog } from '#ui/dialog';
import { PasswordField, UserNameField } from '#ui/password-field';

import { submitPasswordChange } from './profile.queries.ts';
import { text } from './profile.text.ts';

type Typed = { readonly oldPassword: string; readonly password: string; readonly confirmation: string };

const empty: Typed = { oldPassword: '', password: '', confirmation: '' };

const labels = [
  { name: 'oldPassword', label: text.oldPassword, autoComplete: 'current-password', hint: undefined },
  { name: 'password', label: text.newPassword, autoComplete: 'new-password', hint: text.passwordHint },
  { name: 'confirmation', label: text.confirmPassword, autoComplete: 'new-password', hint: undefined },
] as const;

export function PasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const member = useMember();
  const queryClient = useQueryClient();
  const { showMessage } = useDialog();
  const [isBusy, setBusy] = useState(false);
  const isSubmitting = useRef(false);
  const fields = useFields(empty);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const typed = fields.values;
    if (!member || isSubmitting.current || !fields.accept(findErrors(typed))) return;
    isSubmitting.current = true;
    setBusy(true);
    try {
      await submitPasswordChange({ phoneNumber: member.PhoneNumber, ...typed });
      fields.reset();
      tickSuccess();
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
      onDone?.();
      setBusy(false);
      await showMessage({ message: text.changed, tone: 'success' });
    } catch (error) {
      tickError();
      setBusy(false);
      await showMessage({ title: text.changeFailed, message: getErrorMessage(error), tone: 'failure' });
      fields.focus(isApiError(error, 'PASSWORD_OLD_WRONG') ? 'oldPassword' : 'password');
    } finally {
      isSubmitting.current = false;
      setBusy(false);
    }
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <UserNameField userName={member?.PhoneNumber ?? ''} />
      {labels.map(({ name, ...label }) => (
        <PasswordField
          key={name}
          {...fields.text(name)}
          {...label}
          {...(name === 'oldPassword' ? {} : { lengthMax: PASSWORD_LENGTH_MAX })}
        />
      ))}
      <Button type="submit" size="large" isWide isBusy={isBusy} onPointerDown={preloadOverlays} className="mt-1">
        {text.changePassword}
      </Button>
    </form>
  );
}

function findErrors(typed: Typed): Wrong<Typed> {
  const missing = (password: string) => (password === '' ? text.incomplete : undefined);
  const isMismatch = typed.confirmation !== typed.password;
  const isTooLong = [...typed.password].length > PASSWORD_LENGTH_MAX;
  return {
    oldPassword: missing(typed.oldPassword),
    password: missing(typed.password) ?? (isTooLong ? text.length : undefined),
    confirmation: missing(typed.confirmation) ?? (isMismatch ? text.mismatch : undefined),
  };
}
