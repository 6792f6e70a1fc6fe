// Types of a provider protocol: what a protocol implements, and the values that its client returns.
//
// Always true: a protocol translates. The wallet alone decides what is rejected, repeated or held. No client request
// runs inside a database transaction, and nothing is concluded without a response.
//
// Elsewhere: the list of protocols (protocols.ts), the wallet (modules/wallet), queries (reconciliation, kicks.ts).

import type { Money } from '@chaba/money';

import type { Config } from '#core/config';
import type { Origin } from '#core/local-caller';
import type { RouteContext } from '#http/route-context';
import type { ProviderProfile, SeamlessWallet } from '#modules/wallet';
import type { ProtocolName } from '#site/catalogue';

export type Protocol = {
  readonly name: ProtocolName;
  profileOf(provider: string): ProviderProfile;
  registerRoutes(services: ProtocolServices): void;
  /** Queries to the provider, signed with a key of the site. */
  readonly client?: {
    readonly providers: readonly string[];
    readonly open: (config: Config, keyId: string) => ProviderClient;
  };
  /** The list of transactions alone; undefined: it is not configured. */
  readonly feed?: {
    readonly providers: readonly string[];
    readonly open: (config: Config, siteCode: string) => ProviderFeed | undefined;
  };
};

export type ProtocolServices = {
  readonly context: RouteContext;
  readonly registry: ProviderRegistry;
  readonly wallet: SeamlessWallet;
};

/** The provider that signed a request, and the site of its key. */
export type ProviderIdentity = { readonly provider: string; readonly siteCode: string; readonly secret: string };
/** How a provider is set up at a site. */
export type ProviderSetting = { readonly isOpen: boolean; readonly winCap: Money | undefined };
export type SiteName = { readonly id: number; readonly code: string };

export type ProviderRegistry = {
  /** The owner of a key, where this origin may use it. */
  findIdentity(keyId: string, from: Origin): Promise<ProviderIdentity | undefined>;
  getSetting(siteId: number, provider: string): Promise<ProviderSetting & { readonly profile: ProviderProfile }>;
  close(): void;
};

// ── clients ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What of the protocol moves money, and the word that a round is over. The parts of a `betwin` are bets and wins. */
export type ToldOperation = 'bet' | 'win' | 'rollback' | 'adjust' | 'award' | 'tip' | 'endRound';

/** A call that was carried out, as the provider has it. What it does not say is empty or undefined. */
export type ProviderTransaction = {
  readonly operation: ToldOperation;
  readonly txId: string;
  readonly refTxId: string;
  readonly roundId: string;
  readonly gameCode: string;
  readonly playerId: string;
  readonly amount: Money | undefined;
  /** A stake that was granted, not paid. */
  readonly isFree: boolean;
  readonly isRoundClosed: boolean;
  /** The provider knows that it was cancelled, and counts it no more. */
  readonly isCancelled: boolean;
  readonly at: Date;
};

/** A line about a round in the provider's words: plain text, shown as it is. */
export type Fact = { readonly label: string; readonly value: string };

export type ProviderRound = {
  readonly state: 'settled' | 'open' | 'voided' | 'unknown';
  readonly calls: readonly ProviderTransaction[];
  readonly facts: readonly Fact[];
};

export type ProviderClient = {
  games(): Promise<readonly { readonly gameCode: string; readonly gameType: string }[]>;
  roundDetails(roundId: string): Promise<ProviderRound>;
  /**
   * Calls that were carried out from then to then, a page at a time; and, where the provider says so, until when
   * nothing is missing.
   */
  transactions(
    from: Date,
    to: Date,
    cursor: string | undefined,
  ): Promise<{ calls: ProviderTransaction[]; cursor: string | undefined; until: Date | undefined }>;
  /** Ends the player's games there. */
  kick(playerId: string): Promise<void>;
  /** Hands a key over: from now on the provider signs with it. */
  useKey(keyId: string): Promise<void>;
};

/** What the daily comparison reads: the calls of a span, and those of a round. */
export type ProviderFeed = Pick<ProviderClient, 'transactions' | 'roundDetails'>;

/** Queries a provider in the name of a site. */
export type ProviderClientFactory = (site: SiteName, provider: string) => Promise<ProviderClient | undefined>;

/** The bets and wins that stand: what was cancelled again is no result. */
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
