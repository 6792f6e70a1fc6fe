// Scenarios of free spins: they are bets of the round that granted them, which stays open until the last one.

import { expectCode, expectReplay, expectStep, type Scenario, type ScenarioContext } from '#certify/scenario-context';

type Fields = Readonly<Record<string, unknown>>;

/** A spin as a list: a paid or free bet of one baht, and its win. */
function spin(context: ScenarioContext, roundId: string, payout: string, fields: Fields & { isFree?: boolean } = {}) {
  const { isFree, ...more } = fields;
  const [bet, win] = [context.id('bet'), context.id('win')];
  const list = [
    { operation: 'bet', txId: bet, amount: '1.0000', ...(isFree === true ? { isFree } : {}) },
    { operation: 'win', txId: win, refTxId: bet, amount: payout },
  ];
  return context.betwin(roundId, list, more);
}

export const freeSpins: readonly Scenario[] = [
  {
    id: 'FREE-01',
    rule: 'a round that is not closed takes its free spins, and none after its end',
    run: (context) =>
      context.expectMoved('4.5', async () => {
        const { roundId, txId } = await context.openBet('1');
        expectStep(await context.win(roundId, '0.5000', { refTxId: txId }), '0.5');
        for (const [payout, last] of [
          ['2.0000', {}],
          ['3.0000', { roundClosed: true }],
        ] as const) {
          const free = context.id('bet');
          expectStep(await context.bet(roundId, '1.0000', { txId: free, isFree: true }), '0');
          expectStep(await context.win(roundId, payout, { refTxId: free, ...last }), payout);
        }
        expectCode(await context.bet(roundId, '1.0000', { isFree: true }), 'BET_SETTLED');
      }),
  },
  {
    id: 'FREE-02',
    rule: 'a granting spin and its free spins are lists of one round, each with the number that waits',
    run: (context) =>
      context.expectMoved('2', async () => {
        const roundId = context.id('round');
        expectStep(await spin(context, roundId, '0', { freeSpins: 2 }), '-1');
        expectStep(await spin(context, roundId, '1.0000', { isFree: true, freeSpins: 1 }), '1');
        expectStep(await spin(context, roundId, '2.0000', { isFree: true, roundClosed: true }), '2');
        expectCode(await spin(context, roundId, '9.0000', { isFree: true }), 'BET_SETTLED');
      }),
  },
  {
    id: 'FREE-03',
    rule: 'a round that ends with waiting spins closes after the last of them',
    run: (context) =>
      context.expectMoved('1', async () => {
        const roundId = context.id('round');
        expectStep(await spin(context, roundId, '0', { freeSpins: 1, roundClosed: true }), '-1');
        expectStep(await spin(context, roundId, '2.0000', { isFree: true, freeSpins: 0 }), '2');
        expectCode(await spin(context, roundId, '9.0000', { isFree: true }), 'BET_SETTLED');
      }),
  },
  {
    id: 'FREE-04',
    rule: 'endRound ends the spins that wait',
    run: (context) =>
      context.expectMoved('-1', async () => {
        const roundId = context.id('round');
        expectStep(await spin(context, roundId, '0', { freeSpins: 5 }), '-1');
        expectCode(await context.call('endRound', { roundId }), 'OK');
        expectCode(await spin(context, roundId, '9.0000', { isFree: true, freeSpins: 4 }), 'BET_SETTLED');
      }),
  },
  {
    id: 'FREE-05',
    rule: 'a repeated free spin is played once, and a spin may grant more',
    run: (context) =>
      context.expectMoved('1', async () => {
        const [roundId, bet, win] = [context.id('round'), context.id('bet'), context.id('win')];
        expectStep(await spin(context, roundId, '0', { freeSpins: 1 }), '-1');
        const list = [
          { operation: 'bet', txId: bet, amount: '1.0000', isFree: true },
          { operation: 'win', txId: win, refTxId: bet, amount: '2.0000' },
        ];
        const first = await context.betwin(roundId, list, { freeSpins: 3 });
        expectStep(first, '2');
        expectReplay(await context.betwin(roundId, list, { freeSpins: 3 }), first);
        expectStep(await spin(context, roundId, '0', { isFree: true, roundClosed: true }), '0');
      }),
  },
  {
    id: 'FREE-06',
    rule: 'the win of a free spin is rolled back alone, and the spins that wait stay',
    run: (context) =>
      context.expectMoved('2', async () => {
        const [roundId, bet, win] = [context.id('round'), context.id('bet'), context.id('win')];
        expectStep(await spin(context, roundId, '0', { freeSpins: 2 }), '-1');
        const list = [
          { operation: 'bet', txId: bet, amount: '1.0000', isFree: true },
          { operation: 'win', txId: win, refTxId: bet, amount: '5.0000' },
        ];
        expectStep(await context.betwin(roundId, list, { freeSpins: 1 }), '5');
        expectStep(await context.rollback(roundId, win), '-5');
        expectStep(await context.win(roundId, '1.0000', { refTxId: bet, freeSpins: 1 }), '1');
        expectStep(await spin(context, roundId, '2.0000', { isFree: true, roundClosed: true }), '2');
      }),
  },
];
