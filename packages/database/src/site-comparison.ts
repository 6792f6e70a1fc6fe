// Comparison of large tables whose rows change, so that the time behind a fence does not grow with the table.
//
//     before the fence   a snapshot is held open at both cells; the sum of all rows in it
//     behind the fence   rows that either cell wrote since: their sum in the snapshot, and their sum now
//
// Always true: the tables are equal if the rows of the snapshot without the written ones have equal sums at both cells,
// the written ones have equal sums now, and each cell has as many rows as both together. The newest version of a row
// has a transaction id: below the oldest one that ran at the snapshot, it is the version of the snapshot.
//
// Elsewhere: the other tables (sumTables in site-move.ts), the order (apps/ops/src/cells/move-site.ts).

import type pg from 'pg';

import { CHANGING_TABLES } from './site-tables.ts';

type Sum = { readonly rows: bigint; readonly sum: bigint };
type Written = { readonly rows: bigint; readonly keys: readonly string[] };
/** A snapshot and the sums in it, until its connection ends. */
export type HeldSums = {
  readonly client: pg.Client;
  /** Of its connection. */
  readonly pid: number;
  /** Id of the oldest transaction that ran at the snapshot. */
  readonly oldest: string;
  readonly sums: ReadonlyMap<string, Sum>;
};

/** Begins a transaction on a connection of its own, which holds the snapshot. */
export async function holdSums(client: pg.Client, siteIds: readonly number[]): Promise<HeldSums> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ pid: number; oldest: string }>(
    'select pg_backend_pid() as pid, pg_snapshot_xmin(pg_current_snapshot())::xid::text as oldest',
  );
  const [{ pid, oldest } = { pid: 0, oldest: '' }] = rows;
  const sums = new Map<string, Sum>();
  for (const table of CHANGING_TABLES) {
    const name = `public.${client.escapeIdentifier(table)}`;
    sums.set(table, await readSum(client, `from ${name} as t where site_id = any($1::int[])`, [siteIds]));
  }
  return { client, pid, oldest, sums };
}

/** Compares the tables of two cells that write no row of the sites. Returns those that differ, and the rows written. */
export async function compareHeld(
  cells: readonly { readonly client: pg.Client; readonly held: HeldSums }[],
  siteIds: readonly number[],
): Promise<{ readonly different: string[]; readonly rows: number }> {
  const different: string[] = [];
  let rows = 0;
  for (const table of CHANGING_TABLES) {
    const written = await Promise.all(
      cells.map(({ client, held }) => listWritten(client, table, { siteIds, oldest: held.oldest })),
    );
    const keys = [...new Set(written.flatMap((each) => each.keys))];
    rows += keys.length;
    const parts = await Promise.all(
      cells.map(async ({ client, held }, at) => {
        const [before, now] = [await sumKeys(held.client, table, keys), await sumKeys(client, table, keys)];
        const all = held.sums.get(table) ?? { rows: 0n, sum: 0n };
        const rest = { rows: all.rows - before.rows, sum: all.sum - before.sum };
        return { rest, now, isWhole: rest.rows + now.rows === written[at]?.rows };
      }),
    );
    const [first] = parts;
    const isEqual = parts.every(
      ({ rest, now, isWhole }) =>
        isWhole && first !== undefined && areSame(rest, first.rest) && areSame(now, first.now),
    );
    if (!isEqual) different.push(`${table} (${written.map((each) => each.rows).join(' and ')} rows)`);
  }
  return { different, rows };
}

const areSame = (one: Sum, other: Sum): boolean => one.rows === other.rows && one.sum === other.sum;

async function listWritten(
  client: pg.Client,
  table: string,
  { siteIds, oldest }: { readonly siteIds: readonly number[]; readonly oldest: string },
): Promise<Written> {
  const key = (await listKeyColumns(client, table)).map(
    (column) => `${client.escapeLiteral(column)}, t.${client.escapeIdentifier(column)}`,
  );
  // Of ids that wrapped around, an old one may count as written, which costs time only.
  const { rows } = await client.query<{ rows: string; keys: string[] }>(
    `select count(*)::text as rows, coalesce(array_agg(json_build_object(${key.join(', ')})::text)
       filter (where age(t.xmin) <= age($2::text::xid)), '{}') as keys
     from public.${client.escapeIdentifier(table)} as t where site_id = any($1::int[])`,
    [siteIds, oldest],
  );
  const [{ rows: count, keys } = { rows: '0', keys: [] }] = rows;
  return { rows: BigInt(count), keys };
}

async function sumKeys(client: pg.Client, table: string, keys: readonly string[]): Promise<Sum> {
  const columns = (await listKeyColumns(client, table)).map((column) => client.escapeIdentifier(column));
  const name = `public.${client.escapeIdentifier(table)}`;
  const isSame = columns.map((column) => `t.${column} = k.${column}`).join(' and ');
  return readSum(client, `from json_populate_recordset(null::${name}, $1::json) as k join ${name} as t on ${isSame}`, [
    `[${keys.join(',')}]`,
  ]);
}

async function readSum(client: pg.Client, from: string, values: readonly unknown[]): Promise<Sum> {
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum ${from}`,
    [...values],
  );
  const [{ rows: count, sum } = { rows: '0', sum: '0' }] = rows;
  return { rows: BigInt(count), sum: BigInt(sum) };
}

async function listKeyColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname::text as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indrelid = to_regclass('public.' || quote_ident($1)) and indisprimary order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}
