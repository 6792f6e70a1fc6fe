// The player's own bets at a shared table, newest first, each with its round.

import { formatTime } from '@chaba/contract/thai-time';
import { formatBaht } from '@chaba/money';

import type { TicketOnWire } from '#studio/wire/table-wire';

import { button, el } from './dom.ts';
import { text } from './page.text.ts';
import { parsePayout, parseStake } from './stage.ts';
import type { TableApi } from './table-api.ts';
import { tableText } from './table.text.ts';

type DescribeTicket = (ticket: TicketOnWire) => HTMLElement;

export function createTableHistory(api: TableApi, describeTicket: DescribeTicket): HTMLElement {
  const list = el('ol', { class: 'rounds' });
  const status = el('p', { class: 'hint', role: 'status' }, tableText.loading);
  const more = button('text-button', tableText.more, () => void load(cursor), tableText.more);
  let cursor: string | undefined;
  const load = async (from: string | undefined): Promise<void> => {
    more.hidden = true;
    try {
      const page = await api.tickets(from);
      list.append(...page.tickets.map((ticket) => rowOf(ticket, describeTicket)));
      cursor = page.cursor;
      more.hidden = cursor === undefined;
      status.textContent = list.childElementCount === 0 ? tableText.empty : '';
    } catch {
      status.textContent = text.unreachable;
      more.hidden = false;
    }
  };
  void load(undefined);
  return el('div', {}, list, status, more);
}

function rowOf(ticket: TicketOnWire, describeTicket: DescribeTicket): HTMLElement {
  const words =
    ticket.state === 'settled'
      ? tableText.history(formatBaht(parseStake(ticket)), formatBaht(parsePayout(ticket)))
      : (ticket.message ?? tableText.states[ticket.state]);
  const isGain = parsePayout(ticket) > parseStake(ticket);
  return el(
    'li',
    {},
    el(
      'details',
      {},
      el(
        'summary',
        {},
        el('span', {}, formatTime(new Date(ticket.at))),
        el('strong', { class: isGain ? 'gain' : '' }, words),
      ),
      el('div', { class: 'round-details' }, describeTicket(ticket)),
    ),
  );
}
