// The rules of a title in words: ways and features, each with a heading, and the pays of each symbol.
//
// Always true: amounts are in baht at the given stake. No DOM, so the lobby of a member site shows the same sentences.
//
// Elsewhere: the sheet of the page (paytable-sheet.ts), the published list of games (scripts/published-games.ts).

import { formatBaht, type Money } from '@chaba/money';

import { type Feature, type Letter, RUN_MIN, type SlotTitle, type Weights } from '#studio/slots/title';

import { ruleText, slotText } from './page.text.ts';
import { computePart, formatPart, getSymbolName } from './words.ts';

export type RuleSection = readonly [heading: string, body: string];

const toSection = (heading: string, body: string): RuleSection[] => [[heading, body]];

/** Ways where they vary, then every feature. */
export function listRuleSections(title: SlotTitle, stake: Money): RuleSection[] {
  return [...listWays(title), ...title.features.flatMap((feature) => listFeature(title, feature, stake))];
}

/** A line for each symbol that pays, the largest count first. */
export function listPays(title: SlotTitle, stake: Money): string[] {
  return Object.entries(title.pays.table).map(([letter, amounts]) => {
    const pays = amounts.flatMap((amount, place) =>
      amount > 0 ? [`${formatCounts(title, place)} ${formatBaht(computePart(stake, amount))}`] : [],
    );
    return [getSymbolName(title, letter), ...pays.toReversed()].join(' · ');
  });
}

/** The number of symbols that a pay is for. */
export function formatCounts({ pays }: SlotTitle, place: number): string {
  if (!('sizes' in pays)) return ruleText.countPay(place + RUN_MIN);
  const next = pays.sizes[place + 1];
  return ruleText.sizePay(pays.sizes[place] ?? 0, next === undefined ? undefined : next - 1);
}

function listWays({ base, free }: SlotTitle): RuleSection[] {
  if (!base.heights) return [];
  const range = (heights: Weights<number>): string => {
    const known = Object.keys(heights);
    return `${known[0]}–${known.at(-1)}`;
  };
  const freeWays = free?.heights ? ` ${ruleText.waysFree(range(free.heights))}` : '';
  return toSection(ruleText.waysTitle, `${ruleText.ways(range(base.heights))}${freeWays}`);
}

function listFeature(title: SlotTitle, feature: Feature, stake: Money): RuleSection[] {
  const name = (letter: Letter): string => getSymbolName(title, letter);
  const wild = name(title.wild ?? '');
  switch (feature.kind) {
    case 'cascade':
      return toSection(
        ruleText.cascadeTitle,
        title.base.times.length > 1 ? ruleText.cascade(timesWords(title.base.times)) : ruleText.cascadePlain,
      );
    case 'freeSpins': {
      const grants = Object.entries(feature.grants).map(([count, spins]) => ruleText.grant(Number(count), spins));
      const times = title.free?.times;
      const more = times ? ` ${ruleText.freeTimes(timesWords(times))}` : '';
      return toSection(ruleText.freeTitle, `${ruleText.free(name(feature.letter), grants.join(', '))}${more}`);
    }
    case 'holdAndSpin': {
      const [wins, of] = feature.chance;
      const symbol = name(feature.letter);
      const sentence = ruleText.hold(
        symbol,
        feature.from,
        feature.respins,
        String(Math.round((wins / of) * 1_000) / 10),
      );
      const values = sharesOf(feature.values, (value) => formatPart(stake, Number(value)));
      return toSection(
        slotText.hold(symbol),
        `${sentence} ${ruleText.holdFull(symbol, formatPart(stake, feature.full))} ${ruleText.holdValues(symbol, values)}`,
      );
    }
    case 'expandingWild':
      return toSection(
        ruleText.expandingTitle,
        ruleText.expanding(wild, feature.reels.map((reel) => reel + 1).join(', ')),
      );
    case 'book':
      return toSection(ruleText.bookTitle, ruleText.book(sharesOf(feature.special, name)));
    case 'wildTimes':
      return toSection(
        ruleText.wildTimesTitle,
        ruleText.wildTimes(
          wild,
          sharesOf(feature.values, (value) => slotText.multiplier(Number(value))),
        ),
      );
    case 'drops':
      return toSection(
        ruleText.dropsTitle,
        ruleText.drops(
          name(feature.letter),
          sharesOf(feature.values, (value) => slotText.multiplier(Number(value))),
        ),
      );
  }
}

/** Each value with its probability. */
function sharesOf(weights: Readonly<Record<string, number>>, words: (value: string) => string): string {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  return Object.entries(weights)
    .map(([value, weight]) => ruleText.share(words(value), String(Math.round((weight / total) * 1_000) / 10)))
    .join(', ');
}

function timesWords(times: readonly number[]): string {
  return times.map((factor) => slotText.multiplier(factor)).join(' ');
}
