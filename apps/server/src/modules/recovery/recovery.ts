// The database was recovered to an earlier moment: earlier access is ended, and money that moved outside since then is
// found.
//
//     recovered ──begin──▶ held ──compare (repeated until all answered)──▶ compared ──an operator releases──▶ over
//
// Always true: from `begin` on no session, device, launch token or session token of before works, numbers known to the
// bank are not assigned again, and no payout is submitted until an operator ends the recovery. A comparison moves no
// money except results of known payouts; it records findings and discrepancies, which an operator decides.
//
// Elsewhere: the commands (apps/ops/src/backup/backup.ts), the hold (withdrawals/bank-payouts.store.ts), the audited
// release (operators), what is recorded (audit/bank-book.ts, reconciliation).

import type { Database } from '@chaba/database';

import type { Context } from '#core/context';
import { UpstreamUnavailableError } from '#core/signed-http-client';
import { compareBankBook, createStatementBank, listOpenFindings, recordFindings } from '#modules/audit';
import { listOpenDays, reconcileDay } from '#modules/reconciliation';
import { listSites, type Site } from '#modules/site';
import { createPayoutClient } from '#modules/payout-client';
import { payouts } from '#modules/withdrawals';
import { getProviderClients, listComparedProviders, openFeeds } from '#modules/providers';

import * as store from './recovery.store.ts';

export type { EndedAccess } from './recovery.store.ts';

/** Deposits that the bank reported after the moment are missing here, so their lines are findings at once. */
const PATIENCE = { reportHours: 0, postHours: 6, payHours: 1, returnHours: 72 };

/** Ends all access and holds payouts. `running`: a server is connected, and nothing was changed. */
export async function beginRecovery(owner: Database): Promise<store.EndedAccess | 'running'> {
  return (await store.hasServerConnections(owner)) ? 'running' : store.endAccess(owner);
}

type ComparedDay = { readonly provider: string; readonly day: string; readonly differences: number };
export type SiteComparison = {
  readonly site: string;
  readonly recovery: store.Recovery;
  readonly payouts: readonly payouts.Queried[];
  readonly days: readonly ComparedDay[];
  /** Findings that no operator has closed, those of the bank's statements among them. */
  readonly findings: readonly { readonly findingId: bigint; readonly rule: string; readonly detail: string }[];
  /** Payouts, accounts and days without an answer. The comparison is complete when there are none. */
  readonly unanswered: readonly string[];
};

/** Compares every site in recovery with its bank and its providers. */
export async function compareRecovery(context: Context): Promise<SiteComparison[]> {
  const { database, bank } = context;
  const open: (readonly [Site, store.Recovery])[] = [];
  for (const site of await listSites(database)) {
    const recovery = await store.findOpenRecovery(database, site.id);
    if (recovery !== undefined) open.push([site, recovery]);
  }
  if (open.length === 0) return [];
  const payoutBank = createPayoutClient(bank.payouts);
  const queriedBySite = new Map<number, readonly payouts.Queried[]>();
  for (const [site] of open) queriedBySite.set(site.id, await payouts.queryRecovered(database, payoutBank, site.id));
  // After the results, so that a payout that was settled now matches its line.
  const book = await compareBankBook(database, createStatementBank(bank.statements), PATIENCE);
  for (const [siteId, found] of Map.groupBy(book.findings, ({ site }) => site)) {
    await recordFindings(database, siteId, found);
  }
  const comparisons: SiteComparison[] = [];
  for (const [site, recovery] of open) {
    const queried = queriedBySite.get(site.id) ?? [];
    const days = await compareDays(context, site, recovery.days);
    const unanswered = [
      ...queried.filter(({ isCertain }) => !isCertain).map(({ payoutId, answer }) => `payout ${payoutId}: ${answer}`),
      ...book.unread.map((account) => `statement of ${account}`),
      ...days.unanswered,
    ];
    if (unanswered.length === 0) await store.markCompared(database, site.id);
    const findings = await listOpenFindings(database, site.id);
    const { compared } = days;
    comparisons.push({ site: site.code, recovery, payouts: queried, days: compared, findings, unanswered });
  }
  return comparisons;
}

async function compareDays(
  context: Context,
  site: Site,
  days: readonly string[],
): Promise<{ readonly compared: readonly ComparedDay[]; readonly unanswered: readonly string[] }> {
  const { database, config, log } = context;
  const feedOf = openFeeds(database, config, getProviderClients(context));
  const compared: ComparedDay[] = [];
  const unanswered: string[] = [];
  for (const provider of listComparedProviders(site)) {
    const calls = await feedOf(site, provider);
    if (calls === undefined) continue;
    for (const day of days) {
      try {
        const comparing = { database, site, provider, calls, log, isPlayMoney: config.mode === 'play' };
        const { discrepancyCount } = await reconcileDay(comparing, day);
        compared.push({ provider, day, differences: discrepancyCount });
      } catch (error) {
        if (!(error instanceof UpstreamUnavailableError)) throw error;
        unanswered.push(`${provider}, ${day}: ${error.message}`);
      }
    }
  }
  return { compared, unanswered };
}

/** Ends a recovery: payouts are submitted again. The caller records operator and reason in the same transaction. */
export async function releaseRecovery(
  tx: Parameters<typeof store.release>[0],
  siteId: number,
  releasedBy: string,
): Promise<'released' | 'not_waiting' | 'blocked'> {
  const recovery = await store.findOpenRecovery(tx, siteId);
  if (recovery === undefined) return 'not_waiting';
  if (recovery.comparedAt === null || (await listOpenFindings(tx, siteId)).length > 0) return 'blocked';
  const [firstDay] = recovery.days;
  if (firstDay !== undefined && (await listOpenDays(tx, siteId, firstDay)).length > 0) return 'blocked';
  return (await store.release(tx, siteId, releasedBy)) ? 'released' : 'not_waiting';
}
