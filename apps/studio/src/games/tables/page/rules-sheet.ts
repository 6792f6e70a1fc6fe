// The rules of a table: words, every place with its pays, exact return and limit, keys, and the verification of rounds.

import { el } from '#studio/page-kit/dom';
import { tableText } from '#studio/page-kit/table.text';
import type { StatedOnWire } from '#studio/wire/round-wire';
import type { TableWords } from '#studio/games/tables/rules/words.text';
import type { TableRules } from '#studio/games/tables/table-rules';

import type { Layout } from './layouts.ts';
import { listPlaceRows } from './place-rows.ts';
import { text } from './rounds.text.ts';

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

function placesTable(rules: TableRules<unknown>, words: TableWords, stated: StatedOnWire): HTMLElement {
  const heads = [text.places, text.pay, text.returned, text.limit];
  return el(
    'table',
    { class: 'pays' },
    el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
    el(
      'tbody',
      {},
      ...listPlaceRows(rules, words, stated).map(({ names, pays, returned, limit }) =>
        el('tr', {}, el('th', { scope: 'row' }, names), ...[pays, returned, limit].map((cell) => el('td', {}, cell))),
      ),
    ),
  );
}
