// The stage of card-garden: the paytable, five cards that can be held, and the helper.

import { formatBaht, multiply } from '@chaba/money';

import { drawHand, finalHand, HAND_PAYS, HAND_SIZE, HANDS, findHand, holdText } from '#studio/games/card-garden/maths';
import { el } from '#studio/page-kit/dom';
import { isMotionReduced, pause } from '#studio/page-kit/motion';
import { rules } from '#studio/page-kit/page.text';
import { section } from '#studio/page-kit/paytable';
import type { Sound } from '#studio/page-kit/sound';
import { parsePayout, type Stage, parseStake } from '#studio/page-kit/stage';
import type { RoundOnWire } from '#studio/wire/wire';

import { createBack, cardName, createFace, handDrawing } from './card.ts';
import { Helper } from './helper.ts';
import { cardText, handHints, handNames } from './page.text.ts';

const TURN_MS = 220;
const APART_MS = 110;

export function createStage(): Stage {
  const table = new CardTable();
  return {
    root: table.root,
    start: () => table.clear(),
    land: (round, sound) => table.draw(round, sound),
    show: (round) => table.showEnd(round),
    rest: () => table.rest(),
    describeResult(round, line) {
      const cards = round.state === 'choosing' ? drawHand(round.draws ?? []) : endOf(round);
      const hand = findHand(cards);
      if (round.state === 'choosing') return hand ? cardText.have(handNames[hand]) : cardText.choose;
      return line.showOutcome(parseStake(round), parsePayout(round), hand ? handNames[hand] : '');
    },
    history: historyOf,
    paytable: paytableContent,
    choice: {
      offer: (round, isNew, sound) => table.offer(drawHand(round.draws ?? []).slice(0, HAND_SIZE), isNew, sound),
      getChoice: () => table.taken(),
      onKey: (event) => table.onKey(event),
    },
  };
}

class CardTable {
  readonly root: HTMLElement;
  readonly #places: readonly HTMLButtonElement[];
  readonly #rows = new Map<string, HTMLElement>();
  readonly #helper: Helper;
  #cards: readonly (number | undefined)[] = [];
  #before: readonly (number | undefined)[] = [];
  #kept: boolean[] = [];
  #isOpen = false;

  constructor() {
    this.#places = Array.from({ length: HAND_SIZE }, (_, place) => {
      const card = el('button', { type: 'button', class: 'card', 'aria-disabled': 'true' });
      card.addEventListener('click', () => this.#toggle(place));
      return card;
    });
    this.#helper = new Helper((kept) => this.#suggest(kept));
    const rows = HANDS.map((hand) => {
      const row = el('li', {}, el('span', {}, handNames[hand]), el('strong', {}, cardText.times(HAND_PAYS[hand])));
      this.#rows.set(hand, row);
      return row;
    });
    this.root = el(
      'div',
      { class: 'table' },
      el('ul', { class: 'hands', 'aria-label': cardText.table }, ...rows),
      el('div', { class: 'hand', role: 'group', 'aria-label': cardText.hand }, ...this.#places),
      this.#helper.root,
    );
    this.#put(Array.from({ length: HAND_SIZE }, () => undefined));
  }

  /** Turns all cards face down for a new hand. */
  clear(): void {
    if (this.#isOpen) return;
    this.#before = this.#cards;
    this.#put(Array.from({ length: HAND_SIZE }, () => undefined));
    this.#light(undefined);
  }

  async offer(cards: readonly number[], isNew: boolean, sound: Sound): Promise<void> {
    this.#kept = cards.map(() => false);
    if (isNew) await this.#turn(cards, sound);
    else this.#put(cards);
    this.#isOpen = true;
    this.#mark();
    this.#light(findHand(cards));
    this.#helper.setHand(cards);
  }

  taken(): string {
    return holdText(this.#kept);
  }

  async draw(round: RoundOnWire, sound: Sound): Promise<void> {
    this.#close();
    this.#kept = [...(round.decision ?? '')].map((digit) => digit === '1');
    await this.#turn(endOf(round), sound);
    this.#mark();
    this.#light(findHand(endOf(round)));
  }

  showEnd(round: RoundOnWire): void {
    this.#close();
    this.#kept = [...(round.decision ?? '')].map((digit) => digit === '1');
    this.#put(endOf(round));
    this.#mark();
    this.#light(findHand(endOf(round)));
  }

  async rest(): Promise<void> {
    this.#close();
    await Promise.resolve();
    this.#put(this.#before);
  }

  onKey(event: KeyboardEvent): boolean {
    const place = Number(event.key) - 1;
    if (!Number.isInteger(place) || place < 0 || place >= HAND_SIZE) return false;
    event.preventDefault();
    this.#toggle(place);
    return true;
  }

  #toggle(place: number): void {
    if (!this.#isOpen) return;
    this.#kept[place] = this.#kept[place] !== true;
    this.#mark();
    this.#helper.setKept(this.#kept.reduce((bits, isKept, index) => (isKept ? bits | (1 << index) : bits), 0));
  }

  #close(): void {
    this.#isOpen = false;
    this.#helper.setHand(undefined);
  }

  /** Turns the cards that change, one after the other. */
  async #turn(cards: readonly number[], sound: Sound): Promise<void> {
    const changing = cards.flatMap((card, place) => (this.#cards[place] === card ? [] : [place]));
    if (isMotionReduced()) {
      this.#put(cards);
      for (const index of changing.keys()) sound.card(index);
      return;
    }
    await Promise.all(
      changing.map(async (place, index) => {
        await pause(index * APART_MS);
        const element = this.#places[place];
        const half = { duration: TURN_MS / 2, fill: 'forwards' } as const;
        const away = element?.animate([{}, { transform: 'rotateY(90deg)' }], half);
        await pause(TURN_MS / 2);
        this.#set(place, cards[place]);
        sound.card(index);
        away?.cancel();
        element?.animate([{ transform: 'rotateY(-90deg)' }, {}], { duration: TURN_MS / 2 });
        await pause(TURN_MS / 2);
      }),
    );
  }

  #put(cards: readonly (number | undefined)[]): void {
    for (const place of this.#places.keys()) this.#set(place, cards[place]);
    if (cards.every((card) => card === undefined)) this.#kept = [];
    this.#mark();
  }

  #set(place: number, card: number | undefined): void {
    this.#cards = this.#places.map((_, index) => (index === place ? card : this.#cards[index]));
    const shown = card === undefined ? createBack() : createFace(card);
    this.#places[place]?.replaceChildren(shown, el('span', { class: 'card-hold', 'data-words': cardText.hold }));
  }

  #mark(): void {
    for (const [place, element] of this.#places.entries()) {
      const card = this.#cards[place];
      const isKept = this.#kept[place] === true;
      element.classList.toggle('kept', isKept);
      element.setAttribute('aria-label', card === undefined ? cardText.back : cardName(card));
      element.setAttribute('aria-pressed', String(isKept));
      element.setAttribute('aria-disabled', String(!this.#isOpen));
    }
  }

  #suggest(kept: number | undefined): void {
    for (const [place, element] of this.#places.entries()) {
      element.classList.toggle('suggested', kept !== undefined && ((kept >> place) & 1) === 1);
    }
  }

  #light(hand: string | undefined): void {
    for (const [name, row] of this.#rows) row.classList.toggle('on', name === hand);
  }
}

function endOf(round: RoundOnWire): number[] {
  return finalHand(round.draws ?? [], round.decision ?? '');
}

/** The dealt hand and the final hand. */
function historyOf(round: RoundOnWire): HTMLElement {
  const dealt = drawHand(round.draws ?? []).slice(0, HAND_SIZE);
  if (round.decision === undefined) return handDrawing(dealt);
  const kept = dealt.filter((_, place) => round.decision?.[place] === '1').map(cardName);
  const words = kept.length === 0 ? cardText.keptNone : cardText.kept(kept.join(', '));
  return el('div', {}, handDrawing(dealt), el('p', { class: 'hint' }, words), handDrawing(endOf(round)));
}

function paytableContent(stake: Parameters<Stage['paytable']>[0], returnPercent: string): HTMLElement {
  const rows = HANDS.map((hand) =>
    el(
      'li',
      {},
      el('div', {}, el('p', { class: 'pay-name' }, handNames[hand]), el('p', { class: 'hint' }, handHints[hand])),
      el('strong', { class: 'pay-amount' }, formatBaht(multiply(stake, HAND_PAYS[hand]))),
    ),
  );
  return el(
    'div',
    {},
    el('p', {}, cardText.intro),
    el('p', { class: 'hint' }, rules.payHint(formatBaht(stake))),
    el('ul', { class: 'pays' }, ...rows),
    ...section(cardText.helperTitle, cardText.helperRules),
    ...section(cardText.waitTitle, cardText.wait),
    ...section(rules.rtpTitle, cardText.rtp(returnPercent)),
    ...section(rules.drawTitle, rules.draw),
    ...section(rules.faultTitle, rules.fault),
    ...section(rules.keysTitle, cardText.keys),
    el('p', { class: 'hint' }, rules.care),
  );
}
