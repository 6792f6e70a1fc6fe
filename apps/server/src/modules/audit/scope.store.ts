// Scope of an audit rule: one site or all, everything or rows since a time. SQL fragments for the rules.
//
// Always true: a rule returns rows of (site_id, detail), one per violation.
//
// Elsewhere: the rules (*-rules.store.ts), running them (audit.ts).

import { type Sql, sql } from '@chaba/database';

export type Scope = {
  /** The condition on a site_id column. */
  readonly site: (column: Sql) => Sql;
  /** The condition on the time at which a row was written. */
  readonly since: (column: Sql) => Sql;
  /**
   * False for transfers that a test posted without a cause. Provider calls write unkeyed transfers, and a provider may
   * be named `test`.
   */
  readonly causedTransfer: Sql;
  /** False for turnover lines that a test added without a cause. */
  readonly causedLine: Sql;
};

export type ScopeOptions = {
  readonly siteId?: number | undefined;
  readonly since?: Date | undefined;
  /** Transfers and turnover lines whose key begins with `test:` need no cause. */
  readonly isTest?: boolean | undefined;
};

export type Rule = {
  readonly name: string;
  /** `always`: cheap at any size. `since`: cheap when limited to new rows. `whole`: reads whole tables. */
  readonly cost: 'always' | 'since' | 'whole';
  readonly find: (scope: Scope) => Sql;
};

export function createScope({ siteId, since, isTest = false }: ScopeOptions): Scope {
  return {
    site: (column) => (siteId === undefined ? sql`true` : sql`${column} = ${siteId}`),
    since: (column) => (since === undefined ? sql`true` : sql`${column} >= ${since}`),
    causedTransfer: isTest ? sql`not (is_keyed and key like 'test:%')` : sql`true`,
    causedLine: isTest ? sql`cause_id not like 'test:%'` : sql`true`,
  };
}

/** An amount in baht. */
export const inBaht = (column: Sql): Sql => sql`round(${column} / 10000.0, 4)`;

/** The transfer of this key; no row if the key has none or the key index does not contain it. */
export const selectTransfer = (site: Sql, key: Sql): Sql => sql`
  select owner_id, transfer_id, from_kind, to_kind, amount_e4, from_balance_e4, to_balance_e4
  from ledger_transfer as posted where posted.site_id = ${site} and posted.is_keyed and ${indexedHash(sql`posted.key`)} = ${indexedHash(key)}`;

/** The first 128 bits of a key's SHA-256, in the form of the index ledger_transfer_key. */
const indexedHash = (key: Sql): Sql =>
  sql`encode(substr(sha256(replace(${key}, '\\', '\\\\')::bytea), 1, 16), 'hex')::uuid`;

/** The tx_hash of a wallet transaction. */
export const transactionHash = (provider: Sql, memberId: Sql, txId: Sql): Sql =>
  sql`encode(substr(sha256(convert_to(${provider} || '|' || ${memberId} || '|' || ${txId}, 'UTF8')), 1, 16), 'hex')::uuid`;

/** Whether the part of a withdrawal above its cap was removed at the submission. */
export const hasRemoval = sql`exists (select from bonus_removal as removal where removal.site_id = withdrawal.site_id
  and removal.member_id = withdrawal.member_id and removal.withdrawal_id = withdrawal.withdrawal_id)`;

/**
 * Amount that a row of `bonus_removal` removes (removals/removals.ts), under the cap that removes most, after what
 * was `undone` under its requirement and under each of the others.
 */
export const computeRemoved = (undone: Sql, undoneOfOther: Sql): Sql => sql`greatest(greatest(funds_e4 - ${undone}, 0)
  - least(own_e4, greatest(greatest(funds_e4 - ${undone}, 0) - bonus_e4, 0)), (
    select max(funds_e4 - ${undoneOfOther} - (other ->> 'own')::bigint) from jsonb_array_elements(others) as other))`;
export const removedNow = computeRemoved(sql`corrected_e4`, sql`(other ->> 'undone')::bigint`);

/** Prefix of the keys of a cashback period. */
export const cashbackKey = sql`'cashback:' || member_id || ':' || to_char(period_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ':'`;
