// The pool of connections: their settings, and which of them are dropped.
//
// Always true: a connection leads to a primary: a server in recovery is refused at the start of the connection, so no
// query reads the past, except in the pool of a replica (replica.ts), which writes nothing. When one connection of the
// pool stops answering, the idle ones are dropped with it, so that the next statement does not wait for the same silent
// line again.
//
// Elsewhere: what travels over a connection (pipeline.ts), listening (listen.ts).

import type { Duplex } from 'node:stream';

import pg from 'pg';

import { DatabaseUnavailable } from './errors.ts';
import { type DatabaseObserver, readConnections } from './observer.ts';
import { type DatabaseEvent, registerLine } from './pipeline.ts';

export type PoolOptions = {
  readonly url: string;
  /** Maximum number of connections; 10 by default. */
  readonly poolSize?: number;
  readonly applicationName?: string;
  /** Timeout of one statement; a longer one fails with its transaction. Unlimited by default. */
  readonly statementTimeoutMs?: number;
  /**
   * Without an answer for this long a connection is destroyed and its statements fail as an unavailable database.
   * Default: the statement timeout plus 2 s; unlimited without a statement timeout.
   */
  readonly flightTimeoutMs?: number;
  /** Called for events that operators count. */
  readonly onEvent?: (event: DatabaseEvent) => void;
  /** Receives counts, times and errors of the pool. */
  readonly observer?: DatabaseObserver;
  /**
   * For a pool whose statements all find rows by key: plans always use an index. Otherwise a plan made while the table
   * was almost empty scans the whole table until its statistics are renewed.
   */
  readonly shouldForceIndexPlans?: boolean;
  /**
   * For a pool with long statements: PostgreSQL cancels a statement whose connection was closed. Otherwise it runs on
   * until the statement timeout, and uses a processor for no caller.
   */
  readonly shouldCancelOrphans?: boolean;
  /** Connects to a standby too, and only reads. */
  readonly isReplica?: boolean;
};

export type Pool = {
  /** A connection to the primary; rejects with DatabaseUnavailable. */
  connect(): Promise<pg.PoolClient>;
  /** Opens a connection beside the pool that `destroy` ends too. */
  openClient(): pg.Client;
  /** Ends a connection of `openClient`. */
  closeClient(client: pg.Client): Promise<void>;
  readonly isEnding: () => boolean;
  close(): Promise<void>;
  destroy(): Promise<void>;
};

const LOOKUP_SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_sort: 'off',
  plan_cache_mode: 'force_generic_plan',
} as const;
/** PostgreSQL on Windows cannot check the connection, and rejects the setting. */
const ORPHAN_SETTINGS = process.platform === 'win32' ? {} : { client_connection_check_interval: '1s' };
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;
/** Time of a flight beyond its longest statement. */
const FLIGHT_EXTRA_MS = 2_000;
const KEEP_ALIVE_MS = 5_000;

type AnyClient = pg.Client | pg.PoolClient;

export function openPool(options: PoolOptions, getTypeParser: pg.CustomTypesConfig['getTypeParser']): Pool {
  const flightTimeoutMs = getFlightTimeout(options);
  const connection = toConnectionConfig(options, flightTimeoutMs, getTypeParser);
  const clients = new Set<AnyClient>();
  const idle = new Set<pg.PoolClient>();
  const pool = new pg.Pool({
    ...connection,
    max: options.poolSize ?? POOL_SIZE,
    Client: PrimaryClient,
    async onConnect(client) {
      if (options.isReplica === true) await client.query('set default_transaction_read_only = on');
      else requirePrimary(client as PrimaryClient);
    },
  });
  // `pg` emits `error` when the server closes a connection; without a listener the process exits. Registered at once:
  // the pool stops listening a moment before it hands a connection out.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    clients.add(client);
    registerLine(client, {
      flightTimeoutMs,
      onEvent(event) {
        if (event === 'flight timeout') for (const other of idle) streamOf(other).destroy();
        options.onEvent?.(event);
      },
    });
  });
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client as pg.PoolClient));
  pool.on('remove', (client) => {
    clients.delete(client);
    idle.delete(client);
  });
  options.observer?.onOpen(() => readConnections(pool));
  let ended: Promise<void> | undefined;
  const close = (): Promise<void> => {
    ended ??= pool.end();
    options.observer?.onClose();
    return ended;
  };
  return {
    connect: () => connect(pool, options.observer),
    openClient() {
      const client = new pg.Client({
        ...connection,
        ...(flightTimeoutMs === undefined ? {} : { query_timeout: flightTimeoutMs }),
      });
      client.on('error', () => undefined);
      clients.add(client);
      return client;
    },
    async closeClient(client) {
      clients.delete(client);
      await client.end().catch(() => undefined);
    },
    isEnding: () => pool.ending,
    close,
    async destroy() {
      const isEnded = close();
      for (const client of clients) streamOf(client).destroy();
      await isEnded;
    },
  };
}

async function connect(pool: pg.Pool, observer: DatabaseObserver | undefined): Promise<pg.PoolClient> {
  const startedAt = performance.now();
  try {
    const client = await pool.connect();
    observer?.onAcquired(performance.now() - startedAt);
    return client;
  } catch (cause) {
    throw new DatabaseUnavailable('the database cannot be reached', { cause });
  }
}

function getFlightTimeout({ flightTimeoutMs, statementTimeoutMs }: PoolOptions): number | undefined {
  return flightTimeoutMs ?? (statementTimeoutMs === undefined ? undefined : statementTimeoutMs + FLIGHT_EXTRA_MS);
}

/** A client that records whether its server is in recovery, which PostgreSQL reports at the start of a connection. */
class PrimaryClient extends pg.Client {
  isStandby = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    type Report = { readonly parameterName: string; readonly parameterValue: string };
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Report) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on';
    });
  }
}

function requirePrimary({ isStandby }: PrimaryClient): void {
  if (isStandby) throw new DatabaseUnavailable('the server is a standby, not the primary');
}

function streamOf(client: AnyClient): Duplex {
  return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream;
}

/** Settings of a connection from its start, so that no statement sets them. */
function toConnectionConfig(
  options: PoolOptions,
  flightTimeoutMs: number | undefined,
  getTypeParser: pg.CustomTypesConfig['getTypeParser'],
): pg.ClientConfig {
  const { statementTimeoutMs } = options;
  const settings = {
    ...(options.shouldForceIndexPlans === true ? LOOKUP_SETTINGS : {}),
    ...(options.shouldCancelOrphans === true ? ORPHAN_SETTINGS : {}),
  };
  return {
    connectionString: withSettings(options.url, settings),
    application_name: options.applicationName ?? 'chaba',
    types: { getTypeParser },
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, flightTimeoutMs ?? CONNECT_TIMEOUT_MS),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // No statement waits for a lock, and no transaction is idle, longer than any caller is patient.
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
    // Statements sent together travel together; the server still runs them one after the other.
    pipeline: true,
  };
}

/** Adds the settings to those of the address. */
function withSettings(url: string, settings: Readonly<Record<string, string>>): string {
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  if (added.length === 0) return url;
  const address = new URL(url);
  address.searchParams.set('options', [address.searchParams.get('options') ?? '', ...added].join(' ').trim());
  return address.href;
}
