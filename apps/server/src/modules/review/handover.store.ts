// SQL of handovers.
//
// Elsewhere: rules (handover.ts), keys (packages/database/migrations/0016_back_office.sql).

import type { QueueName } from '@chaba/contract/back-office/queues';
import { type Queryable, sql, type Transaction } from '@chaba/database';

/** The open items of the minute in which a note is written. */
export type HandoverFacts = {
  readonly queues: readonly {
    readonly queue: QueueName;
    readonly count: number;
    readonly isOverdue: boolean;
    readonly oldestAt: string | null;
  }[];
  readonly requests: number;
  readonly signedIn: readonly string[];
};

export type StoredHandover = {
  readonly handoverId: bigint;
  readonly writtenBy: string;
  readonly writer: string;
  readonly note: string;
  readonly facts: HandoverFacts;
  readonly writtenAt: Date;
  readonly reader: string | null;
  readonly readAt: Date | null;
};

export async function insertHandover(
  tx: Transaction,
  siteId: number,
  { operatorId, note, facts }: { readonly operatorId: string; readonly note: string; readonly facts: HandoverFacts },
): Promise<bigint> {
  const { id } = await tx.one<{ id: bigint }>(sql`
    insert into handover (site_id, written_by, note, facts)
    values (${siteId}, ${operatorId}::uuid, ${note}, ${JSON.stringify(facts)}::jsonb) returning handover_id as id`);
  return id;
}

/** The newest first. */
export function listHandovers(database: Queryable, siteId: number, limit: number): Promise<StoredHandover[]> {
  return database.rows(sql`
    select handover_id as "handoverId", written_by as "writtenBy", writer.name as writer, note, facts, written_at as "writtenAt",
      reader.name as reader, read_at as "readAt"
    from handover join operator as writer on writer.operator_id = written_by
    left join operator as reader on reader.operator_id = read_by
    where site_id = ${siteId} order by handover_id desc limit ${limit}`);
}

/** False where it was confirmed before, is an own one, or does not exist. */
export async function confirmRead(
  tx: Transaction,
  siteId: number,
  { handoverId, operatorId }: { readonly handoverId: bigint; readonly operatorId: string },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update handover set read_by = ${operatorId}::uuid, read_at = now()
    where site_id = ${siteId} and handover_id = ${handoverId} and read_at is null and written_by <> ${operatorId}::uuid`);
  return changed === 1;
}
