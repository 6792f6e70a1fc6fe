// Opened member pages: who opened which page and when, sealed in batches by the audit chain.
//
// Always true: an access is committed before the page is read. A seal covers a span that receives no row later, and the
// spans of a site follow each other without a gap, so a row that is edited, deleted or inserted later is found.
//
// Elsewhere: the chain (audit-chain.ts), its rows (page-access.store.ts), files in full (modules/exports).

import type { Database, Queryable } from '@chaba/database';

import { type Acting } from './actions.ts';
import { appendEntry } from './audit-chain.ts';
import * as store from './page-access.store.ts';

export { listPageAccess, type PageAccess } from './page-access.store.ts';

/** A page that stays open is read again by polling; without an act of the person that is a row in this time. */
const QUIET_MINUTES = 15;
/** `audit_entry.operator` of entries without a person. */
const SEALED_BY = 'job:access-seal';

/**
 * Records that a person opened the page of a member; within a minute it is the same row.
 * @param isAct the person caused the call. Polling of an open page leaves a row each 15 minutes.
 */
export function recordPageAccess(
  database: Queryable,
  { siteId, session }: Acting,
  { memberId, isAct }: { readonly memberId: bigint; readonly isAct: boolean },
): Promise<void> {
  const quietMinutes = isAct ? undefined : QUIET_MINUTES;
  return store.insertAccess(database, siteId, { memberId, operatorId: session.operatorId, quietMinutes });
}

/** Seals the accesses of a site that are older than a minute, one process after another. Returns their number. */
export async function sealPageAccess(database: Database, siteId: number): Promise<number> {
  let sealed = 0;
  while (await store.hasUnsealed(database, siteId, await store.findSealedTo(database, siteId))) {
    sealed += await sealBatch(database, siteId);
  }
  return sealed;
}

function sealBatch(database: Database, siteId: number): Promise<number> {
  return database.transaction(async (tx) => {
    await store.lockAccess(tx, siteId);
    const { from, to, rows, hash } = await store.loadBatch(tx, siteId, await store.findSealedTo(tx, siteId));
    // Another process sealed them meanwhile.
    if (rows === 0) return 0;
    await appendEntry(tx, siteId, {
      operator: SEALED_BY,
      role: '',
      channel: 'job',
      action: store.SEAL_ACTION,
      subject: 'member pages',
      outcome: 'done',
      after: { ...(from === undefined ? {} : { from: from.toISOString() }), to: to.toISOString(), rows, hash },
    });
    return rows;
  });
}
