// Normalising, checking and formatting mobile numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cleanPhone, formatPhone, isPhone, maskPhone } from './phones.ts';

test('normalises every notation of a mobile number to ten digits', () => {
  const ways = [
    '0812345678',
    '081-234-5678',
    ' 081 234 5678 ',
    '+66812345678',
    '+66 81-234-5678',
    '０８１２３４５６７８',
    '๐๘๑๒๓๔๕๖๗๘',
    '66812345678',
    '0066812345678',
    '+66 (0)81 234 5678',
    '‪0812345678‬',
    'tel:0812345678',
    'tel:+66-81-234-5678',
    'TEL:+66812345678;ext=99',
    'tel:0812345678;phone-context=+66',
    '⁨0812345678⁩',
    '⁦+66 81 234 5678⁩',
    '‏0812345678',
    '081​234⁠5678﻿',
    '081‑234‑5678',
    '081–234–5678',
    '081.234.5678',
    '081/234/5678',
    '081_234_5678',
    '(081) 234-5678',
    '[081]2345678',
    '＋６６８１２３４５６７８',
    '(+66)812345678',
    '66 081 234 5678',
    '+660812345678',
    '+66 (081) 234-5678',
    '00166812345678',
    '“0812345678”',
    '0812345678.',
    'โทร. 081-234-5678',
    'เบอร์ +66 81 234 5678',
    '๐๘๑–๒๓๔–๕๖๗๘',
    '📞 081 234 5678',
    '081\xA0234 5678',
    '໐໘໑໒໓໔໕໖໗໘',
    '+๖๖๘๑๒๓๔๕๖๗๘',
    '0812345678\n',
    '081	234 5678',
  ];
  for (const way of ways) assert.equal(cleanPhone(way), '0812345678', way);
});

test('drops no digit of a number that is too long or of two numbers', () => {
  assert.equal(cleanPhone('08123456789'), '08123456789');
  assert.equal(cleanPhone('081-234-5678-9'), '08123456789');
  assert.equal(cleanPhone('0812345678 หรือ 0891112222'), '08123456780891112222');
  assert.equal(cleanPhone('+668123456789'), '08123456789');
  assert.equal(cleanPhone('668123'), '668123');
  assert.equal(cleanPhone(''), '');
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
