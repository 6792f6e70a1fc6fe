// Module words to wire words: marks of items.

import type { ClaimFacts, ItemMarks } from '@chaba/contract/back-office/queue-wire';
import type { QueueName } from '@chaba/contract/back-office/queues';

import { type ItemClaim, listClaims, listPutOff, type PutOff } from '#modules/review';
import type { Acting } from '#operators/actions';

import type { BackOfficeContext } from './context.ts';

export function toClaimFacts({ name, claimedAt, operatorId }: ItemClaim, { session }: Acting): ClaimFacts {
  const isOwn = operatorId === session.operatorId;
  return { by: isOwn ? session.name : name, since: claimedAt.toISOString(), isOwn };
}

/** Marks of all items of the site. */
export type Marks = {
  readonly claims: ReadonlyMap<string, ItemClaim>;
  readonly putOff: ReadonlyMap<string, PutOff>;
};

export async function loadMarks({ database }: BackOfficeContext, siteId: number): Promise<Marks> {
  const [claims, putOff] = await Promise.all([listClaims(database, siteId), listPutOff(database, siteId)]);
  return { claims, putOff };
}

export function toItemMarks(
  { claims, putOff }: Marks,
  acting: Acting,
  of: { readonly queue: QueueName; readonly item: string },
): ItemMarks {
  const name = `${of.queue}:${of.item}`;
  const claim = claims.get(name);
  const put = putOff.get(name);
  return {
    claim: claim ? toClaimFacts(claim, acting) : null,
    putOff: put ? { by: put.name, until: put.until.toISOString(), reason: put.reason } : null,
  };
}

/** Rows that were put off stand last; the others keep their order. */
export function sortPutOff<Row extends ItemMarks>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => Number(one.putOff !== null) - Number(other.putOff !== null));
}
