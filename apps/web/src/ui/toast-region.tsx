// Where a toast is shown: above the bar, four seconds, waiting while it is pointed at or focused.
//
// Our own few lines instead of a library, because those write <style> elements, which the content
// security policy refuses (decision 0010).

import { CircleCheck, Info } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { endToast, shownToast, subscribeToToast, type Toast } from '#lib/toast';

import { text } from './ui.text.ts';

const SHOWN_MS = 4_000;

/** Mounted once. The region is always there, so that a screen reader hears what arrives in it. */
export function ToastRegion() {
  const current = useSyncExternalStore(subscribeToToast, shownToast, shownToast);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-28 z-60 flex justify-center lg:bottom-8"
    >
      {current && <ToastCard key={current.id} toast={current} />}
    </div>
  );
}

function ToastCard({ toast: { id, sentence, tone } }: { readonly toast: Toast }) {
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => {
      if (shownToast()?.id === id) endToast();
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);

  return (
    <button
      type="button"
      title={text.close}
      onClick={endToast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fade-in pointer-events-auto flex min-h-12 max-w-[440px] items-center gap-2.5 rounded-ctl border border-line bg-surface-2 px-4 py-2.5 text-left text-label shadow-float"
    >
      {tone === 'success' ? (
        <CircleCheck aria-hidden="true" size={20} className="text-success" />
      ) : (
        <Info aria-hidden="true" size={20} className="text-info" />
      )}
      {sentence}
    </button>
  );
}
