// docs/contract.md matches the contract.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { contractPage } from './contract-doc.ts';

test('generates docs/contract.md from the endpoints', () => {
  const path = join(import.meta.dirname, '..', 'docs', 'contract.md');
  assert.equal(readFileSync(path, 'utf8'), contractPage(), 'run: node scripts/contract-doc.ts');
});
