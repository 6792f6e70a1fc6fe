// The registration: phone → account → details and confirm → registered (spec §4).
//
//     1 phone ──free──▶ 2 account ──bank check──▶ 3 details ──sign-up──▶ registered ──▶ login
//
// Always true: a step is shown only if the progress allows it. The page stores the step in the browser history, the
// dialog in its own state; both render this component.

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import { deleteReferralKey, findReferralKey } from '#lib/member/referral';
import { Stepper } from '#ui/stepper';
import { flowerPicture } from '#art/gallery';
import { tickSuccess } from '#lib/browser/haptics';
import { Button } from '#ui/button';

import { BankStep } from './bank-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { deleteProgress, getFurthestStep, type RegisterStep } from './progress.ts';
import { text } from './register.text.ts';
import { useProgress } from './use-registration.ts';

const SHOWN_MS = 2_500;

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

/** Registration complete (spec §4): leads to the login after a delay or by the button. */
function SuccessStep({ onGo }: { readonly onGo: () => void }) {
  const go = useEffectEvent(onGo);
  useEffect(() => {
    tickSuccess();
    const timer = setTimeout(() => go(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <div className="flex flex-col items-center gap-2 py-4 text-center">
      <img src={flowerPicture} alt="" width={160} height={160} className="size-40" />
      <p role="status" className="text-title-1">
        {text.success}
      </p>
      <p className="text-base text-text-2">{text.successDetail}</p>
      <Button size="large" isWide className="mt-4" onClick={onGo}>
        {text.goLogin}
      </Button>
    </div>
  );
}

/** The registration in the header's dialog. The page and the dialog share their progress. */
export function RegisterDialog({
  onDone,
  onLogin,
}: {
  readonly onDone: (phoneNumber: string) => void;
  readonly onLogin: () => void;
}) {
  const { search } = useLocation();
  const [referral] = useState(() => findReferralKey({ search }));
  const [step, setStep] = useState<RegisterStep>();
  return <RegisterFlow step={step} onStep={setStep} referral={referral} onDone={onDone} onLogin={onLogin} />;
}
