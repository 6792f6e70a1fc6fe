// Types of the public state of the trading market. Prices are whole hundredths.

export type EpochOnWire = { readonly epoch: number; readonly commitment: string };

export type MarketOnWire = {
  readonly nowMs: number;
  readonly tickMs: number;
  readonly tick: number;
  readonly price: number;
  /** The prices up to and including this tick: many in the first event of a stream, one in later events. */
  readonly prices: readonly number[];
  readonly epoch: EpochOnWire;
  readonly nextEpoch: EpochOnWire;
};

export type TradeOnWire = {
  readonly fromTick: number;
  readonly toTick: number;
  readonly fromPrice: number;
  /** Present after its end. */
  readonly toPrice?: number;
  readonly epochs: readonly {
    readonly epoch: number;
    readonly commitment: string;
    readonly fromPrice: number;
    /** Present after its last tick. */
    readonly serverSeed?: string;
  }[];
};
