// One action of an operator and its record, in one transaction.
//
// Always true: nothing is done without a record and nothing is recorded that was not done; a rejected action leaves no record.
//
// Elsewhere: the actions (operators.ts, game-actions.ts), the records (operators.store.ts).

import type { Database, Transaction } from '@chaba/database';

import { assert } from '#core/domain-error';

import * as store from './operators.store.ts';

/** Who acts, on which brand, and why. */
export type Actor = { readonly siteId: number; readonly operator: string; readonly reason: string };

export const REASON_LENGTH_MIN = 3;
export const REASON_LENGTH_MAX = 500;
export const OPERATOR_LENGTH_MAX = 60;
/** Answers that say nothing was done: they leave no record. */
const REFUSED: readonly unknown[] = [
  'not_waiting',
  'blocked',
  'submitted',
  'not_enough',
  'not_single',
  'bet_open',
  'over_limit',
  'not_decided',
  'exists',
  'two_keys',
  'has_statement',
  'out_of_order',
  'unchanged',
];

export type Facts = Readonly<Record<string, unknown>>;

type What<Result> = {
  readonly act: string;
  readonly subject: string;
  /** What the record says besides; where it is known only afterwards, of what came of it. */
  readonly facts?: Facts | ((result: Result) => Facts);
};

/** Does something and records it, in one transaction. */
export async function runAudited<Result>(
  database: Database,
  by: Actor,
  what: What<Result>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  assert(by.reason.length >= REASON_LENGTH_MIN && by.operator !== '', 'an act has a reason and somebody who gives it');
  return database.transaction(async (tx) => {
    const result = await work(tx);
    if (REFUSED.some((word) => word === result)) return result;
    const { facts = {} } = what;
    await store.insertAct(tx, by.siteId, {
      ...what,
      facts: typeof facts === 'function' ? facts(result) : facts,
      operator: by.operator,
      reason: by.reason,
    });
    return result;
  });
}
