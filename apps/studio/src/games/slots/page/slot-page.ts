// The definition, figures and look of a title, as its page receives them.

import type { SlotTitle } from '#studio/games/slots/title';

export type SlotPage = {
  readonly title: SlotTitle;
  readonly name: string;
  /** Figures of the certificate. */
  readonly figures: {
    readonly returnPercent: string;
    readonly volatility: number;
    readonly capTimes: number;
    /** Share of rounds that pay, and of rounds that pay more than the stake. */
    readonly payingPercent: string;
    readonly gainingPercent: string;
    /** Largest payout in a simulation of so many rounds, in stakes. */
    readonly largest: number;
    readonly rounds: number;
  };
  /** The sheet of symbols, as a data address. */
  readonly sheet: string;
  readonly layers: Readonly<
    Record<'phone' | 'desk', readonly { readonly className: string; readonly address: string }[]>
  >;
  /** Custom properties. */
  readonly colours: Readonly<Record<string, string>>;
};

/** Cells of a sheet side by side, and the pixels of a cell. */
export const SHEET = { columns: 5, cell: 220 } as const;
