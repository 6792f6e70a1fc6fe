// The rules of a title, composed from its definition: each pay in baht at the chosen stake, each feature and figure.

import { formatBaht, type Money } from '@chaba/money';

import type { Images } from '#studio/page-kit/bitmaps';
import { el } from '#studio/page-kit/dom';
import { rules } from '#studio/page-kit/page.text';
import { payRow, section } from '#studio/page-kit/paytable';
import { linesOf } from '#studio/games/slots/lines';
import { mechanicOf, type SlotTitle } from '#studio/games/slots/title';

import { ruleText } from './page.text.ts';
import { formatCap, formatCounts, listRuleSections } from './rule-words.ts';
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
    ...listRuleSections(title, stake).flatMap(([heading, body]) => section(heading, body)),
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
    const counted = amounts.map((amount, place) => [formatCounts(title, place), computePart(stake, amount)] as const);
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

function figureSections({ title, figures }: SlotPage, stake: Money): HTMLElement[] {
  const { volatility, payingPercent, gainingPercent, largest, rounds, capTimes, returnPercent } = figures;
  const word = ruleText.volatility[volatility - 1] ?? '';
  const whole = (count: number): string => count.toLocaleString('th');
  const hasFreeSpins = title.features.some(({ kind }) => kind === 'freeSpins');
  const largestWords = hasFreeSpins ? ruleText.largestWithFree : ruleText.largest;
  return [
    ...section(rules.rtpTitle, ruleText.rtp(returnPercent)),
    el('h3', {}, ruleText.figuresTitle),
    el('p', {}, ruleText.figures(volatility, word, payingPercent, gainingPercent)),
    el('p', {}, largestWords(formatPart(stake, Math.round(largest * 100)), whole(largest), whole(rounds))),
    el('p', {}, formatCap(title, stake, capTimes)),
  ];
}
