// Detects that the first page is complete: it is loaded, the browser is idle, and no query is in flight. Code that no
// page depends on is loaded afterwards.

import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const QUERIES_WAIT_MS_MAX = 4_000;

/** Resolves after the load event, an idle callback and the queries of the page, when the browser is online. */
async function waitForIdle(client: QueryClient): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      globalThis.addEventListener('load', resolve, { once: true });
    });
  }
  await new Promise((resolve) => {
    if (globalThis.requestIdleCallback) globalThis.requestIdleCallback(resolve, { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
  await waitForQueries(client, { withinMs: QUERIES_WAIT_MS_MAX });
  // A failed import would require a reload of the page.
  while (!navigator.onLine) {
    await new Promise((resolve) => {
      globalThis.addEventListener('online', resolve, { once: true });
    });
  }
}

/** False until then, and on the server. */
export function useIsIdle(): boolean {
  const client = useQueryClient();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void waitForIdle(client).then(() => isMounted && setIdle(true));
    return () => {
      isMounted = false;
    };
  }, [client]);
  return isIdle;
}

/**
 * Resolves when no query is in flight, or after the given time: on a slow connection concurrent downloads delay
 * responses.
 */
export async function waitForQueries(
  client: QueryClient,
  { withinMs, of = () => true }: { readonly withinMs: number; readonly of?: (query: Query) => boolean },
): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = () => {
      if (client.isFetching({ predicate: of }) > 0) return;
      end();
    };
    const stop = client.getQueryCache().subscribe(check);
    const timer = setTimeout(end, withinMs);
    function end() {
      stop();
      clearTimeout(timer);
      resolve();
    }
    check();
  });
}
