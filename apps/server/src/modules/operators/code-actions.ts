// Actions about many codes at once: a batch of random ones, an import, the end of a batch.
//
// Always true: the face value of all codes together counts against the limit of the role. An import with a bad row
// makes no code. Random words are in no request and no entry; they leave with the file of the batch.
//
// Elsewhere: one code (offer-actions.ts), the file (promotion-input/codes-file.ts), codes (modules/promotions).

import { CODES_MAX } from '@chaba/contract/back-office/actions';
import type { Transaction } from '@chaba/database';
import { add, type Money, multiply, zeroMoney } from '@chaba/money';

import * as itemCodes from '#modules/item-codes';
import { type BadCodeRow, type CodesFile, parseCodesFile, createItemCode, codeFacts } from '#modules/promotion-input';
import { splitTerms } from '#modules/operator-input';
import { toWireAmount } from '#core/wire-amount';

import { type ActionFacts, defineAction } from './actions.ts';
import { computeFaceValue } from './offer-actions.ts';
import { failOperator } from './operator-error.ts';

/** Bad rows that are named; their number is always stated. */
const BAD_SHOWN_MAX = 100;
const PREFIX = /^[A-Z0-9_-]{0,20}$/;

export const formatBatch = (batchId: bigint): string => `B${batchId}`;

export function parseBatch(text = ''): bigint {
  const [, digits] = /^B(\d{1,18})$/.exec(text) ?? [];
  return digits === undefined ? failOperator('FIELD_INVALID', { field: 'batch' }) : BigInt(digits);
}

type BatchToMake = { readonly prefix: string; readonly count: number; readonly terms: itemCodes.NewItemCode };

const createBatch = defineAction<BatchToMake>({
  parse({ prefix: typed = '', count: many = '', terms = '' }) {
    const prefix = itemCodes.normalizeCode(typed);
    const count = /^\d{1,4}$/.test(many) ? Number(many) : 0;
    if (!PREFIX.test(prefix)) failOperator('FIELD_INVALID', { field: 'prefix' });
    if (count < 1 || count > CODES_MAX) failOperator('FIELD_INVALID', { field: 'count' });
    return { prefix, count, terms: createItemCode(`${prefix}X`, splitTerms(terms)) };
  },
  async load(_tx, _siteId, { prefix, count, terms }) {
    const amount = multiply(computeFaceValue(terms), BigInt(count));
    return {
      subject: `codes ${prefix}`.trim(),
      facts: { prefix, codes: String(count), ...codeFacts(terms), faceValue: toWireAmount(amount) },
      amount,
    };
  },
  async run(tx, { siteId, name, requestId }, { prefix, count, terms }) {
    const batchId = await itemCodes.createBatch(tx, siteId, { prefix, codes: count, terms, madeBy: name, requestId });
    return { outcome: 'made', after: { batch: formatBatch(batchId) } };
  },
});

/** The file with the rows whose words are codes of the site already. */
async function checkFile(tx: Transaction, siteId: number, { codes, bad }: CodesFile): Promise<readonly BadCodeRow[]> {
  const existing = await itemCodes.listExistingCodes(
    tx,
    siteId,
    codes.map(({ code }) => code),
  );
  const twice = codes
    .filter(({ code }) => existing.has(code))
    .map(({ row, code }): BadCodeRow => ({ row, code, problem: 'exists' }));
  return [...bad, ...twice].toSorted((one, other) => one.row - other.row);
}

const formatBad = ({ row, code, problem, term }: BadCodeRow): string =>
  [String(row), code.slice(0, 40) || '-', problem, ...(term === undefined ? [] : [term])].join(' ');

const sumFaceValues = (codes: readonly itemCodes.NewItemCode[]): Money =>
  add(zeroMoney, ...codes.map(computeFaceValue));

const importCodes = defineAction<CodesFile>({
  parse: ({ rows = '' }) => parseCodesFile(rows),
  async load(tx, siteId, file) {
    const bad = await checkFile(tx, siteId, file);
    const amount = sumFaceValues(file.codes);
    const facts: ActionFacts = {
      codes: String(file.codes.length + file.bad.length),
      faceValue: toWireAmount(amount),
      badRows: String(bad.length),
      bad: bad.slice(0, BAD_SHOWN_MAX).map(formatBad),
    };
    return { subject: 'codes of a file', facts, amount };
  },
  async run(tx, { siteId, name, requestId }, file) {
    if ((await checkFile(tx, siteId, file)).length > 0) return { rejection: 'BLOCKED', reasons: ['rows_bad'] };
    const batchId = await itemCodes.importBatch(tx, siteId, { codes: file.codes, madeBy: name, requestId });
    if (batchId === 'exists') return { rejection: 'BLOCKED', reasons: ['code_exists'] };
    return { outcome: 'made', after: { batch: formatBatch(batchId) } };
  },
});

const endBatch = defineAction<bigint>({
  parse: ({ batch }) => parseBatch(batch),
  async load(tx, siteId, batchId) {
    const batch = (await itemCodes.findBatch(tx, siteId, batchId)) ?? failOperator('NOT_FOUND');
    const { prefix, codes, used } = batch;
    return {
      subject: `codes ${formatBatch(batchId)}`,
      facts: { batch: formatBatch(batchId), prefix, codes: String(codes), used: String(used) },
    };
  },
  async run(tx, { siteId, name }, batchId) {
    const ended = await itemCodes.endBatch(tx, siteId, { batchId, by: name });
    return ended === undefined ? { rejection: 'NOT_WAITING' } : { outcome: 'ended', after: { codes: String(ended) } };
  },
});

export const codeActions = {
  'code.create-batch': createBatch,
  'code.import': importCodes,
  'code.end-batch': endBatch,
};
