import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Balance } from '@chaba/contract/members';
import { QueryClient } from '@tanstack/react-query';

import { fakeMember } from '#testing/fake-data';
import { memoryStorage } from '#testing/memory-storage';

import { balanceQuery, keepNewerBalance } from './balance.ts';
import { queryKeys } from './query-keys.ts';

Object.assign(globalThis, { localStorage: memoryStorage(), document: { querySelector: () => null } });

const balanceAt = (second: number, balance: number): Balance => ({
  balance,
  internalWallet: { ...fakeMember.internalWallet, gameWallet: balance },
  BonusInfo: fakeMember.BonusInfo,
  remaining: 0,
  at: new Date(second * 1_000).toISOString(),
});

test('an answer that was overtaken by the live stream does not take its place, and a newer one does', async () => {
  const queryClient = new QueryClient();
  const shown = () => queryClient.getQueryData<Balance>(queryKeys.balance)?.balance;
  let told = balanceAt(1, 100);
  globalThis.fetch = async () => {
    const data = told;
    if (data.balance === 100) keepNewerBalance(queryClient, balanceAt(2, 350));
    return Response.json({ success: true, requestId: '1', data });
  };
  await queryClient.fetchQuery({ ...balanceQuery, staleTime: 0 });
  assert.equal(shown(), 350);
  keepNewerBalance(queryClient, balanceAt(1, 100));
  assert.equal(shown(), 350);

  told = balanceAt(3, 20);
  await queryClient.fetchQuery({ ...balanceQuery, staleTime: 0 });
  assert.equal(shown(), 20);
});
