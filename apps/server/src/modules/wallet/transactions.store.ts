// SQL of the present state of wallet transactions: with the state of their bet, their round and the held part. Read by
// the daily comparison and by adapters of aggregators; the hot path does not use it.

import { type Database, type Queryable, sql } from '@chaba/database';

import type { WalletTransaction } from './rounds.ts';
import { type TransactionName, toTransactionHash, toTransactionKey } from '#core/transaction-names';

/** An applied transaction and its present state. */
export type LocalTransaction = Pick<
  WalletTransaction,
  'memberId' | 'txId' | 'operation' | 'roundId' | 'gameCode' | 'amount'
> & {
  readonly playerId: string;
  /** Empty where the call names none. */
  readonly refTxId: string;
  readonly at: Date;
  /** A stake that was granted, not paid. */
  readonly isFree: boolean;
  /** A refunded bet or a reversed win: by the provider or by an operator. */
  readonly isCancelled: boolean;
  /** A bet without its result. */
  readonly isOpen: boolean;
  readonly isRoundOpen: boolean;
  /** A payout above the cap, which an operator rejected. */
  readonly isRefused: boolean;
};

// The limits prevent reversed joins, which would read every round.
const localTransaction = sql`call.member_id as "memberId", member.player_id as "playerId", call.tx_id as "txId", call.operation,
  coalesce(call.ref_tx_id, '') as "refTxId", call.round_id as "roundId", call.game_code as "gameCode", call.amount_e4 as amount,
  call.created_at as at,
  coalesce(round.bets @> jsonb_build_array(jsonb_build_object('txId', call.tx_id, 'isFree', true)), false) as "isFree",
  coalesce(round.bets @> jsonb_build_array(jsonb_build_object('txId', call.tx_id, 'state', 'void')), false)
    or coalesce(round.corrected_wins ->> call.tx_id = 'void', false) as "isCancelled",
  coalesce(round.bets @> jsonb_build_array(jsonb_build_object('txId', call.tx_id, 'state', 'open')), false) as "isOpen",
  coalesce(round.state = 'open', false) as "isRoundOpen",
  call.operation in ('win', 'award', 'adjust') and exists (
    select from held_win held where held.site_id = call.site_id and held.member_id = call.member_id
      and held.provider = call.provider and held.tx_id = call.tx_id and held.state = 'refused') as "isRefused"
  from wallet_transaction call
  join lateral (
    select player_id from member where member.site_id = call.site_id and member.member_id = call.member_id limit 1
  ) member on true
  left join lateral (
    select bets, corrected_wins, state from game_round
    where game_round.site_id = call.site_id and game_round.member_id = call.member_id
      and game_round.provider = call.provider and game_round.round_id = call.round_id
    limit 1
  ) round on true`;

/** Our records of these transactions, by key. */
export async function listTransactions(
  database: Queryable,
  siteId: number,
  names: readonly TransactionName[],
): Promise<Map<string, LocalTransaction & { readonly provider: string }>> {
  if (names.length === 0) return new Map();
  const rows = await database.rows<LocalTransaction & { provider: string }>(sql`
    select call.provider, ${localTransaction} where call.site_id = ${siteId} and call.tx_hash = any(${names.map(toTransactionHash)}::uuid[])
  `);
  return new Map(rows.map((row) => [toTransactionKey(row.provider, row.memberId, row.txId), row]));
}

/** All transactions that this provider sent in a span of time, in pages. */
export function listTransactionsOfSpan(
  database: Database,
  siteId: number,
  of: { readonly provider: string; readonly from: Date; readonly to: Date },
  atOnce: number,
): AsyncIterable<LocalTransaction[]> {
  return database.pages(
    sql`select ${localTransaction} where call.site_id = ${siteId} and call.provider = ${of.provider}
      and call.created_at >= ${of.from} and call.created_at < ${of.to}`,
    atOnce,
  );
}
