// SQL of the keys of providers. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type KeyRow = {
  readonly keyId: string;
  readonly siteId: number;
  readonly siteCode: string;
  readonly provider: string;
  readonly slot: number;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
};

export function listKeys(database: Queryable): Promise<KeyRow[]> {
  return database.rows(sql`
    select key_id as "keyId", site_id as "siteId", code as "siteCode", provider, slot, provider_key.created_at as "createdAt",
      retired_at as "retiredAt"
    from provider_key join site using (site_id) order by provider_key.created_at, key_id
  `);
}

/** Serialises operators: of two at the same time one receives the last free slot. */
export async function lockKeys(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table provider_key in share row exclusive mode`);
}

export async function insertKey(
  tx: Transaction,
  key: { readonly keyId: string; readonly siteId: number; readonly provider: string; readonly slot: number },
): Promise<void> {
  await tx.execute(sql`
    insert into provider_key (key_id, site_id, provider, slot)
    values (${key.keyId}, ${key.siteId}, ${key.provider}, ${key.slot}) on conflict (key_id) do nothing
  `);
}

export function retireKey(tx: Transaction, siteId: number, keyId: string): Promise<number> {
  return tx.execute(sql`
    update provider_key set retired_at = now() where site_id = ${siteId} and key_id = ${keyId} and retired_at is null
  `);
}
