// Stakes: what they take, once, and when they are refused.

import { formatProviderAmount } from '@chaba/money';
import {
  amountIn,
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
    rule: 'a bet takes its stake and says the balance before and after',
    run: (stage) =>
      stage.expectMoved('-3', async () => {
        const answer = await stage.bet(stage.id('round'), '3.0000');
        expectStep(answer, '-3');
        expectField(answer, 'duplicate', false);
        expectField(answer, 'currency', 'THB');
        if (typeof answer.body['walletTxId'] !== 'string') throw new ExpectationError('a walletTxId was expected');
      }),
  },
  {
    id: 'BET-02',
    rule: 'four decimals are exact',
    run: (stage) =>
      stage.expectMoved('-0.1111', async () => {
        expectStep(await stage.bet(stage.id('round'), '0.0001'), '-0.0001');
        expectStep(await stage.bet(stage.id('round'), '0.111'), '-0.111');
      }),
  },
  {
    id: 'BET-03',
    rule: 'an amount that is not a plain decimal text of at most four decimals is refused',
    run: (stage) =>
      stage.expectMoved('0', async () => {
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
          const answer = await stage.bet(stage.id('round'), '1', { amount });
          if (answer.body['code'] !== 'INVALID_REQUEST') {
            throw new ExpectationError(`amount ${JSON.stringify(amount)}: INVALID_REQUEST was expected`);
          }
        }
      }),
  },
  {
    id: 'BET-04',
    rule: 'a stake above the balance is refused with the balance, and takes nothing',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const balance = await stage.balance();
        const answer = await stage.bet(stage.id('round'), formatProviderAmount((balance + 1n) as typeof balance));
        expectCode(answer, 'INSUFFICIENT_FUNDS');
        if (amountIn(answer, 'balanceAfter') !== balance) {
          throw new ExpectationError('the refusal should carry the balance');
        }
      }),
  },
  {
    id: 'BET-05',
    rule: 'another currency is refused',
    run: (stage) =>
      stage.expectMoved('0', async () =>
        expectCode(await stage.bet(stage.id('round'), '1.0000', { currency: 'USD' }), 'WRONG_CURRENCY'),
      ),
  },
  {
    id: 'BET-06',
    rule: 'a game that the provider does not have is refused',
    run: (stage) =>
      stage.expectMoved('0', async () =>
        expectCode(await stage.bet(stage.id('round'), '1.0000', { gameCode: 'certify-no-game' }), 'INVALID_GAME'),
      ),
  },
  {
    id: 'BET-07',
    rule: 'the same bet again answers as the first did and takes nothing',
    run: (stage) =>
      stage.expectMoved('-2.5', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        const first = await stage.bet(roundId, '2.0000', { txId });
        expectStep(first, '-2');
        // Something in between, so that the first answer is not by chance the present one.
        expectCode(await stage.bet(stage.id('round'), '0.5'), 'OK');
        expectReplay(await stage.bet(roundId, '2.0000', { txId }), first);
        expectReplay(await stage.bet(roundId, '2.0', { txId }), first);
      }),
  },
  {
    id: 'BET-08',
    rule: 'the same id with another amount, round or game is a conflict and moves nothing',
    run: (stage) =>
      stage.expectMoved('-1', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        expectStep(await stage.bet(roundId, '1.0000', { txId }), '-1');
        expectCode(await stage.bet(roundId, '1.0001', { txId }), 'TX_CONFLICT');
        expectCode(await stage.bet(stage.id('round'), '1.0000', { txId }), 'TX_CONFLICT');
        expectCode(await stage.bet(roundId, '1.0000', { txId, gameCode: stage.wallet.table }), 'TX_CONFLICT');
        expectCode(await stage.win(roundId, '1.0000', { txId }), 'TX_CONFLICT');
      }),
  },
  {
    id: 'BET-09',
    rule: 'fifty copies of one bet at once take one stake, and every copy gets the one answer',
    run: (stage) =>
      stage.expectMoved('-4', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        const answers = await Promise.all(Array.from({ length: COPIES }, () => stage.bet(roundId, '4.0000', { txId })));
        for (const answer of answers) expectStep(answer, '-4');
        const firsts = answers.filter((answer) => answer.body['duplicate'] === false);
        if (firsts.length !== 1) throw new ExpectationError(`one first answer was expected, came ${firsts.length}`);
        if (new Set(answers.map((answer) => answer.body['balanceAfter'])).size !== 1) {
          throw new ExpectationError('all copies should say the same balance');
        }
      }),
  },
  {
    id: 'BET-10',
    rule: 'bets at once that together ask for more than there is: as many as there is money for',
    async run(stage) {
      const balance = await stage.balance();
      const stake = (balance / 8n) as typeof balance;
      const roundIds = Array.from({ length: 12 }, () => stage.id('round'));
      const answers = await Promise.all(
        roundIds.map((roundId) => stage.bet(roundId, formatProviderAmount(stake), { txId: `${roundId}-bet` })),
      );
      const taken = answers.filter((answer) => answer.body['code'] === 'OK').length;
      const left = await stage.balance();
      for (const answer of answers) expectCode(answer, 'OK', 'INSUFFICIENT_FUNDS');
      for (const roundId of roundIds) await stage.rollback(roundId, `${roundId}-bet`);
      const served = stake === 0n ? 12n : balance / stake < 12n ? balance / stake : 12n;
      if (BigInt(taken) !== served) throw new ExpectationError(`${served} bets fit, ${taken} were taken`);
      if (left !== balance - BigInt(taken) * stake) throw new ExpectationError('the balance is not what the bets left');
      if ((await stage.balance()) !== balance) throw new ExpectationError('taking the bets back should give all back');
    },
  },
  {
    id: 'BET-11',
    rule: 'a round may hold several bets',
    run: (stage) =>
      stage.expectMoved('-3', async () => {
        const roundId = stage.id('round');
        expectStep(await stage.bet(roundId, '1.0000'), '-1');
        expectStep(await stage.bet(roundId, '2.0000'), '-2');
      }),
  },
  {
    id: 'BET-12',
    rule: 'a free bet takes nothing, and its win pays',
    run: (stage) =>
      stage.expectMoved('5', async () => {
        const roundId = stage.id('round');
        const txId = stage.id('bet');
        expectStep(await stage.bet(roundId, '1.0000', { txId, isFree: true }), '0');
        expectStep(await stage.win(roundId, '5.0000', { refTxId: txId, roundClosed: true }), '5');
      }),
  },
];
