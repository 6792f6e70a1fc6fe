// Reads that decide nothing, on a replica of the database.
//
//     within 5 s of the primary           ──▶ replica
//     behind, not following, not answering ──▶ primary
//
// Always true: a read of the replica shows every commit of 5 s before it. The lag is measured by positions in the WAL
// and the clock of this process, so an idle primary is no lag, and a replica that lost its primary falls behind. A
// server is read only if it replays the WAL of this primary: another cluster, or a timeline that the primary left, is
// not. The reads write nothing and have no transaction.
//
// Elsewhere: callers (.dependency-cruiser.cjs), connections (pool.ts).

import { type Database, openDatabase, type Queryable, type Sql, sql } from './database.ts';
import type { PoolOptions } from './pool.ts';

/** Server that returned a read: the replica, or the primary because of the replica's lag or failure. */
export type ReadOutcome = 'replica' | 'lag' | 'down';

export type ReplicaReads = Queryable & {
  /** Age of the newest moment that the replica is known to show; undefined while it does not follow. */
  getLagMs(): number | undefined;
  close(): Promise<void>;
};

export type ReplicaOptions = {
  readonly primary: Queryable;
  readonly replica: Omit<PoolOptions, 'isReplica' | 'statementTimeoutMs'>;
  readonly onRead?: (outcome: ReadOutcome) => void;
};

const LAG_MAX_MS = 5_000;
const CHECK_EVERY_MS = 500;
/** Moments that a replica may be behind and still be dated, in checks. */
const MARKS_MAX = 60;

export function openReplicaReads({ primary, replica, onRead }: ReplicaOptions): ReplicaReads {
  const database = openDatabase({ ...replica, isReplica: true, statementTimeoutMs: LAG_MAX_MS });
  const watch = watchReplay(primary, database);
  async function read<Result>(work: (from: Queryable) => Promise<Result>): Promise<Result> {
    const lagMs = watch.getLagMs();
    if (lagMs === undefined || lagMs > LAG_MAX_MS) {
      onRead?.('lag');
      return work(primary);
    }
    try {
      const result = await work(database);
      onRead?.('replica');
      return result;
    } catch {
      // A failed read is retried on the primary; an invalid statement fails there too.
      onRead?.('down');
      return work(primary);
    }
  }
  return {
    rows: <Row>(query: Sql) => read((from) => from.rows<Row>(query)),
    one: <Row>(query: Sql) => read((from) => from.one<Row>(query)),
    oneOrNone: <Row>(query: Sql) => read((from) => from.oneOrNone<Row>(query)),
    execute: () => Promise.reject(new Error('a replica is only read')),
    getLagMs: watch.getLagMs,
    close() {
      watch.stop();
      return database.destroy();
    },
  };
}

type Place = { readonly cluster: string; readonly position: bigint };

// The product's role may execute these functions.
const cluster = sql`(select system_identifier::text from pg_control_system()) as cluster`;
const findReplayed = sql`
  select ${cluster}, (pg_last_wal_replay_lsn() - '0/0')::bigint as position where pg_is_in_recovery()`;
const findFlushed = sql`select ${cluster}, (pg_current_wal_flush_lsn() - '0/0')::bigint as position`;

/** Dates the replica by the newest position of the primary that it has replayed. */
function watchReplay(primary: Queryable, replica: Database) {
  let marks: { readonly at: number; readonly position: bigint }[] = [];
  let shownAt: number | undefined;
  const check = async (): Promise<void> => {
    const replayed = await findPlace(replica, findReplayed);
    const at = performance.now();
    const flushed = await findPlace(primary, findFlushed);
    if (replayed === undefined) return;
    if (flushed !== undefined) {
      // A standby receives only what its primary has flushed: one that is ahead has another history.
      if (replayed.cluster !== flushed.cluster || replayed.position > flushed.position) {
        marks = [];
        shownAt = undefined;
        return;
      }
      marks = [...marks, { at, position: flushed.position }].slice(-MARKS_MAX);
    }
    shownAt = marks.findLast(({ position }) => position <= replayed.position)?.at ?? shownAt;
  };
  let isChecking = false;
  const checkUnlessRunning = (): void => {
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
    });
  };
  const timer = setInterval(checkUnlessRunning, CHECK_EVERY_MS).unref();
  checkUnlessRunning();
  return {
    getLagMs: () => (shownAt === undefined ? undefined : performance.now() - shownAt),
    stop: () => clearInterval(timer),
  };
}

/** Undefined if the server is no such one or does not answer. */
function findPlace(server: Queryable, query: Sql): Promise<Place | undefined> {
  return server.oneOrNone<Place>(query).catch(() => undefined);
}
