// Reads the cells of a comma-separated file. Pure.
//
// Elsewhere: the files of games and of codes (games-file.ts, codes-file.ts).

import { InputError } from './input.ts';

/** Rows of cells: a cell with a comma, a quote or a line end stands in quotes, and a quote in it is doubled. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain = '', end = ''] = cell.exec(text) ?? [];
    const row = rows.at(-1) ?? [];
    if (cell.lastIndex <= at) {
      throw new InputError(
        `Row ${rows.length}, line: a quote stands in a cell without quotes around it; nothing was written.`,
      );
    }
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',' && cell.lastIndex === text.length) row.push('');
    else if (end !== ',' && end !== '') rows.push([]);
  }
  return rows;
}
