// Applies the pending migrations to a copy of the database and measures what each of them would do to calls.
//
//     for each file: apply it as on the live database ─▶ time, locks, longest wait, rewritten tables, size
//
// Always true: while a file is applied, one connection reads and one writes every table in turn, so a lock that blocks
// calls is measured as their wait. A file fails when calls wait longer than the limit, or when it cannot be applied.
//
// Elsewhere: how a file is applied (apply-migration.ts), the rules of its text (migration-rules.ts), the copy
// (apps/ops/src/backup/restored-copy.ts).

import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { applyMigration } from './apply-migration.ts';
import { migrate } from './migrate.ts';

export type TableLock = {
  readonly table: string;
  /** As PostgreSQL names it: AccessExclusiveLock. */
  readonly mode: string;
  readonly blocks: 'reads' | 'writes' | 'nothing';
  readonly heldMs: number;
};

export type RehearsedFile = {
  readonly name: string;
  readonly ms: number;
  /** The strongest lock on each table that existed before the file. */
  readonly locks: readonly TableLock[];
  /** The longest wait of a read or write, and its table. */
  readonly longestWait: { readonly ms: number; readonly table: string };
  /** Tables whose rows were written anew. */
  readonly rewritten: readonly { readonly table: string; readonly rows: number; readonly bytes: number }[];
  readonly grownBytes: number;
  readonly walBytes: number;
  /** Undefined: the file may be applied while the product serves. */
  readonly failure: string | undefined;
};

export type RehearsalOptions = {
  /** The owner's address of the copy, which nothing else uses. */
  readonly url: string;
  readonly limitMs?: number;
  readonly folder?: string;
};

const LIMIT_MS = 2_000;
const SAMPLE_EVERY_MS = 10;

/** Weakest first. */
const MODES = [
  'AccessShareLock',
  'RowShareLock',
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
];

/** Rehearses the files in order; ends at the first that cannot be applied. */
export async function rehearse({ url, limitMs = LIMIT_MS, ...options }: RehearsalOptions): Promise<RehearsedFile[]> {
  const files: RehearsedFile[] = [];
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, application_name: 'chaba rehearsal' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const clients = await Promise.all([connect(), connect(), connect()]);
  const [watcher, ...callers] = clients;
  try {
    await migrate({
      url,
      ...options,
      async apply(client, file, patience) {
        const before = await readSizes(watcher);
        const watch = watchLocks(watcher, client, before.tables);
        const calls = callers.map((caller, index) =>
          measureCalls(caller, index === 0 ? 'access share' : 'row exclusive', before.tables),
        );
        const startedAt = performance.now();
        const failure = await applyMigration(client, file, patience, watch.readAll).then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
        );
        const ms = performance.now() - startedAt;
        const locks = await watch.end();
        const [longestWait] = (await Promise.all(calls.map((call) => call.end()))).toSorted((a, b) => b.ms - a.ms);
        const after = await readSizes(watcher);
        const measured = {
          name: file.name,
          ms,
          locks,
          longestWait: longestWait ?? { ms: 0, table: '' },
          rewritten: listRewritten(before, after),
          grownBytes: after.bytes - before.bytes,
          walBytes: after.walBytes - before.walBytes,
        };
        files.push({ ...measured, failure: failure?.message ?? findFailure(measured, limitMs) });
        if (failure !== undefined) throw failure;
      },
    });
  } catch (error) {
    if (files.at(-1)?.failure === undefined) throw error;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  return files;
}

function findFailure(
  { locks, longestWait }: Pick<RehearsedFile, 'locks' | 'longestWait'>,
  limitMs: number,
): string | undefined {
  const held = locks.find(({ blocks, heldMs }) => blocks !== 'nothing' && heldMs > limitMs);
  if (held !== undefined) return `${held.table} is locked for ${Math.round(held.heldMs)} ms; the limit is ${limitMs}`;
  if (longestWait.ms <= limitMs) return undefined;
  return `a call waits ${Math.round(longestWait.ms)} ms for ${longestWait.table}; the limit is ${limitMs}`;
}

// ── measures ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type Table = { readonly id: number; readonly name: string; readonly file: string; readonly rows: number };
type Sizes = {
  readonly tables: ReadonlyMap<number, Table & { readonly bytes: number }>;
  readonly bytes: number;
  readonly walBytes: number;
};

async function readSizes(client: pg.Client): Promise<Sizes> {
  const { rows } = await client.query<Table & { bytes: string }>(`
    select oid::int8::int4 as id, oid::regclass::text as name, pg_relation_filenode(oid)::text as file,
      greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid) as bytes
    from pg_class where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace order by oid`);
  const { rows: sums } = await client.query<{ bytes: string; wal: string }>(`
    select pg_database_size(current_database()) as bytes, pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal`);
  return {
    tables: new Map(rows.map((table) => [table.id, { ...table, bytes: Number(table.bytes) }])),
    bytes: Number(sums[0]?.bytes),
    walBytes: Number(sums[0]?.wal),
  };
}

function listRewritten(before: Sizes, after: Sizes): RehearsedFile['rewritten'] {
  return [...before.tables.values()].flatMap(({ id, file, name, rows }) => {
    const now = after.tables.get(id);
    return now === undefined || now.file === file ? [] : [{ table: name, rows, bytes: now.bytes }];
  });
}

type LockRow = { readonly id: number; readonly mode: string };

/** Samples the locks of the migrating connection; `readAll` reads them on it, when it holds all of them. */
function watchLocks(watcher: pg.Client, migrating: pg.Client & { processID?: number | null }, tables: Sizes['tables']) {
  const pid = migrating.processID;
  const statement = `
    select relation::int8::int4 as id, mode from pg_locks
    where pid = $1 and granted and locktype = 'relation' and relation::int8 = any($2::int8[])`;
  const values = [pid, [...tables.keys()]];
  /** Since when each lock is held, and for how long the longest of them was. */
  const since = new Map<string, number>();
  const longest = new Map<string, number>();
  const keyOf = ({ id, mode }: LockRow): string => `${id} ${mode}`;
  const settle = (keys: ReadonlySet<string>, at: number): void => {
    for (const key of keys) if (!since.has(key)) since.set(key, at);
    for (const [key, began] of since) {
      longest.set(key, Math.max(longest.get(key) ?? 0, at - began));
      if (!keys.has(key)) since.delete(key);
    }
  };
  const read = async (client: pg.Client): Promise<void> => {
    const { rows } = await client.query<LockRow>(statement, values);
    settle(new Set(rows.map(keyOf)), performance.now());
  };
  const over = new AbortController();
  const sampling = (async () => {
    for (; !over.signal.aborted; await sleep(SAMPLE_EVERY_MS)) await read(watcher);
  })();
  return {
    readAll: () => read(migrating),
    async end(): Promise<TableLock[]> {
      settle(new Set(), performance.now());
      over.abort();
      await sampling;
      return listStrongest(tables, longest);
    },
  };
}

function listStrongest(tables: Sizes['tables'], longest: ReadonlyMap<string, number>): TableLock[] {
  const strongest = new Map<number, { mode: string; heldMs: number }>();
  for (const [key, heldMs] of longest) {
    const [id = '', mode = ''] = key.split(' ');
    const known = strongest.get(Number(id));
    if (known === undefined || MODES.indexOf(mode) > MODES.indexOf(known.mode)) {
      strongest.set(Number(id), { mode, heldMs });
    }
  }
  return [...strongest]
    .map(([id, lock]) => ({ table: tables.get(id)?.name ?? '', blocks: toBlocked(lock.mode), ...lock }))
    .toSorted((one, other) => MODES.indexOf(other.mode) - MODES.indexOf(one.mode) || other.heldMs - one.heldMs);
}

function toBlocked(mode: string): TableLock['blocks'] {
  if (mode === 'AccessExclusiveLock') return 'reads';
  return MODES.indexOf(mode) >= MODES.indexOf('ShareLock') ? 'writes' : 'nothing';
}

/** Takes the lock of a read or a write on every table in turn, as calls do, and measures the waits. */
function measureCalls(client: pg.Client, mode: 'access share' | 'row exclusive', tables: Sizes['tables']) {
  const longest = { ms: 0, table: '' };
  const over = new AbortController();
  const calling = (async () => {
    while (!over.signal.aborted) {
      for (const { name } of tables.values()) {
        const startedAt = performance.now();
        // A table that the file drops is no longer read by any call.
        await client
          .query(`begin; lock table only ${name} in ${mode} mode; commit`)
          .catch(() => client.query('rollback'));
        const ms = performance.now() - startedAt;
        if (ms > longest.ms) Object.assign(longest, { ms, table: name });
        if (over.signal.aborted) break;
      }
      await sleep(1);
    }
    return longest;
  })();
  return {
    end(): Promise<RehearsedFile['longestWait']> {
      over.abort();
      return calling;
    },
  };
}
