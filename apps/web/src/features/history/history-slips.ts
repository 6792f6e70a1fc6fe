// Slips that no deposit was made of, as rows of a history: a transfer from another person's account that an operator decides about, or that
// went back. Pure.

import { FAILED, PENDING } from '@chaba/contract/codes';
import { formatBangkokDay } from '@chaba/contract/thai-time';

import type { MemberSlip } from '#lib/slips';

import type { HistoryItem, HistoryRequest, SlipItem } from './history.queries.ts';

/** The rows and the slips in one order, newest first. A slip older than the last row waits for the page that it stands on. */
export function withSlips(
  items: readonly HistoryItem[],
  slips: readonly MemberSlip[],
  { kind, days, status, type, isWhole }: HistoryRequest & { readonly isWhole: boolean },
): readonly HistoryItem[] {
  if (kind === 'withdraw' || (type !== '' && type !== 'DEPOSIT')) return items;
  const last = items.at(-1)?.createdAt ?? '';
  const known = new Set(items.map(({ id }) => id));
  const rows = slips
    .flatMap((slip) => toItem(slip) ?? [])
    // A deposit that was made of it a moment ago has the same number.
    .filter(({ id }) => !known.has(id))
    .filter(({ Status }) => status === '' || status === String(Status))
    .filter(({ createdAt }) => days.from === undefined || formatBangkokDay(new Date(createdAt)) >= days.from)
    .filter(({ createdAt }) => isWhole || createdAt > last);
  if (rows.length === 0) return items;
  return [...items, ...rows].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
}

function toItem({ reference, state, Amount, createdAt, message }: MemberSlip): SlipItem | undefined {
  // Another host has no such numbers.
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
