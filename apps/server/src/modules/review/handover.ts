// The end of a shift: a note with the open items of that minute, until another person confirms that it was read.
//
// Always true: the facts are counted in the transaction that writes the note. A note is confirmed once, by another
// person than its writer.
//
// Elsewhere: the queues (review.ts), the actions (operators/shift-actions.ts).

import type { QueueName } from '@chaba/contract/back-office/queues';
import type { Transaction } from '@chaba/database';

import * as store from './handover.store.ts';

export type { StoredHandover } from './handover.store.ts';
export { confirmRead as confirmHandover, listHandovers } from './handover.store.ts';

const MINUTE_MS = 60_000;

/** A queue as it is now. */
type CountedQueue = {
  readonly queue: QueueName;
  readonly count: number;
  readonly oldestAt: Date | undefined;
  readonly targetMinutes: number | undefined;
};

export function toHandoverFacts(
  states: readonly CountedQueue[],
  others: Pick<store.HandoverFacts, 'requests' | 'signedIn'>,
  now = new Date(),
): store.HandoverFacts {
  const queues = states
    .filter(({ count }) => count > 0)
    .map(({ queue, count, oldestAt, targetMinutes }) => ({
      queue,
      count,
      isOverdue:
        oldestAt !== undefined &&
        targetMinutes !== undefined &&
        now.getTime() - oldestAt.getTime() > targetMinutes * MINUTE_MS,
      oldestAt: oldestAt?.toISOString() ?? null,
    }));
  return { queues, ...others };
}

export function writeHandover(
  tx: Transaction,
  siteId: number,
  of: { readonly operatorId: string; readonly note: string; readonly facts: store.HandoverFacts },
): Promise<bigint> {
  return store.insertHandover(tx, siteId, of);
}
