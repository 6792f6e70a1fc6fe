// Losses from games per day in Bangkok, counted for members with play limits.
//
// Always true: a loss is stakes and tips paid from the member's playable money (or as debt), less credits from games,
// at the time of posting. A win above the provider's cap counts at its release; a refunded stake reverses its loss. The
// counter moves in the transaction of the money and equals the journal for the present week and month (auditLosses).
//
// Elsewhere: limits on losses (limits.ts, wallet/wallet-rules.ts).

import type { Queryable, Transaction } from '@chaba/database';
import { type AccountKind, type AuditFinding } from '@chaba/ledger';
import { type Money, money, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';

import * as store from './losses.store.ts';

export { deleteLosses, loadLossesSince } from './losses.store.ts';

const playable: readonly AccountKind[] = [chart.game, chart.receivable];
const games: readonly AccountKind[] = [chart.games, chart.tips, chart.awards, chart.winsHeld];

/** Change of the member's loss caused by a play transfer. */
export function computeLossDelta(from: AccountKind, to: AccountKind, amount: Money): Money {
  if (playable.includes(from) && games.includes(to)) return amount;
  return games.includes(from) && playable.includes(to) ? money(-amount) : zeroMoney;
}

/**
 * Counts losses of members with play limits. The caller holds their lanes and writes the transfers in the same
 * transaction.
 */
export async function countLosses(tx: Transaction, siteId: number, more: ReadonlyMap<bigint, Money>): Promise<void> {
  const moved = [...more].filter(([, loss]) => loss !== 0n);
  if (moved.length > 0) await store.countLosses(tx, siteId, moved);
}

/** Starts the counter from the journal of the present week and month. */
export async function recountLosses(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await store.deleteLosses(tx, siteId, memberId);
  await store.recountLosses(tx, siteId, memberId, kinds);
}

/** Compares the counters of one site, or of all, with the journal; empty if they agree. */
export async function auditLosses(database: Queryable, siteId?: number): Promise<AuditFinding[]> {
  const [wrong, unwatched] = [
    await store.findWrongLosses(database, siteId, kinds),
    await store.findUnmarkedMembers(database, siteId),
  ];
  return [
    ...wrong.map((row) => ({ rule: 'a counted loss equals the transfers of its day', ...row })),
    ...unwatched.map((row) => ({ rule: 'a member with play limits is marked', ...row })),
  ];
}

const kinds: store.Kinds = {
  playable: playable.map(({ kind }) => kind),
  games: games.map(({ kind }) => kind),
};
