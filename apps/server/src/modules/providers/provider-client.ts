// Clients of providers: queries about games, rounds and transactions, and kicks.
//
// Elsewhere: the client of each protocol (its folder), what is concluded from the responses (reconciliation, kicks.ts).

import type { Database } from '@chaba/database';

import type { Provider } from '#core/catalogue';
import type { Config } from '#core/config';
import type { Context } from '#core/context';
import type { Site } from '#core/site';
import type { ProviderClient, ProviderClientFactory, ProviderFeed } from '#modules/provider-protocol';
import { keysOf } from './registry.ts';
import { findProtocol } from './protocols.ts';

/** The providers of a site that can be queried. */
export function listQueriedProviders(site: Site): string[] {
  return site.catalogue.providers.filter(hasClient).map(({ ch }) => ch);
}

/** The providers of a site whose days can be compared. AMB lists bets, not transactions (docs/providers.md). */
export function listComparedProviders(site: Site): string[] {
  return site.catalogue.providers
    .filter((provider) => hasClient(provider) || findProtocol(provider)?.feed !== undefined)
    .map(({ ch }) => ch);
}

/** A provider answers queries at its address, the play-money studio at the one of the settings. */
function hasClient(provider: Provider): boolean {
  const isReachable = provider.apiUrl !== undefined || provider.keyPrefix !== undefined;
  return isReachable && findProtocol(provider)?.client !== undefined;
}

/** The source of a site's day at a provider; undefined where the provider is not connected or cannot be queried. */
export function openFeeds(
  database: Database,
  config: Config,
  clients: ProviderClientFactory,
): (site: Site, provider: string) => Promise<ProviderFeed | undefined> {
  return async (site, provider) => {
    const feed = findProtocol(site.catalogue.findProvider(provider))?.feed;
    if (!feed) return clients(site, provider);
    const isConnected = (await keysOf(database, site, provider)).some(({ isLive }) => isLive);
    return isConnected ? feed.open(config, site.code) : undefined;
  };
}

export function createProviderClients(database: Database, config: Config): ProviderClientFactory {
  const open = new Map<string, ProviderClient>();
  return async (site, provider) => {
    const row = site.catalogue.findProvider(provider);
    const client = row && hasClient(row) ? findProtocol(row)?.client : undefined;
    if (!row || !client) return undefined;
    const keyId = (await keysOf(database, site, provider)).findLast(({ isLive }) => isLive)?.keyId;
    if (keyId === undefined) return undefined;
    const name = `${keyId} ${row.apiUrl ?? ''}`;
    const known = open.get(name);
    if (known) return known;
    const opened = client.open(config, row, keyId);
    open.set(name, opened);
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
