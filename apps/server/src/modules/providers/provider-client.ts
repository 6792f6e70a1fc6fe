// What we ask of providers, whoever they are: one shape, one file in providers/ for each that can be asked.
//
// Always true: no call from here runs inside a transaction; without an answer nothing is concluded.
//
// Elsewhere: what is made of the answers (reconciliation/stuck-rounds.ts, reconciliation/reconciliation.ts, kicks.ts).

import type { Money } from '@chaba/money';
import type { Database } from '@chaba/database';

import type { Config } from '#core/config';
import type { Context } from '#core/context';

import { keysOf, type SiteName, studioProviders } from './provider-registry.ts';
import { openChabaStudio } from './chaba/chaba-client.ts';
import { openHub88Feed } from './hub88/hub88-client.ts';

const HUB88 = 'hub88';

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
  /** Calls that were carried out from then to then, a page at a time; and, where the provider says so, until when nothing is missing. */
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

/** Asks a provider in the name of a brand. */
export type ProviderClientFactory = (site: SiteName, provider: string) => Promise<ProviderClient | undefined>;

/** The providers that can be asked. */
export const askedProviders: readonly string[] = studioProviders;

/** The providers whose days can be compared. AMB lists bets and not calls (docs/providers.md). */
export const comparedProviders: readonly string[] = [...askedProviders, HUB88];

/** What a brand's day at a provider is read from; undefined where the provider is not connected or cannot be asked. */
export function openFeeds(
  database: Database,
  config: Config,
  clients: ProviderClientFactory,
): (site: SiteName, provider: string) => Promise<ProviderFeed | undefined> {
  return async (site, provider) => {
    if (provider !== HUB88) return clients(site, provider);
    if (!config.hub88Feed) return undefined;
    const isConnected = (await keysOf(database, site, provider)).some(({ isLive }) => isLive);
    return isConnected ? openHub88Feed(config.hub88Feed, site.code) : undefined;
  };
}

export function createProviderClients(database: Database, config: Config): ProviderClientFactory {
  const open = new Map<string, ProviderClient>();
  return async (site, provider) => {
    if (!askedProviders.includes(provider)) return undefined;
    const keyId = (await keysOf(database, site, provider)).findLast(({ isLive }) => isLive)?.keyId;
    if (keyId === undefined) return undefined;
    const known = open.get(keyId);
    if (known) return known;
    const calls = openChabaStudio(config, keyId);
    open.set(keyId, calls);
    return calls;
  };
}

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

const askings = new WeakMap<Context, ProviderClientFactory>();

/** Circuit breakers live as long as the process. */
export function getProviderClients(context: Context): ProviderClientFactory {
  const clients = askings.get(context) ?? createProviderClients(context.database, context.config);
  askings.set(context, clients);
  return clients;
}
