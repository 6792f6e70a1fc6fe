// SQL of kicks that providers must still receive. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';

const SHOWN_MAX = 200;

/** Queues a kick at every provider where a session may be open. Without session tokens a launch is the session. */
export async function enqueueKicks(
  tx: Transaction,
  siteId: number,
  { memberId, hours }: { readonly memberId: bigint; readonly hours: number },
): Promise<void> {
  await tx.execute(sql`
    insert into provider_kick as kick (site_id, member_id, provider)
    select site_id, member_id, provider from (
      select site_id, member_id, provider from game_session
      where site_id = ${siteId} and member_id = ${memberId} and expires_at > now()
      union select site_id, member_id, provider from game_launch
      where site_id = ${siteId} and member_id = ${memberId} and created_at > now() - make_interval(hours => ${hours}::int)
    ) as opened
    on conflict (site_id, member_id, provider) do update set requested_at = excluded.requested_at, delivered_at = null, attempts = 0
  `);
}

export type KickRow = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly playerId: string;
  readonly requestedAt: Date;
};

/** Kicks that are due; the delay grows with each attempt. */
export function listDueKicks(database: Queryable, siteId: number, hours: number, limit: number): Promise<KickRow[]> {
  return database.rows(sql`
    select kick.member_id as "memberId", provider, player_id as "playerId", requested_at as "requestedAt"
    from provider_kick kick join member on member.site_id = kick.site_id and member.member_id = kick.member_id
    where kick.site_id = ${siteId} and delivered_at is null and requested_at > now() - make_interval(hours => ${hours}::int)
      and requested_at + make_interval(secs => power(greatest(attempts - 1, 0), 2) / 2) <= now()
    order by attempts, requested_at limit ${limit}
  `);
}

/** A kick that was queued again meanwhile stays. */
export async function recordAttempt(
  database: Queryable,
  siteId: number,
  kick: KickRow,
  isDelivered: boolean,
): Promise<void> {
  await database.execute(sql`
    update provider_kick set attempts = attempts + 1, delivered_at = case when ${isDelivered}::boolean then now() end
    where site_id = ${siteId} and member_id = ${kick.memberId} and provider = ${kick.provider}
      and requested_at < ${kick.requestedAt}::timestamptz + interval '1 millisecond'
  `);
}

/** Kicks without a response for five minutes. */
export function listUndeliveredKicks(
  database: Queryable,
  siteId: number,
): Promise<{ memberId: bigint; provider: string }[]> {
  return database.rows(sql`
    select member_id as "memberId", provider from provider_kick
    where site_id = ${siteId} and delivered_at is null and requested_at < now() - interval '5 minutes'
    order by requested_at limit ${SHOWN_MAX}
  `);
}
