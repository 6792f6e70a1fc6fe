import assert from 'node:assert/strict';
import { test } from 'node:test';

import { computeQuantile, type Counts, createMinuteSums, evaluatePromises, sumCounts } from './promises.ts';

const MINUTE_MS = 60_000;

function counts(given: Partial<Counts> = {}): Counts {
  return {
    walletCalls: 0,
    walletFailures: 0,
    requests: 0,
    failures: 0,
    walletSeconds: {},
    memberSeconds: {},
    liveSeconds: {},
    ...given,
  };
}

test('sums the last 5 and 60 minutes of counters that only grow', () => {
  let minute = 0;
  const sums = createMinuteSums(() => counts({ walletCalls: minute * 100, walletSeconds: { 1: minute } }));
  for (; minute < 90; minute += 1) sums.add(minute * MINUTE_MS);
  const { five, sixty } = sums.add(minute * MINUTE_MS);
  assert.equal(five.walletCalls, 500);
  assert.equal(sixty.walletCalls, 6_000);
  assert.deepEqual(sixty.walletSeconds, { 1: 60 });
});

test('sums since the start while a process is younger than the span', () => {
  let calls = 7;
  const sums = createMinuteSums(() => counts({ walletCalls: calls }));
  sums.add(0);
  calls = 10;
  assert.equal(sums.add(30_000).sixty.walletCalls, 3);
});

test('adds the sums of processes up', () => {
  const one = counts({ requests: 2, memberSeconds: { 0.1: 1, '+Inf': 2 } });
  const other = counts({ requests: 3, memberSeconds: { 0.1: 3, '+Inf': 3 } });
  const total = sumCounts([one, other]);
  assert.equal(total?.requests, 5);
  assert.deepEqual(total?.memberSeconds, { 0.1: 4, '+Inf': 5 });
  assert.equal(sumCounts([]), undefined);
});

test('finds the bucket of a quantile', () => {
  const buckets = { 0.01: 90, 0.05: 98, 0.1: 100, '+Inf': 100 };
  assert.equal(computeQuantile(buckets, 0.5), 0.01);
  assert.equal(computeQuantile(buckets, 0.95), 0.05);
  assert.equal(computeQuantile(buckets, 0.99), 0.1);
  assert.equal(computeQuantile({ 0.01: 0, '+Inf': 1 }, 0.5), Infinity);
  assert.equal(computeQuantile({}, 0.5), undefined);
});

test('evaluates failures against the budget and times against the limit', () => {
  const levelOf = (given: Partial<Counts>, name: string) =>
    evaluatePromises(counts(given)).find(({ text }) => text.startsWith(name))?.level;
  assert.equal(levelOf({ walletCalls: 10_000, walletFailures: 5 }, 'wallet calls'), 'good');
  assert.equal(levelOf({ walletCalls: 10_000, walletFailures: 6 }, 'wallet calls'), 'degraded');
  assert.equal(levelOf({ walletCalls: 10_000, walletFailures: 73 }, 'wallet calls'), 'broken');
  assert.equal(levelOf({ requests: 1_000, failures: 15 }, 'member requests'), 'broken');
  assert.equal(levelOf({ walletSeconds: { 0.05: 990, 0.1: 1_000, '+Inf': 1_000 } }, 'wallet p99'), 'good');
  assert.equal(levelOf({ walletSeconds: { 0.05: 980, 0.1: 1_000, '+Inf': 1_000 } }, 'wallet p99'), 'degraded');
  assert.equal(levelOf({ walletSeconds: { 0.05: 90, '+Inf': 100 } }, 'wallet p99'), 'broken');
  assert.equal(levelOf({}, 'live update p95'), 'good');
});

test('is not broken by fewer than ten failures, and good with fewer than ten slow requests', () => {
  const levelOf = (given: Partial<Counts>, name: string) =>
    evaluatePromises(counts(given)).find(({ text }) => text.startsWith(name))?.level;
  assert.equal(levelOf({ requests: 9, failures: 9 }, 'member requests'), 'degraded');
  assert.equal(levelOf({ requests: 10, failures: 10 }, 'member requests'), 'broken');
  assert.equal(levelOf({ memberSeconds: { 0.1: 0, 0.25: 0, 2.5: 9, '+Inf': 9 } }, 'member p99'), 'good');
  assert.equal(levelOf({ memberSeconds: { 0.1: 0, 0.25: 0, 2.5: 10, '+Inf': 10 } }, 'member p99'), 'broken');
});
