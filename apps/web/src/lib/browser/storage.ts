// Local and session storage that cannot fail: corrupt or hostile content reads as undefined. A value is used only after
// the caller's check. What a blocked, missing or full storage does not take is kept in memory until the page is closed.
//
// The keys of spec §3 are exact: AccessToken, UserInfo, Prefix, shareToken.

export const storageKeys = {
  accessToken: 'AccessToken',
  userInfo: 'UserInfo',
  prefix: 'Prefix',
  shareToken: 'shareToken',
  shareTokenUntil: 'shareTokenUntil',
  gameList: 'GameList',
  promotions: 'Promotions',
  remembered: 'Remembered',
  deviceMark: 'DeviceMark',
  alertSeen: 'ModalAlert',
  mode: 'Mode',
  letters: 'Letters',
  themeValues: 'ThemeValues',
  haptics: 'Haptics',
  balanceHidden: 'BalanceHidden',
  lobbyRows: 'LobbyRows',
  playedSince: 'PlayedSince',
  hereSince: 'HereSince',
  scroll: 'Scroll',
  signIns: 'SignIns',
  termsDue: 'TermsDue',
  installLater: 'InstallLater',
} as const;

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/** Values that a storage did not take. */
const kept = new Map<() => Storage, Map<string, string>>();

export function readText(key: string, store: () => Storage = local): string | undefined {
  const inMemory = kept.get(store)?.get(key);
  if (inMemory !== undefined) return inMemory;
  try {
    return store().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeText(key: string, value: string, store: () => Storage = local): void {
  // An older value must not return after a reload, and its space may be enough.
  remove(key, store);
  try {
    store().setItem(key, value);
  } catch {
    kept.set(store, (kept.get(store) ?? new Map<string, string>()).set(key, value));
  }
}

/** False for a value that ends with the page. */
export function isStored(key: string, store: () => Storage = local): boolean {
  return kept.get(store)?.has(key) !== true;
}

export function remove(key: string, store: () => Storage = local): void {
  kept.get(store)?.delete(key);
  try {
    store().removeItem(key);
  } catch {
    // Blocked storage holds nothing.
  }
}

/** The value when it passes the check; otherwise undefined, and the invalid entry is removed. */
export function readJson<T>(
  key: string,
  isValid: (value: unknown) => value is T,
  store: () => Storage = local,
): T | undefined {
  const text = readText(key, store);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isValid(value)) return value;
  } catch {
    // Falls through: invalid JSON is removed.
  }
  remove(key, store);
  return undefined;
}

export function writeJson(key: string, value: unknown, store: () => Storage = local): void {
  writeText(key, JSON.stringify(value), store);
}

/** For values that end with the tab: idempotency keys, an unfinished registration. */
export const session = (): Storage => globalThis.sessionStorage;
const local = (): Storage => globalThis.localStorage;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
