// Measures what the studio's games return: ten million rounds each, drawn exactly as a player's are, against the exact
// figure. `node bench/games.ts [rounds]` prints the table that docs/games.md holds.

import { createHmac, randomBytes } from 'node:crypto';

import { STOP_COUNTS } from '#sandbox/studio/chaba-blossom/maths';
import { percentText, returnToPlayer } from '#sandbox/studio/chaba-blossom/return-to-player';
import { simulate } from '#sandbox/studio/chaba-blossom/simulation';
import { drawNumbers } from '#sandbox/studio/fairness/draw';

const rounds = Number(process.argv[2] ?? 10_000_000);
const serverSeed = randomBytes(32).toString('hex');
let nonce = 0;

const startedAt = Date.now();
const measured = simulate(rounds, () => {
  const seeds = { gameCode: 'chaba-blossom', serverSeed, clientSeed: 'measure', nonce };
  nonce += 1;
  return drawNumbers((key, message) => createHmac('sha256', key).update(message).digest(), seeds, STOP_COUNTS);
});

const { numerator, denominator } = returnToPlayer();
const percent = (share: number): string => `${Math.round(share * 1_000_000) / 10_000} %`;
for (const [name, value] of [
  ['game', 'chaba-blossom'],
  ['server seed', serverSeed],
  [
    'exact return',
    `${numerator} / ${denominator} = ${percent(measured.exact)} (stated ${percentText(returnToPlayer())} %)`,
  ],
  ['rounds', measured.rounds.toLocaleString('en')],
  ['measured return', percent(measured.returned)],
  ['standard error', percent(measured.standardError)],
  ['standard errors away', String(Math.round(measured.standardErrorsAway * 100) / 100)],
  ['rounds that pay', percent(measured.payingShare)],
  ['rounds that pay more than the stake', percent(measured.gainingShare)],
  ['largest payout met', `${measured.largestPayout} × stake`],
  ['took', `${Math.round((Date.now() - startedAt) / 1_000)} s`],
] as const) {
  console.log(`${name.padEnd(36)} ${value}`);
}
process.exitCode = measured.standardErrorsAway <= 3 ? 0 : 1;
