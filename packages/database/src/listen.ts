// Hears what processes tell one another through PostgreSQL (LISTEN, NOTIFY), over a connection of its own that comes back by itself.
//
// Always true: what was told while the connection was away is never heard; whoever listens looks by itself from time to time.

import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
const RETRY_MS = 1_000;
const KEEP_ALIVE_MS = 30_000;

/** Begins to hear, or fails when it cannot. Answers the function that stops it. */
export async function listen(
  options: { readonly url: string; readonly applicationName?: string },
  channel: string,
  hear: (payload: string) => void,
): Promise<() => Promise<void>> {
  let isStopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: `${options.applicationName ?? 'chaba'} listen`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // It only listens, so without this a line that was cut without a word would look alive for ever.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    client = next;
    next.on('notification', (message) => hear(message.payload ?? ''));
    next.on('error', () => undefined);
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    // Only a connection that listened comes back for ending; one that never did is tried again by whoever made it.
    next.on('end', comeBack);
    if (isStopped) await next.end();
  }

  function comeBack(): void {
    if (isStopped) return;
    timer = setTimeout(() => void connect().catch(afterFailure), RETRY_MS).unref();
  }

  function afterFailure(): void {
    void client?.end().catch(() => undefined);
    comeBack();
  }

  try {
    await connect();
  } catch (error) {
    await client?.end().catch(() => undefined);
    throw error;
  }
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end();
  };
}
