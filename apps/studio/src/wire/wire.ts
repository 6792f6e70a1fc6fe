// Types shared by the studio's pages and its server.
//
// Amounts are decimal texts of baht with four decimals, as in the wallet protocol.

export type RoundOnWire = {
  readonly roundId: string;
  readonly clientRoundId: string;
  /**
   * checking: the wallet has not responded; the result is shown after its response. choosing: the stake is paid, and
   * the round contains the dealt numbers only.
   */
  readonly state: 'settled' | 'checking' | 'choosing' | 'refused' | 'voided';
  readonly stake: string;
  readonly payout?: string;
  readonly draws?: readonly number[];
  readonly balance?: string;
  readonly at: string;
  /** The stake was granted, not paid. */
  readonly isFree?: boolean;
  readonly freeAwarded?: number;
  /** State of the feature that the round grants or belongs to, such as the letter of a book. */
  readonly carry?: string;
  readonly decision?: string;
  readonly fairness: {
    readonly commitment: string;
    readonly clientSeed: string;
    readonly nonce: number;
    /** Present after the seed was revealed. */
    readonly serverSeed?: string;
  };
  readonly code?: string;
  readonly message?: string;
};

export type SeedsOnWire = {
  readonly commitment: string;
  readonly clientSeed: string;
  readonly nonce: number;
  /** The commitment of the next seed, published before a client seed is chosen. */
  readonly nextCommitment: string;
};

/** Free rounds, played at the stake of the round that granted them. */
export type FreeRoundsOnWire = {
  readonly stake: string;
  readonly awarded: number;
  readonly left: number;
  readonly won: string;
};

export type StateOnWire = {
  readonly gameCode: string;
  readonly returnPercent: string;
  readonly lines: number;
  readonly stakes: readonly string[];
  readonly balance?: string;
  readonly returnUrl?: string;
  readonly seeds: SeedsOnWire;
  /** The newest round: open, or the last one that was settled. */
  readonly round?: RoundOnWire;
  readonly free?: FreeRoundsOnWire;
};

export type SessionOnWire = StateOnWire & { readonly sessionToken: string };

export type SpinOnWire = {
  readonly round: RoundOnWire;
  readonly seeds: SeedsOnWire;
  readonly free?: FreeRoundsOnWire;
};

export type RoundsOnWire = { readonly rounds: readonly RoundOnWire[]; readonly cursor?: string };

export type RevealOnWire = {
  readonly seeds: SeedsOnWire;
  readonly revealed?: {
    readonly serverSeed: string;
    readonly commitment: string;
    readonly clientSeed: string;
    readonly rounds: number;
  };
};

export type RefusalOnWire = { readonly code: string; readonly message: string };
