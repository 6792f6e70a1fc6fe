// The registration: phone → account → details and confirm → registered (spec §4).
//
//     1 phone ──free──▶ 2 account ──bank check──▶ 3 details ──sign-up──▶ registered ──▶ login
//
// Always true: a step is shown only if the progress allows it. The page stores the step in the browser history, the
// dialog in its own state; both render this component.

import { useEffect, useRef, useState } from 'react';

import { deleteReferralKey } from '#lib/member/referral';
import { Stepper } from '#ui/stepper';

import { BankStep } from './bank-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { deleteProgress, getFurthestStep, type RegisterStep } from './progress.ts';
import { text } from './register.text.ts';
import { SuccessStep } from './success-step.tsx';
import { useProgress } from './use-registration.ts';

export function RegisterFlow({
  step: requested,
  onStep,
  referral,
  onDone,
  onLogin,
}: {
  /** The step to show; the furthest possible when undefined. */
  readonly step: RegisterStep | undefined;
  readonly onStep: (step: RegisterStep) => void;
  readonly referral: string | undefined;
  readonly onDone: (phoneNumber: string) => void;
  readonly onLogin?: (() => void) | undefined;
}) {
  const [progress, change] = useProgress();
  const [registered, setRegistered] = useState<string>();
  const reached = getFurthestStep(progress);
  const step = requested === undefined || requested > reached ? reached : requested;
  const top = useFocusOnChange(registered === undefined ? step : 4);

  return (
    <div ref={top} tabIndex={-1} className="flex scroll-mt-24 flex-col gap-6 outline-none">
      <Stepper steps={text.steps} current={registered === undefined ? step - 1 : text.steps.length} />
      {registered !== undefined && <SuccessStep onGo={() => onDone(registered)} />}
      {registered === undefined && step === 1 && (
        <PhoneStep
          phoneNumber={progress.phoneNumber}
          onLogin={onLogin}
          onDone={(phoneNumber) => {
            change({ phoneNumber });
            onStep(2);
          }}
        />
      )}
      {registered === undefined && step === 2 && (
        <BankStep
          phoneNumber={progress.phoneNumber}
          bankCode={progress.bankCode}
          account={progress.account}
          onType={(typed) => change({ ...typed, bank: undefined })}
          onDone={(bank) => {
            change({ bank });
            onStep(3);
          }}
        />
      )}
      {registered === undefined && step === 3 && (
        <DetailsStep
          progress={progress}
          referral={referral}
          onReturn={(earlier) => {
            if (earlier === 2) change({ bank: undefined });
            onStep(earlier);
          }}
          onDone={() => {
            setRegistered(progress.phoneNumber);
            deleteProgress();
            deleteReferralKey();
          }}
        />
      )}
    </div>
  );
}

/** Scrolls and focuses the top of a new step, for screen readers too. */
function useFocusOnChange(step: number) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }, [step]);
  return top;
}
