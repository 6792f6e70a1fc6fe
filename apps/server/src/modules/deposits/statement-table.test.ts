// Tables of internet banking: headings, quotes, years, money that leaves, and lines that cannot be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, type Money, money } from '@chaba/money';

import { isBad, readStatement } from './statement-table.ts';

const now = new Date('2026-02-05T16:00:00+07:00');
const accounts = [
  { bankCode: '004', account: '9998887776' },
  { bankCode: '006', account: '1234294991' },
  { bankCode: '014', account: '5556963071' },
];

const read = (bankCode: string, text: string, account = accounts.find((each) => each.bankCode === bankCode)) =>
  readStatement({ bankCode, account }, text.trim().split('\n'), { accounts, now });

type Shown = readonly (Money | string | undefined)[];

const show = (rows: ReturnType<typeof read>) =>
  rows.map(({ reading }): Shown | string => {
    if (!reading.ok) return reading.reason;
    const { amount, transferredAt, senderBank, senderTail, balanceAfter } = reading.line;
    return [amount, transferredAt.toISOString(), senderBank, senderTail, balanceAfter];
  });

test('reads a KBank table with a two-digit Buddhist year and the sender in the description', () => {
  const rows = read(
    '004',
    `
บัญชีเงินฝากออมทรัพย์,999-8-88777-6
วันที่,เวลา,รายการ,ถอนเงิน (บาท),ฝากเงิน (บาท),ยอดคงเหลือ (บาท),ช่องทาง,รายละเอียด
05/02/69,15:07:31,รับโอนเงิน,,"1,500.37","12,345.67",K PLUS,"จาก X3334 นาย สมชาย ใ++"
05/02/69,15:09,รับโอนเงิน,,500.00,"12,845.67",Internet/Mobile,จาก SCB X9921 อรทัย บ
05/02/69,15:20,โอนเงิน,200.00,,"12,645.67",K PLUS,โอนไป BBL X1111
05/02/69,,รับโอนเงิน,,10.00,"12,655.67",K PLUS,
รวม,,,200.00,x1,,,`,
  );
  assert.deepEqual(show(rows), [
    'HEADING',
    'HEADING',
    [money(15_003_700n), '2026-02-05T08:07:00.000Z', '004', '3334', money(123_456_700n)],
    [baht(500), '2026-02-05T08:09:00.000Z', '014', '9921', money(128_456_700n)],
    'DEBIT',
    'BAD_TIME',
    'BAD_AMOUNT',
  ]);
  assert.deepEqual(
    rows.filter(isBad).map(({ no }) => no),
    [6, 7],
  );
});

test('reads an SCB table with tabs and English headings, and a KTB table with one column of signed amounts', () => {
  const scb = read(
    '014',
    'Date\tTime\tTransaction\tWithdrawal\tDeposit\tBalance\tDescription\n05/02/2026\t09:01\tX1\t\t80.25\t180.25\tFrom KBANK /x113334',
  );
  assert.deepEqual(show(scb).at(1), [money(802_500n), '2026-02-05T02:01:00.000Z', '004', '113334', money(1_802_500n)]);
  const ktb = read(
    '006',
    'วันที่/เวลา;จำนวนเงิน;ยอดคงเหลือ;คำอธิบาย\n2026-02-05 10:15:00;+300.00;1,300.00;รับโอน\n2026-02-05 10:20:00;-50.00;1,250.00;ถอน\n2026-02-05 10:21;abc;1;x\n2026-02-30 10:21;5.00;1;x',
  );
  assert.deepEqual(show(ktb), [
    'HEADING',
    [baht(300), '2026-02-05T03:15:00.000Z', undefined, undefined, baht(1_300)],
    'DEBIT',
    'BAD_AMOUNT',
    'BAD_TIME',
  ]);
});

const listed = (text: string): string[] =>
  read('004', text)
    .filter(isBad)
    .map(({ no, reading }) => `${no} ${reading.ok ? '' : reading.reason}`);

test('lists each row whose cells of money are unreadable or contradict each other, and no other', () => {
  /** Cells of money out and money in, and what the row is. */
  const table: [out: string, arrived: string, shown: Money | string][] = [
    ['200.00', 'x1', 'BAD_AMOUNT'],
    ['200.00', '"1.500,37"', 'BAD_AMOUNT'],
    ['200.00', '5OO.00', 'BAD_AMOUNT'],
    ['200.00', 'THB 500', 'BAD_AMOUNT'],
    ['-200.00', '--5', 'BAD_AMOUNT'],
    ['', '500.00 CR', 'BAD_AMOUNT'],
    ['x', '500.00', 'BAD_AMOUNT'],
    ['1O0.00', '', 'BAD_AMOUNT'],
    ['?', '?', 'BAD_AMOUNT'],
    ['200.00', '500.00', 'BAD_CELLS'],
    ['-200.00', '500.00', 'BAD_CELLS'],
    ['', '-500.00', 'BAD_CELLS'],
    ['', '\u2212500.00', 'BAD_CELLS'],
    ['', '500.00-', 'BAD_CELLS'],
    ['', '(500.00)', 'BAD_CELLS'],
    ['200.00', '-200.00', 'BAD_CELLS'],
    ['200.00', '', 'DEBIT'],
    ['-200.00', '-', 'DEBIT'],
    ['(200.00)', '0.00', 'DEBIT'],
    ['200.00-', '–', 'DEBIT'],
    ['', '', 'ZERO'],
    ['-', '-', 'ZERO'],
    ['0.00', '0.00', 'ZERO'],
    ['0.00', '500.00', baht(500)],
    ['-', '+ 500.00', baht(500)],
    ['–', '"1,500"', baht(1_500)],
  ];
  const headings = 'วันที่,เวลา,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ,รายละเอียด';
  for (const [out, arrived, shown] of table) {
    const [, row] = read('004', `${headings}\n05/02/69,15:07,${out},${arrived},"9,000.00",จาก X3334`);
    assert.ok(row);
    const found = row.reading.ok ? row.reading.line.amount : row.reading.reason;
    assert.equal(found, shown, `out ${out}, in ${arrived}`);
    assert.equal(isBad(row), typeof shown === 'string' && shown.startsWith('BAD'), `out ${out}, in ${arrived}`);
  }
});

test('lists rows whose cells are not below their headings', () => {
  const headings = 'วันที่,เวลา,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ,รายละเอียด';
  // Thousands without quotes, of the deposit, of the withdrawal and of the balance.
  assert.deepEqual(listed(`${headings}\n05/02/69,15:07,,1,500.37,9000.00,จาก X3334`), ['2 BAD_CELLS']);
  assert.deepEqual(listed(`${headings}\n05/02/69,15:07,,1,500.37,9000.00`), ['2 BAD_CELLS']);
  assert.deepEqual(listed(`${headings}\n05/02/69,15:07,,1,234,567.00`), ['2 BAD_CELLS']);
  assert.deepEqual(listed(`${headings}\n05/02/69,15:07,1,200.00,,9000.00,โอน`), ['2 BAD_CELLS']);
  assert.deepEqual(listed(`${headings}\n05/02/69,15:07,,500.00,9,000.00,จาก X3334`), ['2 BAD_CELLS']);
  // A line that ends before its amount, and notes below the table.
  assert.deepEqual(listed(`${headings}\n05/02/69 15:07 รับโอนจาก X3334 500.00\n05/02/69,15:07,`), [
    '2 BAD_CELLS',
    '3 BAD_CELLS',
  ]);
  assert.deepEqual(listed(`${headings}\nเอกสารนี้ออกโดยระบบ\n05/02/69,15:07,,500.00,,,,,\n,,,,,`), []);
  // Whole amounts are read where they cannot be the first part of a longer one.
  assert.deepEqual(listed(`${headings}\n05/02/69,15:07,,500,600.00,\n05/02/69,15:08,,500,1600.00,`), ['2 BAD_CELLS']);
  // An amount column beside those of deposits and withdrawals.
  const three = 'date,time,withdrawal,deposit,amount';
  assert.deepEqual(listed(`${three}\n05/02/69,15:07,,,500.00\n05/02/69,15:08,200.00,,200.00\n05/02/69,15:09,,,`), [
    '2 BAD_CELLS',
  ]);
  // Signed amounts beside withdrawals.
  const signed = 'date,time,debit,amount';
  assert.deepEqual(listed(`${signed}\n05/02/69,15:07,200.00,200.00\n05/02/69,15:08,200.00,-200.00`), ['2 BAD_CELLS']);
});

test('needs the account of a table, and reads messages without one', () => {
  const table = 'date,time,deposit\n05/02/2026,09:01,80.25';
  assert.deepEqual(show(readStatement({ bankCode: '014', account: undefined }, table.split('\n'), { accounts, now })), [
    'HEADING',
    'ACCOUNT_MISSING',
  ]);
  const message = '05/02/69 15:07 บช X-7776 รับโอนจาก X-3334 500.37 คงเหลือ 12,345.67 บ.';
  const rows = readStatement({ bankCode: '004', account: undefined }, [message, 'โปรโมชั่น'], { accounts, now });
  assert.deepEqual(show(rows).at(1), 'NOT_A_STATEMENT_LINE');
  assert.equal(rows[0]?.reading.ok, true);
});

test('dates a row as a message does, so that both report one line', () => {
  const [, row] = read('004', 'วันที่,เวลา,ฝากเงิน,ยอดคงเหลือ,รายละเอียด\n05/02/69,15:07:59,500.37,"12,345.67",จาก X3334');
  const [message] = readStatement(
    { bankCode: '004', account: undefined },
    ['05/02/69 15:07 บช X-7776 รับโอนจาก X-3334 500.37 คงเหลือ 12,345.67 บ.'],
    { accounts, now },
  );
  assert.ok(row?.reading.ok && message?.reading.ok);
  assert.deepEqual(row.reading.line, message.reading.line);
});
