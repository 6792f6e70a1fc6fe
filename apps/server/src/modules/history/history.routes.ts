// Routes of the history: rows in the contract's format.

import { maskAccountNumber } from '@chaba/contract/banks';
import { APPROVED, FAILED, PENDING } from '@chaba/contract/codes';
import * as contract from '@chaba/contract/history';
import { subtract, toBaht } from '@chaba/money';

import { formatReference } from '#core/references';
import { getReplicaReads } from '#core/replica';
import type { RouteContext } from '#http/route-context';

import { historyText as text } from './history.text.ts';
import {
  ADJUSTMENT,
  type DepositMovement,
  type HistoryQuery,
  type HistoryMovement,
  type AccountMovementType,
  type Page,
  loadNetPosition,
  type DisplayState,
  getDisplayState,
  type HistoryTotals,
  isPast,
  loadTotals,
  listTransfers,
  listWithdrawals,
  type WithdrawalMovement,
} from './history.ts';

type Query = {
  readonly cursor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly Status?: string | undefined;
  readonly TransType?: string | undefined;
};

const STATUSES = { approved: APPROVED, pending: PENDING, failed: FAILED } as const;

export function historyRoutes(context: RouteContext): void {
  const { registerRoute, database } = context;
  const readsOf = (request: HistoryQuery) => (isPast(request) ? getReplicaReads(context) : database);
  registerRoute(contract.depositHistory, async ({ site, member, query }) => {
    const request = toHistoryRequest(site.id, member.id, query);
    const reads = readsOf(request);
    const [page, totals] = await Promise.all([listTransfers(reads, request), loadTotals(reads, request, 'both')]);
    return toPage(page, toDepositItem, totals);
  });
  registerRoute(contract.withdrawHistory, async ({ site, member, query }) => {
    const request = toHistoryRequest(site.id, member.id, query);
    const reads = readsOf(request);
    const [page, totals] = await Promise.all([listWithdrawals(reads, request), loadTotals(reads, request, 'out')]);
    return toPage(page, toWithdrawItem, totals);
  });
  registerRoute(contract.transferHistory, async ({ site, member, query }) => {
    const request = toHistoryRequest(site.id, member.id, query);
    const reads = readsOf(request);
    const [page, totals] = await Promise.all([listTransfers(reads, request), loadTotals(reads, request, 'both')]);
    return toPage(page, toTransferItem, totals);
  });
  registerRoute(contract.netPosition, async ({ site, member, query: { range } }) => {
    const position = await loadNetPosition(database, { siteId: site.id, memberId: member.id, range });
    return {
      range,
      stakes: toBaht(position.stakes),
      payouts: toBaht(position.payouts),
      net: toBaht(subtract(position.payouts, position.stakes)),
      deposits: toBaht(position.deposits),
      withdrawals: toBaht(position.withdrawals),
    };
  });
}

function toPage<Row, Item>(
  { rows, nextCursor }: Page<Row>,
  toItem: (row: Row) => Item,
  totals: HistoryTotals | undefined,
) {
  return {
    Transaction: rows.map(toItem),
    nextCursor: nextCursor ?? null,
    totals: totals === undefined ? null : { in: toBaht(totals.in), out: toBaht(totals.out) },
  };
}

function toHistoryRequest(
  siteId: number,
  memberId: bigint,
  { cursor, from, to, Status, TransType }: Query,
): HistoryQuery {
  return { siteId, memberId, cursor, from, to, shown: parseStatus(Status), types: parseTypes(TransType) };
}

/** The contract validates the type names and their separators. */
function parseTypes(types: string | undefined): readonly AccountMovementType[] | undefined {
  return types?.split(',') as AccountMovementType[] | undefined;
}

/** 0 and 1 both mean approved (spec §4). */
function parseStatus(status: string | undefined): DisplayState | undefined {
  if (status === undefined) return undefined;
  if (status === '2') return 'pending';
  return status === '3' ? 'failed' : 'approved';
}

function toTransferItem(movement: DepositMovement): contract.TransferItem {
  // An adjustment is named by its request, and its note is the text of the operators.
  const isAdjustment = movement.bonusId === ADJUSTMENT;
  return {
    id: isAdjustment ? `R${movement.id}` : formatReference(toReferenceKind(movement), movement.id),
    TransType: movement.type,
    Amount: toBaht(movement.amount),
    createdAt: movement.createdAt.toISOString(),
    Status: STATUSES[getDisplayState(movement)],
    BonusInfo: { _id: movement.bonusId },
    ...(isAdjustment && movement.reviewReason !== null ? { note: movement.reviewReason } : {}),
  };
}

const toReferenceKind = ({ type }: HistoryMovement) => (type === 'WITHDRAW' ? 'withdrawal' : 'deposit');

function toDepositItem(movement: DepositMovement): contract.DepositItem {
  // The notes describe bank transfers; claims have none.
  const note = movement.type === 'DEPOSIT' ? getDepositNote(movement) : undefined;
  return { ...toTransferItem(movement), ...(note === undefined ? {} : { note }) };
}

function toWithdrawItem(movement: WithdrawalMovement): contract.WithdrawItem {
  const note = getWithdrawalNote(movement);
  return {
    id: formatReference('withdrawal', movement.id),
    TransType: 'WITHDRAW',
    Amount: toBaht(movement.amount),
    createdAt: movement.createdAt.toISOString(),
    Status: STATUSES[getDisplayState(movement)],
    BankCode: movement.bankCode,
    BankAccount: maskAccountNumber(movement.account),
    finishedAt: movement.closedAt?.toISOString() ?? null,
    ...(note === undefined ? {} : { note }),
  };
}

function getDepositNote({ state, reviewReason }: DepositMovement): string | undefined {
  return state === 'returned' && reviewReason === 'TAKEN_BACK' ? text.depositTakenBack : depositNotes[state];
}

const depositNotes: Readonly<Record<string, string>> = {
  review: text.depositInReview,
  parked: text.depositParked,
  returned: text.depositReturned,
};

function getWithdrawalNote({ state, failureReason, waitReason, isDisputed }: WithdrawalMovement): string | undefined {
  if (isDisputed) return text.withdrawalDisputed;
  if (state === 'rejected' && failureReason === 'OWED') return text.withdrawalOwed;
  if (state === 'rejected' && failureReason === 'STOPPED') return text.withdrawalStopped;
  if (state === 'rejected' && failureReason === 'BONUS_ENDED') return text.withdrawalBonusEnded;
  if (waitReason !== null) return waitReason === 'WIN_HELD' ? text.withdrawalWinHeld : text.withdrawalBetOpen;
  return withdrawalNotes[state];
}

const withdrawalNotes: Readonly<Record<string, string>> = {
  requested: text.withdrawalWaiting,
  approved: text.withdrawalPaying,
  paying: text.withdrawalPaying,
  rejected: text.withdrawalRejected,
  failed: text.withdrawalFailed,
  returned: text.withdrawalReturned,
};
