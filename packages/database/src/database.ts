// Access to PostgreSQL: queries as tagged templates, transactions, notifications. Only this package and
// embedded-postgres import the driver.
//
// Always true: every value travels as a bound parameter, never as text in a statement. `bigint` columns become
// `bigint`, `timestamptz` becomes `Date`, `date` stays the text 'YYYY-MM-DD', `numeric` stays text. A transaction whose
// work throws is rolled back and the error propagates; no transaction is retried silently.
//
// Elsewhere: connections (pool.ts), their errors (errors.ts), encoding of values (parameters.ts), sending of statements
// (pipeline.ts), notifications (listen.ts), migrations (migrate.ts), databases for tests (testing/databases.ts).

import { createHash } from 'node:crypto';

import pg from 'pg';

import { DatabaseUnavailable, isConnectionStale, isDatabaseUnavailable } from './errors.ts';
import { type QueryResult, createPipeline, type Send, type Statement } from './pipeline.ts';
import { listen } from './listen.ts';
import { classifyError, type DatabaseObserver } from './observer.ts';
import { openPool, type Pool, type PoolOptions } from './pool.ts';
import { type ArrayKind, kindOf, toParameter } from './parameters.ts';

export { isConflict, isDatabaseUnavailable, violatedConstraint } from './errors.ts';
export { databaseErrorClasses, type DatabaseErrorClass, type DatabaseObserver } from './observer.ts';
export type { DatabaseEvent } from './pipeline.ts';

/** A statement with its parameters, created by sql`…`; fragments nest. */
export type Sql = { readonly strings: readonly string[]; readonly values: readonly unknown[] };

/** Executes statements: a database (each in its own transaction) or an open transaction. */
export type Queryable = {
  /** All rows of the result. */
  rows<Row>(query: Sql): Promise<Row[]>;
  /** Exactly one row; throws for any other number. */
  one<Row>(query: Sql): Promise<Row>;
  /** The only row or undefined; throws for more than one. */
  oneOrNone<Row>(query: Sql): Promise<Row | undefined>;
  /** Number of rows that the statement changed or returned. */
  execute(query: Sql): Promise<number>;
};

export type Transaction = Queryable & {
  /**
   * Runs a job after the commit, in order, and never after a rollback. For signals only: the commit stands, so an error
   * of the job becomes a process warning.
   */
  afterCommit(work: () => void): void;
  /**
   * Registers statements already sent: the commit is sent with them instead of after their results. If one of them
   * fails, nothing is committed and the transaction throws its error.
   */
  withCommit(statements: Promise<unknown>): void;
};

export type Database = Queryable & {
  /** Runs the work in one transaction (read committed): commits its result, rolls back if it throws. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Rows of a long result in pages: PostgreSQL holds the remaining rows, and no transaction stays open between pages.
   * Uses a connection outside the pool.
   */
  pages<Row>(query: Sql, rowsAtOnce: number): AsyncIterable<Row[]>;
  /**
   * Subscribes to NOTIFY on a channel over a separate connection that reconnects. `onReturn` is called after a
   * reconnect, because notifications in between are lost. Returns the unsubscribe function.
   */
  listen(channel: string, onPayload: (payload: string) => void, onReturn?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
  /** Closes at once: open transactions are rolled back, and later statements fail. */
  destroy(): Promise<void>;
};

export type DatabaseOptions = PoolOptions;

const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] };
const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] };
const ROLLBACK: Statement = { name: 'rollback', text: 'rollback', values: [] };
const OID = { bool: 16, int8: 20, date: 1082, int8Array: 1016 } as const;

/** Builds a statement: `${value}` becomes a bound parameter, `${sql`…`}` a nested fragment. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  // A template without fragments is the same object at each call, so its text and name are cached.
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

/** The clock of the database, which all processes share. */
export async function databaseTime(database: Queryable): Promise<Date> {
  return (await database.one<{ now: Date }>(sql`select now() as now`)).now;
}

/** Opens a connection pool; the first query opens the first connection. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options, getTypeParser);
  const { observer } = options;
  return {
    ...queryable((statement) => observe(observer, () => sendAlone(pool, statement))),
    transaction: (work) => observe(observer, () => runTransaction(pool, work, observer)),
    pages: (query, rowsAtOnce) => {
      if (pool.isEnding()) throw new DatabaseUnavailable('the database is closed');
      return pagesOf(pool, query, rowsAtOnce);
    },
    listen: (channel, onPayload, onReturn) => listen(options, channel, onPayload, onReturn),
    close: pool.close,
    destroy: pool.destroy,
  };
}

async function* pagesOf<Row>(pool: Pool, query: Sql, rowsAtOnce: number): AsyncGenerator<Row[]> {
  const client = pool.openClient();
  try {
    await client.connect();
    const { rows, execute } = queryable((statement) => client.query(copied(statement)));
    // `with hold`: the transaction ends at once, so the result is of this moment and reading it holds no lock.
    await execute(sql`declare page no scroll cursor with hold for ${query}`);
    const next: Sql = { strings: [`fetch forward ${Math.trunc(rowsAtOnce)} from page`], values: [] };
    for (let page = await rows<Row>(next); page.length > 0; page = await rows<Row>(next)) yield page;
  } finally {
    await pool.closeClient(client);
  }
}

/** Reports errors of the database to the observer. */
function observe<Result>(observer: DatabaseObserver | undefined, run: () => Promise<Result>): Promise<Result> {
  if (observer === undefined) return run();
  return run().catch((error: unknown) => {
    const kind = classifyError(error, isDatabaseUnavailable(error));
    if (kind !== undefined) observer.onError(kind);
    throw error;
  });
}

/** Executes a statement as its own transaction. */
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

async function runTransaction<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Result>,
  observer: DatabaseObserver | undefined,
): Promise<Result> {
  const afterwards: (() => void)[] = [];
  const result = await commit(pool, work, afterwards, observer);
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
  observer: DatabaseObserver | undefined,
): Promise<Result> {
  const client = await pool.connect();
  const startedAt = performance.now();
  const last: Promise<unknown>[] = [];
  let broken: Error | undefined;
  let stale: Error | undefined;
  let isOver = false;
  const { send, flush } = createPipeline(client, getTypeParser);
  // Statements sent after the end of the transaction would run inside another transaction on this connection.
  const sendWhileOpen: Send = (statement) =>
    isOver ? Promise.reject(new Error('the transaction is over')) : send(statement);
  try {
    // `begin` is sent with the first statement of the work, which fails if `begin` fails.
    send(BEGIN).catch(() => undefined);
    const tx: Transaction = {
      ...queryable(sendWhileOpen),
      afterCommit: (job) => void afterwards.push(job),
      withCommit(statements) {
        last.push(statements);
        // Awaited with the commit; an earlier error of the work takes precedence.
        statements.catch(() => undefined);
      },
    };
    const result = await work(tx);
    isOver = true;
    // After a failed statement whose error was caught, `commit` rolls back and reports ROLLBACK.
    const [{ command }] = await Promise.all([send(COMMIT), ...last]);
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back: one of its statements had failed');
    return result;
  } catch (error) {
    isOver = true;
    stale = toStale(error);
    // Statements not yet sent (possibly `begin`) must precede the rollback.
    flush();
    // If the rollback fails, the connection is unusable and is removed from the pool.
    await send(ROLLBACK).catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw broken ? new DatabaseUnavailable('the connection was lost', { cause: error }) : error;
  } finally {
    client.release(broken ?? stale);
    observer?.onTransaction(performance.now() - startedAt);
  }
}

/** Statements over a connection, for this package. */
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

// Text, name and array types of a statement are computed once per template, because a call site has one template
// object. The name lets PostgreSQL reuse the plan. Composed statements hash to the same name when they are the same
// text.
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

/** A statement in the driver's form, for callers without a pipeline. */
export function copied({ name, text, values }: Statement): pg.QueryConfig {
  return { name, text, values: [...values] };
}

function textOf(strings: readonly string[]): string {
  return strings.reduce((text, part, index) => (index === 0 ? part : `${text}$${index}${part}`), '');
}

function isSql(value: unknown): value is Sql {
  return typeof value === 'object' && value !== null && 'strings' in value && 'values' in value;
}

/** Parsers of column values, for this package. */
export function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === OID.int8) return BigInt;
  if (oid === OID.date) return (text) => text;
  if (oid === OID.int8Array) return (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt));
  return pg.types.getTypeParser(oid, format);
}
