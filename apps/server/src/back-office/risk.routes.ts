// Lists of risk: block lists, rules with their thresholds.
//
// Always true: values leave masked, as they were stored for pages.
//
// Elsewhere: what a block does (modules/blocks), the actions (operators/risk-actions.ts).

import type { BlockKind, BlockRow } from '@chaba/contract/back-office/blocks';
import { PAGE_ROWS } from '@chaba/contract/back-office/lists';
import type { RiskRuleRow } from '@chaba/contract/back-office/risk';
import type { RowPage } from '@chaba/contract/back-office/wire';

import { listBlocks } from '#modules/blocks';
import { fromThreshold, listRiskRules } from '#modules/risk';
import type { Acting } from '#operators/back-office';

import type { BackOfficeContext } from './context.ts';

type Given = { readonly filter: Readonly<Record<string, string>>; readonly before: bigint | undefined };

export async function readBlocks(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  { filter, before }: Given,
): Promise<RowPage<BlockRow>> {
  const kind = filter['kind'] as BlockKind | undefined;
  const found = await listBlocks(database, siteId, { kind, before, limit: PAGE_ROWS });
  const last = found.length === PAGE_ROWS ? found.at(-1) : undefined;
  const rows = found.map(({ blockId, memberId, addedAt, ...block }) => ({
    id: String(blockId),
    ...block,
    memberId: memberId === null ? null : String(memberId),
    addedAt: addedAt.toISOString(),
  }));
  return { rows, next: last ? String(last.blockId) : null };
}

export async function readRiskRules(
  { database }: BackOfficeContext,
  { siteId }: Acting,
): Promise<RowPage<RiskRuleRow>> {
  const rows = (await listRiskRules(database, siteId)).map(({ rule, isOn, threshold, changed }) => ({
    rule,
    isOn,
    threshold: fromThreshold(rule, threshold),
    isDefault: changed === undefined,
    changedBy: changed?.by ?? null,
    changedAt: changed?.at.toISOString() ?? null,
  }));
  return { rows, next: null };
}
