// The figures of a measurement against their goals, printed as a table of Markdown.

export type FigureTable = {
  /** Milliseconds of calls; the goal is that of the 95th percentile. */
  add(name: string, times: readonly number[], goalMs: number): void;
  /** The 95th percentile against that of other calls. */
  addRatio(
    name: string,
    given: { readonly times: readonly number[]; readonly of: readonly number[]; readonly goal: number },
  ): void;
  /** Any figure with what it must be. */
  addFigure(name: string, given: { readonly figure: string; readonly goal: string; readonly isMet: boolean }): void;
  print(): void;
};

export function getPercentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Two digits at least. */
export function formatFigure(figure: number): string {
  const scale = figure < 10 ? 100 : 1;
  return String(Math.round(figure * scale) / scale);
}

export function createFigureTable(): FigureTable {
  const rows: (readonly [string, string, string, string])[] = [];
  const add = (name: string, figure: string, goal: string, isMet: boolean): void => {
    rows.push([name, figure, goal, isMet ? '' : 'missed']);
    console.log(`${name}: ${figure} (${goal})${isMet ? '' : ' MISSED'}`);
  };
  return {
    add(name, times, goalMs) {
      const p95 = getPercentile(times, 0.95);
      add(name, `${formatFigure(getPercentile(times, 0.5))}, ${formatFigure(p95)}`, `≤ ${goalMs}`, p95 <= goalMs);
    },
    addRatio(name, { times, of, goal }) {
      const [own, other] = [getPercentile(times, 0.95), getPercentile(of, 0.95)];
      // Below a few milliseconds the ratio is that of the timer.
      add(name, `${formatFigure(own)} against ${formatFigure(other)}`, `≤ ${goal} ×`, own <= other * goal || own <= 10);
    },
    addFigure(name, { figure, goal, isMet }) {
      add(name, figure, goal, isMet);
    },
    print() {
      console.log('\n| | median, p95 ms | goal | |\n|---|---|---|---|');
      for (const row of rows) console.log(`| ${row.join(' | ')} |`);
      if (rows.some(([, , , missed]) => missed !== '')) process.exitCode = 1;
    },
  };
}
