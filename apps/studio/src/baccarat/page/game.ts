// The page of the baccarat table: the cards, the roads and the places for chips.
//
// Always true: what a round brought is told when its last card lies open, not before.
//
// Elsewhere: the seat, the bets and their answers (page/table-page.ts), the roads (roads.ts).

import { formatBaht, type Money, formatProviderAmount, zeroMoney } from '@chaba/money';

import { text as game } from '#studio/baccarat/game.text';
import { hasWon, isPushed, pointsOf, resultOf, type Spot, SPOTS } from '#studio/baccarat/rules';
import type { BaccaratOnWire, HandOnWire, RoundOnTable } from '#studio/baccarat/wire';
import { chipOf } from '#studio/page/chips';
import { button, el, icon, icons } from '#studio/page/dom';
import { isMotionReduced, pause } from '#studio/page/motion';
import { amountOf, TablePage } from '#studio/page/table-page';
import { checkLink, tableRules } from '#studio/page/table-sheets';
import type { PositionOnWire, TicketOnWire } from '#studio/tables/table-wire';

import { cardBack, cardPicture } from './cards.ts';
import { text } from './page.text.ts';
import { Roads } from './roads.ts';

const REVEAL_MS = 700;
/** A card takes at most so much of what is left after the bets. */
const REVEAL_SHARE = 1 / 9;
const HURRY_FROM_MS = 5_000;
const SPOT_KEYS: Readonly<Record<string, Spot>> = { KeyP: 'player', KeyB: 'banker', KeyT: 'tie' };

const page = new TablePage('baccarat');
const phase = el('p', { class: 'phase', 'aria-live': 'polite' });
const bar = el('div', { class: 'bar', 'aria-hidden': 'true' }, el('i', {}));
const sides = { player: side('player'), banker: side('banker') };
const roads = new Roads();
const spots = new Map(SPOTS.map((spot) => [spot, spotButton(spot)]));
const takeBack = button('side-button', text.takeBack, () => void page.takeBack(), icon(icons.undo));
const repeat = button('side-button', text.repeat, () => repeatBets(), icon(icons.spin));

let state: BaccaratOnWire | undefined;
let clockOff = 0;
let shownRound = '';
let revealed: Promise<void> = Promise.resolve();
let outcome = '';
let ownTickets: readonly TicketOnWire[] = [];

await page.start({
  gameCode: 'baccarat',
  name: game.name,
  root: el(
    'section',
    { class: 'felt' },
    el(
      'div',
      { class: 'felt-show' },
      el('div', { class: 'phase-box' }, phase, bar),
      el('div', { class: 'hands' }, sides.player.root, sides.banker.root),
      roads.root,
    ),
    el(
      'div',
      { class: 'felt-bets' },
      el('div', { class: 'spots' }, ...[...spots.values()].map(({ root }) => root)),
      page.line,
      el('div', { class: 'chip-row' }, takeBack, page.chips, repeat),
    ),
  ),
  show(told) {
    state = told as BaccaratOnWire;
    clockOff = Date.now() - state.nowMs;
    showRound(state);
    tick();
  },
  showTickets(tickets) {
    ownTickets = tickets;
    showStakes();
  },
  rules: () => tableRules('baccarat', text, state, state && { commitment: state.nextCommitment }),
  told,
  untilShown: () => revealed,
  onKey({ code }) {
    const spot = SPOT_KEYS[code];
    if (spot) bet(spot);
    else if (code === 'Backspace') void page.takeBack();
    else if (code === 'KeyR') repeatBets();
    else return false;
    return true;
  },
  get isOpen() {
    return leftMs() > 0;
  },
});
setInterval(tick, 250);

function tick(): void {
  const round = state?.round;
  if (!round) {
    say(text.waiting);
    return;
  }
  const left = leftMs();
  if (left > 0) say(text.betting(Math.ceil(left / 1_000)));
  else if (outcome === '') say(round.player ? text.dealing : text.waiting);
  bar.style.setProperty('--left', String(Math.max(0, left / (round.closesAtMs - round.opensAtMs))));
  bar.classList.toggle('hurry', left < HURRY_FROM_MS);
  const isShut = String(left <= 0);
  for (const { root } of spots.values()) root.setAttribute('aria-disabled', isShut);
  takeBack.setAttribute('aria-disabled', String(left <= 0 || staked().length === 0));
  repeat.setAttribute('aria-disabled', String(left <= 0 || lastBets().length === 0));
  if (left <= 0) document.body.dataset['phase'] = 'shut';
}

function say(words: string): void {
  // The seconds are for the eyes: read aloud, they would be all that is heard.
  phase.setAttribute('aria-live', outcome === '' ? 'off' : 'polite');
  if (phase.textContent !== words) phase.textContent = words;
}

function leftMs(): number {
  return (state?.round?.closesAtMs ?? 0) - (Date.now() - clockOff);
}

function showRound({ round, nowMs, roads: shoe }: BaccaratOnWire): void {
  if (!round) return;
  const hand = text.hand(round.shoeNo, round.handNo);
  if (!round.player || !round.banker) {
    shownRound = round.roundId;
    outcome = '';
    phase.className = 'phase';
    revealed = Promise.resolve();
    for (const each of [sides.player, sides.banker]) each.show([cardBack(text.hidden), cardBack(text.hidden)], '');
    for (const { root } of spots.values()) root.classList.remove('won', 'lost');
    roads.show(shoe, hand);
    showStakes();
    return;
  }
  const isKnown = shownRound === `${round.roundId}+`;
  if (isKnown) return;
  const isOld = nowMs - round.closesAtMs > 4 * REVEAL_MS;
  shownRound = `${round.roundId}+`;
  revealed = reveal(round, isOld).then(() => {
    if (shownRound === `${round.roundId}+`) roads.show(state?.roads ?? shoe, hand);
  });
}

async function reveal(round: RoundOnTable, isOld: boolean): Promise<void> {
  const isAtOnce = isOld || isMotionReduced();
  const { player = [], banker = [] } = round;
  const isCurrent = (): boolean => shownRound === `${round.roundId}+`;
  const steps = [
    [1, 0],
    [1, 1],
    [2, 1],
    [2, 2],
    ...(player.length > 2 ? [[3, 2]] : []),
    ...(banker.length > 2 ? [[player.length, 3]] : []),
  ];
  const stepMs = Math.min(REVEAL_MS, (round.endsAtMs - round.closesAtMs) * REVEAL_SHARE);
  for (const [players = 0, bankers = 0] of isAtOnce ? steps.slice(-1) : steps) {
    if (!isCurrent()) return;
    sides.player.deal(player.slice(0, players), !isAtOnce);
    sides.banker.deal(banker.slice(0, bankers), !isAtOnce);
    if (!isOld) page.sound.card(players + bankers);
    if (isAtOnce) continue;
    await pause(stepMs);
  }
  if (!isCurrent()) return;
  const result = resultOf({ player, banker });
  outcome = text.wins[result.winner];
  phase.className = `phase told ${result.winner}`;
  say(outcome);
  for (const name of ['player', 'banker'] as const) sides[name].end(result.winner);
  for (const [spot, { root }] of spots) {
    root.classList.toggle('won', hasWon(spot, result));
    root.classList.toggle('lost', !hasWon(spot, result) && !isPushed(spot, result));
  }
}

function bet(spot: Spot): void {
  if (leftMs() > 0) void page.place(spot);
}

/** The same bets as in the newest round before this one that was played. */
function lastBets(): readonly PositionOnWire[] {
  const before = ownTickets.filter(({ roundId, state: how }) => roundId !== state?.round?.roundId && how === 'settled');
  const last = before[0]?.roundId;
  const sums = new Map<string, Money>();
  for (const { positions } of before.filter(({ roundId }) => roundId === last)) {
    for (const { type, stake } of positions) {
      sums.set(type, ((sums.get(type) ?? zeroMoney) + amountOf(stake)) as Money);
    }
  }
  return [...sums].map(([type, stake]) => ({ type, stake: formatProviderAmount(stake) }));
}

function repeatBets(): void {
  const positions = lastBets();
  if (leftMs() > 0 && positions.length > 0) void page.placeAll(positions);
}

function staked(): readonly TicketOnWire[] {
  const roundId = state?.round?.roundId;
  return ownTickets.filter(
    (ticket) => ticket.roundId === roundId && ticket.state !== 'cancelled' && ticket.state !== 'refused',
  );
}

function showStakes(): void {
  const positions = staked().flatMap((ticket) => ticket.positions);
  for (const [spot, { root, stake }] of spots) {
    const sum = positions
      .filter(({ type }) => type === spot)
      .reduce((total, position) => total + amountOf(position.stake), 0n) as Money;
    const told = sum === 0n ? '' : formatBaht(sum);
    root.setAttribute('aria-label', text.spot(text[spot], text.pays[spot], told));
    if (stake.textContent === told) continue;
    // A new chip falls: the element is a new one, so that it does.
    stake.replaceChildren(...(told === '' ? [] : [el('i', { class: `small-chip ${chipOf(sum)}` }), el('b', {}, told)]));
  }
}

function told(ticket: TicketOnWire): HTMLElement {
  const hand = ticket.round as unknown as HandOnWire;
  const { player = [], banker = [] } = hand;
  return el(
    'div',
    {},
    el(
      'p',
      {},
      ticket.positions.map(({ type, stake }) => `${text[type as Spot]} ${formatBaht(amountOf(stake))}`).join(' · '),
    ),
    el('div', { class: 'small-hands' }, ...player.map(cardPicture), el('span', {}, '–'), ...banker.map(cardPicture)),
    el('p', { class: 'hint' }, text.hand(hand.shoeNo, hand.handNo)),
    checkLink('baccarat', hand, { handNo: hand.handNo }),
  );
}

function side(name: 'player' | 'banker') {
  const cards = el('div', { class: 'hand-cards' });
  const points = el('span', { class: 'hand-points' });
  const root = el('div', { class: `hand ${name}` }, el('p', {}, el('strong', {}, text[name]), ' ', points), cards);
  let lying = 0;
  const show = (pictures: readonly HTMLElement[], told: string): void => {
    lying = 0;
    root.classList.remove('wins', 'loses');
    cards.replaceChildren(...pictures);
    points.textContent = told;
  };
  return {
    root,
    show,
    /** Lays these cards open; only the newest one moves. */
    deal(open: readonly number[], isMoving: boolean): void {
      if (open.length === lying) return;
      const pictures = open.map((card) => cardPicture(card));
      if (isMoving) pictures.at(-1)?.classList.add('turned');
      while (pictures.length < 2) pictures.push(cardBack(text.hidden));
      show(pictures, text.points(pointsOf(open)));
      lying = open.length;
    },
    end(winner: string): void {
      root.classList.toggle('wins', winner === name);
      root.classList.toggle('loses', winner !== name && winner !== 'tie');
    },
  };
}

function spotButton(spot: Spot): { root: HTMLButtonElement; stake: HTMLElement } {
  const stake = el('span', { class: 'spot-stake' });
  const name = text[spot];
  const pays = el('span', { class: 'spot-pays' }, text.pays[spot]);
  const root = button(`spot ${spot}`, name, () => bet(spot), el('strong', {}, name), ' ', pays, ' ', stake);
  return { root, stake };
}
