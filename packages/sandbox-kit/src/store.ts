// Storage of the sandbox: one SQLite file for the bank and the studio.
//
// Always true: a change is on the disk before it is acknowledged (write-ahead log, synchronous FULL), so kill -9 loses
// no acknowledged change. Integer columns are read as bigint, so amounts are never floats. Calls are synchronous, so
// statements between two awaits are atomic in this process; `transaction` makes them atomic on the disk.
//
// Elsewhere: the tables (each *.store.ts registers its own by `apply`).

import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const PRIVATE = 0o600;

export type Store = {
  /** Migrates the owner's tables: each step runs once, in order, forward only. */
  apply(owner: string, steps: readonly string[]): void;
  rows<Row>(statement: string, ...values: SQLInputValue[]): Row[];
  maybe<Row>(statement: string, ...values: SQLInputValue[]): Row | undefined;
  /** Runs a statement and returns the number of changed rows. */
  execute(statement: string, ...values: SQLInputValue[]): number;
  /** Runs synchronous work atomically; a nested call joins the outer transaction. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
};

/** Opens the file and creates it and its folder if missing. ':memory:' is discarded on close. */
export function openStore(path: string): Store {
  if (path !== ':memory:') makePrivate(path);
  const database = new DatabaseSync(path, { readBigInts: true });
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = 5000;
    create table if not exists applied_step (
      owner text not null, step integer not null, primary key (owner, step)
    ) strict, without rowid;
  `);
  return createStore(database);
}

/** Restricts the file to its owner. SQLite creates the -wal and -shm files with the same mode. */
function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  closeSync(openSync(path, 'a', PRIVATE));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, PRIVATE);
}

function createStore(database: DatabaseSync): Store {
  const statements = new Map<string, StatementSync>();

  function prepared(statement: string): StatementSync {
    const known = statements.get(statement);
    if (known) return known;
    const fresh = database.prepare(statement);
    statements.set(statement, fresh);
    return fresh;
  }

  const store: Store = {
    apply(owner, steps) {
      store.transaction(() => {
        for (const [index, step] of steps.entries()) {
          const isNew = store.execute(
            'insert into applied_step (owner, step) values (?, ?) on conflict do nothing',
            owner,
            index + 1,
          );
          if (isNew) database.exec(step);
        }
      });
    },
    rows: <Row>(statement: string, ...values: SQLInputValue[]) => prepared(statement).all(...values) as Row[],
    maybe: <Row>(statement: string, ...values: SQLInputValue[]) =>
      prepared(statement).get(...values) as Row | undefined,
    execute: (statement, ...values) => Number(prepared(statement).run(...values).changes),
    transaction(work) {
      if (database.isTransaction) return work();
      database.exec('begin immediate');
      try {
        const result = work();
        database.exec('commit');
        return result;
      } catch (error) {
        database.exec('rollback');
        throw error;
      }
    },
    close: () => database.close(),
  };
  return store;
}
