// The game itself: a page of its studio in a frame that fills what the bar leaves.
//
// Always true: the frame may run its own scripts and nothing of ours; it may lead the whole window away only after a
// press inside it. When it is refused or stays silent the way into a tab of its own is offered.

import { useEffect, useRef, useState } from 'react';

import { Button } from '#ui/button';

import { frameRights } from './frame-rights.ts';
import { text } from './games.text.ts';

const PATIENCE_MS = 12_000;

export function GameFrame({
  url,
  name,
  onNewTab,
}: {
  readonly url: string;
  readonly name: string;
  readonly onNewTab: () => void;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'silent'>('loading');

  useEffect(() => {
    const timer = setTimeout(() => setState((known) => (known === 'loading' ? 'silent' : known)), PATIENCE_MS);
    const refused = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src') setState('silent');
    };
    document.addEventListener('securitypolicyviolation', refused);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('securitypolicyviolation', refused);
    };
  }, []);

  return (
    <div className="relative min-h-0 flex-1 bg-black">
      <iframe
        ref={frame}
        src={url}
        title={name}
        sandbox={frameRights(url, window.location.origin)}
        allow="autoplay; fullscreen"
        referrerPolicy="no-referrer"
        onLoad={() => {
          setState((known) => (known === 'loading' ? 'shown' : known));
          // The keyboard plays at once.
          frame.current?.focus();
        }}
        className="absolute inset-0 size-full border-0"
      />
      {state === 'silent' && (
        <div
          role="alert"
          className="absolute inset-x-4 bottom-4 mx-auto flex max-w-[420px] items-center justify-between gap-3 rounded-card border border-line bg-surface-2 py-2 pr-2 pl-4"
        >
          <p className="text-label">{text.slow}</p>
          <Button variant="secondary" size="small" onClick={onNewTab}>
            {text.newTab}
          </Button>
        </div>
      )}
    </div>
  );
}
