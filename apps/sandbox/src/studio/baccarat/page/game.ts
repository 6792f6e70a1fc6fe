// The page of the baccarat table: cards, roads and the places for chips.

import { formatBaht } from '@chaba/money';

import { text as game } from '#studio/baccarat/game.text';
import { pointsOf, resultOf, type Spot, SPOTS } from '#studio/baccarat/rules';
import type { BaccaratOnWire, HandOnWire, RoadOnWire } from '#studio/baccarat/wire';
import { button, el } from '#studio/page/dom';
import { isMotionReduced } from '#studio/page/motion';
import { amountOf, TablePage } from '#studio/page/table-page';
import { tableText } from '#studio/page/table.text';
import type { TicketOnWire } from '#studio/tables/table-wire';

import { cardBack, cardPicture } from './cards.ts';
import { text } from './page.text.ts';

const REVEAL_MS = 700;
const ROAD_ROWS = 6;

const page = new TablePage('baccarat');
const phase = el('p', { class: 'phase' });
const bar = el('div', { class: 'bar', 'aria-hidden': 'true' }, el('i', {}));
const sides = { player: side('player'), banker: side('banker') };
const outcome = el('p', { class: 'outcome', 'aria-live': 'polite' });
const road = el('div', { class: 'roads', role: 'img' });
const spots = new Map(SPOTS.map((spot) => [spot, spotButton(spot)]));
const takeBack = button('quiet-button', text.takeBack, () => void page.takeBack(), text.takeBack);

let state: BaccaratOnWire | undefined;
let clockOff = 0;
let shownRound = '';
let ownTickets: readonly TicketOnWire[] = [];

await page.start({
  gameCode: 'baccarat',
  name: game.name,
  root: el(
    'section',
    { class: 'felt' },
    el('div', { class: 'phase-box' }, phase, bar),
    el('div', { class: 'hands' }, sides.player.root, sides.banker.root),
    outcome,
    road,
    el('div', { class: 'spots' }, ...[...spots.values()].map(({ root }) => root)),
    page.line,
    page.chips,
    takeBack,
  ),
  show(told) {
    state = told as BaccaratOnWire;
    clockOff = Date.now() - state.nowMs;
    showRound(state);
    showRoads(state.roads);
    tick();
  },
  showTickets(tickets) {
    ownTickets = tickets;
    showStakes();
  },
  rules: () =>
    el(
      'div',
      {},
      ...text.rules.map((rule) => el('p', {}, rule)),
      el('p', {}, text.returns),
      el('p', {}, text.fairness),
      el(
        'dl',
        { class: 'seeds' },
        el('dt', {}, tableText.commitment),
        el('dd', {}, state?.commitment ?? ''),
        el('dt', {}, tableText.nextCommitment),
        el('dd', {}, state?.nextCommitment ?? ''),
      ),
      el('a', { class: 'text-button', href: '/games/baccarat/verify' }, tableText.verifyTitle),
    ),
  told,
  get isOpen() {
    return leftMs() > 0;
  },
});
setInterval(tick, 250);

function tick(): void {
  const round = state?.round;
  if (!round) {
    phase.textContent = text.waiting;
    return;
  }
  const left = leftMs();
  phase.textContent = left > 0 ? text.betting(Math.ceil(left / 1_000)) : round.player ? text.dealing : text.waiting;
  bar.style.setProperty('--left', String(Math.max(0, left / (round.closesAtMs - round.opensAtMs))));
  const isShut = String(left <= 0);
  for (const { root } of spots.values()) root.setAttribute('aria-disabled', isShut);
  takeBack.setAttribute('aria-disabled', isShut);
  if (left <= 0) document.body.dataset['phase'] = 'shut';
}

function leftMs(): number {
  return (state?.round?.closesAtMs ?? 0) - (Date.now() - clockOff);
}

function showRound({ round, nowMs }: BaccaratOnWire): void {
  if (!round) return;
  if (!round.player || !round.banker) {
    shownRound = round.roundId;
    outcome.textContent = text.hand(round.shoeNo, round.handNo);
    for (const each of [sides.player, sides.banker]) each.show([cardBack(text.hidden), cardBack(text.hidden)], '');
    showStakes();
    return;
  }
  const isOld = nowMs - round.closesAtMs > 4 * REVEAL_MS || shownRound === `${round.roundId}+`;
  shownRound = `${round.roundId}+`;
  void reveal(round, isOld || isMotionReduced());
}

async function reveal(round: HandOnWire, isAtOnce: boolean): Promise<void> {
  const { player = [], banker = [] } = round;
  const steps = [
    [1, 0],
    [1, 1],
    [2, 1],
    [2, 2],
    [player.length, 2],
    [player.length, banker.length],
  ] as const;
  for (const [players, bankers] of isAtOnce ? steps.slice(-1) : steps) {
    if (shownRound !== `${round.roundId}+`) return;
    showHand(sides.player, player.slice(0, players), isAtOnce);
    showHand(sides.banker, banker.slice(0, bankers), isAtOnce);
    if (!isAtOnce) await new Promise((resolve) => setTimeout(resolve, REVEAL_MS));
  }
  outcome.textContent = text.wins[resultOf({ player, banker }).winner];
}

function showHand(hand: ReturnType<typeof side>, cards: readonly number[], isAtOnce: boolean): void {
  const pictures = cards.map((card) => cardPicture(card));
  if (!isAtOnce) pictures.at(-1)?.classList.add('turned');
  while (pictures.length < 2) pictures.push(cardBack(text.hidden));
  hand.show(pictures, cards.length === 0 ? '' : text.points(pointsOf(cards)));
}

function showRoads(roads: readonly RoadOnWire[]): void {
  const count = (winner: RoadOnWire['winner']): number => roads.filter((each) => each.winner === winner).length;
  road.setAttribute('aria-label', text.roadTold(count('player'), count('banker'), count('tie')));
  road.replaceChildren(beadPlate(roads), bigRoad(roads));
}

function beadPlate(roads: readonly RoadOnWire[]): HTMLElement {
  const left = Math.max(0, Math.ceil((roads.length - 48) / ROAD_ROWS)) * ROAD_ROWS;
  const shown = roads.slice(left);
  return el('div', { class: 'bead-plate' }, ...shown.map((each) => bead(each, 'bead')));
}

/** A column for each run; ties are a stroke on the winner before them. */
function bigRoad(roads: readonly RoadOnWire[]): HTMLElement {
  const columns: RoadOnWire[][] = [];
  let ties = 0;
  const tied = new Set<RoadOnWire>();
  for (const each of roads) {
    const last = columns.at(-1)?.at(-1);
    if (each.winner === 'tie') {
      ties += 1;
      if (last) tied.add(last);
    } else if (last?.winner === each.winner) columns.at(-1)?.push(each);
    else columns.push([each]);
  }
  const shown = columns
    .slice(-14)
    .map((column) =>
      el(
        'div',
        { class: 'run' },
        ...column.slice(-ROAD_ROWS).map((each) => bead(each, tied.has(each) ? 'ring tied' : 'ring')),
      ),
    );
  return el('div', { class: 'big-road', 'data-ties': ties }, ...shown);
}

function bead({ winner, isPlayerPair, isBankerPair }: RoadOnWire, kind: string): HTMLElement {
  const pairs = `${isPlayerPair ? ' pair-p' : ''}${isBankerPair ? ' pair-b' : ''}`;
  return el('i', { class: `${kind} ${winner}${pairs}` });
}

function showStakes(): void {
  const roundId = state?.round?.roundId;
  const playing = ownTickets.filter(
    (ticket) => ticket.roundId === roundId && ticket.state !== 'cancelled' && ticket.state !== 'refused',
  );
  for (const [spot, { root, stake }] of spots) {
    const sum = playing
      .flatMap(({ positions }) => positions)
      .filter(({ type }) => type === spot)
      .reduce((total, position) => total + amountOf(position.stake), 0n);
    const told = sum === 0n ? '' : formatBaht(sum as ReturnType<typeof amountOf>);
    stake.textContent = told;
    root.setAttribute('aria-label', text.spot(text[spot], text.pays[spot], told));
  }
}

function told(ticket: TicketOnWire): HTMLElement {
  const hand = ticket.round as unknown as HandOnWire;
  const { player = [], banker = [] } = hand;
  const facts = new URLSearchParams({
    serverSeed: hand.serverSeed ?? '',
    commitment: hand.commitment,
    handNo: String(hand.handNo),
  });
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
    hand.serverSeed === undefined
      ? el('p', { class: 'hint' }, tableText.hidden)
      : el('a', { class: 'text-button', href: `/games/baccarat/verify#${facts}` }, tableText.verify),
  );
}

function side(name: 'player' | 'banker') {
  const cards = el('div', { class: 'hand-cards' });
  const points = el('span', { class: 'hand-points' });
  const root = el('div', { class: `hand ${name}` }, el('p', {}, el('strong', {}, text[name]), ' ', points), cards);
  return {
    root,
    show(pictures: readonly HTMLElement[], told: string): void {
      cards.replaceChildren(...pictures);
      points.textContent = told;
    },
  };
}

function spotButton(spot: Spot): { root: HTMLButtonElement; stake: HTMLElement } {
  const stake = el('span', { class: 'spot-stake' });
  const name = text[spot];
  const root = button(
    `spot ${spot}`,
    name,
    () => {
      if (leftMs() > 0) void page.place(spot);
    },
    el('strong', {}, name),
    ' ',
    el('span', {}, text.pays[spot]),
    ' ',
    stake,
  );
  return { root, stake };
}
