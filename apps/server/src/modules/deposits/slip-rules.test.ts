import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht } from '@chaba/money';

import type { ReceivingAccount } from '#modules/receiving-accounts';

import type { RecordedFeedLine, MemberRef, Movement } from './movements.store.ts';
import scenarios from './slip-scenarios.json' with { type: 'json' };
import {
  compareHolder,
  compareMask,
  compareSlip,
  type Decision,
  evaluate,
  type ReceivedSlip,
  repeatAnswer,
  type Sender,
  type SlipFacts,
  type SlipHistory,
  toMask,
  toSlipPart,
  type VerifiedSlip,
} from './slip-rules.ts';

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
  // These two depend on known movements; the slip itself is good.
  DUPLICATE: ['credit'],
  ALREADY_CREDITED: ['credit'],
  RECEIVER_MISMATCH: ['not_ours'],
  SENDER_MISMATCH: ['mismatch'],
  TOO_OLD: ['review'],
  // The bank did not answer: there is nothing to compare.
  TEMPORARY: ['credit'],
};

for (const scenario of scenarios) {
  test(`compares the slip of scenario "${scenario.id}": ${scenario.note}`, () => {
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
    assert.ok(
      expectedKinds[expect.outcome]?.includes(verdict.kind),
      `expected ${expect.outcome}, compared as ${verdict.kind}`,
    );
  });
}

test('rejects a receiver with the digits of a receiving account and another name', () => {
  const stranger = slip({ receiver: { name: 'นาย อื่น คนไกล', account: 'xxx-x-xx777-6', phone: undefined } });
  assert.equal(compareSlip(stranger, sender, [ours()], now).kind, 'not_ours');
});

test('requires six shown digits of a receiver without a name', () => {
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

test('ignores an account that was closed before the transfer', () => {
  const closed = ours({ activeTo: new Date('2026-02-01T00:00:00+07:00') });
  assert.equal(compareSlip(slip(), sender, [closed], now).kind, 'not_ours');
});

test('finds a receiving wallet by each spelling of its phone', () => {
  const wallet = ours({ kind: 'wallet', bankCode: null, account: '0891112222' });
  for (const phone of ['xxx-xxx-2222', '0066891112222', '140000891112222']) {
    const toWallet = slip({
      receivingBank: undefined,
      receiver: { name: 'บริษัท ทดสอบ จำกัด', account: undefined, phone },
    });
    assert.equal(compareSlip(toWallet, sender, [wallet], now).kind, 'credit', phone);
  }
});

test("compares a wallet's slip with the member's wallet phone", () => {
  const fromWallet = (phone: string) =>
    slip({ sendingBank: 'TRUEMONEY', sender: { name: 'สมชาย ใ***', account: undefined, phone } });
  assert.equal(compareSlip(fromWallet('081-xxx-5678'), sender, [ours()], now).kind, 'credit');
  assert.equal(compareSlip(fromWallet('081-xxx-9999'), sender, [ours()], now).kind, 'mismatch');
});

test('holds a sender in Latin letters or with too few digits for an operator', () => {
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

test('accepts a slip of 48 hours and holds an older or a future one for an operator', () => {
  const at = (time: number) => compareSlip(slip({ transferredAt: new Date(time) }), sender, [ours()], now);
  const hours48 = 48 * 60 * 60 * 1000;
  assert.equal(at(now.getTime() - hours48).kind, 'credit');
  const proven = { kind: 'review', receivingAccountId: 1n, isSenderProven: true };
  assert.deepEqual(at(now.getTime() - hours48 - 1000), { ...proven, reason: 'TOO_OLD' });
  assert.deepEqual(at(now.getTime() + 11 * 60 * 1000), { ...proven, reason: 'TIME_AHEAD' });
});

test('compares masks at shown digits, and masks of different lengths by the last four', () => {
  assert.equal(toMask('xxx-x-x3334-X'), 'xxxxx3334x');
  assert.equal(compareMask('xxxxx2333x', '1112223334'), 'match');
  assert.equal(compareMask('xxxxx2334x', '1112223334'), 'mismatch');
  assert.equal(compareMask('xx3334', '1112223334'), 'match');
  assert.equal(compareMask('xx334', '1112223334'), 'review');
  assert.equal(compareMask('xx335', '1112223334'), 'mismatch');
  assert.equal(compareMask('', '1112223334'), 'review');
});

test('accepts a cut name of the holder and rejects another name', () => {
  assert.equal(compareHolder('บริษัท ทดสอบ จำกัด', 'บริษัท ทดสอบ จ'), 'match');
  assert.equal(compareHolder('บริษัท ทดสอบ จำกัด', 'บริษัท อื่น จำกัด'), 'mismatch');
  assert.equal(compareHolder('บริษัท ทดสอบ จำกัด', 'TEST CO LTD'), 'review');
  assert.equal(compareHolder('บริษัท ทดสอบ จำกัด', undefined), 'review');
  for (const shown of ['นาย สม*** ใ***', 'MR. SOMCHAI J***', 'ครูสมชาย ใ']) {
    assert.equal(compareHolder('สมชาย ใจดี', shown), 'review', shown);
  }
  for (const shown of ['นาย สมหญิง ใ***', 'บริษัท สมชาย จำกัด', 'สม*** ก***']) {
    assert.equal(compareHolder('สมชาย ใจดี', shown), 'mismatch', shown);
  }
});

test('reviews a cut name of the holder that shows few letters beside a title or the words of a company', () => {
  for (const [holder, shown] of [
    ['นาย สมชาย ใจดี', 'นาย ส***'],
    ['นาย สมชาย ใจดี', 'นาย'],
    ['นางสาว สมหญิง ใจดี', 'นางสาว ส***'],
    ['นางสาวสมหญิง ใจดี', 'นางสาวสม***'],
    ['เด็กชาย สมชาย ใจดี', 'เด็กชาย'],
    ['พ.ต.อ.สมชาย ใจดี', 'พ.ต.อ.ส'],
    ['ว่าที่ร้อยตรี สมชาย ใจดี', 'ว่าที่ร้อยตรี ***'],
    ['Miss Somying Jaidee', 'MISS S***'],
    ['Miss Somying Jaidee', 'MISS'],
    ['บริษัท ทดสอบ จำกัด', 'บริษัท'],
    ['บริษัท ทดสอบ จำกัด', 'บริษัท ท***'],
    ['ห้างหุ้นส่วนจำกัด ทดสอบ', 'ห้างหุ้นส่วนจำกัด ท'],
    ['บริษัท ทดสอบ จำกัด', 'บจก. ทดสอบ'],
    ['บริษัท ทดสอบ จำกัด (มหาชน)', 'บมจ.ทดสอบ'],
  ] as const) {
    assert.equal(compareHolder(holder, shown), 'review', `${holder}: ${shown}`);
  }
  for (const [holder, shown] of [
    ['นาย สมชาย ใจดี', 'นาย สมชา'],
    ['นาย สมชาย ใจดี', 'นาย สมชาย ใ***'],
    ['นางสาวสมหญิง ใจดี', 'นางสาวสมหญ***'],
    ['Miss Somying Jaidee', 'MISS SOMY***'],
    ['บริษัท ทดสอบ จำกัด', 'บริษัท ทดสอ***'],
  ] as const) {
    assert.equal(compareHolder(holder, shown), 'match', `${holder}: ${shown}`);
  }
  assert.equal(compareHolder('บริษัท ทดสอบ จำกัด', 'บจก. อื่น'), 'mismatch');
  assert.equal(compareHolder('นาย สมชาย ใจดี', 'นาย สมหญิง ใ***'), 'mismatch');
});

const member = { siteId: 1, memberId: 7n };
const other = { siteId: 1, memberId: 8n };
const holder = { ...member, depositId: 5n };
const otherHolder = { ...other, depositId: 6n };
const account = { siteId: 1, receivingAccountId: 1n };
const proof = (of: MemberRef) => ({ ...of, fullName: 'สมชาย ใจดี' });

function movement(given: Partial<Movement> = {}): Movement {
  const { sendingBank, transRef, transferredAt } = slip();
  return {
    siteId: 1,
    movementId: 5n,
    receivingAccountId: 1n,
    state: 'seen',
    step: 1,
    firstSeen: 'slip',
    amount: baht(500),
    transferredAt,
    slipAt: transferredAt,
    sendingBank,
    transRef,
    senderBank: sendingBank,
    senderAccount: sender.bankAccount,
    senderName: 'สมชาย',
    proven: undefined,
    holder: undefined,
    isUnmatched: true,
    hadDeposit: false,
    reason: null,
    createdAt: now,
    line: null,
    ...given,
  };
}

const line: RecordedFeedLine = {
  feedLineId: 9n,
  bookedAt: slip().transferredAt,
  receivedAt: slip().transferredAt,
  isDatedAhead: false,
  senderBank: '014',
  senderTail: '3334',
  senderName: null,
  transRef: null,
  named: undefined,
};
/** A movement that only a line has reported. */
const lineOnly = { slipAt: null, sendingBank: null, transRef: null, firstSeen: 'feed', line } as const;

const credit = { kind: 'credit', receivingAccountId: 1n } as const;
const review = { kind: 'review', receivingAccountId: 1n, reason: 'TOO_OLD', isSenderProven: true } as const;
const mismatch = { kind: 'mismatch', receivingAccountId: 1n, reason: 'SENDER_NAME_DIFFERS' } as const;

function decide(comparison: ReceivedSlip['comparison'], facts: Partial<SlipFacts>): Decision {
  const part = toSlipPart(member, slip(), sender, comparison);
  const received = { member, slip: slip(), comparison, account, part };
  return evaluate(received, { holdReason: undefined, known: undefined, comparable: [], ...facts });
}

const credited = { state: 'credited', isUnmatched: false, hadDeposit: true } as const;
const toMember = { kind: 'credit', member };
const claimed = (reason: string) => ({ kind: 'claim', member, reason });
const disputed = (reason: string) => ({ kind: 'dispute', reason });

// Each row: the comparison, the movement with the reference, the answer and the step.
const knownReferences: readonly (readonly [string, ReceivedSlip['comparison'], Movement, string, unknown])[] = [
  ['another sender, not decided', mismatch, movement(), 'SLIP_SENDER_MISMATCH', undefined],
  ['another sender, decided', mismatch, movement({ ...credited, holder: otherHolder }), 'DUPLICATE_SLIP', undefined],
  ['another amount', credit, movement({ amount: baht(50) }), 'SLIP_DISPUTED', disputed('AMOUNT_DIFFERS')],
  ['another account', credit, movement({ receivingAccountId: 2n }), 'SLIP_DISPUTED', disputed('ACCOUNT_DIFFERS')],
  [
    'another amount, proven by the member with the credit',
    credit,
    movement({ ...credited, amount: baht(50), holder: otherHolder, proven: proof(other) }),
    'DUPLICATE_SLIP',
    undefined,
  ],
  ['credited to the member by a slip', credit, movement({ ...credited, holder }), 'DUPLICATE_SLIP', undefined],
  [
    'credited to the member by the feed',
    credit,
    movement({ ...credited, holder, firstSeen: 'feed' }),
    'SLIP_ALREADY_CREDITED',
    undefined,
  ],
  [
    'credited to another member without a proof',
    credit,
    movement({ ...credited, holder: otherHolder }),
    'SLIP_DISPUTED',
    disputed('PROVEN_BY_ANOTHER'),
  ],
  ['returned', credit, movement({ state: 'returned', isUnmatched: false }), 'SLIP_RETURNED', undefined],
  ['disputed', credit, movement({ state: 'disputed' }), 'SLIP_DISPUTED', undefined],
  [
    'claimed by the member',
    review,
    movement({ state: 'claimed', holder, reason: 'LIMIT_REACHED' }),
    'SLIP_OVER_LIMIT',
    undefined,
  ],
  ['claimed by another member', credit, movement({ state: 'claimed', holder: otherHolder }), 'credited', toMember],
  [
    'claimed by the member whom the line names',
    credit,
    movement({ state: 'claimed', holder: otherHolder, line: { ...line, named: other } }),
    'SLIP_DISPUTED',
    disputed('PROVEN_BY_ANOTHER'),
  ],
  ['unclaimed', credit, movement(), 'credited', toMember],
  ['unclaimed, with a doubt', review, movement(), 'SLIP_TOO_OLD', claimed('TOO_OLD')],
];

for (const [name, comparison, known, outcome, step] of knownReferences) {
  test(`decides a slip with a known reference: ${name}`, () => {
    const decision = decide(comparison, { known });
    assert.deepEqual([decision.outcome, decision.step], [outcome, step]);
    assert.equal(decision.opens, undefined);
  });
}

test('holds a good slip for an operator on a play break or above a limit', () => {
  const paused = decide(credit, { holdReason: 'MEMBER_PAUSED' });
  assert.deepEqual([paused.outcome, paused.step], ['SLIP_UNDER_REVIEW', claimed('MEMBER_PAUSED')]);
  const above = decide(credit, { holdReason: 'LIMIT_REACHED', known: movement() });
  assert.deepEqual([above.outcome, above.step], ['SLIP_OVER_LIMIT', claimed('LIMIT_REACHED')]);
});

test('opens a movement for a slip that no report matches', () => {
  const { outcome, step, opens } = decide(credit, {});
  assert.deepEqual([outcome, step, opens?.row.reason], ['credited', toMember, undefined]);
  assert.deepEqual(opens?.row.slip?.proven, proof(member));
  const stranger = decide(mismatch, {});
  assert.deepEqual([stranger.outcome, stranger.step], ['SLIP_SENDER_MISMATCH', undefined]);
  assert.deepEqual([stranger.opens?.row.reason, stranger.opens?.row.slip?.proven], ['SENDER_NAME_DIFFERS', undefined]);
});

test('joins a slip to the line of its transfer', () => {
  const unclaimed = decide(credit, { comparable: [movement(lineOnly)] });
  assert.deepEqual([unclaimed.outcome, unclaimed.step, unclaimed.movement?.movementId], ['credited', toMember, 5n]);
  const own = decide(credit, { comparable: [movement({ ...lineOnly, ...credited, holder })] });
  assert.deepEqual([own.outcome, own.step], ['SLIP_ALREADY_CREDITED', undefined]);
  const ofAnother = decide(credit, { comparable: [movement({ ...lineOnly, ...credited, holder: otherHolder })] });
  assert.deepEqual([ofAnother.outcome, ofAnother.step], ['SLIP_DISPUTED', disputed('PROVEN_BY_ANOTHER')]);
});

test('ends a dispute with the slip of the member who has the credit', () => {
  const contested = {
    ...credited,
    state: 'disputed',
    reason: 'PROVEN_BY_ANOTHER',
    holder,
    proven: proof(other),
  } as const;
  const { outcome, step, splitsSlip } = decide(credit, { comparable: [movement({ ...contested, line })] });
  assert.deepEqual([outcome, splitsSlip], ['SLIP_ALREADY_CREDITED', true]);
  assert.deepEqual(step, { kind: 'confirm', reason: 'PROVEN_BY_HOLDER' });
  // The money of a claim is still unmatched: the dispute stays.
  const uncredited = decide(credit, { comparable: [movement({ ...contested, line, isUnmatched: true })] });
  assert.deepEqual([uncredited.outcome, uncredited.step], ['SLIP_DISPUTED', undefined]);
});

test('repeats the answer to a decided reference without a query of the bank', () => {
  const history = { senders: [], wasReturned: false };
  const repeat = (of: Partial<Movement>, given: Partial<SlipHistory> = {}): string | undefined =>
    repeatAnswer(member, { ...history, ...given, movement: movement(of) })?.outcome;
  const rejected = { ...member, state: 'refused', code: 'SLIP_NOT_YOURS' } as const;
  assert.equal(repeat({}), undefined);
  assert.equal(repeat({ state: 'claimed', holder, reason: 'TOO_OLD' }), 'SLIP_TOO_OLD');
  assert.equal(repeat({ ...credited, holder }), 'DUPLICATE_SLIP');
  assert.equal(repeat({ ...credited, holder: otherHolder }), undefined);
  assert.equal(repeat({ ...credited, holder: otherHolder }, { senders: [rejected] }), 'SLIP_NOT_YOURS');
  assert.equal(repeat({ ...credited, holder: otherHolder, proven: proof(other) }), 'DUPLICATE_SLIP');
  assert.equal(repeat({ state: 'returned' }, { wasReturned: true }), 'SLIP_RETURNED');
  assert.equal(repeat({ state: 'disputed', holder }), 'SLIP_DISPUTED');
  assert.equal(repeat({ state: 'disputed', holder: otherHolder }), undefined);
});
