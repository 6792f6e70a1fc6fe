// Situations about payouts: they come back, are contradicted, or are on their way while own money is lost.
//
// Elsewhere: the other situations (situations.ts), shared moves (story-generator.ts).

import { leave } from './last-steps.ts';
import type { Situation, StoryGenerator, TaleRequest, GeneratedRound, TaleWin } from './story-generator.ts';

const M = 'M1';

type Move = (tale: StoryGenerator) => Promise<unknown>;

/** Payouts come back, and the money waits in the main wallet while its requirement changes or ends. */
async function comesBack(tale: StoryGenerator): Promise<void> {
  const isBonus = tale.is(0.5);
  await tale.run(`join ${M} ${isBonus ? 'bonus=yes' : ''}`);
  if (isBonus) await tale.deposit(M, tale.random.pick([100, 200, 300]));
  else await tale.run(`code ${M} ${tale.random.pick(['FREECAP', 'CAPPED'])}`);
  if (tale.is(0.9)) await tale.fortune(M, tale.random.pick([300, 600, 1_000]));
  if (tale.is(0.5)) await tale.meetTurnover(M);
  const times = tale.random.pick([1, 1, 2, 3]);
  for (let time = 0; time < times; time += 1) {
    const request = await tale.withdraw(M, tale.random.pick(['all', 'half', '100.00', '200.00']));
    if (!request) break;
    await tale.approve(request);
    await tale.run('submit');
    if (tale.is(0.3)) await tale.run(`paid ${request.key}`);
    if (tale.stateOf(request) === 'paid') await tale.run(`returned ${request.key}`);
    else await tale.run(`failed ${request.key}`);
    if (tale.is(0.2)) await tale.run(`release ${M}`);
  }
  const changes: Readonly<Record<string, Move>> = {
    reverse: async (each) => {
      for (const win of each.random.shuffle(each.wins).slice(0, each.random.pick([1, 2]))) await each.reverse(win);
      for (const round of each.is(0.6) ? [...each.open] : []) await each.voidBet(round);
    },
    cancel: (each) => each.run(`cancel ${M}`),
    lose: (each) => each.play(M, 'all', '0.00'),
    wait: (each) => each.run(`wait ${each.random.pick(['2h', '25h', '31d'])}`),
    deposit: (each) => each.deposit(M, each.random.pick([100, 300])),
    code: (each) => each.run(`code ${M} ${each.random.pick(['FREECAP', 'CAPPED', 'PLAIN'])}`),
  };
  for (const change of tale.random.shuffle(Object.values(changes)).slice(0, tale.random.pick([0, 1, 2, 3]))) {
    await change(tale);
  }
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** Own money, a capped code beside it, and more than the cap. Returns the own win, and an open bet of own money. */
async function capBesideOwnMoney(
  tale: StoryGenerator,
): Promise<{ own: TaleWin | undefined; open: GeneratedRound | undefined }> {
  await tale.run(`join ${M}`);
  await tale.ownMoney(M, tale.random.pick([100, 300]));
  const open = tale.is(0.3) ? await tale.bet(M, 'half') : undefined;
  const own = tale.wins.at(-1);
  await tale.run(`code ${M} ${tale.random.pick(['FREECAP', 'CAPPED'])}`);
  await tale.fortune(M, tale.random.pick([600, 1_000]));
  if (open) await tale.settle(open, open.stake * 2);
  await tale.meetTurnover(M);
  return { own: open ? tale.wins.find(({ of }) => of === open) : own, open };
}

async function failedPayout(tale: StoryGenerator, amount: string): Promise<TaleRequest | undefined> {
  const request = await tale.withdraw(M, amount);
  if (!request) return undefined;
  await tale.approve(request);
  await tale.run('submit');
  await tale.run(`failed ${request.key}`);
  return request;
}

/** A failed payout waits, another one is on its way, and own money that the first one counted is lost. */
async function lostOwnMoney(tale: StoryGenerator): Promise<void> {
  const { own } = await capBesideOwnMoney(tale);
  if (!(await failedPayout(tale, tale.random.pick(['100.00', '200.00', '300.00'])))) return leave(tale, M, 0.3);
  const second = await tale.withdraw(M, tale.random.pick(['all', 'half', '50.00']));
  if (second) {
    await tale.approve(second);
    await tale.run('submit');
  }
  if (tale.is(0.8)) await tale.award(M, tale.random.pick([200, 400]));
  if (own && tale.is(0.8)) {
    if (tale.is(0.3)) await tale.reverse(own);
    else await tale.adjust(own, tale.random.pick([0, 50]));
  }
  if (second && tale.is(0.9)) await tale.run(`${tale.random.pickWeighted({ paid: 5, failed: 1 })} ${second.key}`);
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** The bank pays what it reported failed, while the cap of both payouts may close. */
async function contradictedUnderCap(tale: StoryGenerator): Promise<void> {
  if (tale.is(0.5)) await capBesideOwnMoney(tale);
  else {
    await tale.run(`join ${M}`);
    await tale.run(`code ${M} ${tale.random.pick(['FREECAP', 'CAPPED'])}`);
    await tale.fortune(M, tale.random.pick([600, 1_000]));
    await tale.meetTurnover(M);
  }
  const failed = await failedPayout(tale, tale.random.pick(['50.00', '100.00', '200.00']));
  const second = await tale.withdraw(M, tale.random.pick(['half', '50.00', '50.00']));
  if (second) {
    await tale.approve(second);
    await tale.run('submit');
  }
  if (tale.is(0.2)) await tale.run(`release ${M}`);
  const open = tale.is(0.7) ? await tale.bet(M, tale.random.pick(['all', 'half', '20.00'])) : undefined;
  if (!open && tale.is(0.5)) await tale.bet(M, '10.00', 'free=yes campaign=yes');
  const steps: readonly Move[] = [
    async (each) => second && each.run(`paid ${second.key}`),
    async (each) => failed && each.run(`paid ${failed.key}`),
  ];
  for (const step of tale.is(0.7) ? steps : steps.toReversed()) await step(tale);
  for (const round of tale.open) await tale.settle(round, tale.random.pick([0, 300, 600]));
  await tale.run('submit');
  if (tale.is(0.7)) await tale.run('disputes');
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

export const payoutSituations: Readonly<Record<string, Situation>> = {
  comesBack: { weight: 6, run: comesBack },
  lostOwnMoney: { weight: 2, run: lostOwnMoney },
  contradictedUnderCap: { weight: 2, run: contradictedUnderCap },
};
