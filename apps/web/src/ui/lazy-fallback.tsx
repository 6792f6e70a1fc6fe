// What somebody asked for whose code has not come: after a first failure it is said that there is no connection, and every
// press asks for the code again. Without it a press would do nothing at all.
//
//     <Suspense fallback={<Awaited />}>   stands where it will be; draws nothing itself
//     <AwaitedNotice />                   says it, once on every page

import { useEffect, useSyncExternalStore } from 'react';

import { answerText } from '@chaba/contract/messages.text';

import { subscribers } from '#lib/subscribers';
import { retryPendingLoads, hasFailedLoads, subscribeToLate } from '#lib/load-with-retry';

const changes = subscribers();
let awaited = 0;

export function LazyFallback(): null {
  useEffect(() => {
    count(1);
    retryPendingLoads();
    return () => count(-1);
  }, []);
  return null;
}

export function AwaitedNotice() {
  const isAwaited = useSyncExternalStore(changes.subscribe, isSomethingAwaited, nothing);
  const isLate = useSyncExternalStore(subscribeToLate, hasFailedLoads, nothing);
  const isSaid = isAwaited && isLate;
  useEffect(() => {
    if (!isSaid) return undefined;
    document.addEventListener('click', retryPendingLoads);
    return () => document.removeEventListener('click', retryPendingLoads);
  }, [isSaid]);
  if (!isSaid) return null;
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-4 bottom-28 z-60 flex justify-center lg:bottom-8">
      <p className="rounded-ctl border border-line bg-surface-2 px-4 py-2.5 text-label shadow-float">
        {answerText.noConnection}
      </p>
    </div>
  );
}

const isSomethingAwaited = (): boolean => awaited > 0;

const nothing = (): boolean => false;

function count(step: 1 | -1): void {
  awaited += step;
  changes.notify();
}
