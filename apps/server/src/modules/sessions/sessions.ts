// Sessions and remembered devices: identify a signed-in member.
//
//     open ──30 minutes without a request, or 24 hours──▶ over
//       └──signed out, password changed, ended elsewhere, ten newer ones──▶ deleted
//
// Always true: tokens are 256 random bits and only their SHA-256 is stored; a session belongs to one member of one
// site, who has at most ten open ones. A device token changes with each use. The previous token stays valid for ten
// seconds, for concurrent windows; a later use proves a copy and deletes the device. A device is remembered for 30 days
// from the password login, regardless of use. A replaced session token can read for ten seconds and cannot write. Lock
// order: the member's row, then the device.
//
// Elsewhere: the session cache of each process (http/authentication.ts), evicted by pub/sub messages.

import { createHash, randomBytes } from 'node:crypto';

import type { Database, Transaction } from '@chaba/database';

import { publish, subscribe } from '#core/pubsub';
import { fail } from '#core/domain-error';
import type { SessionReader, SessionState } from '#http/authentication';
import { recordSecurityEvent } from '#modules/security';

import * as store from './sessions.store.ts';
import type { RememberedDevice } from './sessions.store.ts';

export { listOpenSessions as listSessions } from './sessions.store.ts';

export { deleteExpired as deleteExpiredSessions } from './sessions.store.ts';

export const SESSION_TOPIC = 'session';

/** The session that survives when all others end. If renewed, it and the device that began it get new tokens. */
export type KeptSession = { readonly sessionId: string; readonly isRenewed: boolean };
export type RenewedTokens = { readonly authToken: string; readonly deviceToken: string | undefined };
/** Ends the member's game sessions in the caller's transaction; implemented by play. */
export type EndGameSessions = (tx: Transaction, siteId: number, memberId: bigint) => Promise<void>;

const TOKEN_BYTES = 32;
/** Open sessions of a member. */
const SESSIONS_MAX = 10;

/** Begins a session and ends the oldest ones beyond the limit. The token is returned once and never stored. */
export async function beginSession(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  about: { readonly userAgent: string; readonly deviceId?: string | undefined },
): Promise<string> {
  const token = createToken();
  const deviceName = parseDeviceName(about.userAgent);
  await store.lockMember(tx, siteId, memberId);
  await store.insertSession(tx, siteId, memberId, {
    tokenHash: hashToken(token),
    deviceName,
    deviceId: about.deviceId,
  });
  if ((await store.deleteOldSessions(tx, siteId, memberId, SESSIONS_MAX)) > 0) {
    evictCachedSessions(tx, siteId, memberId);
  }
  return token;
}

/** Reads sessions for authentication. */
export function createSessionReader(database: Database): SessionReader {
  return {
    async touch(siteId, tokenHash) {
      const row = await store.findSessionByHash(database, siteId, tokenHash);
      if (row?.isOpen === true && !row.isLocked && row.isStale) await store.extendSession(database, siteId, tokenHash);
      return toSessionState(row);
    },
    peek: async (siteId, tokenHash) => toSessionState(await store.findSessionByHash(database, siteId, tokenHash)),
    onEnded: (listener) => subscribe(SESSION_TOPIC, listener),
  };
}

function toSessionState(row: store.MemberSessionRow | undefined): SessionState {
  if (row === undefined) return { isOpen: false, why: 'unknown' };
  if (!row.isOpen) return { isOpen: false, why: 'over' };
  if (row.isLocked) return { isOpen: false, why: 'locked' };
  return { isOpen: true, memberId: row.memberId, isReplaced: row.isReplaced, livesMs: row.livesMs };
}

export async function endSession(
  database: Database,
  siteId: number,
  memberId: bigint,
  sessionId: string,
): Promise<void> {
  await store.deleteSession(database, siteId, memberId, Buffer.from(sessionId, 'hex'));
  publish(SESSION_TOPIC, `${siteId}/${memberId}`);
}

/** Ends all sessions of a member except `kept`, and all remembered devices except that of a renewed session. */
export async function endOtherSessions(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  kept: KeptSession | undefined,
): Promise<{ readonly ended: number; readonly renewed: RenewedTokens | undefined }> {
  const hash = kept && Buffer.from(kept.sessionId, 'hex');
  await store.lockMember(tx, siteId, memberId);
  const session = hash && (await store.findOpenSession(tx, siteId, memberId, hash));
  if (hash && !session) fail('SESSION_EXPIRED');
  const ended = await store.deleteOtherSessions(tx, siteId, memberId, hash);
  const isRenewed = kept?.isRenewed ?? false;
  const deviceId = isRenewed ? (session?.deviceId ?? undefined) : undefined;
  await store.deleteOtherDevices(tx, siteId, memberId, deviceId);
  const renewed = hash && isRenewed ? await renewTokens(tx, siteId, hash, deviceId) : undefined;
  await recordSecurityEvent(tx, siteId, { kind: 'sessions_ended', memberId });
  evictCachedSessions(tx, siteId, memberId);
  return { ended, renewed };
}

async function renewTokens(
  tx: Transaction,
  siteId: number,
  oldHash: Buffer,
  deviceId: string | undefined,
): Promise<RenewedTokens> {
  const authToken = createToken();
  await store.replaceToken(tx, siteId, { newHash: hashToken(authToken), oldHash });
  if (deviceId === undefined) return { authToken, deviceToken: undefined };
  const deviceToken = createToken();
  // The device token may have been copied as well, so its previous value is not accepted.
  const isRenewed = await store.rotateDevice(tx, siteId, deviceId, {
    newHash: hashToken(deviceToken),
    oldHash: undefined,
  });
  return { authToken, deviceToken: isRenewed ? deviceToken : undefined };
}

/**
 * Fails unless the session is open, and keeps it open until the transaction ends: anything begun in it ends with the
 * session.
 */
export async function requireOpenSession(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  sessionId: string,
): Promise<void> {
  const isOpen = await store.lockOpenSession(tx, siteId, memberId, Buffer.from(sessionId, 'hex'));
  if (!isOpen) fail('SESSION_EXPIRED');
}

/** Deletes a remembered device of the member and ends the sessions that it began, except the caller's. */
export async function revokeDevice(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  which: { readonly deviceId: string; readonly sessionId: string; readonly endGames: EndGameSessions },
): Promise<void> {
  const kept = Buffer.from(which.sessionId, 'hex');
  await store.lockMember(tx, siteId, memberId);
  const session = (await store.findOpenSession(tx, siteId, memberId, kept)) ?? fail('SESSION_EXPIRED');
  const device = await store.deleteOwnDevice(tx, siteId, memberId, which.deviceId);
  if (device === undefined) return;
  await recordSecurityEvent(tx, siteId, { kind: 'device_ended', memberId, subject: device.deviceName });
  await store.deleteSessionsOfDevice(tx, siteId, memberId, { deviceId: which.deviceId, kept });
  // A game session records no device, so all game sessions end.
  if (session.deviceId !== which.deviceId) await which.endGames(tx, siteId, memberId);
  evictCachedSessions(tx, siteId, memberId);
}

export function listDevices(
  database: Database,
  siteId: number,
  memberId: bigint,
  sessionId: string,
): Promise<RememberedDevice[]> {
  return store.listDevices(database, siteId, memberId, Buffer.from(sessionId, 'hex'));
}

/** Evicts the member's cached sessions in all processes after the commit. */
export function evictCachedSessions(tx: Transaction, siteId: number, memberId: bigint): void {
  tx.afterCommit(() => publish(SESSION_TOPIC, `${siteId}/${memberId}`));
}

/** Remembers the device of a sign-in. Returns the token that the device stores. */
export async function rememberDevice(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  userAgent: string,
): Promise<{ token: string; deviceId: string }> {
  const token = createToken();
  const device = { tokenHash: hashToken(token), deviceName: parseDeviceName(userAgent) };
  const deviceId = await store.insertDevice(tx, siteId, memberId, device);
  return { token, deviceId };
}

/**
 * Identifies a device by its token and issues the next one. Within ten seconds after a rotation the previous token is
 * accepted too, without issuing a new one, because the device already has the newest.
 */
export async function redeemDeviceToken(
  tx: Transaction,
  siteId: number,
  token: string,
): Promise<{ memberId: bigint; deviceId: string; nextToken: string | undefined } | undefined> {
  const hash = hashToken(token);
  const ownerId = await store.findDeviceOwner(tx, siteId, hash);
  if (ownerId === undefined) return undefined;
  await store.lockMember(tx, siteId, ownerId);
  const device = await store.lockDevice(tx, siteId, hash);
  if (device === undefined) return undefined;
  const { memberId, deviceId } = device;
  if (device.isNewest) {
    const nextToken = createToken();
    await store.rotateDevice(tx, siteId, deviceId, { newHash: hashToken(nextToken), oldHash: hash });
    return { memberId, deviceId, nextToken };
  }
  if (device.isJustRotated) return { memberId, deviceId, nextToken: undefined };
  await store.deleteDevice(tx, siteId, deviceId);
  await recordSecurityEvent(tx, siteId, { kind: 'device_token_reused', memberId, subject: device.deviceName });
  return undefined;
}

/** Deletes a device by its token; an unknown token is ignored. */
export async function deleteDeviceByToken(tx: Transaction, siteId: number, token: string): Promise<void> {
  const device = await store.lockDevice(tx, siteId, hashToken(token));
  if (device === undefined) return;
  const { deviceId, memberId, deviceName } = device;
  await store.deleteDevice(tx, siteId, deviceId);
  await recordSecurityEvent(tx, siteId, { kind: 'device_ended', memberId, subject: deviceName });
}

function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Line/', 'LINE'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and operating system; empty if the user agent names neither. */
export function parseDeviceName(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => userAgent.includes(sign))?.[1];
  const system = SYSTEMS.find(([sign]) => userAgent.includes(sign))?.[1];
  return [browser, system].filter((word) => word !== undefined).join(' · ');
}
