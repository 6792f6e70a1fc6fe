// What members leave behind when they sign up or in: a mark of the browser and the address it calls from.
//
// Always true: both are kept only as keyed hashes with the brand in them, and for half a year after they were last seen. An address
// inside a house or a machine says nothing about who is behind it and is not kept; of an IPv6 address only the network is.
//
// Elsewhere: what an address says (core/addresses.ts), what two members with the same trace mean (affiliates).

import type { Queryable, Transaction } from '@chaba/database';

import { isPublic, networkOf } from '#core/addresses';
import { type HashKey, hashWithKey } from '#core/keyed-hash';

import * as store from './risk-signals.store.ts';

const TAG_LENGTH = 12;

export type RiskSignals = { readonly address: string; readonly deviceMark?: string | undefined };

/** Writes down what was seen of the member now. */
export async function recordRiskSignals(
  { tx, config }: { readonly tx: Transaction; readonly config: HashKey },
  siteId: number,
  memberId: bigint,
  { address, deviceMark }: RiskSignals,
): Promise<void> {
  const traces = [
    ...(isPublic(address)
      ? [{ kind: 'address', hash: hashOf(config, siteId, 'address', networkOf(address)) } as const]
      : []),
    ...(deviceMark === undefined
      ? []
      : [{ kind: 'device', hash: hashOf(config, siteId, 'device', deviceMark) } as const]),
  ];
  if (traces.length > 0) await store.writeTraces(tx, siteId, memberId, traces);
}

/** Has the member of this phone signed in with this browser's mark before. One look-up, whether or not there is such a member. */
export function isKnownDevice(
  { database, config }: { readonly database: Queryable; readonly config: HashKey },
  siteId: number,
  { phone, deviceMark }: { readonly phone: string; readonly deviceMark: string },
): Promise<boolean> {
  return store.hasDeviceTrace(database, siteId, { phone, hash: hashOf(config, siteId, 'device', deviceMark) });
}

/** A short hash of the caller's network: groups what comes from it and does not say which it is. */
export function networkTag(key: HashKey, siteId: number, address: string): string {
  return `network ${hashOf(key, siteId, 'address', networkOf(address)).toString('hex').slice(0, TAG_LENGTH)}`;
}

/** The same of a phone number that no member has. */
export function phoneTag(key: HashKey, siteId: number, phone: string): string {
  return `phone ${hashOf(key, siteId, 'phone', phone).toString('hex').slice(0, TAG_LENGTH)}`;
}

function hashOf(key: HashKey, siteId: number, kind: string, trace: string): Buffer {
  return hashWithKey(key, 'trace', String(siteId), kind, trace);
}
