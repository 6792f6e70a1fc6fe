// The daily comparison of a provider's transactions with ours: every transaction that moved money or ended a round.
// Each difference is a discrepancy.
//
// Always true: comparing moves no money. A day is a Bangkok day, compared an hour after it ends and on demand. A
// transaction may lie on either side of midnight: each side's day is searched in the other's day and an hour around it,
// and what remains is queried by its round. A feed that fails, is incomplete or does not end leaves the day uncompared
// for a retry; a day that is not over is compared as far as its feed reaches. Both sides are read in pages, and a
// provider's transaction takes a few bytes of memory.
//
// Elsewhere: differences (discrepancies.ts), the feed (providers/provider-client.ts), the report (operators).

import { toRoundKey, toTransactionKey } from '#core/transaction-names';
import type { Database, Queryable } from '@chaba/database';

import type { Log } from '#core/context';
import { UpstreamUnavailableError } from '#core/signed-http-client';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { findMemberIdsByPlayerId } from '#modules/members';
import type { Site } from '#modules/site';
import { listTransactions, listTransactionsOfSpan } from '#modules/wallet';
import type { ProviderFeed, ProviderTransaction } from '#modules/provider-protocol';

import { type LocalMatch, DiscrepancyCollector } from './discrepancies.ts';
import * as store from './reconciliation.store.ts';

export { decideHeldWin, waitingHeldWins } from './held-wins.ts';
export { dismissOrphanWin, listOrphanWins } from './orphan-wins.ts';
export { type ReconciliationReport, spanOfDay } from './reconciliation.store.ts';
export { decideStuckRound, stuckRounds } from './stuck-rounds.ts';
export { owingMembers } from './stuck-rounds.store.ts';
export { dismissRollback, unappliedRollbacks } from './unapplied-rollbacks.ts';

const AROUND_MS = 3_600_000;
/** An hour after midnight, and time for requests in progress. */
const COMPARED_AFTER_MINUTES = 70;
const LOOKED_UP_AT_ONCE = 500;
const PAGES_MAX = 10_000;
/** So many pages in a row without a new transaction: the feed repeats itself. */
const STALE_PAGES_MAX = 20;
const ROUNDS_QUERIED_MAX = 50;
const SHOWN_MAX = 30;
const UNDECIDED_MAX = 200;
/** An alarm after so many failed hours. */
const FAILURES_ALARMED = 12;
/** Prefix of demo transactions, which were written without a provider; play mode only. */
const WRITTEN_PAST = 'demo-';

export type Comparing = {
  readonly database: Database;
  readonly site: Site;
  readonly provider: string;
  readonly calls: ProviderFeed;
  readonly log: Log;
  readonly isPlayMoney: boolean;
};

/** Compares a day, by default yesterday, and writes the report. */
export async function reconcileDay(
  comparing: Comparing,
  requestedDay: string | undefined,
): Promise<store.ReconciliationReport> {
  const { database, site, provider, log } = comparing;
  const span = await store.spanOfDay(database, requestedDay);
  const findings = new DiscrepancyCollector(span);
  await readTheirs(comparing, span, findings);
  await readOurs(comparing, span, findings);
  findings.settle();
  await queryPendingRounds(comparing, span, findings);
  const made: store.ReconciliationReport = { provider, day: span.day, ...findings.report() };
  const before = await store.writeComparison(database, site.id, made, span.now);
  if (made.discrepancyCount > 0 && made.discrepancyCount !== before) {
    const facts = { site: site.code, provider, day: span.day, differences: made.discrepancyCount };
    log.error(facts, 'provider day has discrepancies');
  }
  return made;
}

/** Compares the days that are due. A day that cannot be compared is recorded and does not delay the others. */
export async function compareDueDays(comparing: Comparing): Promise<void> {
  const { database, site, provider } = comparing;
  const days = await store.daysDue(database, site.id, provider, COMPARED_AFTER_MINUTES);
  await forEachConcurrent(days, 1, (day) => compareOrRecordFailure(comparing, day));
}

/** A provider without a response is retried at the next run; unexpected errors are thrown. */
async function compareOrRecordFailure(comparing: Comparing, day: string): Promise<void> {
  const { database, site, provider, log } = comparing;
  try {
    await reconcileDay(comparing, day);
  } catch (error) {
    const isSilent = error instanceof UpstreamUnavailableError;
    const failure = isSilent ? error.message : String(error);
    const failures = await store.recordFailure(database, site.id, { provider, day, failure }, COMPARED_AFTER_MINUTES);
    const facts = { err: error, site: site.code, provider, day };
    log.warn(facts, 'provider day comparison failed');
    if (failures === FAILURES_ALARMED) {
      log.error(facts, 'provider day comparison failed for hours');
    }
    if (!isSilent) throw error;
  }
}

/** Closes a compared day with discrepancies; the caller records operator and reason. */
export async function closeReconciledDay(
  tx: Queryable,
  siteId: number,
  day: { readonly provider: string; readonly day: string; readonly closedBy: string },
): Promise<'closed' | 'not_waiting'> {
  return (await store.closeDay(tx, siteId, day)) ? 'closed' : 'not_waiting';
}

export { listOpenDays } from './reconciliation.store.ts';

/** The latest reports. */
export function comparisons(database: Queryable, siteId: number): Promise<store.ReconciliationReport[]> {
  return store.latestComparisons(database, siteId, SHOWN_MAX);
}

/** Days that failed, or whose discrepancies are not decided, oldest first. */
export function listUndecidedDays(database: Queryable, siteId: number): Promise<store.ReconciliationReport[]> {
  return store.openComparisons(database, siteId, UNDECIDED_MAX);
}

type Span = Awaited<ReturnType<typeof store.spanOfDay>>;

const around = ({ from, to }: Span) => ({
  from: new Date(from.getTime() - AROUND_MS),
  to: new Date(to.getTime() + AROUND_MS),
});

/** Compares the provider's transactions of the day page by page, with those of the hours around it. */
async function readTheirs(comparing: Comparing, span: Span, findings: DiscrepancyCollector): Promise<void> {
  for await (const page of feedOf(comparing.calls, span, findings)) {
    for (let start = 0; start < page.length; start += LOOKED_UP_AT_ONCE) {
      const some = page.slice(start, start + LOOKED_UP_AT_ONCE);
      const beside = await lookUp(comparing, some);
      for (const call of some) findings.compareProviderTransaction(call, beside(call));
    }
  }
}

/** Compares our transactions of the day page by page. */
async function readOurs(
  { database, site, provider, isPlayMoney }: Comparing,
  span: Span,
  findings: DiscrepancyCollector,
) {
  const of = { provider, from: span.from, to: span.to };
  for await (const page of listTransactionsOfSpan(database, site.id, of, LOOKED_UP_AT_ONCE)) {
    const missing = page.filter((call) => call.operation === 'rollback' && !findings.isReceived(call));
    const cancelled = await listTransactions(
      database,
      site.id,
      missing.map(({ memberId, refTxId }) => ({ provider, memberId, txId: refTxId })),
    );
    for (const call of page) {
      if (isPlayMoney && call.txId.startsWith(WRITTEN_PAST)) continue;
      findings.compareLocalTransaction(call, cancelled.get(toTransactionKey(provider, call.memberId, call.refTxId)));
    }
  }
}

/** Queries the rounds of pending discrepancies: a bet may have been settled or cancelled on another day there. */
async function queryPendingRounds(comparing: Comparing, span: Span, findings: DiscrepancyCollector): Promise<void> {
  const { calls, site, provider, log } = comparing;
  const { from, to } = around(span);
  for (const roundId of findings.listPendingRounds().slice(0, ROUNDS_QUERIED_MAX)) {
    try {
      const details = await calls.roundDetails(roundId);
      findings.applyRound({ roundId, calls: details.calls }, ({ at }) => at >= from && at < to);
    } catch (error) {
      if (!(error instanceof UpstreamUnavailableError)) throw error;
      log.warn({ err: error, site: site.code, provider, roundId }, 'round details not available');
    }
  }
}

/** The pages of the feed, without repeated lines. */
async function* feedOf(
  calls: ProviderFeed,
  span: Span,
  findings: DiscrepancyCollector,
): AsyncGenerator<readonly ProviderTransaction[]> {
  const { from, to } = around(span);
  const cursors = new Set<string>();
  let cursor: string | undefined;
  let stale = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await calls.transactions(from, to, cursor);
    const { ofDay, isNew } = findings.recordPage(answer.calls);
    yield ofDay;
    if (answer.cursor === undefined) {
      const isComplete = answer.until === undefined || answer.until >= (span.now < to ? span.from : to);
      if (!isComplete) throw new UpstreamUnavailableError('the feed of the provider is incomplete');
      findings.recordEnd(answer.until ?? span.now);
      return;
    }
    stale = isNew ? 0 : stale + 1;
    if (cursors.has(answer.cursor) || stale > STALE_PAGES_MAX) break;
    cursors.add(answer.cursor);
    cursor = answer.cursor;
  }
  throw new UpstreamUnavailableError('the feed of the provider has no end');
}

/** Our records of these transactions of the provider. */
async function lookUp(
  { database, site, provider }: Comparing,
  calls: readonly ProviderTransaction[],
): Promise<(call: ProviderTransaction) => LocalMatch> {
  const members = await findMemberIdsByPlayerId(database, site.id, [...new Set(calls.map(({ playerId }) => playerId))]);
  const nameIn = ({ playerId }: ProviderTransaction, txId: string) => {
    const memberId = members.get(playerId);
    return memberId === undefined || txId === '' ? [] : [{ provider, memberId, txId }];
  };
  const keyOf = ({ playerId }: ProviderTransaction, txId: string) =>
    toTransactionKey(provider, members.get(playerId) ?? 0n, txId);
  // A rollback without effect may name a bet that never arrived.
  const names = calls.flatMap((call) => [
    ...nameIn(call, call.txId),
    ...(isRollback(call) ? nameIn(call, call.refTxId) : []),
  ]);
  const ours = await listTransactions(database, site.id, names);
  const missing = calls.filter((call) => call.operation === 'win' && !ours.has(keyOf(call, call.txId)));
  const waiting = await store.waitingAmong(
    database,
    site.id,
    missing.flatMap((call) => nameIn(call, call.txId)),
  );
  const ends = calls.filter(({ operation }) => operation === 'endRound');
  const open = await store.openRoundsAmong(
    database,
    site.id,
    ends.flatMap(({ playerId, roundId }) => {
      const memberId = members.get(playerId);
      return memberId === undefined ? [] : [{ provider, memberId, roundId }];
    }),
  );
  return (call) => ({
    ours: ours.get(keyOf(call, call.txId)),
    waiting: waiting.get(keyOf(call, call.txId)),
    isOfUnknown: isRollback(call) && ours.get(keyOf(call, call.refTxId))?.operation === 'tombstone',
    isRoundOpen: open.has(toRoundKey(provider, members.get(call.playerId) ?? 0n, call.roundId)),
  });
}

const isRollback = ({ operation }: ProviderTransaction): boolean => operation === 'rollback';
