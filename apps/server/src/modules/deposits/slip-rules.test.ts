import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht } from '@chaba/money';

import type { ReceivingAccount } from './movements.store.ts';
import scenarios from './slip-scenarios.json' with { type: 'json' };
import { compareHolder, compareMask, compareSlip, toMask, type Sender, type VerifiedSlip } from './slip-rules.ts';

const sender: Sender = { bankCode: '014', bankAccount: '1112223334', fullName: 'สมชาย ใจดี', walletPhone: '0812345678' };
const now = new Date('2026-02-05T15:12:00+07:00');

function ours(given: Partial<ReceivingAccount> = {}): ReceivingAccount {
  return {
    receivingAccountId: 1n,
    kind: 'bank',
    bankCode: '004',
    account: '9998887776',
    holderName: 'บริษัท ทดสอบ จำกัด',
    activeFrom: new Date('2026-01-01T00:00:00+07:00'),
    activeTo: null,
    ...given,
  };
}

function slip(given: Partial<VerifiedSlip> = {}): VerifiedSlip {
  return {
    sendingBank: '014',
    transRef: '202602055hQ2wXk9TbLm4ZrEa',
    receivingBank: '004',
    transferredAt: new Date('2026-02-05T15:07:09+07:00'),
    amount: baht(500),
    sender: { name: 'นาย สมชาย ใ', account: 'xxx-x-xx333-4', phone: undefined },
    receiver: { name: 'บริษัท ทดสอบ จำกัด', account: 'xxx-x-xx777-6', phone: undefined },
    ...given,
  };
}

const expectedKinds: Readonly<Record<string, readonly string[]>> = {
  CREDITED: ['credit'],
  // These two depend on what is known already; the slip itself is good.
  DUPLICATE: ['credit'],
  ALREADY_CREDITED: ['credit'],
  RECEIVER_MISMATCH: ['not_ours'],
  SENDER_MISMATCH: ['mismatch'],
  TOO_OLD: ['review'],
  // The bank did not answer: there is nothing to judge.
  TEMPORARY: ['credit'],
};

for (const scenario of scenarios) {
  test(`the slip of the scenario "${scenario.id}" is judged as it should be: ${scenario.note}`, () => {
    const { given, expect } = scenario;
    const verdict = compareSlip(
      slip({
        sendingBank: given.slip.sendingBank,
        receivingBank: given.slip.receivingBank,
        transferredAt: new Date(given.slip.date),
        sender: { ...given.slip.sender, phone: undefined },
        receiver: { ...given.slip.receiver, phone: undefined },
      }),
      {
        bankCode: given.member.bankCode,
        bankAccount: given.member.bankAccount,
        fullName: `${given.member.firstName} ${given.member.lastName}`,
        walletPhone: given.member.walletId,
      },
      given.receivingAccounts.map((account) =>
        ours({
          bankCode: account.bankCode,
          account: account.bankAccount,
          holderName: account.fullName,
          activeFrom: new Date('2025-01-01'),
        }),
      ),
      new Date(given.now),
    );
    assert.ok(expectedKinds[expect.outcome]?.includes(verdict.kind), `${expect.outcome} was judged ${verdict.kind}`);
  });
}

test('a transfer to a stranger whose account ends like ours is not ours, because the name is another', () => {
  const stranger = slip({ receiver: { name: 'นาย อื่น คนไกล', account: 'xxx-x-xx777-6', phone: undefined } });
  assert.equal(compareSlip(stranger, sender, [ours()], now).kind, 'not_ours');
});

test('a receiver without a name is ours for sure only when six digits are shown', () => {
  const four = slip({ receiver: { name: undefined, account: 'xxx-x-xx777-6', phone: undefined } });
  assert.deepEqual(compareSlip(four, sender, [ours()], now), {
    kind: 'review',
    receivingAccountId: 1n,
    reason: 'RECEIVER_UNSURE',
    isSenderProven: true,
  });
  const six = slip({ receiver: { name: undefined, account: 'xxx-x-88777-6', phone: undefined } });
  assert.equal(compareSlip(six, sender, [ours()], now).kind, 'credit');
});

test('does not credit a slip that fits two accounts, of this site or of another', () => {
  const second = ours({ receivingAccountId: 2n, account: '1112227776' });
  const unsure = { kind: 'review', receivingAccountId: 1n, reason: 'RECEIVER_UNSURE', isSenderProven: true };
  assert.deepEqual(compareSlip(slip(), sender, [ours(), second], now), unsure);
  assert.deepEqual(compareSlip(slip(), sender, [ours()], now, [second]), unsure);
  assert.equal(compareSlip(slip(), sender, [ours()], now, [ours({ account: '1112227777' })]).kind, 'credit');
});

test('an account that was closed before the transfer does not count as ours', () => {
  const closed = ours({ activeTo: new Date('2026-02-01T00:00:00+07:00') });
  assert.equal(compareSlip(slip(), sender, [closed], now).kind, 'not_ours');
});

test('a transfer to our wallet is found by its phone, however the phone is written', () => {
  const wallet = ours({ kind: 'wallet', bankCode: null, account: '0891112222' });
  for (const phone of ['xxx-xxx-2222', '0066891112222', '140000891112222']) {
    const toWallet = slip({
      receivingBank: undefined,
      receiver: { name: 'บริษัท ทดสอบ จำกัด', account: undefined, phone },
    });
    assert.equal(compareSlip(toWallet, sender, [wallet], now).kind, 'credit', phone);
  }
});

test("a wallet's slip is compared with the member's wallet phone", () => {
  const fromWallet = (phone: string) =>
    slip({ sendingBank: 'TRUEMONEY', sender: { name: 'สมชาย ใ***', account: undefined, phone } });
  assert.equal(compareSlip(fromWallet('081-xxx-5678'), sender, [ours()], now).kind, 'credit');
  assert.equal(compareSlip(fromWallet('081-xxx-9999'), sender, [ours()], now).kind, 'mismatch');
});

test('a sender in Latin letters, or with too few digits, is for a person', () => {
  const latin = slip({ sender: { name: 'SOMCHAI JAIDEE', account: 'xxx-x-xx333-4', phone: undefined } });
  assert.deepEqual(compareSlip(latin, sender, [ours()], now), {
    kind: 'review',
    receivingAccountId: 1n,
    reason: 'SENDER_NAME_UNSURE',
    isSenderProven: false,
  });
  const few = slip({ sender: { name: 'นาย สมชาย ใ', account: 'xxx-x-xxx33-x', phone: undefined } });
  assert.deepEqual(compareSlip(few, sender, [ours()], now), {
    kind: 'review',
    receivingAccountId: 1n,
    reason: 'SENDER_ACCOUNT_UNSURE',
    isSenderProven: false,
  });
});

test('48 hours are fresh, a second more is for a person, and so is a time that is still to come', () => {
  const at = (time: number) => compareSlip(slip({ transferredAt: new Date(time) }), sender, [ours()], now);
  const hours48 = 48 * 60 * 60 * 1000;
  assert.equal(at(now.getTime() - hours48).kind, 'credit');
  const proven = { kind: 'review', receivingAccountId: 1n, isSenderProven: true };
  assert.deepEqual(at(now.getTime() - hours48 - 1000), { ...proven, reason: 'TOO_OLD' });
  assert.deepEqual(at(now.getTime() + 11 * 60 * 1000), { ...proven, reason: 'TIME_AHEAD' });
});

test('masks are compared where digits are shown; different lengths by the last four', () => {
  assert.equal(toMask('xxx-x-x3334-X'), 'xxxxx3334x');
  assert.equal(compareMask('xxxxx2333x', '1112223334'), 'match');
  assert.equal(compareMask('xxxxx2334x', '1112223334'), 'mismatch');
  assert.equal(compareMask('xx3334', '1112223334'), 'match');
  assert.equal(compareMask('xx334', '1112223334'), 'review');
  assert.equal(compareMask('xx335', '1112223334'), 'mismatch');
  assert.equal(compareMask('', '1112223334'), 'review');
});

test('the holder of our account may be cut, but not be somebody else', () => {
  assert.equal(compareHolder('บริษัท ทดสอบ จำกัด', 'บริษัท ทดสอบ จ'), 'match');
  assert.equal(compareHolder('บริษัท ทดสอบ จำกัด', 'บริษัท อื่น จำกัด'), 'mismatch');
  assert.equal(compareHolder('บริษัท ทดสอบ จำกัด', 'TEST CO LTD'), 'review');
  assert.equal(compareHolder('บริษัท ทดสอบ จำกัด', undefined), 'review');
});
