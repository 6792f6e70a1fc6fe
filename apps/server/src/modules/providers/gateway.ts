// The gateway of provider requests: from the raw request of any protocol to its response.
//
//     route ─▶ key ─▶ identity ─▶ signature ─▶ body ─▶ operations in sequence ─▶ response
//
// Always true: the signature is verified over the raw bytes before they are parsed. Signed bytes have one
// interpretation or are rejected: no duplicate key, valid UTF-8 and Unicode without NUL. HTTP 200 carries every
// business response, 401 an invalid signature, 5xx a fault of ours, which the provider retries. A request that exceeds
// the deadline continues here, and its result is stored for the retry. A request that is rejected for good is kept.
// Keys are cached: every request needs them, and they change rarely; a change in any process or a few seconds replace
// the cache.
//
// Elsewhere: protocols (protocol.ts), keys as operators change them (registry.ts), how a provider is set up
// (catalogue), the wallet (modules/wallet).

import { isUtf8 } from 'node:buffer';

import { PROVIDER_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import type { WalletCode } from '@chaba/contract/seamless';
import type { Database } from '@chaba/database';

import type { Provider } from '#core/catalogue';
import type { Config } from '#core/config';
import { isLocalCaller, type Origin } from '#core/local-caller';
import { walletDeadlines } from '#core/metrics';
import { subscribe } from '#core/pubsub';
import { deriveSecret, deriveSecrets } from '#core/signature';
import { type Site, SITE_TOPIC, type Sites } from '#core/site';
import { startTrace, withSpan } from '#core/tracing';
import type { RegisterDirectRoute } from '#http/direct-routes';
import { getTraceparent } from '#http/request-traces';
import type { RouteContext } from '#http/route-context';
import { parseStrictJson } from '#http/strict-json';
import { findMemberIdsByPlayerId } from '#modules/members';
import {
  type Caller,
  listTransactions,
  type LocalTransaction,
  type SeamlessWallet,
  toTransactionHash,
} from '#modules/wallet';

import { executeOperation } from './chaba/chaba.ts';
import type {
  FindTransactions,
  OperationRequest,
  OperationResult,
  ParsedRequest,
  Protocol,
  ProviderIdentity,
  ResponseBody,
  SignedRequest,
  StatedAmount,
  TransactionState,
  WalletOperation,
} from './protocol.ts';
import * as store from './registry.store.ts';
import { isKept, keepRefusedCall } from './refused-calls.ts';
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

// ── settings ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type Setting = Pick<Caller, 'isOpen' | 'winCap' | 'profile'>;

/** By row: a changed provider is another row. */
const settings = new WeakMap<Provider, Setting>();

function getSetting(protocol: Protocol, row: Provider): Setting {
  const known = settings.get(row);
  if (known) return known;
  const profile = protocol.getProfile(row);
  const setting = { isOpen: row.closure === undefined, winCap: row.winCap ?? profile.winCap, profile };
  settings.set(row, setting);
  return setting;
}

// ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type ProviderRegistry = {
  /** The cached keys. */
  load(): Promise<KnownProviders>;
  close(): void;
};
type KnownProviders = {
  /** The owner of a key, where this origin may use it. */
  findIdentity(keyId: string, from: Origin): ProviderIdentity | undefined;
};

/** The secrets from which those of keys are derived. */
export type ProviderSecrets = Pick<Config, 'studioSecret' | 'providerSecret'>;
type KeyConfig = ProviderSecrets & Pick<Config, 'mode' | 'testKey' | 'trustedProxies'>;

export const TEST_PROVIDER = 'test';
/** The only key with a public secret, for calling the wallet in play mode (local-caller.ts). */
export const TEST_KEY = { keyId: 'test-key', secret: 'test-secret', siteCode: 'chaba' };
/** The pub/sub topic of changed keys. */
export const PROVIDERS_TOPIC = 'providers';
const CACHE_LIFETIME_MS = 5_000;
/** More than all keys; unknown names fill the cache at most once. */
const SECRETS_MAX = 1_000;

export function openProviderRegistry(
  database: Database,
  config: KeyConfig,
  sites: Pick<Sites, 'all'>,
): ProviderRegistry {
  let cached: Promise<KnownProviders> | undefined;
  let cachedAt = 0;
  const getSecrets = createSecretCache(config);
  const drop = (): void => {
    cached = undefined;
  };
  const stops = [PROVIDERS_TOPIC, SITE_TOPIC].map((topic) => subscribe(topic, { onMessage: drop, onGap: drop }));

  return {
    load() {
      const now = performance.now();
      if (cached !== undefined && now - cachedAt < CACHE_LIFETIME_MS) return cached;
      cachedAt = now;
      const loading = loadRegistry(database, config, { sites, getSecrets });
      cached = loading;
      loading.catch(() => {
        if (cached === loading) cached = undefined;
      });
      return loading;
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

async function loadRegistry(
  database: Database,
  config: KeyConfig,
  { sites, getSecrets }: { readonly sites: Pick<Sites, 'all'>; readonly getSecrets: GetSecrets },
): Promise<KnownProviders> {
  const [all, keyRows] = await Promise.all([sites.all(), store.listKeys(database)]);
  const keys = new Map(keyRows.map((row) => [row.keyId, row]));
  const siteById = new Map(all.map((site) => [site.id, site]));
  // The first key of a provider of the studio follows from its row, so that the studio needs none from an operator.
  const firstKeys = new Map(
    all.flatMap((site) =>
      site.catalogue.providers.flatMap(({ ch, keyPrefix }) =>
        keyPrefix === undefined ? [] : [[keyPrefix + site.code, { provider: ch, siteCode: site.code }] as const],
      ),
    ),
  );
  const testKey = { provider: TEST_PROVIDER, siteCode: TEST_KEY.siteCode, secrets: [TEST_KEY.secret], isStudio: false };
  return {
    findIdentity(keyId, from) {
      if (keyId === TEST_KEY.keyId && !isTestKeyOpen(config, from)) return undefined;
      const row = keys.get(keyId);
      if (row && row.retiredAt !== null) return undefined;
      if (keyId === TEST_KEY.keyId) return testKey;
      const first = firstKeys.get(keyId);
      if (first) return { ...first, secrets: getSecrets(true, keyId), isStudio: true };
      const site = row && siteById.get(row.siteId);
      if (!site) return undefined;
      const isStudio = isStudioProvider(site, row.provider);
      return { provider: row.provider, siteCode: site.code, secrets: getSecrets(isStudio, keyId), isStudio };
    },
  };
}

/**
 * The test key credits money to any player: valid only from this machine unless switched on, and never for real money.
 */
function isTestKeyOpen({ mode, testKey, trustedProxies }: KeyConfig, from: Origin): boolean {
  if (mode !== 'play' || testKey === 'off') return false;
  return testKey === 'on' || (trustedProxies === 0 && isLocalCaller(from));
}

type GetSecrets = (isStudio: boolean, keyId: string) => readonly string[];

/** Derived secrets never change and are cached: every request needs one. */
function createSecretCache(config: ProviderSecrets): GetSecrets {
  const cache = new Map<string, readonly string[]>();
  return (isStudio, keyId) => {
    const known = cache.get(keyId);
    if (known !== undefined) return known;
    const secrets = deriveSecrets(config[toSecretSetting(isStudio)], keyId);
    if (cache.size < SECRETS_MAX) cache.set(keyId, secrets);
    return secrets;
  };
}

/** The secret of a new key. */
export function deriveKeySecret(config: ProviderSecrets, isStudio: boolean, keyId: string): string {
  return deriveSecret(config[toSecretSetting(isStudio)][0], keyId);
}

/** The studio derives its own keys from a secret that it shares only with the server. */
function toSecretSetting(isStudio: boolean): keyof ProviderSecrets {
  return isStudio ? 'studioSecret' : 'providerSecret';
}

/** Whether the play-money studio runs the games of a provider. */
export function isStudioProvider(site: Site, provider: string): boolean {
  return site.catalogue.findProvider(provider)?.keyPrefix !== undefined;
}
