// Receives PostgreSQL notifications (LISTEN, NOTIFY) over a separate connection that reconnects.
//
// Always true: notifications sent during a disconnection are lost, so each reconnect is reported. A connection that
// does not answer a probe is replaced, because a silently lost one would otherwise seem open.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

const CONNECT_TIMEOUT_MS = 10_000;
const RETRY_MS = 1_000;
const KEEP_ALIVE_MS = 5_000;
const PROBE_EVERY_MS = 5_000;
const PROBE_TIMEOUT_MS = 5_000;

/** Subscribes to a channel; rejects if the first connection fails. Returns the unsubscribe function. */
export async function listen(
  options: { readonly url: string; readonly applicationName?: string },
  channel: string,
  onPayload: (payload: string) => void,
  onReturn: () => void = () => undefined,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: options.url,
      application_name: `${options.applicationName ?? 'chaba'} listen`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      // The driver destroys a pipelined connection whose query is not answered in time.
      pipeline: true,
    });
    client.on('notification', (message) => onPayload(message.payload ?? ''));
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Resolves when the connection is lost, or ends it when `signal` aborts. */
  async function keepAlive(client: pg.Client): Promise<void> {
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    const probe = setInterval(() => {
      client.query('select 1').catch(() => undefined);
    }, PROBE_EVERY_MS).unref();
    if (!signal.aborted) await Promise.race([ended, once(signal, 'abort')]);
    clearInterval(probe);
    await client.end().catch(() => undefined);
  }

  async function stayConnected(first: pg.Client): Promise<void> {
    for (let client: pg.Client | undefined = first; ; ) {
      if (client) await keepAlive(client);
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      client = await connect().catch(() => undefined);
      if (client && !signal.aborted) onReturn();
    }
  }

  const staying = stayConnected(await connect());
  return async () => {
    stopping.abort();
    await staying;
  };
}
