// The limit of pending discrepancies of a day; transactions that both sides cancelled do not count towards it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht } from '@chaba/money';

import type { ProviderTransaction } from '#modules/provider-protocol';
import type { LocalTransaction } from '#modules/wallet';

import { DiscrepancyCollector } from './discrepancies.ts';

const day = { from: new Date('2026-11-20T17:00:00Z'), to: new Date('2026-11-21T17:00:00Z') };
const at = new Date('2026-11-21T05:00:00Z');

const betOf = (place: number) => {
  const names = { txId: `b${place}`, refTxId: '', roundId: `r${place}`, gameCode: 'test-slot', playerId: 'p1' };
  return { ...names, operation: 'bet', amount: baht(10), isFree: false, at } as const;
};
const createFeedBet = (place: number): ProviderTransaction => ({
  ...betOf(place),
  isRoundClosed: false,
  isCancelled: false,
});
const rollbackOf = (place: number): ProviderTransaction => ({
  ...createFeedBet(place),
  operation: 'rollback',
  txId: `x${place}`,
  refTxId: `b${place}`,
});
const ourBet = (place: number): LocalTransaction => ({
  ...betOf(place),
  memberId: 1n,
  isCancelled: true,
  isOpen: false,
  isRoundOpen: false,
  isRefused: false,
});

/** Pages of a feed of bets that are all cancelled on our side. */
function compared(pages: readonly (readonly ProviderTransaction[])[]) {
  const findings = new DiscrepancyCollector(day, 3);
  for (const page of pages) {
    for (const call of findings.recordPage(page).ofDay.filter(({ operation }) => operation === 'bet')) {
      const ours = ourBet(Number(call.txId.slice(1)));
      findings.compareProviderTransaction(call, { ours, waiting: undefined, isOfUnknown: false, isRoundOpen: false });
    }
  }
  findings.settle();
  const { discrepancies, discrepancyCount, byOperation } = findings.report();
  const bets = byOperation.find(({ operation }) => operation === 'bet')?.theirs;
  return { differing: discrepancies.map(({ txId, kind }) => `${txId} ${kind}`), discrepancyCount, bets };
}

const places = [1, 2, 3, 4, 5, 6, 7, 8];

test('reports no difference for bets that both sides cancelled', () => {
  const nothing = { differing: [], discrepancyCount: 0, bets: { count: 0, amount: baht(0) } };
  assert.deepEqual(compared([places.flatMap((place) => [createFeedBet(place), rollbackOf(place)])]), nothing);
  assert.deepEqual(compared(places.map((place) => [createFeedBet(place), rollbackOf(place - 1)])).differing, [
    'b8 cancelled here',
  ]);
  assert.deepEqual(compared(places.flatMap((place) => [[createFeedBet(place)], [rollbackOf(place)]])), nothing);
});

test('reports a bet that only our side cancelled', () => {
  const pages = places.map((place) =>
    place % 4 === 0 ? [createFeedBet(place)] : [createFeedBet(place), rollbackOf(place)],
  );
  assert.deepEqual(compared(pages).differing, ['b4 cancelled here', 'b8 cancelled here']);
});
