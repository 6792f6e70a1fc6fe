// Client addresses: the network of an address, and whether it is public.
//
// Always true: an IPv6 client controls a /64 network at least, and a subscriber often a /56 or /48, so only networks
// are counted and stored. A wider network has a higher limit, because it can belong to several subscribers.
//
// Elsewhere: attempt limits (modules/members/attempt-limits.ts, http/rate-limit.ts), stored hashes
// (modules/risk-signals/risk-signals.ts).

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

/** Multiples of a limit for the networks of `listNetworks`: /64, /56 and /48. */
export const NETWORK_SHARES = [1, 2, 4] as const;

export type CountedNetwork = { readonly network: string; readonly share: (typeof NETWORK_SHARES)[number] };

/** The networks that a request counts for, narrow ones first; one for an IPv4 address. */
export function listNetworks(address: string): readonly CountedNetwork[] {
  const network = toNetwork(address);
  const own = { network, share: 1 } as const;
  if (!isIPv6(withoutMapping(address))) return [own];
  const [first = '', second = '', third = '', fourth = ''] = network.split(':');
  // The last 8 bits of a /64 number the networks of a /56.
  const upper = (Number.parseInt(fourth, 16) & 0xff_00).toString(16);
  return [
    own,
    { network: `${first}:${second}:${third}:${upper}/56`, share: 2 },
    { network: `${first}:${second}:${third}/48`, share: 4 },
  ];
}

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

/** Removes the IPv6 mapping of an IPv4 address, "::ffff:203.0.113.7", and a port that an edge added. */
function withoutMapping(address: string): string {
  const [, host = address] =
    /^(?:\[(.+)\]|([^:]+))(?::\d+)?$/.exec(address)?.filter((part) => part !== undefined) ?? [];
  return host.replace(/^::ffff:(?=\d+\.)/i, '');
}
