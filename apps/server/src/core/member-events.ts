// Change events of members: a use case that moved a member's money publishes one after its commit, and the member's
// open streams reload.
//
// Always true: an event carries no amounts; subscribers read the state from the database, so a repeated, delayed or
// reordered event is harmless.
//
// Elsewhere: the stream to the browser (modules/live), delivery between processes (pubsub.ts).

import type { Transaction } from '@chaba/database';

import { publish, spread, subscribe } from './pubsub.ts';

const KIND = 'member';

/** Publishes at once that a member changed. Only after the commit. */
export function publishMemberChanged(siteId: number, memberId: bigint): void {
  publish(KIND, `${siteId}/${memberId}`);
}

/** Publishes after the transaction commits, and not after a rollback. */
export function publishAfterCommit(tx: Transaction, siteId: number, memberId: bigint): void {
  tx.afterCommit(() => publishMemberChanged(siteId, memberId));
}

/** Subscribes to events of one member; returns the unsubscribe function. */
export function onMemberChanged(siteId: number, memberId: bigint, listener: () => void): () => void {
  const subject = `${siteId}/${memberId}`;
  return addListener(subject, listener);
}

// One pub/sub subscription for all members and a map by member, so that an event costs one lookup at any number of
// streams.
const listenersByMember = new Map<string, Set<() => void>>();
const notify = (subject: string): void => {
  for (const listener of listenersByMember.get(subject) ?? []) listener();
};
subscribe(KIND, { onMessage: notify, onGap: () => spread([...listenersByMember.keys()], notify) });

function addListener(subject: string, listener: () => void): () => void {
  const group = listenersByMember.get(subject) ?? new Set();
  listenersByMember.set(subject, group);
  group.add(listener);
  return () => {
    group.delete(listener);
    if (group.size === 0 && listenersByMember.get(subject) === group) listenersByMember.delete(subject);
  };
}
