// SQL of signing keys received from member sites.

import type { Store } from '@chaba/sandbox-kit/store';

const TABLES = [
  `create table studio_key (
    operator text not null,
    ch text not null,
    key_id text not null,
    primary key (operator, ch)
  ) strict, without rowid;`,
];

export function applyKeys(store: Store): void {
  store.apply('studio-keys', TABLES);
}

/** The latest received key; undefined while the initial key is in use. */
export function findReceivedKey(store: Store, operator: string, ch: string): string | undefined {
  return store.maybe<{ keyId: string }>(
    'select key_id as keyId from studio_key where operator = ? and ch = ?',
    operator,
    ch,
  )?.keyId;
}

export function saveKey(store: Store, operator: string, ch: string, keyId: string): void {
  store.execute(
    `insert into studio_key (operator, ch, key_id) values (?, ?, ?)
     on conflict (operator, ch) do update set key_id = excluded.key_id`,
    operator,
    ch,
    keyId,
  );
}
