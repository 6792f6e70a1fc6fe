// Who is signed in on this device: the token and the stored copy of the member (spec §3 and §4).
//
// Always true: the copy is read field by field, so a corrupt or hostile storage signs nobody in and
// crashes nothing; another tab's sign-in and sign-out is noticed here too.
//
// Elsewhere: when the session is refreshed and what a 401 does (layouts/session-refresh.ts).

import { useSyncExternalStore } from 'react';

import type { UserInfo } from '@chaba/contract/members';

import { isRecord, readJson, readText, remove, storageKeys, writeJson, writeText } from './storage.ts';
import { subscribers } from './subscribers.ts';

/** What a header can carry: visible ASCII, with single spaces inside at most; servers refuse headers beyond 8 kB. */
const TOKEN_PATTERN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const TOKEN_LENGTH_MAX = 8_000;

const changes = subscribers();
const otherTabs = subscribers();
let known: { readonly token: string | undefined; readonly member: UserInfo | undefined } | undefined;

export function accessToken(): string | undefined {
  return current().token;
}

export function signedInMember(): UserInfo | undefined {
  return current().member;
}

/** False when no header can carry the token: then nobody is signed in. */
export function startSession(token: unknown, member: UserInfo): boolean {
  if (!isToken(token)) return false;
  writeText(storageKeys.accessToken, token);
  keepMember(member);
  return true;
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TOKEN_LENGTH_MAX && TOKEN_PATTERN.test(value);
}

/** The server gave this session other tokens. A remember-me entry of the member that got none is over. */
export function replaceTokens({
  authToken,
  deviceToken,
}: {
  readonly authToken?: string | undefined;
  readonly deviceToken?: string | undefined;
}): void {
  if (!isToken(authToken)) return;
  writeText(storageKeys.accessToken, authToken);
  const entry = ownRemembered();
  if (entry && deviceToken !== undefined) writeJson(storageKeys.remembered, { ...entry, deviceToken });
  else if (entry) remove(storageKeys.remembered);
  changed();
}

/** The remember-me entry (features/auth), when it is of the member who is signed in. */
export function ownRemembered(): Readonly<Record<string, unknown>> | undefined {
  const entry = readJson(storageKeys.remembered, isRecord);
  return entry?.['phoneNumber'] === signedInMember()?.PhoneNumber ? entry : undefined;
}

/** The newest answer of the server about the member. */
export function keepMember(member: UserInfo): void {
  writeJson(storageKeys.userInfo, member);
  changed();
}

export function endSession(): void {
  remove(storageKeys.accessToken);
  remove(storageKeys.userInfo);
  changed();
}

/** The member whose frame the server rendered: a placeholder, because it knows none. Undefined on a page for visitors. */
let serverMember: UserInfo | undefined;

/** Called before a page is rendered on the server, and before it is hydrated. */
export function setServerMember(member: UserInfo | undefined): void {
  serverMember = member;
}

/** The signed-in member as React state; undefined for a visitor. */
export function useMember(): UserInfo | undefined {
  return useSyncExternalStore(changes.subscribe, signedInMember, () => serverMember);
}

export function useIsSignedIn(): boolean {
  return useSyncExternalStore(changes.subscribe, isSignedIn, () => serverMember !== undefined);
}

const isSignedIn = (): boolean => accessToken() !== undefined;

function changed(): void {
  known = undefined;
  changes.notify();
}

function current() {
  known ??= { token: readToken(), member: readJson(storageKeys.userInfo, isMember) };
  return known;
}

function readToken(): string | undefined {
  const token = readText(storageKeys.accessToken);
  if (token === undefined || isToken(token)) return token;
  remove(storageKeys.accessToken);
  return undefined;
}

/** The fields that a screen shows without asking the server first. */
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
export function listenToOtherTabs(listener: () => void): () => void {
  return otherTabs.subscribe(listener);
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== null && event.key !== storageKeys.accessToken && event.key !== storageKeys.userInfo) return;
  changed();
  otherTabs.notify();
});
