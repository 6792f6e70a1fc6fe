import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { cleanPersonName, compareNames, isCompanyName, withoutTitle } from './names.ts';

type Vector = { id: string; member: string; bank: string; expect: string; note: string };
const vectors = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'name-vectors.json'), 'utf8')) as Vector[];

test('compares known spellings of a name correctly', () => {
  assert.ok(vectors.length >= 20);
  for (const { id, member, bank, expect, note } of vectors) {
    assert.equal(compareNames(member, bank), expect, `${id}: ${note}`);
  }
});

test('accepts a first name that begins like a title', () => {
  assert.equal(compareNames('คุณธรรม ใจดี', 'นาย คุณธรรม ใจดี'), 'match');
  assert.equal(compareNames('นายิกา ใจดี', 'น.ส. นายิกา ใจดี'), 'match');
  assert.equal(withoutTitle('นางสาวสมหญิง'), 'สมหญิง');
  assert.equal(withoutTitle('ดรุณี'), 'ดรุณี');
});

test('matches a truncated surname by its beginning and reviews a missing one', () => {
  assert.equal(compareNames('สมชาย ใจดี', 'นาย สมชาย'), 'review');
  assert.equal(compareNames('สมชาย ใจดี', 'Mr. Somchai J.'), 'review');
  assert.equal(compareNames('Somchai Jaidee', 'MR. SOMCHAI JAIDEE'), 'match');
});

test('rejects company names and accepts typed names of people', () => {
  assert.equal(isCompanyName('บริษัท ชบา เกมส์ จำกัด'), true);
  assert.equal(isCompanyName('นาย สมชาย ใจดี'), false);
  assert.equal(cleanPersonName('  สม\u200Bชาย  '), 'สมชาย');
  for (const typed of ['', '   ', '12345', '<b>x</b>', 'a\u0000b', 'ก'.repeat(101), '- -']) {
    assert.equal(cleanPersonName(typed), undefined);
  }
});
