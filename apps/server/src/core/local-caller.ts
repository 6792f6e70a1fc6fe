// Detects requests of programs on this machine that passed no proxy.
//
// Always true: a header that proxies add marks a remote caller, whatever its value. A proxy on this machine that adds
// none of these headers is indistinguishable from a local caller.

import { isIPv4 } from 'node:net';

/** Origin of a request. */
export type Origin = {
  /** Remote address of the connection. */
  readonly remoteAddress: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

const ADDED_BY_PROXIES = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
];

export function isLocalCaller({ remoteAddress = '', headers }: Origin): boolean {
  // IPv4 address mapped to IPv6: "::ffff:127.0.0.1".
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  const isLoopback = address === '::1' || (address.startsWith('127.') && isIPv4(address));
  return isLoopback && !isForwarded(headers);
}

/** True if a header shows that a proxy forwarded the request. */
export function isForwarded(headers: Origin['headers']): boolean {
  return ADDED_BY_PROXIES.some((name) => headers[name] !== undefined);
}
