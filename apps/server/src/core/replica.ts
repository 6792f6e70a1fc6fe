// The replica of the database, for reads that decide nothing: past history pages, statements, referral lists, measures.
//
// Always true: `getReplicaReads` is the only way to read from it, and only the files listed in .dependency-cruiser.cjs
// import this one. Its reads are no `Database`, so no transaction reads from it.
//
// Elsewhere: lag and fallback to the primary (packages/database/src/replica.ts).

import type { Queryable } from '@chaba/database';
import { openReplicaReads } from '@chaba/database/replica';

import type { Config } from './config.ts';
import { observeReplica } from './database-metrics.ts';
import { replicaLag, replicaReads } from './metrics.ts';

const READS = Symbol('reads of the replica');
const POOL_SIZE = 4;
const MS = 1_000;

export type Replica = {
  readonly [READS]: Queryable;
  close(): Promise<void>;
};

/** Opens the replica of the settings, if they name one. */
export function openReplica(primary: Queryable, { replicaUrl }: Pick<Config, 'replicaUrl'>): Replica | undefined {
  if (replicaUrl === undefined) return undefined;
  const reads = openReplicaReads({
    primary,
    replica: { url: replicaUrl, poolSize: POOL_SIZE, applicationName: 'chaba replica', observer: observeReplica() },
    onRead: (outcome) => replicaReads.inc(outcome),
  });
  const stopReading = replicaLag.onRead((add) => {
    const lagMs = reads.getLagMs();
    if (lagMs !== undefined) add(lagMs / MS);
  });
  return {
    [READS]: reads,
    close() {
      stopReading();
      return reads.close();
    },
  };
}

/** Reads of the replica while it follows, of the primary otherwise. */
export function getReplicaReads(context: {
  readonly database: Queryable;
  readonly replica?: Replica | undefined;
}): Queryable {
  return context.replica?.[READS] ?? context.database;
}
