// The protocol of Hub88 (docs.hub88.io, Operator API, Wallet API): one POST per step, amounts as whole
// hundred-thousandths, a status in every response, the body signed with RSA-SHA256 in X-Hub88-Signature.
//
// Always true: every status has HTTP 200. An amount finer than ours is rejected as a wrong type, never rounded.
//
// Elsewhere: routes of aggregators (aggregator.ts), the list of transactions (hub88-client.ts).

import { verify } from 'node:crypto';

import type { WalletCode } from '@chaba/contract/seamless';
import { money, parseProviderAmount, formatProviderAmount } from '@chaba/money';
import * as z from 'zod/mini';

import { usualProfile } from '#modules/wallet';
import {
  type Aggregator,
  type CallWallet,
  type Foreign,
  getBytes,
  registerAggregatorRoutes,
} from '#providers/aggregator';
import type { Protocol } from '#providers/protocol';
import { listProvidersOf } from '#site/catalogue';

import { openHub88Feed } from './hub88-client.ts';

/** One of ours is ten of theirs. */
const PARTS_OF_OURS = 10n;
const CURRENCY = 'THB';

const amount = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER));
const name = z.string().check(z.minLength(1), z.maxLength(128));
const common = { user: name, request_uuid: name };
/** Absent and null fields are undefined. */
const nullish = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value) => value ?? undefined),
  );
const movement = {
  ...common,
  transaction_uuid: name,
  token: nullish(z.string()),
  round: name,
  game_code: name,
  currency: z.string(),
  amount,
  round_closed: nullish(z.boolean()),
  is_free: nullish(z.boolean()),
};
const bodies = {
  '/user/info': z.object(common),
  '/user/balance': z.object(common),
  '/transaction/bet': z.object(movement),
  '/transaction/win': z.object({ ...movement, reference_transaction_uuid: nullish(name) }),
  '/transaction/rollback': z.object({
    ...common,
    transaction_uuid: name,
    reference_transaction_uuid: name,
    round: nullish(name),
    game_code: nullish(name),
    round_closed: nullish(z.boolean()),
  }),
};
type Path = keyof typeof bodies;

const statuses: Readonly<Record<WalletCode, string>> = {
  OK: 'RS_OK',
  INSUFFICIENT_FUNDS: 'RS_ERROR_NOT_ENOUGH_MONEY',
  PLAYER_NOT_FOUND: 'RS_ERROR_INVALID_TOKEN',
  INVALID_TOKEN: 'RS_ERROR_INVALID_TOKEN',
  TOKEN_EXPIRED: 'RS_ERROR_TOKEN_EXPIRED',
  INVALID_SIGNATURE: 'RS_ERROR_INVALID_SIGNATURE',
  PLAYER_LOCKED: 'RS_ERROR_USER_DISABLED',
  LIMIT_REACHED: 'RS_ERROR_LIMIT_REACHED',
  BONUS_MAX_BET: 'RS_ERROR_LIMIT_REACHED',
  GAME_EXCLUDED: 'RS_ERROR_LIMIT_REACHED',
  INVALID_REQUEST: 'RS_ERROR_WRONG_SYNTAX',
  WRONG_CURRENCY: 'RS_ERROR_WRONG_CURRENCY',
  INVALID_GAME: 'RS_ERROR_INVALID_GAME',
  BET_NOT_FOUND: 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
  TX_CONFLICT: 'RS_ERROR_DUPLICATE_TRANSACTION',
  TX_ROLLED_BACK: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
  // Hub88 has no status for it. A bet or win that moved nothing must not be reported as OK.
  BET_SETTLED: 'RS_ERROR_TRANSACTION_ROLLED_BACK',
  TEMPORARY_ERROR: 'RS_ERROR_UNKNOWN',
};

export const aggregator: Aggregator = {
  name: 'hub88',
  // The key id names the site.
  prefix: '/seamless/hub88/:keyId',
  getKeyId: ({ params }) => (params as { keyId?: string }).keyId,
  authenticate(request, _identity, { hub88PublicKey }) {
    const signature = request.headers['x-hub88-signature'];
    return (
      hub88PublicKey !== undefined &&
      typeof signature === 'string' &&
      isSignedByHub88(hub88PublicKey, getBytes(request), signature)
    );
  },
  unauthorized: { status: 'RS_ERROR_INVALID_SIGNATURE' },
  fault: { status: 'RS_ERROR_UNKNOWN' },
  paths: Object.keys(bodies),
  async translate(request, callWallet) {
    const reading = readBody(request);
    if (typeof reading === 'string') return { status: reading };
    const { path, body } = reading;
    // The response reveals that the player exists, and nothing else of the member.
    if (path === '/user/info') return await infoOf(callWallet, body);
    const answer = await callWallet(...callOf(path, body));
    if (answer.code === 'OK') await closeRound(callWallet, path, body);
    const balance = answer.balanceAfter ?? answer.balance ?? (await balanceOf(callWallet, body.user));
    return {
      user: body.user,
      // A rollback is retried until RS_OK; nothing moved.
      status: path === '/transaction/rollback' && answer.code === 'BET_SETTLED' ? statuses.OK : statuses[answer.code],
      request_uuid: body.request_uuid,
      ...(balance === undefined ? {} : { currency: CURRENCY, balance: theirs(balance) }),
    };
  },
};

export const hub88: Protocol = {
  name: 'hub88',
  // Hub88 retries a rollback until RS_OK.
  profileOf: () => ({ ...usualProfile, rollbackOfSettled: 'OK', retriesWinOn: 'TEMPORARY_ERROR' }),
  registerRoutes: (services) => registerAggregatorRoutes(services, aggregator),
  feed: {
    providers: listProvidersOf('hub88'),
    open: ({ hub88Feed }, siteCode) => hub88Feed && openHub88Feed(hub88Feed, siteCode),
  },
};

/** Whether the holder of the private key signed the body. */
export function isSignedByHub88(publicKey: string, body: Buffer, signature: string): boolean {
  try {
    return verify('RSA-SHA256', body, publicKey, Buffer.from(signature, 'base64'));
  } catch {
    // An unreadable key or signature is invalid.
    return false;
  }
}

type Body = z.output<(typeof bodies)['/transaction/win']> | z.output<(typeof bodies)['/transaction/rollback']>;

function readBody({ path, body }: Foreign): { path: Path; body: Body } | string {
  if (!isPath(path)) return 'RS_ERROR_WRONG_SYNTAX';
  const read = z.safeParse(bodies[path], body);
  if (!read.success) return 'RS_ERROR_WRONG_SYNTAX';
  const isTooFine = 'amount' in read.data && BigInt(read.data.amount) % PARTS_OF_OURS !== 0n;
  return isTooFine ? 'RS_ERROR_WRONG_TYPES' : { path, body: read.data as Body };
}

const isPath = (path: string): path is Path => Object.hasOwn(bodies, path);

function callOf(path: Path, body: Body): Parameters<CallWallet> {
  const { user: playerId, request_uuid: requestId } = body;
  if (path === '/user/balance') return ['balance', { requestId, playerId }];
  const told = {
    requestId,
    playerId,
    txId: body.transaction_uuid,
    ...(body.game_code === undefined ? {} : { gameCode: body.game_code }),
    ...(body.round === undefined ? {} : { roundId: body.round }),
  };
  if (!('amount' in body)) return ['rollback', { ...told, refTxId: body.reference_transaction_uuid }];
  const moved = {
    ...told,
    amount: formatProviderAmount(money(BigInt(body.amount) / PARTS_OF_OURS)),
    currency: body.currency,
    ...(body.token === undefined ? {} : { token: body.token }),
    ...(body.is_free === true ? { isFree: true } : {}),
  };
  if (path === '/transaction/bet') return ['bet', moved];
  const settles = body.reference_transaction_uuid;
  return [
    'win',
    {
      ...moved,
      ...(settles ? { refTxId: settles } : {}),
      ...(body.round_closed === true ? { roundClosed: true } : {}),
    },
  ];
}

/** A win carries the end of its round; a rollback and the last bet of a round may name it too. */
async function closeRound(callWallet: CallWallet, path: Path, body: Body): Promise<void> {
  const { user: playerId, round: roundId, game_code: gameCode } = body;
  const isSaid = body.round_closed === true && path !== '/transaction/win';
  if (isSaid && roundId !== undefined && gameCode !== undefined) {
    await callWallet('endRound', { playerId, roundId, gameCode });
  }
}

async function infoOf(
  callWallet: CallWallet,
  { user, request_uuid }: Body,
): Promise<Readonly<Record<string, unknown>>> {
  const { code } = await callWallet('balance', { requestId: request_uuid, playerId: user });
  return { user, status: statuses[code], request_uuid };
}

/** The balance, sent with every status of a known player. */
async function balanceOf(callWallet: CallWallet, playerId: string): Promise<string | undefined> {
  const answer = await callWallet('balance', { playerId });
  return answer.code === 'OK' ? answer.balance : undefined;
}

function theirs(amountText: string): number {
  return Number((parseProviderAmount(amountText) ?? 0n) * PARTS_OF_OURS);
}
