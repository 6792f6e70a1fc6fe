// The statement of a member: the money at the begin, each transfer with the house, and the money at the end.
//
// Always true: the begin and all lines add up to the end. Stakes and results of a day are a line each.
//
// Elsewhere: what each account is for (docs/money-flows.md), the printed page (apps/back-office).

import type { Queryable } from '@chaba/database';
import { add, type Money } from '@chaba/money';

import * as store from './member-statement.store.ts';

export type { MemberLine } from './member-statement.store.ts';

/** A statement with more lines is not made; a shorter span has fewer. */
const LINES_MAX = 2_000;

type MemberStatement = {
  readonly opening: Money;
  readonly closing: Money;
  readonly lines: readonly store.MemberLine[];
};

/** Reads the statement of a span; undefined: it has too many lines. */
export async function loadMemberStatement(
  database: Queryable,
  siteId: number,
  span: store.StatementSpan,
): Promise<MemberStatement | undefined> {
  const opening = await store.loadOpening(database, siteId, span);
  const lines = await store.listLines(database, siteId, { ...span, limit: LINES_MAX + 1 });
  if (lines.length > LINES_MAX) return undefined;
  return { opening, lines, closing: add(opening, ...lines.map(({ change }) => change)) };
}
