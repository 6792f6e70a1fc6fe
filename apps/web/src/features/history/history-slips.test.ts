import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { MemberSlip } from '#lib/wallet/slips';

import { mergeSlips } from './history-slips.ts';
import type { HistoryItem, HistoryRequest } from './history.queries.ts';

const all: HistoryRequest & { isWhole: boolean } = {
  kind: 'deposit',
  days: { from: undefined },
  status: '',
  type: '',
  isWhole: true,
};

const row = (id: string, createdAt: string): HistoryItem => ({
  id,
  TransType: 'DEPOSIT',
  Amount: 100,
  createdAt,
  Status: 1,
  BonusInfo: { _id: null },
});

const slip = (reference: string | null, createdAt: string, state: MemberSlip['state'] = 'review'): MemberSlip => ({
  slipId: `${reference} ${createdAt}`,
  state,
  code: 'SLIP_SENDER_MISMATCH',
  message: 'เจ้าหน้าที่จะตรวจสอบ',
  Amount: null,
  createdAt,
  nextTryAt: null,
  reference,
});

const idsOf = (items: readonly HistoryItem[]): string => items.map(({ id }) => id).join(' ');

test('lists slips without a deposit among the rows by time, with their next step', () => {
  const items = [row('D3', '2026-11-22T03:00:00.000Z'), row('D1', '2026-11-20T03:00:00.000Z')];
  const slips = [slip('D2', '2026-11-21T03:00:00.000Z'), slip(null, '2026-11-21T04:00:00.000Z', 'credited')];
  const shown = mergeSlips(items, slips, all);
  assert.equal(idsOf(shown), 'D3 D2 D1');
  assert.deepEqual(shown[1], {
    id: 'D2',
    TransType: 'DEPOSIT',
    Amount: null,
    createdAt: '2026-11-21T03:00:00.000Z',
    Status: 2,
    note: 'เจ้าหน้าที่จะตรวจสอบ',
  });
});

test('applies the filters of the list to slips', () => {
  const slips = [slip('D2', '2026-11-21T17:30:00.000Z'), slip('D1', '2026-11-21T16:30:00.000Z', 'refused')];
  const shown = (given: Partial<typeof all>) => idsOf(mergeSlips([], slips, { ...all, ...given }));
  assert.equal(shown({}), 'D2 D1');
  assert.equal(shown({ status: '2' }), 'D2');
  assert.equal(shown({ status: '3' }), 'D1');
  assert.equal(shown({ status: '1' }), '');
  // A day begins at midnight in Bangkok.
  assert.equal(shown({ days: { from: '2026-11-22' } }), 'D2');
  assert.equal(shown({ kind: 'transfer', type: 'DEPOSIT' }), 'D2 D1');
  assert.equal(shown({ kind: 'transfer', type: 'CASHBACK' }), '');
  assert.equal(shown({ kind: 'withdraw' }), '');
});

test('shows a slip that is older than the loaded rows with the page that contains its time', () => {
  const items = [row('D9', '2026-11-22T03:00:00.000Z'), row('D8', '2026-11-21T03:00:00.000Z')];
  const slips = [slip('D2', '2026-11-20T03:00:00.000Z')];
  assert.equal(idsOf(mergeSlips(items, slips, { ...all, isWhole: false })), 'D9 D8');
  assert.equal(idsOf(mergeSlips(items, slips, all)), 'D9 D8 D2');
});
