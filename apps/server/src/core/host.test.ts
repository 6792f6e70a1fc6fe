import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isLoopbackName, parseHostName } from './host.ts';

test('normalises letter case, port and trailing dot of a host name', () => {
  for (const host of [
    'rose.example',
    'ROSE.example',
    'rose.example.',
    'Rose.Example.:443',
    'rose.example:',
    ' rose.example ',
  ]) {
    assert.equal(parseHostName(host), 'rose.example', host);
  }
  assert.deepEqual(['[::1]:3000', '[2001:DB8::1]', '127.0.0.1:80', undefined].map(parseHostName), [
    '[::1]',
    '[2001:db8::1]',
    '127.0.0.1',
    '',
  ]);
});

test('accepts as loopback names that no other machine can have', () => {
  for (const name of ['localhost', 'lanna.localhost', '127.0.0.1', '127.9.8.7', '[::1]']) {
    assert.equal(isLoopbackName(name), true, name);
  }
  for (const name of [
    '',
    'localhost.evil.test',
    'evil-localhost',
    '127.0.0.1.evil.test',
    '0.0.0.0',
    '10.0.0.1',
    '::1x',
  ]) {
    assert.equal(isLoopbackName(name), false, name);
  }
});
