// Reads item codes from a CSV file: a line of headings, then a code a line.
//
//     code,amount,coins,turnover,cap,uses,each,days
//
// Always true: every bad row is named, so that a person mends all at once. Rows are counted as a spreadsheet counts
// them: the headings are row 1. An empty cell leaves its term at the default.
//
// Elsewhere: the terms (promotion-terms.ts), the action (code-actions.ts).

import { CODES_MAX } from '@chaba/contract/back-office/actions';

import type { NewItemCode } from '#modules/item-codes';
import { parseCsv, InputError } from '#modules/operator-input';
import { CODE_TERMS, createItemCode, parseCode } from './promotion-terms.ts';

/** `code`: no code. `twice`: stands in a row before. `exists`: at the site. `term`: the named term is wrong. */
export type CodeProblem = 'code' | 'twice' | 'exists' | 'cells' | 'worth' | 'term';
export type BadCodeRow = {
  readonly row: number;
  readonly code: string;
  readonly problem: CodeProblem;
  readonly term?: string;
};

export type CodesFile = {
  readonly codes: readonly (NewItemCode & { readonly row: number })[];
  readonly bad: readonly BadCodeRow[];
};

export function parseCodesFile(text: string): CodesFile {
  const [headings = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const known = ['code', ...CODE_TERMS];
  const isKnown = names.every((name, index) => known.includes(name) && names.indexOf(name) === index);
  if (!isKnown || !names.includes('code')) {
    throw new InputError(`The first row names the columns: code, and any of ${CODE_TERMS.join(', ')}.`, 2, 'headings');
  }
  const filled = rows
    .map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (filled.length === 0 || filled.length > CODES_MAX) {
    throw new InputError(`A file has 1 to ${CODES_MAX} codes.`, 2, 'rows');
  }
  const seen = new Set<string>();
  const read = filled.map((line) => parseRow(line, names, seen));
  return {
    codes: read.flatMap((each) => ('problem' in each ? [] : [each])),
    bad: read.flatMap((each) => ('problem' in each ? [each] : [])),
  };
}

function parseRow(
  { cells, row }: { readonly cells: readonly string[]; readonly row: number },
  names: readonly string[],
  seen: Set<string>,
): (NewItemCode & { readonly row: number }) | BadCodeRow {
  const typed = cells[names.indexOf('code')] ?? '';
  if (cells.length > names.length) return { row, code: typed, problem: 'cells' };
  const words = names.flatMap((name, index) => {
    const value = cells[index] ?? '';
    return name === 'code' || value === '' ? [] : [`${name}=${value}`];
  });
  try {
    const code = parseCode(typed);
    if (seen.has(code)) return { row, code, problem: 'twice' };
    seen.add(code);
    return { ...createItemCode(code, words), row };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { row, code: typed, ...toProblem(error.term) };
  }
}

function toProblem(term: string | undefined): Pick<BadCodeRow, 'problem' | 'term'> {
  if (term === 'code' || term === 'worth') return { problem: term };
  return term === undefined ? { problem: 'cells' } : { problem: 'term', term };
}
