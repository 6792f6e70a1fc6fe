// Metrics and spans of one connection pool.
//
// Elsewhere: what a pool reports (packages/database/src/observer.ts), the metrics (metrics.ts).

import type { DatabaseEvent, DatabaseObserver } from '@chaba/database';

import {
  databaseAcquire,
  databaseConnections,
  databaseErrors,
  databaseFlightTimeouts,
  databaseTransaction,
  databaseUnreplicated,
  type POOLS,
} from './metrics.ts';
import { recordSpan } from './tracing.ts';

const MS = 1_000;

/** Options of `openDatabase`. */
export function observePool(pool: (typeof POOLS)[number]): {
  readonly observer: DatabaseObserver;
  readonly onEvent: (event: DatabaseEvent) => void;
} {
  const observer: DatabaseObserver = {
    ...observeConnections(pool),
    onAcquired: (ms) => databaseAcquire.observe(ms / MS, pool),
    onTransaction(ms) {
      databaseTransaction.observe(ms / MS, pool);
      recordSpan('transaction', ms, { 'chaba.pool': pool });
    },
    onError: (kind) => databaseErrors.inc(pool, kind),
  };
  return {
    observer,
    onEvent(event) {
      if (event === 'flight timeout') databaseFlightTimeouts.inc(pool);
      else databaseUnreplicated.inc();
    },
  };
}

/** Observes the pool of the replica, whose reads are counted by their outcome (replica.ts). */
export function observeReplica(): DatabaseObserver {
  const ignore = (): void => undefined;
  return { ...observeConnections('replica'), onAcquired: ignore, onTransaction: ignore, onError: ignore };
}

function observeConnections(pool: string): Pick<DatabaseObserver, 'onOpen' | 'onClose'> {
  let stopReading: (() => void) | undefined;
  return {
    onOpen(read) {
      stopReading = databaseConnections.onRead((add) => {
        const { idle, busy, waiting } = read();
        add(idle, pool, 'idle');
        add(busy, pool, 'busy');
        add(waiting, pool, 'waiting');
      });
    },
    onClose: () => stopReading?.(),
  };
}
