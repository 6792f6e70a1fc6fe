// npm run bench -- wheel [draws]: the wheel's draw over many spins, tested against its weights.
//
// Chi-square, serial and runs tests at 99 % (apps/server/src/testing/draw-statistics.ts); exit code 1 if one fails.
//
// A seed of its own each time, so one run in a hundred or so may fail by chance for each statistic; twice in a row is
// no chance.

import { randomBytes } from 'node:crypto';

import { demoWheel } from '#server/modules/wheel/demo-wheel';
import { drawIndex } from '#server/modules/wheel/draw';
import { DrawStatistics } from '#server/testing/draw-statistics';

const DEFAULT_DRAWS = 10_000_000;

const draws = Number(process.argv[2] ?? DEFAULT_DRAWS);
const weights = demoWheel.segments.map((field) => field.weight);
const blanks = demoWheel.segments.flatMap(({ kind }, index) => (kind === 'NONE' ? [index] : []));
const statistics = new DrawStatistics(weights, blanks);
const serverSeed = randomBytes(32);
for (let nonce = 0; nonce < draws; nonce += 1) {
  statistics.add(drawIndex({ serverSeed, clientSeed: 'bench', nonce }, weights));
}
const verdicts = statistics.verdicts();
for (const { name, ok, value } of verdicts) console.log(`${ok ? 'good' : 'BAD '}  ${name}  ${value}`);
if (verdicts.some(({ ok }) => !ok)) process.exitCode = 1;
