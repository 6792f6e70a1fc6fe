// The registration in the header's dialog. The page and the dialog share their progress.

import { useState } from 'react';
import { useLocation } from 'react-router';

import { findReferralKey } from '#lib/member/referral';

import type { RegisterStep } from './progress.ts';
import { RegisterFlow } from './register-flow.tsx';

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
