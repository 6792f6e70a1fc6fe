// The pages of the member's histories, by cursor, newest first.

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

import { addressOf, commonHeaders, send } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { ApiError } from '#lib/api-error';
import { saveFile } from '#lib/save-file';

import type { Days } from './history-filters.ts';
import { text } from './history.text.ts';

export type HistoryKind = 'deposit' | 'withdraw' | 'transfer';
/** What any of the three answers, each filling in what it knows; and slips that no deposit was made of. */
export type HistoryItem = DepositItem | WithdrawItem | TransferItem | SlipItem;

/** A slip that no deposit was made of (history-slips.ts). */
export type SlipItem = {
  readonly id: string;
  readonly TransType: 'DEPOSIT';
  /** Told to the member whom the transfer is proven to be of. */
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

/** Spec §7: what a deposit history keeps of the answer. */
export const depositTypes: readonly MovementType[] = ['DEPOSIT', 'AFFILIATE', 'CASHBACK'];

/** Baht of the wire, of everything approved that was asked for. */
export type Totals = { readonly in: number; readonly out: number };

type Page<Item> = {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly totals?: Totals | null | undefined;
};

const STATEMENT_NAME = 'bets.csv';

const calls = { deposit: depositHistory, withdraw: withdrawHistory, transfer: transferHistory } as const;
const keys = {
  deposit: queryKeys.depositHistory,
  withdraw: queryKeys.withdrawHistory,
  transfer: queryKeys.transferHistory,
} as const;

export function historyQuery({ kind, days, status, type }: HistoryRequest) {
  return infiniteQueryOptions({
    queryKey: [...keys[kind], 'pages', days, status, type],
    queryFn: async ({ pageParam, signal }): Promise<Page<HistoryItem>> => {
      const kept = keptTypes(kind, type);
      const { Transaction, nextCursor, totals } = await send(calls[kind], {
        query: {
          ...(pageParam === '' ? {} : { cursor: pageParam }),
          ...(days.from === undefined ? {} : { from: days.from }),
          ...(status === '' ? {} : { Status: status }),
          ...(kept === undefined ? {} : { TransType: kept.join(',') }),
        },
        signal,
      });
      // A server that knows the specification only does not narrow.
      const items = kept ? Transaction.filter(({ TransType }) => kept.includes(TransType)) : Transaction;
      return { items, nextCursor, totals };
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

function keptTypes(kind: HistoryKind, type: '' | MovementType): readonly MovementType[] | undefined {
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
    // What a provider says is asked for each time it is looked at.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** Twelve months of bets as a file. */
export async function saveStatement(): Promise<void> {
  const answer = await fetch(addressOf(betStatement), {
    headers: commonHeaders(),
    credentials: 'omit',
    cache: 'no-store',
  });
  if (!answer.ok) throw new ApiError('UNREADABLE_ANSWER', text.statementFailed, { status: answer.status });
  saveFile(await answer.blob(), STATEMENT_NAME);
}
