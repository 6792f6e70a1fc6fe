// SQL of views of lists.
//
// Elsewhere: who may save which view (back-office/shift.routes.ts), keys (packages/database/migrations).

import { type Queryable, type Sql, sql, type Transaction } from '@chaba/database';

export type SavedView = {
  readonly viewId: bigint;
  readonly list: string;
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly scope: 'own' | 'shared' | 'role';
  readonly role: string | null;
  readonly ownerId: string;
  readonly owner: string;
};

const columns = sql`view_id as "viewId", list, saved_view.name as name, params, scope, role, owner_id as "ownerId", operator.name as owner`;

/** Own views, shared ones, and the defaults of these roles. */
export function listViews(
  database: Queryable,
  siteId: number,
  { list, ownerId, roles }: { readonly list: string; readonly ownerId: string; readonly roles: readonly string[] },
): Promise<SavedView[]> {
  return database.rows(sql`
    select ${columns} from saved_view join operator on operator_id = owner_id
    where site_id = ${siteId} and list = ${list} and ((scope = 'own' and owner_id = ${ownerId}::uuid) or scope = 'shared'
      or (scope = 'role' and role = any(${[...roles]}::text[])))
    order by scope, saved_view.name`);
}

export function findView(database: Queryable, siteId: number, viewId: bigint): Promise<SavedView | undefined> {
  return database.oneOrNone(sql`
    select ${columns} from saved_view join operator on operator_id = owner_id
    where site_id = ${siteId} and view_id = ${viewId}`);
}

export type NewView = Pick<SavedView, 'list' | 'name' | 'params' | 'scope' | 'role' | 'ownerId'>;

const CONFLICTS: Readonly<Record<NewView['scope'], Sql>> = {
  own: sql`(site_id, list, owner_id, name) where scope = 'own'`,
  shared: sql`(site_id, list, name) where scope = 'shared'`,
  role: sql`(site_id, list, role) where scope = 'role'`,
};

/** Saves a view; one of the same name, or the default of the same role, is replaced. */
export async function saveView(tx: Transaction, siteId: number, view: NewView): Promise<bigint> {
  const { id } = await tx.one<{ id: bigint }>(sql`
    insert into saved_view (site_id, list, name, params, scope, role, owner_id)
    values (${siteId}, ${view.list}, ${view.name}, ${JSON.stringify(view.params)}::jsonb, ${view.scope}, ${view.role},
      ${view.ownerId}::uuid)
    on conflict ${CONFLICTS[view.scope]} do update set name = excluded.name, params = excluded.params,
      owner_id = excluded.owner_id, saved_at = now()
    returning view_id as id`);
  return id;
}

export async function deleteView(tx: Transaction, siteId: number, viewId: bigint): Promise<boolean> {
  return (await tx.execute(sql`delete from saved_view where site_id = ${siteId} and view_id = ${viewId}`)) === 1;
}
