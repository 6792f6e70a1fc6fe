// Scenarios of the AMB Super API. Its unit of a balance is one satang, rounded down.

import { randomUUID } from 'node:crypto';

import type { Aggregator, AggregatorStep } from './aggregator.ts';

type Txn = Readonly<Record<string, unknown>>;
type Expected = Omit<AggregatorStep, 'path' | 'fields'>;

const OK = 0;
const REPEATED = 20_002;
const REJECTED = 40_003;
const BAD_KEY = 30_002;
const NO_PLAYER = 10_001;
const NOBODY = 'certify-no-player';
/** So many amounts of one list differ by a satang where each is rounded to another 1/10,000 baht. */
const COPIES = 100;

const list = (path: string, txns: readonly Txn[], expected: Expected, head: Txn = {}): AggregatorStep => ({
  path,
  fields: { ...head, txns },
  ...expected,
});

const many = (make: (index: number) => Txn): Txn[] => Array.from({ length: COPIES }, (_, index) => make(index));

/** Rounds of a product that sends stake and payout in one request; `moved` by all of them. */
function spinMany(round: string, betAmount: number, payoutAmount: number, moved: number): AggregatorStep {
  const spins = many((index) => ({ id: `${round}-${index}`, roundId: `${round}-${index}`, betAmount, payoutAmount }));
  return list('/settleBets', spins, { code: OK, moved }, { productId: 'PGSOFT' });
}

/** Amounts of a list in baht, and what the whole list moves in satang. */
const PAYOUTS = [
  [0.000_05, 1],
  [0.000_049_9, 0],
  [0.000_15, 2],
] as const;
const STAKES = [
  [0.000_199_99, -1],
  [0.000_099_9, 0],
] as const;
/** Results of float arithmetic: [stake, satang, payout, satang]. */
const FLOATS = [
  [0.1 + 0.2, -30, 1.1 * 3, 330],
  [1.15 + 2.3, -345, 0.7 + 0.1, 80],
  [0.3, -30, 0.1 + 0.2 - 0.3, 0],
  [1, -100, 0.3 - 0.1 - 0.2, 0],
] as const;
const CURRENCIES = ['USD', 'thb', 'Thb', 'THB ', '', 'BAHT', null, 764, ['THB']];

export const amb: Aggregator = {
  temporary: 50_001,
  repeated: REPEATED,
  balance: { path: '/checkBalance', fields: {}, code: OK },
  toRequest({ path, fields, scheme = 'Basic', isForged = false }, { key, playerId, slot }) {
    const txns = (fields['txns'] as readonly Txn[] | undefined)?.map((one) => ({ gameCode: slot, ...one }));
    const head = { id: randomUUID(), timestampMillis: Date.now(), productId: 'SLOTXO', currency: 'THB' };
    const credentials = Buffer.from(`${key.id}:${key.secret}${isForged ? '?' : ''}`).toString('base64');
    return {
      path: `seamless/amb${path}`,
      headers: { authorization: `${scheme} ${credentials}` },
      raw: JSON.stringify({ ...head, username: playerId, ...fields, ...(txns === undefined ? {} : { txns }) }),
    };
  },
  getCode: ({ statusCode }) => statusCode,
  getBalance: ({ balance }) => Math.round(Number(balance) * 100),
  scenarios: [
    {
      id: 'AMB-01',
      rule: 'a payout finer than 0.0001 baht is paid to the nearest unit, halves up',
      listSteps: (name) => PAYOUTS.map(([baht, moved], index) => spinMany(name(`payout${index}`), 0, baht, moved)),
    },
    {
      id: 'AMB-02',
      rule: 'a stake finer than 0.0001 baht is debited rounded down',
      listSteps: (name) => STAKES.map(([baht, moved], index) => spinMany(name(`stake${index}`), baht, 0, moved)),
    },
    {
      id: 'AMB-03',
      rule: 'results of float arithmetic move the amounts that they stand for',
      listSteps: (name) =>
        FLOATS.flatMap(([betAmount, taken, payoutAmount, paid], index) => {
          const one = { id: name(`float${index}`), roundId: name(`float${index}`), betAmount };
          return [
            list('/placeBets', [one], { code: OK, moved: taken }),
            list('/settleBets', [{ ...one, payoutAmount, isEndRound: true }], { code: OK, moved: paid }),
          ];
        }),
    },
    {
      id: 'AMB-04',
      rule: 'stake and payout of one request are rounded each by its own rule',
      listSteps: (name) => [spinMany(name('spin'), 0.000_19, 0.000_15, 1)],
    },
    {
      id: 'AMB-05',
      rule: 'a prize is paid to the nearest unit, and a tip is debited rounded down',
      listSteps: (name) => [
        list(
          '/winRewards',
          many((index) => ({ id: name(`prize${index}`), roundId: name('prizes'), payoutAmount: 0.000_15 })),
          { code: OK, moved: 2 },
        ),
        list(
          '/placeTips',
          many((index) => ({ id: name(`tip${index}`), roundId: name('tips'), betAmount: 0.000_19 })),
          { code: OK, moved: -1 },
        ),
      ],
    },
    {
      id: 'AMB-06',
      rule: 'a repeated request with a rounded amount is a repeat and moves nothing',
      listSteps: (name) => {
        const one = { id: name('again'), roundId: name('again'), betAmount: 1.000_04 };
        const settled = { ...one, payoutAmount: 0.999_95, isEndRound: true };
        return [
          list('/placeBets', [one], { code: OK, moved: -100 }),
          list('/placeBets', [one], { code: REPEATED }),
          list('/settleBets', [settled], { code: OK, moved: 100 }),
          list('/settleBets', [settled], { code: REPEATED }),
        ];
      },
    },
    {
      id: 'AMB-07',
      rule: 'any currency that is not the currency of the site is rejected, and nothing moves',
      listSteps: (name) =>
        CURRENCIES.flatMap((currency, index) => {
          const one = { id: name(`currency${index}`), roundId: name(`currency${index}`), betAmount: 1 };
          const expected = { code: REJECTED, refused: one.id };
          return [
            list('/placeBets', [one], expected, { currency }),
            list('/settleBets', [{ ...one, payoutAmount: 5 }], expected, { currency }),
            list('/winRewards', [{ ...one, payoutAmount: 5 }], expected, { currency }),
          ];
        }),
    },
    {
      id: 'AMB-08',
      rule: 'Basic authentication is read in any letter case, with the right secret alone',
      listSteps: () => [
        ...['Basic', 'basic', 'BASIC', 'bAsIc'].map((scheme) => ({ ...amb.balance, scheme })),
        ...['Bearer', 'Basic:', ''].map((scheme) => ({ ...amb.balance, scheme, status: 401, code: BAD_KEY })),
        { ...amb.balance, isForged: true, status: 401, code: BAD_KEY },
      ],
    },
    {
      id: 'AMB-09',
      rule: 'a request that is rejected for good receives the same response again, and moves nothing',
      listSteps: (name) => {
        const bet = { id: name('bet'), roundId: name('lost'), betAmount: 0 };
        const lost = { ...bet, payoutAmount: 5 };
        const rejected = [
          list('/settleBets', [lost], { code: REJECTED, refused: bet.id }, { currency: 'EUR' }),
          list('/settleBets', [lost], { code: NO_PLAYER, refused: NOBODY }, { username: NOBODY }),
          list('/placeBets', [{ id: name('game'), roundId: name('game'), betAmount: 0, gameCode: 'certify-no-game' }], {
            code: REJECTED,
            refused: name('game'),
          }),
          list('/settleBets', [{ ...lost, payoutAmount: '5' }], { code: REJECTED, refused: bet.id }),
          list('/adjustBalance', [{ ...lost, id: name('purse') }], { code: REJECTED, refused: name('purse') }),
        ];
        return [
          list('/placeBets', [bet], { code: OK }),
          ...rejected,
          ...rejected,
          list('/settleBets', [{ ...lost, payoutAmount: 0, isEndRound: true }], { code: OK }),
        ];
      },
    },
  ],
};
