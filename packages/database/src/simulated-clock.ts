// Simulates weeks in a moment: executes the product's own statements with a clock that the caller sets. For demo data
// and tests only.
//
// One connection of the owner, one transaction. In it the schema `past` has functions with the names of the time
// functions and precedes PostgreSQL's own schema; column defaults and views that read the time use these functions. Use
// cases therefore write rows, journal included, with the simulated time and need no change.
//
// Always true: after the commit, columns, views and schema are as before; without a commit nothing has changed. Only
// the owner of the tables can do this. Use cases run in sequence with the product's role; each is a savepoint, so a
// failed one leaves no rows.
//
// Elsewhere: the simulated members (apps/demo).

import pg from 'pg';

import { type Database, getTypeParser, copied, queryable, type Sql, type Transaction } from './database.ts';
import { productRole } from './logins.ts';

export type SimulatedClockDatabase = Database & {
  /** Sets the current time. */
  readonly setTime: (time: Date) => Promise<void>;
  /** Executes the work with the rights of the owner, for changes that an operator makes and the product cannot. */
  readonly transactionAsOwner: Database['transaction'];
};

/** The owner lacks the right, for example on a managed database. */
export class SimulatedClockForbiddenError extends Error {
  override readonly name = 'SimulatedClockForbiddenError';
}

const NOT_ALLOWED = '42501';
const CLOCKS = ['now', 'transaction_timestamp', 'clock_timestamp'] as const;
const CLOCK_SETTING = 'past.time';

/** Runs the work in one transaction with a simulated clock. */
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
    const bent = await simulateTime(client, role).catch(asForbidden);
    const signals: (() => void)[] = [];
    const result = await work(pastOn(client, signals, role));
    await restoreTime(client, bent);
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

/** A column whose default reads the time. */
type Column = { readonly table: string; readonly column: string; readonly expression: string };
/** A view that reads the time. */
type View = { readonly name: string; readonly definition: string };
type Bent = { readonly columns: readonly Column[]; readonly views: readonly View[] };

async function simulateTime(client: pg.Client, role: string | undefined): Promise<Bent> {
  const { rows: columns } = await client.query<Column>(`
    select format('%I.%I', nspname, relname) as table, quote_ident(attname) as column, pg_get_expr(adbin, adrelid) as expression
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

/** Re-creates the definitions, so that time functions resolve to the first schema of the search path. */
const makeAgain = ({ name, definition }: View): string =>
  `create or replace view ${name} as ${definition.replace(/;\s*$/, '')}`;

async function restoreTime(client: pg.Client, { columns, views }: Bent): Promise<void> {
  const defaults = columns.map(
    ({ table, column, expression }) => `alter table ${table} alter ${column} set default pg_catalog.${expression}`,
  );
  const made = views.map(makeAgain);
  const reset = ['reset role', 'reset search_path'];
  // A table with a deferred check that is still to be made cannot be altered.
  const checked = 'set constraints all immediate';
  await client.query([...reset, checked, ...defaults, ...made, 'drop schema past cascade'].join(';\n'));
}

function pastOn(client: pg.Client, signals: (() => void)[], role: string | undefined): SimulatedClockDatabase {
  const statements = queryable((statement) => client.query(copied(statement)));
  let last: Promise<unknown> = Promise.resolve();
  async function inTurn<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    await client.query('savepoint turn');
    try {
      const own: (() => void)[] = [];
      const pending: Promise<unknown>[] = [];
      const result = await work({
        ...statements,
        afterCommit: (signal) => void own.push(signal),
        withCommit: (last) => void pending.push(last),
      });
      await Promise.all(pending);
      await client.query('release savepoint turn');
      signals.push(...own);
      return result;
    } catch (error) {
      await client.query('rollback to savepoint turn; release savepoint turn');
      throw error;
    }
  }
  function enqueue<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const turn = last.then(() => inTurn(work));
    last = turn.catch(() => undefined);
    return turn;
  }
  return {
    ...statements,
    setTime: async (time) => {
      await client.query('select set_config($1, $2, true)', [CLOCK_SETTING, time.toISOString()]);
    },
    transaction: enqueue,
    // A failed turn returns to its savepoint, which restores the role too.
    transactionAsOwner: (work) =>
      enqueue(async (tx) => {
        if (role === undefined) return work(tx);
        await client.query('reset role');
        const result = await work(tx);
        await client.query(`set local role ${client.escapeIdentifier(role)}`);
        return result;
      }),
    listen: () => Promise.reject(new Error('a simulated clock has no notifications')),
    async *pages<Row>(query: Sql, rowsAtOnce: number) {
      const all = await statements.rows<Row>(query);
      for (let start = 0; start < all.length; start += rowsAtOnce) yield all.slice(start, start + rowsAtOnce);
    },
    close: () => Promise.resolve(),
    destroy: () => Promise.resolve(),
  };
}
