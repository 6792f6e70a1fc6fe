import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-test-'));
after(() => fs.rmSync(folder, { recursive: true }));

const HELPER = pathToFileURL(path.join(import.meta.dirname, 'process-log.ts')).href;

/** Runs the text as a test file and returns its output. */
function printedBy(text: string): string {
  const file = path.join(folder, 'inner.test.mjs');
  fs.writeFileSync(
    file,
    `import * as fs from 'node:fs';
    import { test } from 'node:test';
    import { openProcessLog } from ${JSON.stringify(HELPER)};
    ${text}`,
  );
  const { NODE_TEST_CONTEXT: _outer, ...environment } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--test', '--test-reporter=spec', file], {
    env: environment,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

const logFiles = (printed: string): string[] => [
  ...new Set(
    [...printed.matchAll(/out\/logs\/\S+\.log/g)].map(([place]) =>
      path.resolve(import.meta.dirname, '../../../..', place),
    ),
  ),
];

test('prints the last forty lines of a log once when a test fails, each line cut, and keeps the file', () => {
  const printed = printedBy(`
    const { file } = openProcessLog('server');
    fs.appendFileSync(file, Array.from({ length: 2_000 }, (_, line) => 'line ' + line + ' ' + 'x'.repeat(line < 1_999 ? 50 : 2_000)).join('\\n'));
    test('passes', () => {});
    test('fails', () => { throw new Error('no'); });
  `);
  assert.equal(printed.match(/✖ fails: the last \d+ lines of the server's log/g)?.length, 1, printed);
  const lines = [...printed.matchAll(/^ {2}line (\d+) x+$/gm)].map(([line, number]) => [Number(number), line.length]);
  assert.deepEqual([lines.length, lines[0], lines[39]], [40, [1_960, 62], [1_999, 1_002]]);
  assert.doesNotMatch(printed, /passes: the last/);
  const [file, ...others] = logFiles(printed);
  assert.ok(file !== undefined && others.length === 0 && fs.existsSync(file));
  fs.rmSync(file);
});

test('prints the log that a failing test opened itself, and no log of a passing test', () => {
  const printed = printedBy(`
    test('passes', () => { console.error('at ' + openProcessLog('server').file); });
    test('fails', () => { fs.appendFileSync(openProcessLog('server').file, 'why it failed\\n'); throw new Error('no'); });
  `);
  assert.match(printed, /✖ fails: the last 1 lines of the server's log, \S+\n {2}why it failed/);
  const kept = logFiles(printed).filter((file) => fs.existsSync(file));
  assert.equal(kept.length, 1, 'the log of the test that passed is removed');
  for (const file of kept) fs.rmSync(file);
});
