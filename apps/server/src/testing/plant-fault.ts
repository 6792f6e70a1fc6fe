// A planted change and how it is written: one row of the site with rich data, changed with the rights of the tables'
// owner.
//
// Elsewhere: the plants (audit-faults.ts, bank-faults.ts), the data (sample-ledger.ts).

import { type Sql, sql, type Transaction } from '@chaba/database';

import { RICH_SITE as SITE } from './sample-ledger.ts';

export type Plant = {
  readonly rule: string;
  readonly what: string;
  readonly how: readonly (Sql | ((tx: Transaction) => Promise<unknown>))[];
};

export const plant = (rule: string, what: string, ...how: Plant['how']): Plant => ({ rule, what, how });

/** Selects one row of the site. */
const row = (table: Sql, condition: Sql): Sql =>
  sql`ctid = (select ctid from ${table} where site_id = ${SITE} and ${condition} order by ctid limit 1)`;
export const change = (table: Sql, to: Sql, condition: Sql): Sql =>
  sql`update ${table} set ${to} where ${row(table, condition)}`;
export const remove = (table: Sql, condition: Sql): Sql => sql`delete from ${table} where ${row(table, condition)}`;
