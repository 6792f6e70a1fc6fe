// The protocol of Hub88 (docs.hub88.io, Operator API, Wallet API): one POST per step, amounts as whole
// hundred-thousandths, a status in every response, the body signed with RSA-SHA256 in X-Hub88-Signature.
//
// Always true: every status has HTTP 200. An amount finer than ours is rounded (hub88-amounts.ts), never rejected.
//
// Elsewhere: one request (providers/gateway.ts), the list of transactions (hub88-client.ts).

import { verify } from 'node:crypto';

import type { WalletCode } from '@chaba/contract/seamless';
import { parseProviderAmount, formatProviderAmount, zeroMoney } from '@chaba/money';
import * as z from 'zod/mini';

import { recordSecondUse } from '#core/second-secrets';
import { usualProfile } from '#modules/wallet';
import type { OperationRequest, Protocol } from '#modules/provider-protocol';

import { fromHub88Amount, toHub88Amount } from './hub88-amounts.ts';
import { openHub88Feed } from './hub88-client.ts';

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
  // The wallet has a code of its own for another currency, whatever its form.
  currency: z.unknown(),
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

const errorCodes: Readonly<Record<WalletCode, string>> = {
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

export const hub88: Protocol<Request> = {
  name: 'hub88',
  // The key id names the site.
  prefix: '/seamless/hub88/:keyId',
  paths: Object.keys(bodies),
  hasSessionTokens: false,
  hasBalanceAlways: true,
  errorCodes,
  // Hub88 retries a rollback until RS_OK.
  getProfile: () => ({ ...usualProfile, rollbackOfSettled: 'OK', retriesWinOn: 'TEMPORARY_ERROR' }),
  getKeyId: ({ params }) => params['keyId'],
  authenticate({ headers, body }, identity, { hub88PublicKeys }) {
    const signature = headers['x-hub88-signature'];
    if (identity === undefined) return 'unknown_key';
    if (hub88PublicKeys.length === 0 || typeof signature !== 'string') return 'missing';
    const index = hub88PublicKeys.findIndex((key) => isSignedByHub88(key, body, signature));
    if (index > 0) recordSecondUse('HUB88_PUBLIC_KEY');
    return index === -1 ? 'wrong' : undefined;
  },
  parse({ path, body }) {
    if (!isPath(path)) return undefined;
    const result = z.safeParse(bodies[path], body);
    return result.success ? { path, fields: result.data as Fields } : undefined;
  },
  toOperations: (request) => [toOperation(request), ...toRoundEnd(request)],
  toResponse(request, results) {
    const { path, fields } = request;
    const [first = { code: 'INVALID_REQUEST' }] = results;
    const { user, request_uuid } = fields;
    // The response reveals that the player exists, and nothing else of the member.
    if (path === '/user/info') return { user, status: errorCodes[first.code], request_uuid };
    const named = results.find(({ balance, balanceAfter }) => (balanceAfter ?? balance) !== undefined);
    const balance = named?.balanceAfter ?? named?.balance;
    return {
      user,
      // A rollback is retried until RS_OK; nothing moved.
      status: path === '/transaction/rollback' && first.code === 'BET_SETTLED' ? errorCodes.OK : errorCodes[first.code],
      request_uuid,
      ...(balance === undefined
        ? {}
        : { currency: CURRENCY, balance: toHub88Amount(parseProviderAmount(balance) ?? zeroMoney) }),
    };
  },
  toRejection: (code) => ({ status: errorCodes[code] }),
  feed: { open: ({ hub88Feed }, siteCode) => hub88Feed && openHub88Feed(hub88Feed, siteCode) },
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

type Fields = z.output<(typeof bodies)['/transaction/win']> | z.output<(typeof bodies)['/transaction/rollback']>;
type Request = { readonly path: Path; readonly fields: Fields };

const isPath = (path: string): path is Path => Object.hasOwn(bodies, path);

function toOperation({ path, fields }: Request): OperationRequest {
  const { user: playerId, request_uuid: requestId } = fields;
  if (path === '/user/info' || path === '/user/balance') return ['balance', { requestId, playerId }];
  const common = {
    requestId,
    playerId,
    txId: fields.transaction_uuid,
    ...(fields.game_code === undefined ? {} : { gameCode: fields.game_code }),
    ...(fields.round === undefined ? {} : { roundId: fields.round }),
  };
  if (!('amount' in fields)) return ['rollback', { ...common, refTxId: fields.reference_transaction_uuid }];
  const { amount: rounded, stated } = fromHub88Amount(fields.amount, path === '/transaction/bet' ? 'down' : 'nearest');
  const statedAmounts = stated === undefined ? [] : [{ txId: fields.transaction_uuid, baht: stated }];
  const stake = {
    ...common,
    amount: formatProviderAmount(rounded),
    currency: fields.currency,
    ...(fields.token === undefined ? {} : { token: fields.token }),
    ...(fields.is_free === true ? { isFree: true } : {}),
  };
  if (path === '/transaction/bet') return ['bet', stake, statedAmounts];
  const refTxId = fields.reference_transaction_uuid;
  return [
    'win',
    { ...stake, ...(refTxId ? { refTxId } : {}), ...(fields.round_closed === true ? { roundClosed: true } : {}) },
    statedAmounts,
  ];
}

/** A win carries the end of its round; a rollback and the last bet of a round may name it too. */
function toRoundEnd({ path, fields }: Request): OperationRequest[] {
  const { user: playerId, round: roundId, game_code: gameCode } = fields;
  const isNamed = fields.round_closed === true && path !== '/transaction/win';
  if (!isNamed || roundId === undefined || gameCode === undefined) return [];
  return [['endRound', { playerId, roundId, gameCode }]];
}
