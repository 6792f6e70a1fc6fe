// Game sessions of the wallet: launch tokens, session tokens, and the players that they name.
//
//     launch token (60 s, once) ─▶ authenticate ─▶ session token (24 h) ─▶ every stake
//
// Always true: a session belongs to one member at one provider. Its token is encrypted with a key of the site (decision
// 0046), so it cannot be read, made or changed without that key, and decrypts only for the provider and player that it
// was made for. Its content never changes, so it is verified without a query. Only new stakes need a session
// (wallet-protocol, rule 3).
//
// Elsewhere: who creates launches (play/play.ts), sessions that were ended (members), the order of checks (wallet.ts).

import { createCipheriv, createDecipheriv, hash, type KeyObject, randomBytes } from 'node:crypto';

import type { Database, Transaction } from '@chaba/database';
import { LRUCache } from 'lru-cache';

import { createBatchLoader } from '#core/batch-loader';
import { createPromiseCache } from '#core/promise-cache';
import { loadStakeRestrictions, findMemberIdsByPlayerId } from '#modules/members';

import type { SessionErrorCode } from './commands.ts';
import * as store from './sessions.store.ts';

/**
 * What a token is bound to. `key`: 32 bytes of the site, as an object: creating the object takes longer than the
 * cipher.
 */
export type TokenBinding = { readonly key: KeyObject; readonly provider: string; readonly playerId: string };
/** `expiresAt` in milliseconds. */
export type GameSession = { readonly memberId: bigint; readonly expiresAt: number };

export type Player = {
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
/** More sites than one process serves. */
const KEYS_MAX = 1_024;

export type Sessions = {
  /** Exchanges a launch token for a session. */
  authenticate(
    siteId: number,
    provider: string,
    launchToken: string,
  ): Promise<{ readonly token: string; readonly player: Player } | SessionErrorCode>;
  /** The player of this id. A valid session token names the member without a query. */
  findPlayer(
    siteId: number,
    playerId: string,
    claim: { readonly provider: string; readonly token: string } | undefined,
  ): Promise<Player | undefined>;
  /**
   * For protocols without session tokens: whether the player opened a game of this provider within the life of a
   * session.
   */
  hasOpenedGame(siteId: number, provider: string, memberId: bigint): Promise<boolean>;
};

export function createSessions(database: Database): Sessions {
  const players = new LRUCache<string, Player>({ max: PLAYERS_MAX });
  const keys = createPromiseCache<number, KeyObject>(KEYS_MAX);
  const loaders = new Map<number, (playerId: string) => Promise<bigint | undefined>>();
  const keyOf = (siteId: number): Promise<KeyObject> => keys.get(siteId, () => store.loadSessionKey(database, siteId));

  /** With a million members most players without a token are not cached: concurrent look-ups share one statement. */
  function findMember(siteId: number, playerId: string): Promise<bigint | undefined> {
    let load = loaders.get(siteId);
    if (!load) {
      load = createBatchLoader((playerIds) => findMemberIdsByPlayerId(database, siteId, playerIds));
      loaders.set(siteId, load);
    }
    return load(playerId);
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
      const binding = { key: await keyOf(siteId), provider, playerId };
      const token = encryptSessionToken(binding, { memberId, expiresAt: expiresAt.getTime() });
      return { token, player: { memberId, playerId } };
    },
    async findPlayer(siteId, playerId, claim) {
      const binding = claim && { key: await keyOf(siteId), provider: claim.provider, playerId };
      const session = binding && decryptSessionToken(binding, claim.token);
      if (session) return { memberId: session.memberId, playerId, session };
      const key = `${siteId}|${playerId}`;
      const known = players.get(key);
      if (known) return known;
      const memberId = await findMember(siteId, playerId);
      if (memberId === undefined) return undefined;
      const player = { memberId, playerId };
      players.set(key, player);
      return player;
    },
    hasOpenedGame: (siteId, provider, memberId) =>
      store.hasOpened(database, siteId, { provider, memberId, hours: SESSION_LIVES_HOURS }),
  };
}

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

// ── session tokens ───────────────────────────────────────────────────────────────────────────────────────────────────

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const CONTENT_BYTES = 16;
const TAG_BYTES = 16;

const getBoundData = ({ provider, playerId }: TokenBinding): Buffer =>
  Buffer.from(JSON.stringify([provider, playerId]));

export function encryptSessionToken(binding: TokenBinding, { memberId, expiresAt }: GameSession): string {
  const nonce = randomBytes(NONCE_BYTES);
  const content = Buffer.alloc(CONTENT_BYTES);
  content.writeBigInt64BE(memberId, 0);
  content.writeBigInt64BE(BigInt(expiresAt), 8);
  const cipher = createCipheriv(CIPHER, binding.key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(getBoundData(binding));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The content of a token; undefined when it was not made here for this provider and player. */
export function decryptSessionToken(binding: TokenBinding, token: string): GameSession | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== NONCE_BYTES + CONTENT_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, binding.key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(getBoundData(binding));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return { memberId: content.readBigInt64BE(0), expiresAt: Number(content.readBigInt64BE(8)) };
}
