// The places of a table as buttons in rows, in tabs where there are many; each shows the player's stake on it.
//
// Elsewhere: definition of places (rules/), layout (layouts.ts).

import { formatBaht, type Money, PARTS_PER_BAHT } from '@chaba/money';

import { getChipClass } from '#studio/page-kit/chips';
import { button, el } from '#studio/page-kit/dom';
import type { TableWords } from '#studio/games/tables/rules/words.text';
import { findPlace, type PlaceReturn, type TablePlace, type TableRules } from '#studio/games/tables/table-rules';

import { getColour } from '#studio/games/tables/rules/roulette';

import { faceAddress } from './faces.ts';
import type { Layout } from './layouts.ts';
import { paysText } from './place-rows.ts';
import { text } from './rounds.text.ts';

type PlaceButton = { readonly root: HTMLButtonElement; readonly stake: HTMLElement; readonly pays: string };

export class Places {
  readonly root: HTMLElement;
  readonly #spots = new Map<string, PlaceButton>();
  readonly #panels: readonly HTMLElement[];
  readonly #tabs: readonly HTMLElement[];
  readonly #words: TableWords;
  readonly #layout: Layout;

  constructor(rules: TableRules<unknown>, words: TableWords, layout: Layout, bet: (type: string) => void) {
    this.#words = words;
    this.#layout = layout;
    this.#panels = layout.groups.map(({ rows }) =>
      el('div', { class: 'spots' }, ...rows.map((row) => this.#row(row, rules, bet))),
    );
    this.#tabs = layout.groups.map(({ name = 'main' }, index) =>
      button('spot-tab', text.groups[name], () => this.#choose(index), text.groups[name], ' ', el('i', {})),
    );
    const bar = el('div', { class: 'spot-tabs', role: 'group', 'aria-label': text.groupLabel }, ...this.#tabs);
    this.root = el('div', { class: 'places' }, ...(this.#tabs.length > 1 ? [bar] : []), ...this.#panels);
    this.#choose(0);
  }

  showStakes(own: ReadonlyMap<string, Money>, everybody: Readonly<Record<string, number>>): void {
    for (const [type, spot] of this.#spots) {
      const sum = own.get(type) ?? 0n;
      const amount = sum === 0n ? '' : formatBaht(sum as Money);
      spot.root.setAttribute('aria-label', text.spot(this.#words.place(type), spot.pays, amount));
      const all = everybody[type] ?? 0;
      // Drawn by CSS, so that the accessible name of the button excludes it.
      spot.root.dataset['all'] = BigInt(all) * PARTS_PER_BAHT > sum ? text.everybody(String(all)) : '';
      if (spot.stake.dataset['amount'] === amount) continue;
      spot.stake.dataset['amount'] = amount;
      // A new element restarts the animation of the falling chip.
      const chip = el('i', { class: `small-chip ${getChipClass(sum)}` });
      spot.stake.replaceChildren(...(amount === '' ? [] : [chip, el('b', {}, amount.replace(/\.00$/, ''))]));
    }
    for (const [index, { rows }] of this.#layout.groups.entries()) {
      const hasStake = rows.flat().some((type) => (own.get(type) ?? 0n) > 0n);
      this.#tabs[index]?.classList.toggle('has-stake', hasStake);
    }
  }

  /** Marks won and lost places of a result; undefined removes the marks. */
  showResult(returned: ((type: string) => PlaceReturn) | undefined): void {
    for (const [type, { root: spot }] of this.#spots) {
      const { perMille, pushed } = returned?.(type) ?? { perMille: 1_000 };
      spot.classList.toggle('won', returned !== undefined && perMille > 1_000);
      spot.classList.toggle('lost', returned !== undefined && perMille < 1_000 && pushed === undefined);
    }
  }

  setShut(isShut: boolean): void {
    const disabled = String(isShut);
    for (const { root: spot } of this.#spots.values()) {
      if (spot.getAttribute('aria-disabled') !== disabled) spot.setAttribute('aria-disabled', disabled);
    }
  }

  #row(row: readonly string[], rules: TableRules<unknown>, bet: (type: string) => void): HTMLElement {
    const spots = row.map((type) => {
      const place = findPlace(rules, type);
      if (!place) throw new Error(`${rules.gameCode} has no place ${type}`);
      const tone = this.#layout.tones[type] ?? toneOf(type);
      const spot = spotButton(place, this.#words, { tone, width: row.length }, bet);
      this.#spots.set(type, spot);
      return spot.root;
    });
    const line = el('div', { class: `spot-row of-${row.length}` }, ...spots);
    line.style.setProperty('--across', String(row.length));
    return line;
  }

  #choose(chosen: number): void {
    for (const [index, panel] of this.#panels.entries()) {
      panel.hidden = index !== chosen;
      this.#tabs[index]?.setAttribute('aria-pressed', String(index === chosen));
    }
  }
}

/** The smallest and the largest pay, for buttons of limited width. */
function shortPays({ pays = [], topPay }: TablePlace<unknown>): string {
  return text.pays(pays.length > 1 ? `${Math.min(...pays)}–${Math.max(...pays)}` : String(pays[0] ?? topPay));
}

/** Colour of a number of roulette. */
function toneOf(type: string): string {
  const number = /^number:(\d+)$/.exec(type)?.[1];
  if (number === undefined) return 'plain';
  return getColour(Number(number));
}

function spotButton(
  place: TablePlace<unknown>,
  words: TableWords,
  { tone, width }: { readonly tone: string; readonly width: number },
  bet: (type: string) => void,
): PlaceButton {
  const { type } = place;
  const name = words.place(type);
  const stake = el('span', { class: 'spot-stake' });
  const faces = facesOf(type);
  const pays = width > 3 || faces.length > 0 ? shortPays(place) : paysText(place);
  // A row has seven totals.
  const label = /^total:(\d+)$/.exec(type)?.[1] ?? name;
  const root = button(
    `spot tone-${tone} ${width > 5 ? 'narrow' : ''}`,
    text.spot(name, pays, ''),
    () => bet(type),
    ...(faces.length > 0 ? [el('span', { class: 'spot-faces' }, ...faces)] : []),
    el('strong', { class: faces.length > 0 && !type.startsWith('picture:') ? 'for-ears' : '' }, label),
    ' ',
    el('span', { class: 'spot-pays' }, pays),
    ' ',
    stake,
  );
  root.dataset['place'] = type;
  return { root, stake, pays };
}

/** Faces on the buttons of single dice and pictures. */
function facesOf(type: string): HTMLElement[] {
  const named = /^(die|picture|pictures|three):(\d(?:-\d)?)$/.exec(type);
  if (!named) return [];
  const [, kind = '', list = ''] = named;
  const faces = kind === 'three' ? [list, list, list] : list.split('-');
  return faces.map((face) => el('img', { src: faceAddress(Number(face), kind !== 'die'), alt: '' }));
}
