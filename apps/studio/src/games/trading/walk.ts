// The price walk of the trading game, computed from committed seeds. Pure.
//
//     epoch 0              epoch 1              …     300 ticks each, continued at the last price before
//
// Always true: a step is one of nineteen, −9 to +9, equally likely, so up and down are equally likely at any price.
// Prices are whole hundredths. A seed determines the ticks of its epoch.
//
// Elsewhere: storage of seeds (trading.store.ts), returns (odds.ts).

import { type Money, percentFloor, zeroMoney } from '@chaba/money';

import { drawNumbers, type Hmac } from '#studio/fairness/draw';

export const EPOCH_TICKS = 300;
export const FIRST_PRICE = 1_000_000;
export const STEP_MAX = 9;
const STEPS = 2 * STEP_MAX + 1;
/** A shared market has no client seed: the server seed alone moves the price. */
const CLIENT_SEED = 'market';

/** Seconds until a bet is decided. */
export const EXPIRIES = [15, 30, 60] as const;
export const DIRECTIONS = ['up', 'down'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Payout of a winning bet, stake included, in hundredths. */
export const PAYS = 190;

export function drawSteps(hmac: Hmac, gameCode: string, serverSeed: string, epoch: number): readonly number[] {
  const sizes = Array.from({ length: EPOCH_TICKS }, () => STEPS);
  const draws = drawNumbers(hmac, { gameCode, serverSeed, clientSeed: CLIENT_SEED, nonce: epoch }, sizes);
  return draws.map((draw) => draw - STEP_MAX);
}

/** The price at each tick of an epoch; the first is one step from the last price before it. */
export function computePrices(from: number, steps: readonly number[]): readonly number[] {
  let price = from;
  return steps.map((step) => (price += step));
}

export function getEpoch(tick: number): number {
  return Math.floor(tick / EPOCH_TICKS);
}

export function isExpiry(ticks: number): boolean {
  return EXPIRIES.some((expiry) => expiry === ticks);
}

export function isDirection(text: string): text is Direction {
  return DIRECTIONS.some((direction) => direction === text);
}

/** Computes the payout of a bet, stake included: equal prices return the stake. */
export function computePayout(direction: Direction, stake: Money, from: number, to: number): Money {
  if (from === to) return stake;
  return to > from === (direction === 'up') ? percentFloor(stake, PAYS * 100) : zeroMoney;
}
