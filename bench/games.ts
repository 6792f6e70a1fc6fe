// Measures the return of the studio's games: ten million rounds each with the production draw, against the exact
// return. `node bench/games.ts [rounds] [--write]` prints the table; --write inserts it into docs/games.md.

import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { cardsOf, DRAW_SIZES, finalHand, HAND_SIZE, payOf } from '#studio/card-garden/maths';
import { bestReturn, holdOf, makeSolver } from '#studio/card-garden/solver';
import * as blossom from '#studio/chaba-blossom/maths';
import { returnToPlayer as blossomReturn } from '#studio/chaba-blossom/return-to-player';
import { drawNumbers } from '#studio/fairness/draw';
import * as naga from '#studio/naga-river/maths';
import { returnToPlayer as nagaReturn } from '#studio/naga-river/return-to-player';
import { type Fraction, shareOf } from '#studio/slots/fraction';
import { simulate, type Simulated, type SlotMaths } from '#studio/slots/simulation';

const STARTS = '<!-- measured: npm run bench -- games --write -->';
const ENDS = '<!-- /measured -->';
const DOCUMENT = path.join(import.meta.dirname, '..', 'docs', 'games.md');

const rounds = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 10_000_000);
const solver = makeSolver();

const slots: readonly { gameCode: string; maths: SlotMaths; sizes: readonly number[]; exact: Fraction }[] = [
  {
    gameCode: 'chaba-blossom',
    maths: { partsOfStake: blossom.PARTS_OF_STAKE, outcomeOf: blossom.resultOf },
    sizes: blossom.STOP_COUNTS,
    exact: blossomReturn(),
  },
  {
    gameCode: 'naga-river',
    maths: { partsOfStake: naga.PARTS_OF_STAKE, outcomeOf: naga.outcomeOf },
    sizes: naga.STOP_COUNTS,
    exact: nagaReturn(),
  },
];
/** A tenth of the rounds: the solver evaluates all 32 holds of each deal. */
const cards: SlotMaths = {
  partsOfStake: 1,
  outcomeOf(draws) {
    const { kept } = solver.bestOf(cardsOf(draws.slice(0, HAND_SIZE)));
    return { pay: payOf(finalHand(draws, holdOf(kept))), freeSpins: 0 };
  },
};

const tables = slots.map(({ gameCode, maths, sizes, exact }) =>
  measure(gameCode, maths, sizes, shareOf(exact), rounds, `${exact.numerator} / ${exact.denominator}`),
);
tables.push(measure('card-garden', cards, DRAW_SIZES, bestReturn(solver), Math.ceil(rounds / 10), 'of the best play'));

const report = tables.map(({ lines }) => lines.join('\n')).join('\n\n');
console.log(report);
if (process.argv.includes('--write')) writeReport(report);
process.exitCode = tables.every(({ isClose }) => isClose) ? 0 : 1;

function measure(
  gameCode: string,
  maths: SlotMaths,
  sizes: readonly number[],
  exact: number,
  count: number,
  exactText: string,
): { lines: string[]; isClose: boolean } {
  const serverSeed = randomBytes(32).toString('hex');
  let nonce = 0;
  const startedAt = Date.now();
  const measured = simulate(maths, exact, count, () => {
    const seeds = { gameCode, serverSeed, clientSeed: 'measure', nonce };
    nonce += 1;
    return drawNumbers((key, message) => createHmac('sha256', key).update(message).digest(), seeds, sizes);
  });
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  const lines = listFigures(gameCode, serverSeed, exactText, measured, seconds).map(
    ([name, value]) => `${name.padEnd(36)} ${value}`,
  );
  return { lines, isClose: measured.standardErrorsAway <= 3 };
}

function listFigures(
  gameCode: string,
  serverSeed: string,
  exactText: string,
  measured: Simulated,
  seconds: number,
): [string, string][] {
  return [
    ['game', gameCode],
    ['server seed', serverSeed],
    ['exact return', `${percent(measured.exact)} (${exactText})`],
    ['rounds', measured.rounds.toLocaleString('en')],
    ['measured return', percent(measured.returned)],
    ['standard error', percent(measured.standardError)],
    ['standard errors away', String(Math.round(measured.standardErrorsAway * 100) / 100)],
    ['rounds that pay', percent(measured.payingShare)],
    ['rounds that pay more than the stake', percent(measured.gainingShare)],
    ['rounds that bring free spins', percent(measured.featureShare)],
    ['largest payout met', `${measured.largestPayout} × stake`],
    ['took', `${seconds} s`],
  ];
}

function percent(share: number): string {
  return `${Math.round(share * 1_000_000) / 10_000} %`;
}

function writeReport(report: string): void {
  const document = readFileSync(DOCUMENT, 'utf8');
  const [from, to] = [document.indexOf(STARTS), document.indexOf(ENDS)];
  if (from < 0 || to < from) throw new Error('docs/games.md: expected the markers of the measured table');
  const place = from + STARTS.length;
  writeFileSync(DOCUMENT, `${document.slice(0, place)}\n\n\`\`\`\n${report}\n\`\`\`\n\n${document.slice(to)}`);
}
