// Cleaning pasted codes and referral keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { extractDigits, westernDigits } from './digits.ts';
import { cleanCode, cleanReferralKey, withoutInvisible } from './typed-text.ts';

/** Characters without a form: direction, joiners, fillers, variation selectors, tags, soft hyphen, annotations. */
const invisible = [
  '­',
  '͏',
  '؜',
  'ᅟ',
  '឴',
  '᠎',
  '​',
  '‍',
  '‎',
  '‪',
  '‮',
  '⁠',
  '⁤',
  '⁦',
  '⁩',
  '⁯',
  'ㅤ',
  '︀',
  '️',
  '﻿',
  'ﾠ',
  '￹',
  '󠀁',
  '󠁁',
  '󠄀',
  '𝅳',
];

test('removes every invisible character wherever it stands', () => {
  for (const mark of invisible) {
    const name = `U+${mark.codePointAt(0)?.toString(16)}`;
    assert.equal(withoutInvisible(`${mark}น้ำ${mark}ฝน${mark}`), 'น้ำฝน', name);
    for (const typed of [`WELCOME50${mark}`, `WEL${mark}COME50`, `${mark}WELCOME50`, `${mark} WELCOME50 ${mark}`]) {
      assert.equal(cleanCode(typed), 'WELCOME50', name);
    }
    assert.equal(cleanReferralKey(`Ab${mark}C1${mark}`), 'AbC1', name);
  }
});

test('removes what a chat puts around a code and keeps the code', () => {
  const around = [
    'WELCOME50.',
    'WELCOME50,',
    'WELCOME50!',
    'WELCOME50!!',
    'WELCOME50™',
    'WELCOME50²',
    '"WELCOME50"',
    '“WELCOME50”',
    '‘WELCOME50’',
    '(WELCOME50)',
    '[WELCOME50]',
    '`WELCOME50`',
    '*WELCOME50*',
    '«WELCOME50»',
    'WELCOME50…',
    'WELCOME50 👍🏽',
    'WELCOME50ๆ',
    'WELCOME50 ฯ',
    '👉 WELCOME50 👈',
    'WELCOME50❤️',
    '- WELCOME50',
    'WELCOME50 -',
    '— WELCOME50 —',
    '\xA0WELCOME50　',
    '	WELCOME50\r\n',
    'ＷＥＬＣＯＭＥ５０',
    'WELCOME๕๐',
    '⁨WELCOME50⁩.',
  ];
  for (const typed of around) assert.equal(cleanCode(typed), 'WELCOME50', typed);
  assert.equal(cleanCode('welcome50'), 'welcome50');
  for (const code of ['ONLY-ONE', 'ONLY_ONE', '_X_', 'A-', '-A']) assert.equal(cleanCode(code), code);
  assert.equal(cleanCode('ONLY–ONE'), 'ONLY-ONE');
  assert.equal(cleanCode('WEL COME'), 'WEL COME');
  for (const nothing of ['', ' ', '\u200B', '...', '👍', '\u2068\u2069']) assert.equal(cleanCode(nothing), '');
});

test('removes Thai abbreviation and repetition marks around a code', () => {
  const around = [
    'WELCOME50ฯลฯ',
    'WELCOME50 ฯลฯ',
    'WELCOME50, ฯลฯ.',
    'WELCOME50 ฯลฯ ๆ',
    'WELCOME50ๆๆ',
    'WELCOME50 ๆ ๆ',
    'WELCOME๕๐ๆ',
    'ๆ WELCOME50',
    'ฯลฯ WELCOME50 ฯลฯ',
  ];
  for (const typed of around) assert.equal(cleanCode(typed), 'WELCOME50', typed);
  assert.equal(cleanReferralKey('AbC123ฯลฯ'), 'AbC123');
  for (const nothing of ['ฯลฯ', 'ๆ', 'ฯ ฯลฯ ๆ', '(ฯลฯ)']) assert.equal(cleanCode(nothing), '', nothing);
  // A letter that is in no mark stays, and no code is made of a part of a word.
  assert.equal(cleanCode('ลฯ'), 'ล');
  assert.equal(cleanCode(`A${'ฯลฯ'.repeat(7_000)}ก`).length, 21_002);
});

test('removes the punctuation after the key of a referral link', () => {
  for (const text of [
    'AbC123',
    'AbC123.',
    'AbC123)',
    'AbC123_',
    '*AbC123*',
    'AbC123-',
    '_AbC123_',
    'AbC123ๆ',
    ' AbC123!',
  ]) {
    assert.equal(cleanReferralKey(text), 'AbC123', text);
  }
  assert.equal(cleanReferralKey('<script>x</script>'), 'script>x</script');
});

test('reads the digits of every script', () => {
  const scripts = [
    '๐๑๒๓๔๕๖๗๘๙',
    '０１２３４５６７８９',
    '໐໑໒໓໔໕໖໗໘໙',
    '០១២៣៤៥៦៧៨៩',
    '၀၁၂၃၄၅၆၇၈၉',
    '٠١٢٣٤٥٦٧٨٩',
    '०१२३४५६७८९',
  ];
  for (const digits of [...scripts, '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿', '0123456789']) {
    assert.equal(westernDigits(digits), '0123456789');
  }
  assert.equal(extractDigits('บช. ๑๒๓-4 ก'), '1234');
});
