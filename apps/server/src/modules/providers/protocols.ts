// The protocols of game providers, one folder each.
//
// Elsewhere: what a protocol implements (protocol.ts), which provider uses which (site/catalogue.ts).

import { type ProviderProfile, usualProfile } from '#modules/wallet';
import { getProtocolName } from '#site/catalogue';

import { amb } from './amb/amb.ts';
import { chaba } from './chaba/chaba.ts';
import { hub88 } from './hub88/hub88.ts';
import type { Protocol } from './protocol.ts';

export const protocols: Protocol[] = [chaba, amb, hub88];

export function findProtocol(provider: string): Protocol | undefined {
  const name = getProtocolName(provider);
  return protocols.find((protocol) => protocol.name === name);
}

export function getProfile(provider: string): ProviderProfile {
  return findProtocol(provider)?.getProfile(provider) ?? usualProfile;
}
