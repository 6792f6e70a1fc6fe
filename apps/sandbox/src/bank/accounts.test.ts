import assert from 'node:assert/strict';
import test from 'node:test';

import { fullNameOf, holderOf, maskedAccount, nameCheckOf, stateOf, WALLET_CODE } from './accounts.ts';
import { companyNames, firstNames, surnames } from './people.text.ts';

test('returns the names of the seed data for fixed accounts', () => {
  assert.deepEqual(holderOf('014', '1112223334'), {
    title: 'นางสาว',
    firstName: 'สมหญิง',
    lastName: 'ใจดี',
    isJuristic: false,
    displayName: 'น.ส. สมหญิง ใ',
    englishName: 'MISS SOMYING J',
  });
  assert.equal(fullNameOf(holderOf('004', '9998887776')), 'บริษัท ชบา เกมส์ จำกัด');
  assert.equal(fullNameOf(holderOf('014', '5556667778')), 'บริษัท ชบา เกมส์ จำกัด');
  assert.equal(fullNameOf(holderOf('002', '4443332221')), 'บริษัท ล้านนา เกมส์ จำกัด');
  assert.equal(fullNameOf(holderOf(WALLET_CODE, '0891112222')), 'บริษัท ชบา เกมส์ จำกัด');
  assert.equal(fullNameOf(holderOf(WALLET_CODE, '0893334444')), 'บริษัท ล้านนา เกมส์ จำกัด');
});

test('derives a stable name from bank code and account', () => {
  // Recorded names: a changed list of names would rename every holder.
  assert.equal(fullNameOf(holderOf('004', '1234567890')), 'นางสาว อรุณี ผ่องศรี');
  assert.equal(fullNameOf(holderOf('006', '1234567890')), fullNameOf(holderOf('006', '1234567890')));
  assert.notEqual(fullNameOf(holderOf('006', '1234567890')), fullNameOf(holderOf('004', '1234567890')));
  assert.equal(firstNames.length, 60);
  assert.equal(surnames.length, 60);
  assert.equal(companyNames.length, 12);
});

test('uses fitting titles and lists no name twice', () => {
  for (let account = 0; account < 500; account += 1) {
    const holder = holderOf('004', String(1_000_000_000 + account * 7_919_011));
    const gender = firstNames.find((name) => name.thai === holder.firstName)?.gender;
    assert.equal(holder.title === 'นาย', gender === 'male');
  }
  assert.equal(new Set(firstNames.map((name) => name.thai)).size, firstNames.length);
  assert.equal(new Set(surnames.map((name) => name.thai)).size, surnames.length);
});

test('derives the behaviour of an account from its ending', () => {
  assert.equal(stateOf('004', '1234560000'), 'not_found');
  assert.equal(stateOf('004', '1234560001'), 'closed');
  assert.equal(stateOf('004', '1234560002'), 'open');
  assert.equal(nameCheckOf('1234560002'), 'down');
  assert.equal(nameCheckOf('1234560003'), 'slow');
  assert.equal(nameCheckOf('123456780003'), 'slow');
  assert.equal(holderOf('004', '1234560009').isJuristic, true);
  assert.equal(stateOf(WALLET_CODE, '0812340000'), 'open');
});

test('shows four digits of a masked account at their positions', () => {
  assert.equal(maskedAccount('014', '1112223334'), 'xxx-x-xx333-4');
  assert.equal(maskedAccount('004', '9998887776'), 'xxx-x-x8777-x');
  assert.equal(maskedAccount('030', '123456789012'), 'xxx-x-xxxx9-012');
  assert.equal(maskedAccount('004', '123456789012'), 'xxxxxxxx9012');
});
