// Cancelling: whole, once, also of what never came.

import { expectCode, expectReplay, expectStep, type Scenario } from '#certify/scenario-context';

export const rollbacks: readonly Scenario[] = [
  {
    id: 'UNDO-01',
    rule: 'a rollback gives the stake of an open bet back',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const { roundId, txId } = await stage.openBet('2.5000');
        expectStep(await stage.rollback(roundId, txId), '2.5');
      }),
  },
  {
    id: 'UNDO-02',
    rule: 'the same rollback again answers as the first did',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const { roundId, txId: bet } = await stage.openBet('1.0000');
        const undo = stage.id('undo');
        const first = await stage.rollback(roundId, bet, { txId: undo });
        expectStep(first, '1');
        expectReplay(await stage.rollback(roundId, bet, { txId: undo }), first);
      }),
  },
  {
    id: 'UNDO-03',
    rule: 'a second rollback of one bet, with an id of its own, is fine and moves nothing',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const { roundId, txId } = await stage.openBet('1.0000');
        expectStep(await stage.rollback(roundId, txId), '1');
        expectStep(await stage.rollback(roundId, txId), '0');
      }),
  },
  {
    id: 'UNDO-04',
    rule: 'a rollback of a bet that never came is fine, and that bet is refused for good when it comes',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        expectStep(await stage.rollback(roundId, txId), '0');
        expectCode(await stage.bet(roundId, '1.0000', { txId }), 'TX_ROLLED_BACK');
        expectCode(await stage.bet(roundId, '1.0000', { txId }), 'TX_ROLLED_BACK');
      }),
  },
  {
    id: 'UNDO-05',
    rule: 'a settled bet cannot be rolled back',
    run: (stage) =>
      stage.expectMoved('2', async () => {
        const { roundId, txId } = await stage.openBet('1.0000');
        expectStep(await stage.win(roundId, '3.0000', { refTxId: txId }), '3');
        expectCode(await stage.rollback(roundId, txId), 'BET_SETTLED');
      }),
  },
  {
    id: 'UNDO-06',
    rule: "a win after its bet's rollback is refused for good",
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const { roundId, txId } = await stage.openBet('1.0000');
        expectStep(await stage.rollback(roundId, txId), '1');
        expectCode(await stage.win(roundId, '9.0000', { refTxId: txId }), 'TX_ROLLED_BACK');
      }),
  },
  {
    id: 'UNDO-07',
    rule: 'a rollback of a free bet is fine and gives nothing',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        expectStep(await stage.bet(roundId, '1.0000', { txId, isFree: true }), '0');
        expectStep(await stage.rollback(roundId, txId), '0');
      }),
  },
  {
    id: 'UNDO-08',
    rule: 'one bet of a round is cancelled, the others are settled',
    run: (stage) =>
      stage.expectMoved('-1', async () => {
        const roundId = stage.id('round');
        const [one, other] = [stage.id('bet'), stage.id('bet')];
        expectStep(await stage.bet(roundId, '2.0000', { txId: one }), '-2');
        expectStep(await stage.bet(roundId, '3.0000', { txId: other }), '-3');
        expectStep(await stage.rollback(roundId, one), '2');
        expectStep(await stage.win(roundId, '2.0000', { refTxId: other, roundClosed: true }), '2');
      }),
  },
  {
    id: 'UNDO-09',
    rule: 'a win that is rolled back is taken out again',
    run: (stage) =>
      stage.expectMoved('-1', async () => {
        const { roundId, txId: bet } = await stage.openBet('1.0000');
        const win = stage.id('win');
        expectStep(await stage.win(roundId, '4.0000', { txId: win, refTxId: bet }), '4');
        expectStep(await stage.rollback(roundId, win), '-4');
        expectStep(await stage.rollback(roundId, win), '0');
      }),
  },
  {
    id: 'UNDO-10',
    rule: 'fifty copies of one rollback at once give back once',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const { roundId, txId: bet } = await stage.openBet('1.0000');
        const undo = stage.id('undo');
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => stage.rollback(roundId, bet, { txId: undo })),
        );
        for (const answer of answers) expectStep(answer, '1');
      }),
  },
  {
    id: 'UNDO-11',
    rule: 'a bet and its rollback race: the stake is back, whoever came first',
    async run(stage) {
      const { races } = stage.wallet;
      await stage.expectMoved('0', async () => {
        const one = async (): Promise<void> => {
          const roundId = stage.id('round');
          const txId = stage.id('bet');
          const [bet, undo] = await Promise.all([
            stage.bet(roundId, '1.0000', { txId }),
            stage.rollback(roundId, txId),
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
    rule: 'a rollback that says less than the whole is refused, and the whole is given back afterwards',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const { roundId, txId } = await stage.openBet('2.5000');
        const undo = stage.id('undo');
        expectCode(await stage.rollback(roundId, txId, { txId: undo, amount: '1.0000' }), 'TX_CONFLICT');
        expectStep(await stage.rollback(roundId, txId, { txId: undo, amount: '2.5000' }), '2.5');
      }),
  },
  {
    id: 'UNDO-13',
    rule: 'a win whose bet was cancelled before it came is refused for good',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        expectStep(await stage.rollback(roundId, txId), '0');
        expectCode(await stage.win(roundId, '9.0000', { refTxId: txId }), 'TX_ROLLED_BACK');
      }),
  },
  {
    id: 'UNDO-14',
    rule: 'one win of a round taken back leaves the bets that another win settled as they are',
    run: (stage) =>
      stage.expectMoved('1', async () => {
        const roundId = stage.id('round');
        const [one, other, win] = [stage.id('bet'), stage.id('bet'), stage.id('win')];
        expectStep(await stage.bet(roundId, '1.0000', { txId: one }), '-1');
        expectStep(await stage.bet(roundId, '2.0000', { txId: other }), '-2');
        expectStep(await stage.win(roundId, '3.0000', { txId: win, refTxId: one }), '3');
        expectStep(await stage.win(roundId, '4.0000', { refTxId: other }), '4');
        expectStep(await stage.rollback(roundId, win), '-3');
        expectCode(await stage.rollback(roundId, other), 'BET_SETTLED');
      }),
  },
  {
    id: 'UNDO-15',
    rule: 'a rollback of itself is an invalid request, not a fault',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const txId = stage.id('undo');
        expectCode(await stage.rollback(stage.id('round'), txId, { txId }), 'INVALID_REQUEST');
      }),
  },
  {
    id: 'UNDO-16',
    rule: 'a round whose bets were cancelled takes a new bet, and pays its win',
    run: (stage) =>
      stage.expectMoved('3', async () => {
        const { roundId, txId } = await stage.openBet('1.0000');
        expectStep(await stage.rollback(roundId, txId), '1');
        const anew = stage.id('bet');
        expectStep(await stage.bet(roundId, '2.0000', { txId: anew }), '-2');
        expectStep(await stage.win(roundId, '5.0000', { refTxId: anew, roundClosed: true }), '5');
      }),
  },
];
