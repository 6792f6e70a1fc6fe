// The login role of the product: creating it, and proving that it has no further rights.
//
// Always true: the product logs in as its own role. After `set role` a session can reset to the owner of the tables, so
// this file never returns a connection of the owner.
//
// Elsewhere: rights of the role (privileges.ts), the address of each command
// (apps/ops/src/database/product-database.ts).

import type pg from 'pg';

import { canConnect } from './can-connect.ts';

export type Login = {
  readonly role: string;
  /** Undefined if the server accepts the role without a password. */
  readonly password: string | undefined;
};

/** The URL of the same database for another role. */
export function loginUrl(url: string, { role, password }: Login): string {
  const address = new URL(url);
  address.username = encodeURIComponent(role);
  address.password = encodeURIComponent(password ?? '');
  return address.href;
}

/** The role that a URL names. */
export function loginOf(url: string): Login {
  const { username, password } = new URL(url);
  return {
    role: decodeURIComponent(username),
    password: password === '' ? undefined : decodeURIComponent(password),
  };
}

/**
 * Creates the role unless it can log in. With `mayReset` an existing role gets the password; otherwise a different
 * password is an error.
 */
export async function ensureLogin(
  client: pg.Client,
  url: string,
  login: Login & { readonly mayReset: boolean },
): Promise<void> {
  const name = client.escapeIdentifier(login.role);
  const password = login.password === undefined ? '' : ` password ${client.escapeLiteral(login.password)}`;
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login.role]);
  if (rowCount === 0) await tryTo(client, `create role ${name} nosuperuser nocreatedb nocreaterole login${password}`);
  let isIn = await canConnect(loginUrl(url, login));
  if (!isIn && login.mayReset && !(await isPowerful(client, login.role))) {
    await tryTo(client, `alter role ${name} login${password}`);
    isIn = await canConnect(loginUrl(url, login));
  }
  if (!isIn) {
    throw new Error(`the role ${login.role} of the product cannot log in, and this owner could not make or change it`);
  }
  // The owner writes the demo data with the rights of the product (simulated-clock.ts).
  await tryTo(client, `grant ${name} to current_user`);
}

/**
 * True if this role, or a role that it is a member of, can write the ledger without the posting function or can gain
 * that right.
 */
export async function isPowerful(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `
    select rolname::text as name from pg_roles as role
    where pg_has_role($1::name, role.oid, 'member') and (rolsuper or rolcreaterole or rolbypassrls
      or has_schema_privilege(role.oid, 'public', 'create')
      or exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and
        (relowner = role.oid or (relname in ('ledger_transfer', 'ledger_balance', 'ledger_house_balance')
          and has_table_privilege(role.oid, pg_class.oid, 'insert, update, delete, truncate, trigger')))))`,
    [role],
  );
  return rows.length > 0;
}

/** True if this role, or a role that it is a member of, can record an operator action. */
export async function isOperator(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `
    select from pg_roles as role where pg_has_role($1::name, role.oid, 'member')
      and has_table_privilege(role.oid, to_regclass('public.audit_log'), 'insert')`,
    [role],
  );
  return (rowCount ?? 0) > 0;
}

/** The role besides the owner that may post, if this connection can assume it. */
export async function productRole(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ role: string }>(`
    select distinct pg_get_userbyid(grantee)::text as role from pg_proc, aclexplode(proacl)
    where pronamespace = 'public'::regnamespace and proname = 'ledger_post_batch' and grantee <> 0 and grantee <> proowner
      and pg_has_role(current_user, grantee, 'member')
      and has_table_privilege(grantee, to_regclass('public.member_session'), 'insert')
    order by 1`);
  return rows[0]?.role;
}

// 42501: not allowed. 42710, 23505: another process just created the role. XX000: roles belong to the whole server, so
// migrations of two databases can update one row concurrently. 0LP01: a role is no member of itself.
const EXPECTED_CODES = ['42501', '42710', '23505', 'XX000', '0LP01'];

async function tryTo(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!EXPECTED_CODES.includes(code)) throw error;
  }
}
