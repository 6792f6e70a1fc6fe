// The time of a line of the feed, compared with its arrival. Pure.
//
// Always true: a line cannot report a transfer of the future. A line dated ahead of its arrival by more than clocks
// differ is compared by its arrival instead, whatever the error is (minutes, a time zone, a Buddhist year), and its
// stated time is kept. Money of such a line, or of a line older than the slips it is compared with, is credited by an
// operator or by a slip.
//
// Elsewhere: the decision (line-rules.ts), the pairs (movement-matching.ts), the alert about shifted lines
// (operations.store.ts).

import type { FeedLine } from './feed-matching.ts';
import { FAR_MAX_MS } from './movement-matching.ts';
import { AHEAD_MAX_MS } from './slip-rules.ts';

/** The line with the time by which it is compared. */
export function dateLine<Line extends FeedLine>(line: Line, now: Date): Line {
  const isAhead = line.transferredAt.getTime() > now.getTime() + AHEAD_MAX_MS;
  return isAhead ? { ...line, transferredAt: now, statedAt: line.transferredAt } : line;
}

/** Why the time of a line leaves its credit to an operator. */
export function findDateDoubt(
  { transferredAt, statedAt }: Pick<FeedLine, 'transferredAt' | 'statedAt'>,
  now: Date,
): 'TIME_AHEAD' | 'TOO_OLD' | undefined {
  if (statedAt) return 'TIME_AHEAD';
  return transferredAt.getTime() < now.getTime() - FAR_MAX_MS ? 'TOO_OLD' : undefined;
}
