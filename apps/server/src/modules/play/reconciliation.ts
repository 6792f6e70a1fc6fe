// A provider's day against our books: what it says it did, call by call, and what we carried out. The difference is nothing, or
// somebody is told.
//
// Always true: a day is compared once it is over, Bangkok time, and again on demand; comparing moves no money. A call may stand a
// little before or after midnight on one side only, so each side's day is looked for in the other's day and an hour around it.
// Open rounds and cancelled bets are in no provider's feed and are left out.
//
// Elsewhere: the feed (provider-calls.ts), the report an operator reads (operators).

import type { Database, Queryable } from '@chaba/database';
import { add, providerAmount, zeroMoney } from '@chaba/money';

import type { Log } from '#core/context';
import { OutsideUnavailable } from '#core/outside';
import { memberIdsByPlayerId } from '#modules/members';
import type { Site } from '#modules/site';

import type { ProviderCalls, ToldCall } from './provider-calls.ts';
import { doneKey } from './rounds.ts';
import { doneCalls } from './wallet.store.ts';
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
  const { database, site, provider, log, isPlayMoney } = comparing;
  const { day, from, to } = await store.spanOfDay(database, wished);
  const around = { provider, from: new Date(from.getTime() - AROUND_MS), to: new Date(to.getTime() + AROUND_MS) };
  const told = await feedOf(comparing.calls, around);
  const ours = (await store.callsOf(database, site.id, { provider, from, to })).filter(
    ({ txId, isRolledBack, isOpen }) => !isRolledBack && !isOpen && !(isPlayMoney && txId.startsWith(WRITTEN_PAST)),
  );
  const theirs = told.filter(({ settledAt }) => settledAt >= from && settledAt < to);
  const known = new Set(told.map(({ txId }) => txId));
  const differences = [
    ...(await differencesOf(comparing, theirs)),
    ...ours
      .filter(({ txId }) => !known.has(txId))
      .map(({ txId, amount }) => ({
        txId,
        what: 'missing there' as const,
        theirs: null,
        ours: providerAmount(amount),
      })),
  ];
  const made: store.Comparison = {
    provider,
    day,
    theirs: sumsOf(theirs),
    ours: sumsOf(ours),
    differences: differences.slice(0, DIFFERENCES_KEPT_MAX),
    differenceCount: differences.length,
  };
  await store.writeComparison(database, site.id, made);
  if (differences.length > 0) {
    const facts = { site: site.code, provider, day, differences: differences.length };
    log.error(facts, 'a provider and we do not have the same calls of a day: somebody should look');
  }
  return made;
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

async function feedOf(calls: ProviderCalls, { from, to }: store.Span): Promise<ToldCall[]> {
  const told: ToldCall[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await calls.transactions(from, to, cursor);
    told.push(...answer.calls);
    if (answer.cursor === undefined) return told;
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
    const done = await database.transaction((tx) => doneCalls(tx, site.id, names));
    for (const call of some) {
      const ours = done.get(doneKey(provider, members.get(call.playerId) ?? 0n, call.txId));
      const what = whatDiffers(call, ours);
      if (what === undefined) continue;
      const amount = ours === undefined ? null : providerAmount(ours.amount);
      differences.push({ txId: call.txId, what, theirs: providerAmount(call.amount), ours: amount });
    }
  }
  return differences;
}

function whatDiffers(
  call: ToldCall,
  ours: { readonly operation: string; readonly amount: bigint } | undefined,
): store.Difference['what'] | undefined {
  if (ours === undefined) return 'missing here';
  if (ours.operation === 'tombstone') return 'cancelled here';
  return ours.operation !== call.operation || ours.amount !== call.amount ? 'amount' : undefined;
}

function sumsOf(calls: readonly Pick<ToldCall, 'operation' | 'amount'>[]): store.Sums {
  const of = (operation: ToldCall['operation']) =>
    add(zeroMoney, ...calls.filter((call) => call.operation === operation).map(({ amount }) => amount));
  return { count: calls.length, stake: of('bet'), payout: of('win') };
}
