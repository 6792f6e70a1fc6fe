// The initial wheel of play mode. A site replaces it by a version with a higher number.
//
// Version 1 gave a coin worth 3.85 baht for a deposit of 100, which exceeds the house's earnings from the turnover of
// such a deposit.

import { baht } from '@chaba/money';

import type { WheelVersion } from './wheel.store.ts';

export const demoWheel: WheelVersion = {
  version: 2,
  isOn: true,
  turnoverTimes: 1,
  coinDeposit: baht(1_000),
  coinTurnover: baht(1_000),
  // Weights per ten thousand; a spin wins 1.34 baht on average (docs/economics.md).
  segments: [
    { kind: 'NONE', amount: 0n, weight: 5_375 },
    { kind: 'BAHT', amount: baht(5), weight: 800 },
    { kind: 'COIN', amount: 1n, weight: 2_500 },
    { kind: 'BAHT', amount: baht(10), weight: 250 },
    { kind: 'SPIN', amount: 1n, weight: 1_000 },
    { kind: 'BAHT', amount: baht(20), weight: 60 },
    { kind: 'BAHT', amount: baht(50), weight: 10 },
    { kind: 'BAHT', amount: baht(100), weight: 5 },
  ],
};
