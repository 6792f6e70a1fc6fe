// What is left out of the stylesheet is what the browsers that the site is built for do not read.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lean } from './lean-styles.ts';

const SUPPORTS = '@supports (color:color-mix(in lab, red, red)){';

test('a colour that is mixed stands alone', () => {
  const css = `.a{color:var(--x)}${SUPPORTS}.a{color:color-mix(in oklab, var(--x) 50%, transparent)}}.b{top:0}`;
  assert.equal(lean(css), '.a{color:color-mix(in oklab, var(--x) 50%, transparent)}.b{top:0}');
});

test('what stands beside a mixed colour stays', () => {
  const css = `.a{color:var(--x);top:0}${SUPPORTS}.a{color:color-mix(in oklab, var(--x) 50%, transparent)}}`;
  assert.equal(lean(css), '.a{color:var(--x);top:0}.a{color:color-mix(in oklab, var(--x) 50%, transparent)}');
});

test('what shares the plain colour keeps it', () => {
  const mixed = '.b{color:color-mix(in oklab, var(--x) 50%, transparent)}';
  assert.equal(lean(`.a,.b{color:var(--x)}${SUPPORTS}${mixed}}`), `.a,.b{color:var(--x)}${mixed}`);
});

test('a property that nothing uses goes, one that something uses stays', () => {
  const used = '@property --tw-a{syntax:"*";inherits:false}';
  const unused = '@property --tw-a-b{syntax:"*";inherits:false}';
  assert.equal(lean(`.a{top:var(--tw-a)}${used}${unused}`), `.a{top:var(--tw-a)}${used}`);
});

test('the values for browsers without @property go', () => {
  const css = '@layer properties{@supports (not (x:y)){*,:before{--tw-a:0;--tw-b:1}}}@layer theme{:root{--b:1}}';
  assert.equal(lean(css), '@layer theme{:root{--b:1}}');
});
