// A mistyped name given to npm run tool -- screenshots ends it before a picture or a deleted file: no picture would
// look like a success, and the pictures of the last run stay.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { runScript } from '#testing/beds/programs';

import { chooseNamed, states } from './states.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-pictures-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(path.join(folder, 'earlier.png'), '');

const chosen = (list: string | undefined): string[] => [
  ...new Set(chooseNamed('--states', list, states).map(({ name }) => name)),
];

const MISTYPED: Readonly<Record<string, string>> = {
  erorr: '"erorr"',
  Error: '"Error"',
  'error,offlin': '"offlin"',
  'error, offline': '" offline"',
  'error;offline': '"error;offline"',
  'error,': '""',
  '': '""',
  'phone-dark,nothing': '"phone-dark", "nothing"',
  constructor: '"constructor"',
  ผิดพลาด: '"ผิดพลาด"',
};

for (const [names, unknown] of Object.entries(MISTYPED)) {
  test(`says that the states ${JSON.stringify(names)} do not exist, and which do`, () => {
    assert.throws(
      () => chosen(names),
      ({ name, message }: Error) =>
        name === 'CommandError' &&
        message.startsWith(`--states: there is no ${unknown}. Known: filled, empty, `) &&
        message.endsWith('.'),
    );
  });
}

test('chooses the named states, and all without a list', () => {
  assert.deepEqual(chosen('offline,error'), ['error', 'offline']);
  assert.equal(chooseNamed('--states', undefined, states).length, states.length);
});

for (const [option, name] of [
  ['--states', 'erorr'],
  ['--frames', 'phone'],
  ['--screens', '/user/deposit'],
] as const) {
  test(`ends with the sentence about ${option} ${name} and keeps the earlier pictures`, async () => {
    // Nothing listens on this port: a command that went on would fail with another message.
    const words = ['http://127.0.0.1:9', option, name, '--folder', folder];
    const { code, output } = await runScript('tools/screenshots/screenshots.ts', words);
    assert.equal(code, 1, output);
    assert.match(output, new RegExp(`^${option}: there is no "${name}"\\. Known: .+\\.\\n$`));
    assert.deepEqual(fs.readdirSync(folder), ['earlier.png']);
  });
}
