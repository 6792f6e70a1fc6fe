// Import of blocks: a CSV file whose rows a job runs as single blocks.
//
//     kind,value,reason
//     phone,0812345678,mule
//     account,004 1234567890,
//     device,M00000012,
//
// Always true: a row is read by the parser of the single block, and run by its action, with an entry of its own. A row
// with a problem is named before and never run. Facts and entries hold numbers of rows, and no typed value. A file of
// another form or with too many rows is rejected whole.
//
// Elsewhere: the single block (risk-actions.ts), the job (modules/reports, back-office/import-run.ts).

import { BLOCK_COLUMNS, BLOCK_ROWS_MAX, type BlockRowProblem, blockKinds } from '@chaba/contract/back-office/blocks';
import { REASON_LENGTH_MAX, REASON_LENGTH_MIN } from '@chaba/contract/back-office/actions';
import type { Transaction } from '@chaba/database';

import { formatReference } from '#core/references';
import * as blocks from '#modules/blocks';
import { listMembersByIds } from '#modules/member-list';
import { createImport, findImport, type NewImportRow, stopImport } from '#modules/imports';
import { parseCsv, InputError } from '#modules/operator-input';

import { type ActionFacts, type ActionInput, defineAction } from './actions.ts';
import { failOperator, OperatorError } from './operator-error.ts';
import { type BlockDraft, parseBlock, toTyped } from './risk-actions.ts';

/** The action of each row. */
export const BLOCK_ACTION = 'block.add';
export const EXISTS = 'exists';
/** Rows with a problem that are named; their number is always stated. */
const BAD_SHOWN_MAX = 200;
const FILE_NAME = /^[^\p{Cc}\\/]{1,100}\.(?:csv|txt)$/iu;
const MEMBER = /^M\d{1,18}$/i;

type GoodRow = {
  readonly rowNo: number;
  readonly input: ActionInput;
  readonly block: BlockDraft;
  readonly reason: string | undefined;
};
type BadRow = { readonly rowNo: number; readonly kind: string; readonly problem: BlockRowProblem };
type BlocksFile = { readonly name: string; readonly rows: readonly (GoodRow | BadRow)[] };

function parseBlocksFile({ name = '', rows: text = '' }: ActionInput): BlocksFile {
  if (!FILE_NAME.test(name)) failOperator('FIELD_INVALID', { field: 'name' });
  const [headings = [], ...lines] = parseCsv(text.replace(/^\uFEFF/, ''));
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const isKnown = names.every(
    (heading, index) => BLOCK_COLUMNS.some((each) => each === heading) && names.indexOf(heading) === index,
  );
  if (!isKnown || !names.includes('kind') || !names.includes('value')) {
    throw new InputError('The first row names the columns: kind, value, and perhaps reason.', 2, 'headings');
  }
  const filled = lines
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), rowNo: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (filled.length === 0 || filled.length > BLOCK_ROWS_MAX) {
    throw new InputError(`A file has 1 to ${BLOCK_ROWS_MAX} rows.`, 2, 'rows');
  }
  const seen = new Set<string>();
  return { name, rows: filled.map((line) => parseRow(line, names, seen)) };
}

function parseRow(
  { cells, rowNo }: { readonly cells: readonly string[]; readonly rowNo: number },
  names: readonly string[],
  seen: Set<string>,
): GoodRow | BadRow {
  const cell = (name: (typeof BLOCK_COLUMNS)[number]): string => cells[names.indexOf(name)] ?? '';
  const kind = blockKinds.find((each) => each === cell('kind').toLowerCase());
  const bad = (problem: BlockRowProblem): BadRow => ({ rowNo, kind: kind ?? '', problem });
  if (cells.length > names.length) return bad('cells');
  if (kind === undefined) return bad('kind');
  const reason = cell('reason');
  if (reason !== '' && (reason.length < REASON_LENGTH_MIN || reason.length > REASON_LENGTH_MAX)) return bad('reason');
  const input = MEMBER.test(cell('value'))
    ? { kind, value: '', member: cell('value') }
    : { kind, value: cell('value'), member: '' };
  const block = tryParse(input);
  if (block === undefined) return bad('value');
  const mark = toMark(block);
  if (seen.has(mark)) return bad('twice');
  seen.add(mark);
  return { rowNo, input, block, reason: reason === '' ? undefined : reason };
}

/** Undefined: the single block would be rejected. */
function tryParse(input: ActionInput): BlockDraft | undefined {
  try {
    return parseBlock(input);
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}

/** Equal for two rows that block the same. */
function toMark(block: BlockDraft): string {
  if (block.memberId !== undefined) return `${block.kind} M${block.memberId}`;
  return `${block.kind} ${JSON.stringify(toTyped(block).caller)}`;
}

const isBad = (row: GoodRow | BadRow): row is BadRow => 'problem' in row;

/** Rows about members that the site does not have become bad ones. */
async function checkMembers(tx: Transaction, siteId: number, rows: BlocksFile['rows']): Promise<BlocksFile['rows']> {
  const ids = rows.flatMap((row) => (isBad(row) || row.block.memberId === undefined ? [] : [row.block.memberId]));
  const known = new Set((await listMembersByIds(tx, siteId, [...new Set(ids)])).map(({ memberId }) => memberId));
  return rows.map((row) => {
    if (isBad(row) || row.block.memberId === undefined || known.has(row.block.memberId)) return row;
    return { rowNo: row.rowNo, kind: row.block.kind, problem: 'value' };
  });
}

/** The numbers of rows whose phone or account is blocked now; other kinds are found when the row runs. */
async function listBlockedRows(
  tx: Transaction,
  siteId: number,
  rows: BlocksFile['rows'],
): Promise<ReadonlySet<number>> {
  const values = rows.flatMap((row) => {
    if (isBad(row) || row.block.memberId !== undefined) return [];
    const [value] = blocks.toPlainValues(toTyped(row.block).caller);
    return value === undefined ? [] : [{ rowNo: row.rowNo, ...value }];
  });
  const blocked = await blocks.listBlockedValues(tx, siteId, values);
  return new Set(values.filter(({ kind, value }) => blocked.has(`${kind} ${value}`)).map(({ rowNo }) => rowNo));
}

async function checkFile(tx: Transaction, siteId: number, { rows }: BlocksFile) {
  const checked = await checkMembers(tx, siteId, rows);
  return { rows: checked, blocked: await listBlockedRows(tx, siteId, checked) };
}

function toLabel(block: BlockDraft): string {
  const { kind, memberId } = block;
  return `${kind} ${memberId === undefined ? toTyped(block).label : formatReference('member', memberId)}`;
}

function toNewRow(row: GoodRow | BadRow, blocked: ReadonlySet<number>): NewImportRow {
  const { rowNo } = row;
  if (isBad(row)) return { rowNo, label: row.kind, reason: undefined, outcome: `bad ${row.problem}` };
  const label = toLabel(row.block);
  if (blocked.has(rowNo)) return { rowNo, label, reason: row.reason, outcome: EXISTS };
  return { rowNo, label, reason: row.reason, input: row.input };
}

const importBlocks = defineAction<BlocksFile>({
  parse: parseBlocksFile,
  async load(tx, siteId, file) {
    const { rows, blocked } = await checkFile(tx, siteId, file);
    const bad = rows.filter(isBad);
    const facts: ActionFacts = {
      file: file.name,
      rows: String(rows.length),
      newRows: String(rows.length - bad.length - blocked.size),
      existing: String(blocked.size),
      badRows: String(bad.length),
      bad: bad.slice(0, BAD_SHOWN_MAX).map(({ rowNo, problem }) => `${rowNo} ${problem}`),
    };
    return { subject: 'blocks of a file', facts };
  },
  async run(tx, { siteId, operatorId, reason }, file) {
    const { rows, blocked } = await checkFile(tx, siteId, file);
    const toRun = rows.map((row) => toNewRow(row, blocked));
    if (!toRun.some((row) => 'input' in row)) return { rejection: 'BLOCKED', reasons: ['rows_none'] };
    const of = { action: BLOCK_ACTION, requestedBy: operatorId, fileName: file.name, reason, rows: toRun };
    return { outcome: 'started', after: { import: formatImport(await createImport(tx, siteId, of)) } };
  },
});

export const formatImport = (importId: bigint): string => `I${importId}`;

export function parseImport(text = ''): bigint {
  const [, digits] = /^I(\d{1,18})$/.exec(text) ?? [];
  return digits === undefined ? failOperator('FIELD_INVALID', { field: 'import' }) : BigInt(digits);
}

const stop = defineAction<bigint>({
  parse: (input) => parseImport(input['import']),
  async load(tx, siteId, importId) {
    const found = (await findImport(tx, siteId, { importId, action: BLOCK_ACTION })) ?? failOperator('NOT_FOUND');
    const { fileName: file, rows } = found;
    return { subject: `import ${formatImport(importId)}`, facts: { file, rows: String(rows) } };
  },
  async run(tx, { siteId }, importId) {
    return (await stopImport(tx, siteId, importId)) ? { outcome: 'stopped' } : { rejection: 'NOT_WAITING' };
  },
});

/** The outcome of a row in the words of the file: done, blocked before, or the code of its rejection. */
export function toRowOutcome(result: { readonly outcome: string } | OperatorError): string {
  if (!(result instanceof OperatorError)) return result.outcome;
  return result.code === 'NOT_WAITING' ? EXISTS : `refused ${result.code}`;
}

export const blockImportActions = { 'block.import': importBlocks, 'block.stop-import': stop };
