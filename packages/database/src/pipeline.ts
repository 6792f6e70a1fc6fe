// Statement pipelining: statements that one connection is given in one turn of the event loop form a flight, which is
// one write and one response.
//
// The driver ends each statement with a Sync, at which the server responds and waits. A flight has one Sync, after its
// last statement, and describes the columns of a statement once per connection.
//
// Always true: statements run in the order in which they were sent, and each settles once, after the server completed
// the whole flight, because a statement outside a transaction is committed only then. If one fails, the later ones of
// its flight are not executed and fail with its error; a lost connection fails them all.
//
// A connection without a response for the pool's flight timeout is destroyed, and its flights fail as an unavailable
// database: neither statement_timeout nor keep-alive packets end a connection lost below the server.
//
// Elsewhere: transactions and the text of statements (database.ts).

import type { Duplex } from 'node:stream';

import pg from 'pg';

import { DatabaseUnavailable, OutcomeUnknown } from './errors.ts';
import type { Parameter } from './parameters.ts';

/** A statement with encoded values. */
export type Statement = { readonly name: string; readonly text: string; readonly values: readonly Parameter[] };
export type QueryResult = { readonly command: string; readonly rowCount: number | null; readonly rows: unknown[] };
export type Send = (statement: Statement) => Promise<QueryResult>;

type ColumnParser = (text: string) => unknown;
type Columns = { readonly names: readonly string[]; readonly parsers: readonly ColumnParser[] };
type Waiting = {
  readonly statement: Statement;
  readonly resolve: (answer: QueryResult) => void;
  readonly reject: (error: Error) => void;
  columns: Columns | undefined;
  rows: unknown[];
  answer: QueryResult | undefined;
  /** A row could not be parsed. */
  failure: Error | undefined;
};

/** The part of the driver's connection that a flight uses. */
type Wire = {
  readonly stream: Duplex;
  close(of: { readonly type: 'S'; readonly name: string }): void;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(statement: { readonly statement: string; readonly values: readonly Parameter[] }): void;
  describe(of: { readonly type: 'P'; readonly name: string }): void;
  execute(of: object): void;
  sync(): void;
};
type Field = { readonly name: string; readonly dataTypeID: number };

/** Events of a connection that operators count. */
export type DatabaseEvent = 'flight timeout' | 'unreplicated commit';
export type LineOptions = {
  /** Without an answer for this long the connection is destroyed; undefined: never. */
  readonly flightTimeoutMs: number | undefined;
  readonly onEvent: (event: DatabaseEvent) => void;
};

/** State of one connection. */
type Line = LineOptions & {
  readonly wire: Wire;
  /** Prepared statements by name, with their columns once described. */
  readonly prepared: Map<string, Columns | undefined>;
  /** Flights that are sent and not answered. */
  outstanding: number;
  timer: NodeJS.Timeout | undefined;
  /** The present flight committed, and its wait for the synchronous standby was cancelled. */
  isUnreplicated: boolean;
};

const NO_COLUMNS: Columns = { names: [], parsers: [] };
const lines = new WeakMap<Wire, Line>();
const WARNING = '01000';
/** The function of PostgreSQL that waits for the standby; texts of warnings depend on the server's language. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';

/** Prepares a new connection for flights. */
export function registerLine(client: pg.PoolClient, options: LineOptions): void {
  const { connection: wire } = client as unknown as { readonly connection: Wire };
  const line: Line = {
    ...options,
    wire,
    prepared: new Map(),
    outstanding: 0,
    timer: undefined,
    isUnreplicated: false,
  };
  lines.set(wire, line);
  client.on('notice', ({ code, routine }) => {
    if (code === WARNING && routine === WAIT_FOR_STANDBY) line.isUnreplicated = true;
  });
}

function startFlight(line: Line): void {
  line.outstanding += 1;
  if (line.outstanding > 1 || line.flightTimeoutMs === undefined) return;
  line.timer = setTimeout(() => {
    line.wire.stream.destroy(new DatabaseUnavailable('the database did not answer in time'));
    line.onEvent('flight timeout');
  }, line.flightTimeoutMs);
}

/** Each answer gives the flights behind it their full time. */
function endFlight(line: Line): void {
  line.outstanding -= 1;
  if (line.outstanding > 0) line.timer?.refresh();
  else clearTimeout(line.timer);
}

export type Pipeline = {
  /** Sends a statement together with all others of this turn of the event loop. */
  readonly send: Send;
  /** Sends the collected statements at once, before statements that bypass the pipeline. */
  readonly flush: () => void;
};

export function createPipeline(client: pg.PoolClient, parserOf: (oid: number) => ColumnParser): Pipeline {
  let flight: Flight | undefined;
  const flush = (): void => {
    if (!flight) return;
    client.query(flight);
    flight = undefined;
  };
  return {
    flush,
    send(statement) {
      if (!flight) {
        flight = new Flight(parserOf);
        // Runs after all callbacks that are ready, so that their statements join the flight.
        process.nextTick(flush);
      }
      return flight.add(statement);
    },
  };
}

// The driver accepts only instances of its query class and calls their handlers with the server's messages.
class Flight extends pg.Query {
  readonly #waiting: Waiting[] = [];
  readonly #parserOf: (oid: number) => ColumnParser;
  #line: Line | undefined;
  #known = new Map<string, Columns | undefined>();
  /** Index of the statement that the server executes. */
  #at = 0;

  constructor(parserOf: (oid: number) => ColumnParser) {
    super('');
    this.#parserOf = parserOf;
  }

  add(statement: Statement): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      const nothing = { columns: undefined, answer: undefined, failure: undefined };
      this.#waiting.push({ statement, resolve, reject, rows: [], ...nothing });
    });
  }

  override readonly submit = (connection: unknown): void => {
    const wire = connection as Wire;
    const line = lines.get(wire);
    if (line === undefined) throw new Error('a flight needs a registered connection');
    this.#line = line;
    this.#known = line.prepared;
    startFlight(line);
    wire.stream.cork();
    try {
      for (const waiting of this.#waiting) this.#write(wire, waiting);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  };

  #write(wire: Wire, waiting: Waiting): void {
    const { name, text, values } = waiting.statement;
    if (!this.#known.has(name)) {
      // An earlier attempt may have failed after preparing; closing a missing statement is no error.
      wire.close({ type: 'S', name });
      wire.parse({ name, text });
      this.#known.set(name, undefined);
    }
    waiting.columns = this.#known.get(name);
    wire.bind({ statement: name, values });
    if (waiting.columns === undefined) wire.describe({ type: 'P', name: '' });
    wire.execute({});
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    const waiting = this.#waiting[this.#at];
    if (!waiting) return;
    const names = fields.map(({ name }) => name);
    waiting.columns = { names, parsers: fields.map(({ dataTypeID }) => this.#parserOf(dataTypeID)) };
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const waiting = this.#waiting[this.#at];
    try {
      waiting?.rows.push(rowOf(fields, waiting.columns ?? NO_COLUMNS));
    } catch (error) {
      if (waiting) waiting.failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const waiting = this.#waiting[this.#at];
    if (!waiting) return;
    this.#at += 1;
    this.#known.set(waiting.statement.name, waiting.columns ?? NO_COLUMNS);
    // "INSERT 0 5", "SELECT 3", "BEGIN".
    const [command = '', ...numbers] = text.split(' ');
    const last = numbers.at(-1);
    waiting.answer = { command, rowCount: last === undefined ? null : Number(last), rows: waiting.rows };
  }

  handleReadyForQuery(): void {
    if (this.#line) {
      endFlight(this.#line);
      if (this.#line.isUnreplicated) return this.#rejectUnreplicated(this.#line);
    }
    for (const { answer, failure, resolve, reject } of this.#waiting) {
      if (answer && !failure) resolve(answer);
      else reject(failure ?? new Error('a statement was not answered'));
    }
  }

  /** Rejects all statements of a flight whose commit may be lost in a failover. */
  #rejectUnreplicated(line: Line): void {
    line.isUnreplicated = false;
    line.onEvent('unreplicated commit');
    const error = new OutcomeUnknown('outcome unknown: the commit did not wait for the synchronous standby');
    for (const { reject } of this.#waiting) reject(error);
  }

  handleError(error: Error): void {
    if (this.#line) endFlight(this.#line);
    const failedAt = this.#at;
    // An error at the final commit invalidates all results of statements outside a transaction.
    const isAtEnd = failedAt === this.#waiting.length;
    for (const [place, { statement, answer, resolve, reject }] of this.#waiting.entries()) {
      // The failed statement may be unprepared or stale; later statements of the flight were not prepared.
      if (place === failedAt || this.#known.get(statement.name) === undefined) this.#known.delete(statement.name);
      if (answer && !isAtEnd) resolve(answer);
      else reject(error);
    }
  }
}

function rowOf(fields: readonly (string | null)[], { names, parsers }: Columns): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let place = 0; place < names.length; place += 1) {
    const text = fields[place] ?? null;
    row[names[place] ?? ''] = text === null ? null : parsers[place]?.(text);
  }
  return row;
}
