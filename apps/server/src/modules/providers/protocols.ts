// The protocols of game providers, one folder each, and the one that a provider's row names.
//
// Elsewhere: what a protocol implements (modules/provider-protocol), the rows (modules/catalogue).

import type { Money } from '@chaba/money';

import type { Provider } from '#core/catalogue';
import type { Site } from '#core/site';
import { type ProviderProfile, usualProfile } from '#modules/wallet';
import type { Protocol } from '#modules/provider-protocol';

import { amb } from './amb/amb.ts';
import { chaba } from './chaba/chaba.ts';
import { hub88 } from './hub88/hub88.ts';

export const protocols: Protocol[] = [chaba, amb, hub88];

/** The protocol that a row names; undefined: none, or one that this version does not have. */
export function findProtocol(provider: Provider | undefined): Protocol | undefined {
  const name = provider?.protocol;
  return name === undefined ? undefined : protocols.find((protocol) => protocol.name === name);
}

/** Whether members can open games of a provider: no one closed it, and its protocol has code and games here. */
export function isProviderOpen(provider: Provider): boolean {
  return provider.closure === undefined && isConnected(provider);
}

/** A provider that is not connected is listed as closed by the studio. */
export function isConnected(provider: Provider): boolean {
  return provider.games.length > 0 && findProtocol(provider) !== undefined;
}

export function getProfile(site: Pick<Site, 'catalogue'>, provider: string): ProviderProfile {
  const row = site.catalogue.findProvider(provider);
  return (row && findProtocol(row)?.getProfile(row)) ?? usualProfile;
}

/** The win cap of a provider at a site; undefined: no cap. */
export function getWinCap(site: Pick<Site, 'catalogue'>, provider: string): Money | undefined {
  return site.catalogue.findProvider(provider)?.winCap ?? getProfile(site, provider).winCap;
}

/** Providers of a site whose rows name a protocol that this version does not have. */
export function listUnknownProtocols(site: Site): Provider[] {
  return site.catalogue.providers.filter((row) => row.protocol !== undefined && findProtocol(row) === undefined);
}
