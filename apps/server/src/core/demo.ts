// Public demo credentials (listed in the README); they work only while CHABA_DEMO is on.
//
// Elsewhere: the demo data (seed.ts), the setting (config.ts).

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

type Login = { readonly phone: string; readonly password: string };

/** True for the credentials of a demo member; no other member may choose that password. */
export function isDemoLogin({ phone, password }: Login): boolean {
  return password === DEMO_PASSWORD && DEMO_PHONES.has(phone);
}

/** True for demo credentials while the demo is off. */
export function isClosedDemo(login: Login & { readonly isDemo: boolean }): boolean {
  return !login.isDemo && isDemoLogin(login);
}
