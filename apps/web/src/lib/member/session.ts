// The session of this device: token and stored copy of the member (spec §3 and §4).
//
// Always true: the copy is validated, so corrupt or hostile storage means signed out. Sign-in and sign-out of another
// tab take effect here too.
//
// Elsewhere: refresh of the session and the reaction to a 401 (session-refresh.ts).

import { useSyncExternalStore } from 'react';

import type { UserInfo } from '@chaba/contract/members';

import { isRecord, readJson, readText, remove, storageKeys, writeJson, writeText } from '#lib/browser/storage';
import { createSubscribers } from '#lib/react/subscribers';

/** Characters that a header can carry: visible ASCII with single inner spaces. Servers reject headers beyond 8 kB. */
const TOKEN_PATTERN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const TOKEN_LENGTH_MAX = 8_000;

const changes = createSubscribers();
const otherTabs = createSubscribers();
let known: { readonly token: string | undefined; readonly member: UserInfo | undefined } | undefined;

export function getAccessToken(): string | undefined {
  return readCurrent().token;
}

export function getSignedInMember(): UserInfo | undefined {
  return readCurrent().member;
}

/** False when no header can carry the token: no session begins. */
export function startSession(token: unknown, member: UserInfo): boolean {
  if (!isToken(token)) return false;
  writeText(storageKeys.accessToken, token);
  storeMember(member);
  return true;
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TOKEN_LENGTH_MAX && TOKEN_PATTERN.test(value);
}

/** Stores the new tokens of this session. A remember-me entry of the member that got no token is deleted. */
export function replaceTokens({
  authToken,
  deviceToken,
}: {
  readonly authToken?: string | undefined;
  readonly deviceToken?: string | undefined;
}): void {
  if (!isToken(authToken)) return;
  writeText(storageKeys.accessToken, authToken);
  const entry = readOwnRemembered();
  if (entry && deviceToken !== undefined) writeJson(storageKeys.remembered, { ...entry, deviceToken });
  else if (entry) remove(storageKeys.remembered);
  notifyChange();
}

/** The remember-me entry (features/auth) of the signed-in member. */
export function readOwnRemembered(): Readonly<Record<string, unknown>> | undefined {
  const entry = readJson(storageKeys.remembered, isRecord);
  return entry?.['phoneNumber'] === getSignedInMember()?.PhoneNumber ? entry : undefined;
}

/** Stores the server's current data of the member. */
export function storeMember(member: UserInfo): void {
  writeJson(storageKeys.userInfo, member);
  notifyChange();
}

export function endSession(): void {
  remove(storageKeys.accessToken);
  remove(storageKeys.userInfo);
  notifyChange();
}

/** Default values of the member whose frame the server rendered; undefined on a page for visitors. */
let serverMember: UserInfo | undefined;

/** Called before a page is rendered on the server, and before it is hydrated. */
export function setServerMember(member: UserInfo | undefined): void {
  serverMember = member;
}

/** The signed-in member as React state; undefined for a visitor. */
export function useMember(): UserInfo | undefined {
  return useSyncExternalStore(changes.subscribe, getSignedInMember, () => serverMember);
}

export function useIsSignedIn(): boolean {
  return useSyncExternalStore(changes.subscribe, isSignedIn, () => serverMember !== undefined);
}

const isSignedIn = (): boolean => getAccessToken() !== undefined;

function notifyChange(): void {
  known = undefined;
  changes.notify();
}

function readCurrent() {
  known ??= { token: readToken(), member: readJson(storageKeys.userInfo, isMember) };
  return known;
}

function readToken(): string | undefined {
  const token = readText(storageKeys.accessToken);
  if (token === undefined || isToken(token)) return token;
  remove(storageKeys.accessToken);
  return undefined;
}

/** Checks the fields that screens show before the first response. */
function isMember(value: unknown): value is UserInfo {
  if (!isRecord(value)) return false;
  const { PhoneNumber, BankAccount, BankCode, affiliateKey, userName, internalWallet, BonusInfo } = value;
  const texts = [PhoneNumber, BankAccount, BankCode, affiliateKey];
  if (!texts.every((field) => typeof field === 'string')) return false;
  if (!isRecord(userName) || typeof userName['firstName'] !== 'string') return false;
  if (!isRecord(internalWallet) || !isRecord(BonusInfo)) return false;
  return Object.values(internalWallet).every((amount) => typeof amount === 'number' && Number.isFinite(amount));
}

/** Calls back when another tab signed in or out. */
export function subscribeToOtherTabs(listener: () => void): () => void {
  return otherTabs.subscribe(listener);
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== null && event.key !== storageKeys.accessToken && event.key !== storageKeys.userInfo) return;
  notifyChange();
  otherTabs.notify();
});
