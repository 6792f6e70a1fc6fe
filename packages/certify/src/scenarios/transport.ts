// Signatures, clocks and bodies: who may speak at all.

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
    rule: 'a call that is signed by the rules is served, and its requestId comes back with the time of the server',
    async run(stage) {
      const answer = await stage.call('balance', { requestId: 'certify-request' });
      expectCode(answer, 'OK');
      expectField(answer, 'requestId', 'certify-request');
      if (Number.isNaN(Date.parse(String(answer.body['serverTime'])))) {
        throw new ExpectationError('serverTime should be a time');
      }
    },
  },
  {
    id: 'SIGN-02',
    rule: 'a signature made with another secret is refused',
    run: async (stage) =>
      expectUnsigned(await stage.call('balance', {}, { key: { id: stage.wallet.key.id, secret: 'another secret' } })),
  },
  {
    id: 'SIGN-03',
    rule: 'a call without the three headers is refused',
    run: async (stage) => expectUnsigned(await stage.call('balance', {}, { isUnsigned: true })),
  },
  {
    id: 'SIGN-04',
    rule: 'a key that nobody was given is refused',
    run: async (stage) =>
      expectUnsigned(
        await stage.call('balance', {}, { key: { id: 'certify-unknown', secret: stage.wallet.key.secret } }),
      ),
  },
  {
    id: 'SIGN-05',
    rule: 'a body that was changed after signing is refused, and moves no money',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const fields = { token: stage.seat.token, roundId: stage.id('round'), txId: stage.id('bet'), currency: 'THB' };
        const body = JSON.stringify({ ...stage.seat, gameCode: stage.wallet.slot, ...fields, amount: '9.0000' });
        expectUnsigned(await stage.raw('bet', body, { signedBody: body.replace('9.0000', '1.0000') }));
      }),
  },
  {
    id: 'SIGN-06',
    rule: 'a signature made for another operation is refused',
    run: async (stage) =>
      expectUnsigned(await stage.bet(stage.id('round'), '1.0000', {}, { signedOperation: 'balance' })),
  },
  {
    id: 'SIGN-07',
    rule: 'a clock that is 301 seconds slow is refused',
    run: async (stage) => expectUnsigned(await stage.call('balance', {}, { clockBy: -301 })),
  },
  {
    id: 'SIGN-08',
    rule: 'a clock that is 302 seconds fast is refused',
    run: async (stage) => expectUnsigned(await stage.call('balance', {}, { clockBy: 302 })),
  },
  {
    id: 'SIGN-09',
    rule: 'a clock that is 290 seconds slow or fast is served',
    async run(stage) {
      expectCode(await stage.call('balance', {}, { clockBy: -290 }), 'OK');
      expectCode(await stage.call('balance', {}, { clockBy: 290 }), 'OK');
    },
  },
  {
    id: 'SIGN-10',
    rule: 'the second live key of the provider is served as the first',
    async run(stage) {
      const { otherKey } = stage.wallet;
      if (otherKey === undefined) throw new Skip('no second key was given (--other-key)');
      const roundId = stage.id('round');
      const txId = stage.id('bet');
      expectCode(await stage.bet(roundId, '1.0000', { txId }), 'OK');
      const again = await stage.bet(roundId, '1.0000', { txId }, { key: otherKey });
      expectCode(again, 'OK');
      expectField(again, 'duplicate', true);
      expectCode(await stage.win(roundId, '1.0000', { refTxId: txId, roundClosed: true }), 'OK');
    },
  },
  {
    id: 'BODY-01',
    rule: 'what is no JSON object is an invalid request, not a fault',
    async run(stage) {
      for (const body of ['', '{', '[]', 'null', '"text"', '12']) {
        expectCode(await stage.raw('bet', body), 'INVALID_REQUEST');
      }
    },
  },
  {
    id: 'BODY-02',
    rule: 'fields that nobody knows are ignored',
    run: async (stage) =>
      expectCode(await stage.call('balance', { supplierNote: { deep: [1, 2] }, '\u0e01': '\u0e02' }), 'OK'),
  },
  {
    id: 'BODY-03',
    rule: 'a body of more than 64 KiB is refused without a fault',
    async run(stage) {
      const { status } = await stage.call('balance', { padding: 'x'.repeat(BODY_BYTES_MAX) });
      if (status < 400 || status > 499) throw new ExpectationError(`a 4xx was expected, came ${status}`);
    },
  },
  {
    id: 'BODY-04',
    rule: 'a call that lacks a field it needs is an invalid request',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        for (const missing of ['playerId', 'roundId', 'txId', 'amount', 'currency', 'gameCode']) {
          expectCode(await stage.bet(stage.id('round'), '1.0000', { [missing]: undefined }), 'INVALID_REQUEST');
        }
      }),
  },
  {
    id: 'BODY-05',
    rule: 'a body that says a field twice is refused: two readers would not agree on what was signed',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        const fields = { token: stage.seat.token, roundId: stage.id('round'), txId: stage.id('bet'), currency: 'THB' };
        const body = JSON.stringify({ ...stage.seat, gameCode: stage.wallet.slot, ...fields, amount: '1.0000' });
        const twice = body.replace('"amount":"1.0000"', '"amount":"1.0000","amount":"2.0000"');
        expectCode(await stage.raw('bet', twice), 'INVALID_REQUEST');
      }),
  },
  {
    id: 'BODY-06',
    rule: 'a text that no database can hold is an invalid request, not a fault',
    run: (stage) =>
      stage.expectMoved('0', async () => {
        for (const type of ['\u0000', '\ud800']) {
          const positions = [{ type, stake: '1.0000' }];
          expectCode(await stage.bet(stage.id('round'), '1.0000', { positions }), 'INVALID_REQUEST');
        }
      }),
  },
];
