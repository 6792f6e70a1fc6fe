// Removes rare random events from journeys. Free rounds play automatically, move the balance and give one spin several
// results; at midnight today's activity becomes yesterday's.

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openStore } from '@chaba/sandbox-kit/store';

const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;
/** The longest duration of a journey. */
const JOURNEY_MS = 240_000;

/** Keeps a journey within one day in Bangkok: shortly before midnight, resolves after midnight. */
export async function untilMidnightIsFar(): Promise<void> {
  const leftMs = DAY_MS - ((Date.now() + BANGKOK_MS) % DAY_MS);
  if (leftMs < JOURNEY_MS) await sleep(leftMs + 1_000);
}

export function getBangkokDay(): string {
  return new Date(Date.now() + BANGKOK_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/**
 * From now on every paid round of a slot grants this many free rounds, and a free one none. The studio of this folder
 * must have been started.
 */
export function grantFreeSpins(dataDir: string, count: number): void {
  const store = openStore(path.join(dataDir, 'sandbox.sqlite'));
  store.execute('drop trigger if exists granted');
  store.execute(
    `create trigger granted after insert on studio_round
      begin update studio_round set free_awarded = iif(new.is_free = 0, ${count}, 0),
        free_waiting = iif(new.is_free = 0, ${count}, new.free_waiting - new.free_awarded) where round_id = new.round_id; end`,
  );
  store.close();
}
