// Each rule of docs/money-flows.md names a test that exists; renaming the test fails this check.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { ROOT } from '#ops/core/root';

const SERVER = path.join(ROOT, 'apps', 'server', 'src');

test('finds a test for every earning rule', () => {
  const text = fs.readFileSync(path.join(ROOT, 'docs', 'money-flows.md'), 'utf8');
  const named = [...text.matchAll(/^\|.*\| `([\w./-]+\.test\.ts)`: (.+) \|$/gm)];
  assert.ok(named.length > 40, `${named.length} rules name a test`);
  const missing = named.filter(([, file = '', name = '']) => {
    const places = [path.join(SERVER, file), path.join(SERVER, 'modules', file), path.join(ROOT, file)];
    const found = places.find((place) => fs.existsSync(place));
    // The part of a title must occur once in its file.
    return found === undefined || fs.readFileSync(found, 'utf8').split(name).length !== 2;
  });
  assert.deepEqual(
    missing.map(([, file, name]) => `${file}: ${name}`),
    [],
  );
});
