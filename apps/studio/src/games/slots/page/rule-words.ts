// The rules of a title in words: ways and features, each with a heading, and the pays of each symbol.
//
// Always true: amounts are in baht at the given stake. No DOM, so the lobby of a member site shows the same sentences.
//
// Elsewhere: the sheet of the page (paytable-sheet.ts), the published list of games (tools/published-games.ts).

import { formatBaht, type Money, multiply } from '@chaba/money';

import { type Feature, type Letter, RUN_MIN, type SlotTitle, type Weights } from '#studio/games/slots/title';

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
      const sentence = ruleText.free(name(feature.letter), listGrants(feature.grants).join(', '));
      return toSection(ruleText.freeTitle, `${sentence}${formatFreeTimes(title)}`);
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
      return toSection(
        ruleText.bookTitle,
        `${ruleText.book(sharesOf(feature.special, name))} ${ruleText.bookLine(wild)}`,
      );
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

/** The free spins of each count; counts from which the number stays the same are one. */
function listGrants(grants: Readonly<Record<number, number>>): string[] {
  const known = Object.entries(grants).map(([count, spins]) => ({ count: Number(count), spins }));
  const last = known.at(-1)?.spins;
  const same = known.findLastIndex(({ spins }) => spins !== last) + 1;
  return known.slice(0, same + 1).map(({ count, spins }, index) => {
    const isRest = index === same && same < known.length - 1;
    return isRest ? ruleText.grantFrom(count, spins) : ruleText.grant(count, spins);
  });
}

/** Free spins multiply windows and scatters, but no prize of hold-and-spin. */
function formatFreeTimes(title: SlotTitle): string {
  const times = title.free?.times;
  if (!times) return '';
  const held = title.features.find((feature) => feature.kind === 'holdAndSpin');
  if (!held) return ` ${ruleText.freeTimes(timesWords(times))}`;
  return ` ${ruleText.freeTimesExcept(timesWords(times), slotText.hold(getSymbolName(title, held.letter)))}`;
}

/** The largest payout of one spin in words: with free spins a round pays more than one spin. */
export function formatCap(title: SlotTitle, stake: Money, capTimes: number): string {
  const words = title.features.some(({ kind }) => kind === 'freeSpins') ? ruleText.capEachSpin : ruleText.cap;
  return words(formatBaht(multiply(stake, capTimes)), capTimes.toLocaleString('th'));
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
