// State of one slip from the picker to the server.
//
//     idle ──file──▶ reading ──text──▶ sending ──▶ done | refused
//                       ├──▶ refused      └──▶ unanswered ──▶ sending (the same request)
//                       └──▶ unanswered ──▶ reading (the same file)
//
// Always true: a new file or a cancel ends the current upload, and its later response has no effect. Every outcome also
// opens a notice titled by spec §8, except a reader whose file a newer build has replaced: that error goes to the error
// boundary, which offers a reload.

import { useEffect, useRef, useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';
import { SLIP_IMAGE_BYTES_MAX } from '@chaba/contract/constraints';

import { tickError, tickSuccess } from '#lib/browser/haptics';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useDialog } from '#ui/dialog';

import { useSendSlip, type CreditedSlip } from './deposit.queries.ts';
import { text } from './deposit.text.ts';
import { readSlip, type Frame, type SlipReadingResult } from './slip-reader.ts';

type Unanswered = {
  readonly kind: 'unanswered';
  readonly sentence: string;
  /** True when the slip was sent. */
  readonly isUnknown: boolean;
};

export type SlipStep =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly share: number }
  | { readonly kind: 'sending'; readonly frame: Frame }
  | (Unanswered & { readonly barcode: string; readonly frame: Frame })
  | (Unanswered & { readonly file: File })
  | { readonly kind: 'done'; readonly credited: CreditedSlip }
  | { readonly kind: 'refused'; readonly sentence: string };

export const MEGABYTES_MAX = SLIP_IMAGE_BYTES_MAX / (1024 * 1024);
/** Recorded: the decision of the bank or of an operator is pending, and the server lists the slip. */
const WATCHED = [
  'SLIP_PENDING',
  'SLIP_VERIFIER_UNAVAILABLE',
  'SLIP_TOO_OLD',
  'SLIP_UNDER_REVIEW',
  'SLIP_DISPUTED',
  'SLIP_OVER_LIMIT',
  'SLIP_SENDER_MISMATCH',
] as const;
type ReadSlip = { readonly barcode: string; readonly frame: Frame };

const idle: SlipStep = { kind: 'idle' };

export function useSlipUpload({ isOnline }: { readonly isOnline: boolean }) {
  const { showMessage } = useDialog();
  const { mutateAsync } = useSendSlip();
  const [step, setStep] = useState<SlipStep>(idle);
  const [picture, setPicture] = useState<string>();
  const attempt = useRef<AbortController>(undefined);

  useEffect(() => () => attempt.current?.abort(), []);
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture) : undefined), [picture]);

  function begin(): AbortSignal {
    attempt.current?.abort();
    attempt.current = new AbortController();
    return attempt.current.signal;
  }

  function finish(next: SlipStep, message: string) {
    setStep(next);
    if (next.kind === 'idle') setPicture(undefined);
    if (next.kind === 'refused') tickError();
    void showMessage({ title: messageText.noticeTitle, message, tone: tones[next.kind] });
  }

  async function choose(file: File | undefined): Promise<void> {
    if (!file) return finish(step, text.noFile);
    const signal = begin();
    setPicture(URL.createObjectURL(file));
    setStep({ kind: 'reading', share: 0.05 });
    const onProgress = (share: number) => setStep((now) => (now.kind === 'reading' ? { kind: 'reading', share } : now));
    const reading = await readSlip(file, { signal, onProgress }).catch((error: unknown) => {
      if (signal.aborted) return;
      setStep(() => {
        throw error;
      });
    });
    if (!reading || signal.aborted || reading.kind === 'cancelled') return;
    if (reading.kind === 'slip') return submit(reading, signal);
    const sentence = describeReading(reading);
    finish(reading.kind === 'lost' ? toUnsentStep(sentence, { file }) : { kind: 'refused', sentence }, sentence);
  }

  async function submit({ barcode, frame }: ReadSlip, signal: AbortSignal): Promise<void> {
    if (!isOnline) return finish(toUnsentStep(text.needsInternet, { barcode, frame }), text.needsInternet);
    setStep({ kind: 'sending', frame });
    try {
      const credited = await mutateAsync(barcode);
      tickSuccess();
      if (!signal.aborted) finish({ kind: 'done', credited }, credited.message);
    } catch (error) {
      if (!signal.aborted) finish(toFailedStep(error, { barcode, frame }), getErrorMessage(error));
    }
  }

  return {
    step,
    picture,
    choose: (file: File | undefined) => void choose(file),
    sendAgain: () => {
      if (step.kind !== 'unanswered') return;
      void ('file' in step ? choose(step.file) : submit(step, begin()));
    },
    cancel: () => {
      attempt.current?.abort();
      setPicture(undefined);
      setStep(idle);
    },
  };
}

const tones: Readonly<Record<SlipStep['kind'], 'notice' | 'success' | 'failure'>> = {
  idle: 'notice',
  reading: 'notice',
  sending: 'notice',
  unanswered: 'failure',
  done: 'success',
  refused: 'failure',
};

const toUnsentStep = (sentence: string, what: ReadSlip | { readonly file: File }): SlipStep => ({
  kind: 'unanswered',
  sentence,
  isUnknown: false,
  ...what,
});

function toFailedStep(error: unknown, slip: ReadSlip): SlipStep {
  const sentence = getErrorMessage(error);
  if (isApiError(error) && error.isUnanswered) {
    return { kind: 'unanswered', sentence, isUnknown: error.isOutcomeUnknown, ...slip };
  }
  // The list below the picker shows these.
  if (isApiError(error, ...WATCHED)) return idle;
  return { kind: 'refused', sentence };
}

function describeReading(reading: Exclude<SlipReadingResult, { kind: 'slip' | 'cancelled' }>): string {
  if (reading.kind === 'bad_type') return text.slipBadType;
  if (reading.kind === 'too_big') return text.slipTooBig(MEGABYTES_MAX);
  if (reading.kind === 'lost') return messageText.noConnection;
  return text.noSlip[reading.code];
}
