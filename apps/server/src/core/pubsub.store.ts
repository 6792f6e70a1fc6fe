// SQL of notices: one statement, one commit of its own for all that waits.

import { type Database, sql } from '@chaba/database';

export async function sendNotices(database: Database, channel: string, payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return;
  await database.execute(sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`);
}
