// How the command line prints: times, facts, and rows in columns.

/** Bangkok time, in figures. */
export function timeOf(at: Date): string {
  return at.toLocaleString('sv-SE', { timeZone: 'Asia/Bangkok' });
}

/** name=value, one after the other; what has parts in JSON. */
export function factsOf(facts: Readonly<Record<string, unknown>>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

/** Columns under one another. */
export function table(rows: readonly (readonly string[])[]): string {
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
