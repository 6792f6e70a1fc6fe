// Client addresses: the network of an address, and whether it is public.
//
// Always true: an IPv6 client controls a whole /64 network, so only the network is counted and stored.
//
// Elsewhere: attempt limits (modules/members/attempt-limits.ts, http/rate-limit.ts), stored hashes
// (modules/members/risk-signals.ts).

import { BlockList, isIP, isIPv6 } from 'node:net';

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

/** An IPv4 address unchanged, or the /64 network of an IPv6 address ("2001:db8:1:2"); any other text unchanged. */
export function toNetwork(address: string): string {
  const plain = withoutMapping(address);
  if (!isIPv6(plain)) return plain;
  const [before = '', after = ''] = plain.toLowerCase().split('::');
  const [left = [], right = []] = [before, after].map((part) => part.split(':').filter((group) => group !== ''));
  const gap = plain.includes('::') ? Array<string>(GROUPS - left.length - right.length).fill('0') : [];
  const groups = [...left, ...gap, ...right].slice(0, NETWORK_GROUPS);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

/** False for private and loopback addresses, which do not identify a client, and for invalid text. */
export function isPublic(address: string): boolean {
  const plain = withoutMapping(address);
  return isIP(plain) !== 0 && !INSIDE.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** Removes the IPv6 mapping of an IPv4 address: "::ffff:203.0.113.7". */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
