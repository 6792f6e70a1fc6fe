// What of the demo data is public: it stands in the README and opens accounts only while CHABA_DEMO is on.
//
// Elsewhere: who writes it (seed.ts), the switch (config.ts).

/** The password of each demo member. */
export const DEMO_PASSWORD = 'demo1234';
/** The demo member and his friends. */
const DEMO_PHONES: ReadonlySet<string> = new Set([
  '0812345678',
  '0891230001',
  '0891230002',
  '0891230003',
  '0891230004',
]);
export const DEMO_CODES: ReadonlySet<string> = new Set(['WELCOME50', 'COINS3']);

type Login = { readonly phone: string; readonly password: string };

/** Is this the public way in of a demo member: with a password that no other member may choose. */
export function isDemoLogin({ phone, password }: Login): boolean {
  return password === DEMO_PASSWORD && DEMO_PHONES.has(phone);
}

/** The public way in, while the demo is off. */
export function isClosedDemo(login: Login & { readonly isDemo: boolean }): boolean {
  return !login.isDemo && isDemoLogin(login);
}
