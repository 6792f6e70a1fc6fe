// What of the demo data is public: it stands in the README and opens accounts only while CHABA_DEMO is on.
//
// Elsewhere: who writes it (seed.ts), the switch (config.ts).

/** The password of each demo member. */
export const DEMO_PASSWORD = 'demo1234';
export const DEMO_CODES: ReadonlySet<string> = new Set(['WELCOME50', 'COINS3']);
