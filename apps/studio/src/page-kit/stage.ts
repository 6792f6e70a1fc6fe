// Interface of a stage: the drawing of a game, its texts, and the display of a round.

import { type Money, parseProviderAmount, zeroMoney } from '@chaba/money';

import type { SoundSet } from '#studio/wire/sound-set';
import type { RoundOnWire } from '#studio/wire/wire';

import type { ResultLine } from './result-line.ts';
import type { Sound } from './sound.ts';

export type Stage = {
  readonly root: HTMLElement;
  /** Starts the animation of a round or a choice that was sent. */
  start(): void;
  /** Shows a settled round from its beginning to its end. */
  land(round: RoundOnWire, sound: Sound, result: ResultLine): Promise<void>;
  /** Shows the end of an earlier round at once. */
  show(round: RoundOnWire): void;
  /** Ends the animation of a round that was rejected or voided. */
  rest(): Promise<void>;
  /** Highlights the paying parts; returns the sentence of the result. */
  describeResult(round: RoundOnWire, result: ResultLine): string;
  history(round: RoundOnWire): HTMLElement;
  paytable(stake: Money, returnPercent: string): HTMLElement;
  /** In games with a choice: shows the deal and returns the choice of the player. */
  readonly choice?: {
    offer(round: RoundOnWire, isNew: boolean, sound: Sound): Promise<void>;
    getChoice(): string;
    onKey(event: KeyboardEvent): boolean;
  };
};

export type GameFacts = {
  readonly gameCode: string;
  readonly name: string;
  /** The sentence under the drawing: the game and its return. */
  facts(lines: number, returnPercent: string): string;
  /** Labels of the round button, before a round and during a choice. */
  readonly play: string;
  readonly playOn?: string;
  readonly ready: string;
  readonly playIcon?: string;
  /** Minimum duration of a round, with reduced motion too. */
  readonly roundMs?: number;
  readonly scene: readonly Node[];
  /** Address of the drawing that represents the game. */
  readonly emblem: string;
  readonly sound?: SoundSet;
};

type Paid = Pick<RoundOnWire, 'stake' | 'payout'>;

export function parseStake(round: Pick<Paid, 'stake'>): Money {
  return parseProviderAmount(round.stake) ?? zeroMoney;
}

export function parsePayout(round: Pick<Paid, 'payout'>): Money {
  return parseProviderAmount(round.payout ?? '') ?? zeroMoney;
}
