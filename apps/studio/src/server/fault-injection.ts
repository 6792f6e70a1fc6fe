// Fault injection: the studio behaves like a provider on a bad network, to test a wallet from outside.
//
// late: delay in ms before each call. duplicate: additional copies of each call. lost: number of responses that are
// dropped. outOfOrder: the win is sent before its bet. settle: bet and win as one list (betwin) or as two calls.
// afterwards: further calls after a settled round (post-round-calls.ts). feed: faults of the feed for reconciliation
// (calls.ts). All but `settle` and `feed` end after `rounds` rounds.
//
// Always true: faults change the transport and never ids, amounts or draws, so a conforming wallet ends with the same
// money (`afterwards` sends calls of its own). State is in memory only.

import { z } from 'zod';

const DELAY_MS_MAX = 10_000;
const COPIES_MAX = 5;
const LOST_MAX = 20;
const ROUNDS_MAX = 1_000;

export const behaviourBody = z.strictObject({
  late: z.int().min(0).max(DELAY_MS_MAX).default(0),
  duplicate: z.int().min(0).max(COPIES_MAX).default(0),
  lost: z.int().min(0).max(LOST_MAX).default(0),
  outOfOrder: z.boolean().default(false),
  settle: z.enum(['betwin', 'separate']).default('betwin'),
  afterwards: z.array(z.enum(['rollback', 'adjust', 'award', 'tip', 'buried', 'endRound'])).default([]),
  feed: z.enum(['good', 'fails', 'late', 'repeats', 'circles', 'forgets', 'lies']).default('good'),
  rounds: z.int().min(0).max(ROUNDS_MAX).default(1),
});

type Settings = z.output<typeof behaviourBody>;
export type SettleMode = Settings['settle'];
export type FeedMode = Settings['feed'];
export type Afterwards = Settings['afterwards'][number];

/** Transport faults of one round. */
export type FaultProfile = {
  readonly delayMs: number;
  readonly copies: number;
  readonly isOutOfOrder: boolean;
  readonly afterwards: readonly Afterwards[];
};

export const NO_FAULTS: FaultProfile = { delayMs: 0, copies: 0, isOutOfOrder: false, afterwards: [] };

export class FaultInjector {
  #settings: Settings = behaviourBody.parse({ rounds: 0 });

  set(settings: Settings): void {
    this.#settings = settings;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** Consumes the faults of a round that starts now. */
  consumeProfile(): FaultProfile {
    const { rounds, duplicate, outOfOrder, afterwards } = this.#settings;
    if (rounds === 0) return NO_FAULTS;
    const profile = { delayMs: this.#settings.late, copies: duplicate, isOutOfOrder: outOfOrder, afterwards };
    this.#settings = { ...this.#settings, rounds: rounds - 1 };
    return profile;
  }

  /** Consumes one lost response, if any is left. */
  consumeLostResponse(): boolean {
    const { lost } = this.#settings;
    if (lost === 0) return false;
    this.#settings = { ...this.#settings, lost: lost - 1 };
    return true;
  }
}
