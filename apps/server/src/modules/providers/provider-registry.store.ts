// SQL of providers at a site: settings and keys. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

export type SettingRow = {
  readonly siteId: number;
  readonly provider: string;
  readonly isOpen: boolean;
  readonly winCap: Money | null;
  readonly closedBy: Closer | null;
  readonly closedNotice: string | null;
};

export type Closer = 'operator' | 'studio';

export type KeyRow = {
  readonly keyId: string;
  readonly siteId: number;
  readonly siteCode: string;
  readonly provider: string;
  readonly slot: number;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
};

export function listSettings(database: Queryable): Promise<SettingRow[]> {
  return database.rows(sql`
    select site_id as "siteId", provider, is_open as "isOpen", win_cap_e4 as "winCap", closed_by as "closedBy",
      closed_notice as "closedNotice"
    from provider_setting
  `);
}

export function listKeys(database: Queryable): Promise<KeyRow[]> {
  return database.rows(sql`
    select key_id as "keyId", site_id as "siteId", code as "siteCode", provider, slot, provider_key.created_at as "createdAt",
      retired_at as "retiredAt"
    from provider_key join site using (site_id) order by provider_key.created_at, key_id
  `);
}

export async function writeWinCap(
  tx: Transaction,
  siteId: number,
  to: { readonly provider: string; readonly winCap: Money },
): Promise<void> {
  await tx.execute(sql`
    insert into provider_setting (site_id, provider, win_cap_e4) values (${siteId}, ${to.provider}, ${to.winCap})
    on conflict (site_id, provider) do update set win_cap_e4 = excluded.win_cap_e4
  `);
}

/** Without `closedBy` the provider is open. */
export async function writeClosure(
  tx: Transaction,
  siteId: number,
  to: { readonly provider: string; readonly closedBy: Closer | null; readonly notice: string | null },
): Promise<void> {
  await tx.execute(sql`
    insert into provider_setting (site_id, provider, is_open, closed_by, closed_notice)
    values (${siteId}, ${to.provider}, ${to.closedBy}::text is null, ${to.closedBy}, ${to.notice})
    on conflict (site_id, provider) do update
      set is_open = excluded.is_open, closed_by = excluded.closed_by, closed_notice = excluded.closed_notice
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
