// The seamless wallet: operations that game providers call, one signed POST each.
//
// Always true: unknown fields are ignored (providers add fields without notice); amounts are decimal texts; every
// business response is HTTP 200 with a code of `walletCodes`, an invalid signature 401.
//
// Elsewhere: protocols of aggregators (modules/providers on the server), launching (play).

import * as z from 'zod/mini';

import { providerAmountSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { PROVIDER_FREE_SPINS_MAX, PROVIDER_ID_LENGTH_MAX, PROVIDER_TRANSACTIONS_MAX } from './constraints.ts';

/** Result codes. A provider retries after BET_NOT_FOUND and TEMPORARY_ERROR. */
export const walletCodes = [
  'OK',
  'INSUFFICIENT_FUNDS',
  'PLAYER_NOT_FOUND',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'INVALID_SIGNATURE',
  'PLAYER_LOCKED',
  'LIMIT_REACHED',
  'BONUS_MAX_BET',
  'GAME_EXCLUDED',
  'INVALID_REQUEST',
  'WRONG_CURRENCY',
  'INVALID_GAME',
  'BET_NOT_FOUND',
  'TX_CONFLICT',
  'TX_ROLLED_BACK',
  'BET_SETTLED',
  'TEMPORARY_ERROR',
] as const;

export type WalletCode = (typeof walletCodes)[number];

/** Headers of a signed request, in both directions. */
export const KEY_ID_HEADER = 'x-key-id';
export const TIMESTAMP_HEADER = 'x-timestamp';
export const SIGNATURE_HEADER = 'x-signature';
/** Maximum difference between a timestamp and the server clock. */
export const SIGNATURE_WINDOW_SECONDS = 300;

const id = z.string().check(z.regex(/^[\x21-\x7e]+$/), z.maxLength(PROVIDER_ID_LENGTH_MAX));
const requestId = z.optional(z.string().check(z.maxLength(PROVIDER_ID_LENGTH_MAX)));
const token = z.string().check(z.minLength(1), z.maxLength(512));
// The wallet compares it with THB and has a code of its own for another currency.
const currency = z.string().check(z.maxLength(8));
const amount = providerAmountSchema;

const position = z.object({
  type: z.string().check(z.maxLength(64)),
  stake: amount,
  pushed: z.optional(amount),
});

/** A transaction never refers to itself. */
const refersToAnother = z.refine<{ readonly txId: string; readonly refTxId?: string | undefined }>(
  ({ txId, refTxId }) => txId !== refTxId,
  { path: ['refTxId'], error: 'must differ from txId' },
);

/** Free spins of the round that wait to be played after this call. */
const freeSpins = z.optional(z.int().check(z.minimum(0), z.maximum(PROVIDER_FREE_SPINS_MAX)));

/** Credits do not check the session: a missing or invalid token never rejects a payout. */
const ignoredToken = z.optional(z.unknown());

/** Fields of every operation that moves money. */
const movement = {
  requestId,
  playerId: id,
  token: ignoredToken,
  gameCode: id,
  roundId: id,
  txId: id,
  amount,
  currency,
  occurredAt: z.optional(timestampSchema),
};

export const authenticateBody = z.object({ requestId, token, gameCode: z.optional(id) });

export const balanceBody = z.object({
  requestId,
  playerId: id,
  token: ignoredToken,
  gameCode: z.optional(id),
});

export const betBody = z.object({
  ...movement,
  token,
  positions: z.optional(z.array(position).check(z.maxLength(PROVIDER_TRANSACTIONS_MAX))),
  validBet: z.optional(amount),
  isFree: z.optional(z.boolean()),
  isFeatureBuy: z.optional(z.boolean()),
  campaignId: z.optional(id),
  /** The table round or market that decides the bet, if several rounds of a game are open at once. */
  tableRound: z.optional(id),
});

export const winBody = z
  .object({
    ...movement,
    /** The bet that the win settles; absent if it settles the round. */
    refTxId: z.optional(id),
    positions: z.optional(z.array(position).check(z.maxLength(PROVIDER_TRANSACTIONS_MAX))),
    validBet: z.optional(amount),
    isFree: z.optional(z.boolean()),
    roundClosed: z.optional(z.boolean()),
    freeSpins,
    campaignId: z.optional(id),
  })
  .check(refersToAnother);

export const betwinPart = z
  .object({
    operation: z.enum(['bet', 'win']),
    txId: id,
    refTxId: z.optional(id),
    amount,
    validBet: z.optional(amount),
    isFree: z.optional(z.boolean()),
  })
  .check(refersToAnother);

/** An atomic list: applied as a whole or not at all. */
export const betwinBody = z.object({
  requestId,
  playerId: id,
  token,
  gameCode: id,
  roundId: id,
  currency,
  occurredAt: z.optional(timestampSchema),
  transactions: z.array(betwinPart).check(z.minLength(1), z.maxLength(PROVIDER_TRANSACTIONS_MAX)),
  isFeatureBuy: z.optional(z.boolean()),
  roundClosed: z.optional(z.boolean()),
  freeSpins,
  campaignId: z.optional(id),
});

/** Cancels one whole bet or win, so the amount is optional. */
export const rollbackBody = z
  .object({
    requestId,
    playerId: id,
    token: ignoredToken,
    gameCode: z.optional(id),
    roundId: z.optional(id),
    txId: id,
    refTxId: id,
    amount: z.optional(amount),
    currency: z.optional(currency),
    occurredAt: z.optional(timestampSchema),
  })
  .check(refersToAnother);

/** A re-settlement: the payout of refTxId becomes `amount`. */
export const adjustBody = z.object({ ...movement, refTxId: id }).check(refersToAnother);

export const awardKinds = ['jackpot', 'tournament', 'freeRounds', 'drop'] as const;

export const awardBody = z.object({
  ...movement,
  roundId: z.optional(id),
  gameCode: z.optional(id),
  kind: z.enum(awardKinds),
  campaignId: z.optional(id),
});

export const tipBody = z.object({ ...movement, token });

export const endRoundBody = z.object({
  requestId,
  playerId: id,
  token: ignoredToken,
  gameCode: id,
  roundId: id,
  freeSpins,
});

/** The shape of every response; fields that an operation does not use are absent. */
export const walletResponse = z.object({
  code: z.enum(walletCodes),
  message: z.optional(z.string()),
  requestId: z.optional(z.string()),
  txId: z.optional(z.string()),
  walletTxId: z.optional(z.string()),
  /** authenticate: the session token and the player. */
  token: z.optional(z.string()),
  playerId: z.optional(z.string()),
  balance: z.optional(amount),
  balanceBefore: z.optional(amount),
  balanceAfter: z.optional(amount),
  currency: z.optional(z.literal('THB')),
  duplicate: z.optional(z.boolean()),
  serverTime: timestampSchema,
});

export type WalletResponse = z.output<typeof walletResponse>;

function operation<const Name extends string, Body extends z.core.$ZodType>(name: Name, summary: string, body: Body) {
  return defineEndpoint({
    method: 'POST',
    path: `/seamless/v1/${name}`,
    auth: 'provider',
    summary,
    body,
    data: walletResponse,
    errorCodes: [],
    isExtension: true,
    form: 'bare',
  });
}

export const authenticate = operation(
  'authenticate',
  'Exchanges the one-time launch token for a session token.',
  authenticateBody,
);
export const walletBalance = operation('balance', 'The playable balance.', balanceBody);
export const bet = operation('bet', 'Takes a stake.', betBody);
export const win = operation('win', 'Settles a bet; zero is a legal payout.', winBody);
export const betwin = operation('betwin', 'Bets and wins as one atomic list.', betwinBody);
export const rollback = operation('rollback', 'Cancels one bet or one win by its id.', rollbackBody);
export const adjust = operation('adjust', 'Settles again after a corrected result.', adjustBody);
export const award = operation('award', 'Credits a prize without a bet.', awardBody);
export const tip = operation('tip', 'Takes a dealer tip; never turnover.', tipBody);
export const endRound = operation('endRound', 'Marks a round as ended.', endRoundBody);
