// The rules of a table: words, every place with its pays, exact return and limit, keys, and the verification of rounds.

import { el } from '#studio/page/dom';
import { tableText } from '#studio/page/table.text';
import type { StatedOnWire } from '#studio/tables/round-wire';
import type { TableWords } from '#studio/tables/rules/words.text';
import type { TableRules } from '#studio/tables/table-rules';

import type { Layout } from './layouts.ts';
import { paysText } from './places.ts';
import { text } from './rounds.text.ts';

/** Above this number, places of one pay are stated as a count. */
const NAMED_MAX = 6;

type Commitments = { readonly now: string; readonly next: string };

export function rulesSheet(
  rules: TableRules<unknown>,
  words: TableWords,
  layout: Layout,
  stated: StatedOnWire | undefined,
  { now, next }: Commitments,
): HTMLElement {
  const keys = Object.entries(layout.keys).map(([code, type]) => `${code.slice(-1)} ${words.place(type)}`);
  return el(
    'div',
    { class: 'rules' },
    ...words.rules.map((rule) => el('p', {}, rule)),
    el('p', {}, text.turnover),
    ...(stated ? [placesTable(rules, words, stated)] : []),
    el('h3', {}, tableText.keysTitle),
    el('p', {}, [text.keysStart, ...keys, text.keysEnd].join(' · ')),
    el('h3', {}, tableText.verifyTitle),
    el('p', {}, rules.draw === 'shoe' ? text.shoeFairness : text.chainFairness),
    el(
      'dl',
      { class: 'seeds' },
      el('dt', {}, rules.draw === 'shoe' ? tableText.commitment : text.firstHash),
      el('dd', {}, now),
      el('dt', {}, tableText.nextCommitment),
      el('dd', {}, next),
    ),
    el('a', { class: 'text-button', href: `/games/${rules.gameCode}/verify` }, tableText.verifyTitle),
  );
}

/** Places of one pay, return and limit share a row. */
function placesTable(rules: TableRules<unknown>, words: TableWords, { returns, limits }: StatedOnWire): HTMLElement {
  const rows = new Map<string, { readonly names: string[]; readonly cells: readonly string[] }>();
  for (const place of rules.places) {
    const cells = [paysText(place), `${returns[place.type] ?? ''}%`, String(limits[place.type] ?? '')];
    const row = rows.get(cells.join()) ?? { names: [], cells };
    row.names.push(words.place(place.type));
    rows.set(cells.join(), row);
  }
  const heads = [text.places, text.pay, text.returned, text.limit];
  return el(
    'table',
    { class: 'pays' },
    el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
    el(
      'tbody',
      {},
      ...[...rows.values()].map(({ names, cells }) =>
        el('tr', {}, el('th', { scope: 'row' }, namesText(names)), ...cells.map((cell) => el('td', {}, cell))),
      ),
    ),
  );
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, names.length > NAMED_MAX ? 3 : NAMED_MAX).join(', ');
  return names.length > NAMED_MAX ? `${shown} ${text.more(names.length - 3)}` : shown;
}
