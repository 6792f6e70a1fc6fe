// The list of adjustments: requests about balances of members, open and decided.
//
// Always true: names leave masked, and an amount is below zero where it was taken. The list changes nothing.
//
// Elsewhere: the actions (operators/adjustment-actions.ts), the posting (modules/adjustments).

import type { AdjustmentRow } from '@chaba/contract/back-office/adjustments';
import type { RowPage } from '@chaba/contract/back-office/wire';

import { formatReference, parseReference } from '#core/references';
import { type ListedMember, listMembersByIds } from '#modules/member-list';
import { type Acting, formatRequest } from '#operators/actions';
import { type AdjustmentFilter, type AdjustmentRequest, listAdjustmentRequests } from '#operators/requests';
import { failOperator } from '#operators/operator-error';
import { isDay } from '#operators/subjects';
import { maskName } from '#operators/withdrawal-actions';

import type { BackOfficeContext } from './context.ts';

export async function readAdjustments(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  {
    filter,
    before,
    limit,
  }: {
    readonly filter: Readonly<Record<string, string>>;
    readonly before: bigint | undefined;
    readonly limit: number;
  },
): Promise<RowPage<AdjustmentRow>> {
  const found = await listAdjustmentRequests(database, siteId, { filter: toFilter(filter), before, limit });
  const ids = found.map(({ memberId }) => memberId);
  const members = new Map((await listMembersByIds(database, siteId, ids)).map((member) => [member.memberId, member]));
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    rows: found.map((each) => toRow(each, members.get(each.memberId))),
    next: last ? String(last.requestId) : null,
  };
}

function toFilter({ day, member, ...filter }: Readonly<Record<string, string>>): AdjustmentFilter {
  if (day !== undefined && !isDay(day)) failOperator('PARAMETER_INVALID', { field: 'day' });
  const memberId = member === undefined ? undefined : parseReference('member', member);
  if (member !== undefined && memberId === undefined) failOperator('PARAMETER_INVALID', { field: 'member' });
  return { ...filter, day, memberId };
}

function toRow(request: AdjustmentRequest, member: ListedMember | undefined): AdjustmentRow {
  const direction = request.action === 'adjustment.debit' ? 'debit' : 'credit';
  const { facts, reason } = JSON.parse(request.content) as {
    readonly facts: Readonly<Record<string, string>>;
    readonly reason: string;
  };
  return {
    request: formatRequest(request.requestId),
    state: request.state,
    direction,
    adjustmentKind: facts['adjustmentKind'] as AdjustmentRow['adjustmentKind'],
    member: formatReference('member', request.memberId),
    name: member === undefined ? '' : maskName(member),
    amount: `${direction === 'debit' ? '-' : ''}${facts['amount'] ?? ''}`,
    turnover: Number(facts['turnoverTimes'] ?? 0),
    evidence: facts['evidence'] ?? '',
    notice: facts['notice'] ?? '',
    reason,
    requestedBy: request.requesterName,
    requestedAt: request.requestedAt.toISOString(),
    decidedBy: request.deciderName,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    decisionReason: request.decisionReason,
  };
}
