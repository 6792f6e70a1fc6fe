// What a member reads whose press waits for code: nothing while it comes, and after a while, or when it failed, why it does not
// and the way to load the page anew.
//
//     <Suspense fallback={<Awaited />}>                stands where the part will be
//     <ErrorBoundary fallback={<PartFailed />}>        stands where it would be

import { useEffect, useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';

import { useIsOnline } from '#lib/online';

import { text } from './ui.text.ts';

/** As long as a call is waited for (src/lib/api.ts). */
const WAIT_MS = 15_000;

export function LazyFallback() {
  const isOnline = useIsOnline();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate || !isOnline ? <Notice sentence={messageText.noConnection} /> : null;
}

export function PartFailed() {
  const isOnline = useIsOnline();
  return <Notice sentence={isOnline ? text.errorCrash : messageText.noConnection} />;
}

function Notice({ sentence }: { readonly sentence: string }) {
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-4 bottom-28 z-60 flex justify-center lg:bottom-8">
      <p className="pointer-events-auto flex flex-wrap items-center gap-x-3 rounded-ctl border border-line bg-surface-2 px-4 py-1 text-label shadow-float">
        {sentence}
        <button
          type="button"
          className="min-h-11 font-semibold text-brand-text"
          onClick={() => globalThis.location.reload()}
        >
          {text.reload}
        </button>
      </p>
    </div>
  );
}
