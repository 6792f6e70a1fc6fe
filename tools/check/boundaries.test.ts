// The boundary check itself: it reads the code and reports planted violations; docs/architecture.md shows its tables.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { cruise } from './checks.ts';
import { ROOT } from '#ops/core/root';

type Table = Readonly<Record<string, readonly string[]>>;
const rules = createRequire(import.meta.url)('./import-rules.cjs') as {
  readonly folders: Table;
  readonly modules: Table;
  readonly layers: Readonly<Record<string, Table>>;
};

const PLANTED: Readonly<Record<string, string>> = {
  'packages/money/src/money.ts': 'export const zero = 0n;',
  'packages/art/src/leaf.ts': `import { zero } from '../../money/src/money.ts';\nexport const leaf = zero;`,
  'packages/ledger/src/ledger.ts': `import { rules } from '../../../apps/server/src/modules/site/site.ts';\nexport const post = rules;`,
  'apps/server/src/modules/site/site.ts': `import { join } from '../members/members.ts';\nexport const rules = join;`,
  'apps/server/src/modules/members/members.ts': `import { rows } from '../site/site.store.ts';\nimport type { Z } from './z.ts';\nexport const join = (z: Z) => [rows, z];`,
  'apps/server/src/modules/members/z.ts': `import { join } from './members.ts';\nexport type Z = number;\nexport const again = join;`,
  'packages/contract/src/hen.ts': `import { egg } from './egg.ts';\nexport const hen = () => egg;`,
  'packages/contract/src/egg.ts': `import { hen } from './hen.ts';\nexport const egg = () => hen;`,
  'apps/server/src/modules/site/site.store.ts': 'export const rows = 1;',
  'apps/server/src/http/pages.ts': `import { rules } from '../modules/site/site.ts';\nexport const page = rules;`,
  'apps/server/src/testing/story.ts': `import { rows } from '../modules/site/site.store.ts';\nexport const story = rows;`,
  'e2e/walk.test.ts': `import { rows } from '#server/modules/site/site.store';\nexport const walk = rows;`,
  'apps/server/src/modules/lottery/lottery.ts': `import { rows } from '../site/site.ts';\nexport const draw = rows;`,
  'apps/server/src/core/replica.ts': 'export const reads = 1;',
  'apps/server/src/modules/history/history.routes.ts': `import { reads } from '../../core/replica.ts';\nexport const page = reads;`,
  'apps/server/src/modules/wallet/wallet.store.ts': `import { reads } from '../../core/replica.ts';\nexport const lost = reads;`,
  'apps/web/src/lib/api/api.ts': `import { rules } from '../../../../server/src/modules/site/site.ts';\nexport const send = rules;`,
  'apps/web/src/ui/badge.ts': `import { out } from '../features/withdraw/withdraw.ts';\nexport const badge = out;`,
  'apps/web/src/features/deposit/deposit.ts': `import { out } from '../withdraw/withdraw.ts';\nexport const into = out;`,
  'apps/web/src/features/withdraw/withdraw.ts': 'export const out = 1;',
  'apps/sandbox/src/bank.ts': `import { rules } from '../../server/src/modules/site/site.ts';\nexport const bank = rules;`,
  'apps/studio/src/game.ts': `import { bank } from '../../sandbox/src/bank.ts';\nexport const game = bank;`,
  'testing/beds/bed.ts': `import { walk } from '../../tools/walk.ts';\nexport const bed = walk;`,
  'tools/walk.ts': `import { coin } from '../packages/money/src/money.test.ts';\nimport { gone } from '#tools/gone';\nexport const walk = [coin, gone];`,
  'packages/money/src/money.test.ts': 'export const coin = 1;',
  'apps/server/src/modules/members/card.ts': `import { hen } from '../../../../../packages/contract/src/hen.ts';\nexport const card = hen;`,
  'node_modules/pg/index.js': 'module.exports = {};',
  'packages/database/src/sql.ts': `import pg from 'pg';\nexport const sql = pg;`,
  'apps/server/src/core/clock.ts': `import { page } from '../http/pages.ts';\nimport pg from 'pg';\nexport const clock = [page, pg];`,
  'apps/studio/src/page-kit/tones.ts': `import { title } from '../games/title.ts';\nexport const tones = title;`,
  'apps/studio/src/games/title.ts': 'export const title = 1;',
  'apps/kiosk/src/kiosk.ts': `import { walk } from '../../../tools/walk.ts';\nexport const kiosk = walk;`,
  'apps/ops/src/start/start.ts': `import { walk } from '../../../../tools/walk.ts';\nexport const start = walk;`,
  'apps/demo/src/seed.ts': `import { rows } from '../../server/src/modules/site/site.store.ts';\nexport const seed = rows;`,
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-boundaries-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

test('reports every rule that a planted import breaks, by its name', async () => {
  for (const name of ['tsconfig.json', 'tsconfig.base.json']) {
    fs.copyFileSync(path.join(ROOT, name), path.join(folder, name));
  }
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  for (const [file, text] of Object.entries(PLANTED)) {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), `${text}\n`);
  }
  const { cruised, violations } = await cruise(folder);
  const read = cruised.filter((name) => !name.startsWith('#'));
  assert.deepEqual(read.toSorted(), Object.keys(PLANTED).toSorted());
  const broken = new Set(violations.map((violation) => violation.split(':')[0]));
  for (const rule of [
    'packages/art-imports',
    'packages/ledger-imports',
    'apps/web-imports',
    'apps/studio-imports',
    'apps/demo-imports',
    'apps/ops-imports',
    'testing-imports',
    'row-missing',
    'apps/server/src/modules/site-imports',
    'apps/server/src/modules/row-missing',
    'apps/server/src/http-imports',
    'apps/server/src/core-imports',
    'apps/web/src/ui-imports',
    'apps/studio/src/page-kit-imports',
    'features-apart',
    'store-is-private',
    'store-stays-in-the-server',
    'http-in-routes-only',
    'ui-without-product',
    'driver-in-two-packages-only',
    'tests-are-not-imported',
    'modules-by-their-facade',
  ]) {
    assert.ok(broken.has(rule), `${rule} was not reported: ${violations.join('\n')}`);
  }
  const stores = violations.filter((violation) => violation.startsWith('store-is-private'));
  assert.deepEqual(stores, [
    'store-is-private: apps/server/src/modules/members/members.ts → apps/server/src/modules/site/site.store.ts',
    'store-is-private: apps/server/src/testing/story.ts → apps/server/src/modules/site/site.store.ts',
  ]);
  const unresolved = violations.filter((violation) => violation.startsWith('nothing-unresolved'));
  assert.deepEqual(unresolved, [
    'nothing-unresolved: e2e/walk.test.ts → #server/modules/site/site.store',
    'nothing-unresolved: tools/walk.ts → #tools/gone',
  ]);
  const replicas = violations.filter((violation) => violation.startsWith('replica-for-lists-only'));
  assert.deepEqual(replicas, [
    'replica-for-lists-only: apps/server/src/modules/wallet/wallet.store.ts → apps/server/src/core/replica.ts',
  ]);
  const cycles = violations.filter((violation) => violation.startsWith('no-cycles'));
  // members.ts and z.ts form a cycle although one of the two imports is a type.
  assert.deepEqual(cycles, [
    'no-cycles: apps/server/src/modules/members/members.ts → apps/server/src/modules/members/z.ts',
    'no-cycles: packages/contract/src/egg.ts → packages/contract/src/hen.ts',
  ]);
});

test('shows its tables in docs/architecture.md', () => {
  const page = fs.readFileSync(path.join(ROOT, 'docs', 'architecture.md'), 'utf8');
  const toShort = (name: string): string => name.replace(/^(packages|apps)\//, '');
  const read = (head: string): Record<string, string> => {
    const [, table = ''] = page.split(`| ${head} |`);
    const rows = table.split('\n\n')[0]?.split('\n').slice(2) ?? [];
    return Object.fromEntries(
      rows.flatMap((row) => {
        const [names = '', , allowed = ''] = row.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, ''));
        return names
          .replaceAll('`', '')
          .split(', ')
          .map((name) => [name, allowed]);
      }),
    );
  };
  const show = (table: Table): Record<string, string> =>
    Object.fromEntries(Object.entries(table).map(([name, allowed]) => [name, allowed.map(toShort).join(', ') || '–']));
  assert.deepEqual(read('Folder | Contains | May import'), show(rules.folders));
  const { operators: _, ...modules } = show(rules.modules);
  assert.deepEqual(read('Module | Owns | May import'), { ...modules, operators: 'all others' });
  const layers = Object.entries(rules.layers).flatMap(([app, table]) =>
    Object.entries(show(table)).map(([layer, allowed]) => `${app} ${layer} → ${allowed}`),
  );
  const lines = page
    .split('\n')
    .flatMap((line) => (/^apps\/[\w-]+\/src .* → /.test(line) ? [line.replaceAll(/ +/g, ' ')] : []));
  assert.deepEqual(lines, layers);
});
