// The test bed of high availability: one planned switchover and one lost primary under load.
//
// Without root or a program of the bed it prints one line and checks nothing. All faults and rounds: npm run test:ha.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';

test('loses no acknowledged call in a switchover and in a failover', async (t) => {
  const command = [path.join(import.meta.dirname, 'main.ts'), '--faults', '8,2', '--rounds', '1'];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'], signal: t.signal });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [code] = (await once(child, 'close')) as [number | null];
  t.diagnostic(printed);
  assert.equal(code, 0, printed);
});
