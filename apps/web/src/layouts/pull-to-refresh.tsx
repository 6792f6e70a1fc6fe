// Pulling a page down refetches all its queries: home, history and the lobby. Each of them also has a refresh button.

import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { classNames } from '@chaba/ui/class-names';

import { deferredText } from './deferred.text.ts';

const PULLED_PX = 76;
const DRAWN_PX_MAX = 96;
const SHOWN_MS_MIN = 500;

export function PullToRefresh() {
  const queryClient = useQueryClient();
  const [pulled, setPulled] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const start = useRef<number>(undefined);
  const distance = useRef(0);

  useEffect(() => {
    function down({ touches: [finger] }: TouchEvent) {
      const isCovered = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
      start.current = globalThis.scrollY <= 0 && !isCovered ? finger?.clientY : undefined;
    }
    function move({ touches: [finger] }: TouchEvent) {
      if (start.current === undefined || !finger) return;
      distance.current = globalThis.scrollY > 0 ? 0 : Math.max(0, (finger.clientY - start.current) / 2);
      setPulled(Math.min(distance.current, DRAWN_PX_MAX));
    }
    function endGesture() {
      start.current = undefined;
      distance.current = 0;
      setPulled(0);
    }
    async function up() {
      const isEnough = distance.current >= PULLED_PX;
      endGesture();
      if (!isEnough) return;
      setBusy(true);
      const shown = new Promise((resolve) => {
        setTimeout(resolve, SHOWN_MS_MIN);
      });
      await Promise.allSettled([queryClient.invalidateQueries(), shown]);
      setBusy(false);
    }
    const end = () => void up();
    document.addEventListener('touchstart', down, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    document.addEventListener('touchend', end);
    // The system interrupted the gesture: no refresh.
    document.addEventListener('touchcancel', endGesture);
    return () => {
      document.removeEventListener('touchstart', down);
      document.removeEventListener('touchmove', move);
      document.removeEventListener('touchend', end);
      document.removeEventListener('touchcancel', endGesture);
    };
  }, [queryClient]);

  if (pulled === 0 && !isBusy) return null;
  return (
    <div
      role="status"
      style={{ translate: `0 ${isBusy ? PULLED_PX / 2 : pulled / 2}px` }}
      className="pointer-events-none fixed inset-x-0 top-12 z-30 flex justify-center"
    >
      <span className="grid size-10 place-items-center rounded-full border border-line bg-surface-2 text-brand-text shadow-float">
        <RefreshCw
          aria-hidden="true"
          size={20}
          strokeWidth={2}
          style={{ rotate: `${pulled * 3}deg` }}
          className={classNames(isBusy && 'motion-safe:animate-spin')}
        />
      </span>
      <span className="sr-only">{isBusy ? deferredText.refreshing : ''}</span>
    </div>
  );
}
