// The places of a table as rows of words: names, pays, exact return and limit. Places that share all three are one row.
//
// Elsewhere: the rules of the page (rules-sheet.ts), the report of the game (#studio/report).

import type { TableWords } from '#studio/games/tables/rules/words.text';
import type { TablePlace, TableRules } from '#studio/games/tables/table-rules';

import { text } from './rounds.text.ts';

/** Above this number, places of one pay are stated as a count. */
const NAMED_MAX = 6;

type PlaceRow = { readonly names: string; readonly pays: string; readonly returned: string; readonly limit: string };

export function listPlaceRows(
  rules: TableRules<unknown>,
  words: TableWords,
  {
    returns,
    limits,
  }: { readonly returns: Readonly<Record<string, string>>; readonly limits: Readonly<Record<string, number>> },
): PlaceRow[] {
  const rows = new Map<string, Omit<PlaceRow, 'names'> & { readonly names: string[] }>();
  for (const place of rules.places) {
    const row = {
      pays: paysText(place),
      returned: `${returns[place.type] ?? ''}%`,
      limit: (limits[place.type] ?? 0).toLocaleString('th'),
    };
    const key = Object.values(row).join();
    const known = rows.get(key) ?? { ...row, names: [] };
    known.names.push(words.place(place.type));
    rows.set(key, known);
  }
  return [...rows.values()].map((row) => ({ ...row, names: namesText(row.names) }));
}

export function paysText({ pays, topPay }: TablePlace<unknown>): string {
  return text.pays((pays ?? [topPay]).map(String).join(' · '));
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, names.length > NAMED_MAX ? 3 : NAMED_MAX).join(', ');
  return names.length > NAMED_MAX ? `${shown} ${text.more(names.length - 3)}` : shown;
}
