// The verifier: computes a round again from its revealed seeds, in the browser, and asks nobody.

import { formatBaht, parseBaht } from '@chaba/money';

import { resultOf, STOP_COUNTS } from '#studio/chaba-blossom/maths';
import { CLIENT_SEED_PATTERN, drawNumbers } from '#studio/fairness/draw';
import { hexOf, hmacSha256, sha256 } from '#studio/fairness/sha256';
import { button, el } from '#studio/page/dom';

import { windowDrawing } from './history-sheet.ts';
import { symbolNames, text, verifyText } from './page.text.ts';
import { shareOf } from './result-line.ts';
import { loadSymbols } from './symbols.ts';

const SERVER_SEED_PATTERN = /^[0-9a-f]{64}$/;
const NONCE_PATTERN = /^\d{1,9}$/;

const given = new URLSearchParams(location.hash.slice(1));
const images = await loadSymbols();
const fields = {
  serverSeed: field('serverSeed'),
  commitment: field('commitment'),
  clientSeed: field('clientSeed'),
  nonce: field('nonce'),
  stake: field('stake', '5'),
};
const answer = el('div', { class: 'verified', role: 'status' });

document.title = verifyText.title;
document.body.append(
  el(
    'main',
    { class: 'verifier' },
    el('h1', {}, verifyText.title),
    el('p', {}, verifyText.intro),
    ...Object.values(fields).flatMap((input) => [
      el('label', { class: 'field', for: input.id }, verifyText[input.id as keyof typeof fields]),
      input,
    ]),
    button('wide-button', verifyText.run, verify, verifyText.run),
    answer,
    el('p', { class: 'hint' }, verifyText.how),
    el('a', { class: 'text-button', href: '/games/chaba-blossom' }, verifyText.back),
    el('p', { class: 'stamp' }, text.stamp),
  ),
);
if (given.has('serverSeed')) verify();

function verify(): void {
  const serverSeed = fields.serverSeed.value.trim().toLowerCase();
  const clientSeed = fields.clientSeed.value.trim();
  const nonce = fields.nonce.value.trim();
  if (!SERVER_SEED_PATTERN.test(serverSeed) || !CLIENT_SEED_PATTERN.test(clientSeed) || !NONCE_PATTERN.test(nonce)) {
    answer.replaceChildren(el('p', { class: 'wrong' }, verifyText.invalid));
    return;
  }
  const hash = hexOf(sha256(new TextEncoder().encode(serverSeed)));
  const seeds = { gameCode: 'chaba-blossom', serverSeed, clientSeed, nonce: Number(nonce) };
  const stops = drawNumbers(hmacSha256, seeds, STOP_COUNTS);
  const stake = parseBaht(fields.stake.value);
  const { pay, lineWins } = resultOf(stops);
  answer.replaceChildren(
    commitmentLine(hash, fields.commitment.value.trim().toLowerCase()),
    el('dl', { class: 'seeds' }, ...fact(verifyText.computed, hash), ...fact(verifyText.stops, stops.join(' · '))),
    windowDrawing(stops, images),
    ...(stake === undefined ? [] : [el('p', { class: 'payout' }, verifyText.payout(formatBaht(shareOf(stake, pay))))]),
    ...(stake === undefined
      ? []
      : lineWins.map((win) =>
          el(
            'p',
            { class: 'hint' },
            text.lineDetail(win.line + 1, symbolNames[win.symbol], win.count, formatBaht(shareOf(stake, win.pay))),
          ),
        )),
  );
}

function commitmentLine(hash: string, commitment: string): HTMLElement {
  if (commitment === '') return el('p', { class: 'hint' }, verifyText.unknownCommitment);
  const isSame = hash === commitment;
  return el('p', { class: isSame ? 'right' : 'wrong' }, isSame ? `✓ ${verifyText.matches}` : `✕ ${verifyText.differs}`);
}

function fact(name: string, value: string): HTMLElement[] {
  return [el('dt', {}, name), el('dd', {}, value)];
}

function field(name: string, fallback = ''): HTMLInputElement {
  const value = given.get(name) ?? fallback;
  const shown = name === 'stake' ? value.replace(/\.?0+$/, '') : value;
  return el('input', { id: name, value: shown, autocomplete: 'off', spellcheck: 'false' });
}
