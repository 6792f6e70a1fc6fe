// Scenarios of launch tokens, sessions and balances.

import { parseAmountField, expectCode, expectField, ExpectationError, type Scenario } from '#certify/scenario-context';

export const sessions: readonly Scenario[] = [
  {
    id: 'SESSION-01',
    rule: 'a launch token opens a session of its player, with currency and balance',
    async run(context) {
      const answer = await context.call('authenticate', { token: await context.wallet.launch() });
      expectCode(answer, 'OK');
      expectField(answer, 'playerId', context.session.playerId);
      expectField(answer, 'currency', 'THB');
      if (typeof answer.body['token'] !== 'string') throw new ExpectationError('expected a session token');
      if (parseAmountField(answer, 'balance') !== (await context.balance())) {
        throw new ExpectationError('expected the balance that the balance operation returns');
      }
    },
  },
  {
    id: 'SESSION-02',
    rule: 'a launch token works once',
    async run(context) {
      const token = await context.wallet.launch();
      expectCode(await context.call('authenticate', { token }), 'OK');
      expectCode(await context.call('authenticate', { token }), 'TOKEN_EXPIRED', 'INVALID_TOKEN');
    },
  },
  {
    id: 'SESSION-03',
    rule: 'one launch token sent twenty times concurrently opens one session',
    async run(context) {
      const token = await context.wallet.launch();
      const answers = await Promise.all(Array.from({ length: 20 }, () => context.call('authenticate', { token })));
      const opened = answers.filter((answer) => answer.body['code'] === 'OK');
      if (opened.length !== 1) throw new ExpectationError(`expected one session, got ${opened.length}`);
    },
  },
  {
    id: 'SESSION-04',
    rule: 'an unknown launch token opens no session',
    run: async (context) =>
      expectCode(await context.call('authenticate', { token: context.id('nothing') }), 'INVALID_TOKEN'),
  },
  {
    id: 'SESSION-05',
    rule: 'an unknown player has neither balance nor bets',
    async run(context) {
      const playerId = context.id('nobody');
      expectCode(await context.call('balance', { playerId }), 'PLAYER_NOT_FOUND');
      expectCode(await context.bet(context.id('round'), '1.0000', { playerId }), 'PLAYER_NOT_FOUND');
      expectCode(await context.win(context.id('round'), '1.0000', { playerId }), 'PLAYER_NOT_FOUND');
    },
  },
  {
    id: 'SESSION-06',
    rule: 'a bet without a valid session is rejected and debits nothing',
    run: (context) =>
      context.expectMoved('0', async () => {
        expectCode(await context.bet(context.id('round'), '1.0000', { token: context.id('wrong') }), 'INVALID_TOKEN');
        expectCode(
          await context.bet(context.id('round'), '1.0000', { token: undefined }),
          'INVALID_TOKEN',
          'INVALID_REQUEST',
        );
      }),
  },
];
