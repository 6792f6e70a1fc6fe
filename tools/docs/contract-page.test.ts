// docs/contract.md matches the contract.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { contractPage } from './contract-page.ts';
import { ROOT } from '#ops/core/root';

test('generates docs/contract.md from the endpoints', () => {
  const path = join(ROOT, 'docs', 'contract.md');
  // A comparison would print both pages.
  assert.ok(readFileSync(path, 'utf8') === contractPage(), 'run: node tools/docs/contract-page.ts');
});
