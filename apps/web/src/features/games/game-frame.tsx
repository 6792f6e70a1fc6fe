// The game itself: a page of its studio in a frame that fills what the bar leaves.
//
// Always true: the frame may run its own scripts and nothing of ours; it may lead the whole window away only after a
// press inside it. Nobody is told that a provider refused to be framed: the browser says "loaded" and shows a white page. So a
// frame that says nothing for a while, loaded or not, gets a quiet line with the way into a tab of its own. It may be closed, for
// some games play well and never say a word; who has spoken once, or was believed, is not doubted again in this tab.

import { X } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { Button } from '#ui/button';
import { IconButton } from '#ui/icon-button';

import { frameRights } from './frame-rights.ts';
import { text } from './games.text.ts';

/** From the beginning; and once it is there, it has had time enough to draw itself. */
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
        sandbox={frameRights(url, window.location.origin)}
        allow="autoplay; fullscreen"
        referrerPolicy="no-referrer"
        onLoad={() => {
          setLoaded(true);
          // The keyboard plays at once.
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

/** Whether the frame has said nothing for so long that it may show nothing; and that it does. */
function useSilence(frame: RefObject<HTMLIFrameElement | null>, url: string, isLoaded: boolean) {
  const [isSilent, setSilent] = useState(false);
  const origin = originOf(url);
  const trust = useCallback(() => {
    trusted.add(origin);
    setSilent(false);
  }, [origin]);

  useEffect(() => {
    const doubt = () => setSilent(!trusted.has(origin));
    const timer = setTimeout(doubt, isLoaded ? LOADED_PATIENCE_MS : PATIENCE_MS);
    // Our own page forbids it: no patience changes that.
    const refused = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === 'frame-src') setSilent(true);
    };
    const hear = ({ source }: MessageEvent) => {
      if (source !== null && source === frame.current?.contentWindow) trust();
    };
    document.addEventListener('securitypolicyviolation', refused);
    globalThis.addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('securitypolicyviolation', refused);
      globalThis.removeEventListener('message', hear);
    };
  }, [frame, origin, isLoaded, trust]);

  return { isSilent, trust };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
