// Normalising, checking and formatting mobile numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cleanPhone, formatPhone, isPhone, maskPhone } from './phones.ts';

test('normalises every notation of a mobile number to ten digits', () => {
  const ways = ['0812345678', '081-234-5678', ' 081 234 5678 ', '+66812345678', '+66 81-234-5678'];
  ways.push(
    '０８１２３４５６７８',
    '๐๘๑๒๓๔๕๖๗๘',
    '66812345678',
    '0066812345678',
    '+66 (0)81 234 5678',
    '\u202a0812345678\u202c',
  );
  for (const way of ways) assert.equal(cleanPhone(way), '0812345678', way);
});

test('accepts only ten digits that begin with 06, 08 or 09', () => {
  for (const phone of ['0612345678', '0812345678', '0912345678']) assert.ok(isPhone(phone), phone);
  const refused = ['', '021234567', '0212345678', '0712345678', '081234567', '08123456789', '081234567a'];
  refused.push('0812345678\n', '๐812345678');
  for (const phone of refused) assert.equal(isPhone(phone), false, phone);
});

test('formats a number in groups and masks its middle', () => {
  assert.equal(formatPhone('0812345678'), '081-234-5678');
  assert.equal(maskPhone('0812345678'), '08x-xxx-xx78');
  assert.equal(formatPhone('123'), '123');
  assert.equal(maskPhone('123'), 'xxx');
});
