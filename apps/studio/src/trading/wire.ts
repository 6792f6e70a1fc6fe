// Types of the public state of the trading market. Prices are whole hundredths.

export type EpochOnWire = { readonly epoch: number; readonly commitment: string };

export type MarketOnWire = {
  readonly nowMs: number;
  readonly tickMs: number;
  readonly tick: number;
  readonly price: number;
  /** The prices up to and including this tick: many for a page that comes, one for those that look on. */
  readonly prices: readonly number[];
  readonly epoch: EpochOnWire;
  readonly nextEpoch: EpochOnWire;
};

export type TradeOnWire = {
  readonly fromTick: number;
  readonly toTick: number;
  readonly fromPrice: number;
  /** Once it is over. */
  readonly toPrice?: number;
  readonly epochs: readonly {
    readonly epoch: number;
    readonly commitment: string;
    readonly fromPrice: number;
    /** Once every tick of it is over. */
    readonly serverSeed?: string;
  }[];
};
