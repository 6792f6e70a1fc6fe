// Slips without a deposit as rows of a history: transfers from another person's account that an operator reviews, or
// that were returned. Pure.

import { FAILED, PENDING } from '@chaba/contract/codes';
import { formatBangkokDay } from '@chaba/contract/thai-time';

import type { MemberSlip } from '#lib/wallet/slips';

import type { HistoryItem, HistoryRequest, SlipItem } from './history.queries.ts';

/**
 * Merges rows and slips, newest first. A slip older than the last loaded row is shown with the page that contains its
 * time.
 */
export function mergeSlips(
  items: readonly HistoryItem[],
  slips: readonly MemberSlip[],
  { kind, days, status, type, isWhole }: HistoryRequest & { readonly isWhole: boolean },
): readonly HistoryItem[] {
  if (kind === 'withdraw' || (type !== '' && type !== 'DEPOSIT')) return items;
  const last = items.at(-1)?.createdAt ?? '';
  const known = new Set(items.map(({ id }) => id));
  const rows = slips
    .flatMap((slip) => toItem(slip) ?? [])
    // A deposit created from the slip meanwhile has the same id.
    .filter(({ id }) => !known.has(id))
    .filter(({ Status }) => status === '' || status === String(Status))
    .filter(({ createdAt }) => days.from === undefined || formatBangkokDay(new Date(createdAt)) >= days.from)
    .filter(({ createdAt }) => isWhole || createdAt > last);
  if (rows.length === 0) return items;
  return [...items, ...rows].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function toItem({ reference, state, Amount, createdAt, message }: MemberSlip): SlipItem | undefined {
  // Other hosts have no such ids.
  if (typeof reference !== 'string') return undefined;
  const Status = state === 'refused' ? FAILED : PENDING;
  return {
    id: reference,
    TransType: 'DEPOSIT',
    Amount,
    createdAt,
    Status,
    ...(message === null ? {} : { note: message }),
  };
}
