// Game sessions: launch tokens, and the player and session of a request.
//
//     launch token (60 s, once) ─▶ authenticate ─▶ session token (24 h) ─▶ every stake
//
// Always true: a session belongs to one member at one provider. A valid session token names its member without a query.
//
// Elsewhere: encrypted content (session-token.ts), launches (play/play.ts), sessions that were ended (members).

import { hash, randomBytes } from 'node:crypto';

import type { Database, Transaction } from '@chaba/database';
import { LRUCache } from 'lru-cache';

import { createBatchLoader } from '#core/batch-loader';
import { createPromiseCache } from '#core/promise-cache';
import { findMemberIdsByPlayerId, loadStakeRestrictions } from '#modules/members';

import { decryptSessionToken, encryptSessionToken, type GameSession } from './session-token.ts';
import * as store from './game-sessions.store.ts';

export { loadSessionKeys } from './game-sessions.store.ts';

export { encryptSessionToken } from './session-token.ts';
export { deleteExpiredTokens, deleteTokensOf } from './game-sessions.store.ts';

/** Why a session opens no stake. */
export type SessionErrorCode = 'INVALID_TOKEN' | 'TOKEN_EXPIRED' | 'PLAYER_LOCKED';

export type RequestPlayer = {
  readonly memberId: bigint;
  readonly playerId: string;
  /** The content of the player's own session token, where one was sent. */
  readonly session?: GameSession;
};

const LAUNCH_TOKEN_BYTES = 32;
const LAUNCH_LIVES_SECONDS = 60;
const HOUR_MS = 3_600_000;
const SESSION_LIVES_HOURS = 24;
const PLAYERS_MAX = 50_000;
/** Decrypting a token takes an eighth of the processor time of a call, and a game sends its token with each. */
const DECRYPTED_MAX = 20_000;
/** More sites than one process serves. */
const KEYS_MAX = 1_024;
/** Half of the time between the steps of a rotation. */
const KEYS_LIVE_MS = 5_000;

/** A session token and the provider that sent it. */
type Claim = { readonly provider: string; readonly token: string };

export type Sessions = {
  /** Exchanges a launch token for a session. */
  authenticate(
    siteId: number,
    provider: string,
    launchToken: string,
  ): Promise<{ readonly token: string; readonly player: RequestPlayer } | SessionErrorCode>;
  /** The player of this id. A valid session token names the member without a query; a cached one without a promise. */
  findPlayer(
    siteId: number,
    playerId: string,
    claim: Claim | undefined,
  ): Promise<RequestPlayer | undefined> | RequestPlayer;
  /**
   * For protocols without session tokens: whether the player opened a game of this provider within the life of a
   * session.
   */
  hasOpenedGame(siteId: number, provider: string, memberId: bigint): Promise<boolean>;
};

export function createSessions(database: Database): Sessions {
  const players = new LRUCache<string, RequestPlayer>({ max: PLAYERS_MAX });
  /** By everything that decryption depends on; the end of a session is checked on every call. */
  const decrypted = new LRUCache<string, RequestPlayer>({ max: DECRYPTED_MAX });
  const loadKeys = createKeyLoader(database);
  const loaders = new Map<number, (playerId: string) => Promise<bigint | undefined>>();

  /** With a million members most players without a token are not cached: concurrent look-ups share one statement. */
  function findMember(siteId: number, playerId: string): Promise<bigint | undefined> {
    let load = loaders.get(siteId);
    if (!load) {
      load = createBatchLoader((playerIds) => findMemberIdsByPlayerId(database, siteId, playerIds));
      loaders.set(siteId, load);
    }
    return load(playerId);
  }

  /** The player of a valid token, cached by this name; with any other token the player of the id. */
  async function findHolder(
    siteId: number,
    playerId: string,
    claim: Claim,
    name: string,
  ): Promise<RequestPlayer | undefined> {
    const session = decryptWithKeys(await loadKeys(siteId), playerId, claim);
    if (!session) return findById(siteId, playerId);
    const player = { memberId: session.memberId, playerId, session };
    decrypted.set(name, player);
    return player;
  }

  async function findById(siteId: number, playerId: string): Promise<RequestPlayer | undefined> {
    const key = `${siteId}|${playerId}`;
    const known = players.get(key);
    if (known) return known;
    const memberId = await findMember(siteId, playerId);
    if (memberId === undefined) return undefined;
    const player = { memberId, playerId };
    players.set(key, player);
    return player;
  }

  return {
    async authenticate(siteId, provider, launchToken) {
      const launchHash = hashToken(launchToken);
      const opened = await store.redeemLaunchToken(database, siteId, {
        provider,
        launchHash,
        livesHours: SESSION_LIVES_HOURS,
      });
      if (opened === 'unknown') return 'INVALID_TOKEN';
      if (opened === 'over') return 'TOKEN_EXPIRED';
      const { memberId, playerId, expiresAt } = opened;
      const { locked } = await loadStakeRestrictions(database, siteId, [memberId]);
      if (locked.size > 0) return 'PLAYER_LOCKED';
      const [key] = await loadKeys(siteId);
      const binding = { key, provider, playerId };
      const token = encryptSessionToken(binding, { memberId, expiresAt: expiresAt.getTime() });
      return { token, player: { memberId, playerId } };
    },
    findPlayer(siteId, playerId, claim) {
      if (!claim) return findById(siteId, playerId);
      const name = `${siteId}|${claim.provider}|${playerId}|${claim.token}`;
      return decrypted.get(name) ?? findHolder(siteId, playerId, claim, name);
    },
    hasOpenedGame: (siteId, provider, memberId) =>
      store.hasOpened(database, siteId, { provider, memberId, hours: SESSION_LIVES_HOURS }),
  };
}

type SessionKeys = Awaited<ReturnType<typeof store.loadSessionKeys>>;

/** Caches the keys of each site for a few seconds. */
function createKeyLoader(database: Database): (siteId: number) => Promise<SessionKeys> {
  const cached = createPromiseCache<number, SessionKeys>(KEYS_MAX);
  const loadedAt = new Map<number, number>();
  return (siteId) => {
    const now = performance.now();
    if (now - (loadedAt.get(siteId) ?? 0) > KEYS_LIVE_MS) {
      cached.delete(siteId);
      loadedAt.set(siteId, now);
    }
    return cached.get(siteId, () => store.loadSessionKeys(database, siteId));
  };
}

/** The content of a token that one of the keys decrypts. */
const decryptWithKeys = (keys: SessionKeys, playerId: string, { provider, token }: Claim): GameSession | undefined =>
  keys.map((key) => decryptSessionToken({ key, provider, playerId }, token)).find((each) => each !== undefined);

/** Creates a one-time launch token, valid for 60 seconds. */
export async function createLaunchToken(
  tx: Transaction,
  siteId: number,
  launch: { readonly memberId: bigint; readonly provider: string; readonly gameCode: string },
): Promise<string> {
  const token = randomBytes(LAUNCH_TOKEN_BYTES).toString('base64url');
  await store.insertLaunch(tx, siteId, { ...launch, tokenHash: hashToken(token), livesSeconds: LAUNCH_LIVES_SECONDS });
  return token;
}

/** The start of a session, in milliseconds. */
export const getSessionStart = ({ expiresAt }: GameSession): number => expiresAt - SESSION_LIVES_HOURS * HOUR_MS;

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
