// For how long one has been playing in this tab: a reload goes on counting, a longer pause begins again.

import { useEffect, useState } from 'react';

import { isRecord, readJson, session, storageKeys, writeJson } from '#lib/storage';

const PAUSE_MS = 15 * 60_000;
const LOOK_MS = 20_000;
const MINUTE_MS = 60_000;

type Played = { readonly since: number; readonly seen: number };

/** Whole minutes. */
export function useMinutesPlayed(): number {
  const [minutes, setMinutes] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => setMinutes(look()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return minutes;
}

function look(): number {
  const now = Date.now();
  const known = readJson(storageKeys.playedSince, isPlayed, session);
  const isSamePlay = known !== undefined && known.seen <= now && now - known.seen < PAUSE_MS;
  const since = isSamePlay ? known.since : now;
  writeJson(storageKeys.playedSince, { since, seen: now } satisfies Played, session);
  return Math.floor((now - since) / MINUTE_MS);
}

function isPlayed(value: unknown): value is Played {
  return isRecord(value) && Number.isFinite(value['since']) && Number.isFinite(value['seen']);
}
