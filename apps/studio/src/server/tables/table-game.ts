// Interface of a table game: a public state shared by all players, and the tickets of each player.

import type { Money } from '@chaba/money';

import type { PlayerGame } from '#studio/fairness/seeds';
import type { StudioContext } from '#studio/server/studio-context';

import type { StatedOnWire } from '#studio/wire/round-wire';
import type { TicketRow } from './tickets.store.ts';

/** A stake on a place. */
export type TablePosition = { readonly type: string; readonly stake: Money };
/** A position after the result, with the part that was returned without a decision. */
type DecidedPosition = TablePosition & { readonly pushed: Money };

export type Payment = {
  readonly payout: Money;
  /** The part of the stake that counts for turnover. */
  readonly counted: Money;
  readonly positions: readonly DecidedPosition[];
  /** Whether it is the player's last ticket of the round. */
  readonly closesRound: boolean;
};

/** Round of a new ticket, with the end of its betting window and the time of its decision. */
export type TicketWindow = { readonly roundId: string; readonly closesAtMs: number; readonly decidesAtMs: number };

export type TableGame = {
  readonly gameCode: string;
  readonly name: string;
  readonly gameType: string;
  readonly category: string;
  readonly returnPercent: string;
  readonly stakeMin: Money;
  readonly stakeMax: Money;
  /** Whether a ticket can be cancelled within its betting window. */
  readonly isCancellable: boolean;
  /** Rejects positions that cannot be placed now. */
  placeOf(positions: readonly TablePosition[], player: PlayerGame): TicketWindow;
  /**
   * Payment of a decided ticket; undefined before its result. `others` are the tickets of the session in the round.
   */
  paymentOf(ticket: TicketRow, others: readonly TicketRow[]): Payment | undefined;
  /** Stated returns and limits, at tables with rounds. */
  stated?(): StatedOnWire;
  /** The facts of a ticket's round that its player may see. */
  roundOf(ticket: TicketRow): Readonly<Record<string, unknown>>;
  /** The public state. */
  snapshot(): Readonly<Record<string, unknown>>;
  /** Remaining time of the betting window. */
  window(): { readonly leftMs?: number };
  /** Resumes the game for a watcher or a new ticket. */
  wake(isWatched?: boolean): void;
  stop(): void;
};

export function parsePositions(ticket: Pick<TicketRow, 'positions'>): readonly TablePosition[] {
  const kept = JSON.parse(ticket.positions) as { type: string; stake: string }[];
  return kept.map(({ type, stake }) => ({ type, stake: BigInt(stake) as Money }));
}

export type TableContext = {
  /** Publishes the state to all connected clients. */
  readonly publish: (state: unknown) => void;
  /** Whether a client is connected or a ticket is open. */
  readonly isWanted: () => boolean;
  /** Open streams. */
  readonly watchers: () => number;
};

export type CreateTable = (studio: StudioContext, context: TableContext) => TableGame;
