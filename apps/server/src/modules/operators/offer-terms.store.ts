// SQL of the versions of cashback and referral terms. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type OfferTermsVersion = {
  readonly version: number;
  /** Name of the setting → its value as text. */
  readonly terms: Readonly<Record<string, string>>;
  readonly requestId: bigint | null;
  /** Null: the terms before the first version. */
  readonly publishedAt: Date | null;
};

/** Newest first. */
export function listOfferTerms(database: Queryable, siteId: number, limit: number): Promise<OfferTermsVersion[]> {
  return database.rows(sql`
    select version, terms, request_id as "requestId", published_at as "publishedAt" from offer_terms_version
    where site_id = ${siteId} order by version desc limit ${limit}`);
}

/** Adds the terms as the next version; `before` is the first, where none was written yet. */
export async function insertOfferTerms(
  tx: Transaction,
  siteId: number,
  {
    before,
    after,
    requestId,
  }: {
    readonly before: OfferTermsVersion['terms'];
    readonly after: OfferTermsVersion['terms'];
    readonly requestId: bigint | undefined;
  },
): Promise<void> {
  await tx.execute(sql`
    insert into offer_terms_version (site_id, version, terms, published_at)
    values (${siteId}, 1, ${JSON.stringify(before)}::jsonb, null) on conflict do nothing`);
  await tx.execute(sql`
    insert into offer_terms_version (site_id, version, terms, request_id)
    select ${siteId}, max(version) + 1, ${JSON.stringify(after)}::jsonb, ${requestId ?? null}::bigint
    from offer_terms_version where site_id = ${siteId}`);
}
