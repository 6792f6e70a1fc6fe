// SQL of security events. Hours are in database time.

import { type Queryable, sql } from '@chaba/database';

export type SecurityEventKind =
  | 'signed_in'
  | 'device_signed_in'
  | 'device_remembered'
  | 'device_ended'
  | 'device_token_reused'
  | 'sessions_ended'
  | 'password_changed'
  | 'account_revealed'
  | 'login_locked'
  | 'address_locked'
  | 'signature_invalid'
  | 'identity_changed'
  | 'password_reset';

export type RecordedSecurityEvent = {
  readonly kind: SecurityEventKind;
  readonly memberId: bigint | null;
  readonly subject: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
};

export type RepeatedEvents = { readonly kind: SecurityEventKind; readonly hour: Date; readonly most: number };

export async function countEvents(
  database: Queryable,
  siteId: number,
  event: {
    readonly kind: SecurityEventKind;
    readonly memberId: bigint | null;
    readonly subject: string;
    readonly count: number;
  },
): Promise<void> {
  await database.execute(sql`
    insert into security_event as event (site_id, kind, member_id, subject, hour, count)
    values (${siteId}, ${event.kind}, ${event.memberId}, ${event.subject}, date_trunc('hour', now(), 'UTC'), ${event.count})
    on conflict (site_id, kind, member_id, subject, hour)
      do update set count = event.count + excluded.count, last_at = greatest(event.last_at, excluded.last_at)
  `);
}

export function listEvents(
  database: Queryable,
  siteId: number,
  { memberId, limit }: { readonly memberId: bigint | undefined; readonly limit: number },
): Promise<RecordedSecurityEvent[]> {
  const ofMember = memberId === undefined ? sql`` : sql`and member_id = ${memberId}`;
  return database.rows(sql`
    select kind, member_id as "memberId", subject, count, first_at as "firstAt", last_at as "lastAt"
    from security_event where site_id = ${siteId} ${ofMember}
    order by last_at desc, security_event_id desc limit ${limit}
  `);
}

export function findRepeated(
  database: Queryable,
  siteId: number,
  limits: readonly { readonly kind: string; readonly most: number }[],
): Promise<RepeatedEvents[]> {
  return database.rows(sql`
    select limits.kind, hour, limits.most
    from unnest(${limits.map(({ kind }) => kind)}::text[], ${limits.map(({ most }) => most)}::int[]) as limits (kind, most)
    join security_event event on event.site_id = ${siteId} and event.kind = limits.kind and event.last_at > now() - interval '1 hour'
    group by limits.kind, hour, limits.most
    having sum(count) >= limits.most and max(last_at) > now() - interval '1 minute'
    order by limits.kind, hour
  `);
}

export async function firstSiteId(database: Queryable): Promise<number | undefined> {
  const row = await database.one<{ id: number | null }>(sql`select min(site_id) as id from site`);
  return row.id ?? undefined;
}

/** Deletes events that are a year old. Returns their number. */
export async function deleteOldEvents(database: Queryable): Promise<bigint> {
  const row = await database.one<{ deleted: bigint }>(sql`select security_event_delete_old() as deleted`);
  return row.deleted;
}
