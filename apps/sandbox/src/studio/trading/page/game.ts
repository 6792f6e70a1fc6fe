// The page of the trading game: the chart, the time, up or down, and the bets that wait.

import { formatBaht } from '@chaba/money';

import { button, el } from '#studio/page/dom';
import { amountOf, TablePage } from '#studio/page/table-page';
import { tableText } from '#studio/page/table.text';
import type { TicketOnWire } from '#studio/tables/table-wire';
import { text as game } from '#studio/trading/game.text';
import { DIRECTIONS, type Direction, EXPIRIES } from '#studio/trading/walk';
import type { MarketOnWire, TradeOnWire } from '#studio/trading/wire';

import { Chart } from './chart.ts';
import { text } from './page.text.ts';
import { priceText } from './price.ts';

const page = new TablePage('trading');
const chart = new Chart();
const price = el('strong', { class: 'price' }, '–');
const waiting = el('ul', { class: 'trades' });
const expiries = el('div', { class: 'expiries', role: 'group', 'aria-label': text.expiry });

let market: MarketOnWire | undefined;
let expiry: number = EXPIRIES[0];
let ownTickets: readonly TicketOnWire[] = [];

expiries.append(
  ...EXPIRIES.map((seconds) => {
    const made = button(
      'expiry',
      text.seconds(seconds),
      () => {
        expiry = seconds;
        for (const each of expiries.children) each.setAttribute('aria-pressed', String(each === made));
      },
      text.seconds(seconds),
    );
    made.setAttribute('aria-pressed', String(seconds === expiry));
    return made;
  }),
);

await page.start({
  gameCode: 'trading',
  name: game.name,
  root: el(
    'section',
    { class: 'felt' },
    el('p', { class: 'price-box' }, el('span', { class: 'label' }, text.price), price),
    chart.root,
    waiting,
    expiries,
    page.chips,
    el('div', { class: 'ways' }, ...DIRECTIONS.map((direction) => wayButton(direction))),
    page.line,
    el('p', { class: 'hint' }, text.pays),
  ),
  show(told) {
    market = told as MarketOnWire;
    chart.add(market.tick, market.prices, market.tickMs);
    price.textContent = priceText(market.price);
    chart.root.setAttribute('aria-label', text.chart(priceText(market.price)));
    showWaiting();
  },
  showTickets(tickets) {
    ownTickets = tickets;
    showWaiting();
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
        el('dd', {}, market?.epoch.commitment ?? ''),
        el('dt', {}, tableText.nextCommitment),
        el('dd', {}, market?.nextEpoch.commitment ?? ''),
      ),
      el('a', { class: 'text-button', href: '/games/trading/verify' }, tableText.verifyTitle),
    ),
  told,
  get isOpen() {
    return market !== undefined;
  },
});

function showWaiting(): void {
  const open = ownTickets.filter(({ state }) => state === 'staked' || state === 'placing' || state === 'deciding');
  const now = market;
  chart.mark(
    open.map((ticket) => {
      const { fromTick, toTick, fromPrice } = tradeOf(ticket);
      return { fromTick, toTick, price: fromPrice, isUp: directionOf(ticket) === 'up' };
    }),
  );
  waiting.replaceChildren(
    ...open.slice(0, 3).map((ticket) => {
      const { toTick, fromPrice } = tradeOf(ticket);
      const left = now ? Math.max(0, Math.ceil(((toTick - now.tick) * now.tickMs) / 1_000)) : 0;
      const direction = directionOf(ticket);
      return el(
        'li',
        { class: direction },
        el('span', {}, text.ticket(text[direction], formatBaht(amountOf(ticket.stake)), priceText(fromPrice))),
        el('span', {}, left > 0 ? text.left(left) : tableText.states.deciding),
      );
    }),
    ...(open.length === 0 ? [el('li', {}, text.none)] : []),
  );
}

function told(ticket: TicketOnWire): HTMLElement {
  const { fromTick, toTick, fromPrice, toPrice, epochs } = tradeOf(ticket);
  return el(
    'div',
    {},
    el('p', {}, text.ticket(text[directionOf(ticket)], formatBaht(amountOf(ticket.stake)), priceText(fromPrice))),
    ...(toPrice === undefined ? [] : [el('p', {}, text.fromTo(priceText(fromPrice), priceText(toPrice)))]),
    ...epochs.map(({ epoch, commitment, serverSeed, fromPrice: before }, index) => {
      if (serverSeed === undefined) return el('p', { class: 'hint' }, tableText.hidden);
      const facts = new URLSearchParams({
        serverSeed,
        commitment,
        epoch: String(epoch),
        fromPrice: String(before),
        tick: String(index === 0 ? fromTick : toTick),
      });
      return el('a', { class: 'text-button', href: `/games/trading/verify#${facts}` }, tableText.verify);
    }),
  );
}

function tradeOf(ticket: TicketOnWire): TradeOnWire {
  return ticket.round as unknown as TradeOnWire;
}

function directionOf({ positions }: TicketOnWire): Direction {
  return positions[0]?.type.startsWith('up') === true ? 'up' : 'down';
}

function wayButton(direction: Direction): HTMLButtonElement {
  const place = (): void => void page.place(`${direction}:${expiry}`);
  return button(`way ${direction}`, text[direction], place, el('i', { 'aria-hidden': 'true' }), text[direction]);
}
