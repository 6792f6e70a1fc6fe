// The specification on the screens of a running product, in a browser: routes, screens, fields, storage, timing and
// formats, each value of the configuration, both catalogues. A part of docs/conformance.md.
//
// Elsewhere: the result of a walk (conformance.ts), configuration (flags.ts), catalogues
// (catalogues.ts), actions of visitors and members (journeys.heavy.test.ts).

import { test } from 'node:test';

import { openMobilePage } from '#testing/product/browser';
import { lines } from './conformance.ts';
import { requireCatalogues } from './catalogues.ts';
import { collectFacts } from './facts.ts';
import type { ScreenFacts } from './line.ts';
import { requireFlagJourneys, requireFlags, requireSwitches } from './flags.ts';
import { openReport } from './report.ts';
import { credit, makeMember, openAs, operator } from '#e2e/money';
import { startProduct } from '#e2e/product';

const product = await startProduct();
const report = openReport('screens');
// No shipped promotion is unlimited, and the specification defines its display.
await operator(product, 'promotion', 'unlimited', 'title=ไม่จำกัด', 'baht=10', 'place=9', '--reason', 'a journey');
await operator(product, 'set', 'depositTurnover', '0', '--reason', 'journeys without play');
const member = await makeMember(product);
await credit(product, member, 1_000);
// The browser logs responses that are rejected on purpose.
const page = await openMobilePage({ expected: /Failed to load resource/ });
await openAs(page, product, member, '/user/home');
const context = { product, page, member };

let facts: ScreenFacts | undefined;
test('reads the screens', async () => {
  facts = await collectFacts(product.url, (expected) => openMobilePage(expected && { expected }));
});
for (const { section, statement, where, check } of lines) {
  report.require(section, statement, where, () => {
    if (facts === undefined) throw new Error('the screens were not read');
    return check(facts);
  });
}

requireFlags(report, context);
requireFlagJourneys(report, context);
requireSwitches(report, context);
requireCatalogues(report, product);
report.close();
