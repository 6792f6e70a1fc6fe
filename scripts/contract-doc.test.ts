// The page about the contract says what the contract is.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { contractPage } from './contract-doc.ts';

test('docs/contract.md is what the calls make of it', () => {
  const path = join(import.meta.dirname, '..', 'docs', 'contract.md');
  assert.equal(readFileSync(path, 'utf8'), contractPage(), 'run: node scripts/contract-doc.ts');
});
