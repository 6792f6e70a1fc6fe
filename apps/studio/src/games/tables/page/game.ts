// The page of every table with rounds: its show, road and places, from the rules and the layout of its address.
//
// Always true: every page shows the result of a round at one time of the studio's clock, at the end of the show. A page
// with reduced motion, or late by a large part of the show, waits for that time without motion; a page that is a little
// late shortens the show. A page that opens with less than a second left accepts no bets in that round.
//
// Elsewhere: the session, the bets and their responses (page-kit/table-page.ts), shows (show-*.ts), places (places.ts).

import { formatBaht, formatProviderAmount, type Money, zeroMoney } from '@chaba/money';

import { button, el, icon, icons } from '#studio/page-kit/dom';
import { isMotionReduced, pause } from '#studio/page-kit/motion';
import { openSheet } from '#studio/page-kit/sheet';
import { parseAmount, TablePage } from '#studio/page-kit/table-page';
import { text as pageText } from '#studio/page-kit/page.text';
import type { OpenRoundOnWire, RoundFactsOnWire, RoundTableOnWire, StatedOnWire } from '#studio/wire/round-wire';
import { findRules } from '#studio/games/tables/rules/all';
import { tableWords } from '#studio/games/tables/rules/words.text';
import { findPlace, type PlaceReturn } from '#studio/games/tables/table-rules';
import type { PositionOnWire, TicketOnWire } from '#studio/wire/table-wire';

import { getLayout } from './layouts.ts';
import { Places } from './places.ts';
import { checkLink } from './check-link.ts';
import { openShow, smallResult } from './result.ts';
import { openRoad, statisticsSheet } from './road.ts';
import { text } from './rounds.text.ts';
import { rulesSheet } from './rules-sheet.ts';

/** Share of the time between window and payment that the show uses. */
const SHOW_SHARE = 0.82;
/** A page that is later than this share of that time waits for the result without motion. */
const STILL_SHARE = 0.3;
const CLOCK_EVENTS = 8;
const HURRY_FROM_MS = 5_000;
const JOIN_LEFT_MS = 1_000;

const gameCode = /\/games\/([a-z0-9-]+)/.exec(location.pathname)?.[1] ?? '';
const rules = findRules(gameCode);
const words = tableWords[gameCode];
if (!rules || !words) throw new Error(`${gameCode} is no table`);
const layout = getLayout(
  gameCode,
  rules.places.map(({ type }) => type),
);

const page = new TablePage(gameCode);
const phase = el('p', { class: 'phase', 'aria-live': 'polite' });
const bar = el('div', { class: 'bar', 'aria-hidden': 'true' }, el('i', {}));
const show = openShow(layout.show, gameCode, words);
const statistics = button('text-button road-button', text.statistics, () => showStatistics(), text.statistics);
const road = openRoad(rules, words, layout, statistics);
const places = new Places(rules, words, layout, (type) => bet(type));
const takeBack = button('side-button', text.takeBack, () => void page.cancelNewest(), icon(icons.undo));
const repeat = button('side-button', text.repeat, () => repeatBets(), icon(icons.spin));

let state: RoundTableOnWire | undefined;
let stated: StatedOnWire | undefined;
/** Differences between the clocks of device and studio at the last events; the least has the shortest transmission. */
let clockOffs: readonly number[] = [];
/** The round on the page, and the one whose result is shown. */
let shownRound = '';
let revealed: Promise<void> = Promise.resolve();
let result = '';
/** A round whose show was over when the page opened. */
let missedRound = '';
let ownTickets: readonly TicketOnWire[] = [];

await page.start({
  gameCode,
  name: words.name,
  root: el(
    'section',
    { class: `felt rounds show-${layout.show}` },
    el(
      'div',
      { class: 'felt-show' },
      el('div', { class: 'phase-box' }, phase, bar),
      el('div', { class: 'show-box' }, show.root),
      road.root,
    ),
    el(
      'div',
      { class: 'felt-bets' },
      places.root,
      page.line,
      el('div', { class: 'chip-row' }, takeBack, page.chips, repeat),
    ),
  ),
  opened: (state) => {
    stated = state.stated;
  },
  show(published) {
    const isFirst = state === undefined;
    state = published as RoundTableOnWire;
    clockOffs = [...clockOffs, Date.now() - state.nowMs].slice(-CLOCK_EVENTS);
    if (isFirst && leftMs() < JOIN_LEFT_MS) missedRound = state.round?.roundId ?? '';
    showRound(state, isFirst);
    showStakes();
    tick();
  },
  showTickets(tickets) {
    ownTickets = tickets;
    showStakes();
  },
  rules: () =>
    rulesSheet(rules, words, layout, stated, {
      now: state?.round?.commitment ?? '',
      next: state?.nextCommitment ?? '',
    }),
  describeTicket,
  untilShown: () => revealed,
  onKey({ code }) {
    const type = layout.keys[code];
    if (type !== undefined) bet(type);
    else if (code === 'Backspace') void page.cancelNewest();
    else if (code === 'KeyZ') repeatBets();
    else return false;
    return true;
  },
  get isOpen() {
    return canBet();
  },
});
setInterval(tick, 250);

function tick(): void {
  const round = state?.round;
  if (!round) {
    announcePhase(text.waiting);
    return;
  }
  const left = leftMs();
  if (left > 0) announcePhase(text.betting(Math.ceil(left / 1_000)));
  else if (result === '') announcePhase(round.numbers ? text.drawing : text.waiting);
  bar.style.setProperty('--left', String(Math.max(0, left / (round.closesAtMs - round.opensAtMs))));
  bar.classList.toggle('hurry', left < HURRY_FROM_MS);
  places.setShut(!canBet());
  takeBack.setAttribute('aria-disabled', String(left <= 0 || staked().length === 0));
  repeat.setAttribute('aria-disabled', String(!canBet() || lastBets().length === 0));
  const open = canBet() ? 'open' : 'shut';
  if (document.body.dataset['phase'] !== open && document.body.dataset['phase'] !== 'over') {
    document.body.dataset['phase'] = open;
  }
}

function announcePhase(sentence: string): void {
  // Seconds are not announced to screen readers, because they would drown out everything else.
  phase.setAttribute('aria-live', result === '' ? 'off' : 'polite');
  if (phase.textContent !== sentence) phase.textContent = sentence;
}

function leftMs(): number {
  return (state?.round?.closesAtMs ?? 0) - studioNowMs();
}

function studioNowMs(): number {
  return Date.now() - Math.min(...clockOffs);
}

function canBet(): boolean {
  return leftMs() > 0 && state?.round?.roundId !== missedRound;
}

function showRound(published: RoundTableOnWire, isFirst: boolean): void {
  const { round, marks } = published;
  if (!round) return;
  if (!round.numbers) {
    if (shownRound !== round.roundId) beginRound(round.roundId);
    road.show(published, marks);
    return;
  }
  const shown = `${round.roundId}+`;
  if (shownRound === shown) return;
  if (shownRound !== round.roundId) beginRound(round.roundId);
  shownRound = shown;
  // The road shows the result of a round after its show.
  road.show(published, marks.slice(0, -1));
  const showMs = round.shownAtMs - round.closesAtMs;
  const sinceShutMs = studioNowMs() - round.closesAtMs;
  const untilResultMs = Math.max(0, showMs * SHOW_SHARE - sinceShutMs);
  const isStill = sinceShutMs > showMs * STILL_SHARE;
  const stillMs = isStill || isMotionReduced() ? untilResultMs : 0;
  const isCurrent = (): boolean => shownRound === shown;
  const how = { ms: untilResultMs - stillMs, sound: isFirst || isStill ? undefined : page.sound, isCurrent };
  const ended = pause(stillMs).then(() => (isCurrent() ? show.reveal(round.numbers ?? [], how) : undefined));
  revealed = Promise.all([ended, pause(untilResultMs)]).then(() => {
    if (isCurrent()) showResult(round);
  });
}

function beginRound(roundId: string): void {
  shownRound = roundId;
  result = '';
  phase.className = 'phase';
  revealed = Promise.resolve();
  show.rest();
  places.showResult(undefined);
}

function showResult({ numbers = [] }: OpenRoundOnWire): void {
  if (!rules || !words || !state) return;
  const outcome = rules.outcomeOf(numbers);
  const mark = rules.road.mark(outcome);
  result = words.result(mark);
  phase.className = `phase told tone-${layout.tones[mark[0] ?? ''] ?? 'gold'}`;
  announcePhase(result);
  places.showResult((type): PlaceReturn => findPlace(rules, type)?.returned(outcome) ?? { perMille: 0 });
  road.show(state, state.marks);
}

function bet(type: string): void {
  if (canBet()) void page.place(type);
}

/** The bets of the newest earlier round with bets. */
function lastBets(): readonly PositionOnWire[] {
  const before = ownTickets.filter(({ roundId, state: how }) => roundId !== state?.round?.roundId && how === 'settled');
  const last = before[0]?.roundId;
  const sums = sumStakes(before.filter(({ roundId }) => roundId === last));
  return [...sums].map(([type, stake]) => ({ type, stake: formatProviderAmount(stake) }));
}

function repeatBets(): void {
  const positions = lastBets();
  if (canBet() && positions.length > 0) void page.placeAll(positions);
}

function staked(): readonly TicketOnWire[] {
  const roundId = state?.round?.roundId;
  return ownTickets.filter(
    (ticket) => ticket.roundId === roundId && ticket.state !== 'cancelled' && ticket.state !== 'refused',
  );
}

function sumStakes(tickets: readonly TicketOnWire[]): Map<string, Money> {
  const sums = new Map<string, Money>();
  for (const { type, stake } of tickets.flatMap(({ positions }) => positions)) {
    sums.set(type, ((sums.get(type) ?? zeroMoney) + parseAmount(stake)) as Money);
  }
  return sums;
}

function showStakes(): void {
  places.showStakes(sumStakes(staked()), state?.stakes ?? {});
}

function showStatistics(): void {
  if (!words || !state) return;
  // The result of a round is counted after its show.
  const [drawn = ''] = state.round?.numbers && result === '' ? (state.marks.at(-1) ?? []) : [];
  const counts = { ...state.counts, [drawn]: (state.counts[drawn] ?? 1) - 1 };
  const content = statisticsSheet(words, layout, counts, stated);
  openSheet(text.statistics, pageText.close, content, pageText.stamp);
}

function describeTicket(ticket: TicketOnWire): HTMLElement {
  const facts = ticket.round as unknown as RoundFactsOnWire;
  const bets = ticket.positions.map(
    ({ type, stake }) => `${words?.place(type) ?? type} ${formatBaht(parseAmount(stake))}`,
  );
  const source = rules?.draw === 'shoe' ? text.shoe : text.chain;
  const isDrawing = ticket.roundId === state?.round?.roundId && result === '';
  return el(
    'div',
    {},
    el('p', {}, bets.join(' · ')),
    ...(words && !isDrawing ? [smallResult(layout.show, gameCode, facts.numbers, words)] : []),
    el('p', { class: 'hint' }, text.round(source, facts.sourceNo, facts.roundNo)),
    isDrawing ? el('p', { class: 'hint' }, phase.textContent) : checkLink(gameCode, facts),
  );
}
