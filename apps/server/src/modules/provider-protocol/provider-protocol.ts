// Provider protocols: what each implements, as one value per folder, and the values that its client returns.
//
//     request ─▶ getKeyId · authenticate ─▶ parse ─▶ toOperations ─▶ wallet ─▶ toResponse ─▶ response
//
// Always true: a protocol translates and is pure apart from its client. Only the wallet decides what is rejected,
// repeated or held. No client request runs inside a database transaction, and nothing is concluded without a response.
//
// Elsewhere: the list of protocols (protocols.ts), the routes of each (providers.routes.ts), one request (gateway.ts),
// the operations (chaba/chaba.ts), queries (reconciliation, kicks.ts), adding a protocol (docs/providers.md).

import type { IncomingHttpHeaders } from 'node:http';

import type { WalletCode, WalletResponse } from '@chaba/contract/seamless';
import type { Money } from '@chaba/money';

import type { Provider } from '#core/catalogue';
import type { Config } from '#core/config';
import type { Site } from '#core/site';
import type { ProviderProfile } from '#modules/wallet';
import type { ResultPosition } from '#modules/wallet-commands';

/** `Body`: a request of the protocol, as `parse` returns it. */
export type Protocol<Body = unknown> = {
  /** The name in `protocol` of a provider's row (modules/catalogue). */
  readonly name: string;
  /** The route prefix, before each path; a `:name` in it is in `params`. */
  readonly prefix: string;
  readonly paths: readonly string[];
  /** Paths that the wallet has no operation for: answered as rejected, and nothing moves. */
  readonly unsupportedPaths?: readonly string[];
  /** Whether stakes name a session token. Without tokens a game that the player opened within a day is the session. */
  readonly hasSessionTokens: boolean;
  /** Whether every response names the balance: a result without one is followed by a `balance` operation. */
  readonly hasBalanceAlways?: boolean;
  /** The protocol's code of every wallet code. */
  readonly errorCodes: Readonly<Record<WalletCode, string | number>>;
  getProfile(provider: Provider): ProviderProfile;
  /** The key that a request names. */
  getKeyId(request: SignedRequest): string | undefined;
  /** Why the request does not prove that it holds the key; undefined: it does. `identity` is undefined for no key. */
  authenticate(
    request: SignedRequest,
    identity: ProviderIdentity | undefined,
    config: Config,
  ): SignatureFault | undefined;
  /** The request as the protocol defines it; undefined: it is another. */
  parse(request: ParsedRequest): Body | undefined;
  /**
   * The wallet operations of a request, applied in sequence until one is not OK; undefined: the request is invalid.
   * A repeated request gives the same operations, so that a repeat stays a repeat.
   */
  toOperations(
    body: Body,
    findTransactions: FindTransactions,
  ): readonly OperationRequest[] | undefined | Promise<readonly OperationRequest[] | undefined>;
  /** `results`: at least one, in the order of the operations; the last one may be the only one that is not OK. */
  toResponse(body: Body, results: readonly OperationResult[]): ResponseBody;
  /** The response to a request without a valid key (401), without a reading (200), or to a fault of ours (500). */
  toRejection(code: RejectionCode, cause: { readonly fault?: SignatureFault; readonly body?: Body }): ResponseBody;
  /** Queries to a provider whose row has an address, or to the play-money studio, signed with a key of the site. */
  readonly client?: {
    readonly open: (config: Config, provider: Provider, keyId: string) => ProviderClient;
  };
  /** Only the list of transactions; undefined: it is not configured. */
  readonly feed?: {
    readonly open: (config: Config, siteCode: string) => ProviderFeed | undefined;
  };
};

/** A request before its signature is verified. */
export type SignedRequest = {
  readonly method: string;
  /** Path and query as in the request line. */
  readonly target: string;
  /** Values of the names in the prefix. */
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Remote address of the connection: the provider or a proxy. */
  readonly remoteAddress: string | undefined;
  readonly body: Buffer;
};

/** A request with a valid signature: one of the paths, and the JSON value of the body. */
export type ParsedRequest = { readonly path: string; readonly body: unknown };

export type SignatureFault = 'missing' | 'unknown_key' | 'too_old' | 'wrong';
type RejectionCode = 'INVALID_SIGNATURE' | 'INVALID_REQUEST' | 'TEMPORARY_ERROR';
export type ResponseBody = Readonly<Record<string, unknown>>;

export type WalletOperation =
  | 'authenticate'
  | 'balance'
  | 'bet'
  | 'win'
  | 'betwin'
  | 'rollback'
  | 'adjust'
  | 'award'
  | 'tip'
  | 'endRound';

/** An operation with a body of the contract (contract seamless), which validates it. */
export type OperationRequest = readonly [
  WalletOperation,
  body: Readonly<Record<string, unknown>>,
  /** The amounts of it that were rounded. */
  stated?: readonly StatedAmount[],
];
/** An amount finer than 1/10,000 baht as the provider stated it: a decimal text in baht. */
export type StatedAmount = { readonly txId: string; readonly baht: string };
export type OperationResult = Omit<WalletResponse, 'serverTime'>;

/** The present state of a transaction. A tombstone was rolled back before it arrived and is rejected. */
export type TransactionState = {
  readonly state: 'applied' | 'cancelled' | 'tombstone';
  readonly refTxId: string;
};
/** Finds transactions of a player by id, for protocols that name a result again after its rollback. */
export type FindTransactions = (
  playerId: string,
  txIds: readonly string[],
) => Promise<ReadonlyMap<string, TransactionState>>;

/** The provider that signed a request, and the site of its key. */
export type ProviderIdentity = {
  readonly provider: string;
  readonly siteCode: string;
  readonly secrets: readonly string[];
  /** Its keys derive from the secret that the play-money studio shares. */
  readonly isStudio: boolean;
};

// ── clients ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Operations that change money or a round. The parts of a `betwin` are bets and wins. */
export type ProviderOperation = 'bet' | 'win' | 'rollback' | 'adjust' | 'award' | 'tip' | 'endRound';

/** A transaction in the provider's records. A field that the provider does not report is empty or undefined. */
export type ProviderTransaction = {
  readonly operation: ProviderOperation;
  readonly txId: string;
  readonly refTxId: string;
  readonly roundId: string;
  readonly gameCode: string;
  readonly playerId: string;
  readonly amount: Money | undefined;
  /** A free stake. */
  readonly isFree: boolean;
  readonly isRoundClosed: boolean;
  /** Of a result: the turnover and the pushed parts that the provider names. */
  readonly validBet?: Money;
  readonly positions?: readonly ResultPosition[];
  /** The provider cancelled it and does not count it. */
  readonly isCancelled: boolean;
  readonly at: Date;
};

/** A line about a round from the provider: plain text, shown unchanged. */
export type Fact = { readonly label: string; readonly value: string };

export type ProviderRound = {
  readonly state: 'settled' | 'open' | 'voided' | 'unknown';
  readonly calls: readonly ProviderTransaction[];
  readonly facts: readonly Fact[];
  /** Free spins that wait in an open round, if the provider states them. */
  readonly freeSpins?: number;
};

export type ProviderClient = {
  games(): Promise<readonly { readonly gameCode: string; readonly gameType: string }[]>;
  roundDetails(roundId: string): Promise<ProviderRound>;
  /** Transactions of a time span, by page. `until`: the end of the complete part, where the provider reports it. */
  transactions(
    from: Date,
    to: Date,
    cursor: string | undefined,
  ): Promise<{ calls: ProviderTransaction[]; cursor: string | undefined; until: Date | undefined }>;
  /** Ends the player's games at the provider. */
  kick(playerId: string): Promise<void>;
  /** Makes the provider sign with this key. */
  useKey(keyId: string): Promise<void>;
};

/** Source of the daily comparison: transactions of a time span and of a round. */
export type ProviderFeed = Pick<ProviderClient, 'transactions' | 'roundDetails'>;

/** The client of a provider for a site; undefined: it cannot be queried. */
export type ProviderClientFactory = (site: Site, provider: string) => Promise<ProviderClient | undefined>;

/** The bets and wins without those that were cancelled. */
export function filterEffectiveTransactions(calls: readonly ProviderTransaction[]): ProviderTransaction[] {
  const key = ({ playerId }: ProviderTransaction, txId: string) => `${playerId}|${txId}`;
  const cancelled = new Set(
    calls.filter(({ operation }) => operation === 'rollback').map((call) => key(call, call.refTxId)),
  );
  return calls.filter(
    (call) =>
      (call.operation === 'bet' || call.operation === 'win') &&
      !call.isCancelled &&
      !cancelled.has(key(call, call.txId)),
  );
}
