// The event stream of a site: a change elsewhere reads the shown pages again at once.
//
// Always true: without a stream the pages poll, so a lost stream costs seconds and nothing else. The stream is no act
// of the person and extends no session.
//
// Elsewhere: the stream on the server (apps/server/src/back-office/events.routes.ts), polling (queries.ts).

import { EVENTS_PATH, GUARD_HEADER } from '@chaba/contract/back-office/calls';
import { useEffect } from 'react';

import { fillPath } from './api.ts';
import { invalidateSite } from './queries.ts';

const RETRY_MS = 3_000;
/** After a rejection, as of an ended session. */
const REJECTED_MS = 15_000;
const EVENT = 'event: change';

/** Follows the changes of a site while the page is open. */
export function useLiveSite(site: string): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(site, stop.signal);
    return () => stop.abort();
  }, [site]);
}

async function follow(site: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // A failed or ended stream is opened again; what changed meanwhile is read by the polling.
    const wasOpen = await readStream(site, signal).catch(() => true);
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, wasOpen ? RETRY_MS : REJECTED_MS));
  }
}

/** False: the server rejected the stream. */
async function readStream(site: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(fillPath(EVENTS_PATH, { site }), {
    credentials: 'same-origin',
    headers: { [GUARD_HEADER]: '1', accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok || response.body === null) return false;
  let rest = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    const parts = (rest + value).split('\n\n');
    rest = parts.pop() ?? '';
    if (parts.some((part) => part.startsWith(EVENT))) void invalidateSite(site);
  }
}
