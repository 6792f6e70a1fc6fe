// The member's histories, in pages by cursor, newest first.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { BetItem, DepositItem, transactionTypes, TransferItem, WithdrawItem } from '@chaba/contract/history';
import {
  betHistory,
  betStatement,
  depositHistory,
  getBetAtProvider,
  transferHistory,
  withdrawHistory,
} from '@chaba/contract/requests';

import { buildUrl, createHeaders, send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';
import { ApiError } from '#lib/api/api-error';
import { saveFile } from '#lib/browser/save-file';

import type { Days } from './history-filters.ts';
import { text } from './history.text.ts';

export type HistoryKind = 'deposit' | 'withdraw' | 'transfer';
/** A row of any of the three histories, or a slip without a deposit. */
export type HistoryItem = DepositItem | WithdrawItem | TransferItem | SlipItem;

/** A slip without a deposit (history-slips.ts). */
export type SlipItem = {
  readonly id: string;
  readonly TransType: 'DEPOSIT';
  /** Shown only to the member whose transfer it provably is. */
  readonly Amount: number | null;
  readonly createdAt: string;
  readonly Status: number;
  readonly note?: string;
};

export type MovementType = (typeof transactionTypes)[number];

export type HistoryRequest = {
  readonly kind: HistoryKind;
  readonly days: Days;
  readonly status: '' | '1' | '2' | '3';
  readonly type: '' | MovementType;
};

/** Spec §7: types of a deposit history. */
export const depositTypes: readonly MovementType[] = ['DEPOSIT', 'AFFILIATE', 'CASHBACK'];

/** Sums of all approved rows that match the filters, in baht of the wire. */
export type Totals = { readonly in: number; readonly out: number };

type Page<Item> = {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly totals?: Totals | null | undefined;
};

const STATEMENT_NAME = 'bets.csv';

const endpoints = { deposit: depositHistory, withdraw: withdrawHistory, transfer: transferHistory } as const;
const keys = {
  deposit: queryKeys.depositHistory,
  withdraw: queryKeys.withdrawHistory,
  transfer: queryKeys.transferHistory,
} as const;

export function historyQuery({ kind, days, status, type }: HistoryRequest) {
  return infiniteQueryOptions({
    queryKey: [...keys[kind], 'pages', days, status, type],
    queryFn: async ({ pageParam, signal }): Promise<Page<HistoryItem>> => {
      const types = listTypes(kind, type);
      const { Transaction, nextCursor, totals } = await send(endpoints[kind], {
        query: {
          ...(pageParam === '' ? {} : { cursor: pageParam }),
          ...(days.from === undefined ? {} : { from: days.from }),
          ...(status === '' ? {} : { Status: status }),
          ...(types === undefined ? {} : { TransType: types.join(',') }),
        },
        signal,
      });
      // A host without extensions does not filter.
      const items = types ? Transaction.filter(({ TransType }) => types.includes(TransType)) : Transaction;
      return { items, nextCursor, totals };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

function listTypes(kind: HistoryKind, type: '' | MovementType): readonly MovementType[] | undefined {
  if (kind === 'withdraw') return undefined;
  if (type !== '') return [type];
  return kind === 'deposit' ? depositTypes : undefined;
}

export function betsQuery(days: Days) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.bets, 'pages', days],
    queryFn: async ({ pageParam, signal }): Promise<Page<BetItem>> => {
      const { Transaction, nextCursor } = await send(betHistory, {
        query: {
          ...(pageParam === '' ? {} : { cursor: pageParam }),
          ...(days.from === undefined ? {} : { from: days.from }),
        },
        signal,
      });
      return { items: Transaction, nextCursor };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

export function betAtProviderQuery(betId: string) {
  return queryOptions({
    queryKey: [...queryKeys.bets, 'provider', betId],
    queryFn: ({ signal }) => send(getBetAtProvider, { params: { betId }, signal }),
    // Fetched anew at each display, because the provider can change it.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Downloads twelve months of bets. */
export async function saveStatement(): Promise<void> {
  const response = await fetch(buildUrl(betStatement), {
    headers: createHeaders(),
    credentials: 'omit',
    cache: 'no-store',
  });
  if (!response.ok) throw new ApiError('UNREADABLE_ANSWER', text.statementFailed, { status: response.status });
  saveFile(await response.blob(), STATEMENT_NAME);
}
