import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, fromBaht, zeroMoney } from '@chaba/money';

import { checkAmount, computeMaximum, formatTyped, readCap, type WithdrawLimits } from './withdraw-rules.ts';

const limits: WithdrawLimits = { minimum: baht(100), maximum: zeroMoney, cap: undefined, gameWallet: baht(1284) };

test('rejects an invalid amount before it is sent, with the server’s messages', () => {
  assert.equal(checkAmount('99.99', limits), 'ถอนเงินขั้นต่ำ 100 บาท');
  assert.equal(checkAmount('0', limits), 'ถอนเงินขั้นต่ำ 100 บาท');
  assert.equal(checkAmount('', limits), 'กรุณากรอกจำนวนเงินให้ถูกต้อง');
  assert.equal(checkAmount('1.2.3', limits), 'กรุณากรอกจำนวนเงินให้ถูกต้อง');
  assert.equal(checkAmount('1,285', limits), 'ยอดเงินไม่เพียงพอ');
  assert.equal(checkAmount('500', { ...limits, maximum: baht(400) }), 'ถอนเงินสูงสุด 400.00 บาท');
  assert.equal(checkAmount('500', { ...limits, cap: baht(200) }), 'โบนัสนี้ถอนได้สูงสุด 200.00 บาท');
  assert.equal(checkAmount('500', limits, 'มีรายการถอนที่กำลังดำเนินการอยู่'), 'มีรายการถอนที่กำลังดำเนินการอยู่');
  assert.equal(checkAmount('50', limits, 'มีรายการถอนที่กำลังดำเนินการอยู่'), 'ถอนเงินขั้นต่ำ 100 บาท');
  assert.equal(checkAmount('100', limits), undefined);
});

test('limits "withdraw all" to the lowest limit and to the length of the field', () => {
  assert.equal(computeMaximum(limits), baht(1284));
  assert.equal(computeMaximum({ ...limits, maximum: baht(1000), cap: baht(200) }), baht(200));
  assert.equal(computeMaximum({ ...limits, maximum: baht(1000), cap: zeroMoney }), zeroMoney);
  assert.equal(formatTyped(fromBaht(1284.5) ?? zeroMoney), '1284.50');
  assert.equal(formatTyped(fromBaht(123456.78) ?? zeroMoney), '123456');
});

test('reads a limit of zero as used up where a reason states it, and as none elsewhere', () => {
  const because = (code: string, maxWithdrawAmount = 0) =>
    readCap({ maxWithdrawAmount, reasons: [{ code, message: '' }] });
  assert.equal(because('WITHDRAW_RETURNED_WAITS'), zeroMoney);
  assert.equal(because('WITHDRAW_ABOVE_CAP'), zeroMoney);
  assert.equal(because('WITHDRAW_RETURNED_WAITS', 50.25), fromBaht(50.25));
  assert.equal(because('TURNOVER_NOT_MET'), undefined);
  assert.equal(readCap({ maxWithdrawAmount: 0, reasons: [] }), undefined);
});
