import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { createPrerenderer, TRY_AGAIN_MS } from './prerender.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-screens-'));
fs.mkdirSync(path.join(root, '.screens'));
/** Renders its arguments and a counter; fails for certain app names. */
fs.writeFileSync(
  path.join(root, '.screens', 'worker.mjs'),
  `import { parentPort } from 'node:worker_threads';
  let drawn = 0;
  parentPort.on('message', ({ id, address, known, isWhole }) => {
    drawn += 1;
    const isBroken = known.appName === 'breaks' || (known.appName === 'once' && drawn === 2);
    if (isBroken) parentPort.postMessage({ id, error: new Error('cannot be drawn') });
    else if (known.appName === 'dies') process.exit(1);
    else parentPort.postMessage({ id, page: [drawn, address, known.appName, isWhole].join(' ') });
  });`,
);
build(['/', '/login', '/register', '/register/*']);

const warnings: unknown[] = [];
const log = { warn: (facts: unknown) => warnings.push(facts) } as unknown as Parameters<typeof createPrerenderer>[1];
let now = 0;
const screens = createPrerenderer(root, log, { now: () => now });
after(async () => {
  await screens.close();
  fs.rmSync(root, { recursive: true });
});

const named = (appName: string) => ({ configuration: { appName }, isWhole: true });

function build(addresses: readonly string[], at = new Date(0)): void {
  fs.writeFileSync(path.join(root, '.screens', 'addresses.json'), JSON.stringify(addresses));
  const page = path.join(root, 'index.html');
  fs.writeFileSync(page, '');
  fs.utimesSync(page, at, at);
}

test('renders a page once per configuration', async () => {
  assert.equal(await screens.getPage('/login', named('one')), '1 /login one true');
  assert.equal(await screens.getPage('/login', named('one')), '1 /login one true');
  assert.equal(await screens.getPage('/login', named('other')), '2 /login other true');
  assert.equal(await screens.getPage('/login', { ...named('one'), isWhole: false }), '3 /login one false');
});

test('renders at most one page per known address, whatever path is requested', async () => {
  const page = await screens.getPage('/register/K9Z3', named('one'));
  assert.equal(page, '4 /register one true');
  for (const made of ['/register/other', '/register/%2e%2e']) {
    assert.equal(await screens.getPage(made, named('one')), page);
  }
  const rest = await screens.getPage('/wp-login', named('one'));
  assert.equal(rest, '5  one true');
  for (const made of ['/login/x', '/register/a/b', '/user/play/x', '//', '']) {
    assert.equal(await screens.getPage(made, named('one')), rest);
  }
});

test('falls back to the built page on errors and thread exits, and recovers', async () => {
  assert.equal(await screens.getPage('/', named('breaks')), undefined);
  assert.equal(warnings.length, 1);
  assert.equal(await screens.getPage('/', named('dies')), undefined);
  assert.equal(await screens.getPage('/', named('new')), '1 / new true');
});

test('retries a failed page after the delay, not at every visit', async () => {
  const visit = () => screens.getPage('/', named('once'));
  assert.deepEqual(await Promise.all([visit(), visit()]), [undefined, undefined]);
  now += TRY_AGAIN_MS - 1;
  assert.equal(await visit(), undefined);
  now += 1;
  assert.equal(await visit(), '3 / once true');
});

test('renders the pages of a new build, and none for a build without a renderer', async () => {
  build(['/'], new Date());
  assert.equal(await screens.getPage('/login', named('one')), '1  one true');
  fs.rmSync(path.join(root, '.screens'), { recursive: true });
  fs.utimesSync(path.join(root, 'index.html'), new Date(1), new Date(1));
  assert.equal(await screens.getPage('/', named('one')), undefined);
});

test('reloads a missing list of addresses after the retry delay', async () => {
  fs.mkdirSync(path.join(root, '.screens'));
  fs.writeFileSync(
    path.join(root, '.screens', 'worker.mjs'),
    `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, address }) => parentPort.postMessage({ id, page: 'late ' + address }));`,
  );
  fs.writeFileSync(path.join(root, '.screens', 'addresses.json'), JSON.stringify(['/']));
  assert.equal(await screens.getPage('/', named('one')), undefined);
  now += TRY_AGAIN_MS;
  assert.equal(await screens.getPage('/', named('one')), 'late /');
});
