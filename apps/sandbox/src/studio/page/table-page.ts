// The page of a shared table: the seat, the stream of what everybody sees, and the player's own tickets.
//
// Always true: what the table shows comes from the stream alone; a page that lost it is told the whole state when it comes back.
// Money is shown as the wallet said. A reload finds every ticket again, and says how those ended that it was waiting for.
//
// Elsewhere: what a table draws (each game's stage), the calls (table-api.ts).

import { formatTime } from '@chaba/contract/thai-time';
import { formatBaht, type Money, parseProviderAmount, providerAmount, zeroMoney } from '@chaba/money';

import type { TableStateOnWire, TicketOnWire } from '#studio/tables/table-wire';

import { button, el, icon, icons } from './dom.ts';
import { text } from './page.text.ts';
import { openSheet } from './sheet.ts';
import { makeSound } from './sound.ts';
import { newRoundId, readTab, StudioRefusal, StudioUnreachable, writeTab } from './studio-api.ts';
import { TableApi } from './table-api.ts';
import { tableText } from './table.text.ts';

export type TableStage = {
  readonly gameCode: string;
  readonly name: string;
  readonly root: HTMLElement;
  show(state: unknown): void;
  showTickets(tickets: readonly TicketOnWire[]): void;
  /** The rules, with what the bets return. */
  rules(): HTMLElement;
  /** What was decided, and where it is checked. */
  told(ticket: TicketOnWire): HTMLElement;
  /** Can bets be placed now. */
  readonly isOpen: boolean;
};

const LOOK_AGAIN_MS = 700;
const OPEN_STATES = ['placing', 'staked', 'deciding', 'cancelling'];
const CHIPS = ['10', '50', '100', '500', '1000'] as const;

export class TablePage {
  readonly chips: HTMLElement;
  readonly line = el('p', { class: 'table-line', role: 'status' });
  readonly #api: TableApi;
  /** The tickets that this tab waits for. */
  readonly #openKey: string;
  readonly #sound = makeSound();
  readonly #balance = el('strong', { class: 'amount' }, '–');
  readonly #backLink = el('a', { class: 'icon-button', 'aria-label': text.back, hidden: true }, icon(icons.back));
  readonly #soundButton = button('icon-button', text.soundOff, () => this.#toggleSound(), icon(icons.soundOff));
  #stage: TableStage | undefined;
  #returnUrl: string | undefined;
  #tickets: readonly TicketOnWire[] = [];
  #chip = parseProviderAmount('10') ?? zeroMoney;
  #looking: number | undefined;

  constructor(gameCode: string) {
    this.#api = new TableApi(gameCode);
    this.#openKey = `${gameCode}-open`;
    this.chips = el(
      'div',
      { class: 'chips', role: 'group', 'aria-label': tableText.chips },
      ...CHIPS.map((chip) => this.#chipButton(chip)),
    );
  }

  get chip(): Money {
    return this.#chip;
  }

  async start(stage: TableStage): Promise<void> {
    this.#stage = stage;
    document.title = stage.name;
    document.body.append(this.#room(stage));
    document.body.dataset['phase'] = 'opening';
    await this.#openSeat();
  }

  /** Places the chosen chip; the same id is sent until somebody answers. */
  async place(type: string): Promise<void> {
    const positions = [{ type, stake: providerAmount(this.#chip) }];
    const clientTicketId = newRoundId();
    this.line.textContent = tableText.placing;
    for (;;) {
      try {
        const ticket = await this.#api.place(clientTicketId, positions);
        this.#take(ticket);
        this.line.textContent = ticket.message ?? tableText.placed(formatBaht(amountOf(ticket.stake)));
        if (ticket.state !== 'refused') this.#sound.stopTick(2);
        return;
      } catch (error) {
        if (!(error instanceof StudioUnreachable)) {
          this.#showProblem(error);
          return;
        }
        this.line.textContent = tableText.lostConnection;
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    }
  }

  /** Takes the newest ticket back that still can be. */
  async takeBack(): Promise<void> {
    const ticket = this.#tickets.find(({ state }) => state === 'staked');
    if (!ticket) return;
    try {
      const cancelled = await this.#api.cancel(ticket.ticketId);
      this.#take(cancelled);
      this.line.textContent = tableText.states[cancelled.state];
    } catch (error) {
      this.#showProblem(error);
    }
  }

  async #openSeat(): Promise<void> {
    const query = new URLSearchParams(location.search);
    let state: TableStateOnWire;
    try {
      state = await this.#api.seat(query);
    } catch (error) {
      document.body.dataset['phase'] = 'over';
      this.#showProblem(error, () => void this.#openSeat());
      return;
    }
    // A launch token is good once: out of the address it goes, so a reload goes on with the seat it gave.
    if (query.has('token')) history.replaceState(undefined, '', location.pathname);
    this.#returnUrl = state.returnUrl;
    if (state.returnUrl !== undefined && window.parent === window) {
      this.#backLink.href = state.returnUrl;
      this.#backLink.target = '_top';
      this.#backLink.hidden = false;
    }
    this.#setBalance(state.balance);
    const waited = new Set(readTab(this.#openKey)?.split(' '));
    const ended = state.tickets.filter((ticket) => waited.has(ticket.ticketId) && !OPEN_STATES.includes(ticket.state));
    if (ended.length > 0) this.#tell(ended);
    this.#setTickets(state.tickets);
    this.#listen();
    document.addEventListener('visibilitychange', () => void this.#look());
  }

  #listen(): void {
    const events = new EventSource(`/studio/v1/tables/${this.#api.gameCode}/events`);
    events.addEventListener('message', ({ data }) => {
      if (this.line.textContent === tableText.lostConnection) this.line.textContent = '';
      this.#stage?.show(JSON.parse(String(data)));
      document.body.dataset['phase'] = this.#stage?.isOpen === true ? 'open' : 'shut';
    });
    events.addEventListener('error', () => {
      this.line.textContent = tableText.lostConnection;
    });
  }

  #take(ticket: TicketOnWire): void {
    this.#setBalance(ticket.balance);
    this.#setTickets([ticket, ...this.#tickets.filter(({ ticketId }) => ticketId !== ticket.ticketId)]);
  }

  #setTickets(tickets: readonly TicketOnWire[]): void {
    this.#tickets = tickets;
    this.#stage?.showTickets(tickets);
    clearTimeout(this.#looking);
    const open = tickets.filter(({ state }) => OPEN_STATES.includes(state));
    writeTab(this.#openKey, open.map(({ ticketId }) => ticketId).join(' '));
    if (open.length > 0) {
      this.#looking = window.setTimeout(() => void this.#look(), LOOK_AGAIN_MS);
    }
  }

  /** Asks how the open tickets stand, and tells what came of them. */
  async #look(): Promise<void> {
    if (document.visibilityState !== 'visible') return;
    try {
      const waited = new Set(
        this.#tickets.filter(({ state }) => OPEN_STATES.includes(state)).map(({ ticketId }) => ticketId),
      );
      const { tickets } = await this.#api.tickets();
      const ended = tickets.filter(({ ticketId, state }) => waited.has(ticketId) && !OPEN_STATES.includes(state));
      if (ended.length > 0) this.#tell(ended);
      this.#setTickets(tickets);
      if (ended.length > 0) this.#setBalance((await this.#api.state()).balance);
    } catch (error) {
      if (error instanceof StudioRefusal && error.status === 401) this.#showProblem(error);
      else this.#setTickets(this.#tickets);
    }
  }

  #tell(ended: readonly TicketOnWire[]): void {
    const total = (part: 'stake' | 'payout'): bigint =>
      ended.filter(({ state }) => state === 'settled').reduce((sum, ticket) => sum + amountOf(ticket[part]), 0n);
    const [stake, payout] = [total('stake'), total('payout')];
    if (stake === 0n) this.line.textContent = ended[0]?.message ?? tableText.states.cancelled;
    else this.line.textContent = payout > 0n ? tableText.won(formatBaht(payout as Money)) : tableText.lost;
    if (payout > stake) this.#sound.gain();
  }

  #setBalance(amount: string | undefined): void {
    const known = parseProviderAmount(amount ?? '');
    if (known === undefined) return;
    this.#balance.textContent = formatBaht(known);
    if (window.parent !== window && this.#returnUrl !== undefined) {
      const told = { source: 'chaba-studio', type: 'balance', balance: amount };
      window.parent.postMessage(told, new URL(this.#returnUrl).origin);
    }
  }

  #showProblem(error: unknown, retry?: () => void): void {
    const message = error instanceof StudioRefusal ? error.message : text.unreachable;
    this.line.textContent = message;
    const isOver = error instanceof StudioRefusal && error.status === 401;
    if (!isOver && !retry) return;
    const canRetry = retry && !(error instanceof StudioRefusal && error.status < 500);
    const label = canRetry ? text.retry : text.ok;
    const content = el('div', { class: 'problem' }, el('p', { role: 'alert' }, message));
    const sheet = openSheet(text.errorTitle, text.close, content, text.stamp);
    content.append(button('wide-button', label, () => sheet.close(), label));
    if (canRetry) sheet.addEventListener('close', retry);
  }

  #chipButton(chip: string): HTMLButtonElement {
    const amount = parseProviderAmount(chip) ?? zeroMoney;
    const made = button(`chip chip-${chip}`, tableText.chip(chip), () => choose(), chip);
    const choose = (): void => {
      this.#chip = amount;
      for (const each of this.chips.children) each.setAttribute('aria-pressed', String(each === made));
    };
    made.setAttribute('aria-pressed', String(amount === this.#chip));
    return made;
  }

  #toggleSound(): void {
    this.#sound.toggle();
    this.#soundButton.replaceChildren(icon(this.#sound.isOn ? icons.soundOn : icons.soundOff));
    this.#soundButton.setAttribute('aria-label', this.#sound.isOn ? text.soundOn : text.soundOff);
  }

  #room(stage: TableStage): HTMLElement {
    const sheet = (title: string, content: () => HTMLElement) => () =>
      void openSheet(title, text.close, content(), text.stamp);
    return el(
      'main',
      { class: `table-room ${stage.gameCode}` },
      el(
        'header',
        { class: 'top' },
        this.#backLink,
        el('h1', {}, stage.name),
        button(
          'icon-button',
          tableText.rules,
          sheet(tableText.rules, () => stage.rules()),
          icon(icons.table),
        ),
        button(
          'icon-button',
          text.history,
          sheet(text.history, () => this.#history(stage)),
          icon(icons.history),
        ),
        this.#soundButton,
      ),
      stage.root,
      el(
        'footer',
        { class: 'table-foot' },
        el('span', { class: 'label' }, text.balance),
        this.#balance,
        el('p', { class: 'stamp' }, text.stamp),
      ),
    );
  }

  #history(stage: TableStage): HTMLElement {
    const list = el('ol', { class: 'rounds' });
    const status = el('p', { class: 'hint', role: 'status' }, tableText.loading);
    const more = button('text-button', tableText.more, () => void load(cursor), tableText.more);
    let cursor: string | undefined;
    const load = async (from: string | undefined): Promise<void> => {
      more.hidden = true;
      try {
        const page = await this.#api.tickets(from);
        list.append(...page.tickets.map((ticket) => rowOf(stage, ticket)));
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
}

function rowOf(stage: TableStage, ticket: TicketOnWire): HTMLElement {
  const told =
    ticket.state === 'settled'
      ? tableText.history(formatBaht(amountOf(ticket.stake)), formatBaht(amountOf(ticket.payout)))
      : (ticket.message ?? tableText.states[ticket.state]);
  const isGain = amountOf(ticket.payout) > amountOf(ticket.stake);
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
        el('strong', { class: isGain ? 'gain' : '' }, told),
      ),
      el('div', { class: 'round-details' }, stage.told(ticket)),
    ),
  );
}

export function amountOf(amount: string | undefined): Money {
  return parseProviderAmount(amount ?? '') ?? zeroMoney;
}
