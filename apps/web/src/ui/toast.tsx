// Toasts: finished, harmless, no decision (copied, updated). Never for money and never together with a
// dialog. One at a time, above the bar, four seconds, waiting while it is pointed at or focused.
//
// Our own few lines instead of a library, because those write <style> elements, which the content
// security policy refuses (decision 0016).

import { CircleCheck, Info } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { text } from './ui.text.ts';

type Toast = { readonly id: number; readonly sentence: string; readonly tone: 'success' | 'notice' };

const SHOWN_MS = 4_000;
let shown: Toast | undefined;
let nextId = 1;
let listener: (() => void) | undefined;

/** Shows a sentence; a newer one takes the place of the older. */
export function toast(sentence: string, tone: Toast['tone'] = 'success'): void {
  show({ id: nextId++, sentence, tone });
}

function show(next: Toast | undefined): void {
  shown = next;
  listener?.();
}

function subscribe(notify: () => void): () => void {
  listener = notify;
  return () => {
    listener = undefined;
  };
}

/** Mounted once. The region is always there, so that a screen reader hears what arrives in it. */
export function ToastRegion() {
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => shown,
  );
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
      if (shown?.id === id) show(undefined);
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);

  return (
    <button
      type="button"
      title={text.close}
      onClick={() => show(undefined)}
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
