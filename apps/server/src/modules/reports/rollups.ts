// The sums of the journal and of play, and the day that is counted again.
//
//     journal, play ──10 minutes after the hour──▶ hours, slices, members' days ──night──▶ counted again ──▶ day
//
// Always true: sums are added under the lock of the site's progress, in the transaction that moves it: an aborted job
// adds nothing, and two processes add nothing twice. By the time of posting a sum of the past never changes; what a
// longer transaction changed is found by the count of the night, which replaces the sums and is a finding.
//
// Elsewhere: the jobs (reports.jobs.ts).

import type { Database } from '@chaba/database';
import type { AuditFinding } from '@chaba/ledger';

import { deleteBalances } from '#modules/day-close';
import * as store from './rollups.store.ts';

/** Longer than the longest transaction. */
const SETTLE_MINUTES = 10;
const HOUR_MS = 3_600_000;
/** Hours of one transaction, and those of one run: a site with a long past is summed in several runs. */
const HOURS_AT_ONCE = 6;
const HOURS_A_RUN = 24 * 31;
const FINDINGS_MAX = 20;
/** Days that are counted once more, and the hours between two counts. */
const RECOUNTED = { days: 3, hours: 20 } as const;

/**
 * Adds the hours and slices of a site that are over. Returns the number of hours added.
 * @param settleMinutes Minutes after its end in which an hour can still change.
 */
export async function addSums(database: Database, siteId: number, settleMinutes = SETTLE_MINUTES): Promise<number> {
  await store.ensureProgress(database, siteId);
  let hours = 0;
  while (hours < HOURS_A_RUN) {
    const added = await addNext(database, siteId, settleMinutes);
    if (added === 0) break;
    hours += added;
  }
  return hours;
}

function addNext(database: Database, siteId: number, settleMinutes: number): Promise<number> {
  return database.transaction(async (tx) => {
    const { hoursUntil, hoursEnd, slicesUntil, slicesEnd, lastMemberId } = await store.lockProgress(
      tx,
      siteId,
      settleMinutes,
    );
    const atMost = (from: Date, end: Date): Date =>
      new Date(Math.min(end.getTime(), from.getTime() + HOURS_AT_ONCE * HOUR_MS));
    const slices = { from: slicesUntil, to: atMost(slicesUntil, slicesEnd) };
    if (slices.to > slices.from) await store.addSlices(tx, siteId, slices);
    const span = { from: hoursUntil, to: atMost(hoursUntil, hoursEnd) };
    if (span.to <= span.from) return 0;
    await store.addHours(tx, siteId, span, lastMemberId);
    return (span.to.getTime() - span.from.getTime()) / HOUR_MS;
  });
}

/**
 * Counts each day that is over and was not yet counted again, the oldest first, and the last three days once more each
 * day. What differs is returned as findings, stored for the close of the day, and replaced.
 */
export async function recountDays(database: Database, siteId: number): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  await store.ensureProgress(database, siteId);
  for (;;) {
    const found = await recountNext(database, siteId);
    if (found === undefined) return findings;
    findings.push(...found);
  }
}

function recountNext(database: Database, siteId: number): Promise<AuditFinding[] | undefined> {
  return database.transaction(async (tx) => {
    await store.lockProgress(tx, siteId, SETTLE_MINUTES);
    const span = (await store.findUncounted(tx, siteId)) ?? (await store.findCounted(tx, siteId, RECOUNTED));
    if (span === undefined) return undefined;
    const differences = await store.compareDay(tx, siteId, span);
    if (differences.length > 0) {
      await store.replaceDay(tx, siteId, span);
      await deleteBalances(tx, siteId, span.day);
    }
    await store.saveDay(tx, siteId, { day: span.day, differences });
    return differences.slice(0, FINDINGS_MAX).map(({ subject, stored, counted }) => ({
      site: siteId,
      rule: 'the sums of a day equal a count from the journal',
      detail: `${span.day} ${subject}: stored ${stored}, counted ${counted} (ten-thousandths of a baht)`,
    }));
  });
}
