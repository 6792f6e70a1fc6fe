// Waits for what the page has asked for: over a slow line whatever else is fetched meanwhile makes the answers wait.

import type { Query, QueryClient } from '@tanstack/react-query';

/** Until nothing is on its way, or so many milliseconds have passed. */
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
