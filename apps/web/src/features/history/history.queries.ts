// The pages of the member's histories, by cursor, newest first.

import { infiniteQueryOptions } from '@tanstack/react-query';

import {
  betHistory,
  depositHistory,
  transferHistory,
  withdrawHistory,
  type BetItem,
  type DepositItem,
  type TransferItem,
  type WithdrawItem,
} from '@chaba/contract/history';

import { send } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

import type { Days } from './history-filters.ts';

export type HistoryKind = 'deposit' | 'withdraw' | 'transfer';
/** What any of the three answers; each fills in what it knows. */
export type HistoryItem = DepositItem | WithdrawItem | TransferItem;

export type HistoryRequest = {
  readonly kind: HistoryKind;
  readonly days: Days;
  readonly status: '' | '1' | '2' | '3';
};

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | null };

const calls = { deposit: depositHistory, withdraw: withdrawHistory, transfer: transferHistory } as const;
const keys = {
  deposit: queryKeys.depositHistory,
  withdraw: queryKeys.withdrawHistory,
  transfer: queryKeys.transferHistory,
} as const;

export function historyQuery({ kind, days, status }: HistoryRequest) {
  return infiniteQueryOptions({
    queryKey: [...keys[kind], 'pages', days, status],
    queryFn: async ({ pageParam, signal }): Promise<Page<HistoryItem>> => {
      const { Transaction, nextCursor } = await send(calls[kind], {
        query: {
          ...(pageParam === '' ? {} : { cursor: pageParam }),
          ...(days.from === undefined ? {} : { from: days.from }),
          ...(status === '' ? {} : { Status: status }),
        },
        signal,
      });
      return { items: Transaction, nextCursor };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export const betsQuery = infiniteQueryOptions({
  queryKey: queryKeys.bets,
  queryFn: async ({ pageParam, signal }): Promise<Page<BetItem>> => {
    const { Transaction, nextCursor } = await send(betHistory, {
      query: pageParam === '' ? {} : { cursor: pageParam },
      signal,
    });
    return { items: Transaction, nextCursor };
  },
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});
