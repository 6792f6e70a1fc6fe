// Interface of a stage: the drawing of a game, its texts, and the display of a round.

import { type Money, parseProviderAmount, zeroMoney } from '@chaba/money';

import type { RoundOnWire } from '#studio/wire';

import type { ResultLine } from './result-line.ts';
import type { Sound } from './sound.ts';

export type Stage = {
  readonly root: HTMLElement;
  /** A round was sent; nothing is known of it yet. */
  start(): void;
  /** Shows a settled round from its beginning to its end. */
  land(round: RoundOnWire, sound: Sound, result: ResultLine): Promise<void>;
  /** Shows how a round of before ended, at once. */
  show(round: RoundOnWire): void;
  /** Nothing came of what was started. */
  rest(): Promise<void>;
  /** Frames what paid; answers the sentence of it. */
  tell(round: RoundOnWire, result: ResultLine): string;
  history(round: RoundOnWire): HTMLElement;
  paytable(stake: Money, returnPercent: string): HTMLElement;
  /** In games that ask: shows what was dealt, and what the player has chosen when it is played on. */
  readonly choice?: {
    offer(round: RoundOnWire, isNew: boolean, sound: Sound): Promise<void>;
    taken(): string;
    onKey(event: KeyboardEvent): boolean;
  };
};

export type GameFacts = {
  readonly gameCode: string;
  readonly name: string;
  /** The sentence under the drawing: what the game is and what it returns. */
  facts(lines: number, returnPercent: string): string;
  /** What the round button is called, before a round and while the game asks. */
  readonly play: string;
  readonly playOn?: string;
  readonly ready: string;
  readonly playIcon?: string;
  /** A round takes at least so long, however little moves: nobody plays faster than that. */
  readonly roundMs?: number;
  readonly scene: readonly Node[];
  /** The address of the drawing that stands for the game. */
  readonly emblem: string;
};

type Paid = Pick<RoundOnWire, 'stake' | 'payout'>;

export function stakeOf(round: Pick<Paid, 'stake'>): Money {
  return parseProviderAmount(round.stake) ?? zeroMoney;
}

export function payoutOf(round: Pick<Paid, 'payout'>): Money {
  return parseProviderAmount(round.payout ?? '') ?? zeroMoney;
}
