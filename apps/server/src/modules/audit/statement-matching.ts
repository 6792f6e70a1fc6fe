// Matches statement lines with deposits, returns and payouts. Pure.
//
// Always true: a payout matches by its id, a deposit by the bank's line id or by the reference of its slip. Only rows
// without a reference match by amount and the nearest time. A line matches one row.

export type OpenLine = {
  readonly lineId: string;
  readonly bookedAt: Date;
  readonly amount: bigint;
  readonly transRef: string | null;
  readonly payoutId: string | null;
};

/** A posting: a deposit, a return (negative), a payout (negative). */
export type OwnRow = {
  readonly rowName: string;
  readonly amount: bigint;
  readonly at: Date;
  /** Line id of the report that created the row. */
  readonly lineIds: readonly string[];
  readonly transRef: string | null;
  readonly payoutId: string | null;
};

export type Match = { readonly rowName: string; readonly lineId: string; readonly amount: bigint };

const NEAR_MS = 7 * 86_400_000;

export function matchStatement(lines: readonly OpenLine[], rows: readonly OwnRow[]): Match[] {
  const free = new Map(lines.map((line) => [line.lineId, line]));
  const byPayout = Map.groupBy(lines, ({ payoutId }) => payoutId);
  const byReference = new Map(
    lines.flatMap((line) => (line.transRef === null ? [] : [[line.transRef, line] as const])),
  );
  const matches: Match[] = [];
  const without: OwnRow[] = [];
  for (const row of rows) {
    const named =
      (row.payoutId === null ? undefined : findPayoutLine(row, byPayout.get(row.payoutId) ?? [])) ??
      row.lineIds.map((lineId) => free.get(lineId)).find((line) => line !== undefined) ??
      (row.transRef === null ? undefined : byReference.get(row.transRef));
    if (named && free.delete(named.lineId)) matches.push(toMatch(row, named));
    else if (row.payoutId === null) without.push(row);
  }
  for (const row of without) {
    const line = nearest(row, [...free.values()]);
    if (line && free.delete(line.lineId)) matches.push(toMatch(row, line));
  }
  return matches;
}

/** A returned payout has one line per direction. */
const findPayoutLine = (row: OwnRow, lines: readonly OpenLine[]): OpenLine | undefined =>
  lines.find(({ amount }) => amount === row.amount) ?? lines[0];

const toMatch = ({ rowName, amount }: OwnRow, { lineId }: OpenLine): Match => ({ rowName, lineId, amount });

function nearest(row: OwnRow, lines: readonly OpenLine[]): OpenLine | undefined {
  const distance = ({ bookedAt }: OpenLine): number => Math.abs(bookedAt.getTime() - row.at.getTime());
  return lines
    .filter((line) => line.amount === row.amount && line.payoutId === null && distance(line) <= NEAR_MS)
    .filter((line) => line.transRef === null || row.transRef === null)
    .toSorted((one, other) => distance(one) - distance(other))[0];
}
