// The page of a shared table: the session, the stream of the public state, and the player's own tickets.
//
// Always true: the table shows the stream only; after a reconnect the whole state is received. Money is shown as
// reported by the wallet. The result of a round is shown once for all tickets of it, after the last one has ended. A
// reload restores every ticket.
//
// Elsewhere: the drawing of a table (stage of each game), requests (table-api.ts).

import { formatBaht, type Money, parseProviderAmount, formatProviderAmount, zeroMoney } from '@chaba/money';

import type { PositionOnWire, TableStateOnWire, TicketOnWire } from '#studio/tables/table-wire';

import { celebrate, isMuch } from './celebration.ts';
import { Chips } from './chips.ts';
import { button, el, icon, icons } from './dom.ts';
import { MemberSite } from './member-site.ts';
import { text } from './page.text.ts';
import { isSeatGone, messageOf, openProblemSheet, openWayBack } from './problem-sheet.ts';
import { openSheet } from './sheet.ts';
import { makeSound } from './sound.ts';
import { soundButton } from './sound-button.ts';
import { newRoundId, readTab, StudioUnreachable, writeTab } from './studio-api.ts';
import { TableApi } from './table-api.ts';
import { tableHistory } from './table-history.ts';
import { tableText } from './table.text.ts';

export type TableStage = {
  readonly gameCode: string;
  readonly name: string;
  readonly root: HTMLElement;
  /** The session was taken up: its state. */
  opened?(state: TableStateOnWire): void;
  show(state: unknown): void;
  showTickets(tickets: readonly TicketOnWire[]): void;
  /** The rules, with what the bets return. */
  rules(): HTMLElement;
  /** What was decided, and where it is checked. */
  describeTicket(ticket: TicketOnWire): HTMLElement;
  /** Can bets be placed now. */
  readonly isOpen: boolean;
  /** When what the table shows is over; nothing is told of a bet before. */
  untilShown?(): Promise<void>;
  /** Another chip was chosen. */
  chipChanged?(): void;
  /** Whether the key meant something. */
  onKey(event: KeyboardEvent): boolean;
};

const LOOK_AGAIN_MS = 700;
const OPEN_STATES = ['placing', 'staked', 'deciding', 'cancelling'];

export class TablePage {
  readonly #chips = new Chips(() => this.#stage?.chipChanged?.());
  readonly line = el('p', { class: 'table-line', role: 'status' });
  readonly #api: TableApi;
  /** The tickets of which this tab has not told how they ended. */
  readonly #waitedKey: string;
  readonly #waited: Set<string>;
  readonly sound = makeSound();
  readonly #balance = el('strong', { class: 'amount' }, '–');
  readonly #memberSite = new MemberSite();
  readonly #soundButton = soundButton(this.sound);
  #stage: TableStage | undefined;
  #tickets: readonly TicketOnWire[] = [];
  #looking: number | undefined;
  #isLooking = false;

  constructor(gameCode: string) {
    this.#api = new TableApi(gameCode);
    this.#waitedKey = `${gameCode}-open`;
    this.#waited = new Set(readTab(this.#waitedKey)?.split(' ').filter(Boolean));
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
    await this.#decryptSessionToken();
  }

  /** Places the chosen chip. */
  async place(type: string): Promise<void> {
    await this.placeAll([{ type, stake: formatProviderAmount(this.chip) }]);
  }

  /** Places these; the same id is sent until somebody answers. */
  async placeAll(positions: readonly PositionOnWire[]): Promise<void> {
    const clientTicketId = newRoundId();
    this.#say(tableText.placing);
    for (;;) {
      try {
        const ticket = await this.#api.place(clientTicketId, positions);
        this.#take(ticket);
        this.#say(ticket.message ?? tableText.placed(formatBaht(amountOf(ticket.stake))));
        if (ticket.state !== 'refused') this.sound.chip();
        else openWayBack(ticket, this.#memberSite);
        return;
      } catch (error) {
        if (!(error instanceof StudioUnreachable)) {
          this.#showProblem(error);
          return;
        }
        this.#say(tableText.lostConnection);
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
      this.#say(tableText.states[cancelled.state]);
    } catch (error) {
      this.#showProblem(error);
    }
  }

  async #decryptSessionToken(): Promise<void> {
    const query = new URLSearchParams(location.search);
    let state: TableStateOnWire;
    try {
      state = await this.#api.seat(query);
    } catch (error) {
      document.body.dataset['phase'] = 'over';
      this.#showProblem(error, () => void this.#decryptSessionToken());
      return;
    }
    // A launch token is good once: out of the address it goes, so a reload goes on with the seat it gave.
    if (query.has('token')) history.replaceState(undefined, '', location.pathname);
    this.#memberSite.openedFrom(state.returnUrl);
    this.#setBalance(state.balance);
    this.#stage?.opened?.(state);
    this.#tell(this.#toTell(state.tickets));
    this.#setTickets(state.tickets);
    this.#listen();
    document.addEventListener('visibilitychange', () => void this.#look());
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

  #take(ticket: TicketOnWire): void {
    this.#setBalance(ticket.balance);
    // What became of it is said by whoever asked.
    if (!isOpen(ticket)) this.#waited.delete(ticket.ticketId);
    this.#setTickets([ticket, ...this.#tickets.filter(({ ticketId }) => ticketId !== ticket.ticketId)]);
  }

  #setTickets(tickets: readonly TicketOnWire[]): void {
    this.#tickets = tickets;
    this.#stage?.showTickets(tickets);
    clearTimeout(this.#looking);
    for (const { ticketId } of tickets.filter(isOpen)) this.#waited.add(ticketId);
    writeTab(this.#waitedKey, [...this.#waited].join(' '));
    if (this.#waited.size > 0) this.#looking = window.setTimeout(() => void this.#look(), LOOK_AGAIN_MS);
  }

  /** Asks how the tickets stand, and tells what came of them when the table has shown it. */
  async #look(): Promise<void> {
    if (document.visibilityState !== 'visible' || this.#isLooking) return;
    this.#isLooking = true;
    try {
      if (this.#toTell((await this.#api.tickets()).tickets).length > 0) await this.#stage?.untilShown?.();
      const { tickets } = await this.#api.tickets();
      const known = new Set(tickets.map(({ ticketId }) => ticketId));
      // One that was placed while this was asked is not among them yet.
      const placed = this.#tickets.filter((ticket) => isOpen(ticket) && !known.has(ticket.ticketId));
      const ended = this.#toTell([...placed, ...tickets]);
      this.#tell(ended);
      this.#setTickets([...placed, ...tickets]);
      if (ended.length > 0) this.#setBalance((await this.#api.state()).balance);
    } catch (error) {
      if (isSeatGone(error)) this.#showProblem(error);
      else this.#setTickets(this.#tickets);
    } finally {
      this.#isLooking = false;
    }
  }

  /** Those that this tab waits for and that have ended, with every other of their round. */
  #toTell(tickets: readonly TicketOnWire[]): readonly TicketOnWire[] {
    const going = new Set(tickets.filter(isOpen).map(({ roundId }) => roundId));
    return tickets.filter(({ ticketId, roundId }) => this.#waited.has(ticketId) && !going.has(roundId));
  }

  #tell(ended: readonly TicketOnWire[]): void {
    if (ended.length === 0) return;
    for (const { ticketId } of ended) this.#waited.delete(ticketId);
    const total = (part: 'stake' | 'payout'): bigint =>
      ended.filter(({ state }) => state === 'settled').reduce((sum, ticket) => sum + amountOf(ticket[part]), 0n);
    const [stake, payout] = [total('stake'), total('payout')];
    if (stake === 0n) this.#say(ended[0]?.message ?? tableText.states.cancelled);
    else if (payout === 0n) this.#say(tableText.lost);
    else this.#say((payout > stake ? tableText.won : tableText.returned)(formatBaht(payout as Money)), payout > stake);
    if (payout > stake) this.sound.gain(isMuch(stake, payout));
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
    this.#memberSite.tellBalance(formatProviderAmount(known));
  }

  /** A bet that was refused is said in the line alone. */
  #showProblem(error: unknown, retry?: () => void): void {
    this.#say(messageOf(error));
    if (isSeatGone(error) || retry) openProblemSheet(error, this.#memberSite, retry);
  }

  #onKey(event: KeyboardEvent, stage: TableStage): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (document.querySelector('dialog[open]')) return;
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
          sheet(text.history, () => tableHistory(this.#api, (ticket) => stage.describeTicket(ticket))),
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

export function amountOf(amount: string | undefined): Money {
  return parseProviderAmount(amount ?? '') ?? zeroMoney;
}
