// Living through weeks in a moment: the product's own statements, run with a clock that the caller sets. For demo data only.
//
// One connection of the owner, one transaction. Inside it a schema `past` has functions of the names that tell the time, it is
// looked into before PostgreSQL's own, and columns that fill themselves with the time and views that read it take it from there. So use
// cases write rows dated as they would have been, the journal's included, and no use case knows.
//
// Always true: columns, views and schema are as before when the transaction commits, and when it does not nothing has happened at
// all. The product's own role can do nothing of this: it takes the owner of the tables. Use cases run one after the other,
// as the role of the product; each is a savepoint, so one that refuses leaves nothing behind.
//
// Elsewhere: who lives through what (apps/server/src/demo).

import pg from 'pg';

import { type Database, getTypeParser, copied, queryable, type Sql, type Transaction } from './database.ts';
import { productRole } from './logins.ts';

export type SimulatedClockDatabase = Database & {
  /** From now on it is this time, until told again. */
  readonly setTime: (time: Date) => Promise<void>;
};

/** This owner may not do it: a database that somebody else runs. */
export class SimulatedClockForbiddenError extends Error {
  override readonly name = 'SimulatedClockForbiddenError';
}

const NOT_ALLOWED = '42501';
const CLOCKS = ['now', 'transaction_timestamp', 'clock_timestamp'] as const;
const CLOCK_SETTING = 'past.time';

/** Runs the work in one transaction with a clock of its own. */
export async function withSimulatedClock<Result>(
  ownerUrl: string,
  work: (past: SimulatedClockDatabase) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'chaba past',
    types: { getTypeParser },
    pipeline: true,
  } as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const role = await productRole(client);
    await client.query('begin');
    const bent = await bendTime(client, role).catch(asForbidden);
    const signals: (() => void)[] = [];
    const result = await work(pastOn(client, signals));
    await straightenTime(client, bent);
    await client.query('commit');
    for (const signal of signals) signal();
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function asForbidden(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== NOT_ALLOWED) throw error;
  throw new SimulatedClockForbiddenError(error.message, { cause: error });
}

/** A column that fills itself with the time, and how. */
type Column = { readonly table: string; readonly column: string; readonly told: string };
/** A view that reads the time. */
type View = { readonly name: string; readonly definition: string };
type Bent = { readonly columns: readonly Column[]; readonly views: readonly View[] };

async function bendTime(client: pg.Client, role: string | undefined): Promise<Bent> {
  const { rows: columns } = await client.query<Column>(`
    select format('%I.%I', nspname, relname) as table, quote_ident(attname) as column, pg_get_expr(adbin, adrelid) as told
    from pg_attrdef
    join pg_class on pg_class.oid = adrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = adrelid and attnum = adnum
    where nspname = 'public' and pg_get_expr(adbin, adrelid) in (${CLOCKS.map((clock) => `'${clock}()'`).join(', ')})`);
  const { rows: views } = await client.query<View>(`
    select format('%I.%I', nspname, relname) as name, pg_get_viewdef(pg_class.oid) as definition
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = 'public' and relkind = 'v' and pg_get_viewdef(pg_class.oid) ~ '\\m(${CLOCKS.join('|')})\\(\\)'`);
  const clocks = CLOCKS.map(
    (clock) =>
      `create function past.${clock}() returns timestamptz language sql stable
       as $$ select pg_catalog.current_setting('${CLOCK_SETTING}')::timestamptz $$`,
  );
  const defaults = columns.map(({ table, column }) => `alter table ${table} alter ${column} set default past.now()`);
  const grantee = role === undefined ? '' : client.escapeIdentifier(role);
  const asProduct = role === undefined ? [] : [`grant usage on schema past to ${grantee}`, `set local role ${grantee}`];
  const path = 'set local search_path = past, pg_catalog, public';
  await client.query(
    ['create schema past', ...clocks, ...defaults, path, ...views.map(makeAgain), ...asProduct].join(';\n'),
  );
  return { columns, views };
}

/** The names in the definition are found again, those of clocks in the schema that is looked into first. */
const makeAgain = ({ name, definition }: View): string =>
  `create or replace view ${name} as ${definition.replace(/;\s*$/, '')}`;

async function straightenTime(client: pg.Client, { columns, views }: Bent): Promise<void> {
  const defaults = columns.map(
    ({ table, column, told }) => `alter table ${table} alter ${column} set default pg_catalog.${told}`,
  );
  const made = views.map(makeAgain);
  await client.query(['reset role', 'reset search_path', ...defaults, ...made, 'drop schema past cascade'].join(';\n'));
}

function pastOn(client: pg.Client, signals: (() => void)[]): SimulatedClockDatabase {
  const statements = queryable((statement) => client.query(copied(statement)));
  let last: Promise<unknown> = Promise.resolve();
  async function inTurn<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    await client.query('savepoint turn');
    try {
      const own: (() => void)[] = [];
      const asked: Promise<unknown>[] = [];
      const result = await work({
        ...statements,
        afterCommit: (signal) => void own.push(signal),
        withCommit: (last) => void asked.push(last),
      });
      await Promise.all(asked);
      await client.query('release savepoint turn');
      signals.push(...own);
      return result;
    } catch (error) {
      await client.query('rollback to savepoint turn; release savepoint turn');
      throw error;
    }
  }
  return {
    ...statements,
    setTime: async (time) => {
      await client.query('select set_config($1, $2, true)', [CLOCK_SETTING, time.toISOString()]);
    },
    transaction: (work) => {
      const turn = last.then(() => inTurn(work));
      last = turn.catch(() => undefined);
      return turn;
    },
    listen: () => Promise.reject(new Error('nothing is heard from in the past')),
    async *pages<Row>(query: Sql, rowsAtOnce: number) {
      const all = await statements.rows<Row>(query);
      for (let start = 0; start < all.length; start += rowsAtOnce) yield all.slice(start, start + rowsAtOnce);
    },
    close: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
  };
}
