// Scenarios of signatures, timestamps and request bodies.

import {
  expectCode,
  expectField,
  expectUnsigned,
  ExpectationError,
  type Scenario,
  Skip,
} from '#certify/scenario-context';

const BODY_BYTES_MAX = 65_536;

export const transport: readonly Scenario[] = [
  {
    id: 'SIGN-01',
    rule: 'a correctly signed request succeeds and returns its requestId and the server time',
    async run(context) {
      const answer = await context.call('balance', { requestId: 'certify-request' });
      expectCode(answer, 'OK');
      expectField(answer, 'requestId', 'certify-request');
      if (Number.isNaN(Date.parse(String(answer.body['serverTime'])))) {
        throw new ExpectationError('expected serverTime to be a time');
      }
    },
  },
  {
    id: 'SIGN-02',
    rule: 'a signature made with another secret is rejected',
    run: async (context) =>
      expectUnsigned(
        await context.call('balance', {}, { key: { id: context.wallet.key.id, secret: 'another secret' } }),
      ),
  },
  {
    id: 'SIGN-03',
    rule: 'a request without the three headers is rejected',
    run: async (context) => expectUnsigned(await context.call('balance', {}, { isUnsigned: true })),
  },
  {
    id: 'SIGN-04',
    rule: 'an unknown key is rejected',
    run: async (context) =>
      expectUnsigned(
        await context.call('balance', {}, { key: { id: 'certify-unknown', secret: context.wallet.key.secret } }),
      ),
  },
  {
    id: 'SIGN-05',
    rule: 'a body that was changed after signing is rejected and moves no money',
    run: (context) =>
      context.expectMoved('0', async () => {
        const fields = {
          token: context.session.token,
          roundId: context.id('round'),
          txId: context.id('bet'),
          currency: 'THB',
        };
        const body = JSON.stringify({ ...context.session, gameCode: context.wallet.slot, ...fields, amount: '9.0000' });
        expectUnsigned(await context.raw('bet', body, { signedBody: body.replace('9.0000', '1.0000') }));
      }),
  },
  {
    id: 'SIGN-06',
    rule: 'a signature made for another operation is rejected',
    run: async (context) =>
      expectUnsigned(await context.bet(context.id('round'), '1.0000', {}, { signedOperation: 'balance' })),
  },
  {
    id: 'SIGN-07',
    rule: 'a timestamp 301 seconds in the past is rejected',
    run: async (context) => expectUnsigned(await context.call('balance', {}, { clockBy: -301 })),
  },
  {
    id: 'SIGN-08',
    rule: 'a timestamp 302 seconds in the future is rejected',
    run: async (context) => expectUnsigned(await context.call('balance', {}, { clockBy: 302 })),
  },
  {
    id: 'SIGN-09',
    rule: 'a timestamp 290 seconds off is accepted',
    async run(context) {
      expectCode(await context.call('balance', {}, { clockBy: -290 }), 'OK');
      expectCode(await context.call('balance', {}, { clockBy: 290 }), 'OK');
    },
  },
  {
    id: 'SIGN-10',
    rule: 'the second active key of the provider is accepted',
    async run(context) {
      const { otherKey } = context.wallet;
      if (otherKey === undefined) throw new Skip('no second key (--other-key)');
      const roundId = context.id('round');
      const txId = context.id('bet');
      expectCode(await context.bet(roundId, '1.0000', { txId }), 'OK');
      const again = await context.bet(roundId, '1.0000', { txId }, { key: otherKey });
      expectCode(again, 'OK');
      expectField(again, 'duplicate', true);
      expectCode(await context.win(roundId, '1.0000', { refTxId: txId, roundClosed: true }), 'OK');
    },
  },
  {
    id: 'BODY-01',
    rule: 'a body that is not a JSON object is an invalid request, not a server error',
    async run(context) {
      for (const body of ['', '{', '[]', 'null', '"text"', '12']) {
        expectCode(await context.raw('bet', body), 'INVALID_REQUEST');
      }
    },
  },
  {
    id: 'BODY-02',
    rule: 'unknown fields are ignored',
    run: async (context) =>
      expectCode(await context.call('balance', { supplierNote: { deep: [1, 2] }, '\u0e01': '\u0e02' }), 'OK'),
  },
  {
    id: 'BODY-03',
    rule: 'a body of more than 64 KiB is rejected with a 4xx',
    async run(context) {
      const { status } = await context.call('balance', { padding: 'x'.repeat(BODY_BYTES_MAX) });
      if (status < 400 || status > 499) throw new ExpectationError(`expected a 4xx status, got ${status}`);
    },
  },
  {
    id: 'BODY-04',
    rule: 'a request without a required field is an invalid request',
    run: (context) =>
      context.expectMoved('0', async () => {
        for (const missing of ['playerId', 'roundId', 'txId', 'amount', 'currency', 'gameCode']) {
          expectCode(await context.bet(context.id('round'), '1.0000', { [missing]: undefined }), 'INVALID_REQUEST');
        }
      }),
  },
  {
    id: 'BODY-05',
    rule: 'a body with a repeated field is rejected, because parsers disagree on its value',
    run: (context) =>
      context.expectMoved('0', async () => {
        const fields = {
          token: context.session.token,
          roundId: context.id('round'),
          txId: context.id('bet'),
          currency: 'THB',
        };
        const body = JSON.stringify({ ...context.session, gameCode: context.wallet.slot, ...fields, amount: '1.0000' });
        const twice = body.replace('"amount":"1.0000"', '"amount":"1.0000","amount":"2.0000"');
        expectCode(await context.raw('bet', twice), 'INVALID_REQUEST');
      }),
  },
  {
    id: 'BODY-06',
    rule: 'text that PostgreSQL cannot store is an invalid request, not a server error',
    run: (context) =>
      context.expectMoved('0', async () => {
        for (const type of ['\u0000', '\ud800']) {
          const positions = [{ type, stake: '1.0000' }];
          expectCode(await context.bet(context.id('round'), '1.0000', { positions }), 'INVALID_REQUEST');
        }
      }),
  },
];
