// SQL of the sessions.

import type { Store } from '@chaba/sandbox-kit/store';

export type SessionRow = {
  readonly sessionHash: string;
  readonly operator: string;
  readonly gameCode: string;
  readonly playerId: string;
  readonly walletToken: string;
  readonly returnUrl: string | null;
  readonly createdAtMs: bigint;
};

const TABLES = [
  `create table studio_session (
    session_hash text primary key,
    operator text not null,
    game_code text not null,
    player_id text not null,
    wallet_token text not null,
    return_url text,
    created_at_ms integer not null,
    ended_at_ms integer
  ) strict, without rowid;
  create index studio_session_live on studio_session (operator, player_id) where ended_at_ms is null;`,
  `alter table studio_session add column is_replaced integer not null default 0 check (is_replaced in (0, 1));`,
];

export function applySessions(store: Store): void {
  store.apply('studio-sessions', TABLES);
}

export function insertSession(store: Store, session: SessionRow): void {
  store.execute(
    `insert into studio_session
       (session_hash, operator, game_code, player_id, wallet_token, return_url, created_at_ms)
     values (?, ?, ?, ?, ?, ?, ?)`,
    session.sessionHash,
    session.operator,
    session.gameCode,
    session.playerId,
    session.walletToken,
    session.returnUrl,
    session.createdAtMs,
  );
}

export function findLiveSession(store: Store, sessionHash: string, createdAfterMs: number): SessionRow | undefined {
  return store.maybe<SessionRow>(
    `select session_hash as sessionHash, operator, game_code as gameCode, player_id as playerId,
            wallet_token as walletToken, return_url as returnUrl, created_at_ms as createdAtMs
       from studio_session where session_hash = ? and ended_at_ms is null and created_at_ms > ?`,
    sessionHash,
    createdAfterMs,
  );
}

/** Ends the live sessions of a player, of one game or of all; returns their number. */
export function endSessions(store: Store, operator: string, playerId: string, gameCode: string | null): number {
  return store.execute(
    `update studio_session set ended_at_ms = ?
      where operator = ? and player_id = ? and ended_at_ms is null and (? is null or game_code = ?)`,
    Date.now(),
    operator,
    playerId,
    gameCode,
    gameCode,
  );
}

/** Ends the live sessions of a player at other games of a group that allows one. */
export function replaceSessions(store: Store, session: SessionRow, gameCodes: readonly string[]): void {
  store.execute(
    `update studio_session set ended_at_ms = ?, is_replaced = 1
      where operator = ? and player_id = ? and ended_at_ms is null and game_code <> ?
        and game_code in (select value from json_each(?))`,
    Date.now(),
    session.operator,
    session.playerId,
    session.gameCode,
    JSON.stringify(gameCodes),
  );
}

export function isReplaced(store: Store, sessionHash: string): boolean {
  const row = store.maybe<{ isReplaced: bigint }>(
    'select is_replaced as isReplaced from studio_session where session_hash = ?',
    sessionHash,
  );
  return row?.isReplaced === 1n;
}

export function deleteOldSessions(store: Store, createdBeforeMs: number): number {
  return store.execute('delete from studio_session where created_at_ms < ?', createdBeforeMs);
}
