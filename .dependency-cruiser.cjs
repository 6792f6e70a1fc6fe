// Import rules between folders. Every rule is an error; docs/architecture.md explains what each rule protects.
//
// The tables of tools/check/import-rules.cjs become one rule for each row; six kinds of imports need a rule of their
// own. Imports never contain `../` (.oxlintrc.json): inside a package `./` is the same folder, `#…` the
// package and `@chaba/…` another; `#modules/wallet` can only mean modules/wallet/wallet.ts.

const { USE_CASES, folders, layers, modules } = require('./tools/check/import-rules.cjs');

const serverModules = 'apps/server/src/modules';
const tests = '\\.test\\.tsx?$|/testing/';
const useCaseFiles = 'apps/server/src/(core/[^/]+|modules/(?<module>[^/]+)/\\k<module>)\\.ts$';
// The files that open, carry and read the replica (decision 0068).
const replicaReaders = [
  'main',
  'app',
  'core/(context|replica)',
  'back-office',
  'back-office/export-run',
  'back-office/report\\.routes',
  'modules/affiliates/affiliates\\.routes',
  'modules/history/history\\.routes',
  'modules/operations/operations(\\.jobs)?',
  'modules/play/play\\.routes',
];

const ban = (name, from, to) => ({ name, severity: 'error', from, to });
const oneOf = (names) => `(${names.join('|')})`;

/**
 * One rule for each row of a table: from its folder to a folder below `root` that it does not list. A folder below
 * `root` without a row is an error.
 */
function toRules(table, { root, common = [], ...options }) {
  const { within = '[^/]+/', isForTests = () => false } = options;
  const toPath = (name) => (name === USE_CASES ? useCaseFiles : `${root}${name}/`);
  const rows = Object.entries(table).map(([name, allowed]) =>
    ban(
      `${root}${name}-imports`,
      { path: `^${root}${name}/`, ...(isForTests(name) ? {} : { pathNot: tests }) },
      { path: `^${root}${within}`, pathNot: `^${oneOf([name, ...common, ...allowed].map(toPath))}` },
    ),
  );
  const unlisted = { path: `^${root}${within}`, pathNot: `^${root}${oneOf(Object.keys(table))}/|${tests}` };
  return [...rows, ban(`${root}row-missing`, unlisted, {})];
}

module.exports = {
  forbidden: [
    ...toRules(folders, {
      root: '',
      within: '(apps|packages|testing|tools|e2e|bench)/',
      // Folders that never ship.
      isForTests: (name) => !name.includes('/'),
    }),
    ...toRules(modules, { root: `${serverModules}/`, common: ['position'] }),
    ...Object.entries(layers).flatMap(([root, table]) => toRules(table, { root: `${root}/` })),
    ban(
      'features-apart',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    // Type imports count: a row type belongs to its store, a shared type to the file that both sides import.
    ban('no-cycles', {}, { circular: true }),
    // A module is imported by the file of its name; folders of protocols import their own module's other files.
    ban(
      'modules-by-their-facade',
      { path: `^${serverModules}/([^/]+)/`, pathNot: tests },
      { path: `^${serverModules}/(?<module>[^/]+)/(?!\\k<module>\\.ts$)`, pathNot: `^${serverModules}/$1/` },
    ),
    ban(
      'store-is-private',
      { path: '^apps/server/src/(modules/[^/]+|[^/]+)' },
      { path: '^apps/server/.*\\.store\\.ts$', pathNot: '^apps/server/src/$1/' },
    ),
    ban('store-stays-in-the-server', { pathNot: '^apps/server/' }, { path: '^apps/server/.*\\.store\\.ts$' }),
    ban(
      'http-in-routes-only',
      { path: `^${serverModules}`, pathNot: `\\.routes\\.ts$|/provider(s|-protocol)/|${tests}` },
      {
        path: 'node_modules/(fastify|zod)/|^packages/contract/src/(?!back-office/(roles|actions|host-actions|queue-actions|queue-wire|queues|error-codes|reports|site-settings|day-close|exports|shifts|adjustments|lists|list-columns|wire|cases|blocks|risk)|error-codes|constraints|banks|slip-qr|thai-time|digits|phones|typed-text|promptpay|amounts|theme)',
      },
    ),
    // Reads that decide nothing. Stores and use cases receive a Queryable and cannot choose the replica.
    ban(
      'replica-for-lists-only',
      { path: '^(apps|packages)/', pathNot: `^apps/server/src/${oneOf(replicaReaders)}\\.ts$|${tests}` },
      { path: '^(apps/server/src/core|packages/database/src)/replica\\.ts$' },
    ),
    ban(
      'driver-in-two-packages-only',
      {
        path: '^(apps|packages|testing|tools|e2e|bench)/',
        pathNot: '^packages/(database|embedded-postgres)/',
      },
      { path: 'node_modules/pg/' },
    ),
    // Components and helpers without product words; of the contract only formats and shared sentences.
    ban(
      'ui-without-product',
      { path: '^(apps/web/src/(ui|lib/(react|browser))|packages/ui)/', pathNot: tests },
      {
        path: '^apps/web/src/|^packages/',
        pathNot:
          '^apps/web/src/(ui|lib/(react|browser))/|^packages/(ui/|money|contract/src/(thai-time|digits|typed-text|constraints|messages\\.text))',
      },
    ),
    ban('tests-are-not-imported', { pathNot: `${tests}|^(e2e|bench)/` }, { path: '\\.test\\.tsx?$' }),
    ban('nothing-unresolved', { pathNot: '^apps/(web|back-office)/' }, { couldNotResolve: true }),
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
