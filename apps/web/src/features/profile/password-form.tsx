// Changing the password: old, new, confirm (spec §2 and §5). Other devices are signed out by it, and that is said.
//
// Always true: nothing that was typed leaves this component but in the one request.

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';

import { PASSWORD_LENGTH_MAX } from '@chaba/contract/limits';

import { tickError, tickSuccess } from '#lib/haptics';
import { queryKeys } from '#lib/query-keys';
import { isRefusal, sentenceOf } from '#lib/refusal';
import { useMember } from '#lib/session';
import { Button } from '#ui/button';
import { preloadOverlays, useDialog } from '#ui/dialog';
import { PasswordField } from '#ui/password-field';
import { UserNameField } from '#ui/user-name-field';

import { askPasswordChange } from './profile.queries.ts';
import { text } from './profile.text.ts';

type Fields = { oldPassword: string; password: string; confirmation: string };

const empty: Fields = { oldPassword: '', password: '', confirmation: '' };

const fields = [
  { name: 'oldPassword', label: text.oldPassword, autoComplete: 'current-password', hint: undefined },
  { name: 'password', label: text.newPassword, autoComplete: 'new-password', hint: text.passwordHint },
  { name: 'confirmation', label: text.confirmPassword, autoComplete: 'new-password', hint: undefined },
] as const;

export function PasswordForm({ onDone }: { readonly onDone?: () => void }) {
  const member = useMember();
  const queryClient = useQueryClient();
  const { tell } = useDialog();
  const [isBusy, setBusy] = useState(false);
  const isAsking = useRef(false);
  const { control, handleSubmit, reset, setFocus, getValues } = useForm<Fields>({ defaultValues: empty });

  async function submit(typed: Fields) {
    if (!member || isAsking.current) return;
    isAsking.current = true;
    setBusy(true);
    try {
      await askPasswordChange({ phoneNumber: member.PhoneNumber, ...typed });
      reset(empty);
      tickSuccess();
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
      onDone?.();
      setBusy(false);
      await tell({ message: text.changed, tone: 'success' });
    } catch (error) {
      tickError();
      setBusy(false);
      await tell({ title: text.changeFailed, message: sentenceOf(error), tone: 'failure' });
      setFocus(isRefusal(error, 'PASSWORD_OLD_WRONG') ? 'oldPassword' : 'password');
    } finally {
      isAsking.current = false;
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="flex flex-col gap-4">
      <UserNameField phoneNumber={member?.PhoneNumber ?? ''} />
      {fields.map(({ name, label, autoComplete, hint }) => (
        <Controller
          key={name}
          control={control}
          name={name}
          rules={{
            validate: (typed) => {
              if (typed === '') return text.incomplete;
              return name !== 'confirmation' || typed === getValues('password') || text.mismatch;
            },
          }}
          render={({ field, fieldState }) => (
            <PasswordField
              {...field}
              label={label}
              autoComplete={autoComplete}
              maxLength={name === 'oldPassword' ? undefined : PASSWORD_LENGTH_MAX}
              hint={hint}
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
      <Button type="submit" size="large" isWide isBusy={isBusy} onPointerDown={preloadOverlays} className="mt-1">
        {text.changePassword}
      </Button>
    </form>
  );
}
