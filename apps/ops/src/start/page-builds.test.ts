import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { replaceFolder } from './page-builds.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-web-'));
after(() => fs.rmSync(folder, { recursive: true }));
const place = path.join(folder, 'app', 'dist');

function make(name: string): string {
  const made = path.join(folder, name);
  fs.mkdirSync(path.join(made, 'assets'), { recursive: true });
  fs.writeFileSync(path.join(made, 'index.html'), name);
  fs.writeFileSync(path.join(made, 'assets', `${name}.js`), name);
  return made;
}

test('puts a build where none was, then a newer one in its place, and leaves nothing beside them', () => {
  for (const name of ['one', 'two']) {
    replaceFolder(make(name), place);
    assert.equal(fs.readFileSync(path.join(place, 'index.html'), 'utf8'), name);
    assert.deepEqual(fs.readdirSync(place, { recursive: true, encoding: 'utf8' }).toSorted(), [
      'assets',
      path.join('assets', `${name}.js`),
      'index.html',
    ]);
  }
  assert.deepEqual(fs.readdirSync(folder), ['app']);
});
