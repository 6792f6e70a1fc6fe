// When what no page stands or falls with may come: the first page is there, and nothing that it asked for is on its way.

import { useEffect, useState } from 'react';

import { queryClient } from './query-client.ts';
import { waitForQueries } from './wait-for-queries.ts';

const ANSWERS_AWAITED_MS = 4_000;

/** After the page has loaded, the browser is idle, what the page requested has been answered, and there is a connection. */
async function whenIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => {
      globalThis.addEventListener('load', resolve, { once: true });
    });
  }
  await new Promise((resolve) => {
    if (globalThis.requestIdleCallback) globalThis.requestIdleCallback(resolve, { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
  await waitForQueries(queryClient, { withinMs: ANSWERS_AWAITED_MS });
  // Code that failed for want of a connection would need the page anew.
  while (!navigator.onLine) {
    await new Promise((resolve) => {
      globalThis.addEventListener('online', resolve, { once: true });
    });
  }
}

/** False until then, and in a page that is drawn ahead. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isThere = true;
    void whenIdle().then(() => isThere && setIdle(true));
    return () => {
      isThere = false;
    };
  }, []);
  return isIdle;
}
