// Rows and paragraphs of paytables.

import { formatBaht, type Money } from '@chaba/money';

import { el } from './dom.ts';

/** Row of a symbol: its picture, its name, and its pay for each count, largest first. */
export function payRow(
  image: string,
  name: string,
  pays: readonly (readonly [count: string, pay: Money])[],
  note: string | undefined,
): HTMLElement {
  const amounts = pays.map(([count, pay]) =>
    el('span', { class: 'pay' }, el('span', {}, count), el('strong', {}, formatBaht(pay))),
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

export function section(title: string, body: string): HTMLElement[] {
  return [el('h3', {}, title), el('p', {}, body)];
}
