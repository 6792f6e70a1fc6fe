// Recent and favourite entries of the lobby, stored on this device by entry key.
//
// Always true: newest first, bounded; a key without an entry is not shown.

import { useSyncExternalStore } from 'react';

import { readJson, storageKeys, writeJson } from '#lib/browser/storage';
import { createSubscribers } from '#lib/react/subscribers';

const RECENT_MAX = 24;
const FAVOURITES_MAX = 200;

const none: readonly string[] = [];

const changes = createSubscribers();
const known = new Map<string, readonly string[]>();

export function useRecent(): readonly string[] {
  return useSyncExternalStore(changes.subscribe, listRecent, () => none);
}

export function useFavourites(): readonly string[] {
  return useSyncExternalStore(changes.subscribe, listFavourites, () => none);
}

const listRecent = () => read(storageKeys.lobbyRecent);
const listFavourites = () => read(storageKeys.lobbyFavourites);

export function recordPlayed(key: string): void {
  const others = listRecent().filter((other) => other !== key);
  store(storageKeys.lobbyRecent, [key, ...others].slice(0, RECENT_MAX));
}

export function toggleFavourite(key: string): void {
  const stored = listFavourites();
  store(
    storageKeys.lobbyFavourites,
    stored.includes(key) ? stored.filter((other) => other !== key) : [key, ...stored].slice(0, FAVOURITES_MAX),
  );
}

function read(key: string): readonly string[] {
  const list = known.get(key) ?? readJson(key, isListOfTexts) ?? [];
  known.set(key, list);
  return list;
}

function store(key: string, list: readonly string[]): void {
  known.set(key, list);
  writeJson(key, list);
  changes.notify();
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
