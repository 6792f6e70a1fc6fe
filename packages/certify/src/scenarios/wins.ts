// Scenarios of wins: settlement, duplicates, and credits that no player state rejects.

import { expectCode, expectReplay, expectStep, type Scenario } from '#certify/scenario-context';

const COPIES = 50;

export const wins: readonly Scenario[] = [
  {
    id: 'WIN-01',
    rule: 'a win credits its payout and closes the round',
    run: (context) =>
      context.expectMoved('5', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        expectStep(await context.bet(roundId, '2.0000', { txId }), '-2');
        expectStep(await context.win(roundId, '7.0000', { refTxId: txId, roundClosed: true }), '7');
        expectCode(await context.win(roundId, '1.0000', { refTxId: txId }), 'BET_SETTLED');
      }),
  },
  {
    id: 'WIN-02',
    rule: 'a win of zero is valid and settles the bet',
    run: (context) =>
      context.expectMoved('-1', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        expectStep(await context.bet(roundId, '1.0000', { txId }), '-1');
        expectStep(await context.win(roundId, '0', { refTxId: txId, roundClosed: true }), '0');
        expectCode(await context.rollback(roundId, txId), 'BET_SETTLED');
      }),
  },
  {
    id: 'WIN-03',
    rule: 'a win with an unknown bet returns BET_NOT_FOUND and credits nothing',
    run: (context) =>
      context.expectMoved('0', async () =>
        expectCode(await context.win(context.id('round'), '9.0000', { refTxId: context.id('never') }), 'BET_NOT_FOUND'),
      ),
  },
  {
    id: 'WIN-04',
    rule: 'a win that arrives before its bet is paid once after the bet',
    run: (context) =>
      context.expectMoved('2', async () => {
        const roundId = context.id('round');
        const [bet, win] = [context.id('bet'), context.id('win')];
        const fields = { txId: win, refTxId: bet, roundClosed: true };
        expectCode(await context.win(roundId, '3.0000', fields), 'BET_NOT_FOUND');
        expectCode(await context.bet(roundId, '1.0000', { txId: bet }), 'OK');
        expectCode(await context.win(roundId, '3.0000', fields), 'OK');
        expectCode(await context.win(roundId, '3.0000', fields), 'OK');
      }),
  },
  {
    id: 'WIN-05',
    rule: 'a repeated win returns the first response and credits nothing',
    run: (context) =>
      context.expectMoved('1', async () => {
        const roundId = context.id('round');
        const txId = context.id('win');
        expectStep(await context.bet(roundId, '1.0000'), '-1');
        const first = await context.win(roundId, '2.0000', { txId, roundClosed: true });
        expectStep(first, '2');
        expectReplay(await context.win(roundId, '2.0000', { txId, roundClosed: true }), first);
      }),
  },
  {
    id: 'WIN-06',
    rule: 'a repeated win with another amount is a conflict',
    run: (context) =>
      context.expectMoved('1', async () => {
        const roundId = context.id('round');
        const txId = context.id('win');
        expectStep(await context.bet(roundId, '1.0000'), '-1');
        expectStep(await context.win(roundId, '2.0000', { txId }), '2');
        expectCode(await context.win(roundId, '20.0000', { txId }), 'TX_CONFLICT');
      }),
  },
  {
    id: 'WIN-14',
    rule: 'a win in another currency credits nothing, and is paid under the same id in the currency of the site',
    run: (context) =>
      context.expectMoved('4', async () => {
        const roundId = context.id('round');
        const txId = context.id('win');
        expectStep(await context.bet(roundId, '1.0000'), '-1');
        expectCode(await context.win(roundId, '5.0000', { txId, currency: 'USD' }), 'WRONG_CURRENCY');
        expectStep(await context.win(roundId, '5.0000', { txId, roundClosed: true }), '5');
      }),
  },
  {
    id: 'WIN-07',
    rule: 'fifty concurrent copies of one win are paid once',
    run: (context) =>
      context.expectMoved('2', async () => {
        const roundId = context.id('round');
        const txId = context.id('win');
        expectStep(await context.bet(roundId, '1.0000'), '-1');
        const answers = await Promise.all(
          Array.from({ length: COPIES }, () => context.win(roundId, '3.0000', { txId })),
        );
        for (const answer of answers) expectStep(answer, '3');
      }),
  },
  {
    id: 'WIN-08',
    rule: 'an expired or missing session never rejects a credit',
    run: (context) =>
      context.expectMoved('0', async () => {
        for (const token of [context.id('over'), '', null]) {
          const roundId = context.id('round');
          expectStep(await context.bet(roundId, '1.0000'), '-1');
          expectStep(await context.win(roundId, '1.0000', { token, roundClosed: true }), '1');
        }
      }),
  },
  {
    id: 'WIN-09',
    rule: 'each bet of a round has its own win',
    run: (context) =>
      context.expectMoved('1', async () => {
        const roundId = context.id('round');
        const [one, other] = [context.id('bet'), context.id('bet')];
        expectStep(await context.bet(roundId, '1.0000', { txId: one }), '-1');
        expectStep(await context.bet(roundId, '2.0000', { txId: other }), '-2');
        expectStep(await context.win(roundId, '4.0000', { refTxId: one }), '4');
        expectStep(await context.win(roundId, '0', { refTxId: other, roundClosed: true }), '0');
      }),
  },
  {
    id: 'WIN-10',
    rule: 'a bet and its win in any order give the same balance',
    run: (context) =>
      context.expectMoved('0', async () => {
        for (let turn = 0; turn < 10; turn += 1) {
          const roundId = context.id('round');
          const [bet, win] = [context.id('bet'), context.id('win')];
          const sendWin = () => context.win(roundId, '1.0000', { txId: win, refTxId: bet, roundClosed: true });
          const [, early] = await Promise.all([context.bet(roundId, '1.0000', { txId: bet }), sendWin()]);
          expectCode(early, 'OK', 'BET_NOT_FOUND');
          expectCode(await sendWin(), 'OK');
        }
      }),
  },
  {
    id: 'WIN-11',
    rule: 'a tie in baccarat refunds the stakes on both sides',
    run: (context) =>
      context.expectMoved('0', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        const table = { gameCode: context.wallet.table };
        const sides = [
          { type: 'PLAYER', stake: '2.0000' },
          { type: 'BANKER', stake: '1.0000' },
        ];
        expectStep(await context.bet(roundId, '3.0000', { ...table, txId, positions: sides }), '-3');
        const pushed = sides.map((side) => ({ ...side, pushed: side.stake }));
        const tie = { ...table, refTxId: txId, positions: pushed, validBet: '0', roundClosed: true };
        expectStep(await context.win(roundId, '3.0000', tie), '3');
      }),
  },
  {
    id: 'WIN-12',
    rule: 'a large win is paid exactly',
    async run(context) {
      const roundId = context.id('round');
      expectStep(await context.bet(roundId, '0.0001'), '-0.0001');
      expectStep(await context.win(roundId, '12345.6789', { roundClosed: true }), '12345.6789');
    },
  },
  {
    id: 'WIN-13',
    rule: 'a win that arrives after the end of its round is paid',
    run: (context) =>
      context.expectMoved('6', async () => {
        const roundId = context.id('round');
        const [one, other] = [context.id('bet'), context.id('bet')];
        expectStep(await context.bet(roundId, '1.0000', { txId: one }), '-1');
        expectStep(await context.bet(roundId, '2.0000', { txId: other }), '-2');
        expectStep(await context.win(roundId, '4.0000', { refTxId: other, roundClosed: true }), '4');
        expectStep(await context.win(roundId, '5.0000', { refTxId: one }), '5');
        expectCode(await context.win(roundId, '1.0000', { refTxId: one }), 'BET_SETTLED');
      }),
  },
];
