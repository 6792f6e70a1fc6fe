// Runs one sign-in at a time: a second press during a request has no effect; a rejection opens a dialog.

import { useRef, useState } from 'react';

import { tickError } from '#lib/browser/haptics';
import { getErrorMessage } from '#lib/api/api-error';
import { useDialog } from '#ui/dialog';

import { text } from './auth.text.ts';

type SignInMethod = 'password' | 'device';

export function useSubmitSignIn({
  onDone,
  onRejected,
}: {
  readonly onDone: () => void;
  /** Runs after the dialog is closed. */
  readonly onRejected: () => void;
}) {
  const [busyWith, setBusyWith] = useState<SignInMethod>();
  const isSubmitting = useRef(false);
  const { showMessage } = useDialog();

  async function submit(method: SignInMethod, signIn: () => Promise<void>): Promise<void> {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setBusyWith(method);
    try {
      await signIn();
      onDone();
    } catch (error) {
      tickError();
      setBusyWith(undefined);
      await showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
      onRejected();
    } finally {
      isSubmitting.current = false;
      setBusyWith(undefined);
    }
  }

  return { busyWith, submit };
}
