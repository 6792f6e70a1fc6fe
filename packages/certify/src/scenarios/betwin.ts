// Scenarios of betwin: bets and wins as one atomic list.

import { formatProviderAmount } from '@chaba/money';
import { expectCode, expectReplay, expectStep, type Scenario } from '#certify/scenario-context';

export const betwins: readonly Scenario[] = [
  {
    id: 'SPIN-01',
    rule: 'a list debits its stake and credits its payout',
    run: (context) =>
      context.expectMoved('0.75', async () => {
        const [bet, win] = [context.id('bet'), context.id('win')];
        const list = [
          { operation: 'bet', txId: bet, amount: '1.0000' },
          { operation: 'win', txId: win, refTxId: bet, amount: '1.7500' },
        ];
        expectStep(await context.betwin(context.id('round'), list, { roundClosed: true }), '0.75');
      }),
  },
  {
    id: 'SPIN-02',
    rule: 'a repeated list returns the first response',
    run: (context) =>
      context.expectMoved('-1', async () => {
        const roundId = context.id('round');
        const list = [
          { operation: 'bet', txId: context.id('bet'), amount: '1.0000' },
          { operation: 'win', txId: context.id('win'), amount: '0' },
        ];
        const first = await context.betwin(roundId, list, { roundClosed: true });
        expectStep(first, '-1');
        expectReplay(await context.betwin(roundId, list, { roundClosed: true }), first);
      }),
  },
  {
    id: 'SPIN-03',
    rule: 'a list above the balance is rejected as a whole: its payout does not cover its stake',
    run: (context) =>
      context.expectMoved('0', async () => {
        const balance = await context.balance();
        const tooMuch = formatProviderAmount((balance + 1n) as typeof balance);
        const list = [
          { operation: 'bet', txId: context.id('bet'), amount: tooMuch },
          { operation: 'win', txId: context.id('win'), amount: tooMuch },
        ];
        expectCode(await context.betwin(context.id('round'), list), 'INSUFFICIENT_FUNDS');
      }),
  },
  {
    id: 'SPIN-04',
    rule: 'a list with one part of an earlier list is a conflict and moves nothing',
    run: (context) =>
      context.expectMoved('-1', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        expectStep(await context.bet(roundId, '1.0000', { txId }), '-1');
        const list = [
          { operation: 'bet', txId, amount: '1.0000' },
          { operation: 'win', txId: context.id('win'), amount: '5.0000' },
        ];
        expectCode(await context.betwin(roundId, list), 'TX_CONFLICT');
      }),
  },
  {
    id: 'SPIN-05',
    rule: 'a list with one id twice is rejected as a whole',
    run: (context) =>
      context.expectMoved('0', async () => {
        const txId = context.id('bet');
        const list = [
          { operation: 'bet', txId, amount: '1.0000' },
          { operation: 'bet', txId, amount: '1.0000' },
        ];
        expectCode(await context.betwin(context.id('round'), list), 'TX_CONFLICT', 'INVALID_REQUEST');
      }),
  },
  {
    id: 'SPIN-06',
    rule: 'fifty concurrent copies of one list are applied once',
    run: (context) =>
      context.expectMoved('2', async () => {
        const roundId = context.id('round');
        const list = [
          { operation: 'bet', txId: context.id('bet'), amount: '1.0000' },
          { operation: 'win', txId: context.id('win'), amount: '3.0000' },
        ];
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => context.betwin(roundId, list, { roundClosed: true })),
        );
        for (const answer of answers) expectStep(answer, '2');
      }),
  },
  {
    id: 'SPIN-07',
    rule: 'a list without a valid session is rejected, because it contains a stake',
    run: (context) =>
      context.expectMoved('0', async () => {
        const list = [{ operation: 'bet', txId: context.id('bet'), amount: '1.0000' }];
        expectCode(await context.betwin(context.id('round'), list, { token: context.id('wrong') }), 'INVALID_TOKEN');
      }),
  },
  {
    id: 'SPIN-08',
    rule: 'a list whose second stake exceeds the balance does not debit the first one',
    run: (context) =>
      context.expectMoved('0', async () => {
        const balance = await context.balance();
        const list = [
          { operation: 'bet', txId: context.id('bet'), amount: '1.0000' },
          { operation: 'bet', txId: context.id('bet'), amount: formatProviderAmount(balance) },
        ];
        expectCode(await context.betwin(context.id('round'), list), 'INSUFFICIENT_FUNDS');
      }),
  },
  {
    id: 'SPIN-09',
    rule: 'a win does not fund a later bet of its list',
    run: (context) =>
      context.expectMoved('-1', async () => {
        const { roundId, txId } = await context.openBet('1');
        const balance = await context.balance();
        const list = [
          { operation: 'win', txId: context.id('win'), refTxId: txId, amount: '5.0000' },
          { operation: 'bet', txId: context.id('bet'), amount: formatProviderAmount((balance + 1n) as typeof balance) },
        ];
        expectCode(await context.betwin(roundId, list), 'INSUFFICIENT_FUNDS');
        expectStep(await context.win(roundId, '0', { refTxId: txId, roundClosed: true }), '0');
      }),
  },
];
