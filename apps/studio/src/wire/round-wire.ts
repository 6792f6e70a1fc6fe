// Types of the public state of a table with rounds.

/** Public facts of a round. */
export type RoundFactsOnWire = {
  readonly roundId: string;
  /** Shoe or chain, and the round in it. */
  readonly sourceNo: number;
  readonly roundNo: number;
  /** SHA-256 of the shoe's seed, or the first hash of the chain. */
  readonly commitment: string;
  /** Present after the betting window. */
  readonly numbers?: readonly number[];
  /** The link of the round, or the seed of a spent shoe. */
  readonly proof?: string;
};

export type OpenRoundOnWire = RoundFactsOnWire & {
  readonly opensAtMs: number;
  readonly closesAtMs: number;
  /** Time at which its result is shown and stakes are paid. */
  readonly shownAtMs: number;
  readonly endsAtMs: number;
};

export type RoundTableOnWire = {
  readonly nowMs: number;
  readonly round?: OpenRoundOnWire;
  readonly nextCommitment: string;
  /** Results of the last rounds (of a shoe: its own), oldest first. */
  readonly marks: readonly (readonly string[])[];
  /** Number of occurrences of each result in the last hundred rounds. */
  readonly counts: Readonly<Record<string, number>>;
  /** Number of open streams, from two on. */
  readonly watchers?: number;
  readonly players: number;
  /** Whole baht on each place in this round, of all players. */
  readonly stakes: Readonly<Record<string, number>>;
};

/** Stated returns of places and shares of results, as percentages, and the limits in baht. */
export type StatedOnWire = {
  readonly returns: Readonly<Record<string, string>>;
  readonly shares: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, number>>;
};
