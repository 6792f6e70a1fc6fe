// Runs one sign-in at a time: a second press during a request has no effect; a rejection opens a dialog.

import { useRef, useState } from 'react';

import { tickError } from '#lib/haptics';
import { getErrorMessage } from '#lib/api-error';
import { useDialog } from '#ui/dialog';

import { text } from './auth.text.ts';

type Way = 'password' | 'device';

export function useSubmitSignIn({
  onDone,
  onRefused,
}: {
  readonly onDone: () => void;
  /** Runs after the dialog is closed. */
  readonly onRefused: () => void;
}) {
  const [busyWith, setBusyWith] = useState<Way>();
  const isAsking = useRef(false);
  const { showMessage } = useDialog();

  async function ask(way: Way, question: () => Promise<void>): Promise<void> {
    if (isAsking.current) return;
    isAsking.current = true;
    setBusyWith(way);
    try {
      await question();
      onDone();
    } catch (error) {
      tickError();
      setBusyWith(undefined);
      await showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
      onRefused();
    } finally {
      isAsking.current = false;
      setBusyWith(undefined);
    }
  }

  return { busyWith, ask };
}
