// SQL of announcements. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type AnnouncementTerms = {
  readonly place: 'popup' | 'banner' | 'lobby';
  readonly audience: 'everyone' | 'visitors' | 'members';
  readonly text: string;
  readonly imageUrl: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

export type SiteAnnouncement = AnnouncementTerms & {
  readonly announcementId: bigint;
  readonly createdBy: string;
  readonly state: 'planned' | 'live' | 'ended';
};

const columns = sql`
  announcement_id as "announcementId", place, audience, content as text, image_url as "imageUrl", starts_at as "startsAt",
  ends_at as "endsAt", created_by as "createdBy",
  case when ends_at <= now() then 'ended' when starts_at <= now() then 'live' else 'planned' end as state`;

/** Those that are shown now or begin within `aheadSeconds`, the latest begin first. */
export function listShown(database: Queryable, siteId: number, aheadSeconds: number): Promise<SiteAnnouncement[]> {
  return database.rows(sql`
    select ${columns} from announcement
    where site_id = ${siteId} and ends_at > now() and starts_at <= now() + make_interval(secs => ${aheadSeconds}::int)
    order by starts_at desc, announcement_id desc`);
}

/** Those that have not ended, the latest begin first, or the ended ones, the newest first. */
export function listPage(
  database: Queryable,
  siteId: number,
  page: { readonly isEnded: boolean; readonly before: bigint | undefined; readonly limit: number },
): Promise<SiteAnnouncement[]> {
  return database.rows(sql`
    select ${columns} from announcement
    where site_id = ${siteId} and (ends_at <= now()) = ${page.isEnded}::boolean
      and (${page.before ?? null}::bigint is null or announcement_id < ${page.before ?? null}::bigint)
    order by announcement_id desc limit ${page.limit}`);
}

export function find(
  database: Queryable,
  siteId: number,
  announcementId: bigint,
): Promise<SiteAnnouncement | undefined> {
  return database.oneOrNone(sql`
    select ${columns} from announcement where site_id = ${siteId} and announcement_id = ${announcementId}`);
}

export async function insert(
  tx: Transaction,
  siteId: number,
  row: AnnouncementTerms & { readonly createdBy: string },
): Promise<bigint> {
  const { id } = await tx.one<{ id: bigint }>(sql`
    insert into announcement (site_id, place, audience, content, image_url, starts_at, ends_at, created_by)
    values (${siteId}, ${row.place}, ${row.audience}, ${row.text}, ${row.imageUrl}, ${row.startsAt}, ${row.endsAt},
      ${row.createdBy})
    returning announcement_id as id`);
  return id;
}

/** False if it has ended. */
export async function update(
  tx: Transaction,
  siteId: number,
  row: AnnouncementTerms & { readonly announcementId: bigint },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update announcement set place = ${row.place}, audience = ${row.audience}, content = ${row.text},
      image_url = ${row.imageUrl}, starts_at = ${row.startsAt}, ends_at = ${row.endsAt}
    where site_id = ${siteId} and announcement_id = ${row.announcementId} and ends_at > now()`);
  return changed === 1;
}

/** Ends one now; one that has not begun ends with its begin. False if it has ended. */
export async function end(tx: Transaction, siteId: number, announcementId: bigint): Promise<boolean> {
  const changed = await tx.execute(sql`
    update announcement set
      starts_at = least(starts_at, now() - interval '1 millisecond'), ends_at = now()
    where site_id = ${siteId} and announcement_id = ${announcementId} and ends_at > now()`);
  return changed === 1;
}
