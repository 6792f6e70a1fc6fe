// Floating buttons: chat at the bottom right, and back to the top.

import { ArrowUp, MessageCircleMore } from 'lucide-react';
import { useEffect, useState } from 'react';

import { classNames } from '@chaba/ui/class-names';

import { text } from './layouts.text.ts';

const ROUND =
  'press grid size-12 place-items-center rounded-full border border-line bg-surface-2 text-text shadow-float';
const TOP_SHOWN_AFTER_PX = 900;

export function Floating({
  chatTo,
  hasBar,
  isChatOnPhone = false,
}: {
  /** Undefined if the frame of the page links to the chat. */
  readonly chatTo: string | undefined;
  readonly hasBar: boolean;
  /** tall: only if the window has room for it below the form. */
  readonly isChatOnPhone?: boolean | 'tall';
}) {
  return (
    <aside
      aria-label={text.help}
      className={classNames(
        'fixed right-4 z-29 flex flex-col gap-2.5 lg:right-6 lg:bottom-6',
        hasBar ? 'bottom-23 low:bottom-16' : 'bottom-6',
      )}
    >
      <ToTop />
      {chatTo && (
        <a
          href={chatTo}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text.chatWithAdmin}
          title={text.chatWithAdmin}
          className={classNames(
            ROUND,
            !isChatOnPhone && 'hidden! lg:grid!',
            isChatOnPhone === 'tall' && '[@media(height<800px)]:max-lg:hidden!',
          )}
        >
          <MessageCircleMore aria-hidden="true" size={24} strokeWidth={1.75} />
        </a>
      )}
    </aside>
  );
}

/** Smooth scrolling ignores the reduced-motion setting of the system. */
function toTop(): void {
  const isStill = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;
  globalThis.scrollTo({ top: 0, behavior: isStill ? 'instant' : 'smooth' });
}

function ToTop() {
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    const update = () => setShown(globalThis.scrollY > TOP_SHOWN_AFTER_PX);
    globalThis.addEventListener('scroll', update, { passive: true });
    return () => globalThis.removeEventListener('scroll', update);
  }, []);

  if (!isShown) return null;
  return (
    <button type="button" aria-label={text.toTop} title={text.toTop} onClick={toTop} className={ROUND}>
      <ArrowUp aria-hidden="true" size={22} strokeWidth={1.75} />
    </button>
  );
}
