// The programs that the bed of high availability needs are named before it waits for them.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { listMissing } from './ha-bed.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-programs-'));
const before = process.env['PATH'];
after(() => {
  process.env['PATH'] = before;
  fs.rmSync(folder, { recursive: true, force: true });
});

test('names the module of Python without which Patroni waits and says nothing', () => {
  process.env['PATH'] = `${folder}${path.delimiter}${before}`;
  const python = path.join(folder, 'python3');
  fs.writeFileSync(path.join(folder, 'patroni'), `#!${python}\n`, { mode: 0o755 });
  for (const [status, isMissing] of [
    [1, true],
    [0, false],
  ] as const) {
    fs.writeFileSync(python, `#!/bin/sh\nexit ${status}\n`, { mode: 0o755 });
    assert.equal(listMissing().includes('python3-etcd'), isMissing, `import etcd ends with ${status}`);
  }
});
