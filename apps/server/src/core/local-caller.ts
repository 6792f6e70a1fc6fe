// Detects requests of programs on this machine that passed no proxy.
//
// Always true: a header that proxies add marks a remote caller, whatever its value, and so does a Host that is no
// loopback name or a page of another origin: a page of the internet reaches this machine through a browser on it (DNS
// rebinding). A proxy on this machine that rewrites Host and adds none of these headers is indistinguishable from a
// local caller.

import { isIPv4 } from 'node:net';

import { isLoopbackName, parseHostName } from './host.ts';

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
  return isLoopback && !isForwarded(headers) && isOwnHost(headers) && !isForeignPage(headers);
}

function isOwnHost({ host }: Origin['headers']): boolean {
  return typeof host === 'string' && isLoopbackName(parseHostName(host));
}

/** Programs send neither header. */
function isForeignPage({ host, origin, 'sec-fetch-site': site }: Origin['headers']): boolean {
  if (typeof site === 'string' && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== `http://${String(host)}` && origin !== `https://${String(host)}`;
}

/** True if a header shows that a proxy forwarded the request. */
export function isForwarded(headers: Origin['headers']): boolean {
  return ADDED_BY_PROXIES.some((name) => headers[name] !== undefined);
}
