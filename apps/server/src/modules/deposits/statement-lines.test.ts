import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseStatementLine } from './statement-lines.ts';
import vectors from './statement-vectors.json' with { type: 'json' };

const now = new Date('2026-02-05T16:00:00+07:00');
const ours = [
  { bankCode: '004', account: '9998887776' },
  { bankCode: '006', account: '1234294991' },
  { bankCode: '014', account: '5556963071' },
];

for (const { id, bank, line, expect, note } of vectors) {
  test(`parses the statement line "${id}": ${note}`, () => {
    const reading = parseStatementLine(bank, line, ours, now);
    assert.equal(reading.ok, expect.ok);
    if (!reading.ok) {
      if (expect.reason !== undefined) assert.equal(reading.reason, expect.reason);
      return;
    }
    assert.equal(reading.line.transferredAt.getTime(), new Date(expect.at ?? '').getTime());
    assert.equal(reading.line.amount, BigInt(expect.amountSatang ?? 0) * 100n);
    assert.equal(reading.line.balanceAfter, BigInt(expect.balanceSatang ?? 0) * 100n);
    assert.equal(reading.line.senderTail ?? null, expect.senderTail);
    assert.equal(reading.line.senderBank ?? null, expect.senderBank);
    assert.equal(reading.receiverShown, expect.receiverTail ?? expect.receiverMask);
  });
}

test('leaves the sender of a transfer from another bank to KBank open', () => {
  const reading = parseStatementLine('004', '05/02/69 15:07 บช X-7776 เงินเข้า 1,000.00 คงเหลือ 12,345.67 บ.', ours, now);
  assert.ok(reading.ok);
  assert.deepEqual([reading.line.senderTail, reading.line.senderBank], [undefined, undefined]);
});

test('dates a line without a year in the year closest to now', () => {
  const atNewYear = new Date('2026-01-01T00:10:00+07:00');
  const reading = parseStatementLine('014', 'เงิน 399.69บ เข้าบ/ชx963071 31/12@23:58 ใช้ได้ 6,302บ', ours, atNewYear);
  assert.ok(reading.ok);
  assert.equal(reading.line.transferredAt.toISOString(), '2025-12-31T16:58:00.000Z');
  const named = parseStatementLine('014', '05/02@15:07 500.00 จากKBNK/x123334เข้าx963071', ours, now);
  assert.ok(named.ok);
  assert.deepEqual([named.line.senderBank, named.line.senderTail], ['004', '123334']);
});

type Form = {
  readonly amount: bigint;
  readonly tail?: string;
  readonly bank?: string;
  readonly name?: string;
  readonly account?: string;
};

/** Forms as customers receive them; the amounts are in satang. */
const forms: readonly (readonly [bank: string, text: string, expected: Form])[] = [
  ['014', '25/11@14:44 29.92 จากKTB/x129439เข้าx963071 ใช้ได้10,121.23บ', { amount: 2_992n, tail: '129439', bank: '006' }],
  ['014', '25/11@20:29 300.00 โอนจากMANA JAIDเข้าx963071 ใช้ได้3,200.00บ', { amount: 30_000n, name: 'MANA JAID' }],
  ['014', 'เงิน 180.00บ เข้าบ/ชx963071 25/11@17:21 ใช้ได้ 4,280.00', { amount: 18_000n }],
  ['014', 'เงิน180.00บเข้าบ/ชx963071 25/11@17:21ใช้ได้4,280บ', { amount: 18_000n }],
  ['014', '25/11@20:29 1,300.00 จากTTBA/x123334เข้าx963071', { amount: 130_000n, tail: '123334', bank: '011' }],
  ['014', '25/11@20:29 300.00 จากUOBT/x1234เข้าx963071 ใช้ได้ 1บ', { amount: 30_000n, tail: '1234', bank: '024' }],
  ['014', '25/11@20:29 300.00 จากNEWB/x1234เข้าx963071 ใช้ได้ 1บ', { amount: 30_000n, tail: '1234' }],
  ['014', "25/11@20:29 300.00 โอนจากMANA O'BRIEเข้าx963071 ใช้ได้3,200บ", { amount: 30_000n, name: "MANA O'BRIE" }],
  ['014', '25/11@20:29 300.00 โอนจากMANA-LEE & SONเข้าx963071', { amount: 30_000n, name: 'MANA-LEE & SON' }],
  ['014', 'SCB: เงิน 1,180บ เข้าบ/ชx963071 25/11@17:21 ใช้ได้ 4,280.00', { amount: 118_000n }],
  ['014', '25/11@20:29 300.00 ฝากเงินสดเข้าx963071 ใช้ได้ 1.00บ', { amount: 30_000n }],
  ...['พร้อมเพย์', 'PromptPay', 'prompt pay', 'ต่างธนาคาร', 'ตู้ ATM', 'ATM', 'CDM', 'การถอนเงินกองทุน', 'สาขา'].map(
    (channel) => ['014', `25/11@20:29 300.00 จาก${channel}เข้าx963071`, { amount: 30_000n }] as const,
  ),
  ['014', '25/11@20:29 300.00 จากพร้อมเพย์ มานะ ใจดีเข้าx963071', { amount: 30_000n, name: 'มานะ ใจดี' }],
  ['014', '25/11@20:29 300.00 จากการะเกด ใจดีเข้าx963071', { amount: 30_000n, name: 'การะเกด ใจดี' }],
  ['014', '25/11@20:29 300.00 จากATMAN LEEเข้าx963071', { amount: 30_000n, name: 'ATMAN LEE' }],
  ['014', '25/11@20:29 300.00 โอนจากสมจ่าย ใจดีเข้าx963071', { amount: 30_000n, name: 'สมจ่าย ใจดี' }],
  ['004', '25/11/69 19:54 บช X-7776 รับโอนจาก ต่างธนาคาร 500.00 คงเหลือ 9,350.00 บ.', { amount: 50_000n }],
  [
    '004',
    '25/11/69 19:54 บชX456777X รับโอนจากX189776X 500.00บ คงเหลือ9350.00บ',
    { amount: 50_000n, tail: '189776x', bank: '004', account: '1234567776' },
  ],
  ['004', '25/11/69 19:54 บช X-7776 เงินเข้า 500.00 คงเหลือ 9,350.00 บ.', { amount: 50_000n }],
  [
    '004',
    '25/11/2569 19:54 น. บัญชี X-7776 รับโอนจาก X-3334 500.00 บาท ยอดเงินคงเหลือ 9,350.00 บาท',
    { amount: 50_000n, tail: '3334', bank: '004' },
  ],
  [
    '004',
    '25/11/69 19:54 บช xxx-x-x7776-x รับโอนจาก xxx-x-x3334-x 500.00บ.',
    { amount: 50_000n, tail: '3334x', bank: '004', account: '9998877760' },
  ],
  [
    '004',
    '[KBank] 25/11/69 19:54 บช X-7776 รับโอนจาก X-3334 500 คงเหลือ 9,350 บ.',
    { amount: 50_000n, tail: '3334', bank: '004' },
  ],
  ['006', '25-11-26@19:54 บชX29499X:เงินเข้า+180.00บ.ใช้ได้180.70บ.', { amount: 18_000n }],
  ['006', '25-11-69@19:54 บช X29499X: เงินเข้า 180.00 บาท ใช้ได้ 180.70 บาท', { amount: 18_000n }],
  ['006', '25-11-2569 @19:54 บช.X29499X เงินโอนเข้า +180.00บ. ใช้ได้ 1,180.70บ.', { amount: 18_000n }],
];

test('reads the forms of SCB, KTB and KBANK as customers receive them', () => {
  const at = new Date('2026-11-27T12:00:00+07:00');
  for (const [bank, text, { amount, tail, bank: senderBank, name, account }] of forms) {
    const receivers = account === undefined ? ours : [{ bankCode: bank, account }];
    const reading = parseStatementLine(bank, text, receivers, at);
    if (!reading.ok) assert.fail(`${text}: ${reading.reason}`);
    const { line } = reading;
    assert.deepEqual(
      [line.amount, line.senderTail, line.senderBank, line.senderName],
      [amount * 100n, tail, senderBank, name],
      text,
    );
    const day = line.transferredAt.toISOString().slice(0, 10);
    assert.equal(day, '2026-11-25', text);
  }
});

test('reads white space of every kind, invisible characters and other digits alike', () => {
  const written = '05/02/69 15:07 บช X-7776 รับโอนจาก X-3334 500.37 คงเหลือ 12,345.67 บ.';
  const variants = [
    ...['\u00A0', '\u2009', '\u202F', '\u3000', '\t', '  ', '\u2028', '\r\n', '\u1680', '\u2800'].map((space) =>
      written.replaceAll(' ', space),
    ),
    ...['\u200B', '\uFEFF', '\u2068', '\u00AD', '\u2060'].map((mark) => written.split('').join(mark)),
    written.replace('X-7776', 'X\u20117776'),
    written.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit))),
    written.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    written.replaceAll(' ', ''),
    `\uFEFF${written}\u0000`,
  ];
  for (const text of variants) {
    // Without any space the sender and the amount are one number, which no reading may divide.
    const reading = parseStatementLine('004', text, ours, now);
    if (text.includes('X-3334500')) assert.equal(reading.ok, false);
    else assert.ok(reading.ok && reading.line.amount === 5_003_700n, JSON.stringify(text));
  }
});

test('reads a year without a century and 29 February as the nearest day that is not in the future', () => {
  const read = (bank: string, text: string, at: string) => {
    const reading = parseStatementLine(bank, text, ours, new Date(at));
    return reading.ok
      ? new Date(reading.line.transferredAt.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)
      : reading.reason;
  };
  const scb = (day: string) => `เงิน 1.00บ เข้าบ/ชx963071 ${day}@10:00 ใช้ได้ 2.00บ`;
  const kbank = (day: string) => `${day} 10:00 บช X-7776 เงินเข้า 1.00 คงเหลือ 2.00 บ.`;
  const ktb = (day: string) => `${day}@10:00 บช X29499X:เงินเข้า +1.00 บ. ใช้ได้ 2.00 บ.`;
  const noon = 'T12:00:00+07:00';
  assert.equal(read('014', scb('31/12'), `2026-01-01${noon}`), '2025-12-31');
  assert.equal(read('014', scb('01/01'), `2026-01-01${noon}`), '2026-01-01');
  assert.equal(read('014', scb('02/01'), `2026-01-01${noon}`), '2025-01-02');
  assert.equal(read('014', scb('29/02'), `2026-03-01${noon}`), '2024-02-29');
  assert.equal(read('014', scb('29/02'), `2028-02-29${noon}`), '2028-02-29');
  assert.equal(read('014', scb('29/02'), `2027-03-01${noon}`), 'NOT_A_STATEMENT_LINE');
  assert.equal(read('014', scb('30/02'), `2026-03-01${noon}`), 'NOT_A_STATEMENT_LINE');
  for (const [write, bank] of [
    [kbank, '004'],
    [ktb, '006'],
  ] as const) {
    const sign = bank === '004' ? '/' : '-';
    for (const year of ['69', '26', '2569', '2026']) {
      assert.equal(read(bank, write(`25${sign}11${sign}${year}`), `2026-11-27${noon}`), '2026-11-25', year);
    }
    assert.equal(read(bank, write(`29${sign}02${sign}67`), `2025-11-27${noon}`), '2024-02-29');
    for (const year of ['1969', '1957', '2000', '2023', '2566', '2512', '00', '66', '23']) {
      assert.equal(read(bank, write(`25${sign}11${sign}${year}`), `2026-11-27${noon}`), 'NOT_A_STATEMENT_LINE', year);
    }
    assert.equal(read(bank, write(`29${sign}02${sign}69`), `2026-11-27${noon}`), 'NOT_A_STATEMENT_LINE');
    assert.equal(read(bank, write(`31${sign}12${sign}69`), `2026-11-27${noon}`), 'NOT_A_STATEMENT_LINE');
  }
});

test('names a debit only in a known form, and never where the line may report an arrival', () => {
  const debits = [
    ['004', '05/02/69 15:07 บช X-7776 ชำระเงิน 500.00 คงเหลือ 12.00 บ.'],
    ['004', '05/02/69 15:07 น. โอนเงินออก บช X-7776 500.00 คงเหลือ 12.00 บ.'],
    ['004', '[KBank] 05/02/69 15:07 บช X-7776 หักบช 500.00'],
    ['006', '05-02-26@15:07 บชX29499X:จ่ายบิล-180.00บ.ใช้ได้180.70บ.'],
    ['014', '05/02@10:00 500.00 ถอนจากx963071 ใช้ได้ 12.00บ'],
    ['014', 'ถอน/โอนเงิน 500.00บ จากบ/ชx963071 05/02@10:00 ใช้ได้ 12.00บ'],
  ] as const;
  const unknown = [
    ['004', '05/02/69 10:14 บช X-7776 รับชำระเงิน 500.00 คงเหลือ 9,350.00 บ.'],
    ['004', '05/02/69 10:14 บช X-7776 คืนเงินชำระสินค้า 500.00 คงเหลือ 9,350.00 บ.'],
    ['004', '05/02/69 10:14 บช X-7776 จ่ายดอกเบี้ย 500.00 คงเหลือ 9,350.00 บ.'],
    ['004', '05/02/69 10:14 บช X-7776 ชำระ +500.00 คงเหลือ 9,350.00 บ.'],
    ['004', '05/02/69 10:14 บช X-7776 สมจ่าย ใจดี 500.00 คงเหลือ 9,350.00 บ.'],
    ['006', '05-02-69@10:14 บชX29499X:เงินเข้า+500.00บ.ใช้ได้9,350.00บ. รับชำระค่าสินค้า'],
    ['014', '05/02@10:14 500.00 โอนจากสมจ่าย2 ใจดีเข้าx963071 ใช้ได้ 9,350.00บ'],
    ['014', '05/02@10:14 500.00 ถอนกองทุน2เข้าx963071'],
    ['014', '05/02@10:14 500.00 ฝากโดยสมถอน ใจดี'],
  ] as const;
  const reasonOf = (bank: string, text: string) => {
    const reading = parseStatementLine(bank, text, ours, now);
    return reading.ok ? 'read' : reading.reason;
  };
  for (const [bank, text] of debits) assert.equal(reasonOf(bank, text), 'DEBIT', text);
  for (const [bank, text] of unknown) assert.equal(reasonOf(bank, text), 'NOT_A_STATEMENT_LINE', text);
});

test('names a debit and a line of zero, and rejects hostile text in bounded time', () => {
  const reasonOf = (bank: string, text: string) => {
    const reading = parseStatementLine(bank, text, ours, now);
    return reading.ok ? 'read' : reading.reason;
  };
  assert.equal(reasonOf('004', '05/02/69 15:07 บช X-7776 เงินออก 500.00 คงเหลือ 12.00 บ.'), 'DEBIT');
  assert.equal(reasonOf('014', 'เงิน 500.00บ ออกบ/ชx963071 05/02@10:00 ใช้ได้ 12.00บ'), 'DEBIT');
  assert.equal(reasonOf('006', '05-02-26@15:07 บช X29499X:ถอนเงิน -180.00 บ. ใช้ได้ 180.70 บ.'), 'DEBIT');
  assert.equal(reasonOf('004', '05/02/69 15:07 บช X-7776 เงินเข้า 0.00 คงเหลือ 12.00 บ.'), 'ZERO');
  assert.equal(reasonOf('004', '05/02/69 15:07 บช X-76 เงินเข้า 1.00 คงเหลือ 12.00 บ.'), 'UNKNOWN_RECEIVER');
  const before = process.cpuUsage();
  for (const text of [
    '1'.repeat(400),
    'X'.repeat(400),
    ' '.repeat(100_000),
    '1/'.repeat(200),
    'จาก'.repeat(130),
    `05/02@10:00 1.00 จาก${'A '.repeat(180)}`,
  ]) {
    for (const bank of ['004', '006', '014']) assert.notEqual(reasonOf(bank, text), 'read');
  }
  // Processor time of this process: a pattern that backtracks takes minutes for these texts.
  assert.ok(process.cpuUsage(before).user < 10_000_000);
});

test('rejects a day that does not exist and an unknown bank', () => {
  for (const [bank, line] of [
    ['004', '31/02/69 15:07 บช X-7776 เงินเข้า 1.00 คงเหลือ 2.00 บ.'],
    ['999', '05/02/69 15:07 บช X-7776 เงินเข้า 1.00 คงเหลือ 2.00 บ.'],
    ['004', `05/02/69 15:07 บช X-7776 เงินเข้า ${'1'.repeat(5_000)} คงเหลือ 2.00 บ.`],
  ] as const) {
    assert.deepEqual(parseStatementLine(bank, line, ours, now), { ok: false, reason: 'NOT_A_STATEMENT_LINE' });
  }
});
