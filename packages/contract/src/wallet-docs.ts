// What the wallet's fields mean and how its calls look, for whoever reads the document of the protocol.
//
// Always true: every field of every call and answer has a sentence here, and each example is a call that the wallet would read
// (openapi.test.ts).
//
// Elsewhere: the shapes (seamless.ts), the document (openapi.ts), the protocol in words (docs/providers.md).

type Words = Readonly<Record<string, string>>;

export const fieldDescriptions: Words = {
  requestId: 'A name for this try, said again in the answer. It decides nothing.',
  playerId: 'The player as authenticate told him. Opaque and unchanging, never a phone number or a name.',
  token:
    'The session token of authenticate; authenticate itself sends the launch token. Ignored where money comes back.',
  gameCode: 'The game, as the catalogue of the brand has it.',
  roundId: 'The round: one or more bets and what they pay.',
  txId: 'The name of this call, unique for each player for ever. Printable ASCII without spaces, at most 128 characters.',
  refTxId: 'The call that this one speaks about: the bet that is settled, what is cancelled or corrected.',
  amount: 'Baht as a decimal text, at most four decimals, never negative.',
  currency: 'THB.',
  occurredAt: 'When it happened there: ISO 8601 with a zone.',
  positions:
    'Tables and markets: what was staked on what, so that opposite bets count with their difference only. Without it half of the stake counts there, unless validBet says more.',
  type: 'The place of the stake: player, banker, tie, dragon, tiger, big, small, up, down, call, put, over, under, home, away; of a roulette wheel red, black, odd, even, low, high, dozen:1, column:1, number:17, split:17-20, corner:1-2-4-5, …',
  stake: 'What was staked on this place.',
  pushed: 'In a result: how much of it came back because nobody won.',
  validBet: 'What counts as turnover, where the provider computes it. Never counted above the stake.',
  isFree: 'A free round: the bet takes nothing and counts nothing.',
  isFeatureBuy: 'The stake buys a feature of the game.',
  roundClosed: 'The round is over: nothing follows but the results of bets that have none yet.',
  tableRound:
    'The round of the table, or the market, that decides the bet: bets of different ones never stand against each other. Left out, the rounds of one game that are open at once do.',
  campaignId: 'The campaign that gave the free rounds or the prize.',
  kind: 'Why the prize is given.',
  transactions: 'Bets and wins in their order, carried out whole or not at all.',
  operation: 'What this part of the list is.',
  code: 'OK, or why not. Only this decides what happened.',
  message: 'For people: which fields are wrong, or what to look at. Never to be read by a machine.',
  walletTxId: 'The name of what was carried out here, for questions.',
  balance: 'The playable balance.',
  balanceBefore: 'The playable balance before the call.',
  balanceAfter: 'The playable balance after the call; of a refusal the balance as it is.',
  duplicate: 'True when the call was carried out before: the rest is its first answer, and nothing moved now.',
  serverTime: 'The time here, to set a clock by.',
};

const seat = { playerId: 'p1c9f03a7d2b84e6f', gameCode: 'test-slot' };
const token = 'kQm3xT0b7yVw2ZsN5dLr8uHc1fJg4pEa';
const round = { ...seat, roundId: 'round-1001', currency: 'THB' };

/** A call of each kind, by the name of its operation. */
export const callExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  authenticate: { token: 'Zt9uWkH3qRf1yXv6aBn0Lm5sDe8cGj2p', gameCode: 'test-slot' },
  walletBalance: seat,
  bet: { requestId: 'req-1', ...round, token, txId: 'bet-1001', amount: '20.0000' },
  win: { requestId: 'req-2', ...round, txId: 'win-1001', refTxId: 'bet-1001', amount: '35.5', roundClosed: true },
  betwin: {
    ...round,
    roundId: 'round-1002',
    token,
    roundClosed: true,
    transactions: [
      { operation: 'bet', txId: 'bet-1002', amount: '20' },
      { operation: 'win', txId: 'win-1002', refTxId: 'bet-1002', amount: '0' },
    ],
  },
  rollback: { ...round, txId: 'undo-1001', refTxId: 'bet-1001' },
  adjust: { ...round, txId: 'adjust-1001', refTxId: 'win-1001', amount: '40' },
  award: { playerId: seat.playerId, txId: 'prize-7', amount: '500', currency: 'THB', kind: 'jackpot' },
  tip: { ...round, token, txId: 'tip-1', amount: '10' },
  endRound: { ...seat, roundId: 'round-1001' },
};

const serverTime = '2026-11-21T07:00:00.000Z';
const told = (requestId: string | undefined, balance: string) => ({
  code: 'OK',
  ...(requestId === undefined ? {} : { requestId }),
  currency: 'THB',
  balance,
  serverTime,
});
const moved = (txId: string, [balanceBefore, balanceAfter]: readonly [string, string], requestId?: string) => ({
  code: 'OK',
  ...(requestId === undefined ? {} : { requestId }),
  txId,
  walletTxId: `test:${seat.playerId}:${txId}`,
  balanceBefore,
  balanceAfter,
  currency: 'THB',
  duplicate: false,
  serverTime,
});

/** What those calls are answered. */
export const answerExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  authenticate: { ...told(undefined, '120.0000'), token, playerId: seat.playerId },
  walletBalance: told(undefined, '120.0000'),
  bet: moved('bet-1001', ['120.0000', '100.0000'], 'req-1'),
  win: moved('win-1001', ['100.0000', '135.5000'], 'req-2'),
  betwin: moved('win-1002', ['135.5000', '115.5000']),
  rollback: moved('undo-1001', ['100.0000', '120.0000']),
  adjust: moved('adjust-1001', ['115.5000', '120.0000']),
  award: moved('prize-7', ['120.0000', '620.0000']),
  tip: moved('tip-1', ['620.0000', '610.0000']),
  endRound: told(undefined, '610.0000'),
};
