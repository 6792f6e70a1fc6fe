// betwin: bets and wins as one list, all of it or nothing.

import { formatProviderAmount } from '@chaba/money';
import { expectCode, expectReplay, expectStep, type Scenario } from '#certify/scenario-context';

export const spins: readonly Scenario[] = [
  {
    id: 'SPIN-01',
    rule: 'a spin is one list: the stake goes, the payout comes',
    run: (stage) =>
      stage.expectMoved('0.75', async () => {
        const [bet, win] = [stage.id('bet'), stage.id('win')];
        const list = [
          { operation: 'bet', txId: bet, amount: '1.0000' },
          { operation: 'win', txId: win, refTxId: bet, amount: '1.7500' },
        ];
        expectStep(await stage.betwin(stage.id('round'), list, { roundClosed: true }), '0.75');
      }),
  },
  {
    id: 'SPIN-02',
    rule: 'the same list again answers as the first did',
    run: (stage) =>
      stage.expectMoved('-1', async () => {
        const roundId = stage.id('round');
        const list = [
          { operation: 'bet', txId: stage.id('bet'), amount: '1.0000' },
          { operation: 'win', txId: stage.id('win'), amount: '0' },
        ];
        const first = await stage.betwin(roundId, list, { roundClosed: true });
        expectStep(first, '-1');
        expectReplay(await stage.betwin(roundId, list, { roundClosed: true }), first);
      }),
  },
  {
    id: 'SPIN-03',
    rule: 'a list that there is no money for is refused whole: its payout cannot pay for its stake',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const balance = await stage.balance();
        const tooMuch = formatProviderAmount((balance + 1n) as typeof balance);
        const list = [
          { operation: 'bet', txId: stage.id('bet'), amount: tooMuch },
          { operation: 'win', txId: stage.id('win'), amount: tooMuch },
        ];
        expectCode(await stage.betwin(stage.id('round'), list), 'INSUFFICIENT_FUNDS');
      }),
  },
  {
    id: 'SPIN-04',
    rule: 'a list with one part of an earlier list is a conflict and moves nothing',
    run: (stage) =>
      stage.expectMoved('-1', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        expectStep(await stage.bet(roundId, '1.0000', { txId }), '-1');
        const list = [
          { operation: 'bet', txId, amount: '1.0000' },
          { operation: 'win', txId: stage.id('win'), amount: '5.0000' },
        ];
        expectCode(await stage.betwin(roundId, list), 'TX_CONFLICT');
      }),
  },
  {
    id: 'SPIN-05',
    rule: 'a list that names one id twice is refused whole',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const txId = stage.id('bet');
        const list = [
          { operation: 'bet', txId, amount: '1.0000' },
          { operation: 'bet', txId, amount: '1.0000' },
        ];
        expectCode(await stage.betwin(stage.id('round'), list), 'TX_CONFLICT', 'INVALID_REQUEST');
      }),
  },
  {
    id: 'SPIN-06',
    rule: 'fifty copies of one list at once are one spin',
    run: (stage) =>
      stage.expectMoved('2', async () => {
        const roundId = stage.id('round');
        const list = [
          { operation: 'bet', txId: stage.id('bet'), amount: '1.0000' },
          { operation: 'win', txId: stage.id('win'), amount: '3.0000' },
        ];
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => stage.betwin(roundId, list, { roundClosed: true })),
        );
        for (const answer of answers) expectStep(answer, '2');
      }),
  },
  {
    id: 'SPIN-07',
    rule: 'a list without a good session is refused, because it takes a stake',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const list = [{ operation: 'bet', txId: stage.id('bet'), amount: '1.0000' }];
        expectCode(await stage.betwin(stage.id('round'), list, { token: stage.id('wrong') }), 'INVALID_TOKEN');
      }),
  },
  {
    id: 'SPIN-08',
    rule: 'a list whose second stake there is no money for takes the first one neither',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const balance = await stage.balance();
        const list = [
          { operation: 'bet', txId: stage.id('bet'), amount: '1.0000' },
          { operation: 'bet', txId: stage.id('bet'), amount: formatProviderAmount(balance) },
        ];
        expectCode(await stage.betwin(stage.id('round'), list), 'INSUFFICIENT_FUNDS');
      }),
  },
];
