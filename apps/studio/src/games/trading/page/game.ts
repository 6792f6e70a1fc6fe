// The page of the trading game: the chart, the duration, the direction, and the open bets.

import { kiteSky } from '@chaba/art/kite-sky';
import { pictureAddress } from '@chaba/art/svg';
import { formatBaht } from '@chaba/money';

import { button, el } from '#studio/page-kit/dom';
import { parseAmount, TablePage } from '#studio/page-kit/table-page';
import { checkLink, tableRules } from '#studio/page-kit/table-sheets';
import { tableText } from '#studio/page-kit/table.text';
import type { TicketOnWire } from '#studio/wire/table-wire';
import { text as game } from '#studio/games/trading/game.text';
import { DIRECTIONS, type Direction, EXPIRIES, computePayout } from '#studio/games/trading/walk';
import type { MarketOnWire, TradeOnWire } from '#studio/wire/trading-wire';

import { Chart } from './chart.ts';
import { text } from './page.text.ts';
import { priceText } from './price.ts';

const page = new TablePage('trading');
const chart = new Chart();
const price = el('strong', { class: 'price' }, '–');
const move = el('span', { class: 'move', 'aria-hidden': 'true' });
const nothingWaits = el('li', {}, text.none);
const waiting = el('ul', { class: 'trades' }, nothingWaits);
/** Row of each open bet by ticket id. */
const rows = new Map<string, ReturnType<typeof waitingRow>>();
const expiries = el('div', { class: 'expiries', role: 'group', 'aria-label': text.expiry });

let market: MarketOnWire | undefined;
let shownPrice = 0;
let expiry: number = EXPIRIES[0];
let ownTickets: readonly TicketOnWire[] = [];
const ways = new Map(DIRECTIONS.map((direction) => [direction, wayButton(direction)]));

expiries.append(
  ...EXPIRIES.map((seconds) =>
    button('expiry', text.seconds(seconds), () => chooseExpiry(seconds), text.seconds(seconds)),
  ),
);
chooseExpiry(expiry);
showPays();

await page.start({
  gameCode: 'trading',
  name: game.name,
  root: el(
    'section',
    { class: 'felt' },
    el(
      'div',
      { class: 'felt-show' },
      el('p', { class: 'price-box' }, el('span', { class: 'label' }, text.price), move, price),
      el('div', { class: 'chart-box' }, el('img', { src: pictureAddress(kiteSky(640, 320)), alt: '' }), chart.root),
    ),
    el(
      'div',
      { class: 'felt-bets' },
      waiting,
      page.line,
      expiries,
      el('div', { class: 'chip-row' }, page.chips),
      el('div', { class: 'ways' }, ...[...ways.values()].map(({ root }) => root)),
    ),
  ),
  show(state) {
    market = state as MarketOnWire;
    chart.add(market.tick, market.prices, market.tickMs);
    showMove(market.price);
    write(price, priceText(market.price));
    chart.root.setAttribute('aria-label', text.chart(priceText(market.price)));
    showWaiting();
  },
  showTickets(tickets) {
    ownTickets = tickets;
    showWaiting();
  },
  rules: () => tableRules('trading', text, market?.epoch, market?.nextEpoch),
  describeTicket,
  chipChanged: () => showPays(),
  onKey({ key }) {
    const at = EXPIRIES.findIndex((seconds) => seconds === expiry);
    if (key === 'ArrowUp') void page.place(`up:${expiry}`);
    else if (key === 'ArrowDown') void page.place(`down:${expiry}`);
    else if (key === 'ArrowRight') chooseExpiry(EXPIRIES[at + 1] ?? expiry);
    else if (key === 'ArrowLeft') chooseExpiry(EXPIRIES[at - 1] ?? expiry);
    else return false;
    return true;
  },
  get isOpen() {
    return market !== undefined;
  },
});

function showWaiting(): void {
  const open = ownTickets.filter(({ state }) => state === 'staked' || state === 'placing' || state === 'deciding');
  chart.mark(
    open.map((ticket) => {
      const { fromTick, toTick, fromPrice } = tradeOf(ticket);
      return { fromTick, toTick, price: fromPrice, isUp: directionOf(ticket) === 'up' };
    }),
  );
  const shown = open.slice(0, 2).map((ticket) => {
    const row = rows.get(ticket.ticketId) ?? waitingRow(ticket);
    rows.set(ticket.ticketId, row);
    const left = market ? Math.ceil(((tradeOf(ticket).toTick - market.tick) * market.tickMs) / 1_000) : 0;
    write(row.left, left > 0 ? text.left(left) : tableText.states.deciding);
    return row.root;
  });
  if (shown.length === 0) shown.push(nothingWaits);
  const { children } = waiting;
  if (shown.length !== children.length || shown.some((each, at) => each !== children[at])) {
    waiting.replaceChildren(...shown);
  }
  for (const ticketId of rows.keys()) if (!open.some((ticket) => ticket.ticketId === ticketId)) rows.delete(ticketId);
}

function waitingRow(ticket: TicketOnWire): { root: HTMLElement; left: HTMLElement } {
  const direction = directionOf(ticket);
  const words = text.ticket(
    text[direction],
    formatBaht(parseAmount(ticket.stake)),
    priceText(tradeOf(ticket).fromPrice),
  );
  const left = el('span', {});
  return { root: el('li', { class: direction }, el('span', {}, words), left), left };
}

/** Writes a text only if it changed, because each write causes a layout. */
function write(place: HTMLElement, words: string): void {
  if (place.textContent !== words) place.textContent = words;
}

function describeTicket(ticket: TicketOnWire): HTMLElement {
  const { fromTick, toTick, fromPrice, toPrice, epochs } = tradeOf(ticket);
  return el(
    'div',
    {},
    el('p', {}, text.ticket(text[directionOf(ticket)], formatBaht(parseAmount(ticket.stake)), priceText(fromPrice))),
    ...(toPrice === undefined ? [] : [el('p', {}, text.fromTo(priceText(fromPrice), priceText(toPrice)))]),
    ...epochs.map((epoch, index) =>
      checkLink('trading', epoch, {
        epoch: epoch.epoch,
        fromPrice: epoch.fromPrice,
        tick: index === 0 ? fromTick : toTick,
      }),
    ),
  );
}

function tradeOf(ticket: TicketOnWire): TradeOnWire {
  return ticket.round as unknown as TradeOnWire;
}

function directionOf({ positions }: TicketOnWire): Direction {
  return positions[0]?.type.startsWith('up') === true ? 'up' : 'down';
}

function chooseExpiry(seconds: number): void {
  expiry = seconds;
  for (const [index, each] of [...expiries.children].entries()) {
    each.setAttribute('aria-pressed', String(EXPIRIES[index] === seconds));
  }
  chart.setExpiry(seconds);
}

/** Shows the payout of a correct guess on the buttons. */
function showPays(): void {
  const won = formatBaht(computePayout('up', page.chip, 0, 1));
  for (const [direction, { root, pays }] of ways) {
    pays.textContent = text.pays(won);
    root.setAttribute('aria-label', text.way(text[direction], won));
  }
}

/** Shows the price movement by colour and sign. */
function showMove(now: number): void {
  const by = shownPrice === 0 ? 0 : now - shownPrice;
  shownPrice = now;
  move.className = `move ${by > 0 ? 'up' : by < 0 ? 'down' : ''}`;
  move.textContent = by === 0 ? '' : text.moved(by > 0, priceText(Math.abs(by)));
}

function wayButton(direction: Direction): { root: HTMLButtonElement; pays: HTMLElement } {
  const place = (): void => void page.place(`${direction}:${expiry}`);
  const pays = el('span', { class: 'way-pays' });
  const words = el('span', {}, el('b', {}, text[direction]), ' ', pays);
  return { root: button(`way ${direction}`, text[direction], place, el('i', { 'aria-hidden': 'true' }), words), pays };
}
