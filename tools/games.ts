// Mathematics of the slot titles:
//   npm run tool -- games fit <gameCode> [--target 96 | --stops]   proposes pays for a target return, or strips
//   npm run tool -- games certify <gameCode>|all [--rounds 1e8] [--workers 1] [--seed <text>]   writes the report
//   npm run tool -- games simulate <gameCode> [the same options]
//   npm run tool -- games publish                            writes the list of games for the member sites
//   npm run tool -- games bonus <promotion>|all [--stake 100] [--least <baht>] [--deposit <baht>] [--runs 40000]
//                          [--seed <text>] [--apart] [--raw-coins]   plays a shipped promotion with the best policy

import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import path from 'node:path';
import { parseArgs } from 'node:util';

import {
  certificatePath,
  makeCertificate,
  STANDARD_ERRORS_MAX,
  standardErrorsAway,
} from '#studio/games/slots/certificate';
import { countReturn } from '#studio/games/slots/exact';
import { describeFit, fitPays } from '#studio/games/slots/fit';
import { decimals, type Fraction, percentText } from '#studio/games/slots/fraction';
import { readTitle } from '#studio/games/slots/read-title';
import { type Simulated, type Sums, summarise, xoshiro } from '#studio/games/slots/simulation';
import { arrangeStrips } from '#studio/games/slots/strips';
import type { SlotTitle } from '#studio/games/slots/title';
import { slotTitles } from '#studio/games/slots/titles/titles';

import { ROOT } from '#ops/core/root';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '1e8' },
    workers: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'certificate' },
    target: { type: 'string', default: '96' },
    stops: { type: 'boolean', default: false },
    stake: { type: 'string', default: '100' },
    least: { type: 'string' },
    deposit: { type: 'string' },
    runs: { type: 'string', default: '40000' },
    apart: { type: 'boolean', default: false },
    'raw-coins': { type: 'boolean', default: false },
  },
});
const [command = '', gameCode = ''] = positionals;
const run = { rounds: Number(values.rounds), workers: Number(values.workers), seed: values.seed };

switch (command) {
  case 'certify':
    for (const title of titlesNamed(gameCode)) await certify(title);
    break;
  case 'simulate':
    for (const title of titlesNamed(gameCode)) {
      print(title, countReturn(title).total, await simulateWith(title, run.seed));
    }
    break;
  case 'fit':
    for (const title of titlesNamed(gameCode)) {
      if (values.stops) console.log(arrangeStrips(title, xoshiro(run.seed, 0)).join('\n'));
      else console.log(describeFit(fitPays(title, Number(values.target))));
    }
    break;
  case 'publish': {
    // The list reads every certificate; a new title is certified before it has one.
    const { publishedFiles } = await import('./published-games.ts');
    for (const [file, text] of publishedFiles()) writeFileSync(path.join(ROOT, file), text);
    break;
  }
  case 'bonus': {
    const { describePlayedBonus, promotionsNamed } = await import('./bonus-play-command.ts');
    for (const promotion of promotionsNamed(gameCode)) {
      console.log(
        describePlayedBonus(promotion, {
          stake: Number(values.stake),
          leastStake: values.least === undefined ? undefined : Number(values.least),
          deposit: values.deposit === undefined ? undefined : Number(values.deposit),
          runs: Number(values.runs),
          seed: values.seed,
          isApart: values.apart,
          hasRawCoins: values['raw-coins'],
        }),
      );
    }
    break;
  }
  default:
    console.error(
      'usage: npm run tool -- games fit|certify|simulate|publish <gameCode>|all [--rounds 1e8] [--workers 1] [--seed text]\n' +
        '       npm run tool -- games bonus <promotion>|all [--stake 100] [--least baht] [--deposit baht]\n' +
        '                              [--runs 40000] [--seed text] [--apart] [--raw-coins]',
    );
    process.exitCode = 2;
}

function titlesNamed(wanted: string): readonly SlotTitle[] {
  const found = wanted === 'all' ? slotTitles : slotTitles.filter((title) => title.gameCode === wanted);
  if (found.length === 0) throw new Error(`expected the code of a title or all, got "${wanted}"`);
  return found.map(readTitle);
}

async function certify(title: SlotTitle): Promise<void> {
  const exact = countReturn(title);
  console.log(`${title.gameCode.padEnd(18)} exact ${percentText(exact.total, 4)} %`);
  let { seed } = run;
  let simulated = await simulateWith(title, seed);
  // One new seed decides, because chance alone fails one of two thousand runs.
  if (standardErrorsAway(exact.total, simulated) > STANDARD_ERRORS_MAX) {
    seed = `${seed}-again`;
    simulated = await simulateWith(title, seed);
  }
  const away = print(title, exact.total, simulated);
  if (away > STANDARD_ERRORS_MAX) {
    process.exitCode = 1;
    return;
  }
  const certificate = makeCertificate(title, exact, simulated, { seed, workers: run.workers });
  writeFileSync(certificatePath(title.gameCode), `${JSON.stringify(certificate, undefined, 2)}\n`);
}

function print(title: SlotTitle, exact: Fraction, simulated: Simulated): number {
  const { returned, standardError, rounds, paying, gaining, sigma, largest } = simulated;
  const percent = (share: number): string => decimals(share * 100, 4);
  const away = standardErrorsAway(exact, simulated);
  console.log(
    `${title.gameCode.padEnd(18)} ${rounds.toLocaleString('en')} rounds: ${percent(returned)} ± ${percent(standardError)} %, ` +
      `${decimals(away, 2)} standard errors away; pays ${percent(paying)} %, above the stake ${percent(gaining)} %, ` +
      `σ ${decimals(sigma, 2)}, largest ${largest} ×`,
  );
  return away;
}

async function simulateWith(title: SlotTitle, seed: string): Promise<Simulated> {
  const rounds = Math.ceil(run.rounds / run.workers);
  const tasks = Array.from({ length: run.workers }, (_, worker) => ({ title, rounds, seed, worker }));
  return summarise(await Promise.all(tasks.map(runWorker)));
}

function runWorker(workerData: unknown): Promise<Sums> {
  const worker = new Worker(new URL(import.meta.resolve('#studio/games/slots/simulation.worker')), { workerData });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
