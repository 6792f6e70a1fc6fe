// The registration page (/register and /register/{shareToken}). Its steps are entries of the browser history, so that
// back returns one step and a reload keeps the step.

import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';

import { paths } from '#lib/paths';
import { findReferralKey } from '#lib/member/referral';
import { isRecord } from '#lib/browser/storage';

import { readProgress, getFurthestStep, type RegisterStep } from './progress.ts';
import { RegisterFlow } from './register-flow.tsx';

export function RegisterPage() {
  const { pathname, search, state } = useLocation();
  const { shareToken } = useParams();
  const navigate = useNavigate();
  const [referral] = useState(() => findReferralKey({ path: shareToken, search }));
  const step = parseStep(state);

  const here = pathname + search;
  useEffect(() => {
    // The current entry records its step before the next one is added.
    if (step === undefined) void navigate(here, { replace: true, state: { step: getFurthestStep(readProgress()) } });
  }, [step, here, navigate]);

  return (
    <div className="mx-auto w-full max-w-[480px]">
      <RegisterFlow
        step={step}
        onStep={(next) => void navigate(here, { state: { step: next } })}
        referral={referral}
        onDone={(phoneNumber) => void navigate(paths.login, { replace: true, state: { phoneNumber } })}
      />
    </div>
  );
}

function parseStep(state: unknown): RegisterStep | undefined {
  if (!isRecord(state)) return undefined;
  const { step } = state;
  return step === 1 || step === 2 || step === 3 ? step : undefined;
}
