// node tools/new-module.ts <noun>: creates the five files of a server module.
//
// Always true: existing files are not overwritten. The import rules of the new module are added to
// tools/check/import-rules.cjs by hand, because each allowed import is a decision.

import * as fs from 'node:fs';
import path from 'node:path';

import { runCommand, CommandError } from '#ops/core/command';
import { ROOT } from '#ops/core/root';

await runCommand(async () => {
  const noun = process.argv[2] ?? '';
  if (!/^[a-z]+(-[a-z]+)*$/.test(noun)) {
    throw new CommandError('Give the noun in kebab-case: node tools/new-module.ts vouchers');
  }
  const files = filesOf(noun);
  for (const file of Object.keys(files)) {
    if (fs.existsSync(path.join(ROOT, file))) throw new CommandError(`${file} exists already.`);
  }
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(ROOT, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(ROOT, file), text);
    console.log(file);
  }
  console.log(
    `Then: its edges in tools/check/import-rules.cjs, its routes in apps/server/src/app.ts, its terms in docs/glossary.md.`,
  );
  return 0;
});

function filesOf(noun: string): Record<string, string> {
  const folder = `apps/server/src/modules/${noun}`;
  const camel = noun.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const title = noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('-', ' ');
  const table = noun.replaceAll('-', '_').replace(/s$/, '');
  return {
    [`packages/contract/src/${noun}.ts`]: `// Endpoints of ${noun}. Add this file to endpoints.ts.\n`,
    [`${folder}/${noun}.ts`]: `// ${title}: purpose of the module.
//
// Always true: invariants; the order of locks; the extent of a transaction.
//
// Elsewhere: related topics, each with its file.

import type { Database } from '@chaba/database';

import * as store from './${noun}.store.ts';

/** Number of rows of a site. */
export function count(database: Database, siteId: number): Promise<bigint> {
  return store.count(database, siteId);
}
`,
    [`${folder}/${noun}.store.ts`]: `// SQL of ${noun}. Contains no decisions.

import { type Queryable, sql } from '@chaba/database';

export async function count(database: Queryable, siteId: number): Promise<bigint> {
  const row = await database.one<{ count: bigint }>(sql\`select count(*) as count from ${table} where site_id = \${siteId}\`);
  return row.count;
}
`,
    [`${folder}/${noun}.routes.ts`]: `// Routes of ${noun}.

import type { RouteContext } from '#http/route-context';

export function ${camel}Routes(_context: RouteContext): void {}
`,
    [`${folder}/${noun}.test.ts`]: `import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';

import { count } from './${noun}.ts';

test('returns zero for a new site', async () => {
  assert.equal(await count(await testDatabase(), 1), 0n);
});
`,
  };
}
