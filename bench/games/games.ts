// Measures the return of the video poker: a million hands with the production draw and the best play, against the exact
// return. `node bench/games/games.ts [hands] [--write]` prints the table; --write inserts it into docs/games.md.
//
// Elsewhere: slot titles (npm run tool -- games simulate).

import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { drawHand, DRAW_SIZES, finalHand, HAND_SIZE, computePay } from '#studio/games/card-garden/maths';
import { computeBestPlay, formatHold, createSolver } from '#studio/games/card-garden/solver';
import { drawNumbers } from '#studio/fairness/draw';

const STARTS = '<!-- measured: npm run bench -- games --write -->';
const ENDS = '<!-- /measured -->';
const DOCUMENT = path.join(import.meta.dirname, '..', '..', 'docs', 'games.md');
const STANDARD_ERRORS_MAX = 3;

const hands = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const gameCode = 'card-garden';
const serverSeed = randomBytes(32).toString('hex');
const solver = createSolver();
const exact = computeBestPlay(solver).returned;
const startedAt = Date.now();

let [sum, squares, paying, gaining, largest] = [0, 0, 0, 0, 0];
for (let nonce = 0; nonce < hands; nonce += 1) {
  const seeds = { gameCode, serverSeed, clientSeed: 'measure', nonce };
  const draws = drawNumbers((key, message) => createHmac('sha256', key).update(message).digest(), seeds, DRAW_SIZES);
  const { kept } = solver.bestOf(drawHand(draws.slice(0, HAND_SIZE)));
  const pay = computePay(finalHand(draws, formatHold(kept)));
  sum += pay;
  squares += pay * pay;
  if (pay > 0) paying += 1;
  if (pay > 1) gaining += 1;
  largest = Math.max(largest, pay);
}
const returned = sum / hands;
const standardError = Math.sqrt((squares / hands - returned ** 2) / hands);
const standardErrorsAway = Math.abs(returned - exact) / standardError;

const figures: readonly (readonly [string, string])[] = [
  ['game', gameCode],
  ['server seed', serverSeed],
  ['exact return', `${percent(exact)} (of the best play)`],
  ['rounds', hands.toLocaleString('en')],
  ['measured return', percent(returned)],
  ['standard error', percent(standardError)],
  ['standard errors away', String(Math.round(standardErrorsAway * 100) / 100)],
  ['rounds that pay', percent(paying / hands)],
  ['rounds that pay more than the stake', percent(gaining / hands)],
  ['largest payout met', `${largest} × stake`],
  ['took', `${Math.round((Date.now() - startedAt) / 1_000)} s`],
];
const report = figures.map(([name, value]) => `${name.padEnd(36)} ${value}`).join('\n');
console.log(report);
if (process.argv.includes('--write')) writeReport();
process.exitCode = standardErrorsAway <= STANDARD_ERRORS_MAX ? 0 : 1;

function percent(share: number): string {
  return `${Math.round(share * 1_000_000) / 10_000} %`;
}

function writeReport(): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [document.indexOf(STARTS), document.indexOf(ENDS)];
  if (from < 0 || to < from) throw new Error('docs/games.md: expected the markers of the measured table');
  const place = from + STARTS.length;
  writeFileSync(DOCUMENT, `${document.slice(0, place)}\n\n\`\`\`\n${report}\n\`\`\`\n\n${document.slice(to)}`);
}
