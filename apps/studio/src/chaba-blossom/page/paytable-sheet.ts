// The paytable and the rules, in baht at the chosen stake.

import { formatBaht, type Money, multiply } from '@chaba/money';

import {
  COUNT_MIN,
  FREE_SPINS,
  FREE_TIMES,
  LANTERN_PAYS,
  LINE_PAYS,
  LINES,
  type PayingSymbol,
  REELS,
  ROWS,
  SYMBOLS,
} from '#studio/chaba-blossom/maths';
import type { Images } from '#studio/page/bitmaps';
import { el } from '#studio/page/dom';
import { rules } from '#studio/page/page.text';
import { payRow, section } from '#studio/page/paytable';

import { blossomText, symbolNames } from './page.text.ts';
import { shareOf } from './pays.ts';

export function paytableContent(images: Images, stake: Money, returnPercent: string): HTMLElement {
  const paying = SYMBOLS.filter((symbol): symbol is PayingSymbol => symbol !== 'lantern');
  const rows = paying.map((symbol) =>
    payRow(
      images[symbol] ?? '',
      symbolNames[symbol],
      LINE_PAYS[symbol].map((pay, index) => [`${index + COUNT_MIN}×`, shareOf(stake, pay)] as const),
      symbol === 'hibiscus' ? blossomText.wild : undefined,
    ),
  );
  const lanterns = payRow(
    images['lantern'] ?? '',
    symbolNames.lantern,
    LANTERN_PAYS.map((pay, index) => [`${index + COUNT_MIN}×`, multiply(stake, pay)] as const),
    blossomText.lantern,
  );
  return el(
    'div',
    {},
    el('p', {}, blossomText.intro),
    el('p', { class: 'hint' }, rules.payHint(formatBaht(stake))),
    el('ul', { class: 'pays' }, ...rows, lanterns),
    ...section(blossomText.freeTitle, blossomText.free(FREE_SPINS, FREE_TIMES)),
    el('h3', {}, blossomText.linesTitle),
    el('div', { class: 'lines' }, ...LINES.map((_, line) => lineDrawing(line))),
    ...section(rules.rtpTitle, blossomText.rtp(returnPercent)),
    ...section(rules.drawTitle, rules.draw),
    ...section(rules.faultTitle, rules.fault),
    ...section(rules.keysTitle, rules.keys),
    el('p', { class: 'hint' }, rules.care),
  );
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
