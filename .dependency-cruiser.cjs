// Import rules between folders. Every rule is an error; docs/architecture.md explains what each rule protects.
//
// Imports never contain `../` (tools/check/tidy.test.ts): inside a package `./` is mine, `#…` is the house and
// `@chaba/…` is a package; `#modules/bonuses` can only mean modules/bonuses/bonuses.ts.

// The modules of the server and the edges between them. Anything not listed is a build error.
const edges = {
  // Imports none, and every module may import it.
  position: [],
  catalogue: [],
  site: ['catalogue'],
  terms: ['site'],
  security: [],
  'bank-reports': [],
  operations: [],
  members: ['site', 'security', 'terms'],
  limits: ['members'],
  bonuses: ['site', 'catalogue', 'members'],
  deposits: ['site', 'members', 'bonuses', 'limits', 'withdrawals', 'bank-reports'],
  withdrawals: ['site', 'members', 'bonuses', 'bank-reports'],
  wallet: ['site', 'members', 'bonuses', 'limits'],
  providers: ['site', 'members', 'wallet'],
  reconciliation: ['site', 'members', 'bonuses', 'limits', 'wallet', 'providers'],
  play: ['site', 'catalogue', 'members', 'bonuses', 'limits', 'wallet', 'providers'],
  cashback: ['site', 'bonuses'],
  affiliates: ['site', 'bonuses'],
  wheel: ['site', 'members', 'bonuses'],
  balances: ['site', 'members', 'bonuses'],
  live: ['site', 'members', 'balances'],
  history: [],
  audit: ['site', 'limits', 'security'],
  recovery: ['site', 'withdrawals', 'providers', 'reconciliation', 'audit'],
  operators: [
    'site',
    'catalogue',
    'bank-reports',
    'terms',
    'security',
    'members',
    'bonuses',
    'deposits',
    'withdrawals',
    'play',
    'wallet',
    'providers',
    'reconciliation',
    'cashback',
    'affiliates',
    'wheel',
    'balances',
    'history',
    'audit',
    'recovery',
  ],
};
// The files that open, carry and read the replica (decision 0068).
const replicaReaders = [
  'main',
  'app',
  'core/(context|replica)',
  'modules/affiliates/affiliates\\.routes',
  'modules/history/history\\.routes',
  'modules/operations/operations\\.jobs',
  'modules/play/play\\.routes',
];
const modules = 'apps/server/src/modules';
const tests = '\\.test\\.tsx?$|/testing/';
const ban = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    // Type imports count: a row type belongs to its store, a shared type to the file that both sides import.
    ban('no-cycles', {}, { circular: true }),
    ban(
      'money-knows-nothing',
      { path: '^packages/money', pathNot: tests },
      { path: '^(apps|packages/(?!money))|node_modules' },
    ),
    ban(
      'art-knows-nothing',
      { path: '^packages/art', pathNot: tests },
      { path: '^(apps|packages/(?!art))|node_modules' },
    ),
    ban(
      'contract-knows-only-money',
      { path: '^packages/contract', pathNot: tests },
      { path: '^(apps|packages/(database|embedded-postgres|ledger))' },
    ),
    ban('certify-knows-only-money', { path: '^packages/certify' }, { path: '^(apps|packages/(?!certify|money))' }),
    ban(
      'database-knows-no-product',
      { path: '^packages/(database|embedded-postgres)' },
      { path: '^(apps|packages/(ledger|contract))' },
    ),
    ban(
      'database-runs-no-server',
      { path: '^packages/database', pathNot: tests },
      { path: '^packages/embedded-postgres' },
    ),
    ban('ledger-knows-no-product', { path: '^packages/ledger' }, { path: '^(apps|packages/contract)' }),
    ban(
      'driver-only-in-database',
      { path: '^(apps|packages|testing|tools|e2e|bench)/', pathNot: '^packages/(database|embedded-postgres)/' },
      { path: 'node_modules/pg/' },
    ),
    ban(
      'web-never-sees-server',
      { path: '^apps/(web|backoffice)', pathNot: tests },
      { path: '^(apps/(server|sandbox|studio)|packages/(ledger|database|embedded-postgres|sandbox-kit))' },
    ),
    ban(
      'server-never-sees-web',
      { path: '^apps/server', pathNot: tests },
      {
        path: '^apps/(web|sandbox|studio|backoffice|operator-cli|demo|ops)|^packages/(sandbox-kit|art|embedded-postgres)',
      },
    ),
    ban(
      'sandbox-is-the-outside',
      { path: '^(apps/(sandbox|studio)|packages/sandbox-kit)', pathNot: tests },
      { path: '^(apps/(server|web|backoffice|operator-cli|demo|ops)|packages/(ledger|database|embedded-postgres))' },
    ),
    ban(
      'use-cases-for-three-apps-only',
      { path: '^(apps|packages)/', pathNot: `^apps/(server|operator-cli|demo|ops)/|${tests}` },
      { path: '^apps/(server|operator-cli|demo|ops)/' },
    ),
    ban(
      'use-cases-and-nothing-else',
      { path: '^apps/(operator-cli|demo|ops)/', pathNot: tests },
      { path: '^apps/server/', pathNot: '^apps/server/src/(core/[^/]+|modules/([^/]+)/\\2)\\.ts$' },
    ),
    ban('studio-never-sees-sandbox', { path: '^apps/studio' }, { path: '^apps/sandbox' }),
    // The product imports neither tests nor tools.
    ban('product-imports', { path: '^(apps|packages)/', pathNot: tests }, { path: '^(testing|tools|e2e|bench)/' }),
    ban('testing-imports', { path: '^testing/' }, { path: '^(tools|e2e|bench)/' }),
    ban('e2e-imports', { path: '^e2e/' }, { path: '^(tools|bench)/' }),
    ban('bench-imports', { path: '^bench/' }, { path: '^(tools|e2e)/' }),
    ban('packages-know-no-app', { path: '^packages' }, { path: '^apps' }),
    ban(
      'core-knows-no-module',
      { path: '^apps/server/src/core', pathNot: tests },
      { path: `^apps/server/src/(http|modules)` },
    ),
    ban('http-knows-no-module', { path: '^apps/server/src/http', pathNot: tests }, { path: `^${modules}` }),
    ban(
      'http-only-at-the-door',
      { path: `^${modules}`, pathNot: `\\.routes\\.ts$|/providers/|${tests}` },
      {
        path: 'node_modules/(fastify|zod)/|^packages/contract/src/(?!error-codes|constraints|banks|slip-qr|thai-time|digits|phones|typed-text|promptpay|amounts|theme)',
      },
    ),
    // Reads that decide nothing. Stores and use cases receive a Queryable and cannot choose the replica.
    ban(
      'replica-for-lists-only',
      { path: '^(apps|packages)/', pathNot: `^apps/server/src/(${replicaReaders.join('|')})\\.ts$|${tests}` },
      { path: '^(apps/server/src/core|packages/database/src)/replica\\.ts$' },
    ),
    ban(
      'store-is-private',
      { path: '^apps/server/src/(modules/[^/]+|[^/]+)' },
      { path: '^apps/server/.*\\.store\\.ts$', pathNot: '^apps/server/src/$1/' },
    ),
    ban('store-stays-in-the-server', { pathNot: '^apps/server/' }, { path: '^apps/server/.*\\.store\\.ts$' }),
    ban(
      'features-do-not-meet',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    // app → features | layouts → parts → lib, ui
    ban(
      'features-imports',
      { path: '^apps/web/src/features/', pathNot: tests },
      { path: '^apps/web/src/(app|layouts)/' },
    ),
    ban(
      'layouts-imports',
      { path: '^apps/web/src/layouts/', pathNot: tests },
      { path: '^apps/web/src/(app|features)/' },
    ),
    ban('parts-imports', { path: '^apps/web/src/parts/' }, { path: '^apps/web/src/(app|features|layouts)/' }),
    ban('lib-imports', { path: '^apps/web/src/lib/' }, { path: '^apps/web/src/(app|features|layouts|parts)/' }),
    // Components and helpers without product words; of the contract only formats and shared sentences.
    ban(
      'ui-knows-no-product',
      { path: '^apps/web/src/(ui|lib/(react|browser))/', pathNot: tests },
      {
        path: '^apps/web/src/|^packages/',
        pathNot:
          '^apps/web/src/(ui|lib/(react|browser))/|^packages/(money|contract/src/(thai-time|digits|typed-text|constraints|messages\\.text))',
      },
    ),
    ban('tests-are-not-imported', { pathNot: `${tests}|^(e2e|bench)/` }, { path: '\\.test\\.tsx?$' }),
    ban('nothing-unresolved', { pathNot: '^apps/web/' }, { couldNotResolve: true }),
    ban(
      'module-without-edges',
      { path: `^${modules}/`, pathNot: `^${modules}/(${Object.keys(edges).join('|')})/` },
      {},
    ),
    ...Object.entries(edges).map(([from, to]) =>
      ban(
        `${from}-edges`,
        { path: `^${modules}/${from}/`, pathNot: tests },
        { path: `^${modules}/`, pathNot: `^${modules}/(${[from, 'position', ...to].join('|')})/` },
      ),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist\\.new)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
