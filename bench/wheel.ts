// npm run bench -- wheel [draws]: the wheel's draw over many spins, held against its weights.
//
// Three statistics at 99 %: chi-square (does every field come as often as its weight says), serial (does a field follow
// another as often as chance says), runs (do wins and blanks change as often as chance says). Exit code 1 when one fails.
//
// A seed of its own each time, so one run in a hundred or so may fail by chance for each statistic; twice in a row is no chance.

import { randomBytes } from 'node:crypto';

import { demoWheel } from '#server/modules/wheel/demo-wheel';
import { drawIndex } from '#server/modules/wheel/draw';

const DEFAULT_DRAWS = 10_000_000;
/** The 99 % point of the standard normal distribution, one-sided and two-sided. */
const Z_ONE_SIDED = 2.326;
const Z_TWO_SIDED = 2.576;

const draws = Number(process.argv[2] ?? DEFAULT_DRAWS);
const weights = demoWheel.fields.map((field) => field.weight);
const total = weights.reduce((sum, weight) => sum + weight, 0);
const shares = weights.map((weight) => weight / total);
const size = weights.length;

const counts = new Float64Array(size);
const pairs = new Float64Array(size * size);
const serverSeed = randomBytes(32);
let runs = 1;
let last = -1;
for (let nonce = 0; nonce < draws; nonce += 1) {
  const index = drawIndex({ serverSeed, clientSeed: 'bench', nonce }, weights);
  counts[index] = (counts[index] ?? 0) + 1;
  // Pairs do not overlap, so that they are independent.
  if (nonce % 2 === 1) pairs[last * size + index] = (pairs[last * size + index] ?? 0) + 1;
  if (last >= 0 && isBlank(last) !== isBlank(index)) runs += 1;
  last = index;
}

const expectedPairs = Math.floor(draws / 2);
const results = [
  judge(
    'chi-square',
    chiSquare(counts, (index) => draws * (shares[index] ?? 0)),
    size - 1,
  ),
  judge(
    'serial',
    chiSquare(pairs, (at) => expectedPairs * (shares[Math.floor(at / size)] ?? 0) * (shares[at % size] ?? 0)),
    size * size - 1,
  ),
  judgeRuns(),
];
for (const { name, isGood, value } of results) console.log(`${isGood ? 'good' : 'BAD '}  ${name}  ${value}`);
if (results.some(({ isGood }) => !isGood)) process.exitCode = 1;

function isBlank(index: number): boolean {
  return demoWheel.fields[index]?.kind === 'NONE';
}

function chiSquare(seen: Float64Array, expected: (index: number) => number): number {
  return seen.reduce((sum, count, index) => sum + (count - expected(index)) ** 2 / expected(index), 0);
}

// Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
function judge(name: string, value: number, freedom: number) {
  const spread = 2 / (9 * freedom);
  const limit = freedom * (1 - spread + Z_ONE_SIDED * Math.sqrt(spread)) ** 3;
  return {
    name,
    isGood: value < limit,
    value: `${Math.round(value * 100) / 100} below ${Math.round(limit * 100) / 100}`,
  };
}

function judgeRuns() {
  const blanks = counts.reduce((sum, count, index) => sum + (isBlank(index) ? count : 0), 0);
  const others = draws - blanks;
  const mean = (2 * blanks * others) / draws + 1;
  const deviation = Math.sqrt(((mean - 1) * (mean - 2)) / (draws - 1));
  const z = (runs - mean) / deviation;
  return { name: 'runs', isGood: Math.abs(z) < Z_TWO_SIDED, value: `z = ${Math.round(z * 100) / 100}` };
}
