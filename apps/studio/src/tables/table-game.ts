// Interface of a table game: a public state shared by all players, and the tickets of each player.

import type { Money } from '@chaba/money';

import type { StudioContext } from '#studio/studio-state';

import type { PositionOnWire } from './table-wire.ts';
import type { TicketRow } from './tickets.store.ts';

/** What a stake lies on. */
type Position = { readonly type: string; readonly stake: Money };
/** The same after the result, with what of it was given back undecided. */
export type DecidedPosition = Position & { readonly pushed: Money };

export type Payment = {
  readonly payout: Money;
  /** What of the stake counts for a turnover. */
  readonly counted: Money;
  readonly positions: readonly DecidedPosition[];
  /** It is the player's last ticket of the round. */
  readonly closesRound: boolean;
};

/** Where a new ticket stands: its round, when its window shuts and when it is decided. */
export type Place = { readonly roundId: string; readonly closesAtMs: number; readonly decidesAtMs: number };

export type TableGame = {
  readonly gameCode: string;
  readonly name: string;
  readonly gameType: string;
  readonly category: string;
  readonly returnPercent: string;
  readonly stakeMin: Money;
  readonly stakeMax: Money;
  /** May a ticket be taken back before its window shuts. */
  readonly isCancellable: boolean;
  /** Refuses what cannot be placed now. */
  placeOf(positions: readonly PositionOnWire[]): Place;
  /**
   * What a decided ticket is paid; undefined while its result is not known. `others` are the seat's tickets of the
   * round.
   */
  paymentOf(ticket: TicketRow, others: readonly TicketRow[]): Payment | undefined;
  /** What a player is told of the round that his ticket stood in. */
  roundOf(ticket: TicketRow): Readonly<Record<string, unknown>>;
  /** The state that everybody sees. */
  snapshot(): Readonly<Record<string, unknown>>;
  /** How long bets are taken now. */
  window(): { readonly leftMs?: number };
  /** Somebody looks, or a ticket waits: the game goes on. */
  wake(isSeen?: boolean): void;
  stop(): void;
};

export function positionsOf(ticket: TicketRow): readonly Position[] {
  const kept = JSON.parse(ticket.positions) as { type: string; stake: string }[];
  return kept.map(({ type, stake }) => ({ type, stake: BigInt(stake) as Money }));
}

type Making = {
  /** Publishes the state to all connected clients. */
  readonly tell: (state: unknown) => void;
  /** Whether a client is connected or a ticket is open. */
  readonly isWanted: () => boolean;
};

export type MakeTable = (studio: StudioContext, making: Making) => TableGame;
