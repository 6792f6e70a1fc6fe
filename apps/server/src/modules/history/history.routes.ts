// The history's doors: rows in wire words.

import { maskAccountNumber } from '@chaba/contract/banks';
import * as contract from '@chaba/contract/history';
import { toBaht } from '@chaba/money';

import { referenceOf } from '#core/references';
import type { Doors } from '#http/doors';

import { historyText as text } from './history.text.ts';
import {
  depositHistory,
  type DepositMovement,
  type HistoryRequest,
  type Movement,
  type Shown,
  shownState,
  transferHistory,
  withdrawalHistory,
  type WithdrawalMovement,
} from './history.ts';

type Query = {
  readonly cursor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly Status?: string | undefined;
};

const STATUSES = { approved: contract.APPROVED, pending: contract.PENDING, failed: contract.FAILED } as const;

export function historyRoutes({ serve, database }: Doors): void {
  serve(contract.depositHistory, async ({ site, member, query }) => {
    const { rows, nextCursor } = await depositHistory(database, requestOf(site.id, member.id, query));
    return { Transaction: rows.map(toDepositItem), nextCursor: nextCursor ?? null };
  });
  serve(contract.withdrawHistory, async ({ site, member, query }) => {
    const { rows, nextCursor } = await withdrawalHistory(database, requestOf(site.id, member.id, query));
    return { Transaction: rows.map(toWithdrawItem), nextCursor: nextCursor ?? null };
  });
  serve(contract.transferHistory, async ({ site, member, query }) => {
    const { rows, nextCursor } = await transferHistory(database, requestOf(site.id, member.id, query));
    return { Transaction: rows.map(toTransferItem), nextCursor: nextCursor ?? null };
  });
}

function requestOf(siteId: number, memberId: bigint, { cursor, from, to, Status }: Query): HistoryRequest {
  return { siteId, memberId, cursor, from, to, shown: shownOf(Status) };
}

/** 0 and 1 are both approved (spec §4). */
function shownOf(status: string | undefined): Shown | undefined {
  if (status === undefined) return undefined;
  if (status === '2') return 'pending';
  return status === '3' ? 'failed' : 'approved';
}

function toTransferItem(movement: Movement): contract.TransferItem {
  return {
    id: referenceOf(movement.type === 'WITHDRAW' ? 'withdrawal' : 'deposit', movement.id),
    TransType: movement.type,
    Amount: toBaht(movement.amount),
    createdAt: movement.createdAt.toISOString(),
    Status: STATUSES[shownState(movement)],
    BonusInfo: { _id: movement.bonusId },
  };
}

function toDepositItem(movement: DepositMovement): contract.DepositItem {
  // The sentences are about a bank transfer; a claim's status says enough.
  const note = movement.type === 'DEPOSIT' ? depositNotes[movement.state] : undefined;
  return { ...toTransferItem(movement), ...(note === undefined ? {} : { note }) };
}

function toWithdrawItem(movement: WithdrawalMovement): contract.WithdrawItem {
  const note = withdrawalNotes[movement.state];
  return {
    id: referenceOf('withdrawal', movement.id),
    TransType: 'WITHDRAW',
    Amount: toBaht(movement.amount),
    createdAt: movement.createdAt.toISOString(),
    Status: STATUSES[shownState(movement)],
    BankCode: movement.bankCode,
    BankAccount: maskAccountNumber(movement.account),
    finishedAt: movement.closedAt?.toISOString() ?? null,
    ...(note === undefined ? {} : { note }),
  };
}

const depositNotes: Readonly<Record<string, string>> = {
  review: text.depositInReview,
  parked: text.depositParked,
  returned: text.depositReturned,
};

const withdrawalNotes: Readonly<Record<string, string>> = {
  requested: text.withdrawalWaiting,
  approved: text.withdrawalPaying,
  paying: text.withdrawalPaying,
  rejected: text.withdrawalRejected,
  failed: text.withdrawalFailed,
};
