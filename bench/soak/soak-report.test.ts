// The report of a soak names each missed objective.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formatReport, evaluateSoak, type Slot, type SoakFigures } from './soak-report.ts';

const SLOTS = 12;

const slotAt = (place: number): Slot => ({
  from: place * 10,
  calls: 5_000,
  walletP50: 4,
  walletP99: 20,
  memberP99: 30,
  memory: 400,
});
const good: SoakFigures = {
  plan: 'hour',
  hours: 1,
  about: [],
  capacity: 833,
  rate: 500,
  slots: Array.from({ length: SLOTS }, (_, place) => slotAt(place)),
  evaluatedFrom: 30,
  faults: [
    { name: 'roll', from: 5, to: 10, mayFail: false, note: '' },
    { name: 'server killed', from: 15, to: 25, mayFail: true, note: '' },
  ],
  failures: [{ at: 20, kind: 'member', what: '503' }],
  acknowledged: 10,
  written: 10,
  findings: [],
};
const broken = (figures: Partial<SoakFigures>): string[] =>
  evaluateSoak({ ...good, ...figures })
    .filter(({ isMet }) => !isMet)
    .map(({ name }) => name.split(/[,:]/, 1)[0] ?? '');
/** The last slots with another figure. */
const rising = (changed: Partial<Slot>): Pick<SoakFigures, 'slots'> => ({
  slots: good.slots.map((slot, place) => (place < SLOTS - 4 ? slot : { ...slot, ...changed })),
});

test('passes a flat run whose failures are of a fault', () => {
  assert.deepEqual(broken({}), []);
  assert.match(
    formatReport(good, evaluateSoak(good)),
    /^# Soak, plan hour, 1 h: passed\n[^]*\| server killed \| 15 \| 25 \| yes \| 1 \|/,
  );
});

test('fails memory that grows by 6 %, and a p99 that grows by 21 %', () => {
  assert.deepEqual(broken(rising({ memory: 424 })), ['memory of the servers']);
  assert.deepEqual(broken(rising({ walletP99: 24.2 })), ['p99 of wallet calls']);
  assert.deepEqual(broken(rising({ memberP99: 36.3 })), ['p99 of members']);
  assert.deepEqual(broken(rising({ memory: 419, walletP99: 23.9, memberP99: 35.9 })), []);
});

test('fails a p99 above the promise although it is flat', () => {
  const slots = good.slots.map((slot) => ({ ...slot, walletP99: 51 }));
  assert.deepEqual(broken({ slots }), ['p99 of wallet calls is at most 50 ms']);
});

test('fails a failure outside a fault and during a roll', () => {
  const own = "no failed call but a fault's own";
  for (const at of [7, 14, 26]) assert.deepEqual(broken({ failures: [{ at, kind: 'wallet', what: '500' }] }), [own]);
});

test('fails lost and doubled calls, a finding, and a load that was not held', () => {
  assert.deepEqual(broken({ written: 9 }), ['every acknowledged wallet call is written once']);
  assert.deepEqual(broken({ written: 11 }), ['every acknowledged wallet call is written once']);
  assert.deepEqual(broken({ findings: ['rule: detail'] }), ['the audit is clean']);
  assert.deepEqual(broken({ rate: 520 }), ['the load was held']);
});
