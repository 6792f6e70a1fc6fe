// A provider's day against our books: what it says it did, call by call, and what we carried out. The difference is nothing, or
// somebody is told.
//
// Always true: a day is compared once it is over, Bangkok time, and again on demand; comparing moves no money. A call may stand a
// little before or after midnight on one side only, so each side's day is looked for in the other's day and an hour around it.
// Open rounds and cancelled bets are in no provider's feed and are left out. Both sides are read in pages, and of the provider's
// nothing is kept but its ids, a few bytes each: a day may have millions of calls.
//
// Elsewhere: the feed (provider-calls.ts), the report an operator reads (operators).

import type { Database, Queryable } from '@chaba/database';
import { add, providerAmount, zeroMoney } from '@chaba/money';

import type { Log } from '#core/context';
import { OutsideUnavailable } from '#core/outside';
import { memberIdsByPlayerId } from '#modules/members';
import type { Site } from '#modules/site';

import type { ProviderCalls, ToldCall } from './provider-calls.ts';
import { type Done, doneKey, type Round, roundKey } from './rounds.ts';
import { openToldNames, type ToldNames } from './told-names.ts';
import { doneCalls, rounds } from './wallet.store.ts';
import * as store from './watch.store.ts';

export type { Comparison } from './watch.store.ts';

const AROUND_MS = 3_600_000;
const DIFFERENCES_KEPT_MAX = 200;
const LOOKED_UP_AT_ONCE = 500;
const PAGES_MAX = 10_000;
const SHOWN_MAX = 30;
/** With play money the demo member has a past that was written down, not played: no provider knows of it. */
const WRITTEN_PAST = 'demo-';

export type Comparing = {
  readonly database: Database;
  readonly site: Site;
  readonly provider: string;
  readonly calls: ProviderCalls;
  readonly log: Log;
  readonly isPlayMoney: boolean;
};

/** Compares a day, yesterday if none is named, and writes the report. */
export async function compareDay(comparing: Comparing, wished: string | undefined): Promise<store.Comparison> {
  const { database, site, provider, log } = comparing;
  const { day, from, to } = await store.spanOfDay(database, wished);
  const report = openReport();
  const told = openToldNames();
  const theirs = await compareTheirs(comparing, { from, to }, report, told);
  const ours = await compareOurs(comparing, { from, to }, report, told);
  const made: store.Comparison = {
    provider,
    day,
    theirs,
    ours,
    differences: report.kept,
    differenceCount: report.count(),
  };
  await store.writeComparison(database, site.id, made);
  if (made.differenceCount > 0) {
    const facts = { site: site.code, provider, day, differences: made.differenceCount };
    log.error(facts, 'a provider and we do not have the same calls of a day: somebody should look');
  }
  return made;
}

/** Keeps the first differences and counts all. */
function openReport() {
  const kept: store.Difference[] = [];
  let found = 0;
  return {
    kept,
    count: () => found,
    add(difference: store.Difference): void {
      found += 1;
      if (kept.length < DIFFERENCES_KEPT_MAX) kept.push(difference);
    },
  };
}

type Report = ReturnType<typeof openReport>;
type Day = { readonly from: Date; readonly to: Date };

/** Page by page: what the provider has of the day, each looked for here. Notes what it told of the hours around as well. */
async function compareTheirs(
  comparing: Comparing,
  { from, to }: Day,
  report: Report,
  told: ToldNames,
): Promise<store.Sums> {
  const around = { from: new Date(from.getTime() - AROUND_MS), to: new Date(to.getTime() + AROUND_MS) };
  let sums = noSums;
  for await (const page of feedOf(comparing.calls, around)) {
    for (const { txId } of page) told.add(txId);
    const theirs = page.filter(({ settledAt }) => settledAt >= from && settledAt < to);
    for (const difference of await differencesOf(comparing, theirs)) report.add(difference);
    sums = withCalls(sums, theirs);
  }
  return sums;
}

/** Page by page: what we have of the day and the provider did not tell. */
async function compareOurs(comparing: Comparing, day: Day, report: Report, told: ToldNames): Promise<store.Sums> {
  const { database, site, provider, isPlayMoney } = comparing;
  let sums = noSums;
  for await (const page of store.callsOf(database, site.id, { provider, ...day }, LOOKED_UP_AT_ONCE)) {
    const ours = page.filter(
      ({ txId, isRolledBack, isOpen }) => !isRolledBack && !isOpen && !(isPlayMoney && txId.startsWith(WRITTEN_PAST)),
    );
    for (const { txId, amount } of ours) {
      if (!told.has(txId)) report.add({ txId, what: 'missing there', theirs: null, ours: providerAmount(amount) });
    }
    sums = withCalls(sums, ours);
  }
  return sums;
}

/** Compares the day that is over, unless that was done. A provider that does not answer is asked at the next turn, and keeps no other waiting. */
export async function compareYesterday(comparing: Comparing): Promise<void> {
  const { database, site, provider, log } = comparing;
  const { day } = await store.spanOfDay(database, undefined);
  if (await store.isCompared(database, site.id, provider, day)) return;
  try {
    await compareDay(comparing, day);
  } catch (error) {
    if (!(error instanceof OutsideUnavailable)) throw error;
    log.warn({ err: error, site: site.code, provider, day }, 'the day of a provider cannot be compared now');
  }
}

/** The latest reports. */
export function comparisons(database: Queryable, siteId: number): Promise<store.Comparison[]> {
  return store.latestComparisons(database, siteId, SHOWN_MAX);
}

async function* feedOf(calls: ProviderCalls, { from, to }: Day): AsyncGenerator<readonly ToldCall[]> {
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await calls.transactions(from, to, cursor);
    yield answer.calls;
    if (answer.cursor === undefined) return;
    if (answer.cursor === cursor) break;
    cursor = answer.cursor;
  }
  throw new OutsideUnavailable('the feed of a provider does not end');
}

async function differencesOf(
  { database, site, provider }: Comparing,
  theirs: readonly ToldCall[],
): Promise<store.Difference[]> {
  const differences: store.Difference[] = [];
  for (let start = 0; start < theirs.length; start += LOOKED_UP_AT_ONCE) {
    const some = theirs.slice(start, start + LOOKED_UP_AT_ONCE);
    const members = await memberIdsByPlayerId(database, site.id, [...new Set(some.map(({ playerId }) => playerId))]);
    const names = some.flatMap(({ playerId, txId }) => {
      const memberId = members.get(playerId);
      return memberId === undefined ? [] : [{ provider, memberId, txId }];
    });
    const { done, rounds: of } = await database.transaction(async (tx) => {
      const found = await doneCalls(tx, site.id, names);
      return { done: found, rounds: await rounds(tx, site.id, [...found.values()]) };
    });
    for (const call of some) {
      const ours = done.get(doneKey(provider, members.get(call.playerId) ?? 0n, call.txId));
      const what = whatDiffers(call, ours, ours && of.get(roundKey(provider, ours.memberId, ours.roundId)));
      if (what === undefined) continue;
      const amount = ours === undefined ? null : providerAmount(ours.amount);
      differences.push({ txId: call.txId, what, theirs: providerAmount(call.amount), ours: amount });
    }
  }
  return differences;
}

function whatDiffers(
  call: ToldCall,
  ours: Done | undefined,
  round: Round | undefined,
): store.Difference['what'] | undefined {
  if (ours === undefined) return 'missing here';
  if (ours.operation === 'tombstone' || isCancelled(ours.txId, round)) return 'cancelled here';
  return ours.operation !== call.operation || ours.amount !== call.amount ? 'amount' : undefined;
}

/** Was what the provider counts taken back here, by itself or by a person. */
function isCancelled(txId: string, round: Round | undefined): boolean {
  const bet = round?.bets.find((each) => each.txId === txId);
  return bet?.state === 'void' || round?.correctedWins[txId] === 'void';
}

const noSums: store.Sums = { count: 0, stake: zeroMoney, payout: zeroMoney };

function withCalls(before: store.Sums, calls: readonly Pick<ToldCall, 'operation' | 'amount'>[]): store.Sums {
  const of = (operation: ToldCall['operation']) =>
    calls.filter((call) => call.operation === operation).map(({ amount }) => amount);
  return {
    count: before.count + calls.length,
    stake: add(before.stake, ...of('bet')),
    payout: add(before.payout, ...of('win')),
  };
}
