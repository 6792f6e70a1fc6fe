// Situations of play: turnover from bets that risk less than their stake, and weeks with cashback.
//
// Elsewhere: the other situations (situations.ts).

import { leave } from './last-steps.ts';
import type { Situation } from './story-generator.ts';
import type { GeneratedRound, StoryGenerator } from './story-generator.ts';

const M = 'M1';
const PAIRS = [
  ['player', 'banker'],
  ['dragon', 'tiger'],
  ['red', 'black'],
  ['low', 'high'],
  ['up', 'down'],
  ['call', 'put'],
] as const;

/** A turnover requirement is filled with bets that cannot lose much. */
async function safeTurnover(tale: StoryGenerator): Promise<void> {
  const hasBefore = tale.is(0.3);
  await tale.run(`join ${M} bonus=yes`);
  await tale.deposit(M, 200);
  if (hasBefore) return delayedSettle(tale);
  const [one, other] = tale.random.pick(PAIRS);
  const stake = tale.random.pick([50, 100]);
  const unlike = tale.is(0.3) ? stake - 20 : stake;
  const shape = tale.random.pickWeighted({ oneBet: 3, twoBets: 3, twoRounds: 2, numbers: 1 });
  if (shape === 'oneBet') await bothInOneBet(tale, `${one}:${stake}.00,${other}:${unlike}.00`, stake + unlike);
  if (shape === 'numbers') await manyNumbers(tale);
  if (shape === 'twoBets') await bothInOneRound(tale, [one, other], stake);
  if (shape === 'twoRounds') {
    const first = await tale.bet(M, `${stake}.00`, `on=${one} market=m1`);
    const second = await tale.bet(M, `${unlike}.00`, `on=${other} market=m1`);
    if (first) await tale.settle(first, stake * 2);
    if (second) await tale.settle(second, 0);
  }
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

async function bothInOneBet(tale: StoryGenerator, on: string, stake: number): Promise<void> {
  const bet = await tale.bet(M, `${stake}.00`, `on=${on}`);
  if (bet) await tale.settle(bet, stake);
}

async function manyNumbers(tale: StoryGenerator): Promise<void> {
  const count = tale.random.pick([35, 36, 37]);
  const on = Array.from({ length: count }, (_, number) => `number${number}:1.00`).join(',');
  const bet = await tale.bet(M, `${count}.00`, `on=${on}`);
  if (bet) await tale.settle(bet, 36);
}

/** Two bets of one round, settled by one win or by one each. */
async function bothInOneRound(
  tale: StoryGenerator,
  [one, other]: readonly [string, string],
  stake: number,
): Promise<void> {
  const first = await tale.bet(M, `${stake}.00`, `on=${one}`);
  if (!first) return;
  const second = tale.name('b');
  const word = await tale.run(`bet ${M} ${stake}.00 tx=${second} round=${first.round} on=${other}`);
  if (word !== 'OK') return;
  tale.open = tale.open.filter((each) => each !== first);
  const win = `win ${M} ${stake * 2}.00 tx=${tale.name('w')} round=${first.round}`;
  if (tale.is(0.3)) await tale.run(`${win} closed=yes`);
  else {
    await tale.run(`${win} ref=${first.bets[0] ?? ''}`);
    await tale.run(`win ${M} 0.00 tx=${tale.name('w')} round=${first.round} ref=${second} closed=yes`);
  }
}

/** A bet is open while a requirement begins. */
async function delayedSettle(tale: StoryGenerator): Promise<void> {
  await tale.meetTurnover(M);
  const bets: (GeneratedRound | undefined)[] = [await tale.bet(M, 'half')];
  if (tale.is(0.5)) bets.push(await tale.bet(M, 'half', tale.is(0.3) ? 'free=yes' : ''));
  const line = tale.random.pickWeighted({ deposit: 2, code: 2, plain: 1 });
  if (line === 'deposit') await tale.deposit(M, 200);
  else await tale.run(`code ${M} ${line === 'code' ? 'CAPPED' : 'PLAIN'}`);
  for (const bet of bets) if (bet) await tale.settleSomehow(bet);
  const win = tale.wins.at(-1);
  if (win && tale.is(0.3)) await tale.reverse(win);
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** Losses of a week, gifts of the previous week, a switch that is off at calculation time, many slices. */
async function lostWeek(tale: StoryGenerator): Promise<void> {
  const hasBonus = tale.is(0.5);
  await tale.run(`join ${M} ${hasBonus ? 'bonus=yes' : ''}`);
  if (tale.is(0.3)) return slices(tale);
  // Monday 5 January, 09:00; the week ends on Sunday.
  if (tale.is(0.6)) await tale.run('wait 6d');
  await tale.deposit(M, tale.random.pick([500, 1_000]));
  if (tale.is(0.4)) await tale.play(M, '100.00', tale.random.pick(['0.00', '300.00']));
  await tale.run('wait 2d');
  await tale.play(M, tale.random.pick(['all', 'half']), '0.00');
  const isOff = tale.is(0.3);
  if (isOff) await tale.run('switch cashback=off');
  await tale.run('wait 8d');
  if (isOff) await tale.run('switch cashback=on');
  await tale.run('wait 2d');
  await tale.run(`claim ${M}`);
  if (tale.is(0.5)) await tale.play(M, 'all', '0.00').then(() => tale.run('wait 8d'));
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** With play money, cashback periods last a few minutes. */
async function slices(tale: StoryGenerator): Promise<void> {
  await tale.deposit(M, 1_000);
  for (let slice = 0; slice < 4; slice += 1) {
    const [stake, payout] = tale.random.pick([
      ['200.00', '0.00'],
      ['200.00', '400.00'],
      ['100.00', '0.00'],
    ] as const);
    await tale.play(M, stake, payout);
    await tale.run('slice');
  }
  await tale.run(`claim ${M}`);
}

export const playSituations: Readonly<Record<string, Situation>> = {
  safeTurnover: { weight: 4, run: safeTurnover },
  lostWeek: { weight: 3, run: lostWeek },
};
