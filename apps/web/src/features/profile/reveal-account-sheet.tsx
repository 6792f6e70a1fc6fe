// Requests the password before the account number is shown in full.

import { useState, type FormEvent } from 'react';

import { getErrorMessage, isApiError } from '#lib/api/api-error';
import { tickError } from '#lib/browser/haptics';
import { useFields } from '#lib/react/use-fields';
import { useSingleFlight } from '#lib/react/use-single-flight';
import { Button } from '#ui/button';
import { Sheet } from '#ui/dialog';
import { PasswordField, UserNameField } from '#ui/password-field';
import { useMember } from '#lib/member/session';

import { requestBankAccount } from './profile.queries.ts';
import { text } from './profile.text.ts';

type Props = { readonly onRevealed: (account: string) => void };

export function RevealAccountSheet({
  isOpen,
  onClose,
  onRevealed,
}: Props & { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.revealAccount} hasFootnote>
      <RevealForm onRevealed={onRevealed} />
    </Sheet>
  );
}

function RevealForm({ onRevealed }: Props) {
  const member = useMember();
  const fields = useFields({ password: '' });
  const [failure, setFailure] = useState<string>();
  const { isBusy, begin, end } = useSingleFlight();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const { password } = fields.values;
    setFailure(undefined);
    if (!fields.accept({ password: password === '' ? text.incomplete : undefined }) || !begin()) return;
    try {
      onRevealed(await requestBankAccount(password));
    } catch (error) {
      tickError();
      if (isApiError(error, 'PASSWORD_WRONG')) fields.accept({ password: error.message });
      else setFailure(getErrorMessage(error));
    } finally {
      end();
    }
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <p className="text-text-2">{text.revealHelp}</p>
      <UserNameField userName={member?.PhoneNumber ?? ''} />
      <PasswordField {...fields.text('password')} autoComplete="current-password" />
      {failure !== undefined && (
        <p role="alert" className="text-small text-danger">
          {failure}
        </p>
      )}
      <Button type="submit" size="large" isWide isBusy={isBusy}>
        {text.revealAccount}
      </Button>
    </form>
  );
}
