// Filters of a history: a range of Bangkok days and the rows within it. Pure.

import { formatBangkokDay } from '@chaba/contract/thai-time';

export type Range = 'today' | 'week' | 'month' | 'all';
/** A Bangkok day in wire format; undefined: no lower bound. */
export type Days = { readonly from: string | undefined };

const DAY_MS = 86_400_000;
const daysBack: Readonly<Record<Exclude<Range, 'all'>, number>> = { today: 0, week: 6, month: 29 };

/** "The last 7 days" are today and the six days before. */
export function toDays(range: Range, now: Date): Days {
  if (range === 'all') return { from: undefined };
  return { from: formatBangkokDay(new Date(now.getTime() - daysBack[range] * DAY_MS)) };
}

/** Groups rows by Bangkok day in the given order; rows with an invalid time are grouped under ''. */
export function groupByDay<Item extends { readonly createdAt: string }>(
  items: readonly Item[],
): readonly (readonly [day: string, items: readonly Item[]])[] {
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const at = new Date(item.createdAt);
    const day = Number.isNaN(at.getTime()) ? '' : formatBangkokDay(at);
    const known = days.get(day);
    if (known) known.push(item);
    else days.set(day, [item]);
  }
  return [...days];
}
