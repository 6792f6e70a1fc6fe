// Extent of a run. `npm test` walks the main journey of each screen once; `npm run verify` adds the other states and
// faults, every width, axe on every screen in both modes, and long tests of rules.

import { test, type TestContext } from 'node:test';

/** The verify stage of tools/test/test.ts sets it. */
export const isVerifying = process.env['CHABA_VERIFY'] === '1';

/** The first variant of a journey, or in `npm run verify` all of them. */
export function variants<Variant>(all: readonly Variant[]): readonly Variant[] {
  return isVerifying ? all : all.slice(0, 1);
}

/** A test of `npm run verify` only. */
export function testInFull(title: string, run: (t: TestContext) => Promise<void> | void): void {
  if (isVerifying) void test(title, run);
}
