// The paytable and the rules, in baht at the chosen stake.

import { formatBaht, type Money, times } from '@chaba/money';

import {
  COUNT_MIN,
  LANTERN_PAYS,
  LINE_PAYS,
  LINES,
  type PayingSymbol,
  REELS,
  ROWS,
  SYMBOLS,
} from '#studio/chaba-blossom/maths';
import { el } from '#studio/page/dom';

import { rules, symbolNames } from './page.text.ts';
import { shareOf } from './result-line.ts';
import type { SymbolImages } from './symbols.ts';

export function paytableContent(images: SymbolImages, stake: Money, returnPercent: string): HTMLElement {
  const paying = SYMBOLS.filter((symbol): symbol is PayingSymbol => symbol !== 'lantern');
  const rows = paying.map((symbol) =>
    payRow(
      images[symbol],
      symbolNames[symbol],
      LINE_PAYS[symbol].map((pay) => shareOf(stake, pay)),
      symbol === 'hibiscus' ? rules.wild : undefined,
    ),
  );
  const lanterns = payRow(
    images.lantern,
    symbolNames.lantern,
    LANTERN_PAYS.map((pay) => times(stake, pay)),
    rules.lantern,
  );
  return el(
    'div',
    {},
    el('p', {}, rules.intro),
    el('p', { class: 'hint' }, rules.payHint(formatBaht(stake))),
    el('ul', { class: 'pays' }, ...rows, lanterns),
    el('h3', {}, rules.linesTitle),
    el('div', { class: 'lines' }, ...LINES.map((_, line) => lineDrawing(line))),
    ...section(rules.rtpTitle, rules.rtp(returnPercent)),
    ...section(rules.drawTitle, rules.draw),
    ...section(rules.faultTitle, rules.fault),
    ...section(rules.keysTitle, rules.keys),
    el('p', { class: 'hint' }, rules.care),
  );
}

function payRow(image: string, name: string, pays: readonly Money[], note: string | undefined): HTMLElement {
  const amounts = pays.map((pay, index) =>
    el('span', { class: 'pay' }, el('span', {}, `${index + COUNT_MIN}×`), el('strong', {}, formatBaht(pay))),
  );
  return el(
    'li',
    {},
    el('img', { src: image, alt: '', width: 52, height: 52 }),
    el(
      'div',
      {},
      el('p', { class: 'pay-name' }, name),
      el('div', { class: 'pay-amounts' }, ...amounts.toReversed()),
      note === undefined ? undefined : el('p', { class: 'hint' }, note),
    ),
  );
}

function section(title: string, body: string): HTMLElement[] {
  return [el('h3', {}, title), el('p', {}, body)];
}

/** A small picture of one line over the fifteen cells, drawn with cells so that it needs no script of its own. */
function lineDrawing(line: number): HTMLElement {
  const rows = LINES[line] ?? [];
  const cells: HTMLElement[] = [];
  for (let row = 0; row < ROWS; row += 1) {
    for (let reel = 0; reel < REELS; reel += 1) cells.push(el('i', { class: rows[reel] === row ? 'on' : '' }));
  }
  return el('div', { class: 'line' }, el('span', {}, String(line + 1)), el('div', { class: 'line-cells' }, ...cells));
}
