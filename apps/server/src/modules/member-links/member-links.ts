// Verdicts of operators on pairs of members: the same person, one household, different people.
//
// Always true: a verdict holds for each pair of its group until a later one on the pair replaces it. Who is the same
// person as one member is the same person as all of that member's accounts, unless a person decided otherwise. A
// verdict is written under the lanes of its members, so what follows in a lane reads it.
//
// Elsewhere: alerts that lead to verdicts (risk), the second welcome bonus (bonuses), commission (affiliates).

import type { Queryable, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';

import * as store from './member-links.store.ts';
import type { MemberPair } from './member-links.store.ts';

export { type DecidedPair, listVerdicts } from './member-links.store.ts';

/** On a member and each of the others. */
export type GroupVerdict = store.StoredVerdict & { readonly memberId: bigint; readonly others: readonly bigint[] };

/**
 * Saves a verdict on the pairs of a group. It replaces earlier ones on pairs of the member; pairs of the others keep
 * theirs. The accounts of the same person are joined. Returns all pairs that it names.
 */
export async function saveVerdict(tx: Transaction, siteId: number, of: GroupVerdict): Promise<readonly MemberPair[]> {
  const { memberId, others, ...verdict } = of;
  await store.lockVerdicts(tx, siteId);
  const group = [memberId, ...others];
  const joined = verdict.verdict === 'same' ? await listPersons(tx, siteId, group) : group;
  await lockLanes(tx, siteId, [...joined]);
  const own = others.map((other): MemberPair => [memberId, other]);
  await store.saveVerdicts(tx, siteId, { ...verdict, pairs: own, isReplacing: true });
  const pairs = toPairs(joined);
  await store.saveVerdicts(tx, siteId, { ...verdict, pairs, isReplacing: false });
  return pairs;
}

async function listPersons(tx: Transaction, siteId: number, memberIds: readonly bigint[]): Promise<readonly bigint[]> {
  const all = new Set(memberIds);
  for (const memberId of memberIds) for (const each of await listSamePerson(tx, siteId, memberId)) all.add(each);
  return [...all];
}

/** Other accounts of the person of this member, by the verdicts. */
export async function listSamePerson(database: Queryable, siteId: number, memberId: bigint): Promise<bigint[]> {
  const verdicts = await store.listVerdicts(database, siteId, memberId);
  return verdicts.flatMap(({ otherId, verdict }) => (verdict === 'same' ? [otherId] : []));
}

/** The same, under locks: of the accounts of one person one at a time is given what a person may have once. */
export async function lockSamePerson(tx: Transaction, siteId: number, memberId: bigint): Promise<bigint[]> {
  const others = await listSamePerson(tx, siteId, memberId);
  if (others.length === 0) return others;
  const ordered = [memberId, ...others].toSorted((one, other) => (one < other ? -1 : 1));
  await store.lockPersons(tx, siteId, ordered);
  return others;
}

function toPairs(memberIds: readonly bigint[]): readonly MemberPair[] {
  return memberIds.flatMap((one, index) => memberIds.slice(index + 1).map((other): MemberPair => [one, other]));
}
