// What a member loses at games, counted by the day in Bangkok for those who limit their play.
//
// Always true: a loss is what left the money that the member can play with (or made a debt) for stakes and tips, less what came to
// it from games, as it was booked: a win above its provider's cap counts when it is released, a stake that comes back gives what it
// took. The counter moves in the transaction of the money; for the running week and month it equals the journal (auditLosses).
//
// Elsewhere: limits held against it (limits.ts, play/wallet-state-machine.ts).

import type { Queryable, Transaction } from '@chaba/database';
import { type AccountKind, type AuditFinding } from '@chaba/ledger';
import { type Money, money, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';

import * as store from './losses.store.ts';

const playable: readonly AccountKind[] = [chart.game, chart.receivable];
const games: readonly AccountKind[] = [chart.games, chart.tips, chart.awards, chart.winsHeld];

/** What a transfer of play adds to the loss of its member. */
export function computeLossDelta(from: AccountKind, to: AccountKind, amount: Money): Money {
  if (playable.includes(from) && games.includes(to)) return amount;
  return games.includes(from) && playable.includes(to) ? money(-amount) : zeroMoney;
}

/** What a member who limits his play lost since each of these days began, in their order. */
export function lostSince(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly begins: readonly Date[] },
): Promise<Money[]> {
  return store.lostSince(database, siteId, of);
}

/** Counts for members who limit their play. Called under their lanes, with the transfers. */
export async function countLosses(tx: Transaction, siteId: number, more: ReadonlyMap<bigint, Money>): Promise<void> {
  const moved = [...more].filter(([, loss]) => loss !== 0n);
  if (moved.length > 0) await store.countLosses(tx, siteId, moved);
}

/** Begins to count, with what the journal has of the running week and month. */
export async function recountLosses(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await store.forgetLosses(tx, siteId, memberId);
  await store.recountLosses(tx, siteId, memberId, kinds);
}

export async function forgetLosses(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await store.forgetLosses(tx, siteId, memberId);
}

/** Proves the counters of one site, or of all: an empty answer is the proof. */
export async function auditLosses(database: Queryable, siteId?: number): Promise<AuditFinding[]> {
  const [wrong, unwatched] = [
    await store.wrongLosses(database, siteId, kinds),
    await store.unwatchedMembers(database, siteId),
  ];
  return [
    ...wrong.map((row) => ({ rule: 'a counted loss equals the transfers of its day', ...row })),
    ...unwatched.map((row) => ({ rule: 'whoever limits his play is marked so', ...row })),
  ];
}

const kinds: store.Kinds = {
  playable: playable.map(({ kind }) => kind),
  games: games.map(({ kind }) => kind),
};
