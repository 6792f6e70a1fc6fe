// Runs one action of an operator and writes its audit entry in the same transaction.
//
// Always true: every completed action has a record in the log and an entry in the chain of its site, and a rejected
// action has neither.
//
// Elsewhere: the actions (operators.ts, game-actions.ts), the log (operators.store.ts), the chain (audit-chain.ts), the
// actions of the back office (actions.ts).

import type { Database, Transaction } from '@chaba/database';

import { assert } from '#core/domain-error';

import { appendEntry } from './audit-chain.ts';
import * as store from './operators.store.ts';

/** The operator, the site, and the reason of an action. */
export type Actor = { readonly siteId: number; readonly operator: string; readonly reason: string };

export const REASON_LENGTH_MIN = 3;
export const REASON_LENGTH_MAX = 500;
export const OPERATOR_LENGTH_MAX = 60;
/** Outcomes of actions that changed nothing: they write no audit entry. */
const REJECTED_OUTCOMES: readonly unknown[] = [
  'not_waiting',
  'blocked',
  'submitted',
  'not_enough',
  'not_single',
  'bet_open',
  'payout_open',
  'over_limit',
  'not_decided',
  'exists',
  'holder_differs',
  'two_keys',
  'has_statement',
  'out_of_order',
  'unchanged',
  'code_exists',
  'order_taken',
  'host_exists',
  'cell_full',
];

export type Facts = Readonly<Record<string, unknown>>;

type AuditedAction<Result> = {
  readonly act: string;
  readonly subject: string;
  /** Further fields of the audit entry; a function where they depend on the result. */
  readonly facts?: Facts | ((result: Result) => Facts);
};

/** The actor of an action that creates its site: the result names it. */
type CreatingActor<Result> = Omit<Actor, 'siteId'> & { readonly siteId: (result: Result) => number };

/** Runs `work` and writes its audit entry in one transaction. */
export async function runAudited<Result>(
  database: Database,
  by: Actor | CreatingActor<Result>,
  action: AuditedAction<Result>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  assert(
    by.reason.length >= REASON_LENGTH_MIN && by.operator !== '',
    'an audited action requires a reason and an operator',
  );
  return database.transaction(async (tx) => {
    const result = await work(tx);
    if (REJECTED_OUTCOMES.some((outcome) => outcome === result)) return result;
    const { facts = {} } = action;
    const siteId = typeof by.siteId === 'function' ? by.siteId(result) : by.siteId;
    const { act, subject } = action;
    const { operator, reason } = by;
    const after = typeof facts === 'function' ? facts(result) : facts;
    await store.insertAuditEntry(tx, siteId, { act, subject, facts: after, operator, reason });
    await appendEntry(tx, siteId, {
      operator,
      role: 'host',
      channel: 'host',
      action: act,
      subject,
      reason,
      after,
      outcome: 'done',
    });
    return result;
  });
}
