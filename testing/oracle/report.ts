// The report of a hunt: each family with its shortest story in the story language, and a table of all.

import { formatBaht, money } from '@chaba/money';

import type { Discovery } from './hunt.ts';
import { formatRow } from './rows.ts';

export function formatDiscovery({ id, title, seed, situation, finding, rows, after }: Discovery): string {
  const head = `${id}: ${title}\n  seed ${seed} (${situation}), after ${Math.round(after)} s, ${formatAmount(finding.amount)}: ${finding.kind}, ${finding.detail}`;
  return [head, ...rows.map(({ row, word }) => `    ${formatRow(row, word)}`)].join('\n');
}

export function formatSummary(
  run: { readonly seed: number; readonly stories: number; readonly rows: number; readonly found: number },
  families: readonly Discovery[],
): string {
  const table = families
    .toSorted((one, other) => one.after - other.after)
    .map(
      ({ id, count, seed, after, finding }) =>
        `${String(count).padStart(6)}  ${id.padEnd(32)}  seed ${String(seed).padEnd(12)}  ${String(Math.round(after)).padStart(4)} s  ${formatAmount(finding.amount)}`,
    );
  const last = `${run.stories} stories from seed ${run.seed}, ${run.rows} rows, ${run.found} with a finding, ${families.length} families`;
  return [...table, last].join('\n');
}

const formatAmount = (amount: bigint): string => `${formatBaht(money(amount))} baht`;

/** Serialises a discovery for another process. */
export function writeDiscovery(discovery: Discovery): string {
  return JSON.stringify({
    ...discovery,
    finding: { ...discovery.finding, amount: discovery.finding.amount.toString() },
  });
}

export function readDiscovery(text: string): Discovery {
  const read = JSON.parse(text) as Omit<Discovery, 'finding'> & {
    readonly finding: Omit<Discovery['finding'], 'amount'> & { readonly amount: string };
  };
  return { ...read, finding: { ...read.finding, amount: BigInt(read.finding.amount) } };
}
