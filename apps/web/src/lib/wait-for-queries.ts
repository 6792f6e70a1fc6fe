// Waits for the page's queries: on a slow connection any concurrent download delays their responses.

import type { Query, QueryClient } from '@tanstack/react-query';

/** Resolves when no query is in flight, or after the given number of milliseconds. */
export async function waitForQueries(
  client: QueryClient,
  { withinMs, of = () => true }: { readonly withinMs: number; readonly of?: (query: Query) => boolean },
): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (client.isFetching({ predicate: of }) > 0) return;
      end();
    };
    const stop = client.getQueryCache().subscribe(look);
    const timer = setTimeout(end, withinMs);
    function end() {
      stop();
      clearTimeout(timer);
      resolve();
    }
    look();
  });
}
