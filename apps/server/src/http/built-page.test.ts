import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { openBuiltPage } from './built-page.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-web-'));
after(() => fs.rmSync(root, { recursive: true }));
const file = path.join(root, 'index.html');
const buildPage = (title: string): string => `<!doctype html><html><head><title>${title}</title></head></html>\n`;

const warnings: object[] = [];
const log = { warn: (facts: object) => warnings.push(facts) } as unknown as Parameters<typeof openBuiltPage>[1];
let now = 0;

function write(text: string, at: number): void {
  fs.writeFileSync(file, text);
  fs.utimesSync(file, at, at);
}

test('returns undefined without a build', () => {
  assert.equal(openBuiltPage(root, log), undefined);
});

test('sends the last complete page while the file is gone or half written, and warns twice a minute', async () => {
  write(buildPage('one'), 1);
  const built = openBuiltPage(root, log, () => now);
  assert.ok(built);
  fs.rmSync(file);
  assert.equal(await built.read(), buildPage('one'));
  assert.equal(await built.read(), buildPage('one'));
  assert.equal(warnings.length, 1);
  now += 30_000;
  write(buildPage('two').slice(0, 40), 2);
  assert.equal(await built.read(), buildPage('one'));
  assert.equal(warnings.length, 2);
  write(buildPage('two'), 2);
  assert.equal(await built.read(), buildPage('two'), 'an incomplete page is read again, even without a newer time');
});
