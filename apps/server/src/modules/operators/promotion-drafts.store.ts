// SQL of the drafts of promotions. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type PromotionDraft = {
  readonly id: string;
  readonly terms: string;
  readonly savedBy: string;
  readonly savedAt: Date;
};

const columns = sql`promotion_id as id, terms, saved_by as "savedBy", saved_at as "savedAt"`;

export function listDrafts(database: Queryable, siteId: number): Promise<PromotionDraft[]> {
  return database.rows(sql`
    select ${columns} from promotion_draft where site_id = ${siteId} order by promotion_id`);
}

export function findDraft(database: Queryable, siteId: number, id: string): Promise<PromotionDraft | undefined> {
  return database.oneOrNone(sql`
    select ${columns} from promotion_draft where site_id = ${siteId} and promotion_id = ${id}`);
}

export async function saveDraft(
  tx: Transaction,
  siteId: number,
  { id, terms, savedBy }: Pick<PromotionDraft, 'id' | 'terms' | 'savedBy'>,
): Promise<void> {
  await tx.execute(sql`
    insert into promotion_draft (site_id, promotion_id, terms, saved_by) values (${siteId}, ${id}, ${terms}, ${savedBy})
    on conflict (site_id, promotion_id) do update
      set terms = excluded.terms, saved_by = excluded.saved_by, saved_at = now()`);
}

/** False if there is none. */
export async function deleteDraft(tx: Transaction, siteId: number, id: string): Promise<boolean> {
  const deleted = await tx.execute(sql`
    delete from promotion_draft where site_id = ${siteId} and promotion_id = ${id}`);
  return deleted === 1;
}
