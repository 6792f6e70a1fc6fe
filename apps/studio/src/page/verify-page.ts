// Verifier page of instant games: recomputes a round from its revealed seeds in the browser, without requests.

import { formatBaht, type Money, parseBaht } from '@chaba/money';

import { CLIENT_SEED_PATTERN, drawNumbers } from '#studio/fairness/draw';
import { hmacSha256, sha256Hex } from '#studio/fairness/sha256';

import { button, el } from './dom.ts';
import { text, verifyText } from './page.text.ts';

const SERVER_SEED_PATTERN = /^[0-9a-f]{64}$/;
const NONCE_PATTERN = /^\d{1,9}$/;

export type Verified = {
  readonly payout: (stake: Money) => Money;
  readonly drawing: HTMLElement;
  /** What paid, in words, at this stake. */
  readonly words: (stake: Money) => readonly string[];
};

export type VerifiedGame = {
  readonly gameCode: string;
  readonly drawSizes: readonly number[];
  readonly hasFreeRounds: boolean;
  /** What the player chose, in games that ask; tested before it is used. */
  readonly decisionPattern?: RegExp;
  verify(draws: readonly number[], isFree: boolean, decision: string): Verified;
};

type Fields = Readonly<Record<'serverSeed' | 'commitment' | 'clientSeed' | 'nonce' | 'stake', HTMLInputElement>>;

export function showVerifier(game: VerifiedGame): void {
  const given = new URLSearchParams(location.hash.slice(1));
  const fields: Fields = {
    serverSeed: field('serverSeed', given.get('serverSeed') ?? ''),
    commitment: field('commitment', given.get('commitment') ?? ''),
    clientSeed: field('clientSeed', given.get('clientSeed') ?? ''),
    nonce: field('nonce', given.get('nonce') ?? ''),
    stake: field('stake', (given.get('stake') ?? '5').replace(/\.?0+$/, '')),
  };
  const isFree = el('input', { id: 'isFree', type: 'checkbox' });
  isFree.checked = given.get('isFree') === '1';
  const decision = field('decision', given.get('decision') ?? '');
  const answer = el('div', { class: 'verified', role: 'status' });
  const run = (): void => answer.replaceChildren(...verified(game, fields, isFree.checked, decision.value.trim()));

  document.title = verifyText.title;
  document.body.append(
    el(
      'main',
      { class: 'verifier' },
      el('h1', {}, verifyText.title),
      el('p', {}, verifyText.intro),
      ...Object.values(fields).flatMap((input) => labelled(input, verifyText[input.id as keyof Fields])),
      ...(game.hasFreeRounds ? [el('label', { class: 'check', for: 'isFree' }, isFree, verifyText.isFree)] : []),
      ...(game.decisionPattern ? labelled(decision, verifyText.decision) : []),
      button('wide-button', verifyText.run, run, verifyText.run),
      answer,
      el('p', { class: 'hint' }, verifyText.how(game.gameCode)),
      el('a', { class: 'text-button', href: `/games/${game.gameCode}` }, verifyText.back),
      el('p', { class: 'stamp' }, text.stamp),
    ),
  );
  if (given.has('serverSeed')) run();
}

function verified(game: VerifiedGame, fields: Fields, isFree: boolean, decision: string): HTMLElement[] {
  const serverSeed = fields.serverSeed.value.trim().toLowerCase();
  const clientSeed = fields.clientSeed.value.trim();
  const nonce = fields.nonce.value.trim();
  const isComplete =
    SERVER_SEED_PATTERN.test(serverSeed) &&
    CLIENT_SEED_PATTERN.test(clientSeed) &&
    NONCE_PATTERN.test(nonce) &&
    (game.decisionPattern?.test(decision) ?? true);
  if (!isComplete) return [el('p', { class: 'wrong' }, verifyText.invalid)];

  const hash = sha256Hex(serverSeed);
  const seeds = { gameCode: game.gameCode, serverSeed, clientSeed, nonce: Number(nonce) };
  const draws = drawNumbers(hmacSha256, seeds, game.drawSizes);
  const shown = game.verify(draws, isFree, decision);
  const stake = parseBaht(fields.stake.value);
  return [
    commitmentLine(hash, fields.commitment.value.trim().toLowerCase()),
    el('dl', { class: 'seeds' }, ...fact(verifyText.computed, hash), ...fact(verifyText.numbers, draws.join(' · '))),
    shown.drawing,
    ...(stake === undefined
      ? []
      : [
          el('p', { class: 'payout' }, verifyText.payout(formatBaht(shown.payout(stake)))),
          ...shown.words(stake).map((words) => el('p', { class: 'hint' }, words)),
        ]),
  ];
}

function commitmentLine(hash: string, commitment: string): HTMLElement {
  if (commitment === '') return el('p', { class: 'hint' }, verifyText.unknownCommitment);
  const isSame = hash === commitment;
  return el('p', { class: isSame ? 'right' : 'wrong' }, isSame ? `✓ ${verifyText.matches}` : `✕ ${verifyText.differs}`);
}

function fact(name: string, value: string): HTMLElement[] {
  return [el('dt', {}, name), el('dd', {}, value)];
}

function labelled(input: HTMLInputElement, label: string): HTMLElement[] {
  return [el('label', { class: 'field', for: input.id }, label), input];
}

function field(name: string, value: string): HTMLInputElement {
  return el('input', { id: name, value, autocomplete: 'off', spellcheck: 'false' });
}
