// Routes of the wallet's own protocol: signature over the raw bytes, contract body to wallet request, result to
// response.
//
// Always true: HTTP 200 for every business response, 401 for a bad signature, 5xx for faults alone (the provider
// retries those). The bytes are verified before they are parsed.
//
// Elsewhere: the wallet (modules/wallet/wallet.ts), the bodies (contract seamless), adapters that use the same
// operations (aggregator.ts).

import { parseProviderMoney } from '@chaba/contract/amounts';
import { PROVIDER_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import * as contract from '@chaba/contract/seamless';
import { validate } from '@chaba/contract/validation';
import { formatProviderAmount, zeroMoney } from '@chaba/money';

import { checkSignature } from '#core/signature';
import type { FastResponse as Reply, RawRequest } from '#http/fast-path';
import type { Caller, SeamlessWallet, WalletResult } from '#modules/wallet';
import type { ProtocolServices } from '#providers/protocol';
import { parseProviderBody, withDeadline } from '#providers/provider-request';
import type { BetWinItem } from '#wallet/commands';

type Response = Omit<contract.WalletResponse, 'serverTime'>;
type Operation = keyof typeof operations;
type BodyOf<Name extends keyof typeof contract> = (typeof contract)[Name] extends { _zod: { output: infer Output } }
  ? Output
  : never;

export function registerChabaRoutes(services: ProtocolServices): void {
  for (const name of Object.keys(operations) as Operation[]) {
    services.context.registerFastRoute({
      path: operations[name].endpoint.path,
      bodyBytesMax: PROVIDER_BODY_BYTES_MAX,
      handle: (message) => respond(services, name, message),
    });
  }
}

async function respond(services: ProtocolServices, name: Operation, message: RawRequest): Promise<Reply> {
  // Known after the signature was verified.
  const named: { requestId?: string } = {};
  try {
    return await withDeadline(respondToSigned(services, name, message, named));
  } catch (error) {
    services.context.log.error({ reqId: message.id, err: error }, 'a call of a provider failed');
    return toReply(500, { code: 'TEMPORARY_ERROR', ...named });
  }
}

async function respondToSigned(
  { context, registry, wallet }: ProtocolServices,
  name: Operation,
  message: RawRequest,
  named: { requestId?: string },
): Promise<Reply> {
  const identity = await registry.findIdentity(String(message.headers['x-key-id'] ?? ''), message);
  const check = checkSignature(message.headers, message, () => identity?.secret);
  const site = identity && (await context.sites.byCode(identity.siteCode));
  if (!check.ok || !identity || !site) {
    const keyId = identity ? String(message.headers['x-key-id']) : 'provider';
    context.signatures.count(site?.id, `${keyId}: ${check.ok ? 'unknown_key' : check.why}`);
    return toReply(401, { code: 'INVALID_SIGNATURE', message: check.ok ? unsigned.wrong : unsigned[check.why] });
  }
  const parsed = parseProviderBody(message.body);
  if (!isObject(parsed)) {
    return toReply(200, {
      code: 'INVALID_REQUEST',
      message: 'the body is no JSON object that can be read in one way only',
    });
  }
  const { requestId } = parsed;
  if (typeof requestId === 'string' && requestId.length <= 128) named.requestId = requestId;
  const { provider } = identity;
  const caller: Caller = { site, provider, ...(await registry.getSetting(site.id, provider)) };
  return toReply(200, { ...(await executeOperation(wallet, caller, name, parsed)), ...named });
}

/** Reveals nothing to strangers: the time is reported only for a valid signature. */
const unsigned = {
  missing: 'X-Key-Id, X-Timestamp and X-Signature are needed',
  unknown_key: 'the key or the signature is not good',
  wrong: 'the key or the signature is not good',
  too_old: 'X-Timestamp is more than 300 seconds from serverTime, or no milliseconds',
} as const;

function toReply(status: number, response: Response): Reply {
  return { status, json: JSON.stringify({ ...response, serverTime: new Date().toISOString() }) };
}

function isObject(parsed: unknown): parsed is Readonly<Record<string, unknown>> {
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
}

/** Validates the body of an operation and applies it. */
export function executeOperation(
  wallet: SeamlessWallet,
  caller: Caller,
  name: Operation,
  parsed: unknown,
): Promise<Response> | Response {
  const { endpoint, apply } = operations[name];
  const validated = validate(endpoint.body, parsed);
  if (validated.ok) return apply({ wallet, caller }, validated.value as never);
  const places = new Set(validated.issues.map(({ path }) => path.join('.')));
  return { code: 'INVALID_REQUEST', message: `not as the protocol has it: ${[...places].join(', ')}` };
}

// ── operations ───────────────────────────────────────────────────────────────────────────────────────────────────────

type To = { readonly wallet: SeamlessWallet; readonly caller: Caller };

async function authenticate({ wallet, caller }: To, { token }: BodyOf<'authenticateBody'>): Promise<Response> {
  const session = await wallet.authenticate(caller, token);
  if (typeof session === 'string') return { code: session };
  const { playerId, balance } = session;
  return { code: 'OK', token: session.token, playerId, currency: 'THB', balance: formatProviderAmount(balance) };
}

async function getBalance({ wallet, caller }: To, { playerId }: BodyOf<'balanceBody'>): Promise<Response> {
  const balance = await wallet.loadBalance(caller, playerId);
  if (balance === undefined) return { code: 'PLAYER_NOT_FOUND' };
  return { code: 'OK', currency: 'THB', balance: formatProviderAmount(balance) };
}

type BetWinBody = {
  readonly playerId: string;
  /** Wins may carry any value here. */
  readonly token?: unknown;
  readonly gameCode: string;
  readonly roundId: string;
  readonly currency: string;
  readonly roundClosed?: boolean | undefined;
};

async function submitBetWin({ wallet, caller }: To, body: BetWinBody, parts: readonly BetWinItem[]): Promise<Response> {
  const { playerId, gameCode, roundId, currency } = body;
  const result = await wallet.submit(caller, {
    operation: 'play',
    playerId,
    token: typeof body.token === 'string' ? body.token : undefined,
    gameCode,
    roundId,
    currency,
    parts,
    isRoundClosed: body.roundClosed === true,
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
  const { playerId, roundId, gameCode } = body;
  const { code, outcome } = await wallet.submit(caller, { operation: 'endRound', playerId, roundId, gameCode });
  return outcome ? { code, balance: formatProviderAmount(outcome.after), currency: 'THB' } : { code };
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
    currency: 'THB',
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
} as const;
