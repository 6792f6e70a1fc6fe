// A made-up protocol, as a newcomer writes one: one `Protocol` value, and its counterpart that sends the scenarios of
// the certification in it.
//
//     POST /seamless/pixel/<action>   authorization: Pixel <key>:<hex HMAC-SHA256 of path, line feed and body>
//     { "q", "user", "id", "of"?, "game"?, "round"?, "money"?: "THB 1.25", "last"?, "free"? }
//     { "q", "state": 0, "before": "THB 12.0000", "after", "purse"?, "again"?, "receipt"?, "at" }
//
// Always true: only fields that the protocol defines reach the wallet. Its unit is the wallet's, 0.0001 baht. In every
// protocol a finer amount is rejected, and a balance is rounded down to the protocol's unit (amb/amb.ts).
//
// Elsewhere: the test (new-protocol.test.ts), what a protocol implements (provider-protocol/provider-protocol.ts).

import { createHmac } from 'node:crypto';

import { Skip, type WalletTransport } from '@chaba/certify';
import { type WalletCode, walletCodes } from '@chaba/contract/seamless';

import { recordSecondUse } from '#core/second-secrets';
import { isEqual } from '#core/signature';
import { usualProfile } from '#modules/wallet';
import type { ProviderClient, OperationResult, Protocol, WalletOperation } from '#modules/provider-protocol';

type Fields = Readonly<Record<string, unknown>>;
type Body = { readonly operation: WalletOperation; readonly fields: Fields };

const OPERATIONS: Readonly<Record<string, WalletOperation>> = {
  '/purse': 'balance',
  '/stake': 'bet',
  '/pay': 'win',
  '/undo': 'rollback',
  '/over': 'endRound',
};
const errorCodes = Object.fromEntries(walletCodes.map((code, index) => [code, index * 10])) as Record<
  WalletCode,
  number
>;
const PREFIX = '/seamless/pixel';

const computeSignature = (secret: string, target: string, body: string | Buffer): string =>
  createHmac('sha256', secret).update(`${target}\n`).update(body).digest('hex');

function parseAuthorization(header: string | undefined): readonly [keyId?: string, signature?: string] {
  const [, keyId, signature] = /^Pixel ([\w.-]+):([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  return keyId === undefined || signature === undefined ? [] : [keyId, signature];
}

const toMoneyFields = (money: unknown): Fields => {
  const [, currency, amount] = typeof money === 'string' ? (/^(\S*) (.*)$/s.exec(money) ?? []) : [];
  return currency === undefined ? { amount: money } : { currency, amount };
};
const toMoney = (amount: string | undefined): string | undefined => amount && `THB ${amount}`;

/** `client`: the provider's side, which a test observes. */
export const createPixelProtocol = (client: ProviderClient): Protocol<Body> => ({
  name: 'pixel',
  prefix: PREFIX,
  paths: Object.keys(OPERATIONS),
  hasSessionTokens: false,
  errorCodes,
  getProfile: () => usualProfile,
  getKeyId: ({ headers }) => parseAuthorization(headers.authorization)[0],
  authenticate({ headers, target, body }, identity) {
    const [, signature] = parseAuthorization(headers.authorization);
    if (signature === undefined) return 'missing';
    if (identity === undefined) return 'unknown_key';
    const index = identity.secrets.findIndex((secret) => isEqual(signature, computeSignature(secret, target, body)));
    // The rotation status shows the last use of the second secret.
    if (index > 0) recordSecondUse('PROVIDER_SECRET');
    return index === -1 ? 'wrong' : undefined;
  },
  parse({ path, body }) {
    const operation = OPERATIONS[path];
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return operation && isObject ? { operation, fields: body as Fields } : undefined;
  },
  toOperations({ operation, fields: { q, user, id, of, game, round, money, last, free } }) {
    const common = { requestId: q, playerId: user, txId: id, gameCode: game, roundId: round };
    const end = last === true ? { roundClosed: true } : {};
    return [
      [
        operation,
        {
          ...common,
          ...(money === undefined ? {} : toMoneyFields(money)),
          ...(of === undefined ? {} : { refTxId: of }),
          ...(free === true ? { isFree: true } : {}),
          ...end,
        },
      ],
    ];
  },
  toResponse({ fields: { q } }, [result = { code: 'INVALID_REQUEST' }]) {
    const { code, balanceBefore, balanceAfter, balance, duplicate, walletTxId } = result;
    return {
      q,
      state: errorCodes[code],
      before: toMoney(balanceBefore),
      after: toMoney(balanceAfter),
      purse: toMoney(balance),
      again: duplicate,
      receipt: walletTxId,
      at: new Date().toISOString(),
    };
  },
  toRejection: (code) => ({ state: errorCodes[code] }),
  client: { open: () => client },
});

const ACTIONS = new Map(Object.entries(OPERATIONS).map(([path, operation]) => [operation as string, path]));
const CODES = new Map(Object.entries(errorCodes).map(([code, state]) => [state, code]));

/**
 * Sends operations of the contract as requests of this protocol. `validToken`: the token that stands for no token.
 *
 * - A transport throws `Skip` for a field or value that its protocol cannot express.
 * - With a unit coarser than the wallet's, scenarios with finer amounts are skipped: test their rules in that unit.
 */
export function createPixelTransport(
  url: string,
  ownKey: { readonly id: string; readonly secret: string },
  validToken: string,
): WalletTransport {
  const getTarget = (operation: string): string => PREFIX + (ACTIONS.get(operation) ?? '');
  const sendRequest: WalletTransport['send'] = async (operation, raw, twist) => {
    if (twist.clockBy !== undefined) throw new Skip('the protocol has no timestamp');
    const target = getTarget(operation);
    const body = toPixelBody(operation, raw, validToken);
    const signedBody = twist.signedBody === undefined ? body : toPixelBody(operation, twist.signedBody, validToken);
    const { id, secret } = twist.key ?? ownKey;
    const signature = computeSignature(secret, getTarget(twist.signedOperation ?? operation), signedBody);
    const response = await fetch(url + target, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(twist.isUnsigned === true ? {} : { authorization: `Pixel ${id}:${signature}` }),
      },
    });
    return { status: response.status, body: toContractBody(await response.json()) };
  };
  return { operations: new Set(ACTIONS.keys()), send: sendRequest };
}

/** A text without a single interpretation is sent unchanged. */
function toPixelBody(operation: string, raw: string, validToken: string): string {
  const parsed = parseExactly(raw);
  if (parsed === undefined) return raw;
  const { requestId, playerId, txId, refTxId, gameCode, roundId, currency, amount, ...more } = parsed;
  const { isFree, roundClosed, token, ...others } = more;
  if (operation === 'bet' && token !== validToken) throw new Skip('the protocol has no session token');
  if ('positions' in others) throw new Skip('the protocol has no positions');
  const money = toPixelMoney(operation === 'rollback' ? 'THB' : currency, amount);
  return JSON.stringify({
    ...others,
    q: requestId,
    user: playerId,
    id: txId,
    of: refTxId,
    game: gameCode,
    round: roundId,
    money,
    last: roundClosed,
    free: isFree,
  });
}

const toPixelMoney = (currency: unknown, amount: unknown): unknown =>
  typeof amount === 'string' && typeof currency === 'string' ? `${currency} ${amount}` : amount;

function parseExactly(raw: string): Fields | undefined {
  try {
    const parsed: unknown = JSON.parse(raw);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject && JSON.stringify(parsed) === raw ? (parsed as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** Errors that the server itself sends, such as 413, have another format: no field of the protocol is present. */
function toContractBody(response: unknown): Fields {
  const { q, state, before, after, purse, again, receipt, at } = response as Fields;
  const toAmount = (money: unknown) => (typeof money === 'string' ? money.replace(/^THB /, '') : undefined);
  return {
    code: CODES.get(Number(state)),
    requestId: q,
    balanceBefore: toAmount(before),
    balanceAfter: toAmount(after),
    balance: toAmount(purse),
    currency: 'THB',
    duplicate: again,
    walletTxId: receipt,
    serverTime: at,
  } satisfies Partial<Record<keyof OperationResult | 'requestId' | 'serverTime', unknown>>;
}
