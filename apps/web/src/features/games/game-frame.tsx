// The game: a page of its studio in a frame that fills the space below the bar.
//
// Always true: the frame runs its own scripts and none of ours; it may navigate the whole window only after a press
// inside it. A provider that rejects framing is not detectable: the browser reports "loaded" and shows a white page. A
// frame that sends no message for a while therefore gets a note with a link to a new tab. The note can be closed,
// because some games never send one; a frame that sent a message, or whose note was closed, gets no note again in this
// tab.

import { X } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { parseUrl } from '#lib/browser/url';
import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';

import { getFrameRights } from './frame-rights.ts';
import { text } from './game-page.text.ts';

/** Delays from the start, and from the load event, which leave enough time to draw. */
const PATIENCE_MS = 12_000;
const LOADED_PATIENCE_MS = 6_000;
const trusted = new Set<string>();

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
  const [isLoaded, setLoaded] = useState(false);
  const { isSilent, trust } = useSilence(frame, url, isLoaded);

  return (
    <div className="relative min-h-0 flex-1 bg-black">
      <iframe
        ref={frame}
        src={url}
        title={name}
        sandbox={getFrameRights(url, window.location.origin)}
        allow="autoplay; fullscreen"
        referrerPolicy="no-referrer"
        onLoad={() => {
          setLoaded(true);
          // Keyboard input reaches the game at once.
          frame.current?.focus();
        }}
        className="absolute inset-0 size-full border-0"
      />
      {isSilent && (
        <div
          role="status"
          className="absolute inset-x-2 top-2 mx-auto flex max-w-[480px] items-center gap-2 rounded-card border border-line bg-surface-2 py-1 pr-1 pl-4"
        >
          <p className="min-w-0 flex-1 text-small">{text.silent}</p>
          <Button variant="secondary" size="small" onClick={onNewTab}>
            {text.newTab}
          </Button>
          <IconButton
            label={text.itShows}
            onClick={trust}
            icon={<X aria-hidden="true" size={20} strokeWidth={1.75} />}
          />
        </div>
      )}
    </div>
  );
}

/** Whether the frame has been silent long enough to be considered blank, and the function that marks it as visible. */
function useSilence(frame: RefObject<HTMLIFrameElement | null>, url: string, isLoaded: boolean) {
  const [isSilent, setSilent] = useState(false);
  const origin = parseOrigin(url);
  const trust = useCallback(() => {
    trusted.add(origin);
    setSilent(false);
  }, [origin]);

  useEffect(() => {
    const markSilent = () => setSilent(!trusted.has(origin));
    const timer = setTimeout(markSilent, isLoaded ? LOADED_PATIENCE_MS : PATIENCE_MS);
    // Our own page forbids framing, so waiting is useless.
    const refused = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src') setSilent(true);
    };
    const onMessage = ({ source }: MessageEvent) => {
      if (source !== null && source === frame.current?.contentWindow) trust();
    };
    document.addEventListener('securitypolicyviolation', refused);
    globalThis.addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('securitypolicyviolation', refused);
      globalThis.removeEventListener('message', onMessage);
    };
  }, [frame, origin, isLoaded, trust]);

  return { isSilent, trust };
}

function parseOrigin(url: string): string {
  return parseUrl(url)?.origin ?? '';
}
