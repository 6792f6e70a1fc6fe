// What the product's own role may do, written again after every migration.
//
// Always true: the role reads and writes rows and nothing else; it cannot change a table. A table named here is a
// journal: its rows are added and never changed or deleted, by nobody who speaks for the product (house rule: books are
// corrected by new rows). `create role` and `grant` come from the owner, who runs migrations and nothing else.

import type pg from 'pg';

export const APPEND_ONLY_TABLES: readonly string[] = ['ledger_transfer', 'operator_act'];
/** The product may look at it (is this database of our version?) and nothing more. */
export const READ_ONLY_TABLES: readonly string[] = ['migration'];

type Table = { readonly name: string; readonly kind: 'table' | 'view' };

export async function grantPrivileges(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<Table>(`
    select relname as name, case when relkind in ('r', 'p') then 'table' else 'view' end as kind
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname`);
  const grants = rows.flatMap((table) => {
    const name = `public.${client.escapeIdentifier(table.name)}`;
    return [`revoke all on ${name} from ${role}`, `grant ${rightsOn(table)} on ${name} to ${role}`];
  });
  await client.query(
    [
      'begin',
      `revoke create on schema public from public`,
      `grant usage on schema public to ${role}`,
      ...grants,
      `grant usage, select on all sequences in schema public to ${role}`,
      `grant execute on all functions in schema public to ${role}`,
      'commit',
    ].join(';\n'),
  );
}

function rightsOn(table: Table): string {
  if (table.kind === 'view' || READ_ONLY_TABLES.includes(table.name)) return 'select';
  if (APPEND_ONLY_TABLES.includes(table.name)) return 'select, insert';
  return 'select, insert, update, delete';
}

/**
 * Makes the role, or answers false where the owner may not (a database somebody else runs). With a password it can log
 * in by itself; without one the owner's connections put it on like a coat.
 */
export async function ensureRole(client: pg.Client, role: string, password: string | undefined): Promise<boolean> {
  const login = password === undefined ? 'nologin' : `login password ${client.escapeLiteral(password)}`;
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  try {
    if (rowCount === 0) await client.query(`create role ${role} nosuperuser ${login}`);
    else if (password !== undefined) await client.query(`alter role ${role} ${login}`);
    await client.query(`grant ${role} to current_user`);
    return true;
  } catch (error) {
    // 42501: not allowed; 42710 and 23505: another migration made it at this moment, which is as good.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === '42501') return false;
    if (code === '42710' || code === '23505') return ensureRole(client, role, password);
    throw error;
  }
}
