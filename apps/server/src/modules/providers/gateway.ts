// The gateway of provider requests: from the raw request of any protocol to its response.
//
//     route ─▶ key ─▶ identity ─▶ signature ─▶ body ─▶ operations in sequence ─▶ response
//
// Always true: the signature is verified over the raw bytes before they are parsed. Signed bytes have one
// interpretation or are rejected: no duplicate key, valid UTF-8 and Unicode without NUL. HTTP 200 carries every
// business response, 401 an invalid signature, 5xx a fault of ours, which the provider retries. A request that exceeds
// the deadline continues here, and its result is stored for the retry. A request that is rejected for good is kept.
//
// Elsewhere: protocols (modules/provider-protocol), keys and settings of providers (registry.ts), the wallet
// (modules/wallet).

import { toTransactionHash } from '#core/transaction-names';
import { isUtf8 } from 'node:buffer';

import { PROVIDER_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import type { WalletCode } from '@chaba/contract/seamless';
import type { Database } from '@chaba/database';

import { walletDeadlines } from '#core/metrics';
import type { Site } from '#core/site';
import { startTrace, withSpan } from '#core/tracing';
import type { RegisterDirectRoute } from '#http/direct-routes';
import { getTraceparent } from '#http/request-traces';
import type { RouteContext } from '#http/route-context';
import { parseStrictJson } from '#http/strict-json';
import { findMemberIdsByPlayerId } from '#modules/members';
import { type Caller, listTransactions, type LocalTransaction, type SeamlessWallet } from '#modules/wallet';
import type {
  FindTransactions,
  OperationRequest,
  OperationResult,
  ParsedRequest,
  Protocol,
  ResponseBody,
  SignedRequest,
  StatedAmount,
  TransactionState,
  WalletOperation,
} from '#modules/provider-protocol';

import { executeOperation } from './chaba/chaba.ts';
import { isKept, keepRefusedCall } from './refused-calls.ts';
import { getSetting, type ProviderRegistry } from './registry.ts';
import { recordStatedAmounts } from './stated-amounts.store.ts';

type GatewayServices = {
  readonly context: Pick<RouteContext, 'database' | 'config' | 'log' | 'sites' | 'signatures'>;
  readonly registry: ProviderRegistry;
  readonly wallet: SeamlessWallet;
};

type Response = { readonly status: number; readonly body: ResponseBody };

/** Below the three seconds of the strictest provider. */
const DEADLINE_MS = 2_000;

/** Registers the routes of a protocol, the only ones of the wallet. */
export function registerProtocol(
  services: GatewayServices,
  protocol: Protocol,
  registerDirectRoute: RegisterDirectRoute,
): void {
  for (const path of protocol.paths) {
    registerDirectRoute({
      path: protocol.prefix + path,
      bodyBytesMax: PROVIDER_BODY_BYTES_MAX,
      async handle(request) {
        const { status, body } = await handleTraced(services, protocol, path, request);
        return { status, json: JSON.stringify(body) };
      },
    });
  }
}

type IdentifiedRequest = SignedRequest & { readonly id: string };

function handleTraced(
  services: GatewayServices,
  protocol: Protocol,
  path: string,
  request: IdentifiedRequest,
): Promise<Response> {
  const span = startTrace('wallet', 'wallet call', {
    attributes: { 'chaba.protocol': protocol.name, 'chaba.operation': path },
    traceparent: getTraceparent(services.context.config, request.headers),
  });
  if (span === undefined) return handleRequest(services, protocol, path, request);
  return withSpan(span, async () => {
    const response = await handleRequest(services, protocol, path, request);
    span.set({ 'http.response.status_code': response.status });
    span.end(response.status >= 500 ? 'failed' : 'ok');
    return response;
  });
}

/** `id`: the id of the request in the log. */
async function handleRequest(
  services: GatewayServices,
  protocol: Protocol,
  path: string,
  request: IdentifiedRequest,
): Promise<Response> {
  // Known after the signature was verified.
  const parsed: Parsed = {};
  try {
    return await withDeadline(respond(services, protocol, { path, request, parsed }));
  } catch (error) {
    services.context.log.error(
      { reqId: request.id, protocol: protocol.name, path, err: error },
      'wallet request failed',
    );
    return { status: 500, body: protocol.toRejection('TEMPORARY_ERROR', parsed) };
  }
}

type Parsed = { body?: unknown };

async function respond(
  { context, registry, wallet }: GatewayServices,
  protocol: Protocol,
  { path, request, parsed }: { readonly path: string; readonly request: SignedRequest; readonly parsed: Parsed },
): Promise<Response> {
  const keyId = protocol.getKeyId(request) ?? '';
  const known = await registry.load();
  const named = known.findIdentity(keyId, request);
  const site = named && (await context.sites.byCode(named.siteCode));
  const row = named && site?.catalogue.findProvider(named.provider);
  // The rows of a site that arrives from another cell may be incomplete: its calls are sent again.
  const identity = row?.protocol === protocol.name || site?.isFenced === true ? named : undefined;
  const fault = protocol.authenticate(request, identity, context.config) ?? (identity ? undefined : 'unknown_key');
  if (fault !== undefined || !identity || !site) {
    context.signatures.count(identity && site?.id, `${identity ? keyId : protocol.name}: ${fault}`);
    return { status: 401, body: protocol.toRejection('INVALID_SIGNATURE', { fault: fault ?? 'unknown_key' }) };
  }
  if (site.isFenced || !row) return { status: 500, body: protocol.toRejection('TEMPORARY_ERROR', parsed) };
  const { provider } = identity;
  const keep = async (operation: WalletOperation | undefined, code: WalletCode): Promise<void> => {
    if (code !== 'OK' && isKept(operation, code)) {
      await keepRefusedCall(context, site, { provider, path, code, body: request.body });
    }
  };
  const body = protocol.parse({ path, body: parseProviderBody(request.body) });
  if (body === undefined) {
    await keep(undefined, 'INVALID_REQUEST');
    return { status: 200, body: protocol.toRejection('INVALID_REQUEST', {}) };
  }
  parsed.body = body;
  const caller: Caller = {
    site,
    provider,
    ...getSetting(protocol, row),
    isSessionByPlayer: !protocol.hasSessionTokens,
  };
  const execute: Execute = ([operation, fields]) =>
    executeOperation(wallet, caller, operation, protocol.hasSessionTokens ? fields : { token: NO_TOKEN, ...fields });
  const findTransactions = createTransactionFinder(context.database, site, provider);
  const record: RecordStated = (playerId, stated) =>
    recordStated(context.database, site, provider, { playerId, stated });
  const applied = await applyRequest(protocol, body, { execute, findTransactions, record });
  if (protocol.unsupportedPaths?.includes(path)) await keep(undefined, 'INVALID_REQUEST');
  else await keep(applied.last?.operation, applied.last?.code ?? 'INVALID_REQUEST');
  return { status: 200, body: applied.response };
}

/** The contract requires a token; a protocol may have none. */
const NO_TOKEN = 'none';

export type Execute = (operation: OperationRequest) => Promise<OperationResult> | OperationResult;
/** Records amounts of a player that were rounded. */
type RecordStated = (playerId: unknown, stated: readonly StatedAmount[]) => Promise<void>;

/** Translates an authentic request and its results. */
export async function translate(
  protocol: Protocol,
  request: ParsedRequest,
  execute: Execute,
  findTransactions: FindTransactions,
): Promise<ResponseBody> {
  const body = protocol.parse(request);
  if (body === undefined) return protocol.toRejection('INVALID_REQUEST', {});
  const record: RecordStated = async () => undefined;
  return (await applyRequest(protocol, body, { execute, findTransactions, record })).response;
}

type Applied = {
  readonly response: ResponseBody;
  /** The last operation of the request; undefined: it has none. */
  readonly last: { readonly operation: WalletOperation; readonly code: WalletCode } | undefined;
};

/**
 * Applies the operations of a request in sequence and stops at the first that is not OK. The retry repeats the earlier
 * ones without effect.
 */
async function applyRequest(
  protocol: Protocol,
  body: unknown,
  { execute, findTransactions, record }: { execute: Execute; findTransactions: FindTransactions; record: RecordStated },
): Promise<Applied> {
  const operations = await protocol.toOperations(body, findTransactions);
  const results: OperationResult[] = [];
  let last: Applied['last'];
  for (const request of operations ?? []) {
    const result = await execute(request);
    const [operation, { playerId }, stated = []] = request;
    last = { operation, code: result.code };
    results.push(result);
    // Before the response, so that a request whose amounts could not be recorded is sent again.
    if (stated.length > 0 && !isKept(operation, result.code)) await record(playerId, stated);
    if (result.code !== 'OK') break;
  }
  if (results.length === 0) results.push({ code: 'INVALID_REQUEST' });
  const first = operations?.[0];
  const hasBalance = results.some(({ balance, balanceAfter }) => (balanceAfter ?? balance) !== undefined);
  if (protocol.hasBalanceAlways && first && first[0] !== 'balance' && !hasBalance) {
    results.push(await execute(['balance', { playerId: first[1]['playerId'] }]));
  }
  return { response: protocol.toResponse(body, results), last };
}

async function recordStated(
  database: Database,
  { id }: Site,
  provider: string,
  { playerId, stated }: { readonly playerId: unknown; readonly stated: readonly StatedAmount[] },
): Promise<void> {
  const player = String(playerId);
  const memberId = (await findMemberIdsByPlayerId(database, id, [player])).get(player);
  if (memberId === undefined) return;
  const rows = stated.map(({ txId, baht }) => ({ txHash: toTransactionHash({ provider, memberId, txId }), baht }));
  await recordStatedAmounts(database, id, provider, rows);
}

function createTransactionFinder(database: Database, { id }: Site, provider: string): FindTransactions {
  return async (playerId, txIds) => {
    const memberId = (await findMemberIdsByPlayerId(database, id, [playerId])).get(playerId);
    if (memberId === undefined) return new Map();
    const names = txIds.map((txId) => ({ provider, memberId, txId }));
    const found = await listTransactions(database, id, names);
    return new Map([...found.values()].map((one) => [one.txId, { state: getState(one), refTxId: one.refTxId }]));
  };
}

function getState({ operation, isCancelled }: LocalTransaction): TransactionState['state'] {
  if (operation === 'tombstone') return 'tombstone';
  return isCancelled ? 'cancelled' : 'applied';
}

const FOREIGN = { depthMax: 32, allowsAnyNumber: true };

/** The value of the body; undefined where the bytes have no single reading. Unknown fields may hold any number. */
function parseProviderBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  try {
    // Text equal to its own serialization has no key twice. Escapes may hide half a character, so they are checked
    // strictly.
    const parsed: unknown = JSON.parse(text);
    return !text.includes('\\u') && JSON.stringify(parsed) === text ? parsed : parseStrictJson(text, FOREIGN);
  } catch {
    return undefined;
  }
}

function withDeadline<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      walletDeadlines.inc();
      reject(new Error(`expected a result within ${DEADLINE_MS} ms`));
    }, DEADLINE_MS);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
