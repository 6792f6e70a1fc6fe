// Members: the member data that other modules read, and the lock of a member.
//
//     visitor ──phone check, bank check, sign-up──▶ member ──lock──▶ locked ──unlock──▶ member
//
// Always true: members are never deleted.
//
// Elsewhere: sign-up (sign-up.ts), sign-in (sign-in.ts), bank account holder (bank-check.ts), sessions and devices
// (modules/sessions), money (the ledger), wallet amounts on the screen (wallet).

import type { Queryable, Transaction } from '@chaba/database';

import { assert } from '#core/domain-error';
import { evictCachedSessions } from '#modules/sessions';

import type { BankAccount } from './bank-check.ts';
import * as store from './members.store.ts';
import type { Member } from './members.store.ts';

export type { Member } from './members.store.ts';

export { createItemCodeAttempts } from './attempt-limits.ts';
export { issueBankCheckToken } from './bank-check.ts';
export { createRecoveryCode, findRecovery } from './password-recovery.ts';
export { signUp } from './sign-up.ts';
export { invalidateGameSessions, setPlayLimited, loadStakeRestrictions } from './stake-restrictions.ts';
export {
  addTotals as addMemberTotals,
  findIdsByPlayerId as findMemberIdsByPlayerId,
  findMemberById as findMember,
  findMemberByPhone,
  listMembersByAccountTail,
  listNewcomers,
  setAcceptsBonus,
} from './members.store.ts';

/**
 * Locks or unlocks a member. Returns false if nothing changed. Money of a locked member is still credited from games.
 */
export async function setMemberLocked(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  isLocked: boolean,
): Promise<boolean> {
  const changed = await store.setLocked(tx, siteId, memberId, isLocked);
  evictCachedSessions(tx, siteId, memberId);
  return changed > 0;
}

/** Loads a member that must exist. */
export async function loadMember(database: Queryable, siteId: number, memberId: bigint): Promise<Member> {
  const member = await store.findMemberById(database, siteId, memberId);
  assert(member, 'a member id comes from a session or a row, and members are never deleted');
  return member;
}

/** Members by id; unknown ids are absent. */
export async function loadMembers(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Map<bigint, Member>> {
  const found = await store.listMembersByIds(database, siteId, [...new Set(memberIds)]);
  return new Map(found.map((member) => [member.id, member]));
}

/** The field of a new identity that another member has; undefined: none. */
export async function findTakenIdentity(
  database: Queryable,
  siteId: number,
  wanted: BankAccount & { readonly memberId: bigint; readonly phone: string },
): Promise<'phone' | 'bankAccount' | undefined> {
  const byPhone = wanted.phone === '' ? undefined : await store.findMemberByPhone(database, siteId, wanted.phone);
  if (byPhone !== undefined) return 'phone';
  if (wanted.bankCode === '') return undefined;
  return (await store.isAccountTaken(database, siteId, wanted)).isTaken ? 'bankAccount' : undefined;
}
