// Shared by all steps of a registration: progress, one request at a time, and a dialog for rejections.

import { useCallback, useRef, useState } from 'react';

import { tickError } from '#lib/browser/haptics';
import { getErrorMessage } from '#lib/api/api-error';
import { useDialog } from '#ui/dialog';

import { saveProgress, readProgress, type Progress } from './progress.ts';
import { text } from './register.text.ts';

export function useProgress(): readonly [Progress, (change: Partial<Progress>) => void] {
  const [progress, setProgress] = useState(readProgress);
  const change = useCallback((part: Partial<Progress>) => {
    setProgress((known) => {
      const next = { ...known, ...part };
      saveProgress(next);
      return next;
    });
  }, []);
  return [progress, change];
}

/** Ignores a second press during a request. Returns the error that was shown, if any. */
export function useSubmitStep(): {
  readonly isBusy: boolean;
  readonly submit: (request: () => Promise<void>, title?: string) => Promise<unknown>;
} {
  const [isBusy, setBusy] = useState(false);
  const isSubmitting = useRef(false);
  const { showMessage } = useDialog();

  async function submit(request: () => Promise<void>, title: string = text.errorTitle): Promise<unknown> {
    if (isSubmitting.current) return undefined;
    isSubmitting.current = true;
    setBusy(true);
    try {
      await request();
      return undefined;
    } catch (error) {
      tickError();
      setBusy(false);
      await showMessage({ title, message: getErrorMessage(error), tone: 'failure' });
      return error;
    } finally {
      isSubmitting.current = false;
      setBusy(false);
    }
  }

  return { isBusy, submit };
}
