// Risk: groups of alerts side by side, block lists, imports of blocks with the file of their results, rules.
//
// Always true: values leave masked, as they were stored for pages. The file of an import is recorded before it is sent.
//
// Elsewhere: what a block does (modules/blocks), the actions (operators/risk-actions.ts).

import type { BlockKind, BlockRow, ImportFile, ImportRow } from '@chaba/contract/back-office/blocks';
import { PAGE_ROWS } from '@chaba/contract/back-office/lists';
import type { GroupComparison, RiskRuleRow } from '@chaba/contract/back-office/risk';
import type { RowPage } from '@chaba/contract/back-office/wire';

import { formatReference } from '#core/references';
import { listBlocks } from '#modules/blocks';
import { type CountedImport, findImport, listImportRows, listImports, NOT_RUN } from '#modules/imports';
import { toCsvHead, toCsvLine } from '#modules/reports';
import {
  compareGroup,
  compareLinked,
  type ComparedGroup,
  findRiskAlert,
  fromThreshold,
  listRiskRules,
} from '#modules/risk';
import { toWireAmount } from '#core/wire-amount';
import { type Acting, recordFile } from '#operators/actions';
import { BLOCK_ACTION, EXISTS, formatImport, parseImport } from '#operators/block-import';
import { failOperator } from '#operators/operator-error';
import { formatDestination, maskName } from '#operators/withdrawal-actions';
import { maskPhone } from '#operators/casework-actions';

import type { BackOfficeContext } from './context.ts';
import { openMember } from './members.routes.ts';
import { toMemberState } from './member-rows.ts';
import type { Handlers } from './routes.ts';

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

export async function readImports({ database }: BackOfficeContext, { siteId }: Acting): Promise<RowPage<ImportRow>> {
  return { rows: (await listImports(database, siteId, BLOCK_ACTION)).map(toImportRow), next: null };
}

const BLOCKED = 'blocked';

function toImportRow({ importId, outcomes, createdAt, finishedAt, ...job }: CountedImport): ImportRow {
  const blocked = outcomes[BLOCKED] ?? 0;
  const existing = outcomes[EXISTS] ?? 0;
  return {
    import: formatImport(importId),
    file: job.fileName,
    state: job.state,
    failure: job.failure,
    rows: job.rows,
    finished: job.finished,
    blocked,
    existing,
    bad: job.finished - blocked - existing - (outcomes[NOT_RUN] ?? 0),
    by: job.requestedName,
    reason: job.reason,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

export function createRiskHandlers(
  context: BackOfficeContext,
): Pick<Handlers, 'importFile' | 'alertGroup' | 'memberGroup'> {
  const { database, config } = context;
  return {
    async alertGroup({ acting, params }): Promise<GroupComparison> {
      const alertId = /^\d{1,18}$/.test(params['alert'] ?? '') ? BigInt(params['alert'] ?? '') : undefined;
      const alert = alertId === undefined ? undefined : await findRiskAlert(database, acting.siteId, alertId);
      if (alert === undefined) return failOperator('NOT_FOUND');
      return toComparison(await compareGroup(database, acting.siteId, [alert.memberId, ...alert.others]));
    },
    async memberGroup(call): Promise<GroupComparison> {
      const memberId = await openMember(context, call);
      return toComparison((await compareLinked(database, call.acting.siteId, memberId)) ?? failOperator('NOT_FOUND'));
    },
    async importFile({ acting, params }): Promise<ImportFile> {
      const importId = parseImport(params['import']);
      const of = { importId, action: BLOCK_ACTION };
      if ((await findImport(database, acting.siteId, of)) === undefined) failOperator('NOT_FOUND');
      const rows = await listImportRows(database, acting.siteId, importId);
      const name = `import-${formatImport(importId)}${config.mode === 'play' ? '-play' : ''}.csv`;
      await recordFile(database, acting, {
        action: 'block.import-file',
        subject: `import ${formatImport(importId)}`,
        file: name,
        rows: rows.length,
        mode: config.mode,
      });
      const lines = rows.map(({ rowNo, label, outcome }) =>
        toCsvLine([{ text: String(rowNo), isNumber: true }, { text: label }, { text: outcome ?? '' }]),
      );
      return { name, text: [toCsvHead(['row', 'entry', 'outcome']), ...lines].join('') };
    },
  };
}

function toComparison({ members, pairs, left }: ComparedGroup): GroupComparison {
  const format = (id: bigint): string => formatReference('member', id);
  return {
    members: members.map(({ member, devices, networks, name, firstBonus }) => ({
      memberId: String(member.memberId),
      reference: format(member.memberId),
      name: maskName(member),
      phone: maskPhone(member.phone),
      account: formatDestination({ bankCode: member.bankCode, account: member.bankAccount }),
      state: toMemberState(member),
      registeredAt: member.registeredAt.toISOString(),
      seenAt: member.seenAt.toISOString(),
      deposits: toWireAmount(member.totalDeposit),
      withdrawals: toWireAmount(member.totalWithdraw),
      firstBonus:
        firstBonus === undefined
          ? null
          : { amount: toWireAmount(firstBonus.bonus), at: firstBonus.grantedAt.toISOString() },
      devices,
      networks,
      sameName: name ?? null,
    })),
    pairs: pairs.map(({ one, other, opposite, verdict, devices, networks, isSameName }) => ({
      one: format(one),
      other: format(other),
      devices,
      networks,
      isSameName,
      opposite: opposite === undefined ? null : { rounds: opposite.rounds, amount: toWireAmount(opposite.amount) },
      verdict:
        verdict === undefined ? null : { verdict: verdict.verdict, by: verdict.by, at: verdict.at.toISOString() },
    })),
    left,
  };
}
