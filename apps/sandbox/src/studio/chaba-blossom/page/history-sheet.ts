// The player's own rounds, newest first, each with its window and what it takes to check it.

import { formatTime } from '@chaba/contract/thai-time';
import { formatBaht, parseProviderAmount, zeroMoney } from '@chaba/money';

import { windowAt } from '#studio/chaba-blossom/maths';
import { button, el } from '#studio/page/dom';
import type { StudioApi } from '#studio/page/studio-api';
import type { RoundOnWire } from '#studio/wire';

import { historyText, text } from './page.text.ts';
import type { SymbolImages } from './symbols.ts';

export function historyContent(api: StudioApi, images: SymbolImages): HTMLElement {
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
      list.append(...page.rounds.map((round) => roundRow(round, images)));
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

  void load(undefined);
  return el('div', {}, list, status, more);
}

function roundRow(round: RoundOnWire, images: SymbolImages): HTMLElement {
  const stake = parseProviderAmount(round.stake) ?? zeroMoney;
  const payout = parseProviderAmount(round.payout ?? '0') ?? zeroMoney;
  const told =
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
      el('span', {}, formatTime(new Date(round.at))),
      el('strong', { class: payout > stake ? 'gain' : '' }, told),
    ),
  );
  // Fifteen images a round: made when the row is opened.
  details.addEventListener('toggle', () => details.append(roundDetails(round, images)), { once: true });
  return el('li', {}, details);
}

function roundDetails(round: RoundOnWire, images: SymbolImages): HTMLElement {
  const { fairness } = round;
  const link =
    fairness.serverSeed === undefined
      ? el('p', { class: 'hint' }, historyText.hidden)
      : el('a', { class: 'text-button', href: verifyAddress(round, fairness.serverSeed) }, historyText.verify);
  return el(
    'div',
    { class: 'round-details' },
    round.draws && windowDrawing(round.draws, images),
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

export function windowDrawing(stops: readonly number[], images: SymbolImages): HTMLElement {
  const window = windowAt(stops);
  const cells = [0, 1, 2].flatMap((row) =>
    window.map((shown) => el('img', { src: images[shown[row] ?? 'lantern'], alt: '', width: 44, height: 44 })),
  );
  return el('div', { class: 'small-window' }, ...cells);
}

/** The seeds travel behind the #, which no server sees. */
function verifyAddress({ stake, fairness }: RoundOnWire, serverSeed: string): string {
  const { commitment, clientSeed, nonce } = fairness;
  const facts = new URLSearchParams({ serverSeed, commitment, clientSeed, nonce: String(nonce), stake });
  return `/games/chaba-blossom/verify#${facts}`;
}
