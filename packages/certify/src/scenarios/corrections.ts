// adjust, award, tip and endRound: money after the result, without a bet, or to a dealer.

import { formatProviderAmount } from '@chaba/money';
import {
  amountIn,
  expectCode,
  expectReplay,
  expectStep,
  ExpectationError,
  type Scenario,
  type ScenarioContext,
} from '#certify/scenario-context';

/** A bet of 1 and a win of 2, closed. Answers the round and the id of the win. */
async function settled(stage: ScenarioContext): Promise<{ roundId: string; win: string }> {
  const roundId = stage.id('round');
  const [bet, win] = [stage.id('bet'), stage.id('win')];
  expectStep(await stage.bet(roundId, '1.0000', { txId: bet }), '-1');
  expectStep(await stage.win(roundId, '2.0000', { txId: win, refTxId: bet, roundClosed: true }), '2');
  return { roundId, win };
}

const adjust = (stage: ScenarioContext, roundId: string, refTxId: string, amount: string, txId = stage.id('adjust')) =>
  stage.call('adjust', { roundId, txId, refTxId, amount, currency: 'THB' });

const award = (stage: ScenarioContext, amount: string, fields: Readonly<Record<string, unknown>> = {}) =>
  stage.call('award', { txId: stage.id('award'), amount, currency: 'THB', kind: 'tournament', ...fields });

const tip = (stage: ScenarioContext, amount: string, fields: Readonly<Record<string, unknown>> = {}) => {
  const { token } = stage.seat;
  return stage.call('tip', {
    token,
    roundId: stage.id('round'),
    txId: stage.id('tip'),
    amount,
    currency: 'THB',
    ...fields,
  });
};

export const corrections: readonly Scenario[] = [
  {
    id: 'ADJUST-01',
    rule: 'a result that is corrected upwards pays the difference',
    run: (stage) =>
      stage.expectMoved('6', async () => {
        const { roundId, win } = await settled(stage);
        expectStep(await adjust(stage, roundId, win, '7.0000'), '5');
      }),
  },
  {
    id: 'ADJUST-02',
    rule: 'a result that is corrected downwards takes the difference',
    run: (stage) =>
      stage.expectMoved('-1', async () => {
        const { roundId, win } = await settled(stage);
        expectStep(await adjust(stage, roundId, win, '0'), '-2');
      }),
  },
  {
    id: 'ADJUST-03',
    rule: 'the same correction again answers as the first did; with another amount it is a conflict',
    run: (stage) =>
      stage.expectMoved('2', async () => {
        const { roundId, win } = await settled(stage);
        const txId = stage.id('adjust');
        const first = await adjust(stage, roundId, win, '3.0000', txId);
        expectStep(first, '1');
        expectReplay(await adjust(stage, roundId, win, '3.0000', txId), first);
        expectCode(await adjust(stage, roundId, win, '4.0000', txId), 'TX_CONFLICT');
      }),
  },
  {
    id: 'ADJUST-04',
    rule: 'a correction of what never was is told to come again',
    run: (stage) =>
      stage.expectMoved('0', async () =>
        expectCode(await adjust(stage, stage.id('round'), stage.id('never'), '1.0000'), 'BET_NOT_FOUND'),
      ),
  },
  {
    id: 'ADJUST-05',
    rule: 'a correction larger than the balance stops at zero, freezes stakes, and the next correction pays the debt first',
    async run(stage) {
      const balance = await stage.balance();
      const roundId = stage.id('round');
      const [bet, win, other] = [stage.id('bet'), stage.id('win'), stage.id('bet')];
      expectStep(await stage.bet(roundId, '1.0000', { txId: bet }), '-1');
      expectStep(await stage.win(roundId, '50.0000', { txId: win, refTxId: bet, roundClosed: true }), '50');
      const all = await stage.balance();
      const round = stage.id('round');
      expectCode(await stage.bet(round, formatProviderAmount(all), { txId: other }), 'OK');
      const taken = await adjust(stage, roundId, win, '0');
      expectCode(taken, 'OK');
      if (amountIn(taken, 'balanceAfter') !== 0n) throw new ExpectationError('the balance should stop at zero');
      expectCode(await stage.bet(stage.id('round'), '0.0001'), 'PLAYER_LOCKED');
      expectCode(await adjust(stage, roundId, win, '50.0000'), 'OK');
      if ((await stage.balance()) !== 0n) throw new ExpectationError('what comes in should pay what is owed first');
      expectCode(await stage.rollback(round, other), 'OK');
      expectCode(await adjust(stage, roundId, win, '1.0000'), 'OK');
      if ((await stage.balance()) !== balance) throw new ExpectationError('all should be as it was before');
    },
  },
  {
    id: 'ADJUST-06',
    rule: 'a correction of itself is an invalid request, not to be sent again',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const txId = stage.id('adjust');
        expectCode(await adjust(stage, stage.id('round'), txId, '1.0000', txId), 'INVALID_REQUEST');
      }),
  },
  {
    id: 'AWARD-01',
    rule: 'a prize needs no bet and no session',
    run: (stage) =>
      stage.expectMoved('5', async () => {
        expectStep(await award(stage, '5.0000', { token: stage.id('over'), gameCode: undefined }), '5');
      }),
  },
  {
    id: 'AWARD-02',
    rule: 'the same prize again answers as the first did; with another amount it is a conflict',
    run: (stage) =>
      stage.expectMoved('2', async () => {
        const txId = stage.id('award');
        const first = await award(stage, '2.0000', { txId });
        expectStep(first, '2');
        expectReplay(await award(stage, '2.0000', { txId }), first);
        expectCode(await award(stage, '3.0000', { txId }), 'TX_CONFLICT');
      }),
  },
  {
    id: 'AWARD-03',
    rule: 'a prize of an unknown kind is an invalid request',
    run: (stage) =>
      stage.expectMoved('0', async () =>
        expectCode(await award(stage, '2.0000', { kind: 'present' }), 'INVALID_REQUEST'),
      ),
  },
  {
    id: 'TIP-01',
    rule: 'a tip takes its amount, once',
    run: (stage) =>
      stage.expectMoved('-1.5', async () => {
        const fields = { txId: stage.id('tip'), roundId: stage.id('round') };
        const first = await tip(stage, '1.5000', fields);
        expectStep(first, '-1.5');
        expectReplay(await tip(stage, '1.5000', fields), first);
      }),
  },
  {
    id: 'TIP-02',
    rule: 'a tip needs money and a good session',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const balance = await stage.balance();
        expectCode(await tip(stage, formatProviderAmount((balance + 1n) as typeof balance)), 'INSUFFICIENT_FUNDS');
        expectCode(await tip(stage, '1.0000', { token: stage.id('wrong') }), 'INVALID_TOKEN');
      }),
  },
  {
    id: 'ROUND-01',
    rule: 'the end of a round is taken note of, as often as it is said, and moves nothing',
    run: (stage) =>
      stage.expectMoved('1', async () => {
        const { roundId } = await settled(stage);
        expectCode(await stage.call('endRound', { roundId }), 'OK');
        expectCode(await stage.call('endRound', { roundId }), 'OK');
      }),
  },
];
