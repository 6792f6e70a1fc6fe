// The one door to PostgreSQL: queries as tagged templates, transactions, notifications. Nobody else imports the driver.
//
// Always true: every value travels as a bound parameter, never as text in a statement. `bigint` columns become `bigint`,
// `timestamptz` becomes `Date`, `date` stays the text 'YYYY-MM-DD', `numeric` stays text. A transaction whose work throws is
// rolled back and the error goes on; a transaction is never retried silently.
//
// Elsewhere: connections (pool.ts), their errors (errors.ts), how values (parameters.ts) and statements travel (pipeline.ts),
// hearing notifications (listen.ts), migrations (migrate.ts), the database of a developer's machine (embedded.ts), databases
// for tests (testing.ts).

import { createHash } from 'node:crypto';

import pg from 'pg';

import { DatabaseUnavailable, isConnectionStale } from './errors.ts';
import { type QueryResult, createPipeline, type Send, type Statement } from './pipeline.ts';
import { listen } from './listen.ts';
import { openPool, type Pool, type PoolOptions } from './pool.ts';
import { type ArrayKind, kindOf, toParameter } from './parameters.ts';

export { isDatabaseUnavailable, violatedConstraint } from './errors.ts';
export type { DatabaseEvent } from './pipeline.ts';

/** A statement with its parameters. Made by sql`…`; fragments may be nested in one another. */
export type Sql = { readonly strings: readonly string[]; readonly values: readonly unknown[] };

/** Where a statement can be run: a database (its own transaction) or an open transaction. */
export type Queryable = {
  /** All rows of the answer. */
  rows<Row>(query: Sql): Promise<Row[]>;
  /** Exactly one row; anything else is a bug and throws. */
  one<Row>(query: Sql): Promise<Row>;
  /** The only row, or nothing; more than one is a bug and throws. */
  oneOrNone<Row>(query: Sql): Promise<Row | undefined>;
  /** How many rows the statement touched. */
  execute(query: Sql): Promise<number>;
};

export type Transaction = Queryable & {
  /**
   * Runs after the commit, in order; never when the transaction rolls back. For signals only: it cannot undo anything, and what it
   * throws is a warning of the process, because what is committed must not be told as failed.
   */
  afterCommit(work: () => void): void;
  /**
   * The last statements, already asked for: the commit travels with them instead of waiting for their answers. When one of them
   * fails nothing is committed, and the transaction throws what it threw.
   */
  withCommit(statements: Promise<unknown>): void;
};

export type Database = Queryable & {
  /** Runs the work in one transaction (read committed): commits its result, rolls back when it throws. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * All rows of a long answer, so many at once: PostgreSQL keeps what was not fetched yet, and no transaction stays open while the
   * caller works. Over a connection of its own, beside the pool.
   */
  pages<Row>(query: Sql, rowsAtOnce: number): AsyncIterable<Row[]>;
  /**
   * Subscribes to NOTIFY on a channel over a connection of its own that comes back by itself; `onReturn` is called then,
   * because what was sent meanwhile is lost. Returns the function that ends it.
   */
  listen(channel: string, hear: (payload: string) => void, onReturn?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
  /** Closes without waiting: transactions that are under way are rolled back, and whoever goes on asking is refused. */
  destroy(): Promise<void>;
};

export type DatabaseOptions = PoolOptions;

const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] };
const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] };
const ROLLBACK: Statement = { name: 'rollback', text: 'rollback', values: [] };
const OID = { bool: 16, int8: 20, date: 1082, int8Array: 1016 } as const;

/** Builds a statement: `${value}` becomes a bound parameter, `${sql`…`}` a nested fragment. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  // The usual case: the template itself, which is the same object every time and so finds its text and name at once.
  if (!values.some(isSql)) return { strings, values };
  const texts: string[] = [strings[0] ?? ''];
  const bound: unknown[] = [];
  values.forEach((value, index) => {
    const tail = strings[index + 1] ?? '';
    if (isSql(value)) {
      const [first = '', ...others] = value.strings;
      texts[texts.length - 1] += first;
      texts.push(...others);
      bound.push(...value.values);
      texts[texts.length - 1] += tail;
    } else {
      bound.push(value);
      texts.push(tail);
    }
  });
  return { strings: texts, values: bound };
}

/** Opens a pool of connections; none is made before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options, getTypeParser);
  return {
    ...queryable((statement) => sendAlone(pool, statement)),
    transaction: (work) => runTransaction(pool, work),
    pages: (query, rowsAtOnce) => {
      if (pool.isEnding()) throw new DatabaseUnavailable('the database is closed');
      return pagesOf(pool, query, rowsAtOnce);
    },
    listen: (channel, hear, onReturn) => listen(options, channel, hear, onReturn),
    close: pool.close,
    destroy: pool.destroy,
  };
}

async function* pagesOf<Row>(pool: Pool, query: Sql, rowsAtOnce: number): AsyncGenerator<Row[]> {
  const client = pool.openClient();
  try {
    await client.connect();
    const { rows, execute } = queryable((statement) => client.query(copied(statement)));
    // Held beyond its transaction, which is over at once: the answer is as of now, and nothing is locked while it is read.
    await execute(sql`declare page no scroll cursor with hold for ${query}`);
    const next: Sql = { strings: [`fetch forward ${Math.trunc(rowsAtOnce)} from page`], values: [] };
    for (let page = await rows<Row>(next); page.length > 0; page = await rows<Row>(next)) yield page;
  } finally {
    await pool.closeClient(client);
  }
}

/** A statement that is its own transaction. */
async function sendAlone(pool: Pool, statement: Statement): Promise<QueryResult> {
  const client = await pool.connect();
  let stale: Error | undefined;
  try {
    return await createPipeline(client, getTypeParser).send(statement);
  } catch (error) {
    stale = toStale(error);
    throw error;
  } finally {
    client.release(stale);
  }
}

/** The error with which a connection is released that must not be used again. */
function toStale(error: unknown): Error | undefined {
  return error instanceof Error && isConnectionStale(error) ? error : undefined;
}

async function runTransaction<Result>(pool: Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const afterwards: (() => void)[] = [];
  const result = await commit(pool, work, afterwards);
  for (const job of afterwards) {
    try {
      job();
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }
  return result;
}

async function commit<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Result>,
  afterwards: (() => void)[],
): Promise<Result> {
  const client = await pool.connect();
  const last: Promise<unknown>[] = [];
  let broken: Error | undefined;
  let stale: Error | undefined;
  let isOver = false;
  const { send, flush: leave } = createPipeline(client, getTypeParser);
  // Work that goes on after its transaction ended would write without one, between the statements of whoever has the connection now.
  const ask: Send = (statement) => (isOver ? Promise.reject(new Error('the transaction is over')) : send(statement));
  try {
    // Not waited for: it travels with the first statement of the work. If it fails, so does what follows it.
    send(BEGIN).catch(() => undefined);
    const tx: Transaction = {
      ...queryable(ask),
      afterCommit: (job) => void afterwards.push(job),
      withCommit(statements) {
        last.push(statements);
        // Heard below; if the work throws before, its own error counts.
        statements.catch(() => undefined);
      },
    };
    const result = await work(tx);
    isOver = true;
    // A statement that failed and was caught leaves a transaction that can only be rolled back: commit then says so.
    const [{ command }] = await Promise.all([send(COMMIT), ...last]);
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: one of its statements had failed');
    return result;
  } catch (error) {
    isOver = true;
    stale = toStale(error);
    // What was asked for and not waited for, the beginning itself perhaps, goes before the rollback.
    leave();
    // When even the rollback fails the connection is of no more use and must not go back to the pool.
    await send(ROLLBACK).catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw broken ? new DatabaseUnavailable('the database was lost on the way', { cause: error }) : error;
  } finally {
    client.release(broken ?? stale);
  }
}

/** Statements over a connection, for the package's own files. */
export function queryable(run: (statement: Statement) => Promise<Pick<QueryResult, 'rows' | 'rowCount'>>): Queryable {
  const rows = async <Row>(query: Sql): Promise<Row[]> => (await run(prepared(query))).rows as Row[];
  return {
    rows,
    async one<Row>(query: Sql): Promise<Row> {
      const found = await rows<Row>(query);
      const [row] = found;
      if (row === undefined || found.length > 1) {
        throw new Error(`expected one row, got ${found.length}: ${textOf(query.strings)}`);
      }
      return row;
    },
    async oneOrNone<Row>(query: Sql): Promise<Row | undefined> {
      const found = await rows<Row>(query);
      if (found.length > 1) throw new Error(`expected one row at most, got ${found.length}: ${textOf(query.strings)}`);
      return found[0];
    },
    execute: async (query) => (await run(prepared(query))).rowCount ?? 0,
  };
}

// A statement's text, name and what its arrays are is found once for each template: what one call site says is one object. The name
// lets PostgreSQL keep the plan. Composed statements hash to the same name when they are the same text.
type Template = { readonly name: string; readonly text: string; readonly kinds: readonly (ArrayKind | undefined)[] };
const byStrings = new WeakMap<readonly string[], Template>();
const byText = new Map<string, Template>();
const TEMPLATES_MAX = 2_000;

function prepared({ strings, values }: Sql): Statement {
  let template = byStrings.get(strings);
  if (template === undefined) {
    template = templateOf(strings);
    byStrings.set(strings, template);
  }
  const { name, text, kinds } = template;
  return { name, text, values: values.map((value, place) => toParameter(value, kinds[place])) };
}

function templateOf(strings: readonly string[]): Template {
  const text = textOf(strings);
  let template = byText.get(text);
  if (template === undefined) {
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    template = { name, text, kinds: strings.slice(1).map(kindOf) };
    if (byText.size < TEMPLATES_MAX) byText.set(text, template);
  }
  return template;
}

/** A statement as the driver takes it, for those who send without flights. */
export function copied({ name, text, values }: Statement): pg.QueryConfig {
  return { name, text, values: [...values] };
}

function textOf(strings: readonly string[]): string {
  return strings.reduce((text, part, index) => (index === 0 ? part : `${text}$${index}${part}`), '');
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'strings' in value && 'values' in value;
}

/** How columns become values, for the package's own files. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === OID.int8) return BigInt;
  if (oid === OID.date) return (text) => text;
  if (oid === OID.int8Array) return (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt));
  return pg.types.getTypeParser(oid, format);
}
