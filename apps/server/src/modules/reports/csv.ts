// Comma-separated files that a spreadsheet opens as text.
//
// Always true: the file is UTF-8 with a byte order mark, lines end with CR LF, and a text that a spreadsheet could read
// as a formula begins with an apostrophe. Numbers of our own columns are not changed.

const BYTE_ORDER_MARK = '\uFEFF';
const FORMULA = /^[=+\-@\t\r\n\0]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

export type CsvCell = { readonly text: string; readonly isNumber?: boolean };

/** The first lines of a file. */
export function toCsvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + toCsvLine(names.map((text) => ({ text })));
}

/** A line with its end. */
export function toCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCsvCell).join(',')}\r\n`;
}

function toCsvCell({ text, isNumber = false }: CsvCell): string {
  if (isNumber && NUMBER.test(text)) return text;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /["\r\n,]|^\s|\s$|'/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
