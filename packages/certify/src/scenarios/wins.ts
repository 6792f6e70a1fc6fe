// Payouts: what settles a bet, once, and what no state of a player may refuse.

import { expectCode, expectReplay, expectStep, type Scenario } from '#certify/scenario-context';

const COPIES = 50;

export const wins: readonly Scenario[] = [
  {
    id: 'WIN-01',
    rule: 'a win pays, and the round is closed',
    run: (stage) =>
      stage.expectMoved('5', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        expectStep(await stage.bet(roundId, '2.0000', { txId }), '-2');
        expectStep(await stage.win(roundId, '7.0000', { refTxId: txId, roundClosed: true }), '7');
        expectCode(await stage.win(roundId, '1.0000', { refTxId: txId }), 'BET_SETTLED');
      }),
  },
  {
    id: 'WIN-02',
    rule: 'a win of zero is legal and closes the bet',
    run: (stage) =>
      stage.expectMoved('-1', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        expectStep(await stage.bet(roundId, '1.0000', { txId }), '-1');
        expectStep(await stage.win(roundId, '0', { refTxId: txId, roundClosed: true }), '0');
        expectCode(await stage.rollback(roundId, txId), 'BET_SETTLED');
      }),
  },
  {
    id: 'WIN-03',
    rule: 'a win whose bet is unknown is told to come again, and pays nothing',
    run: (stage) =>
      stage.expectMoved('0', async () =>
        expectCode(await stage.win(stage.id('round'), '9.0000', { refTxId: stage.id('never') }), 'BET_NOT_FOUND'),
      ),
  },
  {
    id: 'WIN-04',
    rule: 'a win that came before its bet pays when both are there, once',
    run: (stage) =>
      stage.expectMoved('2', async () => {
        const roundId = stage.id('round');
        const [bet, win] = [stage.id('bet'), stage.id('win')];
        const fields = { txId: win, refTxId: bet, roundClosed: true };
        expectCode(await stage.win(roundId, '3.0000', fields), 'BET_NOT_FOUND');
        expectCode(await stage.bet(roundId, '1.0000', { txId: bet }), 'OK');
        expectCode(await stage.win(roundId, '3.0000', fields), 'OK');
        expectCode(await stage.win(roundId, '3.0000', fields), 'OK');
      }),
  },
  {
    id: 'WIN-05',
    rule: 'the same win again answers as the first did and pays nothing',
    run: (stage) =>
      stage.expectMoved('1', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('win');
        expectStep(await stage.bet(roundId, '1.0000'), '-1');
        const first = await stage.win(roundId, '2.0000', { txId, roundClosed: true });
        expectStep(first, '2');
        expectReplay(await stage.win(roundId, '2.0000', { txId, roundClosed: true }), first);
      }),
  },
  {
    id: 'WIN-06',
    rule: 'the same win with another amount is a conflict',
    run: (stage) =>
      stage.expectMoved('1', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('win');
        expectStep(await stage.bet(roundId, '1.0000'), '-1');
        expectStep(await stage.win(roundId, '2.0000', { txId }), '2');
        expectCode(await stage.win(roundId, '20.0000', { txId }), 'TX_CONFLICT');
      }),
  },
  {
    id: 'WIN-07',
    rule: 'fifty copies of one win at once pay once',
    run: (stage) =>
      stage.expectMoved('2', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('win');
        expectStep(await stage.bet(roundId, '1.0000'), '-1');
        const answers = await Promise.all(Array.from({ length: COPIES }, () => stage.win(roundId, '3.0000', { txId })));
        for (const answer of answers) expectStep(answer, '3');
      }),
  },
  {
    id: 'WIN-08',
    rule: 'a session that is over, or nothing where it stands, never refuses money that comes back',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        for (const token of [stage.id('over'), '', null]) {
          const roundId = stage.id('round');
          expectStep(await stage.bet(roundId, '1.0000'), '-1');
          expectStep(await stage.win(roundId, '1.0000', { token, roundClosed: true }), '1');
        }
      }),
  },
  {
    id: 'WIN-09',
    rule: 'each bet of a round has its own win',
    run: (stage) =>
      stage.expectMoved('1', async () => {
        const roundId = stage.id('round');
        const [one, other] = [stage.id('bet'), stage.id('bet')];
        expectStep(await stage.bet(roundId, '1.0000', { txId: one }), '-1');
        expectStep(await stage.bet(roundId, '2.0000', { txId: other }), '-2');
        expectStep(await stage.win(roundId, '4.0000', { refTxId: one }), '4');
        expectStep(await stage.win(roundId, '0', { refTxId: other, roundClosed: true }), '0');
      }),
  },
  {
    id: 'WIN-10',
    rule: 'a bet and its win race: the money is right whoever comes first',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        for (let turn = 0; turn < 10; turn += 1) {
          const roundId = stage.id('round');
          const [bet, win] = [stage.id('bet'), stage.id('win')];
          const sendWin = () => stage.win(roundId, '1.0000', { txId: win, refTxId: bet, roundClosed: true });
          const [, early] = await Promise.all([stage.bet(roundId, '1.0000', { txId: bet }), sendWin()]);
          expectCode(early, 'OK', 'BET_NOT_FOUND');
          expectCode(await sendWin(), 'OK');
        }
      }),
  },
  {
    id: 'WIN-11',
    rule: 'a tie of baccarat gives the stakes on both sides back',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        const table = { gameCode: stage.wallet.table };
        const sides = [
          { type: 'PLAYER', stake: '2.0000' },
          { type: 'BANKER', stake: '1.0000' },
        ];
        expectStep(await stage.bet(roundId, '3.0000', { ...table, txId, positions: sides }), '-3');
        const pushed = sides.map((side) => ({ ...side, pushed: side.stake }));
        const tie = { ...table, refTxId: txId, positions: pushed, validBet: '0', roundClosed: true };
        expectStep(await stage.win(roundId, '3.0000', tie), '3');
      }),
  },
  {
    id: 'WIN-12',
    rule: 'a large win is paid to the last decimal',
    async run(stage) {
      const roundId = stage.id('round');
      expectStep(await stage.bet(roundId, '0.0001'), '-0.0001');
      expectStep(await stage.win(roundId, '12345.6789', { roundClosed: true }), '12345.6789');
    },
  },
  {
    id: 'WIN-13',
    rule: 'the word that a round is over may overtake the win before it: that win is paid',
    run: (stage) =>
      stage.expectMoved('6', async () => {
        const roundId = stage.id('round');
        const [one, other] = [stage.id('bet'), stage.id('bet')];
        expectStep(await stage.bet(roundId, '1.0000', { txId: one }), '-1');
        expectStep(await stage.bet(roundId, '2.0000', { txId: other }), '-2');
        expectStep(await stage.win(roundId, '4.0000', { refTxId: other, roundClosed: true }), '4');
        expectStep(await stage.win(roundId, '5.0000', { refTxId: one }), '5');
        expectCode(await stage.win(roundId, '1.0000', { refTxId: one }), 'BET_SETTLED');
      }),
  },
];
