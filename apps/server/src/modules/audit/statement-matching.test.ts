import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matchStatement, type OpenLine, type OwnRow } from './statement-matching.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 5, hour));
const line = (lineId: string, amount: bigint, more: Partial<OpenLine> = {}): OpenLine => ({
  lineId,
  amount,
  bookedAt: at(12),
  transRef: null,
  payoutId: null,
  ...more,
});
const row = (rowName: string, amount: bigint, more: Partial<OwnRow> = {}): OwnRow => ({
  rowName,
  amount,
  at: at(12),
  lineIds: [],
  transRef: null,
  payoutId: null,
  ...more,
});
const pairs = (lines: readonly OpenLine[], rows: readonly OwnRow[]): string[] =>
  matchStatement(lines, rows).map(({ rowName, lineId }) => `${rowName}=${lineId}`);

test('matches a payout by its id regardless of its amount', () => {
  const lines = [line('L1', -5n), line('L2', -5n, { payoutId: 'P1' }), line('L3', -6n, { payoutId: 'P2' })];
  const rows = [
    row('a', -5n, { payoutId: 'P1' }),
    row('b', -5n, { payoutId: 'P2' }),
    row('c', -5n, { payoutId: 'P3' }),
  ];
  assert.deepEqual(pairs(lines, rows), ['a=L2', 'b=L3']);
});

test('matches a returned payout by the line of each direction', () => {
  const lines = [line('L1', 5n, { payoutId: 'P1' }), line('L2', -5n, { payoutId: 'P1' })];
  assert.deepEqual(pairs(lines, [row('a', -5n, { payoutId: 'P1' })]), ['a=L2']);
});

test('matches a deposit by its feed line, then by its slip’s reference', () => {
  const lines = [line('L1', 5n, { transRef: 'R1' }), line('L2', 5n, { transRef: 'R2' })];
  const rows = [
    row('a', 5n, { lineIds: ['x', 'L2'] }),
    row('b', 5n, { transRef: 'R1' }),
    row('c', 5n, { transRef: 'R2' }),
  ];
  assert.deepEqual(pairs(lines, rows), ['a=L2', 'b=L1']);
});

test('matches rows without a reference by amount and nearest time, one line each', () => {
  const lines = [line('L1', -5n, { bookedAt: at(9) }), line('L2', -5n, { bookedAt: at(11) }), line('L3', 5n)];
  const rows = [row('a', -5n), row('b', -5n), row('c', -5n), row('far', 5n, { at: new Date(0) })];
  assert.deepEqual(pairs(lines, rows), ['a=L2', 'b=L1']);
});

test('ignores lines of other transfers when matching by amount', () => {
  assert.deepEqual(pairs([line('L1', 5n, { transRef: 'R1' })], [row('a', 5n, { transRef: 'R2' })]), []);
  assert.deepEqual(pairs([line('L1', 5n)], [row('a', 5n, { transRef: 'R2' })]), ['a=L1']);
});
