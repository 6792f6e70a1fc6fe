// Scenarios of rollbacks: complete, once, and also for unknown bets.

import { expectCode, expectReplay, expectStep, type Scenario } from '#certify/scenario-context';

export const rollbacks: readonly Scenario[] = [
  {
    id: 'UNDO-01',
    rule: 'a rollback refunds the stake of an open bet',
    run: (context) =>
      context.expectMoved('0', async () => {
        const { roundId, txId } = await context.openBet('2.5000');
        expectStep(await context.rollback(roundId, txId), '2.5');
      }),
  },
  {
    id: 'UNDO-02',
    rule: 'a repeated rollback returns the first response',
    run: (context) =>
      context.expectMoved('0', async () => {
        const { roundId, txId: bet } = await context.openBet('1.0000');
        const undo = context.id('undo');
        const first = await context.rollback(roundId, bet, { txId: undo });
        expectStep(first, '1');
        expectReplay(await context.rollback(roundId, bet, { txId: undo }), first);
      }),
  },
  {
    id: 'UNDO-03',
    rule: 'a second rollback of one bet with a new id succeeds and moves no money',
    run: (context) =>
      context.expectMoved('0', async () => {
        const { roundId, txId } = await context.openBet('1.0000');
        expectStep(await context.rollback(roundId, txId), '1');
        expectStep(await context.rollback(roundId, txId), '0');
      }),
  },
  {
    id: 'UNDO-04',
    rule: 'a rollback of an unknown bet succeeds, and the bet is rejected if it arrives later',
    run: (context) =>
      context.expectMoved('0', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        expectStep(await context.rollback(roundId, txId), '0');
        expectCode(await context.bet(roundId, '1.0000', { txId }), 'TX_ROLLED_BACK');
        expectCode(await context.bet(roundId, '1.0000', { txId }), 'TX_ROLLED_BACK');
      }),
  },
  {
    id: 'UNDO-05',
    rule: 'a settled bet cannot be rolled back',
    run: (context) =>
      context.expectMoved('2', async () => {
        const { roundId, txId } = await context.openBet('1.0000');
        expectStep(await context.win(roundId, '3.0000', { refTxId: txId }), '3');
        expectCode(await context.rollback(roundId, txId), 'BET_SETTLED');
      }),
  },
  {
    id: 'UNDO-06',
    rule: 'a win after the rollback of its bet is rejected permanently',
    run: (context) =>
      context.expectMoved('0', async () => {
        const { roundId, txId } = await context.openBet('1.0000');
        expectStep(await context.rollback(roundId, txId), '1');
        expectCode(await context.win(roundId, '9.0000', { refTxId: txId }), 'TX_ROLLED_BACK');
      }),
  },
  {
    id: 'UNDO-07',
    rule: 'a rollback of a free bet succeeds and refunds nothing',
    run: (context) =>
      context.expectMoved('0', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        expectStep(await context.bet(roundId, '1.0000', { txId, isFree: true }), '0');
        expectStep(await context.rollback(roundId, txId), '0');
      }),
  },
  {
    id: 'UNDO-08',
    rule: 'one bet of a round is cancelled, the others are settled',
    run: (context) =>
      context.expectMoved('-1', async () => {
        const roundId = context.id('round');
        const [one, other] = [context.id('bet'), context.id('bet')];
        expectStep(await context.bet(roundId, '2.0000', { txId: one }), '-2');
        expectStep(await context.bet(roundId, '3.0000', { txId: other }), '-3');
        expectStep(await context.rollback(roundId, one), '2');
        expectStep(await context.win(roundId, '2.0000', { refTxId: other, roundClosed: true }), '2');
      }),
  },
  {
    id: 'UNDO-09',
    rule: 'a rollback of a win debits its payout',
    run: (context) =>
      context.expectMoved('-1', async () => {
        const { roundId, txId: bet } = await context.openBet('1.0000');
        const win = context.id('win');
        expectStep(await context.win(roundId, '4.0000', { txId: win, refTxId: bet }), '4');
        expectStep(await context.rollback(roundId, win), '-4');
        expectStep(await context.rollback(roundId, win), '0');
      }),
  },
  {
    id: 'UNDO-10',
    rule: 'fifty concurrent copies of one rollback refund once',
    run: (context) =>
      context.expectMoved('0', async () => {
        const { roundId, txId: bet } = await context.openBet('1.0000');
        const undo = context.id('undo');
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => context.rollback(roundId, bet, { txId: undo })),
        );
        for (const answer of answers) expectStep(answer, '1');
      }),
  },
  {
    id: 'UNDO-11',
    rule: 'a bet and its rollback in any order leave the balance unchanged',
    async run(context) {
      const { races } = context.wallet;
      await context.expectMoved('0', async () => {
        const one = async (): Promise<void> => {
          const roundId = context.id('round');
          const txId = context.id('bet');
          const [bet, undo] = await Promise.all([
            context.bet(roundId, '1.0000', { txId }),
            context.rollback(roundId, txId),
          ]);
          expectCode(bet, 'OK', 'TX_ROLLED_BACK');
          expectCode(undo, 'OK');
        };
        for (let done = 0; done < races; done += 20) {
          await Promise.all(Array.from({ length: Math.min(20, races - done) }, one));
        }
      });
    },
  },
  {
    id: 'UNDO-12',
    rule: 'a rollback of a partial amount is rejected, and the full one then succeeds',
    run: (context) =>
      context.expectMoved('0', async () => {
        const { roundId, txId } = await context.openBet('2.5000');
        const undo = context.id('undo');
        expectCode(await context.rollback(roundId, txId, { txId: undo, amount: '1.0000' }), 'TX_CONFLICT');
        expectStep(await context.rollback(roundId, txId, { txId: undo, amount: '2.5000' }), '2.5');
      }),
  },
  {
    id: 'UNDO-13',
    rule: 'a win for a tombstoned bet is rejected permanently',
    run: (context) =>
      context.expectMoved('0', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        expectStep(await context.rollback(roundId, txId), '0');
        expectCode(await context.win(roundId, '9.0000', { refTxId: txId }), 'TX_ROLLED_BACK');
      }),
  },
  {
    id: 'UNDO-14',
    rule: 'a rollback of one win leaves bets settled by another win unchanged',
    run: (context) =>
      context.expectMoved('1', async () => {
        const roundId = context.id('round');
        const [one, other, win] = [context.id('bet'), context.id('bet'), context.id('win')];
        expectStep(await context.bet(roundId, '1.0000', { txId: one }), '-1');
        expectStep(await context.bet(roundId, '2.0000', { txId: other }), '-2');
        expectStep(await context.win(roundId, '3.0000', { txId: win, refTxId: one }), '3');
        expectStep(await context.win(roundId, '4.0000', { refTxId: other }), '4');
        expectStep(await context.rollback(roundId, win), '-3');
        expectCode(await context.rollback(roundId, other), 'BET_SETTLED');
      }),
  },
  {
    id: 'UNDO-15',
    rule: 'a rollback of itself is an invalid request, not a server error',
    run: (context) =>
      context.expectMoved('0', async () => {
        const txId = context.id('undo');
        expectCode(await context.rollback(context.id('round'), txId, { txId }), 'INVALID_REQUEST');
      }),
  },
  {
    id: 'UNDO-16',
    rule: 'a round whose bets were cancelled accepts a new bet and pays its win',
    run: (context) =>
      context.expectMoved('3', async () => {
        const { roundId, txId } = await context.openBet('1.0000');
        expectStep(await context.rollback(roundId, txId), '1');
        const anew = context.id('bet');
        expectStep(await context.bet(roundId, '2.0000', { txId: anew }), '-2');
        expectStep(await context.win(roundId, '5.0000', { refTxId: anew, roundClosed: true }), '5');
      }),
  },
];
