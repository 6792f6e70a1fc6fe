// SQL of the wallet snapshot that belongs to no other module.

import { sql, type Transaction } from '@chaba/database';

/** Makes the transaction read-only with one snapshot for all of its statements. */
export async function beginReadOnlySnapshot(tx: Transaction): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`);
}

export async function timeOf(tx: Transaction): Promise<Date> {
  const row = await tx.one<{ now: Date }>(sql`select clock_timestamp() as now`);
  return row.now;
}
