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

/** Is this the public way in of a demo member. */
export function isDemoLogin({ phone, password }: { readonly phone: string; readonly password: string }): boolean {
  return password === DEMO_PASSWORD && DEMO_PHONES.has(phone);
}
