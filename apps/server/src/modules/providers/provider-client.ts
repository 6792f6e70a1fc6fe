// Clients of providers: queries about games, rounds and transactions, and kicks.
//
// Elsewhere: the client of each protocol (its folder), what is concluded from the responses (reconciliation, kicks.ts).

import type { Database } from '@chaba/database';

import type { Config } from '#core/config';
import type { Context } from '#core/context';
import { listProvidersOf } from '#site/catalogue';

import type { ProviderClient, ProviderClientFactory, ProviderFeed, SiteName } from './protocol.ts';
import { keysOf } from './provider-registry.ts';
import { findProtocol, protocols } from './protocols.ts';

/** The providers that can be queried. */
export const queriedProviders: readonly string[] = protocols.flatMap(({ client }) => client?.providers ?? []);

/** The providers whose days can be compared. AMB lists bets, not transactions (docs/providers.md). */
export const comparedProviders: readonly string[] = [
  ...queriedProviders,
  ...protocols.flatMap(({ name, feed }) => (feed === undefined ? [] : listProvidersOf(name))),
];

/** The source of a site's day at a provider; undefined where the provider is not connected or cannot be queried. */
export function openFeeds(
  database: Database,
  config: Config,
  clients: ProviderClientFactory,
): (site: SiteName, provider: string) => Promise<ProviderFeed | undefined> {
  return async (site, provider) => {
    const feed = findProtocol(provider)?.feed;
    if (!feed) return clients(site, provider);
    const isConnected = (await keysOf(database, site, provider)).some(({ isLive }) => isLive);
    return isConnected ? feed.open(config, site.code) : undefined;
  };
}

export function createProviderClients(database: Database, config: Config): ProviderClientFactory {
  const open = new Map<string, ProviderClient>();
  return async (site, provider) => {
    const client = findProtocol(provider)?.client;
    if (!client?.providers.includes(provider)) return undefined;
    const keyId = (await keysOf(database, site, provider)).findLast(({ isLive }) => isLive)?.keyId;
    if (keyId === undefined) return undefined;
    const known = open.get(keyId);
    if (known) return known;
    const opened = client.open(config, keyId);
    open.set(keyId, opened);
    return opened;
  };
}

const factories = new WeakMap<Context, ProviderClientFactory>();

/** The clients of the process: their circuit breakers live as long. */
export function getProviderClients(context: Context): ProviderClientFactory {
  const clients = factories.get(context) ?? createProviderClients(context.database, context.config);
  factories.set(context, clients);
  return clients;
}
