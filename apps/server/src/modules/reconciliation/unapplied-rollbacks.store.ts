// SQL of unapplied rollbacks. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';

import type { TransactionName } from '#core/transaction-names';

export type UnappliedRollback = TransactionName & {
  readonly refTxId: string;
  readonly roundId: string;
  readonly receivedAt: Date;
};

const columns = sql`member_id as "memberId", provider, tx_id as "txId", ref_tx_id as "refTxId", round_id as "roundId",
  received_at as "receivedAt"`;

/** Rollbacks that are not dismissed, oldest first. */
export function openRollbacks(database: Queryable, siteId: number, limit: number): Promise<UnappliedRollback[]> {
  return database.rows(sql`
    select ${columns} from unapplied_rollback where site_id = ${siteId} and dismissed_at is null
    order by received_at limit ${limit}
  `);
}

/** Ids of a provider are unique for each player only. */
export function rollbacksNamed(
  tx: Transaction,
  siteId: number,
  { provider, txId }: { readonly provider: string; readonly txId: string },
): Promise<UnappliedRollback[]> {
  return tx.rows(sql`
    select ${columns} from unapplied_rollback
    where site_id = ${siteId} and provider = ${provider} and tx_id = ${txId} and dismissed_at is null
    order by member_id for update
  `);
}

export async function dismiss(tx: Transaction, siteId: number, name: TransactionName): Promise<void> {
  await tx.execute(sql`
    update unapplied_rollback set dismissed_at = now() where site_id = ${siteId} and member_id = ${name.memberId}
      and provider = ${name.provider} and tx_id = ${name.txId} and dismissed_at is null
  `);
}
