// Formats the output of the command line: times, facts, and rows in columns.
//
// Always true: no printed text can control the terminal. Names come from banks, providers and members.

/** Controls of a terminal (C0, C1), and marks that hide or reorder the text beside them. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const CONTROLS_IN_TEXT = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const REPLACEMENT = '\ufffd';

/** One line without control characters. */
function cleanCell(text: string): string {
  return text.replace(CONTROLS, REPLACEMENT);
}

/** Lines without other control characters. */
export function cleanText(text: string): string {
  return text.replace(CONTROLS_IN_TEXT, REPLACEMENT);
}

/** Bangkok time as 2026-01-31 18:00:00. */
export function formatTime(at: Date): string {
  return at.toLocaleString('sv-SE', { timeZone: 'Asia/Bangkok' });
}

/** Formats facts as name=value pairs; values that are not text as JSON. */
export function formatFacts(facts: Readonly<Record<string, unknown>>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}=${cleanCell(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))}`)
    .join(' ');
}

/** Formats rows as columns padded to their widest cell. */
export function formatTable(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(cleanCell));
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
