// What a member sees changing: a use case that moved a member's money says so here after its commit, and every open
// window of that member looks again.
//
// Always true: a signal carries no amount; whoever hears it reads the state from the database, so a signal that comes
// twice, late or out of order does no harm.
//
// Elsewhere: the stream to the browser (modules/live), how signals travel between processes (pubsub.ts).

import type { Transaction } from '@chaba/database';

import { publish, subscribe } from './pubsub.ts';

const KIND = 'member';

/** Says at once that something about a member changed. Only after the commit. */
export function publishMemberChanged(siteId: number, memberId: bigint): void {
  publish(KIND, `${siteId}/${memberId}`);
}

/** Says so when the transaction has committed, and not when it rolls back. */
export function signalAfterCommit(tx: Transaction, siteId: number, memberId: bigint): void {
  tx.afterCommit(() => publishMemberChanged(siteId, memberId));
}

/** Hears every signal about one member. Answers the function that stops it. */
export function onMemberChanged(siteId: number, memberId: bigint, listener: () => void): () => void {
  const subject = `${siteId}/${memberId}`;
  return watch(subject, listener);
}

// One listener on the notices for all members, and a map to those who wait, so that a signal costs one look-up however
// many members are watching.
const watchers = new Map<string, Set<() => void>>();
subscribe(KIND, (subject) => {
  for (const listener of watchers.get(subject) ?? []) listener();
});

function watch(subject: string, listener: () => void): () => void {
  const group = watchers.get(subject) ?? new Set();
  watchers.set(subject, group);
  group.add(listener);
  return () => {
    group.delete(listener);
    if (group.size === 0 && watchers.get(subject) === group) watchers.delete(subject);
  };
}
