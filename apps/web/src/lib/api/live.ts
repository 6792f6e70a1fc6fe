// The live stream of the member's account, and polling every 15 seconds while no stream is open.
//
//     connecting ──▶ open ──▶ lost ──wait (1, 2, 4 … 30 s)──▶ connecting
//                      └──▶ restarting ──wait (a random part of `withinMs`)──▶ connecting
//
// Always true: the stream runs only while a member is signed in and the page is visible. Its events update the query
// cache; an older balance never replaces a newer one.
//
// Elsewhere: display of the balance (layouts, features), other subscribers (live-events.ts).

import type { QueryClient } from '@tanstack/react-query';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

import { LIVE_HEARTBEAT_SECONDS } from '@chaba/contract/constraints';
import type { LiveEvent } from '@chaba/contract/live';
import type { Balance } from '@chaba/contract/members';
import { liveStream } from '@chaba/contract/requests';

import { abortWithAny } from '#lib/browser/abort';
import { buildUrl, createHeaders, hasExtensionSupport } from './api.ts';
import { storeNewerBalance } from '#lib/wallet/balance';
import { emitLiveEvent } from './live-events.ts';
import { queryKeys } from './query-keys.ts';

const WAIT_MS_FIRST = 1_000;
const WAIT_MS_MAX = 30_000;
const POLL_MS = 15_000;
/** Two heartbeats and a margin: a connection without data for longer is dead. */
const IDLE_MS_MAX = (2 * LIVE_HEARTBEAT_SECONDS + 5) * 1_000;

/** Runs until the returned function is called. */
export function startLive(queryClient: QueryClient): () => void {
  let lastEventId = '';
  let waitMs = WAIT_MS_FIRST;
  let isOpen = false;
  let stopped = false;
  let connection: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function connect(): Promise<void> {
    clearTimeout(timer);
    // A host without the stream is polled, see below.
    if (stopped || connection || document.hidden || !hasExtensionSupport()) return;
    connection = new AbortController();
    let spreadMs: number | undefined;
    try {
      await readStream(connection.signal, lastEventId, {
        onOpen: () => {
          isOpen = true;
          waitMs = WAIT_MS_FIRST;
        },
        onEvent: (event) => {
          const isFirst = lastEventId === '';
          if (event.id) lastEventId = event.id;
          spreadMs = applyEvent(queryClient, event, isFirst);
        },
      });
    } catch {
      // Expected; the timer below reconnects.
    }
    connection = undefined;
    // The balance that is shown may be old: asking for it shows whether the server answers at all.
    if (!isOpen && lastEventId !== '' && !stopped && !document.hidden) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
    }
    isOpen = false;
    if (stopped || document.hidden) return;
    const delayMs = spreadMs === undefined ? waitMs * (0.75 + Math.random() / 2) : spreadMs * Math.random();
    timer = setTimeout(() => void connect(), delayMs);
    waitMs = Math.min(waitMs * 2, WAIT_MS_MAX);
  }

  function onVisibilityChange(): void {
    if (document.hidden) connection?.abort();
    else void connect();
  }

  const poll = setInterval(() => {
    if (!isOpen && !document.hidden) void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
  }, POLL_MS);
  document.addEventListener('visibilitychange', onVisibilityChange);
  globalThis.addEventListener('online', onVisibilityChange);
  void connect();

  return () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(poll);
    connection?.abort();
    document.removeEventListener('visibilitychange', onVisibilityChange);
    globalThis.removeEventListener('online', onVisibilityChange);
  };
}

async function readStream(
  signal: AbortSignal,
  lastEventId: string,
  { onOpen, onEvent }: { onOpen: () => void; onEvent: (event: EventSourceMessage) => void },
): Promise<void> {
  const idle = new AbortController();
  let watchdog = setTimeout(() => idle.abort(), IDLE_MS_MAX);
  const headers = createHeaders();
  headers.set('Accept', 'text/event-stream');
  if (lastEventId) headers.set('Last-Event-ID', lastEventId);

  try {
    const response = await fetch(buildUrl(liveStream), {
      headers,
      signal: abortWithAny([signal, idle.signal]),
      credentials: 'omit',
      cache: 'no-store',
    });
    if (!response.ok || !response.body) return;
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const parser = createParser({ onEvent });
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(() => idle.abort(), IDLE_MS_MAX);
      parser.feed(value);
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/** Returns the period over which the streams reconnect, if the event contains one. */
function applyEvent(
  queryClient: QueryClient,
  { event, data }: EventSourceMessage,
  isFirst: boolean,
): number | undefined {
  let live: LiveEvent;
  try {
    live = { event, data: JSON.parse(data) } as LiveEvent;
  } catch {
    return undefined;
  }
  // The stream begins with the current wallet, which the page has just loaded.
  if (isFirst && live.event === 'wallet' && isAlreadyLoaded(queryClient, live.data)) return undefined;
  switch (live.event) {
    case 'wallet':
      storeNewerBalance(queryClient, live.data satisfies Balance);
      void queryClient.invalidateQueries({ queryKey: queryKeys.bonus });
      void queryClient.invalidateQueries({ queryKey: queryKeys.bets });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
      break;
    case 'deposit':
    case 'withdrawal':
      void queryClient.invalidateQueries({ queryKey: queryKeys.history });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
      break;
    case 'heldWin':
      void queryClient.invalidateQueries({ queryKey: queryKeys.bets });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
      break;
    case 'bye':
      // The next request fails with the reason; refetching shows it at once. A restart has nothing to show.
      if (live.data.reason !== 'RESTART') void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      break;
  }
  emitLiveEvent(live);
  return live.event === 'bye' ? live.data.withinMs : undefined;
}

function isAlreadyLoaded(queryClient: QueryClient, balance: Balance): boolean {
  const known = queryClient.getQueryData<Balance>(queryKeys.balance);
  return known !== undefined && JSON.stringify({ ...known, at: '' }) === JSON.stringify({ ...balance, at: '' });
}
