// The player's own rounds, newest first, each with its window and the data to verify it.
//
// Always true: no result of a round is listed before the page has shown it.

import { formatTime } from '@chaba/contract/thai-time';
import { formatBaht, parseProviderAmount, zeroMoney } from '@chaba/money';

import type { RoundOnWire } from '#studio/wire/wire';

import { button, el } from './dom.ts';
import { historyText, text } from './page.text.ts';
import type { StudioApi } from './studio-api.ts';

/** Draws a round in small size. */
export type RoundDrawing = (round: RoundOnWire) => HTMLElement;

/** Event of the document: a round has begun or ended. */
export const PHASE_CHANGED = 'phase-changed';

/** Whether the page shows the round at the moment. */
type RoundCheck = (round: RoundOnWire) => boolean;

export function createHistoryContent(api: StudioApi, drawing: RoundDrawing, isPlaying: RoundCheck): HTMLElement {
  const list = el('ol', { class: 'rounds' });
  const status = el('p', { class: 'hint', role: 'status' }, historyText.loading);
  const more = button('text-button', historyText.more, () => void load(cursor), historyText.more);
  more.hidden = true;
  let cursor: string | undefined;

  async function load(from: string | undefined): Promise<void> {
    more.hidden = true;
    status.textContent = historyText.loading;
    try {
      const page = await api.rounds(from);
      if (from === undefined) list.replaceChildren();
      list.append(...page.rounds.map((round) => roundRow(round, api.gameCode, drawing, isPlaying(round))));
      if (page.rounds.some(isPlaying)) document.addEventListener(PHASE_CHANGED, reload, { once: true });
      cursor = page.cursor;
      more.hidden = cursor === undefined;
      const isEmpty = list.childElementCount === 0;
      status.replaceChildren(
        ...(isEmpty ? [el('strong', {}, historyText.empty), el('br'), historyText.emptyHint] : []),
      );
    } catch {
      status.textContent = text.unreachable;
      more.hidden = false;
    }
  }

  const reload = (): unknown => list.isConnected && load(undefined);
  void load(undefined);
  return el('div', {}, list, status, more);
}

function roundRow(round: RoundOnWire, gameCode: string, drawing: RoundDrawing, isPlaying: boolean): HTMLElement {
  const time = formatTime(new Date(round.at));
  if (isPlaying) return el('li', {}, el('p', { class: 'hint' }, `${time} · ${text.spinning}`));
  const stake = parseProviderAmount(round.stake) ?? zeroMoney;
  const payout = parseProviderAmount(round.payout ?? '0') ?? zeroMoney;
  const outcome =
    round.state === 'settled'
      ? historyText.stakeAndPayout(formatBaht(stake), formatBaht(payout))
      : round.state === 'voided'
        ? historyText.voided
        : historyText.checking;
  const details = el(
    'details',
    {},
    el(
      'summary',
      {},
      el('span', {}, round.isFree === true ? `${time} · ${text.free}` : time),
      el('strong', { class: payout > stake ? 'gain' : '' }, outcome),
    ),
  );
  // Fifteen images a round, created when the row is opened.
  details.addEventListener('toggle', () => details.append(roundDetails(round, gameCode, drawing)), { once: true });
  return el('li', {}, details);
}

function roundDetails(round: RoundOnWire, gameCode: string, drawing: RoundDrawing): HTMLElement {
  const { fairness } = round;
  const link =
    fairness.serverSeed === undefined
      ? el('p', { class: 'hint' }, historyText.hidden)
      : el(
          'a',
          { class: 'text-button', href: verifyAddress(round, gameCode, fairness.serverSeed) },
          historyText.verify,
        );
  return el(
    'div',
    { class: 'round-details' },
    round.draws && drawing(round),
    el(
      'dl',
      {},
      el('dt', {}, historyText.round),
      el('dd', {}, round.roundId),
      el('dt', {}, historyText.nonce),
      el('dd', {}, String(fairness.nonce)),
    ),
    link,
  );
}

/** Address of the verifier; the seeds are in the fragment, which browsers do not send to servers. */
function verifyAddress(round: RoundOnWire, gameCode: string, serverSeed: string): string {
  const { stake, fairness, isFree, carry, decision } = round;
  const { commitment, clientSeed, nonce } = fairness;
  const facts = new URLSearchParams({ serverSeed, commitment, clientSeed, nonce: String(nonce), stake });
  if (isFree === true) facts.set('isFree', '1');
  if (carry !== undefined) facts.set('carry', carry);
  if (decision !== undefined) facts.set('decision', decision);
  return `/games/${gameCode}/verify#${facts}`;
}
