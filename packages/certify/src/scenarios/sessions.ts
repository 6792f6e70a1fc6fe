// Launch tokens, sessions and balances: who sits where.

import { amountIn, expectCode, expectField, ExpectationError, type Scenario } from '#certify/scenario-context';

export const seats: readonly Scenario[] = [
  {
    id: 'SEAT-01',
    rule: 'a launch token opens a session of its player, with currency and balance',
    async run(stage) {
      const answer = await stage.call('authenticate', { token: await stage.wallet.launch() });
      expectCode(answer, 'OK');
      expectField(answer, 'playerId', stage.seat.playerId);
      expectField(answer, 'currency', 'THB');
      if (typeof answer.body['token'] !== 'string') throw new ExpectationError('a session token was expected');
      if (amountIn(answer, 'balance') !== (await stage.balance())) {
        throw new ExpectationError('the balance should be the balance');
      }
    },
  },
  {
    id: 'SEAT-02',
    rule: 'a launch token is good once',
    async run(stage) {
      const token = await stage.wallet.launch();
      expectCode(await stage.call('authenticate', { token }), 'OK');
      expectCode(await stage.call('authenticate', { token }), 'TOKEN_EXPIRED', 'INVALID_TOKEN');
    },
  },
  {
    id: 'SEAT-03',
    rule: 'one launch token sent twenty times at once opens one session',
    async run(stage) {
      const token = await stage.wallet.launch();
      const answers = await Promise.all(Array.from({ length: 20 }, () => stage.call('authenticate', { token })));
      const opened = answers.filter((answer) => answer.body['code'] === 'OK');
      if (opened.length !== 1) throw new ExpectationError(`one session was expected, ${opened.length} were opened`);
    },
  },
  {
    id: 'SEAT-04',
    rule: 'a token that nobody was given opens nothing',
    run: async (stage) => expectCode(await stage.call('authenticate', { token: stage.id('nothing') }), 'INVALID_TOKEN'),
  },
  {
    id: 'SEAT-05',
    rule: 'a player that nobody knows has no balance and no bets',
    async run(stage) {
      const playerId = stage.id('nobody');
      expectCode(await stage.call('balance', { playerId }), 'PLAYER_NOT_FOUND');
      expectCode(await stage.bet(stage.id('round'), '1.0000', { playerId }), 'PLAYER_NOT_FOUND');
      expectCode(await stage.win(stage.id('round'), '1.0000', { playerId }), 'PLAYER_NOT_FOUND');
    },
  },
  {
    id: 'SEAT-06',
    rule: 'a bet without a good session is refused and takes nothing',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        expectCode(await stage.bet(stage.id('round'), '1.0000', { token: stage.id('wrong') }), 'INVALID_TOKEN');
        expectCode(
          await stage.bet(stage.id('round'), '1.0000', { token: undefined }),
          'INVALID_TOKEN',
          'INVALID_REQUEST',
        );
      }),
  },
];
