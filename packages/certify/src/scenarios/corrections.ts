// Scenarios of adjust, award, tip and endRound.

import { formatProviderAmount } from '@chaba/money';
import {
  parseAmountField,
  expectCode,
  expectReplay,
  expectStep,
  ExpectationError,
  type Scenario,
  type ScenarioContext,
} from '#certify/scenario-context';

/** Plays a closed round with a bet of 1 and a win of 2; returns the round id and the txId of the win. */
async function playSettledRound(context: ScenarioContext): Promise<{ roundId: string; win: string }> {
  const roundId = context.id('round');
  const [bet, win] = [context.id('bet'), context.id('win')];
  expectStep(await context.bet(roundId, '1.0000', { txId: bet }), '-1');
  expectStep(await context.win(roundId, '2.0000', { txId: win, refTxId: bet, roundClosed: true }), '2');
  return { roundId, win };
}

const adjust = (
  context: ScenarioContext,
  roundId: string,
  refTxId: string,
  amount: string,
  txId = context.id('adjust'),
) => context.call('adjust', { roundId, txId, refTxId, amount, currency: 'THB' });

const award = (context: ScenarioContext, amount: string, fields: Readonly<Record<string, unknown>> = {}) =>
  context.call('award', { txId: context.id('award'), amount, currency: 'THB', kind: 'tournament', ...fields });

const tip = (context: ScenarioContext, amount: string, fields: Readonly<Record<string, unknown>> = {}) => {
  const { token } = context.session;
  return context.call('tip', {
    token,
    roundId: context.id('round'),
    txId: context.id('tip'),
    amount,
    currency: 'THB',
    ...fields,
  });
};

export const corrections: readonly Scenario[] = [
  {
    id: 'ADJUST-01',
    rule: 'an upward correction credits the difference',
    run: (context) =>
      context.expectMoved('6', async () => {
        const { roundId, win } = await playSettledRound(context);
        expectStep(await adjust(context, roundId, win, '7.0000'), '5');
      }),
  },
  {
    id: 'ADJUST-02',
    rule: 'a downward correction debits the difference',
    run: (context) =>
      context.expectMoved('-1', async () => {
        const { roundId, win } = await playSettledRound(context);
        expectStep(await adjust(context, roundId, win, '0'), '-2');
      }),
  },
  {
    id: 'ADJUST-03',
    rule: 'a repeated correction returns the first response; another amount is a conflict',
    run: (context) =>
      context.expectMoved('2', async () => {
        const { roundId, win } = await playSettledRound(context);
        const txId = context.id('adjust');
        const first = await adjust(context, roundId, win, '3.0000', txId);
        expectStep(first, '1');
        expectReplay(await adjust(context, roundId, win, '3.0000', txId), first);
        expectCode(await adjust(context, roundId, win, '4.0000', txId), 'TX_CONFLICT');
      }),
  },
  {
    id: 'ADJUST-04',
    rule: 'a correction of an unknown transaction returns BET_NOT_FOUND',
    run: (context) =>
      context.expectMoved('0', async () =>
        expectCode(await adjust(context, context.id('round'), context.id('never'), '1.0000'), 'BET_NOT_FOUND'),
      ),
  },
  {
    id: 'ADJUST-05',
    rule: 'a debit above the balance stops at zero and blocks stakes; the next credit repays the debt first',
    async run(context) {
      // The scenario stakes the whole balance, so it is skipped before its first bet.
      context.requireOperation('adjust');
      const balance = await context.balance();
      const roundId = context.id('round');
      const [bet, win, other] = [context.id('bet'), context.id('win'), context.id('bet')];
      expectStep(await context.bet(roundId, '1.0000', { txId: bet }), '-1');
      expectStep(await context.win(roundId, '50.0000', { txId: win, refTxId: bet, roundClosed: true }), '50');
      const all = await context.balance();
      const round = context.id('round');
      expectCode(await context.bet(round, formatProviderAmount(all), { txId: other }), 'OK');
      const taken = await adjust(context, roundId, win, '0');
      expectCode(taken, 'OK');
      if (parseAmountField(taken, 'balanceAfter') !== 0n) throw new ExpectationError('expected a balance of zero');
      expectCode(await context.bet(context.id('round'), '0.0001'), 'PLAYER_LOCKED');
      expectCode(await adjust(context, roundId, win, '50.0000'), 'OK');
      if ((await context.balance()) !== 0n) throw new ExpectationError('expected the credit to repay the debt first');
      expectCode(await context.rollback(round, other), 'OK');
      expectCode(await adjust(context, roundId, win, '1.0000'), 'OK');
      if ((await context.balance()) !== balance) throw new ExpectationError('expected the initial balance');
    },
  },
  {
    id: 'ADJUST-06',
    rule: 'a correction of itself is an invalid request',
    run: (context) =>
      context.expectMoved('0', async () => {
        const txId = context.id('adjust');
        expectCode(await adjust(context, context.id('round'), txId, '1.0000', txId), 'INVALID_REQUEST');
      }),
  },
  {
    id: 'AWARD-01',
    rule: 'an award needs neither bet nor session',
    run: (context) =>
      context.expectMoved('5', async () => {
        expectStep(await award(context, '5.0000', { token: context.id('over'), gameCode: undefined }), '5');
      }),
  },
  {
    id: 'AWARD-02',
    rule: 'a repeated award returns the first response; another amount is a conflict',
    run: (context) =>
      context.expectMoved('2', async () => {
        const txId = context.id('award');
        const first = await award(context, '2.0000', { txId });
        expectStep(first, '2');
        expectReplay(await award(context, '2.0000', { txId }), first);
        expectCode(await award(context, '3.0000', { txId }), 'TX_CONFLICT');
      }),
  },
  {
    id: 'AWARD-03',
    rule: 'an award of an unknown kind is an invalid request',
    run: (context) =>
      context.expectMoved('0', async () =>
        expectCode(await award(context, '2.0000', { kind: 'present' }), 'INVALID_REQUEST'),
      ),
  },
  {
    id: 'TIP-01',
    rule: 'a tip debits its amount once',
    run: (context) =>
      context.expectMoved('-1.5', async () => {
        const fields = { txId: context.id('tip'), roundId: context.id('round') };
        const first = await tip(context, '1.5000', fields);
        expectStep(first, '-1.5');
        expectReplay(await tip(context, '1.5000', fields), first);
      }),
  },
  {
    id: 'TIP-02',
    rule: 'a tip needs funds and a valid session',
    run: (context) =>
      context.expectMoved('0', async () => {
        const balance = await context.balance();
        expectCode(await tip(context, formatProviderAmount((balance + 1n) as typeof balance)), 'INSUFFICIENT_FUNDS');
        expectCode(await tip(context, '1.0000', { token: context.id('wrong') }), 'INVALID_TOKEN');
      }),
  },
  {
    id: 'ROUND-01',
    rule: 'endRound succeeds repeatedly and moves no money',
    run: (context) =>
      context.expectMoved('1', async () => {
        const { roundId } = await playSettledRound(context);
        expectCode(await context.call('endRound', { roundId }), 'OK');
        expectCode(await context.call('endRound', { roundId }), 'OK');
      }),
  },
];
