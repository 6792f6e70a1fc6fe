// Settings that prevent the start in licensed mode: each weaker setting with its sentence.
//
// Elsewhere: the licence record (config.ts), requirements of the database (durability.ts, database-log.ts,
// database-login.ts).

const SECRET_LENGTH_MIN = 32;
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['', 'localhost', '127.0.0.1', '[::1]']);
const ENCRYPTED: ReadonlySet<string | null> = new Set(['verify-full', 'verify-ca']);

/** The settings that licensed mode restricts. */
type RestrictedSettings = Readonly<
  Record<'sandboxSecret' | 'studioSecret' | 'providerSecret' | 'hashSecret', readonly string[]> &
    Record<'testKey' | 'databaseUrl', string> &
    Record<'isDemo' | 'isRateLimited' | 'isSyncRequired' | 'isHttps', boolean>
>;

export function listWeakSettings(
  config: RestrictedSettings,
  { adapters, isRoot }: { readonly adapters: string; readonly isRoot: boolean },
): string[] {
  const { sandboxSecret, studioSecret, providerSecret, hashSecret } = config;
  const secrets = [...sandboxSecret, ...studioSecret, ...providerSecret, ...hashSecret];
  const found: readonly (readonly [boolean, string])[] = [
    [adapters === 'sandbox', 'bank, slip verifier, payouts and games are still the sandbox (CHABA_ADAPTERS=sandbox).'],
    [isRoot, 'it runs as root: start it as a user of its own.'],
    [config.isDemo, 'CHABA_DEMO=on is for play money only.'],
    [config.testKey === 'on', 'CHABA_TEST_KEY=on is for play money only.'],
    [!config.isRateLimited, 'CHABA_RATE_LIMITS=off is for play money only.'],
    [!config.isSyncRequired, 'DATABASE_SYNC=off is for play money only.'],
    [!config.isHttps, 'members must reach it by https: set CHABA_HTTPS=on.'],
    [
      new Set(secrets).size < secrets.length,
      'SANDBOX_SECRET, STUDIO_SECRET, PROVIDER_SECRET and HASH_SECRET must be four different secrets.',
    ],
    [
      secrets.some((secret) => secret.length < SECRET_LENGTH_MIN),
      `each secret must have at least ${SECRET_LENGTH_MIN} characters.`,
    ],
    [
      !isDatabaseSafe(config.databaseUrl),
      'DATABASE_URL leads to another machine without a checked connection: add sslmode=verify-full.',
    ],
  ];
  return found.filter(([isWeak]) => isWeak).map(([, sentence]) => sentence);
}

/** Settings of the back office that licensed mode restricts. */
type RestrictedBackOffice = Readonly<
  Record<'sandboxSecret' | 'studioSecret' | 'providerSecret' | 'hashSecret' | 'operatorSecret', readonly string[]> & {
    backOfficeOrigin: string | undefined;
  }
>;

export function listWeakBackOffice(config: RestrictedBackOffice): string[] {
  const { sandboxSecret, studioSecret, providerSecret, hashSecret, operatorSecret, backOfficeOrigin } = config;
  const others = new Set([...sandboxSecret, ...studioSecret, ...providerSecret, ...hashSecret]);
  const found: readonly (readonly [boolean, string])[] = [
    [
      backOfficeOrigin?.startsWith('https://') !== true,
      'operators must reach the back office by https: set BACK_OFFICE_ORIGIN, for example https://office.example.',
    ],
    [operatorSecret.some((secret) => others.has(secret)), 'OPERATOR_SECRET must differ from all other secrets.'],
    [
      operatorSecret.some((secret) => secret.length < SECRET_LENGTH_MIN),
      `OPERATOR_SECRET must have at least ${SECRET_LENGTH_MIN} characters.`,
    ],
  ];
  return found.filter(([isWeak]) => isWeak).map(([, sentence]) => sentence);
}

function isDatabaseSafe(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  return LOCAL_HOSTS.has(hostname) || ENCRYPTED.has(searchParams.get('sslmode'));
}
