// The session of a request: the cookie, its person, and the person's roles at the site of the path.
//
// Always true: the cookie is HttpOnly and SameSite=Strict; by https it is host-only and Secure. The session is read
// from the database at every call. Only a call with the act header extends it.
//
// Elsewhere: guards (guard.ts), sessions (modules/operators/sign-in.ts).

import { ACT_HEADER } from '@chaba/contract/back-office/calls';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { toNetwork } from '#core/addresses';
import type { BackOfficeConfig } from '#core/config';
import { hashWithKey } from '#core/keyed-hash';
import { type Acting } from '#operators/actions';
import { type OperatorCaller, type OperatorSession, readSession } from '#operators/sign-in';
import { failOperator } from '#operators/operator-error';

import { getRelyingParty, type Origins } from './guard.ts';
import type { BackOfficeContext } from './context.ts';

const NETWORK_LETTERS = 16;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

const isSecure = ({ backOfficeOrigin }: BackOfficeConfig): boolean => backOfficeOrigin?.startsWith('https://') === true;
const getCookieName = (config: BackOfficeConfig): string => (isSecure(config) ? '__Host-back-office' : 'back-office');

export function setSessionCookie(reply: FastifyReply, config: BackOfficeConfig, token: string | undefined): void {
  const life = token === undefined ? '; Max-Age=0' : '';
  const secure = isSecure(config) ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${getCookieName(config)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict${secure}${life}`,
  );
}

function readToken(request: FastifyRequest, config: BackOfficeConfig): string | undefined {
  const name = getCookieName(config);
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  // Another program of the same host may set a cookie of this name for a path: two are none.
  const [token = ''] = values;
  return values.length === 1 && TOKEN_PATTERN.test(token) ? token : undefined;
}

/** Whether the page says that a person caused the call. */
export const isAct = (request: FastifyRequest): boolean => request.headers[ACT_HEADER] === '1';

/** `mayAct`: a call that a person caused extends the session; a stream never does. */
export async function requireSession(
  request: FastifyRequest,
  { signIn, config }: BackOfficeContext,
  mayAct = true,
): Promise<OperatorSession> {
  const token = readToken(request, config);
  const session =
    token === undefined
      ? undefined
      : await readSession(signIn, token, { network: hashNetwork(request, config), isAct: mayAct && isAct(request) });
  return session ?? failOperator('SIGN_IN_REQUIRED');
}

/** The person at the site of the path; no role there is no permission. */
export function requireActing(session: OperatorSession, siteCode: string): Acting {
  const held = session.roles.filter((each) => each.siteCode === siteCode);
  const [first] = held;
  if (first === undefined) return failOperator('PERMISSION_MISSING');
  return { siteId: first.siteId, session, roles: held.map(({ role }) => role) };
}

function hashNetwork(request: FastifyRequest, config: BackOfficeConfig): string {
  return hashWithKey(config, 'operator network', toNetwork(request.ip)).toString('hex').slice(0, NETWORK_LETTERS);
}

/** Network as a keyed hash, browser and origin of a call. */
export function getCaller(request: FastifyRequest, config: BackOfficeConfig, origins: Origins): OperatorCaller {
  return {
    network: hashNetwork(request, config),
    userAgent: request.headers['user-agent'] ?? '',
    rp: getRelyingParty(request, origins),
  };
}
