// Time in the member area and time in games, per tab: a reload continues both, a longer interruption resets them.

import { useEffect, useState } from 'react';

import { isRecord, readJson, session, storageKeys, writeJson } from '#lib/browser/storage';

const PAUSE_MS = 15 * 60_000;
const UPDATE_MS = 20_000;
const MINUTE_MS = 60_000;

type Time = { readonly since: number; readonly seen: number };
type Clock = typeof storageKeys.playedSince | typeof storageKeys.hereSince;

/** Whole minutes with a game open. */
export function useMinutesPlayed(): number {
  return useMinutes(storageKeys.playedSince);
}

/** Whole minutes in the member area. */
export function useMinutesOnSite(): number {
  return useMinutes(storageKeys.hereSince);
}

function useMinutes(clock: Clock): number {
  const [minutes, setMinutes] = useState(() => readMinutes(clock));
  useEffect(() => {
    const timer = setInterval(() => setMinutes(readMinutes(clock)), UPDATE_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return minutes;
}

function readMinutes(clock: Clock): number {
  const now = Date.now();
  const known = readJson(clock, isTime, session);
  const isSameStay = known !== undefined && known.seen <= now && now - known.seen < PAUSE_MS;
  const since = isSameStay ? known.since : now;
  writeJson(clock, { since, seen: now } satisfies Time, session);
  return Math.floor((now - since) / MINUTE_MS);
}

function isTime(value: unknown): value is Time {
  return isRecord(value) && Number.isFinite(value['since']) && Number.isFinite(value['seen']);
}
