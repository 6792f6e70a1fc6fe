// Attempts of members to credit a slip: the one place that counts them.
//
// Always true: an attempt is counted before the bank is queried and receives its outcome afterwards. All processes
// share the limits, because the member's lane is locked; slips of one member run one at a time in a process, so that
// they are answered in their order.
//
// Elsewhere: the slip itself (submit-slip.ts).

import { setTimeout as sleep } from 'node:timers/promises';

import type { Database, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';

import { fail } from '#core/domain-error';
import { runExclusive } from '#core/keyed-mutex';

import * as deposits from './deposits.store.ts';
import type { SentSlip } from './record.ts';
import { type SlipProblem, UNANSWERED } from './slip-rules.ts';

type AttemptResult = { readonly credited: unknown } | { readonly problem: SlipProblem };

/** Outcomes that cost a query of the bank; their number is limited so that guessing references does not pay. */
const GUESSES: readonly SlipProblem[] = ['SLIP_NOT_FOUND', 'SLIP_RECEIVER_MISMATCH', 'SLIP_SENDER_MISMATCH'];
const GUESSES_MAX = 5;
const UNANSWERED_MAX = 30;
const ATTEMPT_LIMITS = [
  [GUESSES, GUESSES_MAX],
  [UNANSWERED, UNANSWERED_MAX],
] as const;
const ATTEMPT_WINDOW_SECONDS = 10 * 60;
/** As long as checks of other processes take at most. */
const TURN_TIMEOUT_MS = 10_000;
const TURN_POLL_MS = 100;

/** Runs the attempt, counted with its outcome. Without limits only a problem is recorded. */
export async function withSlipAttempt<Result extends AttemptResult>(
  { database, isRateLimited }: { readonly database: Database; readonly isRateLimited: boolean },
  sent: SentSlip,
  work: () => Promise<Result>,
): Promise<Result> {
  const { siteId, memberId } = sent;
  if (isRateLimited) return runExclusive(`slip/${siteId}/${memberId}`, () => withCount(database, sent, work));
  const result = await work();
  if ('problem' in result) await deposits.insertAttempt(database, siteId, memberId, result.problem);
  return result;
}

/** Counts the attempt before the bank is queried, and gives it its outcome afterwards. */
async function withCount<Result extends AttemptResult>(
  database: Database,
  sent: SentSlip,
  work: () => Promise<Result>,
): Promise<Result> {
  const attemptId = await consumeAttempt(database, sent);
  let outcome: string | undefined;
  try {
    const result = await work();
    if ('problem' in result) outcome = result.problem;
    return result;
  } finally {
    await deposits.finishAttempt(database, sent.siteId, attemptId, outcome);
  }
}

/**
 * Counts one attempt; all processes share the limit, because the member's lane is locked. Where checks of other
 * processes may still exhaust the limit, it waits for their outcome.
 */
async function consumeAttempt(database: Database, sent: SentSlip): Promise<bigint> {
  for (const until = Date.now() + TURN_TIMEOUT_MS; ; await sleep(TURN_POLL_MS)) {
    const attempt = await database.transaction((tx) => tryAttempt(tx, sent));
    if ('id' in attempt) return attempt.id;
    if (attempt.isFinal || Date.now() > until) fail('TOO_MANY_REQUESTS', { waitSeconds: attempt.waitSeconds });
  }
}

type SlipAttempt = { readonly id: bigint } | { readonly isFinal: boolean; readonly waitSeconds: number };

async function tryAttempt(tx: Transaction, { siteId, memberId }: SentSlip): Promise<SlipAttempt> {
  await lockLanes(tx, siteId, [memberId]);
  for (const [outcomes, most] of ATTEMPT_LIMITS) {
    const window = { memberId, windowSeconds: ATTEMPT_WINDOW_SECONDS, outcomes };
    const { spent, checking, secondsToWait } = await deposits.countAttempts(tx, siteId, window);
    if (spent + checking >= most) return { isFinal: spent >= most, waitSeconds: Math.max(1, secondsToWait) };
  }
  return { id: await deposits.startAttempt(tx, siteId, memberId) };
}
