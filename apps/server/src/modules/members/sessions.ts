// Sessions and remembered devices: how the server knows a member again.
//
//     open ──30 minutes without a call, or 24 hours──▶ over
//       └──signed out, password changed, ended elsewhere──▶ gone
//
// Always true: tokens are 256 random bits and only their SHA-256 is stored; a session belongs to one member of one brand. A
// device token changes each time it is used; the one before stays good for ten seconds, for windows that ask at once, and
// after that its use proves a copy: the device is deleted. A device is remembered for 30 days from the
// password, however often it is used. A session token that was replaced reads for ten seconds and changes nothing. Locks: the
// member's row, then the device.
//
// Elsewhere: the copy of open sessions in each process (http/authentication.ts), which hears of endings by notice.

import { createHash, randomBytes } from 'node:crypto';

import type { Database, Transaction } from '@chaba/database';

import { publish } from '#core/pubsub';
import { fail } from '#core/domain-error';
import { recordSecurityEvent } from '#modules/security';

import * as store from './sessions.store.ts';

export const SESSION_NOTICE = 'session';

export type SessionState =
  | { readonly isOpen: true; readonly memberId: bigint; readonly isReplaced: boolean; readonly livesMs: number }
  | { readonly isOpen: false; readonly why: 'unknown' | 'over' | 'locked' };

export type OpenSession = {
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly deviceName: string;
};

export type RememberedDevice = {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly isCurrent: boolean;
};

/** The session that stays when all others end; renewed, it gets a new token, and so does the device that began it. */
export type KeptSession = { readonly sessionId: string; readonly isRenewed: boolean };
export type RenewedTokens = { readonly authToken: string; readonly deviceToken: string | undefined };
/** Ends the member's game sessions, in the transaction that ends the others; implemented by play. */
export type EndGameSessions = (tx: Transaction, siteId: number, memberId: bigint) => Promise<void>;

const TOKEN_BYTES = 32;

/** Begins a session. The token is told once and never stored. */
export async function beginSession(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  about: { readonly userAgent: string; readonly deviceId?: string | undefined },
): Promise<string> {
  const token = newToken();
  const deviceName = deviceNameOf(about.userAgent);
  await store.insertSession(tx, siteId, memberId, { tokenHash: hashOf(token), deviceName, deviceId: about.deviceId });
  return token;
}

/** Looks a session up by the hash of its token and moves its idle end. */
export async function touchSession(database: Database, siteId: number, tokenHash: Buffer): Promise<SessionState> {
  const row = await store.sessionByHash(database, siteId, tokenHash);
  if (row?.isOpen === true && !row.isLocked && row.isStale) await store.moveSession(database, siteId, tokenHash);
  return stateOf(row);
}

/** The same without moving anything. */
export async function peekSession(database: Database, siteId: number, tokenHash: Buffer): Promise<SessionState> {
  return stateOf(await store.sessionByHash(database, siteId, tokenHash));
}

function stateOf(row: store.SessionRow | undefined): SessionState {
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
  publish(SESSION_NOTICE, `${siteId}/${memberId}`);
}

/** Ends every session of a member but one, and deletes the remembered devices but that of a renewed session. */
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
  const authToken = newToken();
  await store.replaceToken(tx, siteId, { newHash: hashOf(authToken), oldHash });
  if (deviceId === undefined) return { authToken, deviceToken: undefined };
  const deviceToken = newToken();
  // A copy of the device's token is as bad as one of the session's: the one before is good for nothing.
  const isRenewed = await store.rotateDevice(tx, siteId, deviceId, {
    newHash: hashOf(deviceToken),
    oldHash: undefined,
  });
  return { authToken, deviceToken: isRenewed ? deviceToken : undefined };
}

/** Fails unless the session is open, and keeps it open until the transaction is over: what is begun in it ends with the session. */
export async function requireOpenSession(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  sessionId: string,
): Promise<void> {
  const isOpen = await store.lockOpenSession(tx, siteId, memberId, Buffer.from(sessionId, 'hex'));
  if (!isOpen) fail('SESSION_EXPIRED');
}

/** Deletes a remembered device of the member and ends the sessions that it began, but for the caller's. */
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
  // A game session names no device: what another device may have opened ends with the rest.
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

/** Makes every process look at the member's sessions again, once the transaction has committed. */
export function evictCachedSessions(tx: Transaction, siteId: number, memberId: bigint): void {
  tx.afterCommit(() => publish(SESSION_NOTICE, `${siteId}/${memberId}`));
}

export function listSessions(database: Database, siteId: number, memberId: bigint): Promise<OpenSession[]> {
  return store.createAuthenticator(database, siteId, memberId);
}

/** Remembers the device that a member is signing in on. Answers the token that it keeps. */
export async function rememberDevice(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  userAgent: string,
): Promise<{ token: string; deviceId: string }> {
  const token = newToken();
  const device = { tokenHash: hashOf(token), deviceName: deviceNameOf(userAgent) };
  const deviceId = await store.insertDevice(tx, siteId, memberId, device);
  return { token, deviceId };
}

/**
 * Knows a device again by its token and gives it the next one. Within the ten seconds after a change the token before is
 * taken too, and the device keeps the newest: then no new token is told.
 */
export async function redeemDeviceToken(
  tx: Transaction,
  siteId: number,
  token: string,
): Promise<{ memberId: bigint; deviceId: string; nextToken: string | undefined } | undefined> {
  const hash = hashOf(token);
  const ownerId = await store.ownerOfDevice(tx, siteId, hash);
  if (ownerId === undefined) return undefined;
  await store.lockMember(tx, siteId, ownerId);
  const device = await store.lockDevice(tx, siteId, hash);
  if (device === undefined) return undefined;
  const { memberId, deviceId } = device;
  if (device.isNewest) {
    const nextToken = newToken();
    await store.rotateDevice(tx, siteId, deviceId, { newHash: hashOf(nextToken), oldHash: hash });
    return { memberId, deviceId, nextToken };
  }
  if (device.isJustRotated) return { memberId, deviceId, nextToken: undefined };
  await store.deleteDevice(tx, siteId, deviceId);
  await recordSecurityEvent(tx, siteId, { kind: 'device_token_reused', memberId, subject: device.deviceName });
  return undefined;
}

/** Forgets a device by its token, and says nothing about whether there was one. */
export async function forgetDevice(tx: Transaction, siteId: number, token: string): Promise<void> {
  const device = await store.lockDevice(tx, siteId, hashOf(token));
  if (device === undefined) return;
  const { deviceId, memberId, deviceName } = device;
  await store.deleteDevice(tx, siteId, deviceId);
  await recordSecurityEvent(tx, siteId, { kind: 'device_ended', memberId, subject: deviceName });
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

function hashOf(token: string): Buffer {
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

/** Browser and system in a few words; empty when the browser does not say. */
export function deviceNameOf(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => userAgent.includes(sign))?.[1];
  const system = SYSTEMS.find(([sign]) => userAgent.includes(sign))?.[1];
  return [browser, system].filter((word) => word !== undefined).join(' · ');
}
