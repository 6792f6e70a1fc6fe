// Members in wire words, masked unless a format says otherwise.
//
// Always true: a phone shows its first two and last four digits, an account its last four, a name the first name and an
// initial.

import type { MemberListRow, MemberState, Reason } from '@chaba/contract/back-office/wire-members';

import type { DomainError } from '#core/domain-error';
import { formatReference } from '#core/references';
import type { ListedMember } from '#modules/member-list';
import type { Restriction } from '#modules/withdrawals';
import { toWireAmount } from '#core/wire-amount';

import { type IdentityFormat, masked } from './identity-format.ts';

/** A code with its figures: amounts as decimal texts. */
export function toReason({ code, params }: Pick<DomainError, 'code' | 'params'>): Reason {
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'bigint' ? toWireAmount(value as Parameters<typeof toWireAmount>[0]) : String(value),
  ]);
  return { code, params: Object.fromEntries(texts) as Reason['params'] };
}

export function toMemberState(member: Pick<ListedMember, 'isLocked' | 'isExcluded' | 'isOnBreak'>): MemberState {
  if (member.isLocked) return 'locked';
  if (member.isExcluded) return 'excluded';
  return member.isOnBreak ? 'break' : 'open';
}

export function toMemberRow(
  member: ListedMember,
  restriction: Restriction | undefined,
  { tags, format = masked }: { readonly tags: readonly string[]; readonly format?: IdentityFormat },
): MemberListRow {
  const first = restriction?.reasons[0];
  return {
    reference: formatReference('member', member.memberId),
    tags,
    name: format.name(member),
    phone: format.phone(member.phone),
    account: format.account({ bankCode: member.bankCode, account: member.bankAccount }),
    state: toMemberState(member),
    deposits: toWireAmount(member.totalDeposit),
    withdrawals: toWireAmount(member.totalWithdraw),
    playable: restriction === undefined ? '0.00' : toWireAmount(restriction.position.playable),
    restriction: first === undefined ? null : toReason(first),
    registeredAt: member.registeredAt.toISOString(),
    seenAt: member.seenAt.toISOString(),
  };
}
