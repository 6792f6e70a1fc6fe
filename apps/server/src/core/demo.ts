// Public demo credentials (listed in the README); they work only while CHABA_DEMO is on.
//
// Elsewhere: the demo data (seed.ts), the setting (config.ts).

import { createHmac } from 'node:crypto';

/** Password of every demo member. */
export const DEMO_PASSWORD = 'demo1234';
/** The demo member and the referred friends. */
const DEMO_PHONES: ReadonlySet<string> = new Set([
  '0812345678',
  '0891230001',
  '0891230002',
  '0891230003',
  '0891230004',
]);
export const DEMO_CODES: ReadonlySet<string> = new Set(['WELCOME50', 'COINS3']);

const LOCAL_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '::1', '[::1]'];
const OPERATOR_PASSWORD_LETTERS = 16;

/**
 * Password of the demo operators: the public one on this machine, else one that OPERATOR_SECRET gives. An origin of
 * another machine is that of an edge, which calls a host of this one.
 */
export function getDemoPassword(of: {
  readonly host: string;
  readonly backOfficeOrigin: string | undefined;
  readonly operatorSecret: readonly [string, ...string[]];
}): string {
  const names =
    of.backOfficeOrigin === undefined ? [of.host] : [of.host, URL.parse(of.backOfficeOrigin)?.hostname ?? ''];
  if (names.every((name) => LOCAL_HOSTS.includes(name))) return DEMO_PASSWORD;
  const [secret] = of.operatorSecret;
  return createHmac('sha256', secret).update('demo operators').digest('base64url').slice(0, OPERATOR_PASSWORD_LETTERS);
}

type Login = { readonly phone: string; readonly password: string };

/** True for the credentials of a demo member; no other member may choose that password. */
export function isDemoLogin({ phone, password }: Login): boolean {
  return password === DEMO_PASSWORD && DEMO_PHONES.has(phone);
}

/** True for demo credentials while the demo is off. */
export function isClosedDemo(login: Login & { readonly isDemo: boolean }): boolean {
  return !login.isDemo && isDemoLogin(login);
}
