// Risk signals of sign-up and sign-in: a browser mark and the caller's address.
//
// Always true: both are stored only as keyed hashes that include the site, for 180 days after they were last seen.
// Private and local addresses do not identify a caller and are not stored; of an IPv6 address only the network is
// stored.
//
// Elsewhere: address classification (core/addresses.ts), meaning of signals shared by two members (affiliates).

import type { Queryable, Transaction } from '@chaba/database';

import { isPublic, toNetwork } from '#core/addresses';
import { type HashKey, hashWithEachKey, hashWithKey } from '#core/keyed-hash';
import { parseDeviceName } from '#modules/sessions';

import * as store from './risk-signals.store.ts';

export { deleteOldRiskSignals } from './risk-signals.store.ts';

const TAG_LENGTH = 12;

export type RiskSignals = { readonly address: string; readonly deviceMark?: string | undefined };

/** Stores the signals of this request. */
export async function recordRiskSignals(
  { tx, config }: { readonly tx: Transaction; readonly config: HashKey },
  siteId: number,
  memberId: bigint,
  { address, deviceMark }: RiskSignals,
): Promise<void> {
  const signals = [
    ...(isPublic(address) ? hashEach(config, siteId, 'address', toNetwork(address)) : []),
    ...(deviceMark === undefined ? [] : hashEach(config, siteId, 'device', deviceMark)),
  ];
  if (signals.length > 0) await store.saveRiskSignals(tx, siteId, memberId, signals);
}

/**
 * Whether the member of this phone signed in with this browser mark before. One lookup, whether or not the member
 * exists.
 */
export function isKnownDevice(
  { database, config }: { readonly database: Queryable; readonly config: HashKey },
  siteId: number,
  { phone, deviceMark }: { readonly phone: string; readonly deviceMark: string },
): Promise<boolean> {
  return store.hasDeviceSignal(database, siteId, {
    phone,
    hashes: hashEach(config, siteId, 'device', deviceMark).map(({ hash }) => hash),
  });
}

/** A short hash of the caller's network: groups events by network without revealing it. */
export function networkTag(key: HashKey, siteId: number, address: string): string {
  return `network ${hashSignal(key, siteId, 'address', toNetwork(address)).toString('hex').slice(0, TAG_LENGTH)}`;
}

/** Device and network of a caller, as events name them. */
export function describeCaller(
  key: HashKey,
  siteId: number,
  { userAgent, address }: RiskSignals & { readonly userAgent: string },
): string {
  return [parseDeviceName(userAgent), networkTag(key, siteId, address)].filter((word) => word !== '').join(', ');
}

/** The same for a phone number without a member. */
export function phoneTag(key: HashKey, siteId: number, phone: string): string {
  return `phone ${hashSignal(key, siteId, 'phone', phone).toString('hex').slice(0, TAG_LENGTH)}`;
}

/** While HASH_SECRET has two values, signals are stored and found by both. */
function hashEach<const Kind extends 'address' | 'device'>(key: HashKey, siteId: number, kind: Kind, trace: string) {
  return hashWithEachKey(key, 'trace', String(siteId), kind, trace).map((hash) => ({ kind, hash }));
}

function hashSignal(key: HashKey, siteId: number, kind: string, trace: string): Buffer {
  return hashWithKey(key, 'trace', String(siteId), kind, trace);
}
