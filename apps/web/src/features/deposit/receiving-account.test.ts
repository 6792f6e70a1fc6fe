import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht } from '@chaba/money';

import { getBankPageAddress, createPromptPayCode } from './receiving-account.ts';

const BANK = 'http://localhost:3001/bank';
const account = { BankCode: '004', BankAccount: '9998887776', fullName: 'x', BankName: 'y', promptPayId: '0812345678' };

test('opens the sandbox bank under the host name that the phone used', () => {
  const address = (bank: string, hostname: string) =>
    new URL(getBankPageAddress(bank, account, undefined, hostname) ?? '').host;
  assert.equal(address(BANK, '192.168.1.7'), '192.168.1.7:3001');
  assert.equal(address('http://127.0.0.1:3001/bank', 'lanna.localhost'), 'lanna.localhost:3001');
  assert.equal(address('https://bank.example/bank', '192.168.1.7'), 'bank.example');
});

test('returns a PromptPay code outside play mode only, and only for an account with an id', () => {
  assert.equal(createPromptPayCode(BANK, account, baht(100)), undefined);
  assert.match(createPromptPayCode(undefined, account, baht(100)) ?? '', /^000201010212.*5406100\.00/);
  assert.match(createPromptPayCode(undefined, account) ?? '', /^000201010211/);
  const { promptPayId: _none, ...without } = account;
  assert.equal(createPromptPayCode(undefined, without), undefined);
});
