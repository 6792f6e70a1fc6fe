// Every action that an entry of the audit can hold has its words in Thai and English.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { actionNames } from '@chaba/contract/back-office/actions';

import { en } from './words-en.text.ts';
import { th } from './words-th.text.ts';

const MODULE = path.resolve(import.meta.dirname, '../../../server/src/modules');
const THAI = /[\u0e00-\u0e7f]/;

/** Actions that entries name beside those of the contract: literals of the writers of entries. */
function listWritten(folder: string): string[] {
  return fs.globSync('**/*.ts', { cwd: folder }).flatMap((file) => {
    if (file.endsWith('.test.ts')) return [];
    const text = fs.readFileSync(path.join(folder, file), 'utf8');
    if (!/append(?:Entry|ForSites)/.test(text)) return [];
    return [...text.matchAll(/\baction: '([a-z-]+\.[a-z-]+)'/g)].map(([, action = '']) => action);
  });
}

test('has Thai and English words for every action of the audit', () => {
  const written = listWritten(MODULE);
  assert.ok(written.includes('operator.signed-in') && written.includes('site.create'), written.join(' '));
  const verdicts = ['approved', 'rejected', 'withdrawn'].map((verdict) => `request.${verdict}`);
  for (const action of new Set([...actionNames, ...written, ...verdicts, 'access.seal'])) {
    const inThai: string | undefined = { ...th.actions, ...th.otherActions }[action as 'operator.invite'];
    const inEnglish: string | undefined = { ...en.actions, ...en.otherActions }[action as 'operator.invite'];
    assert.match(inThai ?? '', THAI, `${action} in Thai`);
    assert.match(inEnglish ?? '', /^[\w ,’'-]+$/, `${action} in English`);
  }
  for (const action of actionNames) {
    assert.match(th.effects[action], THAI, `effect of ${action}`);
    assert.notEqual(en.effects[action], '', `effect of ${action}`);
  }
});

test('has words for every channel of an entry', () => {
  for (const channel of ['web', 'cli', 'host']) {
    assert.match(th.audit.channels[channel] ?? '', THAI);
    assert.ok(en.audit.channels[channel]);
  }
});
