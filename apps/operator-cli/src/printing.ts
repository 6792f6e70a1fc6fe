// Formats the output of the command line: times, facts, and rows in columns.

/** Bangkok time as 2026-01-31 18:00:00. */
export function formatTime(at: Date): string {
  return at.toLocaleString('sv-SE', { timeZone: 'Asia/Bangkok' });
}

/** Formats facts as name=value pairs; values that are not text as JSON. */
export function formatFacts(facts: Readonly<Record<string, unknown>>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

/** Formats rows as columns padded to their widest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string {
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
