// SQL of pub/sub: one statement and one commit for all queued messages.

import { type Database, sql } from '@chaba/database';

export async function sendMessages(database: Database, channel: string, payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return;
  await database.execute(sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`);
}
