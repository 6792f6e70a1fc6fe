// SQL of risk signals: browsers and networks that a member signed in from.

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type StoredRiskSignal = { readonly kind: 'device' | 'address'; readonly hash: Buffer };

export async function saveRiskSignals(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  traces: readonly StoredRiskSignal[],
): Promise<void> {
  await tx.execute(sql`
    insert into risk_signal (site_id, member_id, kind, signal_hash)
    select ${siteId}, ${memberId}::bigint, * from unnest(${traces.map(({ kind }) => kind)}::text[],
      ${traces.map(({ hash }) => hash)}::bytea[])
    on conflict (site_id, member_id, kind, signal_hash)
      do update set last_seen_at = greatest(excluded.last_seen_at, risk_signal.last_seen_at)
  `);
}

export async function hasDeviceSignal(
  database: Queryable,
  siteId: number,
  { phone, hashes }: { readonly phone: string; readonly hashes: readonly Buffer[] },
): Promise<boolean> {
  const trace = await database.oneOrNone(sql`
    select 1 from risk_signal t join member m on m.site_id = t.site_id and m.member_id = t.member_id
    where t.site_id = ${siteId} and t.kind = 'device' and t.signal_hash = any(${hashes}::bytea[]) and m.phone = ${phone}
    limit 1
  `);
  return trace !== undefined;
}

/** Deletes signals not seen for 180 days. Returns the number of rows. */
export function deleteOldRiskSignals(database: Queryable): Promise<number> {
  return database.execute(sql`delete from risk_signal using served_site
    where served_site.site_id = risk_signal.site_id and last_seen_at < now() - interval '180 days'`);
}
