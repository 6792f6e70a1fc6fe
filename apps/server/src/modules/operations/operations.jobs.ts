// Jobs of operations: the shared gauges every minute, and the removal of old beats.

import { getReplicaReads } from '#core/replica';
import type { Job } from '#jobs/jobs';

import { measure, MEASURE_EVERY_MS } from './measure.ts';
import { deleteOldBeats } from './operations.store.ts';

const DAY_MS = 86_400_000;

export const operationsJobs: readonly Job[] = [
  {
    name: 'measure',
    everyMs: MEASURE_EVERY_MS,
    leaseExtraMs: 15_000,
    run: (context) => measure(getReplicaReads(context), context.database),
  },
  { name: 'delete-old-beats', everyMs: DAY_MS, run: ({ database }) => deleteOldBeats(database) },
];
