// Scenarios of bets: debits, duplicates and rejections.

import { formatProviderAmount } from '@chaba/money';
import {
  parseAmountField,
  expectCode,
  expectField,
  expectReplay,
  expectStep,
  ExpectationError,
  type Scenario,
} from '#certify/scenario-context';

const COPIES = 50;

export const bets: readonly Scenario[] = [
  {
    id: 'BET-01',
    rule: 'a bet debits its stake and returns the balance before and after',
    run: (context) =>
      context.expectMoved('-3', async () => {
        const answer = await context.bet(context.id('round'), '3.0000');
        expectStep(answer, '-3');
        expectField(answer, 'duplicate', false);
        expectField(answer, 'currency', 'THB');
        if (typeof answer.body['walletTxId'] !== 'string') throw new ExpectationError('expected a walletTxId');
      }),
  },
  {
    id: 'BET-02',
    rule: 'four decimals are exact',
    run: (context) =>
      context.expectMoved('-0.1111', async () => {
        expectStep(await context.bet(context.id('round'), '0.0001'), '-0.0001');
        expectStep(await context.bet(context.id('round'), '0.111'), '-0.111');
      }),
  },
  {
    id: 'BET-03',
    rule: 'an amount that is not a plain decimal text of at most four decimals is rejected',
    run: (context) =>
      context.expectMoved('0', async () => {
        const wrong = [
          '1.00001',
          '-1',
          '1e2',
          '01',
          '1.',
          '.5',
          '1,000',
          ' 1',
          '',
          'NaN',
          '\u0e51',
          1,
          null,
          ['1'],
          true,
        ];
        for (const amount of wrong) {
          const answer = await context.bet(context.id('round'), '1', { amount });
          if (answer.body['code'] !== 'INVALID_REQUEST') {
            throw new ExpectationError(`amount ${JSON.stringify(amount)}: expected INVALID_REQUEST`);
          }
        }
      }),
  },
  {
    id: 'BET-04',
    rule: 'a stake above the balance is rejected with the balance and debits nothing',
    run: (context) =>
      context.expectMoved('0', async () => {
        const balance = await context.balance();
        const answer = await context.bet(context.id('round'), formatProviderAmount((balance + 1n) as typeof balance));
        expectCode(answer, 'INSUFFICIENT_FUNDS');
        if (parseAmountField(answer, 'balanceAfter') !== balance) {
          throw new ExpectationError('expected the balance in the rejection');
        }
      }),
  },
  {
    id: 'BET-05',
    rule: 'another currency is rejected',
    run: (context) =>
      context.expectMoved('0', async () =>
        expectCode(await context.bet(context.id('round'), '1.0000', { currency: 'USD' }), 'WRONG_CURRENCY'),
      ),
  },
  {
    id: 'BET-13',
    rule: 'a currency that differs in letters, spaces or length is another currency',
    run: (context) =>
      context.expectMoved('0', async () => {
        for (const currency of ['thb', 'Thb', 'THBT', 'TH', '', 'BAHTBAHTBAHT']) {
          expectCode(await context.bet(context.id('round'), '1.0000', { currency }), 'WRONG_CURRENCY');
        }
      }),
  },
  {
    id: 'BET-06',
    rule: 'an unknown game is rejected',
    run: (context) =>
      context.expectMoved('0', async () =>
        expectCode(await context.bet(context.id('round'), '1.0000', { gameCode: 'certify-no-game' }), 'INVALID_GAME'),
      ),
  },
  {
    id: 'BET-07',
    rule: 'a repeated bet returns the first response and debits nothing',
    run: (context) =>
      context.expectMoved('-2.5', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        const first = await context.bet(roundId, '2.0000', { txId });
        expectStep(first, '-2');
        // A bet in between changes the current balance, so that it differs from the first response.
        expectCode(await context.bet(context.id('round'), '0.5'), 'OK');
        expectReplay(await context.bet(roundId, '2.0000', { txId }), first);
        expectReplay(await context.bet(roundId, '2.0', { txId }), first);
      }),
  },
  {
    id: 'BET-08',
    rule: 'the same id with another amount, round or game is a conflict and moves nothing',
    run: (context) =>
      context.expectMoved('-1', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        expectStep(await context.bet(roundId, '1.0000', { txId }), '-1');
        expectCode(await context.bet(roundId, '1.0001', { txId }), 'TX_CONFLICT');
        expectCode(await context.bet(context.id('round'), '1.0000', { txId }), 'TX_CONFLICT');
        expectCode(await context.bet(roundId, '1.0000', { txId, gameCode: context.wallet.table }), 'TX_CONFLICT');
        expectCode(await context.win(roundId, '1.0000', { txId }), 'TX_CONFLICT');
      }),
  },
  {
    id: 'BET-09',
    rule: 'fifty concurrent copies of one bet debit one stake, and every copy gets the same response',
    run: (context) =>
      context.expectMoved('-4', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        const answers = await Promise.all(
          Array.from({ length: COPIES }, () => context.bet(roundId, '4.0000', { txId })),
        );
        for (const answer of answers) expectStep(answer, '-4');
        const firsts = answers.filter((answer) => answer.body['duplicate'] === false);
        if (firsts.length !== 1) throw new ExpectationError(`expected one first response, got ${firsts.length}`);
        if (new Set(answers.map((answer) => answer.body['balanceAfter'])).size !== 1) {
          throw new ExpectationError('expected the same balance in all copies');
        }
      }),
  },
  {
    id: 'BET-10',
    rule: 'concurrent bets above the balance: as many are accepted as the balance covers',
    async run(context) {
      const balance = await context.balance();
      const stake = (balance / 8n) as typeof balance;
      const roundIds = Array.from({ length: 12 }, () => context.id('round'));
      const answers = await Promise.all(
        roundIds.map((roundId) => context.bet(roundId, formatProviderAmount(stake), { txId: `${roundId}-bet` })),
      );
      const taken = answers.filter((answer) => answer.body['code'] === 'OK').length;
      const left = await context.balance();
      for (const answer of answers) expectCode(answer, 'OK', 'INSUFFICIENT_FUNDS');
      for (const roundId of roundIds) await context.rollback(roundId, `${roundId}-bet`);
      const served = stake === 0n ? 12n : balance / stake < 12n ? balance / stake : 12n;
      if (BigInt(taken) !== served) throw new ExpectationError(`expected ${served} accepted bets, got ${taken}`);
      if (left !== balance - BigInt(taken) * stake) {
        throw new ExpectationError('expected the balance less the accepted stakes');
      }
      if ((await context.balance()) !== balance) {
        throw new ExpectationError('expected the initial balance after all rollbacks');
      }
    },
  },
  {
    id: 'BET-11',
    rule: 'a round may hold several bets',
    run: (context) =>
      context.expectMoved('-3', async () => {
        const roundId = context.id('round');
        expectStep(await context.bet(roundId, '1.0000'), '-1');
        expectStep(await context.bet(roundId, '2.0000'), '-2');
      }),
  },
  {
    id: 'BET-12',
    rule: 'a free bet debits nothing, and its win is paid',
    run: (context) =>
      context.expectMoved('5', async () => {
        const roundId = context.id('round');
        const txId = context.id('bet');
        expectStep(await context.bet(roundId, '1.0000', { txId, isFree: true }), '0');
        expectStep(await context.win(roundId, '5.0000', { refTxId: txId, roundClosed: true }), '5');
      }),
  },
];
