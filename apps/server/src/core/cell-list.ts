// The sites of all cells, as the list of cells has them (CELLS_FILE); none in an installation of one cell.
//
// Always true: it contains no account number, only fingerprints.
//
// Elsewhere: the commands that write the list (apps/ops/src/cells).

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';

export type ListedSite = {
  readonly id: number;
  readonly cell: number;
  readonly hosts: readonly string[];
  /** Ends of key ids besides the code. */
  readonly keys: readonly string[];
  /** Fingerprints of the receiving accounts. */
  readonly accounts: readonly string[];
};

const PRINT_LETTERS = 24;

/** A receiving account without its number. */
export function printAccount(of: { kind: string; bankCode: string | null; account: string }): string {
  const text = JSON.stringify([of.kind, of.bankCode ?? '', of.account]);
  return createHash('sha256').update(text).digest('hex').slice(0, PRINT_LETTERS);
}

export function readListedSites(file: string): Readonly<Record<string, ListedSite>> {
  if (!fs.existsSync(file)) return {};
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { readonly sites: Record<string, ListedSite> }).sites;
}
