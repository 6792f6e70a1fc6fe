// Verifier page of instant games: recomputes a round from its revealed seeds in the browser, without requests.

import { formatBaht, type Money, parseBaht, zeroMoney } from '@chaba/money';

import { CLIENT_SEED_PATTERN, type NextNumber, openNumbers } from '#studio/fairness/draw';
import { hmacSha256, sha256Hex } from '#studio/fairness/sha256';

import { button, el } from './dom.ts';
import { text, verifyText } from './page.text.ts';

const SERVER_SEED_PATTERN = /^[0-9a-f]{64}$/;
const NONCE_PATTERN = /^\d{1,9}$/;

export type Verified = {
  /** Numbers that the round used. */
  readonly numbers: readonly number[];
  readonly payout: (stake: Money) => Money;
  readonly drawing: (stake: Money) => HTMLElement;
  /** The paying parts in words, at this stake. */
  readonly words: (stake: Money) => readonly string[];
};

export type VerifiedGame = {
  readonly gameCode: string;
  readonly hasFreeRounds: boolean;
  /** Possible states of a feature, such as the letter of a book. */
  readonly carries?: readonly { readonly value: string; readonly name: string }[];
  /** Pattern of the player's choice, in games with one. */
  readonly decisionPattern?: RegExp;
  verify(next: NextNumber, given: Given): Verified;
};

type Given = { readonly isFree: boolean; readonly carry: string | undefined; readonly decision: string };

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
  const carries = game.carries ?? [];
  const carry = el('select', { id: 'carry' }, ...carries.map(({ value, name }) => el('option', { value }, name)));
  if (given.has('carry')) carry.value = given.get('carry') ?? '';
  const answer = el('div', { class: 'verified', role: 'status' });
  const run = (): void => {
    const chosen = { isFree: isFree.checked, carry: carry.value || undefined, decision: decision.value.trim() };
    answer.replaceChildren(...verified(game, fields, chosen));
  };

  document.title = verifyText.title;
  document.body.append(
    el(
      'main',
      { class: 'verifier' },
      el('h1', {}, verifyText.title),
      el('p', {}, verifyText.intro),
      ...Object.values(fields).flatMap((input) => labelled(input, verifyText[input.id as keyof Fields])),
      ...(game.hasFreeRounds ? [el('label', { class: 'check', for: 'isFree' }, isFree, verifyText.isFree)] : []),
      ...(carries.length > 0 ? labelled(carry, verifyText.carry) : []),
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

function verified(game: VerifiedGame, fields: Fields, given: Given): HTMLElement[] {
  const serverSeed = fields.serverSeed.value.trim().toLowerCase();
  const clientSeed = fields.clientSeed.value.trim();
  const nonce = fields.nonce.value.trim();
  const isComplete =
    SERVER_SEED_PATTERN.test(serverSeed) &&
    CLIENT_SEED_PATTERN.test(clientSeed) &&
    NONCE_PATTERN.test(nonce) &&
    (game.decisionPattern?.test(given.decision) ?? true);
  if (!isComplete) return [el('p', { class: 'wrong' }, verifyText.invalid)];

  const hash = sha256Hex(serverSeed);
  const seeds = { gameCode: game.gameCode, serverSeed, clientSeed, nonce: Number(nonce) };
  const shown = game.verify(openNumbers(hmacSha256, seeds), given);
  const stake = parseBaht(fields.stake.value);
  return [
    commitmentLine(hash, fields.commitment.value.trim().toLowerCase()),
    el(
      'dl',
      { class: 'seeds' },
      ...fact(verifyText.computed, hash),
      ...fact(verifyText.numbers, shown.numbers.join(' · ')),
    ),
    shown.drawing(stake ?? zeroMoney),
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

function labelled(input: HTMLInputElement | HTMLSelectElement, label: string): HTMLElement[] {
  return [el('label', { class: 'field', for: input.id }, label), input];
}

function field(name: string, value: string): HTMLInputElement {
  return el('input', { id: name, value, autocomplete: 'off', spellcheck: 'false' });
}
