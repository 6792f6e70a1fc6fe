// Verifier of a table with rounds: checks a link against the first hash of its chain, or the seed of a shoe against its
// commitment, draws the round again in the browser, without requests, and compares it with the published result.

import { roundsOfShoe, shuffledShoe } from '#studio/games/tables/cards/shoe';
import { hmacSha256, sha256Hex } from '#studio/fairness/sha256';
import { button, el } from '#studio/page-kit/dom';
import { text as pageText } from '#studio/page-kit/page.text';
import { tableText } from '#studio/page-kit/table.text';
import { isLinkOf, numbersOfLink } from '#studio/games/tables/chain';
import { findRules } from '#studio/games/tables/rules/all';
import { tableWords, type TableWords } from '#studio/games/tables/rules/words.text';
import type { TableRules } from '#studio/games/tables/table-rules';

import { getLayout } from './layouts.ts';
import { smallResult } from './result.ts';
import { text } from './rounds.text.ts';

const HASH_PATTERN = /^[0-9a-f]{64}$/;
const NUMBER_PATTERN = /^\d{1,6}$/;

type Name = 'proof' | 'commitment' | 'sourceNo' | 'roundNo' | 'published';
type Claim = Readonly<Record<Name, string>>;

const gameCode = /\/games\/([a-z0-9-]+)/.exec(location.pathname)?.[1] ?? '';
const rules = findRules(gameCode);
const words = tableWords[gameCode];
if (!rules || !words) throw new Error(`${gameCode} is no table`);
showVerifier(rules, words);

function showVerifier(table: TableRules<unknown>, tableNames: TableWords): void {
  const isShoe = table.draw === 'shoe';
  const given = new URLSearchParams(location.hash.slice(1));
  const labels: Claim = {
    proof: isShoe ? text.proofShoe : text.proofChain,
    commitment: isShoe ? tableText.commitment : text.firstHash,
    sourceNo: text.chainNo,
    roundNo: text.roundNo,
    published: text.published,
  };
  const names = (Object.keys(labels) as Name[]).filter((name) => !isShoe || name !== 'sourceNo');
  const fields = names.map((id) =>
    el('input', { id, value: given.get(id) ?? '', autocomplete: 'off', spellcheck: 'false' }),
  );
  const answer = el('div', { class: 'verified', role: 'status' });
  const run = (): void => {
    const values = fields.map(({ id, value }) => [id, value.trim().toLowerCase()] as const);
    answer.replaceChildren(...verified(table, tableNames, { sourceNo: '', ...Object.fromEntries(values) } as Claim));
  };
  document.title = tableText.verifyTitle;
  document.body.append(
    el(
      'main',
      { class: 'verifier' },
      el('h1', {}, `${tableText.verifyTitle} · ${tableNames.name}`),
      el('p', {}, isShoe ? text.verifyShoe : text.verifyChain),
      ...fields.flatMap((input) => [el('label', { class: 'field', for: input.id }, labels[input.id as Name]), input]),
      button('wide-button', tableText.verifyRun, run, tableText.verifyRun),
      answer,
      el('a', { class: 'text-button', href: `/games/${gameCode}` }, tableText.backToGame),
      el('p', { class: 'stamp' }, pageText.stamp),
    ),
  );
  if (given.get('proof')) run();
}

function verified(table: TableRules<unknown>, tableNames: TableWords, claim: Claim): HTMLElement[] {
  const isShoe = table.draw === 'shoe';
  const isWhole =
    HASH_PATTERN.test(claim.proof) &&
    NUMBER_PATTERN.test(claim.roundNo) &&
    (isShoe || NUMBER_PATTERN.test(claim.sourceNo));
  if (!isWhole) return [el('p', { class: 'wrong' }, text.invalid)];
  const roundNo = Number(claim.roundNo);
  const isKept = isShoe
    ? sha256Hex(claim.proof) === claim.commitment
    : isLinkOf(sha256Hex, claim.commitment, { roundNo, link: claim.proof });
  const line = isKept ? (isShoe ? text.shoeMatches : text.linkMatches) : isShoe ? text.shoeDiffers : text.linkDiffers;
  const numbers = isShoe
    ? shoeNumbers(claim.proof, roundNo)
    : numbersOfLink(hmacSha256, { gameCode, chainNo: Number(claim.sourceNo), roundNo, link: claim.proof }, table.sizes);
  const verdict = verdictLine(isKept, line);
  if (!numbers) return [verdict, el('p', { class: 'wrong' }, text.noRound)];
  const layout = getLayout(
    gameCode,
    table.places.map(({ type }) => type),
  );
  return [
    verdict,
    el('p', { class: 'hint' }, text.numbers(numbers.join(' · '))),
    smallResult(layout.show, gameCode, numbers, tableNames),
    el('p', { class: 'payout' }, tableNames.result(table.road.mark(table.outcomeOf(numbers)))),
    compareResult(numbers, claim.published.match(/\d+/g) ?? []),
  ];
}

function compareResult(numbers: readonly number[], published: readonly string[]): HTMLElement {
  if (published.length === 0) return el('p', { class: 'hint' }, text.unknownResult);
  const isSame = numbers.join() === published.map(Number).join();
  return verdictLine(isSame, isSame ? text.resultMatches : text.resultDiffers);
}

function verdictLine(isRight: boolean, words: string): HTMLElement {
  return el('p', { class: isRight ? 'right' : 'wrong' }, `${isRight ? '✓' : '✕'} ${words}`);
}

/** The cards of a round of a shoe, in the order in which they were drawn. */
function shoeNumbers(seed: string, roundNo: number): readonly number[] | undefined {
  const shoe = shuffledShoe(hmacSha256, gameCode, seed);
  let position = 0;
  for (const [index, { player, banker }] of roundsOfShoe(shoe).entries()) {
    const taken = player.length + banker.length;
    if (index === roundNo - 1) return shoe.slice(position, position + taken);
    position += taken;
  }
  return undefined;
}
