// The list of members who protect themselves, or whom a rule of harm found.
//
// Always true: names leave masked. The list changes nothing: a break begins or grows by an action.
//
// Elsewhere: the list (modules/limits), breaks (modules/members), their actions (operators/member-actions.ts).

import { PAGE_ROWS } from '@chaba/contract/back-office/lists';
import type { ProtectedLimit, ProtectionChip, ProtectionRow } from '@chaba/contract/back-office/protection-wire';
import type { RowPage } from '@chaba/contract/back-office/wire';
import type { Money } from '@chaba/money';

import { formatReference } from '#core/references';
import {
  listProtectedMembers,
  loadProtectedMembers,
  type ProtectedMember,
  type LimitOfMember,
} from '#modules/protected-members';
import { type ListedMember, listMembersByIds } from '#modules/member-list';
import { listMembersInHarm, loadHarmMarkers } from '#modules/risk';
import { toWireAmount } from '#core/wire-amount';
import { type Acting } from '#operators/actions';
import { maskName } from '#operators/withdrawal-actions';

import type { BackOfficeContext } from './context.ts';
import { toMemberState } from './member-rows.ts';

/** Breaks, exclusions and requests are few and shown by their end; members with limits are paged. */
const SHOWN_MAX = 200;

export async function readProtection(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  { filter, before }: { readonly filter: Readonly<Record<string, string>>; readonly before: bigint | undefined },
): Promise<RowPage<ProtectionRow>> {
  const list = (filter['show'] ?? 'breaks') as ProtectionChip;
  const limit = list === 'limits' ? PAGE_ROWS : SHOWN_MAX;
  const found =
    list === 'markers'
      ? await loadProtectedMembers(database, siteId, await listMembersInHarm(database, siteId))
      : await listProtectedMembers(database, siteId, { list, before, limit });
  const ids = found.map(({ memberId }) => memberId);
  const markers = await loadHarmMarkers(database, siteId, ids);
  const members = new Map((await listMembersByIds(database, siteId, ids)).map((each) => [each.memberId, each]));
  const rows = found.flatMap((each) => {
    const member = members.get(each.memberId);
    return member ? [toRow(each, { member, markers: markers.get(each.memberId) ?? [] })] : [];
  });
  const last = list === 'limits' && found.length === PAGE_ROWS ? found.at(-1) : undefined;
  return { rows, next: last ? String(last.memberId) : null };
}

function toRow(
  { memberId, limits, recentBreaks, breakUntil }: ProtectedMember,
  { member, markers }: { readonly member: ListedMember; readonly markers: ProtectionRow['markers'] },
): ProtectionRow {
  return {
    reference: formatReference('member', memberId),
    name: maskName(member),
    state: toMemberState(member),
    breakUntil: breakUntil?.toISOString() ?? null,
    recentBreaks,
    limits: limits.map(toLimit),
    markers,
  };
}

function toLimit({ kind, span, most, requested, requestedAt }: LimitOfMember): ProtectedLimit {
  const format = (value: bigint): string => (kind === 'time' ? String(value) : toWireAmount(value as Money));
  return {
    kind,
    span,
    most: format(most),
    requested:
      requestedAt === null
        ? null
        : { most: requested === null ? null : format(requested), at: requestedAt.toISOString() },
  };
}
