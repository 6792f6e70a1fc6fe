// Turnover of a player's bets in one round of a table: the stakes at risk. Pure.
//
// Opposite places count their difference. The remainder counts its hedge share h, the mean result of all bets together
// over the mean results of each alone:
//
//     red 100                          h 1.00      100 counts
//     red 100, black 100               h 0.03      nothing
//     24 numbers, 10 on each           h 0.68      162 of 240
//
// Always true: whole amounts, never more than the stakes. Below a tenth nothing counts. A pushed stake counts nothing.

import { add, floorToSatang, max, type Money, min, money, subtract, zeroMoney } from '@chaba/money';

import { getOutcomes } from './returns.ts';
import type { PlaceReturn, TableRules } from './table-rules.ts';

export type Stakes = ReadonlyMap<string, Money>;

const LEAST_PERCENT = 10n;

/** The part of a stake that was returned without a decision. */
export function computePushed(stake: Money, { pushed }: PlaceReturn): Money {
  if (pushed === undefined) return zeroMoney;
  return pushed === 'whole' ? stake : money(stake / 2n);
}

/** Counted turnover of all bets of a player in a round; `returned` gives the return of a place by the result. */
export function computeCounted(
  rules: TableRules<unknown>,
  stakes: Stakes,
  returned: (type: string) => PlaceReturn,
): Money {
  const { together, apart } = meanResults(rules, stakes);
  if (together * 100n < apart * LEAST_PERCENT) return zeroMoney;
  const decided = new Map(
    [...stakes].map(([type, stake]) => [type, subtract(stake, computePushed(stake, returned(type)))]),
  );
  const share = money((add(zeroMoney, ...decided.values()) * together) / apart);
  return floorToSatang(min(netOfOpposites(rules, decided), share));
}

/** The mean result of all bets together, and the sum of the means of each alone, at most its decided part. */
export function meanResults(rules: TableRules<unknown>, stakes: Stakes): { together: bigint; apart: bigint } {
  const bets = [...stakes].map(([type, stake]) => ({ type, stake, alone: 0n, decided: 0n }));
  let together = 0n;
  for (const { weight, returned } of getOutcomes(rules).rows) {
    let all = 0n;
    for (const bet of bets) {
      const { perMille, pushed } = returned.get(bet.type) ?? { perMille: 0 };
      const result = bet.stake * BigInt(perMille - 1_000);
      all += result;
      bet.alone += weight * absolute(result);
      bet.decided += weight * bet.stake * (pushed === undefined ? 1_000n : pushed === 'half' ? 500n : 0n);
    }
    together += weight * absolute(all);
  }
  const apart = bets.reduce((sum, { alone, decided }) => sum + (alone < decided ? alone : decided), 0n);
  return { together, apart: apart === 0n ? 1n : apart };
}

function netOfOpposites({ opposites }: TableRules<unknown>, stakes: Stakes): Money {
  const of = (type: string): Money => stakes.get(type) ?? zeroMoney;
  const doubled = opposites.map(([one, other]) => min(of(one), of(other)));
  const covered = add(zeroMoney, ...doubled);
  return max(zeroMoney, subtract(add(zeroMoney, ...stakes.values()), add(covered, covered)));
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
