// Codes of a site: those of their own, batches, and the file of a batch.
//
// Always true: the words of a batch leave with its file only, and the file is an entry of the audit before it is sent.
//
// Elsewhere: making and ending (modules/operators/code-actions.ts).

import { PAGE_ROWS } from '@chaba/contract/back-office/lists';
import type { CodeBatchRow, CodeFile, ItemCodeRow } from '@chaba/contract/back-office/offer-wire';
import type { RowPage } from '@chaba/contract/back-office/wire';

import {
  type CodeBatch,
  findBatch,
  listBatchCodes,
  listBatches,
  listCodes,
  type ListedCode,
} from '#modules/item-codes';
import { toCsvHead, toCsvLine } from '#modules/reports';
import { toWireAmount } from '#core/wire-amount';
import { type Acting, formatRequest, recordFile } from '#operators/actions';
import { failOperator } from '#operators/operator-error';
import { formatBatch, parseBatch } from '#operators/code-actions';

import type { BackOfficeContext } from './context.ts';
import type { Handlers } from './routes.ts';

/** The latest codes of their own. */
export async function readCodes({ database }: BackOfficeContext, { siteId }: Acting): Promise<RowPage<ItemCodeRow>> {
  return { rows: (await listCodes(database, siteId)).map(toCodeRow), next: null };
}

export async function readBatches(
  { database }: BackOfficeContext,
  { siteId }: Acting,
  { before }: { readonly before: bigint | undefined },
): Promise<RowPage<CodeBatchRow>> {
  const found = await listBatches(database, siteId, { before, limit: PAGE_ROWS });
  const last = found.length === PAGE_ROWS ? found.at(-1) : undefined;
  return { rows: found.map(toBatchRow), next: last ? String(last.batchId) : null };
}

export function createCodeHandlers({ database, config }: BackOfficeContext): Pick<Handlers, 'codeFile'> {
  return {
    async codeFile({ acting, params }): Promise<CodeFile> {
      const batchId = parseBatch(params['batch']);
      if ((await findBatch(database, acting.siteId, batchId)) === undefined) failOperator('NOT_FOUND');
      const batch = formatBatch(batchId);
      const codes = await listBatchCodes(database, acting.siteId, batchId);
      const file = `codes-${batch}${config.mode === 'play' ? '-play' : ''}.csv`;
      await recordFile(database, acting, {
        action: 'code.file',
        subject: `codes ${batch}`,
        file,
        rows: codes.length,
        mode: config.mode,
      });
      return { name: file, text: [toCsvHead(COLUMNS), ...codes.map(toLine)].join('') };
    },
  };
}

const COLUMNS = ['code', 'amount', 'coins', 'turnover', 'cap', 'uses', 'used', 'each', 'until'];

function toLine(code: ListedCode): string {
  const { amount, coins, turnover, cap, usesMax, used, each, endsAt } = toCodeRow(code);
  return toCsvLine([
    { text: code.code },
    ...[amount, coins].map((text) => ({ text, isNumber: true })),
    { text: turnover },
    ...[cap ?? '', String(usesMax ?? ''), String(used), String(each)].map((text) => ({ text, isNumber: true })),
    { text: endsAt ?? '' },
  ]);
}

function toCodeRow(code: ListedCode): ItemCodeRow {
  const { used, usesMax, usesPerMember, withdrawCap, endsAt, isOver } = code;
  return {
    code: code.code,
    amount: toWireAmount(code.amount),
    coins: String(code.coins),
    turnover: `${code.turnoverHundredths / 100}x`,
    cap: withdrawCap === null ? null : toWireAmount(withdrawCap),
    used,
    usesMax,
    each: usesPerMember,
    endsAt: endsAt?.toISOString() ?? null,
    isOver,
  };
}

function toBatchRow({ batchId, requestId, madeAt, endedAt, ...batch }: CodeBatch): CodeBatchRow {
  return {
    batch: formatBatch(batchId),
    prefix: batch.prefix,
    codes: batch.codes,
    used: batch.used,
    madeBy: batch.madeBy,
    madeAt: madeAt.toISOString(),
    request: requestId === null ? null : formatRequest(requestId),
    endedAt: endedAt?.toISOString() ?? null,
    endedBy: batch.endedBy,
  };
}
