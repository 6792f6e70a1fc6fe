// Access to the sandbox's controls: behaviours of its services, results of payouts, balances of accounts. A tester is a
// program or page on this machine, or a caller with the token of the link that `npm start` prints.
//
//     GET /bank?token=… ──▶ cookie of this browser ──▶ GET /bank
//
// Always true: a route with `TESTERS_ONLY` is decided by its match, never by the written path. A caller on this machine
// has a loopback address and Host, no header of a proxy and no foreign page. The token follows from the secret shared
// with the server and ends with it.
//
// Elsewhere: pages of other sites (foreign-pages.ts).

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { isForeign } from './foreign-pages.ts';
import { failRequest } from './http-error.ts';
import type { SandboxConfig } from './sandbox.ts';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface extends the framework's own
  interface FastifyContextConfig {
    isForTesters?: true;
  }
}

/** Route options of a control. */
export const TESTERS_ONLY = { config: { isForTesters: true } } as const;

export type TesterConfig = Pick<SandboxConfig, 'publicUrl' | 'secrets'>;

const COOKIE = 'chaba_tester';
const COOKIE_LIVES_S = 30 * 86_400;
const TOKEN_LENGTH = 24;
const ADDED_BY_PROXIES =
  /^(?:forwarded|via|x-(?:forwarded|real|client|cluster)-.*|(?:true-client|cf-connecting|fastly-client|fly-client)-ip)$/;
const LOOPBACK_NAME = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i;

/** The token of the link for testers. */
export function deriveTesterToken(bankSecret: string): string {
  return createHmac('sha256', bankSecret).update('tester').digest('base64url').slice(0, TOKEN_LENGTH);
}

export function guardControls(app: FastifyInstance, config: TesterConfig): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.isForTesters !== true || isTester(request, config)) return;
    failRequest(403, 'TESTERS_ONLY', 'Only this machine and the link that npm start prints may do this.');
  });
}

/** Whether the caller may use the controls. */
export function isTester(request: FastifyRequest, { secrets }: TesterConfig): boolean {
  if (isOnThisMachine(request)) return true;
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? readCookie(request);
  return given !== undefined && isToken(given, secrets);
}

/** Moves the token of a link into a cookie. Undefined if the link has none; false if it is wrong. */
export function acceptLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { secrets, publicUrl }: TesterConfig,
): FastifyReply | false | undefined {
  const { token, ...others } = request.query as Readonly<Record<string, string>>;
  if (token === undefined) return undefined;
  if (typeof token !== 'string' || !isToken(token, secrets)) return false;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const rest = new URLSearchParams(others).toString();
  return reply
    .header('set-cookie', `${COOKIE}=${token}; Max-Age=${COOKIE_LIVES_S}; Path=/; HttpOnly; SameSite=Lax${secure}`)
    .header('cache-control', 'no-store')
    .redirect(`/bank${rest === '' ? '' : `?${rest}`}`, 303);
}

function isOnThisMachine(request: FastifyRequest): boolean {
  const { headers, ip } = request;
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  const isLoopback = address === '::1' || (address.startsWith('127.') && isIPv4(address));
  const isForwarded = Object.keys(headers).some((name) => ADDED_BY_PROXIES.test(name));
  const isOwnHost = LOOPBACK_NAME.test((headers.host ?? '').replace(/:\d*$/, ''));
  return isLoopback && !isForwarded && isOwnHost && !isForeign(request);
}

function readCookie({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; ?)${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];
}

function isToken(given: string, { bank, second }: SandboxConfig['secrets']): boolean {
  return [bank, second?.bank].some((secret) => {
    if (secret === undefined) return false;
    const [actual, expected] = [Buffer.from(given), Buffer.from(deriveTesterToken(secret))];
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}
