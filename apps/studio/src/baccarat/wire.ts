// Types of the public state of the baccarat table.

import type { Winner } from './rules.ts';

export type HandOnWire = {
  readonly roundId: string;
  readonly shoeNo: number;
  readonly handNo: number;
  readonly commitment: string;
  readonly player?: readonly number[];
  readonly banker?: readonly number[];
  /** Once the shoe is spent. */
  readonly serverSeed?: string;
};

export type RoundOnTable = HandOnWire & {
  readonly opensAtMs: number;
  readonly closesAtMs: number;
  readonly endsAtMs: number;
};

export type RoadOnWire = { readonly winner: Winner; readonly isPlayerPair: boolean; readonly isBankerPair: boolean };

export type BaccaratOnWire = {
  readonly nowMs: number;
  readonly round?: RoundOnTable;
  readonly commitment: string;
  readonly nextCommitment: string;
  readonly roads: readonly RoadOnWire[];
};
