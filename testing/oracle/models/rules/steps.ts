// Generators of steps and their frequencies.
//
// Always true: a step chooses by numbers drawn beforehand, so a seed repeats the same steps.
//
// Elsewhere: the steps (money-steps.ts, play-steps.ts), running many of them (model-run.ts).

import fc from 'fast-check';

import { type ModelStep, Wait } from './model-command.ts';
import {
  bankJob,
  cancel,
  claimed,
  decide,
  deposit,
  limit,
  loosen,
  redeem,
  release,
  settle,
  withdraw,
} from './money-steps.ts';
import { adjust, again, besides, bet, playThrough, rollback, spin, win } from './play-steps.ts';

const BAHT = 10_000n;
const amounts = fc.constantFrom(
  ...[50, 100, 300, 1_000, 2_500, 9_000].map((whole) => BigInt(whole) * BAHT),
  1_000_100n,
);
const stakes = fc.oneof(
  fc.constantFrom(100n, 10n * BAHT, 499_900n, 50n * BAHT, 500_100n, 300n * BAHT),
  fc.bigInt({ min: 1n, max: 500n * BAHT }),
);
const member = fc.nat({ max: 2 });
const slot = fc.nat({ max: 3 });
const spans = fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'bet' as const);

/** All kinds of steps; play steps are drawn more often, as in production. */
export const steps: fc.Arbitrary<ModelStep>[] = [
  ...Array.from({ length: 4 }, () => fc.tuple(member, amounts).map(([index, amount]) => deposit(index, amount))),
  ...Array.from({ length: 3 }, () =>
    fc
      .tuple(
        member,
        fc.record({
          slot,
          amount: stakes,
          isAll: fc.constantFrom(false, false, false, false, true),
          isFresh: fc.boolean(),
        }),
      )
      .map(([index, options]) => bet(index, options)),
  ),
  ...Array.from({ length: 4 }, () =>
    fc
      .tuple(member, fc.record({ slot, tenths: fc.constantFrom(0n, 5n, 10n, 19n, 35n), isClosed: fc.boolean() }))
      .map(([index, options]) => win(index, options)),
  ),
  ...Array.from({ length: 9 }, () =>
    fc
      .tuple(
        member,
        fc.record({
          stake: fc.constantFrom(5n * BAHT, 50n * BAHT, 120n * BAHT, 300n * BAHT),
          tenths: fc.constantFrom(5n, 8n, 10n, 11n, 15n),
          isTable: fc.constantFrom(false, false, true),
        }),
      )
      .map(([index, options]) => spin(index, options)),
  ),
  ...Array.from({ length: 4 }, () => member.map(playThrough)),
  fc.tuple(member, slot, fc.nat({ max: 9 })).map(([index, at, pick]) => rollback(index, at, 'bet', pick)),
  fc.tuple(member, slot, fc.nat({ max: 9 })).map(([index, at, pick]) => rollback(index, at, 'win', pick)),
  fc
    .tuple(member, fc.record({ slot, pick: fc.nat({ max: 9 }), amount: fc.constantFrom(0n, 10n * BAHT, 90n * BAHT) }))
    .map(([index, options]) => adjust(index, options)),
  fc
    .tuple(member, fc.constantFrom('award' as const, 'tip' as const), fc.constantFrom(100n, 30n * BAHT))
    .map(([index, operation, amount]) => besides(index, operation, amount)),
  member.map(again),
  fc
    .tuple(member, spans, fc.constantFrom(undefined, undefined, 40n * BAHT, 200n * BAHT, 900n * BAHT))
    .map(([index, span, amount]) => limit(index, span, amount)),
  fc.tuple(member, fc.constantFrom(undefined, 1n, 6n, 20n)).map(([index, minutes]) => limit(index, 'time', minutes)),
  member.map((index) => loosen(index, 'time')),
  ...Array.from({ length: 2 }, () => fc.tuple(member, spans).map(([index, span]) => loosen(index, span))),
  member.map(release),
  fc
    .tuple(member, fc.constantFrom('CAPPED', 'PLAIN', 'SCARCE', 'UNKNOWN'))
    .map(([index, typed]) => redeem(index, typed)),
  member.map(cancel),
  member.map(claimed),
  fc.tuple(member, amounts, fc.boolean()).map(([index, amount, isAll]) => withdraw(index, amount, isAll)),
  member.map((index) => withdraw(index, 0n, true)),
  fc
    .tuple(member, fc.constantFrom('approved' as const, 'approved' as const, 'rejected' as const, 'stopped' as const))
    .map(([index, to]) => decide(index, to)),
  ...Array.from({ length: 2 }, () => member.map((index) => bankJob(index))),
  ...Array.from({ length: 3 }, () =>
    fc
      .tuple(member, fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const, 'returned' as const))
      .map(([index, to]) => settle(index, to)),
  ),
  fc.constantFrom(1, 5, 24, 100, 170, 740).map((hours) => new Wait(hours)),
];

/** The same, with one step of five that advances time by days. */
export const slowSteps: fc.Arbitrary<ModelStep>[] = [
  ...steps,
  ...Array.from({ length: 12 }, () => fc.constantFrom(24, 100, 170).map((hours) => new Wait(hours))),
];
