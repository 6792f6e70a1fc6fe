// The login page (/login and /user/login).

import { useLocation, useNavigate } from 'react-router';

import { festoonPicture } from '#art/gallery';
import { consumeNextPath } from '#lib/member/next-path';
import { isRecord } from '#lib/browser/storage';
import { useIsHydrated } from '#lib/react/hydration';
import { lazyWithPreload, PartBoundary } from '#ui/lazy-component';
import { Mark } from '#ui/mark';

import { text } from './auth.text.ts';
import { LoginForm } from './login-form.tsx';

/** Wide enough for any screen. Images instead of a background: the prerendered page contains them. */
const BOWS = Array.from({ length: 16 }, (_, index) => index);

const RecoverForm = lazyWithPreload(async () => (await import('./recover-form.tsx')).RecoverForm);

export function LoginPage() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useIsHydrated();
  const isRecovering = isHydrated && isRecord(state) && state['isRecovering'] === true;
  const phoneNumber = isRecord(state) && typeof state['phoneNumber'] === 'string' ? state['phoneNumber'] : undefined;

  return (
    <div className="relative mx-auto flex w-full max-w-[440px] flex-col gap-6">
      <Festoon />
      <div className="flex flex-col items-center pt-11 text-center">
        <Mark size={72} />
        <h2 className="mt-3 text-title-1">{text.welcome}</h2>
        <p className="text-base text-text-2">{text.lead}</p>
      </div>
      {isRecovering ? (
        <PartBoundary isWanted>
          <RecoverForm />
        </PartBoundary>
      ) : (
        <LoginForm phoneNumber={phoneNumber} onDone={() => void navigate(consumeNextPath(search), { replace: true })} />
      )}
    </div>
  );
}

function Festoon() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute -top-5 left-1/2 flex w-screen -translate-x-1/2 overflow-hidden lg:-top-6"
    >
      {BOWS.map((bow) => (
        <img key={bow} src={festoonPicture} alt="" width={260} height={64} decoding="sync" className="max-w-none" />
      ))}
    </div>
  );
}
