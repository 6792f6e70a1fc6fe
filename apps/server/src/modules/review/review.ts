// The queues of waiting items: how many wait in each and since when, who works on an item, what was put off, targets.
//
//     free ──claim──▶ claimed ──kept every 30 s──▶ claimed        not kept for two minutes: free
//       ▲                └────release, take-over────▶ …
//
// Always true: one statement counts all queues, each by the partial index of what waits, to at most 1,000. A claim is a
// mark for other people and decides nothing: the decision is the change of the item's state.
//
// Elsewhere: queues as data (packages/contract/src/back-office/queues.ts), the items themselves (their modules), their
// actions (operators), the lists of the back office (back-office/queue-lists.ts).

import { CLAIM_SECONDS, queueNames, type QueueName, queues } from '@chaba/contract/back-office/queues';
import type { Database, Queryable, Transaction } from '@chaba/database';

import { publish } from '#core/pubsub';
import { listOrphanWins } from '#modules/reconciliation';

import * as store from './review.store.ts';
import type { ItemClaim, PutOff } from './review.store.ts';

export {
  type ItemClaim,
  deleteEnded,
  type PutOff,
  takeOver as takeOverItem,
  writeTarget as setTarget,
} from './review.store.ts';

export {
  confirmHandover,
  listHandovers,
  toHandoverFacts,
  writeHandover,
} from './handover.ts';

/** A change of a queue, for the windows of other people; the subject is the site's id. */
export const QUEUE_TOPIC = 'queue';

/** Queues are counted to so many items. */
export const COUNTED_MAX = 1_000;

type QueueState = {
  readonly queue: QueueName;
  readonly count: number;
  /** Of the items that are not put off. Undefined: there is none, or its time is unknown. */
  readonly oldestAt: Date | undefined;
  /** The first deadline, where items have one each. */
  readonly dueAt: Date | undefined;
  readonly targetMinutes: number | undefined;
};

/** All queues but the requests, whose visible ones depend on the roles of a person. */
export async function loadQueues(database: Queryable, siteId: number): Promise<QueueState[]> {
  const [counted, targets] = [
    await store.countQueues(database, siteId, COUNTED_MAX + 1),
    await store.listTargets(database, siteId),
  ];
  const found = new Map(counted.map((row) => [row.queue, row]));
  if ((found.get('orphan-wins')?.count ?? 0) > 0) found.set('orphan-wins', await countOrphanWins(database, siteId));
  const own = new Map(targets.map(({ queue, minutes }) => [queue, minutes]));
  return queueNames.map((queue) => ({
    queue,
    count: found.get(queue)?.count ?? 0,
    oldestAt: found.get(queue)?.oldestAt ?? undefined,
    dueAt: found.get(queue)?.dueAt ?? undefined,
    targetMinutes: own.get(queue) ?? queues[queue].targetMinutes,
  }));
}

/** A win whose transaction arrived by a later call waits no more; its row does not show it. */
async function countOrphanWins(database: Queryable, siteId: number): Promise<store.QueueCount> {
  const [wins, putOff] = [await listOrphanWins(database, siteId), await listPutOff(database, siteId)];
  const active = wins.filter(
    ({ memberId, provider, txId }) => !putOff.has(`orphan-wins:${memberId}:${provider}:${txId}`),
  );
  return { queue: 'orphan-wins', count: wins.length, oldestAt: active.at(-1)?.receivedAt ?? null, dueAt: null };
}

/** Minutes until an item of the queue is overdue; undefined: never. */
export async function loadTarget(database: Queryable, siteId: number, queue: QueueName): Promise<number | undefined> {
  const own = (await store.listTargets(database, siteId)).find((each) => each.queue === queue);
  return own?.minutes ?? queues[queue].targetMinutes;
}

type ClaimRequest = { readonly item: string; readonly operatorId: string };

/** Claims an item, or keeps an own claim. Returns the claim that holds, which may be another person's. */
export async function claimItem(database: Database, siteId: number, request: ClaimRequest): Promise<ItemClaim> {
  const outcome = await store.claim(database, siteId, { ...request, seconds: CLAIM_SECONDS });
  // A kept claim is no news.
  if (outcome === 'claimed') publish(QUEUE_TOPIC, String(siteId));
  const claim = await store.findClaim(database, siteId, { item: request.item, seconds: CLAIM_SECONDS });
  // Released between the two statements.
  return claim ?? { item: request.item, operatorId: request.operatorId, name: '', claimedAt: new Date() };
}

/** Gives an own claim back; the claim of another person stays. */
export async function releaseItem(database: Database, siteId: number, request: ClaimRequest): Promise<void> {
  if (await store.release(database, siteId, request)) publish(QUEUE_TOPIC, String(siteId));
}

/** The person who works on the item; undefined: nobody. */
export function findClaim(database: Queryable, siteId: number, item: string): Promise<ItemClaim | undefined> {
  return store.findClaim(database, siteId, { item, seconds: CLAIM_SECONDS });
}

/** Claims in force, by item. */
export async function listClaims(database: Queryable, siteId: number): Promise<Map<string, ItemClaim>> {
  const claims = await store.listClaims(database, siteId, CLAIM_SECONDS);
  return new Map(claims.map((claim) => [claim.item, claim]));
}

/** Lists an item last until a time. The caller records operator and reason in the same transaction. */
export async function putOffItem(
  tx: Transaction,
  siteId: number,
  request: ClaimRequest & { readonly minutes: number; readonly reason: string },
): Promise<void> {
  await store.putOff(tx, siteId, request);
  await store.release(tx, siteId, request);
}

/** Items that are put off now, by item. */
export async function listPutOff(database: Queryable, siteId: number): Promise<Map<string, PutOff>> {
  return new Map((await store.listPutOff(database, siteId)).map((row) => [row.item, row]));
}
