import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { clearLeftovers } from './leftovers.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-leftovers-'));
after(() => fs.rmSync(folder, { recursive: true }));

test('deletes day-old leftovers of tests and keeps new ones, those of other users, and files', () => {
  const old = [
    'chaba-journey-Ab12Cd',
    'chaba-test-000000',
    'chaba-chromium-153.0.0-0',
    'chaba-other-Ab12Cd',
    'journey-Ab12Cd',
  ];
  const dayAgo = new Date(Date.now() - 86_400_000 - 60_000);
  for (const name of [...old, 'chaba-journey-fresh1']) {
    fs.mkdirSync(path.join(folder, name));
    fs.writeFileSync(path.join(folder, name, 'page.html'), '');
    if (old.includes(name)) fs.utimesSync(path.join(folder, name), dayAgo, dayAgo);
  }
  fs.writeFileSync(path.join(folder, 'chaba-journey-a1file'), '');
  fs.utimesSync(path.join(folder, 'chaba-journey-a1file'), dayAgo, dayAgo);
  fs.symlinkSync(path.join(folder, 'chaba-other-Ab12Cd'), path.join(folder, 'chaba-journey-a1link'));
  fs.lutimesSync(path.join(folder, 'chaba-journey-a1link'), dayAgo, dayAgo);

  assert.deepEqual(clearLeftovers(folder), ['chaba-journey-Ab12Cd', 'chaba-test-000000']);
  assert.deepEqual(fs.readdirSync(folder).toSorted(), [
    'chaba-chromium-153.0.0-0',
    'chaba-journey-a1file',
    'chaba-journey-a1link',
    'chaba-journey-fresh1',
    'chaba-other-Ab12Cd',
    'journey-Ab12Cd',
  ]);
});
