// Scenarios of Hub88. Its unit is a hundred-thousandth of a baht, a tenth of the wallet's.

import { createSign, randomUUID } from 'node:crypto';

import type { Aggregator, AggregatorStep } from './aggregator.ts';

type Expected = Omit<AggregatorStep, 'path' | 'fields'>;
type Movement = Readonly<Record<string, unknown>> & { readonly transaction_uuid: string; readonly round: string };

const OK = 'RS_OK';

const bet = (fields: Movement, expected: Expected): AggregatorStep => ({
  path: '/transaction/bet',
  fields,
  ...expected,
});
const win = (fields: Movement, expected: Expected): AggregatorStep => ({
  path: '/transaction/win',
  fields,
  ...expected,
});

/** A bet and the win that ends its round. */
function play(
  round: string,
  stake: { readonly amount: number; readonly moved: number },
  payout: { readonly amount: number; readonly moved: number },
): AggregatorStep[] {
  const result = {
    transaction_uuid: `${round}-w`,
    reference_transaction_uuid: `${round}-b`,
    round,
    round_closed: true,
  };
  return [
    bet({ transaction_uuid: `${round}-b`, round, amount: stake.amount }, { code: OK, moved: stake.moved }),
    win({ ...result, amount: payout.amount }, { code: OK, moved: payout.moved }),
  ];
}

const NOTHING = { amount: 0, moved: 0 };
/** Amounts as sent, and what they move. */
const WINS = [
  [4, 0],
  [5, 10],
  [14, 10],
  [15, 20],
  [95, 100],
  [33_333, 33_330],
  [123_456, 123_460],
  [100_000, 100_000],
] as const;
const STAKES = [
  [9, 0],
  [15, -10],
  [19, -10],
  [99_999, -99_990],
  [123_456, -123_450],
  [100_000, -100_000],
] as const;
const CURRENCIES = ['USD', 'thb', 'Thb', 'THB ', '', 'BAHT', null, 764, ['THB']];

export const hub88: Aggregator = {
  temporary: 'RS_ERROR_UNKNOWN',
  repeated: OK,
  balance: { path: '/user/balance', fields: {}, code: OK },
  toRequest({ path, fields, isForged = false }, { key, playerId, slot, privateKey = '' }) {
    const common = { user: playerId, request_uuid: randomUUID(), game_code: slot, currency: 'THB' };
    const raw = JSON.stringify({ ...common, ...fields });
    const signed = isForged ? `${raw} ` : raw;
    return {
      path: `seamless/hub88/${encodeURIComponent(key.id)}${path}`,
      headers: { 'x-hub88-signature': createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64') },
      raw,
    };
  },
  getCode: ({ status }) => status,
  getBalance: ({ balance }) => Number(balance),
  scenarios: [
    {
      id: 'HUB88-01',
      rule: 'a win finer than 0.0001 baht is paid to the nearest unit, halves up',
      listSteps: (name) =>
        WINS.flatMap(([amount, moved], index) => play(name(`win${index}`), NOTHING, { amount, moved })),
    },
    {
      id: 'HUB88-02',
      rule: 'a stake finer than 0.0001 baht is debited rounded down',
      listSteps: (name) =>
        STAKES.flatMap(([amount, moved], index) => play(name(`stake${index}`), { amount, moved }, NOTHING)),
    },
    {
      id: 'HUB88-03',
      rule: 'a repeated request with a rounded amount is a repeat and moves nothing',
      listSteps: (name) => {
        const played = play(name('again'), { amount: 100_004, moved: -100_000 }, { amount: 99_995, moved: 100_000 });
        return played.flatMap((step) => [step, { ...step, moved: 0 }]);
      },
    },
    {
      id: 'HUB88-04',
      rule: 'any currency that is not the currency of the site is rejected, and nothing moves',
      listSteps: (name) =>
        CURRENCIES.flatMap((currency, index) => {
          const movement = { round: name(`currency${index}`), amount: 100_000, currency };
          const expected = { code: 'RS_ERROR_WRONG_CURRENCY', refused: movement.round };
          return [
            bet({ ...movement, transaction_uuid: `${movement.round}-b` }, expected),
            win({ ...movement, transaction_uuid: `${movement.round}-w` }, expected),
          ];
        }),
    },
    {
      id: 'HUB88-05',
      rule: 'a request with the signature of other bytes is rejected, and nothing moves',
      listSteps: (name) => [
        bet(
          { transaction_uuid: name('forged'), round: name('forged'), amount: 100_000 },
          { isForged: true, status: 401, code: 'RS_ERROR_INVALID_SIGNATURE' },
        ),
      ],
    },
    {
      id: 'HUB88-06',
      rule: 'a request that is rejected for good receives the same response again, and moves nothing',
      listSteps: (name) => {
        const round = name('lost');
        const [staked, ended] = play(round, NOTHING, NOTHING);
        const lost = {
          transaction_uuid: `${round}-x`,
          reference_transaction_uuid: `${round}-b`,
          round,
          amount: 500_000,
        };
        const rejected = [
          win({ ...lost, currency: 'EUR' }, { code: 'RS_ERROR_WRONG_CURRENCY', refused: lost.transaction_uuid }),
          win({ ...lost, user: 'certify-no-player' }, { code: 'RS_ERROR_INVALID_TOKEN', refused: 'certify-no-player' }),
          bet(
            { transaction_uuid: `${round}-g`, round: `${round}-g`, amount: 0, game_code: 'certify-no-game' },
            { code: 'RS_ERROR_INVALID_GAME', refused: `${round}-g` },
          ),
          win({ ...lost, amount: '500000' }, { code: 'RS_ERROR_WRONG_SYNTAX', refused: round }),
        ];
        return [staked, ...rejected, ...rejected, ended].filter((step) => step !== undefined);
      },
    },
  ],
};
