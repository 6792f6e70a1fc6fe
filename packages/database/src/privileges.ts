// What the product's own role may do, written again after every migration.
//
// Always true: the role reads and writes rows and nothing else; it cannot change a table. A table named here is a
// journal: its rows are added and never changed or deleted, by nobody who speaks for the product (house rule: books are
// corrected by new rows). `create role` and `grant` come from the owner, who runs migrations and nothing else.

import type pg from 'pg';

export const APPEND_ONLY_TABLES: readonly string[] = [
  'ledger_transfer',
  'operator_act',
  'wallet_transaction',
  'bonus_grant',
  'bonus_event',
  'round_correction',
  'member_limit_change',
];
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
 * Makes the role, or answers false where it is missing and the owner may not make it (a database somebody else runs).
 * With a password it can log in by itself; without one the owner's connections put it on like a coat.
 */
export async function ensureRole(client: pg.Client, role: string, password: string | undefined): Promise<boolean> {
  const login = password === undefined ? 'nologin' : `login password ${client.escapeLiteral(password)}`;
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await tryTo(client, `create role ${role} nosuperuser ${login}`);
  else if (password !== undefined) await tryTo(client, `alter role ${role} ${login}`);
  await tryTo(client, `grant ${role} to current_user`);
  // An administrator may have made and granted it beforehand: what counts is whether it can be put on.
  return canTakeRole(client, role);
}

export async function canTakeRole(client: pg.Client, role: string): Promise<boolean> {
  const isAllowed = await tryTo(client, `set role ${role}`);
  await client.query('reset role');
  return isAllowed;
}

// 42501: not allowed; 42704 and 22023: there is no such role; 42710 and 23505: made by another migration just now, which
// is as good. Roles belong to the whole server, so two migrations of two databases may meet here (XX000: at one row).
const EXPECTED_CODES = ['42501', '42704', '22023', '42710', '23505', 'XX000'];

async function tryTo(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!EXPECTED_CODES.includes(code)) throw error;
    return false;
  }
}
