// SQL of requests of providers that were rejected for good. Rows in, rows out.
//
// Elsewhere: which requests are kept (refused-calls.ts).

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type RefusedCall = {
  readonly provider: string;
  readonly path: string;
  readonly code: string;
  readonly body: string;
  readonly bodyBytes: number;
  readonly times: number;
  readonly receivedAt: Date;
  readonly lastReceivedAt: Date;
};

/** Counts a rejected request of today; returns how many this provider has sent today. */
export async function countRefusedCall(tx: Transaction, siteId: number, provider: string): Promise<number> {
  const { calls } = await tx.one<{ calls: number }>(sql`
    insert into refused_call_day as day (site_id, provider, day, calls)
    values (${siteId}, ${provider}, (now() at time zone 'Asia/Bangkok')::date, 1)
    on conflict (site_id, provider, day) do update set calls = day.calls + 1
    returning calls
  `);
  return calls;
}

/** Keeps a request; a repeat of the same bytes is counted. */
export async function writeRefusedCall(
  tx: Transaction,
  siteId: number,
  call: Omit<RefusedCall, 'times' | 'receivedAt' | 'lastReceivedAt'> & { readonly callHash: Buffer },
): Promise<void> {
  await tx.execute(sql`
    insert into refused_call as kept (site_id, provider, call_hash, path, code, body, body_bytes)
    values (${siteId}, ${call.provider}, ${call.callHash}, ${call.path}, ${call.code}, ${call.body}, ${call.bodyBytes})
    on conflict (site_id, provider, call_hash) do update
      set times = kept.times + 1, code = excluded.code, last_received_at = excluded.last_received_at
  `);
}

/** The newest requests first; of one provider, or of all. */
export function listRefusedCalls(
  database: Queryable,
  siteId: number,
  { provider, limit }: { readonly provider: string | undefined; readonly limit: number },
): Promise<RefusedCall[]> {
  return database.rows(sql`
    select provider, path, code, body, body_bytes as "bodyBytes", times, received_at as "receivedAt",
      last_received_at as "lastReceivedAt"
    from refused_call
    where site_id = ${siteId} and (${provider ?? null}::text is null or provider = ${provider ?? null})
    order by last_received_at desc, call_hash limit ${limit}
  `);
}

export type RefusedCallSum = {
  readonly provider: string;
  readonly code: string;
  readonly calls: number;
  readonly lastReceivedAt: Date;
};

/** The kept requests by provider and code. */
export function sumRefusedCalls(database: Queryable, siteId: number): Promise<RefusedCallSum[]> {
  return database.rows(sql`
    select provider, code, count(*)::int as calls, max(last_received_at) as "lastReceivedAt"
    from refused_call where site_id = ${siteId} group by provider, code order by provider, code
  `);
}

/** Days with more requests than are kept. */
export function listRefusedCallDays(
  database: Queryable,
  siteId: number,
  above: number,
): Promise<{ provider: string; day: string; calls: number }[]> {
  return database.rows(sql`
    select provider, day, calls from refused_call_day where site_id = ${siteId} and calls > ${above}
    order by day desc, provider
  `);
}

/** Deletes what is older than these days, at all sites; returns the number of rows. */
export async function deleteOldRefusedCalls(database: Queryable, days: number): Promise<number> {
  const calls = await database.execute(sql`
    delete from refused_call where last_received_at < now() - make_interval(days => ${days}::int)`);
  const counts = await database.execute(sql`
    delete from refused_call_day where day < (now() at time zone 'Asia/Bangkok')::date - ${days}::int`);
  return calls + counts;
}
