// SQL of the terms of use. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type TermsVersion = { readonly version: number; readonly content: string; readonly publishedAt: Date };

export type ListedVersion = { readonly version: number; readonly publishedAt: Date; readonly acceptances: number };

const columns = sql`version, content, published_at as "publishedAt"`;

/** The version in force: the newest one. */
export function findNewestVersion(database: Queryable, siteId: number): Promise<TermsVersion | undefined> {
  return database.oneOrNone<TermsVersion>(
    sql`select ${columns} from terms_version where site_id = ${siteId} order by version desc limit 1`,
  );
}

export function findVersion(database: Queryable, siteId: number, version: number): Promise<TermsVersion | undefined> {
  return database.oneOrNone<TermsVersion>(
    sql`select ${columns} from terms_version where site_id = ${siteId} and version = ${version}`,
  );
}

export function listVersions(database: Queryable, siteId: number): Promise<ListedVersion[]> {
  return database.rows<ListedVersion>(sql`
    select version, published_at as "publishedAt", (
      select count(*)::int from terms_acceptance as acceptance
      where acceptance.site_id = terms_version.site_id and acceptance.version = terms_version.version
    ) as acceptances
    from terms_version where site_id = ${siteId} order by version
  `);
}

/** Serialises publishing, so that versions of a site are consecutive. */
export async function lockSite(tx: Transaction, siteId: number): Promise<void> {
  await tx.execute(sql`select from site where site_id = ${siteId} for no key update`);
}

export async function insertVersion(tx: Transaction, siteId: number, version: number, content: string): Promise<void> {
  await tx.execute(
    sql`insert into terms_version (site_id, version, content) values (${siteId}, ${version}, ${content})`,
  );
}

/** Records the version in force for a new member. */
export async function acceptTermsInForce(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await tx.execute(sql`
    insert into terms_acceptance (site_id, member_id, version)
    select site_id, ${memberId}::bigint, max(version) from terms_version where site_id = ${siteId} group by site_id
  `);
}

/** False if the site has no such version. An existing acceptance stays unchanged. */
export async function insertAcceptance(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  version: number,
): Promise<boolean> {
  await database.execute(sql`
    insert into terms_acceptance (site_id, member_id, version)
    select site_id, ${memberId}::bigint, version from terms_version where site_id = ${siteId} and version = ${version}
    on conflict do nothing
  `);
  const { isAccepted } = await database.one<{ isAccepted: boolean }>(sql`
    select exists (
      select from terms_acceptance where site_id = ${siteId} and member_id = ${memberId} and version = ${version}
    ) as "isAccepted"
  `);
  return isAccepted;
}

/** The version in force, if the member has not accepted it. */
export async function findDueVersion(
  database: Queryable,
  siteId: number,
  memberId: bigint,
): Promise<number | undefined> {
  const row = await database.oneOrNone<{ version: number }>(sql`
    select newest.version from (
      select max(version) as version from terms_version where site_id = ${siteId}
    ) as newest
    where newest.version is not null and not exists (
      select from terms_acceptance
      where site_id = ${siteId} and member_id = ${memberId} and version = newest.version
    )
  `);
  return row?.version;
}
