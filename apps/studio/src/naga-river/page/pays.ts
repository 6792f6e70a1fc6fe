// Formats the payouts of a result in baht and words.

import { formatBaht, type Money, money } from '@chaba/money';

import { type NagaResult, PARTS_OF_STAKE, type WayWin } from '#studio/naga-river/maths';

import { nagaText, symbolNames } from './page.text.ts';

export function shareOf(stake: Money, pay: number): Money {
  return money((stake / BigInt(PARTS_OF_STAKE)) * BigInt(pay));
}

export function wayWords(win: WayWin, stake: Money): string {
  return nagaText.wayDetail(symbolNames[win.symbol], win.count, win.ways, formatBaht(shareOf(stake, win.pay)));
}

/** Every way that paid, window by window. */
export function resultWords(result: NagaResult, stake: Money): string[] {
  return result.steps.flatMap((step, index) =>
    step.wins.map((win) => nagaText.stepDetail(index + 1, step.multiplier, wayWords(win, stake))),
  );
}
