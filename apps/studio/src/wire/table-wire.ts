// Types shared by the pages of table games and their server. Amounts as in wire.ts.

import type { StatedOnWire } from './round-wire.ts';

export type PositionOnWire = { readonly type: string; readonly stake: string };

export type TicketOnWire = {
  readonly ticketId: string;
  readonly clientTicketId: string;
  readonly roundId: string;
  /** placing: no response of the wallet. staked: accepted. deciding: the payment has no response of the wallet. */
  readonly state: 'placing' | 'staked' | 'deciding' | 'settled' | 'cancelling' | 'cancelled' | 'refused';
  readonly positions: readonly PositionOnWire[];
  readonly stake: string;
  readonly payout?: string;
  readonly balance?: string;
  readonly code?: string;
  readonly message?: string;
  readonly at: string;
  readonly round: Readonly<Record<string, unknown>>;
};

export type TableStateOnWire = {
  readonly gameCode: string;
  readonly returnPercent: string;
  readonly stakeMin: string;
  readonly stakeMax: string;
  /** At tables with rounds. */
  readonly stated?: StatedOnWire;
  /** Remaining time of the betting window, at tables with rounds. */
  readonly leftMs?: number;
  readonly balance?: string;
  readonly returnUrl?: string;
  /** The newest tickets, newest first. */
  readonly tickets: readonly TicketOnWire[];
};

export type TableSessionOnWire = TableStateOnWire & { readonly sessionToken: string };
export type TicketsOnWire = { readonly tickets: readonly TicketOnWire[]; readonly cursor?: string };
