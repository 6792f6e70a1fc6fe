// The wheel that play mode begins with. A brand that wants another writes a version with a higher number.

import { baht } from '@chaba/money';

import type { Wheel } from './wheel.ts';

export const demoWheel: Wheel = {
  version: 1,
  isOn: true,
  turnoverTimes: 1,
  coinDeposit: baht(100),
  coinTurnover: baht(1_000),
  // Weights are of a thousand.
  fields: [
    { kind: 'NONE', amount: 0n, weight: 400 },
    { kind: 'BAHT', amount: baht(5), weight: 150 },
    { kind: 'COIN', amount: 1n, weight: 250 },
    { kind: 'BAHT', amount: baht(10), weight: 60 },
    { kind: 'SPIN', amount: 1n, weight: 100 },
    { kind: 'BAHT', amount: baht(20), weight: 30 },
    { kind: 'BAHT', amount: baht(50), weight: 9 },
    { kind: 'BAHT', amount: baht(100), weight: 1 },
  ],
};
