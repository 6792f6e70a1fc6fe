// The pages are built without the schema library; what the contract calls of it must still be there.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { contractWords } from './contract-words.ts';

const CONTRACT = path.join(import.meta.dirname, '..', '..', '..', 'packages', 'contract', 'src');
/** Made for the server's documents; no page imports them. */
const SERVER_ONLY = new Set(['openapi.ts', 'named-schemas.ts']);

test('every word of the schema library that the contract uses answers in the built pages', async () => {
  const { load } = contractWords() as unknown as { load: (id: string) => string };
  const built = (await import(`data:text/javascript,${encodeURIComponent(load('\0contract-words'))}`)) as Record<
    string,
    unknown
  >;
  const files = fs.readdirSync(CONTRACT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const used = files
    .filter((name) => !SERVER_ONLY.has(name))
    .flatMap((name) => [...fs.readFileSync(path.join(CONTRACT, name), 'utf8').matchAll(/\bz\.([a-z]\w*)[(.]/g)])
    .map(([, word = '']) => word)
    .filter((word) => word !== 'core');
  assert.ok(used.length > 100, 'the contract was read');
  assert.deepEqual([...new Set(used)].filter((word) => typeof built[word] !== 'function').toSorted(), []);
});
