// The commands of an installation by their first word.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runChaba } from '@chaba/testing/beds/programs';

test('lists the commands and ends with exit code 2 for an unknown first word, and for none', async () => {
  for (const words of [['opps', 'status'], ['constructor'], []]) {
    const { code, output } = await runChaba(words);
    assert.equal(code, 2, output);
    assert.match(output, /^chaba <command>\n +ops [^]*operator [^]*migrate [^]*roll [^]*audit [^]*start, reset/);
  }
  const { code, output } = await runChaba(['--help']);
  assert.equal(code, 0);
  assert.match(output, /^chaba <command>/);
});

test('passes the other words to the command', async () => {
  const usages = { ops: /status \[--brief\]/, migrate: /--list \| --apply/, roll: /--restart 'systemctl/ };
  for (const [word, usage] of Object.entries(usages)) {
    const { code, output } = await runChaba([word, '--help']);
    assert.equal(code, 0, output);
    assert.match(output, usage);
  }
});
