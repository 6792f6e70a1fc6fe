// The filters of a history: a range of Bangkok days and what they keep. Pure.

import { bangkokDay } from '@chaba/contract/thai-time';

export type Range = 'today' | 'week' | 'month' | 'all';
/** A Bangkok day as the wire writes it; undefined: from the beginning. */
export type Days = { readonly from: string | undefined };

const DAY_MS = 86_400_000;
const daysBack: Readonly<Record<Exclude<Range, 'all'>, number>> = { today: 0, week: 6, month: 29 };

/** "The last 7 days" are today and the six before. */
export function daysOf(range: Range, now: Date): Days {
  if (range === 'all') return { from: undefined };
  return { from: bangkokDay(new Date(now.getTime() - daysBack[range] * DAY_MS)) };
}

/** Rows under the Bangkok day they belong to, in the order they came; those whose time cannot be read under none (''). */
export function byDay<Item extends { readonly createdAt: string }>(
  items: readonly Item[],
): readonly (readonly [day: string, items: readonly Item[]])[] {
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const at = new Date(item.createdAt);
    const day = Number.isNaN(at.getTime()) ? '' : bangkokDay(at);
    const known = days.get(day);
    if (known) known.push(item);
    else days.set(day, [item]);
  }
  return [...days];
}
