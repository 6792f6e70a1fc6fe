// What members leave behind when they sign up or in: a mark of the browser and the address it calls from.
//
// Always true: both are kept only as hashes with the brand in them, and for half a year after they were last seen. An address
// inside a house or a machine says nothing about who is behind it and is not kept; of an IPv6 address only the network is.
//
// Elsewhere: what two members with the same trace mean (affiliates).

import { createHash } from 'node:crypto';
import { BlockList, isIP, isIPv6 } from 'node:net';

import type { Transaction } from '@chaba/database';

import * as store from './traces.store.ts';

const INSIDE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  INSIDE.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  INSIDE.addSubnet(network, bits, 'ipv6');
}

const NETWORK_GROUPS = 4;
const GROUPS = 8;

export type Traces = { readonly address: string; readonly deviceMark?: string | undefined };

/** Writes down what was seen of the member now. */
export async function leaveTraces(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  { address, deviceMark }: Traces,
): Promise<void> {
  const network = networkOf(address);
  const traces = [
    ...(network === undefined ? [] : [{ kind: 'address', hash: hashOf(siteId, 'address', network) } as const]),
    ...(deviceMark === undefined ? [] : [{ kind: 'device', hash: hashOf(siteId, 'device', deviceMark) } as const]),
  ];
  if (traces.length > 0) await store.writeTraces(tx, siteId, memberId, traces);
}

/** The address, or the network of a long one; nothing when it says nothing about who is behind it. */
export function networkOf(address: string): string | undefined {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 0 || INSIDE.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')) return undefined;
  if (!isIPv6(plain)) return plain;
  const [before = '', after = ''] = plain.toLowerCase().split('::');
  const [left, right] = [before, after].map((part) => part.split(':').filter((group) => group !== ''));
  if (!left || !right) return undefined;
  const gap = plain.includes('::') ? Array<string>(GROUPS - left.length - right.length).fill('0') : [];
  const groups = [...left, ...gap, ...right].slice(0, NETWORK_GROUPS);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

function hashOf(siteId: number, kind: string, trace: string): Buffer {
  return createHash('sha256').update(`${siteId}\n${kind}\n${trace}`).digest();
}
