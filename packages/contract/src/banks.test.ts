// Bank catalogue and account-number formats.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  getBank,
  banks,
  cleanAccountNumber,
  formatAccountNumber,
  isAccountNumber,
  isListedBank,
  maskAccountNumber,
  wallets,
} from './banks.ts';
import { bankName, bankText } from './banks.text.ts';

test('lists the 17 banks in the order of the specification', () => {
  const codes = '014, 002, 004, 006, 034, 011, 017, 020, 022, 024, 025, 030, 033, 073, 067, 069, 066';
  assert.equal(banks.map(({ code }) => code).join(', '), codes);
  assert.deepEqual(Object.keys(bankText).toSorted(), codes.split(', ').toSorted());
});

test('uses a text colour with a contrast of at least 4.5 on every badge', () => {
  const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  for (const { code, colour, textColour } of [...banks, ...wallets, getBank('071')]) {
    const [dark = 0, light = 0] = [luminance(colour), luminance(textColour)].toSorted((a, b) => a - b);
    assert.ok((light + 0.05) / (dark + 0.05) >= 4.5, code);
  }
});

test('returns a displayable bank for a code outside the catalogue', () => {
  assert.equal(bankName('071'), 'ธนาคารอื่น (071)');
  assert.equal(getBank('071').shortCode, '071');
  assert.equal(isListedBank('071'), false);
  assert.equal(getBank('076').code, '011');
  assert.equal(bankName('076'), 'ธนาคารทหารไทยธนชาต');
  assert.equal(bankName('TRUEMONEY'), 'ทรูมันนี่ วอลเล็ท');
});

test('keeps the digits of a pasted account number, leading zeros included', () => {
  assert.equal(cleanAccountNumber('123-4-56789-0'), '1234567890');
  assert.equal(cleanAccountNumber(' 001 234 5678 '), '0012345678');
  assert.equal(cleanAccountNumber('๑๒๓-๔-๕๖๗๘๙-๐'), '1234567890');
  assert.ok(isAccountNumber('0012345678') && isAccountNumber('001234567890'));
  for (const account of ['', '123456789', '12345678901', '1234567890123', '123456789a']) {
    assert.equal(isAccountNumber(account), false, account);
  }
});

test('groups an account number only if it fits the pattern of its bank', () => {
  assert.equal(formatAccountNumber('014', '1112223334'), '111-2-22333-4');
  assert.equal(formatAccountNumber('030', '111222333444'), '111-2-22333-444');
  assert.equal(formatAccountNumber('014', '111222333444'), '111222333444');
  assert.equal(formatAccountNumber('071', '1112223334'), '1112223334');
  assert.equal(maskAccountNumber('1112223334'), 'xxxxxx3334');
});
