// The only channel between page and frame: a message port, transferred with the titles and the bytes of the font.
//
//     loading ──ready──▶ ready
//         └──8 s──▶ silent ──retry──▶ loading

import latinFont from '@fontsource-variable/anuphan/files/anuphan-latin-wght-normal.woff2?url';
import thaiFont from '@fontsource-variable/anuphan/files/anuphan-thai-wght-normal.woff2?url';
import { useCallback, useEffect, useRef, useState } from 'react';

const PATIENCE_MS = 8_000;

export type PortState = 'loading' | 'ready' | 'silent';

export function useWheelPort(titles: readonly string[]) {
  const [state, setState] = useState<PortState>('loading');
  const port = useRef<MessagePort>(undefined);

  useEffect(() => () => port.current?.close(), []);
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const timer = setTimeout(() => setState('silent'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const greet = useCallback(
    async (frame: HTMLIFrameElement) => {
      // Without fields nothing is transferred: another host's widget runs unchanged.
      if (titles.length === 0) return setState('ready');
      const fonts = await loadFontBytes();
      const channel = new MessageChannel();
      port.current?.close();
      port.current = channel.port1;
      channel.port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isReadyWord(data)) setState('ready');
      });
      channel.port1.start();
      // An opaque origin has no target origin to name; the port goes to this frame only.
      return frame.contentWindow?.postMessage({ titles, fonts }, '*', [channel.port2]);
    },
    [titles],
  );
  const show = useCallback((index: number, isStill: boolean) => {
    port.current?.postMessage({ type: 'show', index, isStill });
  }, []);

  return { state, greet, show, again: () => setState('loading') };
}

/** The page has loaded the files already; without them the frame uses a system font. */
async function loadFontBytes(): Promise<readonly ArrayBuffer[]> {
  const read = async (address: string) => (await fetch(address)).arrayBuffer();
  return Promise.all([thaiFont, latinFont].map(read)).catch(() => []);
}

function isReadyWord(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'ready';
}
