import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { openLog, rotateLog } from './log.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-embedded-'));
after(() => fs.rmSync(folder, { recursive: true }));
const place = path.join(folder, 'postgres.log');

test('rotates a full log during writes and keeps four old ones', () => {
  const log = openLog(place);
  for (let turn = 1; turn <= 7; turn += 1) {
    fs.writeSync(log, `turn ${turn}\n`.repeat(20));
    rotateLog(place, 100);
    rotateLog(place, 100);
  }
  fs.writeSync(log, 'after all\n');
  fs.closeSync(log);
  assert.deepEqual(
    fs
      .readdirSync(folder)
      .toSorted()
      .map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8').split('\n', 1)[0]]),
    [
      ['postgres.log', 'after all'],
      ['postgres.log.1', 'turn 7'],
      ['postgres.log.2', 'turn 6'],
      ['postgres.log.3', 'turn 5'],
      ['postgres.log.4', 'turn 4'],
    ],
  );
  for (const name of fs.readdirSync(folder)) {
    assert.equal(fs.statSync(path.join(folder, name)).mode & 0o777, 0o600, name);
  }
});
