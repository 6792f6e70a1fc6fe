// Messages while code loads: none at first, and after a while or a failure the reason and a reload button.
//
//     <Suspense fallback={<LazyFallback />}>           in place of the part
//     <ErrorBoundary fallback={<PartFailed />}>        in place of the failed part

import { useEffect, useState } from 'react';

import { messageText } from '@chaba/contract/messages.text';

import { useIsOnline } from '#lib/browser/online';

import { text } from './ui.text.ts';

/** The timeout of requests (lib/api/api.ts). */
const WAIT_MS = 15_000;

export function LazyFallback() {
  const isOnline = useIsOnline();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow || !isOnline ? <Notice sentence={messageText.noConnection} /> : null;
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
