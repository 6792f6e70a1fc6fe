// Which folder may import which: the three tables of .dependency-cruiser.cjs. docs/architecture.md shows the same
// tables.
//
// Always true: a row lists all that its folder may import besides itself; a folder without a row imports nothing and is
// reported. Tests import anything but other tests.
//
// Elsewhere: the rules that are no table (.dependency-cruiser.cjs), planted violations (boundaries.test.ts).

/** A use case of the server: a file of its core, or the file of a module that has the module's name. */
const USE_CASES = 'use cases';

/** Folders of the repository. */
const folders = {
  'packages/money': [],
  'packages/art': [],
  'packages/ui': [],
  'packages/contract': ['packages/money'],
  'packages/promotions': ['packages/money'],
  'packages/certify': ['packages/money'],
  'packages/sandbox-kit': [],
  'packages/database': [],
  'packages/embedded-postgres': ['packages/database'],
  'packages/ledger': ['packages/money', 'packages/database'],
  'apps/server': ['packages/money', 'packages/contract', 'packages/database', 'packages/ledger', 'packages/promotions'],
  'apps/operator-cli': ['packages/money', 'packages/contract', 'packages/database', 'packages/promotions', USE_CASES],
  'apps/demo': ['packages/money', 'packages/contract', 'packages/database', 'packages/ledger', USE_CASES],
  'apps/ops': ['packages/database', 'packages/embedded-postgres', 'packages/ledger', 'packages/sandbox-kit', USE_CASES],
  'apps/web': ['packages/money', 'packages/contract', 'packages/promotions', 'packages/art', 'packages/ui'],
  'apps/back-office': ['packages/money', 'packages/contract', 'packages/promotions', 'packages/ui'],
  'apps/studio': ['packages/money', 'packages/contract', 'packages/art', 'packages/sandbox-kit'],
  'apps/sandbox': ['packages/money', 'packages/contract', 'packages/sandbox-kit', 'apps/studio'],
  testing: ['packages', 'apps'],
  e2e: ['packages', 'apps', 'testing'],
  bench: ['packages', 'apps', 'testing'],
  tools: ['packages', 'apps', 'testing'],
};

/** Modules of apps/server. Every module may import `position`, which imports none. */
const modules = {
  position: [],
  catalogue: [],
  site: ['catalogue'],
  terms: ['site'],
  security: [],
  'bank-reports': [],
  operations: [],
  blocks: [],
  members: ['site', 'security', 'terms', 'blocks'],
  limits: ['members', 'blocks'],
  casework: ['members'],
  risk: ['site', 'members', 'wallet'],
  requirements: [],
  promotions: ['site', 'catalogue', 'members', 'requirements'],
  deposits: ['site', 'members', 'requirements', 'promotions', 'limits', 'withdrawals', 'bank-reports', 'blocks'],
  withdrawals: ['site', 'members', 'requirements', 'promotions', 'bank-reports'],
  wallet: ['site', 'members', 'requirements', 'limits'],
  providers: ['site', 'members', 'wallet'],
  reconciliation: ['site', 'members', 'requirements', 'limits', 'wallet', 'providers'],
  play: ['site', 'catalogue', 'members', 'requirements', 'promotions', 'limits', 'wallet', 'providers'],
  cashback: ['site', 'requirements'],
  affiliates: ['site', 'requirements'],
  wheel: ['site', 'members', 'requirements'],
  adjustments: ['members', 'requirements'],
  balances: ['site', 'members', 'requirements', 'promotions'],
  live: ['site', 'members', 'balances'],
  history: [],
  audit: ['site', 'limits', 'security'],
  recovery: ['site', 'withdrawals', 'providers', 'reconciliation', 'audit'],
  review: ['reconciliation'],
  reports: ['site', 'audit'],
};

// The audited actions of operators use every other module.
modules.operators = Object.keys(modules);

/** Layers of an app, from the highest to the lowest. */
const layers = {
  'apps/server/src': {
    'back-office': ['modules', 'http', 'core'],
    modules: ['jobs', 'http', 'core'],
    jobs: ['core'],
    http: ['core'],
    core: [],
  },
  'apps/web/src': {
    app: ['features', 'layouts', 'parts', 'lib', 'ui', 'art', 'styles'],
    features: ['parts', 'lib', 'ui', 'art'],
    layouts: ['parts', 'lib', 'ui'],
    parts: ['lib', 'ui', 'art'],
    art: ['ui'],
    lib: ['ui'],
    ui: ['lib'],
    styles: [],
  },
  'apps/back-office/src': {
    pages: ['action', 'shell', 'ui', 'text', 'api'],
    action: ['ui', 'text', 'api'],
    shell: ['ui', 'text', 'api'],
    ui: ['text', 'api'],
    text: ['api'],
    api: [],
    styles: [],
  },
  'apps/studio/src': {
    server: ['report', 'games', 'page-kit', 'fairness', 'wire'],
    report: ['games', 'page-kit', 'fairness', 'wire'],
    games: ['page-kit', 'fairness', 'wire'],
    'page-kit': ['fairness', 'wire'],
    fairness: [],
    wire: [],
  },
};

module.exports = { USE_CASES, folders, modules, layers };
