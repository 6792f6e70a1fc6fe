// The rules of a title, composed from its definition: each pay in baht at the chosen stake, each feature and figure.

import { formatBaht, type Money, multiply } from '@chaba/money';

import type { Images } from '#studio/page/bitmaps';
import { el } from '#studio/page/dom';
import { rules } from '#studio/page/page.text';
import { payRow, section } from '#studio/page/paytable';
import { linesOf } from '#studio/slots/lines';
import { type Feature, type Letter, mechanicOf, RUN_MIN, type SlotTitle, type Weights } from '#studio/slots/title';

import { ruleText, slotText } from './page.text.ts';
import type { SlotPage } from './slot-page.ts';
import { formatPart, getSymbolName, computePart } from './words.ts';

export function createPaytableContent(page: SlotPage, images: Images, stake: Money): HTMLElement {
  const { title } = page;
  return el(
    'div',
    {},
    el('p', {}, ruleText.mechanics[mechanicOf(title)]),
    el('p', { class: 'hint' }, rules.payHint(formatBaht(stake))),
    el('ul', { class: 'pays' }, ...payRows(title, images, stake)),
    ...waysSections(title),
    ...title.features.flatMap((feature) => featureSections(title, feature, stake)),
    ...lineSections(title),
    ...figureSections(page, stake),
    ...section(rules.drawTitle, rules.draw),
    ...section(rules.faultTitle, rules.fault),
    ...section(rules.keysTitle, rules.keys),
    el('p', { class: 'hint' }, rules.care),
  );
}

function payRows(title: SlotTitle, images: Images, stake: Money): HTMLElement[] {
  const { pays, wild } = title;
  const scatter = title.features.find((feature) => feature.kind === 'freeSpins');
  const paying = Object.entries(pays.table).map(([letter, amounts]) => {
    const counted = amounts.map((amount, place) => [countWords(title, place), computePart(stake, amount)] as const);
    const note = letter === wild ? ruleText.wild(getSymbolName(title, letter)) : undefined;
    return payRow(
      images[letter] ?? '',
      getSymbolName(title, letter),
      counted.filter(([, amount]) => amount > 0n),
      note,
    );
  });
  const rest = Object.keys(title.look.symbols).filter((letter) => !(letter in pays.table));
  const special = rest.map((letter) => {
    const scatterPays = letter === scatter?.letter ? Object.entries(scatter.pays ?? {}) : [];
    const counted = scatterPays.map(
      ([count, amount]) => [ruleText.countPay(Number(count)), computePart(stake, amount)] as const,
    );
    const notes = [
      ...(letter === wild ? [ruleText.wild(getSymbolName(title, letter))] : []),
      ...(scatterPays.length > 0 ? [ruleText.scatterPays(getSymbolName(title, letter))] : []),
    ];
    return payRow(images[letter] ?? '', getSymbolName(title, letter), counted, notes.join(' · ') || undefined);
  });
  return [...paying, ...special];
}

function countWords({ pays }: SlotTitle, place: number): string {
  if (!('sizes' in pays)) return ruleText.countPay(place + RUN_MIN);
  const next = pays.sizes[place + 1];
  return ruleText.sizePay(pays.sizes[place] ?? 0, next === undefined ? undefined : next - 1);
}

function waysSections({ base, free }: SlotTitle): HTMLElement[] {
  if (!base.heights) return [];
  const range = (heights: Weights<number>): string => {
    const known = Object.keys(heights);
    return `${known[0]}–${known.at(-1)}`;
  };
  const freeWays = free?.heights ? ` ${ruleText.waysFree(range(free.heights))}` : '';
  return section(ruleText.waysTitle, `${ruleText.ways(range(base.heights))}${freeWays}`);
}

function featureSections(title: SlotTitle, feature: Feature, stake: Money): HTMLElement[] {
  const name = (letter: Letter): string => getSymbolName(title, letter);
  const wild = name(title.wild ?? '');
  switch (feature.kind) {
    case 'cascade':
      return section(
        ruleText.cascadeTitle,
        title.base.times.length > 1 ? ruleText.cascade(timesWords(title.base.times)) : ruleText.cascadePlain,
      );
    case 'freeSpins': {
      const grants = Object.entries(feature.grants).map(([count, spins]) => ruleText.grant(Number(count), spins));
      const times = title.free?.times;
      const more = times ? ` ${ruleText.freeTimes(timesWords(times))}` : '';
      return section(ruleText.freeTitle, `${ruleText.free(name(feature.letter), grants.join(', '))}${more}`);
    }
    case 'holdAndSpin': {
      const [wins, of] = feature.chance;
      const sentence = ruleText.hold(
        name(feature.letter),
        feature.from,
        feature.respins,
        String(Math.round((wins / of) * 1_000) / 10),
      );
      const values = sharesOf(feature.values, (value) => formatPart(stake, Number(value)));
      return section(
        ruleText.holdTitle,
        `${sentence} ${ruleText.holdFull(formatPart(stake, feature.full))} ${ruleText.holdValues(values)}`,
      );
    }
    case 'expandingWild':
      return section(
        ruleText.expandingTitle,
        ruleText.expanding(wild, feature.reels.map((reel) => reel + 1).join(', ')),
      );
    case 'book':
      return section(ruleText.bookTitle, ruleText.book(sharesOf(feature.special, name)));
    case 'wildTimes':
      return section(
        ruleText.wildTimesTitle,
        ruleText.wildTimes(
          wild,
          sharesOf(feature.values, (value) => slotText.multiplier(Number(value))),
        ),
      );
    case 'drops':
      return section(
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

function lineSections({ pays, grid }: SlotTitle): HTMLElement[] {
  if (pays.kind !== 'lines') return [];
  const lines = linesOf(pays.lines, grid);
  const drawn = lines.map((rows, line) => {
    const cells = Array.from({ length: grid.rows }, (_, row) =>
      rows.map((at) => el('i', { class: at === row ? 'on' : '' })),
    ).flat();
    return el('div', { class: 'line' }, el('span', {}, String(line + 1)), el('div', { class: 'line-cells' }, ...cells));
  });
  return [el('h3', {}, ruleText.linesTitle(lines.length)), el('div', { class: 'lines' }, ...drawn)];
}

function figureSections({ figures }: SlotPage, stake: Money): HTMLElement[] {
  const { volatility, payingPercent, largest, rounds, capTimes, returnPercent } = figures;
  const word = ruleText.volatility[volatility - 1] ?? '';
  const whole = (count: number): string => count.toLocaleString('th');
  return [
    ...section(rules.rtpTitle, ruleText.rtp(returnPercent)),
    el('h3', {}, ruleText.figuresTitle),
    el('p', {}, ruleText.figures(volatility, word, payingPercent)),
    el('p', {}, ruleText.largest(formatPart(stake, Math.round(largest * 100)), whole(largest), whole(rounds))),
    el('p', {}, ruleText.cap(formatBaht(multiply(stake, capTimes)), whole(capTimes))),
  ];
}
