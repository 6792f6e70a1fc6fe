// Every line of the specification is in the running site, and docs/conformance.md says so.
//
//     WRITE=1 node --test e2e/conformance.test.ts      writes the page anew, when every line has passed

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { openPhone } from './browser.ts';
import { conformancePage, lines } from './conformance.ts';
import { gatherFacts } from './conformance-facts.ts';
import { operator } from './money.ts';
import { startProduct } from './product.ts';

const PAGE = path.join(import.meta.dirname, '..', 'docs', 'conformance.md');
const product = await startProduct();
const { url } = product;
// No shipped promotion is without limits, and the specification says how one would look.
await operator(product, 'promotion', 'unlimited', 'title=ไม่จำกัด', 'baht=10', 'place=9', '--reason', 'a journey');

test('every route, text, call, limit and constant of the specification is in the running site', async () => {
  const facts = await gatherFacts(url, () => openPhone());
  const missing = lines.flatMap(({ section, says, check }) => {
    try {
      check(facts);
      return [];
    } catch (error) {
      return [`§${section} ${says}: ${(error as Error).message.slice(0, 300)}`];
    }
  });
  assert.deepEqual(missing, []);
  if (process.env['WRITE'] !== undefined) fs.writeFileSync(PAGE, conformancePage());
});

test('docs/conformance.md is what the lines make of it', () => {
  assert.equal(fs.readFileSync(PAGE, 'utf8'), conformancePage(), 'run: WRITE=1 node --test e2e/conformance.test.ts');
});
