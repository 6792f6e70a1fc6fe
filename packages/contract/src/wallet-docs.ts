// Field descriptions and examples of the wallet protocol for its OpenAPI document.
//
// Always true: every field of every request and response has a description here, and every example validates
// (openapi.test.ts).
//
// Elsewhere: the shapes (seamless.ts), the document (openapi.ts), the protocol guide (docs/providers.md).

type Descriptions = Readonly<Record<string, string>>;

export const fieldDescriptions: Descriptions = {
  requestId: 'Id of this attempt, returned in the response. It has no effect.',
  playerId: 'The player id that authenticate returned. Opaque and permanent, never a phone number or a name.',
  token:
    'The session token of authenticate; authenticate itself sends the launch token. Ignored by operations that credit money.',
  gameCode: 'The game code in the catalogue of the site.',
  roundId: 'The round: one or more bets and their payouts.',
  txId: 'Id of this transaction, permanently unique per player. Printable ASCII without spaces, at most 128 characters.',
  refTxId: 'The transaction that this one refers to: the settled bet, or the cancelled or corrected transaction.',
  amount: 'Baht as a decimal text, at most four decimals, never negative.',
  currency: 'THB.',
  occurredAt: 'Time of the event at the provider: ISO 8601 with a zone.',
  positions:
    'Tables and markets: the stake per position, so that only the difference of opposite bets counts. Without it half of the stake counts, unless validBet is higher.',
  type: 'The position of the stake: player, banker, tie, dragon, tiger, big, small, up, down, call, put, over, under, home, away; of a roulette wheel red, black, odd, even, low, high, dozen:1, column:1, number:17, split:17-20, corner:1-2-4-5, …',
  stake: 'The stake on this position.',
  pushed: 'In a result: the part of the stake returned by a push.',
  validBet: 'The turnover of the bet, if the provider computes it. Never counted above the stake.',
  isFree: 'A free round: the bet debits nothing and counts no turnover.',
  isFeatureBuy: 'The stake buys a feature of the game.',
  roundClosed: 'The round is over: only results of open bets and stated free spins may follow.',
  freeSpins:
    'Free spins of this round that wait after this call; the round stays open until the last one has its result. Absent: as before, none after roundClosed or endRound.',
  tableRound:
    'The table round or market that decides the bet: bets of different ones are never opposite. If absent, all open rounds of the game are compared.',
  campaignId: 'The campaign of the free rounds or the prize.',
  kind: 'The kind of prize.',
  transactions: 'Bets and wins in order, applied as a whole or not at all.',
  operation: 'The kind of this item.',
  code: 'OK, or the reason of the rejection. Only the code decides the result.',
  message: 'For people: the invalid fields or the cause. Not for programs.',
  walletTxId: 'Id of the transaction in this wallet, for support.',
  balance: 'The playable balance.',
  balanceBefore: 'The playable balance before the transaction.',
  balanceAfter: 'The playable balance after the transaction; after a rejection the current balance.',
  duplicate:
    'True if the transaction was applied before: the other fields repeat the first response, and no money moved.',
  serverTime: 'The server time, for clock synchronisation.',
};

const player = { playerId: 'p1c9f03a7d2b84e6f', gameCode: 'test-slot' };
const token = 'kQm3xT0b7yVw2ZsN5dLr8uHc1fJg4pEa';
const round = { ...player, roundId: 'round-1001', currency: 'THB' };

/** A request of each kind, by operation. */
export const requestExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  authenticate: { token: 'Zt9uWkH3qRf1yXv6aBn0Lm5sDe8cGj2p', gameCode: 'test-slot' },
  walletBalance: player,
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
  award: { playerId: player.playerId, txId: 'prize-7', amount: '500', currency: 'THB', kind: 'jackpot' },
  tip: { ...round, token, txId: 'tip-1', amount: '10' },
  endRound: { ...player, roundId: 'round-1001' },
};

const serverTime = '2026-11-21T07:00:00.000Z';
const balanceResponse = (requestId: string | undefined, balance: string) => ({
  code: 'OK',
  ...(requestId === undefined ? {} : { requestId }),
  currency: 'THB',
  balance,
  serverTime,
});
const transactionResponse = (
  txId: string,
  [balanceBefore, balanceAfter]: readonly [string, string],
  requestId?: string,
) => ({
  code: 'OK',
  ...(requestId === undefined ? {} : { requestId }),
  txId,
  walletTxId: `test:${player.playerId}:${txId}`,
  balanceBefore,
  balanceAfter,
  currency: 'THB',
  duplicate: false,
  serverTime,
});

/** The responses to those requests. */
export const responseExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  authenticate: { ...balanceResponse(undefined, '120.0000'), token, playerId: player.playerId },
  walletBalance: balanceResponse(undefined, '120.0000'),
  bet: transactionResponse('bet-1001', ['120.0000', '100.0000'], 'req-1'),
  win: transactionResponse('win-1001', ['100.0000', '135.5000'], 'req-2'),
  betwin: transactionResponse('win-1002', ['135.5000', '115.5000']),
  rollback: transactionResponse('undo-1001', ['100.0000', '120.0000']),
  adjust: transactionResponse('adjust-1001', ['115.5000', '120.0000']),
  award: transactionResponse('prize-7', ['120.0000', '620.0000']),
  tip: transactionResponse('tip-1', ['620.0000', '610.0000']),
  endRound: balanceResponse(undefined, '610.0000'),
};
