// The pages use nothing that a promised browser lacks (apps/web/src/lib/browser/promised-browsers.ts): our code by its
// types, the built files with their packages by syntax and names. Style sheets are not read: Vite lowers their syntax.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';

import {
  findYoungInScripts,
  findYoungInSources,
  loadBrowserData,
  type BrowserFinding,
} from '#testing/product/browser-support';
import { buildPages } from '#ops/start/page-builds';
import { ROOT } from '#ops/core/root';
import { BROWSERS } from '#web/lib/browser/promised-browsers';

const WEB = 'apps/web/src';
const STUDIO = 'apps/studio/src';
const CONFIG = path.join(ROOT, 'apps/web/tsconfig.json');

/** Uses that work without the feature. An entry that matches nothing fails the test. */
const GUARDED: readonly { readonly feature: string; readonly file: RegExp; readonly why: string }[] = [
  { feature: 'Navigator.vibrate', file: /haptics\.ts$/, why: 'Safari has none; called only where it exists' },
  { feature: 'Navigator.share', file: /(invite-card|receipt)\.tsx$/, why: 'a copy or no button where it is missing' },
  { feature: 'Navigator.canShare', file: /(invite-card|receipt)\.tsx$/, why: 'asked for before it is called' },
  { feature: 'TouchEvent.touches', file: /pull-to-refresh/, why: 'read from a touch event, which only phones send' },
  { feature: 'Touch.clientY', file: /pull-to-refresh/, why: 'read from a touch event, which only phones send' },
  {
    feature: 'OffscreenCanvasRenderingContext2D.imageSmoothingQuality',
    file: /slip-reader\.worker/,
    why: 'a setting without effect in Safari',
  },
  { feature: 'requestIdleCallback', file: /when-idle\.ts$|dist.*\/index-/, why: 'a timer where it is missing' },
  { feature: 'setImmediate', file: /dist.*\/index-/, why: 'React: looked up before it is called' },
  { feature: 'navigation', file: /dist.*\/index-/, why: 'React: looked up before it is used' },
  { feature: '.fromElement', file: /dist.*\/index-/, why: 'React: read where relatedTarget is missing' },
  { feature: '.popover', file: /dist.*\/index-/, why: 'React Router: a property of an element, read only' },
  { feature: '.skipTransition', file: /dist.*\/index-/, why: 'React: of a view transition that has begun' },
  { feature: '.startViewTransition', file: /dist.*\/index-/, why: 'React: looked up before it is called' },
  { feature: '.downlink', file: /dist.*\/index-/, why: 'React: of navigator.connection where that exists' },
  { feature: '.canIntercept', file: /dist.*\/index-/, why: 'React: of an event of the navigation interface' },
  { feature: '.currentEntry', file: /dist.*\/index-/, why: 'React: of the navigation interface where that exists' },
  { feature: '.maxBufferSize', file: /dist.*\/deferred-shell-/, why: 'eventsource-parser: an option of its own' },
  { feature: '.checkVisibility', file: /dist.*\/overlays-/, why: 'Base UI: called only where it is a function' },
  { feature: '.marginLeft', file: /dist.*\/overlays-/, why: 'Base UI: of the style of an element' },
  { feature: '.marginRight', file: /dist.*\/overlays-/, why: 'Base UI: of the style of an element' },
  { feature: '.rotation', file: /dist.*\/slip-reader\.worker-/, why: 'zxing-wasm: a property of its barcode position' },
  { feature: 'Symbol.dispose', file: /dist.*\/slip-reader\.worker-/, why: 'zxing-wasm: used where it exists' },
  {
    feature: 'Uint8Array.fromHex',
    file: /studio\/dist.*\/verifier-/,
    why: 'noble: called only where it is a function',
  },
];

const data = loadBrowserData(BROWSERS);
const used: BrowserFinding[] = [];

const ofSample: BrowserFinding[] = [];
const SAMPLE = `const query = new URLSearchParams('');
export const young = [
  query.size, AbortSignal.any([]), URL.canParse(''), Promise.withResolvers(), new Set([1]).union(new Set()),
  new Map([[1, 2]]).values().map((n) => n), Object.groupBy([1], String), [1].values().toArray(), Array.fromAsync([]),
  document.body.checkVisibility(), new Intl.DurationFormat('th'), globalThis.scheduler,
];
const { withResolvers: made, try: tried } = Promise;
export const old = [
  new Map().size, [1].map(String), [2, 1].toSorted(), Promise.any([]), new Set([1]).values(), made, tried,
  structuredClone(1), 'a'.replaceAll('a', 'b'), [1].at(-1), new Response('').json(), new Intl.NumberFormat('th'),
];
`;

before(async () => {
  await buildPages(() => undefined);
  const folder = fs.mkdtempSync(path.join(ROOT, 'apps/web/node_modules', '.support-'));
  const sample = path.join(folder, 'sample.ts');
  fs.writeFileSync(sample, SAMPLE);
  const { findings, names } = findYoungInSources([...listEntries(), sample], CONFIG, data);
  fs.rmSync(folder, { recursive: true });
  const isOfSample = (file: string): boolean => file === path.relative(ROOT, sample);
  const checkedNames = [...names].flatMap(([file, ofFile]) => (isOfSample(file) ? [] : [...ofFile]));
  ofSample.push(...findings.filter(({ file }) => isOfSample(file)));
  used.push(
    ...findings.filter(({ file }) => !isOfSample(file)),
    ...findYoungInScripts(listBuilt(), new Set(checkedNames), data),
  );
});

function listEntries(): string[] {
  const pages = fs
    .globSync(`${STUDIO}/**/{game,verify,*.worker}.ts`, { cwd: ROOT })
    .filter((file) => file.includes('/page/'));
  const entries = [`${WEB}/app/entry-client.tsx`, ...fs.globSync(`${WEB}/**/*.worker.ts`, { cwd: ROOT }), ...pages];
  assert.ok(pages.length >= 8 && entries.length >= 10, 'entries of both apps');
  return entries.map((file) => path.join(ROOT, file));
}

function listBuilt(): { file: string; code: string }[] {
  return ['apps/web/dist', 'apps/studio/dist'].flatMap((dist) => {
    const files = fs.globSync(`${dist}/**/*.js`, { cwd: ROOT });
    assert.ok(files.length > 5, dist);
    return files.map((file) => ({ file, code: fs.readFileSync(path.join(ROOT, file), 'utf8') }));
  });
}

test('the pages use no API and no syntax that a promised browser lacks', () => {
  const unguarded = used.filter(
    ({ feature, file }) => !GUARDED.some((each) => each.feature === feature && each.file.test(file)),
  );
  assert.deepEqual(unguarded, []);
});

test('every exception is used', () => {
  const unused = GUARDED.filter(
    (each) => !used.some(({ feature, file }) => each.feature === feature && each.file.test(file)),
  );
  assert.deepEqual(unused, []);
});

test('finds young members in typed code, also where other interfaces have the name', () => {
  const found = ofSample.map(({ feature }) => feature).toSorted();
  assert.deepEqual(found, [
    'AbortSignal.any',
    'Array.fromAsync',
    'Element.checkVisibility',
    'Intl.DurationFormat',
    'Iterator.map',
    'Iterator.toArray',
    'Object.groupBy',
    'Promise.try',
    'Promise.withResolvers',
    'Set.union',
    'URL.canParse',
    'URLSearchParams.size',
    'scheduler',
  ]);
});

const SCRIPTS: readonly (readonly [code: string, features: readonly string[]])[] = [
  ['globalThis.AbortSignal.any([])', ['AbortSignal.any']],
  ['const{withResolvers:a}=Promise', ['.withResolvers']],
  ['x.intersection(y)', ['.intersection']],
  ['new Set().has(1);x.toSorted()', []],
  ['x["isDisjointFrom"](y)', ['.isDisjointFrom']],
  ['Object.groupBy(a,b)', ['Object.groupBy']],
  ['new Sanitizer', ['Sanitizer']],
  ['class A{static{}#a;b=1}a?.b??c;a||=b;x=/(?<=a)b/d', []],
  ['a={intersection(){}};a.intersection()', []],
];
for (const [code, features] of SCRIPTS) {
  test(`finds ${features.join(' and ') || 'nothing'} in ${code}`, () => {
    const found = findYoungInScripts([{ file: 'a.js', code }], new Set(), data);
    assert.deepEqual(
      found.map(({ feature }) => feature),
      features,
    );
  });
}

for (const code of ['/[a--b]/v', '/(?i:a)/', 'using a=b', 'import a from"b"with{type:"json"}', '@a class B{}']) {
  test(`rejects the syntax of ${code}`, () => {
    const [finding] = findYoungInScripts([{ file: 'a.js', code }], new Set(), data);
    assert.match(finding?.feature ?? '', /^syntax: /);
  });
}
