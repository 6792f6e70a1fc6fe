// The wallet's own protocol: the operations of the contract over signed HTTP, and the studio's API in the other
// direction. Other protocols translate into the same operations.
//
// Always true: HTTP 200 for every business response. Without a valid signature the response does not contain the time
// of the server's player data or any field of the request.
//
// Elsewhere: one request (providers/gateway.ts), the wallet (modules/wallet/wallet.ts), the bodies (contract seamless),
// queries (chaba-client.ts), the protocol in words (docs/providers.md).

import { parseProviderMoney } from '@chaba/contract/amounts';
import * as contract from '@chaba/contract/seamless';
import { validate } from '@chaba/contract/validation';
import { formatProviderAmount, zeroMoney } from '@chaba/money';

import { recordSecondUse } from '#core/second-secrets';
import { checkSignature } from '#core/signature';
import { type BetWinItem } from '#modules/wallet-commands';
import { type Caller, type SeamlessWallet, usualProfile, type WalletResult } from '#modules/wallet';
import type { OperationResult, Protocol, SignatureFault, WalletOperation } from '#modules/provider-protocol';

import { openChabaClient } from './chaba-client.ts';

type Body = { readonly operation: WalletOperation; readonly fields: Readonly<Record<string, unknown>> };

const PREFIX = '/seamless/v1';
const CURRENCY = 'THB';
/** Reveals nothing of a key: an unknown one and a wrong signature read alike. */
const faultMessages: Readonly<Record<SignatureFault, string>> = {
  missing: 'X-Key-Id, X-Timestamp and X-Signature are needed',
  unknown_key: 'the key or the signature is not good',
  wrong: 'the key or the signature is not good',
  too_old: 'X-Timestamp is more than 300 seconds from serverTime, or no milliseconds',
};

export const chaba: Protocol<Body> = {
  name: 'chaba',
  prefix: PREFIX,
  get paths() {
    return Object.keys(operations).map((operation) => `/${operation}`);
  },
  hasSessionTokens: true,
  errorCodes: Object.fromEntries(contract.walletCodes.map((code) => [code, code])) as Record<
    contract.WalletCode,
    string
  >,
  // The studio places a bet for each free round.
  getProfile: ({ keyPrefix }) => ({ ...usualProfile, isFreeWithoutBet: keyPrefix === undefined }),
  getKeyId: ({ headers }) => String(headers['x-key-id'] ?? ''),
  authenticate(request, identity) {
    const check = checkSignature(request.headers, request, () => identity?.secrets);
    if (!check.ok) return check.why;
    if (check.isSecond) recordSecondUse(identity?.isStudio === true ? 'STUDIO_SECRET' : 'PROVIDER_SECRET');
    return undefined;
  },
  parse({ path, body }) {
    const operation = path.slice(1) as WalletOperation;
    return isObject(body) ? { operation, fields: body } : undefined;
  },
  toOperations: ({ operation, fields }) => [[operation, fields]],
  toResponse: (body, [result]) => ({ ...result, ...getRequestId(body), serverTime: new Date().toISOString() }),
  toRejection(code, { fault, body }) {
    const message =
      code === 'INVALID_REQUEST' ? 'the body is no JSON object that can be read in one way only' : undefined;
    return {
      code,
      message: fault === undefined ? message : faultMessages[fault],
      ...(body && getRequestId(body)),
      serverTime: new Date().toISOString(),
    };
  },
  client: { open: openChabaClient },
};

function getRequestId({ fields: { requestId } }: Body): { readonly requestId?: string } {
  return typeof requestId === 'string' && requestId.length <= 128 ? { requestId } : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// ── operations ───────────────────────────────────────────────────────────────────────────────────────────────────────

type BodyOf<Name extends keyof typeof contract> = (typeof contract)[Name] extends { _zod: { output: infer Output } }
  ? Output
  : never;
type Response = OperationResult;

/** Validates the body of an operation and applies it. */
export function executeOperation(
  wallet: SeamlessWallet,
  caller: Caller,
  name: WalletOperation,
  parsed: unknown,
): Promise<Response> | Response {
  const { endpoint, apply } = operations[name];
  if (namesAnotherCurrency(parsed)) return { code: 'WRONG_CURRENCY' };
  const validated = validate(endpoint.body, parsed);
  if (validated.ok) return apply({ wallet, caller }, validated.value as never);
  const places = new Set(validated.issues.map(({ path }) => path.join('.')));
  return { code: 'INVALID_REQUEST', message: `invalid: ${[...places].join(', ')}` };
}

/** A currency of any form that is not the site's. A body without a currency is incomplete where it needs one. */
function namesAnotherCurrency(body: unknown): boolean {
  return isObject(body) && body['currency'] !== undefined && body['currency'] !== CURRENCY;
}

type To = { readonly wallet: SeamlessWallet; readonly caller: Caller };

async function authenticate({ wallet, caller }: To, { token }: BodyOf<'authenticateBody'>): Promise<Response> {
  const session = await wallet.authenticate(caller, token);
  if (typeof session === 'string') return { code: session };
  const { playerId, balance } = session;
  return { code: 'OK', token: session.token, playerId, currency: CURRENCY, balance: formatProviderAmount(balance) };
}

async function getBalance({ wallet, caller }: To, { playerId }: BodyOf<'balanceBody'>): Promise<Response> {
  const balance = await wallet.loadBalance(caller, playerId);
  if (balance === undefined) return { code: 'PLAYER_NOT_FOUND' };
  return { code: 'OK', currency: CURRENCY, balance: formatProviderAmount(balance) };
}

type BetWinBody = {
  readonly playerId: string;
  /** Wins may carry any value here. */
  readonly token?: unknown;
  readonly gameCode: string;
  readonly roundId: string;
  readonly currency: string;
  readonly roundClosed?: boolean | undefined;
  readonly freeSpins?: number | undefined;
  readonly campaignId?: string | undefined;
};

async function submitBetWin({ wallet, caller }: To, body: BetWinBody, parts: readonly BetWinItem[]): Promise<Response> {
  const { playerId, gameCode, roundId, currency, freeSpins, campaignId } = body;
  const result = await wallet.submit(caller, {
    operation: 'play',
    playerId,
    token: typeof body.token === 'string' ? body.token : undefined,
    gameCode,
    roundId,
    currency,
    parts,
    isRoundClosed: body.roundClosed === true,
    freeSpins,
    isCampaign: campaignId !== undefined,
  });
  return toResponse(result, caller, playerId);
}

const bet = (to: To, body: BodyOf<'betBody'>): Promise<Response> =>
  submitBetWin(to, body, [{ ...toItem('bet', body), tableRound: body.tableRound }]);

const win = (to: To, body: BodyOf<'winBody'>): Promise<Response> => submitBetWin(to, body, [toItem('win', body)]);

const betwin = (to: To, body: BodyOf<'betwinBody'>): Promise<Response> =>
  submitBetWin(
    to,
    body,
    body.transactions.map((each) => toItem(each.operation, each)),
  );

async function rollback({ wallet, caller }: To, body: BodyOf<'rollbackBody'>): Promise<Response> {
  const { playerId, txId, refTxId, currency, amount, roundId = '', gameCode = '' } = body;
  const whole = amount === undefined ? undefined : parseProviderMoney(amount);
  const request = {
    operation: 'rollback',
    playerId,
    txId,
    refTxId,
    currency,
    amount: whole,
    roundId,
    gameCode,
  } as const;
  return toResponse(await wallet.submit(caller, request), caller, playerId);
}

async function adjust({ wallet, caller }: To, body: BodyOf<'adjustBody'>): Promise<Response> {
  const { refTxId } = body;
  const result = await wallet.submit(caller, { ...toSingle(body), operation: 'adjust', refTxId });
  return toResponse(result, caller, body.playerId);
}

async function award({ wallet, caller }: To, body: BodyOf<'awardBody'>): Promise<Response> {
  const result = await wallet.submit(caller, { ...toSingle(body), operation: 'award' });
  return toResponse(result, caller, body.playerId);
}

async function tip({ wallet, caller }: To, body: BodyOf<'tipBody'>): Promise<Response> {
  const { token } = body;
  const result = await wallet.submit(caller, { ...toSingle(body), operation: 'tip', token });
  return toResponse(result, caller, body.playerId);
}

async function endRound({ wallet, caller }: To, body: BodyOf<'endRoundBody'>): Promise<Response> {
  const { playerId, roundId, gameCode, freeSpins } = body;
  const { code, outcome } = await wallet.submit(caller, {
    operation: 'endRound',
    playerId,
    roundId,
    gameCode,
    freeSpins,
  });
  return outcome ? { code, balance: formatProviderAmount(outcome.after), currency: CURRENCY } : { code };
}

type SingleBody = {
  readonly playerId: string;
  readonly gameCode?: string | undefined;
  readonly roundId?: string | undefined;
  readonly txId: string;
  readonly amount: string;
  readonly currency: string;
};

const toSingle = ({ playerId, gameCode = '', roundId = '', txId, amount, currency }: SingleBody) => ({
  playerId,
  gameCode,
  roundId,
  txId,
  amount: parseProviderMoney(amount),
  currency,
});

type ItemBody = {
  readonly txId: string;
  readonly refTxId?: string | undefined;
  readonly amount: string;
  readonly validBet?: string | undefined;
  readonly positions?: readonly { type: string; stake: string; pushed?: string | undefined }[] | undefined;
  readonly isFree?: boolean | undefined;
};

function toItem(operation: 'bet' | 'win', item: ItemBody): BetWinItem {
  return {
    operation,
    txId: item.txId,
    refTxId: item.refTxId,
    amount: parseProviderMoney(item.amount),
    validBet: item.validBet === undefined ? undefined : parseProviderMoney(item.validBet),
    positions: (item.positions ?? []).map(({ type, stake, pushed }) => ({
      type,
      stake: parseProviderMoney(stake),
      pushed: pushed === undefined ? zeroMoney : parseProviderMoney(pushed),
    })),
    isFree: item.isFree === true,
  };
}

function toResponse({ code, outcome }: WalletResult, { provider }: Caller, playerId: string): Response {
  if (!outcome) return { code };
  const { txId, before, after, isDuplicate } = outcome;
  return {
    code,
    txId,
    balanceBefore: formatProviderAmount(before),
    balanceAfter: formatProviderAmount(after),
    currency: CURRENCY,
    ...(code === 'OK' ? { walletTxId: `${provider}:${playerId}:${txId}`, duplicate: isDuplicate } : {}),
  };
}

const operations = {
  authenticate: { endpoint: contract.authenticate, apply: authenticate },
  balance: { endpoint: contract.walletBalance, apply: getBalance },
  bet: { endpoint: contract.bet, apply: bet },
  win: { endpoint: contract.win, apply: win },
  betwin: { endpoint: contract.betwin, apply: betwin },
  rollback: { endpoint: contract.rollback, apply: rollback },
  adjust: { endpoint: contract.adjust, apply: adjust },
  award: { endpoint: contract.award, apply: award },
  tip: { endpoint: contract.tip, apply: tip },
  endRound: { endpoint: contract.endRound, apply: endRound },
} as const satisfies Readonly<Record<WalletOperation, unknown>>;
