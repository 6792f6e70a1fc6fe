// The call log: its paged feed, its injected faults, and the migration of rounds that are older than the log.

import assert from 'node:assert/strict';
import test from 'node:test';

import { baht } from '@chaba/money';
import { openStore, type Store } from '@chaba/sandbox-kit/store';

import { applySeeds } from '#studio/fairness/seeds.store';
import { drawRound } from '#studio/fairness/seeds';
import { applyTickets } from './tables/tickets.store.ts';

import { listRoundCalls, listFeedPage, recordAcceptedCall } from './calls.ts';
import { applyCalls, cancelCall } from './calls.store.ts';
import { applyRounds, insertRound, recordAttempt } from './rounds.store.ts';

const playerGame = { operator: 'chaba', playerId: 'p-1', gameCode: 'chaba-blossom' };
const always = { operator: 'chaba', ch: 'chaba-studio', fromMs: 0, toMs: Date.now() + 60_000 };

test('lists every call once over all pages, of one operator and provider', () => {
  const store = openCallLog();
  for (let index = 0; index < 1_200; index += 1) {
    const txId = `t${index}`;
    recordAcceptedCall(store, 'chaba', 'bet', { ...playerGame, roundId: `r${index}`, txId, amount: '1.0000' });
    recordAcceptedCall(store, 'chaba', 'bet', { ...playerGame, roundId: `r${index}`, txId, amount: '1.0000' });
  }
  recordAcceptedCall(store, 'lanna', 'bet', { ...playerGame, roundId: 'r', txId: 'other', amount: '1.0000' });
  recordAcceptedCall(store, 'chaba', 'bet', {
    ...playerGame,
    gameCode: 'baccarat',
    roundId: 'r',
    txId: 'live',
    amount: '1.0000',
  });
  const txIds: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = listFeedPage(store, always, cursor, 'good');
    txIds.push(...page.transactions.map(({ txId }) => txId));
    cursor = page.cursor;
  } while (cursor !== undefined);
  assert.equal(txIds.length, 1_200);
  assert.equal(new Set(txIds).size, 1_200);
});

test('lists the parts of a betwin, the end of a round, and marks cancelled calls', () => {
  const store = openCallLog();
  const transactions = [
    { operation: 'bet', txId: 'b', amount: '2.0000', isFree: true },
    { operation: 'win', txId: 'w', refTxId: 'b', amount: '3.5000' },
  ];
  recordAcceptedCall(store, 'chaba', 'betwin', { ...playerGame, roundId: 'r', roundClosed: true, transactions });
  recordAcceptedCall(store, 'chaba', 'endRound', { ...playerGame, roundId: 'r' });
  recordAcceptedCall(store, 'chaba', 'award', { ...playerGame, txId: 'g', amount: '5.0000' });
  cancelCall(store, 'chaba', 'b');
  const lines = listFeedPage(store, always, undefined, 'good').transactions.map(
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
  assert.equal(listRoundCalls(store, 'chaba', 'r').length, 3);
  assert.equal(listRoundCalls(store, 'lanna', 'r').length, 0);
});

test('injects missing, repeated, wrong, delayed and endless pages', () => {
  const store = openCallLog();
  for (const txId of ['a', 'b']) recordAcceptedCall(store, 'chaba', 'tip', { ...playerGame, txId, amount: '1.0000' });
  const page = (mode: Parameters<typeof listFeedPage>[3]) => listFeedPage(store, always, undefined, mode);
  assert.equal(page('good').transactions.length, 2);
  assert.equal(page('forgets').transactions.length, 1);
  assert.equal(page('repeats').transactions.length, 4);
  assert.equal(page('lies').transactions[0]?.amount, '1.0001');
  assert.equal(page('late').until, new Date(0).toISOString());
  assert.ok(page('circles').cursor);
  assert.equal(page('good').cursor, undefined);
});

test('migrates earlier rounds: bet and win of a settled one, the bet of a staked one', () => {
  const store = openStore(':memory:');
  applySeeds(store);
  applyRounds(store);
  applyTickets(store);
  for (const [roundId, state] of [
    ['old', 'settled'],
    ['waits', 'staked'],
    ['never', 'refused'],
  ] as const) {
    const { seedId, nonce } = drawRound(store, { ...playerGame, playerId: roundId }, (next) => next(10));
    const money = { stakeE4: baht(2), payoutE4: baht(3), draws: '[]', seedId, nonce, settleMode: 'betwin' } as const;
    const names = { ...playerGame, playerId: roundId, roundId, clientRoundId: roundId, walletToken: 't' };
    const rest = {
      nowMs: 1_000,
      nextAttemptAtMs: 2_000,
      isFree: false,
      freeAwarded: 0,
      grantedBy: null,
      freeWaiting: 0,
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
    listFeedPage(store, always, undefined, 'good').transactions.map(({ txId, amount, at }) => [txId, amount, at]),
    [
      ['old-bet', '2.0000', new Date(1_000).toISOString()],
      ['waits-bet', '2.0000', new Date(1_000).toISOString()],
      ['old-win', '3.0000', new Date(3_000).toISOString()],
    ],
  );
});

function openCallLog(): Store {
  const store = openStore(':memory:');
  applySeeds(store);
  applyRounds(store);
  applyTickets(store);
  applyCalls(store);
  return store;
}
