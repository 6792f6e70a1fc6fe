// Misbehaviour on demand: the studio as a bad network, so that a wallet can be tried from outside.
//
// late: milliseconds before each call is sent. duplicate: copies sent beside each call. lost: how many
// answers never arrive. outOfOrder: the win is sent before its bet. settle: bet and win as one list
// (betwin) or as two calls. afterwards: what else is sent once a round is settled (post-round-calls.ts). feed: how the feed for the daily
// comparison misleads (calls.ts). Everything but `settle` and `feed` ends by itself after `rounds` rounds.
//
// Always true: it changes how calls travel, never what they say: ids, amounts and draws stay what they
// were, so a wallet that keeps the protocol ends with the same money (afterwards are calls of their own). Kept in memory only.

import { z } from 'zod';

const LATE_MS_MAX = 10_000;
const COPIES_MAX = 5;
const LOST_MAX = 20;
const ROUNDS_MAX = 1_000;

export const behaviourBody = z.strictObject({
  late: z.int().min(0).max(LATE_MS_MAX).default(0),
  duplicate: z.int().min(0).max(COPIES_MAX).default(0),
  lost: z.int().min(0).max(LOST_MAX).default(0),
  outOfOrder: z.boolean().default(false),
  settle: z.enum(['betwin', 'separate']).default('betwin'),
  afterwards: z.array(z.enum(['rollback', 'adjust', 'award', 'tip', 'buried', 'endRound'])).default([]),
  feed: z.enum(['good', 'fails', 'late', 'repeats', 'circles', 'forgets', 'lies']).default('good'),
  rounds: z.int().min(0).max(ROUNDS_MAX).default(1),
});

export type Settings = z.output<typeof behaviourBody>;
export type SettleMode = Settings['settle'];
export type FeedMode = Settings['feed'];
export type Afterwards = Settings['afterwards'][number];

/** How the calls of one round travel. */
export type FaultProfile = {
  readonly lateMs: number;
  readonly copies: number;
  readonly isOutOfOrder: boolean;
  readonly afterwards: readonly Afterwards[];
};

export const NO_FAULTS: FaultProfile = { lateMs: 0, copies: 0, isOutOfOrder: false, afterwards: [] };

export class FaultInjector {
  #settings: Settings = behaviourBody.parse({ rounds: 0 });

  set(settings: Settings): void {
    this.#settings = settings;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** The conduct of the round that starts now; counts it. */
  nextConduct(): FaultProfile {
    const { rounds, late, duplicate, outOfOrder, afterwards } = this.#settings;
    if (rounds === 0) return NO_FAULTS;
    this.#settings = { ...this.#settings, rounds: rounds - 1 };
    return { lateMs: late, copies: duplicate, isOutOfOrder: outOfOrder, afterwards };
  }

  /** Whether the answer that just arrived is to be lost; counts it. */
  takeLostAnswer(): boolean {
    const { lost } = this.#settings;
    if (lost === 0) return false;
    this.#settings = { ...this.#settings, lost: lost - 1 };
    return true;
  }
}
