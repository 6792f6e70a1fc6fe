// The page of a shared table: the session, the stream of the public state, and the player's own tickets.
//
// Always true: the table shows the stream only; after a reconnect the whole state is received. Money is shown as
// reported by the wallet. The result of a round is shown once for all tickets of it, after the last one has ended. A
// reload restores every ticket.
//
// Elsewhere: the drawing of a table (stage of each game), requests (table-api.ts).

import { formatBaht, type Money, parseProviderAmount, formatProviderAmount, zeroMoney } from '@chaba/money';

import type { PositionOnWire, TableStateOnWire, TicketOnWire } from '#studio/wire/table-wire';

import { celebrate, celebrationMs } from './celebration.ts';
import { Chips } from './chips.ts';
import { button, el, icon, icons } from './dom.ts';
import { MemberSite } from './member-site.ts';
import { text } from './page.text.ts';
import { isSessionOver, getErrorMessage, openProblemSheet, openWayBack } from './problem-sheet.ts';
import { openSheet } from './sheet.ts';
import { createSound } from './sound.ts';
import { soundButton } from './sound-button.ts';
import { newRoundId, readTab, StudioUnreachable, writeTab } from './studio-api.ts';
import { TableApi } from './table-api.ts';
import { createTableHistory } from './table-history.ts';
import { tableText } from './table.text.ts';

export type TableStage = {
  readonly gameCode: string;
  readonly name: string;
  readonly root: HTMLElement;
  /** Receives the state of the opened session. */
  opened?(state: TableStateOnWire): void;
  show(state: unknown): void;
  showTickets(tickets: readonly TicketOnWire[]): void;
  /** The rules, with the returns of the bets. */
  rules(): HTMLElement;
  /** The result of a ticket, with a link to the verifier. */
  describeTicket(ticket: TicketOnWire): HTMLElement;
  /** Whether bets can be placed now. */
  readonly isOpen: boolean;
  /** Resolves at the end of the table's show; results of bets are shown after it. */
  untilShown?(): Promise<void>;
  /** Called after another chip was chosen. */
  chipChanged?(): void;
  /** Handles a key; returns whether it has a meaning. */
  onKey(event: KeyboardEvent): boolean;
};

const REFRESH_MS = 700;
const OPEN_STATES = ['placing', 'staked', 'deciding', 'cancelling'];

export class TablePage {
  readonly #chips = new Chips(() => this.#stage?.chipChanged?.());
  readonly line = el('p', { class: 'table-line', role: 'status' });
  readonly #api: TableApi;
  /** Ids of the tickets whose end this tab has not shown. */
  readonly #openTicketsKey: string;
  readonly #openTicketIds: Set<string>;
  readonly sound = createSound();
  readonly #balance = el('strong', { class: 'amount' }, '–');
  readonly #memberSite = new MemberSite();
  readonly #soundButton = soundButton(this.sound);
  #stage: TableStage | undefined;
  #tickets: readonly TicketOnWire[] = [];
  #refreshTimer: number | undefined;
  #isRefreshing = false;

  constructor(gameCode: string) {
    this.#api = new TableApi(gameCode);
    this.#openTicketsKey = `${gameCode}-open`;
    this.#openTicketIds = new Set(readTab(this.#openTicketsKey)?.split(' ').filter(Boolean));
  }

  get chips(): HTMLElement {
    return this.#chips.root;
  }

  get chip(): Money {
    return this.#chips.amount;
  }

  async start(stage: TableStage): Promise<void> {
    this.#stage = stage;
    document.title = stage.name;
    document.body.append(this.#room(stage));
    document.body.dataset['phase'] = 'opening';
    document.addEventListener('keydown', (event) => this.#onKey(event, stage));
    await this.#openSession();
  }

  /** Places the chosen chip. */
  async place(type: string): Promise<void> {
    await this.placeAll([{ type, stake: formatProviderAmount(this.chip) }]);
  }

  /** Places positions; the request is repeated with the same id until the studio responds. */
  async placeAll(positions: readonly PositionOnWire[]): Promise<void> {
    const clientTicketId = newRoundId();
    this.#say(tableText.placing);
    for (;;) {
      try {
        const ticket = await this.#api.place(clientTicketId, positions);
        this.#replaceTicket(ticket);
        this.#say(ticket.message ?? tableText.placed(formatBaht(parseAmount(ticket.stake))));
        if (ticket.state !== 'refused') this.sound.chip();
        else openWayBack(ticket, this.#memberSite);
        return;
      } catch (error) {
        if (!(error instanceof StudioUnreachable)) {
          this.#showProblem(error);
          return;
        }
        this.#say(tableText.lostConnection);
        await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
      }
    }
  }

  /** Cancels the newest staked ticket. */
  async cancelNewest(): Promise<void> {
    const ticket = this.#tickets.find(({ state }) => state === 'staked');
    if (!ticket) return;
    try {
      const cancelled = await this.#api.cancel(ticket.ticketId);
      this.#replaceTicket(cancelled);
      this.#say(tableText.states[cancelled.state]);
    } catch (error) {
      this.#showProblem(error);
    }
  }

  async #openSession(): Promise<void> {
    const query = new URLSearchParams(location.search);
    let state: TableStateOnWire;
    try {
      state = await this.#api.loadSession(query);
    } catch (error) {
      document.body.dataset['phase'] = 'over';
      this.#showProblem(error, () => void this.#openSession());
      return;
    }
    // A launch token is valid once; it is removed from the address, so that a reload continues with its session.
    if (query.has('token')) history.replaceState(undefined, '', location.pathname);
    this.#memberSite.setReturnUrl(state.returnUrl);
    this.#setBalance(state.balance);
    this.#stage?.opened?.(state);
    this.#showResults(this.#listEnded(state.tickets));
    this.#setTickets(state.tickets);
    this.#listen();
    document.addEventListener('visibilitychange', () => void this.#refreshTickets());
  }

  #listen(): void {
    const events = new EventSource(`/studio/v1/tables/${this.#api.gameCode}/events`);
    events.addEventListener('message', ({ data }) => {
      if (this.line.textContent === tableText.lostConnection) this.#say('');
      this.#stage?.show(JSON.parse(String(data)));
      const phase = this.#stage?.isOpen === true ? 'open' : 'shut';
      if (document.body.dataset['phase'] !== phase) document.body.dataset['phase'] = phase;
    });
    events.addEventListener('error', () => {
      this.#say(tableText.lostConnection);
    });
  }

  #replaceTicket(ticket: TicketOnWire): void {
    this.#setBalance(ticket.balance);
    // The caller shows the outcome of this ticket.
    if (!isOpen(ticket)) this.#openTicketIds.delete(ticket.ticketId);
    this.#setTickets([ticket, ...this.#tickets.filter(({ ticketId }) => ticketId !== ticket.ticketId)]);
  }

  #setTickets(tickets: readonly TicketOnWire[]): void {
    this.#tickets = tickets;
    this.#stage?.showTickets(tickets);
    clearTimeout(this.#refreshTimer);
    for (const { ticketId } of tickets.filter(isOpen)) this.#openTicketIds.add(ticketId);
    writeTab(this.#openTicketsKey, [...this.#openTicketIds].join(' '));
    if (this.#openTicketIds.size > 0) {
      this.#refreshTimer = window.setTimeout(() => void this.#refreshTickets(), REFRESH_MS);
    }
  }

  /** Loads the tickets and shows their results after the table's show. */
  async #refreshTickets(): Promise<void> {
    if (document.visibilityState !== 'visible' || this.#isRefreshing) return;
    this.#isRefreshing = true;
    try {
      if (this.#listEnded((await this.#api.tickets()).tickets).length > 0) await this.#stage?.untilShown?.();
      const { tickets } = await this.#api.tickets();
      const known = new Set(tickets.map(({ ticketId }) => ticketId));
      // A ticket placed during the request is missing from the response.
      const placed = this.#tickets.filter((ticket) => isOpen(ticket) && !known.has(ticket.ticketId));
      const ended = this.#listEnded([...placed, ...tickets]);
      this.#showResults(ended);
      this.#setTickets([...placed, ...tickets]);
      if (ended.length > 0) this.#setBalance((await this.#api.state()).balance);
    } catch (error) {
      if (isSessionOver(error)) this.#showProblem(error);
      else this.#setTickets(this.#tickets);
    } finally {
      this.#isRefreshing = false;
    }
  }

  /** Tickets of this tab that have ended, together with all tickets of their round. */
  #listEnded(tickets: readonly TicketOnWire[]): readonly TicketOnWire[] {
    const going = new Set(tickets.filter(isOpen).map(({ roundId }) => roundId));
    return tickets.filter(({ ticketId, roundId }) => this.#openTicketIds.has(ticketId) && !going.has(roundId));
  }

  #showResults(ended: readonly TicketOnWire[]): void {
    if (ended.length === 0) return;
    for (const { ticketId } of ended) this.#openTicketIds.delete(ticketId);
    const total = (part: 'stake' | 'payout'): bigint =>
      ended.filter(({ state }) => state === 'settled').reduce((sum, ticket) => sum + parseAmount(ticket[part]), 0n);
    const [stake, payout] = [total('stake'), total('payout')];
    if (stake === 0n) this.#say(ended[0]?.message ?? tableText.states.cancelled);
    else if (payout === 0n) this.#say(tableText.lost);
    else this.#say((payout > stake ? tableText.won : tableText.returned)(formatBaht(payout as Money)), payout > stake);
    if (payout > stake) this.sound.gain(celebrationMs(stake, payout));
    celebrate(stake, payout);
  }

  #say(words: string, isGain = false): void {
    this.line.textContent = words;
    this.line.classList.toggle('gain', isGain);
  }

  #setBalance(amount: string | undefined): void {
    const known = parseProviderAmount(amount ?? '');
    if (known === undefined) return;
    this.#balance.textContent = formatBaht(known);
    this.#memberSite.postBalance(formatProviderAmount(known));
  }

  /** Shows an error; a rejected bet is shown in the line only. */
  #showProblem(error: unknown, retry?: () => void): void {
    this.#say(getErrorMessage(error));
    if (isSessionOver(error) || retry) openProblemSheet(error, this.#memberSite, retry);
  }

  #onKey(event: KeyboardEvent, stage: TableStage): void {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (event.repeat) {
      // A browser clicks the focused place again for each repetition of a held key.
      if (event.key === 'Enter') event.preventDefault();
      return;
    }
    if (this.#chips.onKey(event) || stage.onKey(event)) event.preventDefault();
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
        this.#memberSite.link,
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
          sheet(text.history, () => createTableHistory(this.#api, (ticket) => stage.describeTicket(ticket))),
          icon(icons.history),
        ),
        this.#soundButton,
      ),
      stage.root,
      el(
        'footer',
        { class: 'table-foot' },
        el('p', { class: 'stamp' }, text.stamp),
        el('p', { class: 'table-balance' }, el('span', { class: 'label' }, text.balance), ' ', this.#balance),
      ),
    );
  }
}

function isOpen({ state }: TicketOnWire): boolean {
  return OPEN_STATES.includes(state);
}

export function parseAmount(amount: string | undefined): Money {
  return parseProviderAmount(amount ?? '') ?? zeroMoney;
}
