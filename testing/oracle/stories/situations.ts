// Situations: openings of random stories and the moves in between, weighted so that money is in several places at once.
//
// Each situation follows a topic of the money rules (a cap, a bonus, a payout, a transfer, turnover, a week) and is
// independent of the product's code; amounts, order and results are random.
//
// Elsewhere: shared moves (story-generator.ts), situations about payouts, transfers, turnover and weeks
// (payout-situations.ts, bank-situations.ts, play-situations.ts).

import { bankSituations } from './bank-situations.ts';
import { payoutSituations } from './payout-situations.ts';
import { playSituations } from './play-situations.ts';
import { anything, leave } from './last-steps.ts';
import type { Situation, StoryGenerator } from './story-generator.ts';

const M = 'M1';

type Move = (tale: StoryGenerator) => Promise<unknown>;

/** Member actions with money in play. */
const playMoves: Readonly<Record<string, Move>> = {
  openBet: (tale) => tale.bet(M, tale.random.pick(['all', 'half', '100.00'])),
  freeBet: (tale) => tale.bet(M, '10.00', `free=yes ${tale.is(0.5) ? 'campaign=yes' : ''}`),
  heldWin: async (tale) => {
    await tale.run('wincap 300.00');
    const bet = await tale.bet(M, tale.random.pick(['half', '20.00']));
    if (bet) await tale.settle(bet, 500);
  },
  award: (tale) => tale.award(M, 400),
  win: (tale) => tale.fortune(M, tale.random.pick([300, 600, 1_000])),
  lose: (tale) => tale.play(M, tale.random.pick(['all', 'half']), '0.00'),
};

/** Own money that arrives during a bonus. */
const incomeMoves: Readonly<Record<string, Move>> = {
  mainWallet: async (tale) => {
    await tale.deposit(M, 200);
    await tale.run(`release ${M}`);
  },
  wheel: async (tale) => {
    await tale.run(`code ${M} COINS`);
    await tale.run(`spin ${M}`);
  },
  code: (tale) => tale.run(`code ${M} PLAIN`),
  cashback: async (tale) => {
    await tale.run('wait 8d');
    await tale.run(`claim ${M}`);
  },
  income: async (tale) => {
    await tale.run(`join F1 friend-of=${M}`);
    await tale.deposit('F1', 20_000);
    await tale.play('F1', 'all', '0.00');
    await tale.run('wait 5d');
    await tale.run(`income ${M}`);
  },
};

const laterMoves: Readonly<Record<string, Move>> = {
  settle: async (tale) => {
    if (tale.open.length > 0) await tale.settleSomehow(tale.random.pick(tale.open));
  },
  decide: async (tale) => {
    if (tale.held.length > 0) await tale.decide();
  },
  rollback: async (tale) => {
    if (tale.wins.length > 0) await tale.reverse(tale.random.pick(tale.wins));
  },
  adjust: async (tale) => {
    if (tale.wins.length > 0) await tale.adjust(tale.random.pick(tale.wins), tale.random.pick([0, 50, 100]));
  },
};

async function runMoves(tale: StoryGenerator, from: Readonly<Record<string, Move>>, most: number): Promise<void> {
  const count = Math.floor(tale.random.next() * (most + 1));
  for (let each = 0; each < count; each += 1) await tale.random.pick(Object.values(from))(tale);
}

/** A capped bonus or code, and more money than the cap allows to leave. */
async function cappedMoney(tale: StoryGenerator): Promise<void> {
  const isPromotion = tale.is(0.25);
  await tale.run(`join ${M} ${isPromotion ? 'bonus=yes' : ''}`);
  if (!isPromotion && tale.is(0.4)) await tale.ownMoney(M, 300);
  if (!isPromotion && tale.is(0.2) && tale.playable(M) > 0) await tale.bet(M, 'half');
  if (isPromotion) await tale.deposit(M, 300);
  else await tale.run(`code ${M} ${tale.is(0.6) ? 'FREECAP' : 'CAPPED'}`);
  if (tale.is(0.8)) await tale.fortune(M, tale.random.pick([400, 800, 1_500]));
  if (tale.is(0.35)) await tale.random.pick(Object.values(incomeMoves))(tale);
  await tale.meetTurnover(M);
  await runMoves(tale, playMoves, 2);
  const request = await tale.withdraw(M, tale.random.pick(['all', '100.00', '200.00']));
  await runMoves(tale, { ...playMoves, ...laterMoves }, 2);
  if (request) {
    const end = tale.random.pickWeighted({ paid: 6, failed: 2, left: 1, approved: 1 });
    if (end === 'paid') {
      // The bank responds after a delay, and the member keeps playing.
      if (tale.is(0.4)) {
        await tale.run('submit');
        await runMoves(tale, { ...playMoves, ...laterMoves }, 2);
      }
      await tale.pay(request);
    }
    if (end === 'failed') {
      await tale.run('submit');
      request.state = await tale.run(`failed ${request.key}`);
      request.state = 'done';
    }
  }
  await runMoves(tale, laterMoves, 2);
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** A deposit bonus that is forfeited while part of it is in another place. */
async function givenUpBonus(tale: StoryGenerator): Promise<void> {
  await tale.run(`join ${M} bonus=yes`);
  if (tale.is(0.4)) {
    await tale.deposit(M, 100);
    await tale.meetTurnover(M);
  }
  if (tale.is(0.4) && tale.playable(M) > 50) await tale.bet(M, 'half');
  await tale.deposit(M, tale.random.pick([100, 200, 300]));
  await runMoves(tale, { ...playMoves, ...laterMoves }, 3);
  if (tale.is(0.15)) await tale.random.pick(Object.values(incomeMoves))(tale);
  const way = tale.random.pickWeighted({ cancel: 4, revoke: 2, expire: 1, exclude: 3 });
  if (way !== 'exclude' && tale.is(0.8)) {
    for (const round of tale.open.filter(({ isFree }) => !isFree)) await tale.settleSomehow(round);
  }
  if (way === 'expire') await tale.run('wait 31d');
  else await tale.run(`${way} ${M}`);
  await runMoves(tale, laterMoves, 2);
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** A turnover requirement, and a loss of all playable money while other money remains elsewhere. */
async function spentMoney(tale: StoryGenerator): Promise<void> {
  const way = tale.random.pickWeighted({ deposit: 2, code: 3, bonus: 2 });
  await tale.run(`join ${M} ${way === 'bonus' ? 'bonus=yes' : ''}`);
  if (way === 'code') await tale.run(`code ${M} ${tale.random.pick(['FREECAP', 'CAPPED'])}`);
  else await tale.deposit(M, 100);
  if (tale.is(0.5)) await tale.bet(M, '10.00', `free=yes ${tale.is(0.5) ? 'campaign=yes' : ''}`);
  if (way === 'code' && tale.is(0.6)) {
    await tale.fortune(M, 600);
    await tale.meetTurnover(M);
    const request = await tale.withdraw(M, '100.00');
    if (request && tale.is(0.4)) {
      await tale.run('submit');
      request.state = await tale.run(`failed ${request.key}`);
      request.state = 'done';
    }
  } else if (tale.is(0.3)) await tale.deposit(M, 100);
  await tale.play(M, 'all', '0.00');
  for (const request of tale.requests.filter(({ state }) => state === 'requested')) {
    request.state = await tale.run(`reject ${request.key}`);
  }
  await runMoves(tale, laterMoves, 2);
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** Two members on the two sides of every round, each with a bonus. */
async function hedgedPair(tale: StoryGenerator): Promise<void> {
  for (const member of ['M1', 'M2']) {
    await tale.run(`join ${member} bonus=yes`);
    await tale.deposit(member, 100);
  }
  for (let round = 0; round < 3; round += 1) {
    const [winner, loser] = tale.random.shuffle(['M1', 'M2']) as [string, string];
    const stake = Math.min(tale.playable(winner), tale.playable(loser));
    if (stake < 10) break;
    const one = await tale.bet(winner, `${stake}.00`, 'on=red market=m1');
    const other = await tale.bet(loser, `${stake}.00`, 'on=black market=m1');
    if (one) await tale.settle(one, stake * 2);
    if (other) await tale.settle(other, 0);
  }
  if (tale.is(0.5)) await tale.run('cancel M1');
  for (const member of ['M1', 'M2']) await leave(tale, member, tale.random.pick([0, 0.3]));
}

/** Any opening, and then any steps: nothing has a fixed place. */
async function anyOrder(tale: StoryGenerator): Promise<void> {
  await tale.run(`join ${M} ${tale.is(0.5) ? 'bonus=yes' : ''}`);
  const openings: readonly Move[] = [
    (each) => each.deposit(M, each.random.pick([100, 200, 300])),
    (each) => each.ownMoney(M, each.random.pick([100, 300])),
    (each) => each.run(`code ${M} ${each.random.pick(['FREECAP', 'CAPPED', 'PLAIN'])}`),
    (each) => each.winSpins(M),
    (each) => each.bet(M, each.random.pick(['half', '20.00'])),
  ];
  const count = tale.random.pick([1, 1, 2, 3]);
  for (let opening = 0; opening < count; opening += 1) await tale.random.pick(openings)(tale);
  if (tale.playable(M) === 0) await tale.random.pick(openings.slice(0, 3))(tale);
  if (tale.is(0.7)) await tale.fortune(M, tale.random.pick([300, 600, 1_000]));
  if (tale.is(0.6)) await tale.meetTurnover(M);
  await anything(tale, M, tale.random.pick([2, 5, 10, 16]));
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** Free spins wait while the money or the requirement of their round ends. */
async function waitingSpins(tale: StoryGenerator): Promise<void> {
  const way = tale.random.pickWeighted({ bonus: 3, code: 3, own: 2 });
  await tale.run(`join ${M} ${way === 'bonus' ? 'bonus=yes' : ''}`);
  if (way === 'code') await tale.run(`code ${M} ${tale.random.pick(['FREECAP', 'CAPPED'])}`);
  else if (way === 'bonus') await tale.deposit(M, tale.random.pick([100, 200, 300]));
  else await tale.ownMoney(M, tale.random.pick([100, 300]));
  if (tale.is(0.5)) await tale.fortune(M, tale.random.pick([300, 600]));
  if (tale.is(0.5)) await tale.meetTurnover(M);
  await tale.winSpins(M);
  if (way === 'own' || tale.is(0.1)) await tale.run(`code ${M} ${tale.random.pick(['FREECAP', 'CAPPED', 'PLAIN'])}`);
  const ends: Readonly<Record<string, Move>> = {
    lose: (each) => each.play(M, 'all', '0.00'),
    cancel: (each) => each.run(`cancel ${M}`),
    exclude: (each) => each.run(`exclude ${M}`),
    wait: (each) => each.run(`wait ${each.random.pick(['25h', '31d'])}`),
    cashOut: async (each) => {
      await each.meetTurnover(M);
      const request = await each.withdraw(M, each.random.pick(['all', '100.00']));
      if (request) await each.pay(request);
    },
    deposit: (each) => each.deposit(M, each.random.pick([100, 300])),
    code: (each) => each.run(`code ${M} ${each.random.pick(['FREECAP', 'CAPPED', 'PLAIN'])}`),
  };
  for (const end of tale.random.shuffle(Object.values(ends)).slice(0, tale.random.pick([1, 2, 3]))) await end(tale);
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

export const situations: Readonly<Record<string, Situation>> = {
  cappedMoney: { weight: 8, run: cappedMoney },
  givenUpBonus: { weight: 6, run: givenUpBonus },
  spentMoney: { weight: 4, run: spentMoney },
  hedgedPair: { weight: 1, run: hedgedPair },
  anyOrder: { weight: 16, run: anyOrder },
  waitingSpins: { weight: 6, run: waitingSpins },
  ...payoutSituations,
  ...bankSituations,
  ...playSituations,
};
