// What changes for the member while the page is open: the live stream, and asking every 15 seconds
// when there is none.
//
//     connecting ──▶ open ──▶ lost ──wait (1, 2, 4 … 30 s)──▶ connecting
//
// Always true: the stream runs only while a member is signed in and the page is visible; what it says
// goes into the query cache, so no screen knows where a balance came from; an older balance never
// replaces a newer one.
//
// Elsewhere: who shows the balance (ui, features), who else listens (live-events.ts).

import type { QueryClient } from '@tanstack/react-query';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

import { LIVE_HEARTBEAT_SECONDS } from '@chaba/contract/constraints';
import type { LiveEvent } from '@chaba/contract/live';
import type { Balance } from '@chaba/contract/members';
import { liveStream } from '@chaba/contract/requests';

import { addressOf, commonHeaders, hasExtensionSupport } from './api.ts';
import { keepNewerBalance } from './balance.ts';
import { emitLiveEvent } from './live-events.ts';
import { queryKeys } from './query-keys.ts';

const WAIT_MS_FIRST = 1_000;
const WAIT_MS_MAX = 30_000;
const POLL_MS = 15_000;
/** Two heartbeats and a little: a line that says nothing for so long is dead. */
const SILENCE_MS_MAX = (2 * LIVE_HEARTBEAT_SECONDS + 5) * 1_000;

/** Runs until the returned function is called. */
export function startLive(queryClient: QueryClient): () => void {
  let lastEventId = '';
  let waitMs = WAIT_MS_FIRST;
  let isOpen = false;
  let stopped = false;
  let line: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function connect(): Promise<void> {
    clearTimeout(timer);
    // A host without the stream is asked every 15 seconds, below.
    if (stopped || line || document.hidden || !hasExtensionSupport()) return;
    line = new AbortController();
    try {
      await readStream(line.signal, lastEventId, {
        onOpen: () => {
          isOpen = true;
          waitMs = WAIT_MS_FIRST;
        },
        onEvent: (event) => {
          const isFirst = lastEventId === '';
          if (event.id) lastEventId = event.id;
          deliver(queryClient, event, isFirst);
        },
      });
    } catch {
      // A lost line is expected; the timer below tries again.
    }
    line = undefined;
    isOpen = false;
    if (stopped || document.hidden) return;
    timer = setTimeout(() => void connect(), waitMs * (0.75 + Math.random() / 2));
    waitMs = Math.min(waitMs * 2, WAIT_MS_MAX);
  }

  function visibilityChanged(): void {
    if (document.hidden) line?.abort();
    else void connect();
  }

  const poll = setInterval(() => {
    if (!isOpen && !document.hidden) void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
  }, POLL_MS);
  document.addEventListener('visibilitychange', visibilityChanged);
  globalThis.addEventListener('online', visibilityChanged);
  void connect();

  return () => {
    stopped = true;
    clearTimeout(timer);
    clearInterval(poll);
    line?.abort();
    document.removeEventListener('visibilitychange', visibilityChanged);
    globalThis.removeEventListener('online', visibilityChanged);
  };
}

async function readStream(
  signal: AbortSignal,
  lastEventId: string,
  { onOpen, onEvent }: { onOpen: () => void; onEvent: (event: EventSourceMessage) => void },
): Promise<void> {
  const silence = new AbortController();
  let watchdog = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
  const headers = commonHeaders();
  headers.set('Accept', 'text/event-stream');
  if (lastEventId) headers.set('Last-Event-ID', lastEventId);

  try {
    const response = await fetch(addressOf(liveStream), {
      headers,
      signal: AbortSignal.any([signal, silence.signal]),
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
      watchdog = setTimeout(() => silence.abort(), SILENCE_MS_MAX);
      parser.feed(value);
    }
  } finally {
    clearTimeout(watchdog);
  }
}

function deliver(queryClient: QueryClient, { event, data }: EventSourceMessage, isFirst: boolean): void {
  let told: LiveEvent;
  try {
    told = { event, data: JSON.parse(data) } as LiveEvent;
  } catch {
    return;
  }
  // A page has asked for everything a moment before its stream begins with how the wallet is.
  if (isFirst && told.event === 'wallet' && isKnownAlready(queryClient, told.data)) return;
  switch (told.event) {
    case 'wallet':
      keepNewerBalance(queryClient, told.data satisfies Balance);
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
      // The next question is answered with the reason; asking now shows it at once.
      void queryClient.invalidateQueries({ queryKey: queryKeys.balance });
      break;
  }
  emitLiveEvent(told);
}

function isKnownAlready(queryClient: QueryClient, balance: Balance): boolean {
  const known = queryClient.getQueryData<Balance>(queryKeys.balance);
  return known !== undefined && JSON.stringify({ ...known, at: '' }) === JSON.stringify({ ...balance, at: '' });
}
