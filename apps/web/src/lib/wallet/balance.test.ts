import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Balance } from '@chaba/contract/members';
import { QueryClient } from '@tanstack/react-query';

import { fakeMember } from '#testing/fake-data';
import { createMemoryStorage } from '#testing/memory-storage';

import { balanceQuery, storeNewerBalance } from './balance.ts';
import { queryKeys } from '#lib/api/query-keys';

Object.assign(globalThis, { localStorage: createMemoryStorage(), document: { querySelector: () => null } });

const balanceAt = (second: number, balance: number): Balance => ({
  balance,
  internalWallet: { ...fakeMember.internalWallet, gameWallet: balance },
  BonusInfo: fakeMember.BonusInfo,
  remaining: 0,
  at: new Date(second * 1_000).toISOString(),
});

test('discards a response that is older than the live stream and stores a newer one', async () => {
  const queryClient = new QueryClient();
  const shown = () => queryClient.getQueryData<Balance>(queryKeys.balance)?.balance;
  let data = balanceAt(1, 100);
  globalThis.fetch = async () => {
    const current = data;
    if (current.balance === 100) storeNewerBalance(queryClient, balanceAt(2, 350));
    return Response.json({ success: true, requestId: '1', data: current });
  };
  await queryClient.fetchQuery({ ...balanceQuery, staleTime: 0 });
  assert.equal(shown(), 350);
  storeNewerBalance(queryClient, balanceAt(1, 100));
  assert.equal(shown(), 350);

  data = balanceAt(3, 20);
  await queryClient.fetchQuery({ ...balanceQuery, staleTime: 0 });
  assert.equal(shown(), 20);
});
