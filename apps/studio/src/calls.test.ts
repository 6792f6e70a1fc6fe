// The book of what wallets carried out: its feed page by page, the ways in which it misleads on demand, and what it
// makes of the rounds that a studio had before it kept a book.

import assert from 'node:assert/strict';
import test from 'node:test';

import { baht } from '@chaba/money';
import { openStore, type Store } from '@chaba/sandbox-kit/store';

import { applySeeds } from '#studio/fairness/seeds.store';
import { drawRound } from '#studio/fairness/seeds';
import { applyTickets } from '#studio/tables/tickets.store';

import { callsOfRound, feedPage, noteCarriedOut } from './calls.ts';
import { applyCalls, cancelCall } from './calls.store.ts';
import { applyRounds, insertRound, recordAttempt } from './rounds.store.ts';

const seat = { operator: 'chaba', playerId: 'p-1', gameCode: 'chaba-blossom' };
const always = { operator: 'chaba', ch: 'chaba-studio', fromMs: 0, toMs: Date.now() + 60_000 };

test('the feed tells every call once, a page at a time, of its own operator and provider', () => {
  const store = openBook();
  for (let index = 0; index < 1_200; index += 1) {
    const txId = `t${index}`;
    noteCarriedOut(store, 'chaba', 'bet', { ...seat, roundId: `r${index}`, txId, amount: '1.0000' });
    noteCarriedOut(store, 'chaba', 'bet', { ...seat, roundId: `r${index}`, txId, amount: '1.0000' });
  }
  noteCarriedOut(store, 'lanna', 'bet', { ...seat, roundId: 'r', txId: 'other', amount: '1.0000' });
  noteCarriedOut(store, 'chaba', 'bet', {
    ...seat,
    gameCode: 'baccarat',
    roundId: 'r',
    txId: 'live',
    amount: '1.0000',
  });
  const told: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = feedPage(store, always, cursor, 'good');
    told.push(...page.transactions.map(({ txId }) => txId));
    cursor = page.cursor;
  } while (cursor !== undefined);
  assert.equal(told.length, 1_200);
  assert.equal(new Set(told).size, 1_200);
});

test('a list is told in its parts, the end of a round by its name, and what the operator cancelled says so', () => {
  const store = openBook();
  const transactions = [
    { operation: 'bet', txId: 'b', amount: '2.0000', isFree: true },
    { operation: 'win', txId: 'w', refTxId: 'b', amount: '3.5000' },
  ];
  noteCarriedOut(store, 'chaba', 'betwin', { ...seat, roundId: 'r', roundClosed: true, transactions });
  noteCarriedOut(store, 'chaba', 'endRound', { ...seat, roundId: 'r' });
  noteCarriedOut(store, 'chaba', 'award', { ...seat, txId: 'g', amount: '5.0000' });
  cancelCall(store, 'chaba', 'b');
  const lines = feedPage(store, always, undefined, 'good').transactions.map(
    ({ at: _at, playerId: _playerId, currency: _currency, gameCode: _gameCode, ...line }) => line,
  );
  assert.deepEqual(
    lines.toSorted((one, next) => String(one['operation']).localeCompare(String(next['operation']))),
    [
      { operation: 'award', txId: 'g', amount: '5.0000' },
      { operation: 'bet', txId: 'b', amount: '2.0000', roundId: 'r', isFree: true, cancelled: true },
      { operation: 'endRound', roundId: 'r', roundClosed: true },
      { operation: 'win', txId: 'w', refTxId: 'b', amount: '3.5000', roundId: 'r', roundClosed: true },
    ],
  );
  assert.equal(callsOfRound(store, 'chaba', 'r').length, 3);
  assert.equal(callsOfRound(store, 'lanna', 'r').length, 0);
});

test('on demand it forgets, repeats, lies by the smallest unit, is late, or never ends', () => {
  const store = openBook();
  for (const txId of ['a', 'b']) noteCarriedOut(store, 'chaba', 'tip', { ...seat, txId, amount: '1.0000' });
  const page = (mode: Parameters<typeof feedPage>[3]) => feedPage(store, always, undefined, mode);
  assert.equal(page('good').transactions.length, 2);
  assert.equal(page('forgets').transactions.length, 1);
  assert.equal(page('repeats').transactions.length, 4);
  assert.equal(page('lies').transactions[0]?.amount, '1.0001');
  assert.equal(page('late').until, new Date(0).toISOString());
  assert.ok(page('circles').cursor);
  assert.equal(page('good').cursor, undefined);
});

test('rounds from before there was a book are in it: settled ones whole, of one that waits its stake', () => {
  const store = openStore(':memory:');
  applySeeds(store);
  applyRounds(store);
  applyTickets(store);
  for (const [roundId, state] of [
    ['old', 'settled'],
    ['waits', 'staked'],
    ['never', 'refused'],
  ] as const) {
    const { seedId, nonce } = drawRound(store, { ...seat, playerId: roundId }, (next) => next(10));
    const money = { stakeE4: baht(2), payoutE4: baht(3), draws: '[]', seedId, nonce, settleMode: 'betwin' } as const;
    const names = { ...seat, playerId: roundId, roundId, clientRoundId: roundId, walletToken: 't' };
    const rest = {
      nowMs: 1_000,
      nextAttemptAtMs: 2_000,
      isFree: false,
      freeAwarded: 0,
      awaitsDecision: false,
      carry: null,
    };
    insertRound(store, { ...names, ...money, ...rest });
    const isClosed = state !== 'staked';
    const found = {
      code: null,
      balanceAfterE4: null,
      nextAttemptAtMs: isClosed ? null : 5_000,
      closedAtMs: isClosed ? 3_000 : null,
    };
    recordAttempt(store, roundId, { state, ...found });
  }
  applyCalls(store);
  assert.deepEqual(
    feedPage(store, always, undefined, 'good').transactions.map(({ txId, amount, at }) => [txId, amount, at]),
    [
      ['old-bet', '2.0000', new Date(1_000).toISOString()],
      ['waits-bet', '2.0000', new Date(1_000).toISOString()],
      ['old-win', '3.0000', new Date(3_000).toISOString()],
    ],
  );
});

function openBook(): Store {
  const store = openStore(':memory:');
  applySeeds(store);
  applyRounds(store);
  applyTickets(store);
  applyCalls(store);
  return store;
}
