// Situations of the bank: transfers reported twice or wrongly, payouts that are overtaken or contradicted.
//
// Elsewhere: the other situations (situations.ts).

import { leave } from './last-steps.ts';
import type { Situation } from './story-generator.ts';
import type { StoryGenerator } from './story-generator.ts';

const M = 'M1';

/** One real transfer, reported by slip, feed and operators in any order, delayed or incomplete. */
async function onceTransferred(tale: StoryGenerator): Promise<void> {
  const way = tale.random.pickWeighted({ slipAndFeed: 4, unmatched: 3, wrongMember: 2, sites: 2, reference: 2 });
  if (way === 'wrongMember') return claimedByTail(tale);
  if (way === 'sites') return twoSites(tale);
  if (way === 'reference') return sameReference(tale);
  await tale.run(`join ${M}`);
  await tale.run(`transfer T1 from=${M} amount=500.00 ago=${tale.random.pick(['1m', '9h', '3h'])}`);
  const delay = tale.random.pick(['0s', '5m', '15m', '2h', '6h']);
  const looks = [`late=${delay}`, tale.is(0.3) ? 'name=none' : '', tale.is(0.15) ? 'stamp=day' : ''];
  if (way === 'unmatched') {
    await tale.run(`feed T1 ${looks.join(' ')} tail=none`);
    await tale.run(tale.random.pick(['send-back T1', `attach T1 ${M}`, 'attach T1 M2']));
    await tale.run(`slip ${M} T1`);
  } else {
    const rows = [`slip ${M} T1`, `feed T1 ${looks.join(' ')}`];
    for (const each of tale.random.shuffle(rows)) await tale.run(each);
    if (tale.is(0.2)) await tale.run(tale.random.pick(rows));
  }
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** The feed shows four digits; the member with these digits signed up first, the sender second. */
async function claimedByTail(tale: StoryGenerator): Promise<void> {
  await tale.run(`join ${M} account=2000001234`);
  await tale.run('transfer T1 account=3000001234 amount=500.00');
  await tale.run(`feed T1 ${tale.is(0.7) ? 'name=none' : ''}`);
  await tale.run('join M2 account=3000001234');
  await tale.run('slip M2 T1');
  for (const member of [M, 'M2']) await leave(tale, member, tale.random.pick([0, 0.3]));
}

/** Two sites receive on one account, and one slip is sent to both. */
async function twoSites(tale: StoryGenerator): Promise<void> {
  await tale.run('share');
  await tale.run(`join ${M} account=2000005555`);
  await tale.run('join L1 account=2000005555 site=lanna');
  await tale.run('transfer T1 account=2000005555 amount=500.00');
  for (const member of tale.random.shuffle([M, 'L1'])) await tale.run(`slip ${member} T1`);
  if (tale.is(0.3)) await tale.run('feed T1');
}

/** Two transfers of one sender carry one reference. */
async function sameReference(tale: StoryGenerator): Promise<void> {
  await tale.run(`transfer T1 from=${M} amount=100.00`);
  await tale.run(`transfer T2 from=${M} amount=900.00 ref=T1`);
  await tale.run(tale.is(0.7) ? `slip ${M} T1` : 'feed T1 ref=shown');
  await tale.run('feed T2 ref=shown');
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** A withdrawal is requested, and the member's position changes before it is paid. */
async function overtakenPayout(tale: StoryGenerator): Promise<void> {
  if (tale.is(0.4)) await tale.run('switch automatic=off');
  await tale.ownMoney(M, 500);
  const bet = await tale.bet(M, '100.00');
  if (bet) await tale.settle(bet, tale.random.pick([300, 600]));
  if (tale.is(0.3)) await tale.deposit(M, 100).then(() => tale.meetTurnover(M));
  const request = await tale.withdraw(M, tale.random.pick(['all', '300.00']));
  if (!request) return;
  if (tale.is(0.3)) await tale.approve(request);
  const win = tale.wins.at(-1);
  const between = tale.random.pickWeighted({ debt: 4, lock: 2, turnover: 3, exclude: 1, none: 1 });
  if (between === 'lock') await tale.run(`lock ${M}`);
  if (between === 'exclude') await tale.run(`exclude ${M}`);
  if (between === 'turnover' && win) await tale.reverse(tale.random.pick(tale.wins));
  if (between === 'debt' && win) await tale.reverse(win);
  await tale.pay(request);
  await tale.run(`unlock ${M}`);
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

/** The bank reports a payout status and then another one. */
async function contradictedPayout(tale: StoryGenerator): Promise<void> {
  await tale.ownMoney(M, 500);
  if (tale.is(0.25)) await tale.run(`payouts ${tale.random.pick(['forgetful', 'silent'])}`);
  const request = await tale.withdraw(M, tale.random.pick(['all', '200.00']));
  if (!request) return;
  await tale.run('submit');
  if (tale.is(0.4)) await tale.run('submit');
  if (tale.storyRun.story.bank.behaviour === 'accepts') {
    const words = tale.random.pick([
      ['failed', 'paid'],
      ['paid', 'returned'],
      ['failed'],
      ['paid'],
      ['failed', 'paid', 'returned'],
    ]);
    for (const [place, word] of words.entries()) {
      if (place > 0 && tale.is(0.5)) await tale.run(`wait ${tale.random.pick(['2h', '3d'])}`);
      await tale.run(`${word} ${request.key}`);
      if (tale.is(0.3)) await tale.run('disputes');
    }
  }
  request.state = 'done';
  await tale.run('payouts accepts');
  await leave(tale, M, tale.random.pick([0, 0.3]));
}

export const bankSituations: Readonly<Record<string, Situation>> = {
  onceTransferred: { weight: 4, run: onceTransferred },
  overtakenPayout: { weight: 4, run: overtakenPayout },
  contradictedPayout: { weight: 3, run: contradictedPayout },
};
