// Formats the payouts of a result in baht and words.

import { formatBaht, type Money, money } from '@chaba/money';

import { PARTS_OF_STAKE, type SlotResult } from '#studio/chaba-blossom/maths';

import { blossomText, symbolNames } from './page.text.ts';

export function shareOf(stake: Money, pay: number): Money {
  return money((stake / BigInt(PARTS_OF_STAKE)) * BigInt(pay));
}

/** Every line that paid, in words. */
export function lineWords(result: SlotResult, stake: Money): string[] {
  return result.lineWins.map((win) =>
    blossomText.lineDetail(win.line + 1, symbolNames[win.symbol], win.count, formatBaht(shareOf(stake, win.pay))),
  );
}

export function lanternWords(result: SlotResult, stake: Money): string {
  return blossomText.lanternDetail(result.lanterns, formatBaht(shareOf(stake, result.lanternPay)));
}
