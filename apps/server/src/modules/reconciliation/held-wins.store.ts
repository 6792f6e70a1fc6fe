// SQL of wins above their provider's cap. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { toTransactionKey, type HeldWin } from '#wallet/commands';
import type { CallName } from '#wallet/wallet.store';

/** What is held of these wins: at most one part of each. */
export async function heldWins(
  tx: Transaction,
  siteId: number,
  names: readonly CallName[],
): Promise<Map<string, HeldWin>> {
  const rows = await tx.rows<HeldWin>(sql`
    select member_id as "memberId", provider, tx_id as "txId", win_tx_id as "winTxId", round_id as "roundId",
      game_code as "gameCode", amount_e4 as amount, is_prize as "isPrize", state
    from held_win join unnest(${names.map((name) => name.memberId)}::bigint[],
      ${names.map((name) => name.provider)}::text[], ${names.map((name) => name.txId)}::text[])
      as wanted (member_id, provider, win_tx_id) using (member_id, provider, win_tx_id)
    where site_id = ${siteId} and state = 'held'
  `);
  return new Map(rows.map((row) => [toTransactionKey(row.provider, row.memberId, row.winTxId), row]));
}

export async function writeHeldWins(tx: Transaction, siteId: number, wins: readonly HeldWin[]): Promise<void> {
  if (wins.length === 0) return;
  await tx.execute(sql`
    insert into held_win (site_id, member_id, provider, tx_id, win_tx_id, round_id, game_code, amount_e4, is_prize, state,
      decided_at)
    select ${siteId}, member_id, provider, tx_id, win_tx_id, round_id, game_code, amount_e4, is_prize, state,
      case when state <> 'held' then transaction_timestamp() end
    from unnest(${wins.map((win) => win.memberId)}::bigint[], ${wins.map((win) => win.provider)}::text[],
      ${wins.map((win) => win.txId)}::text[], ${wins.map((win) => win.winTxId)}::text[],
      ${wins.map((win) => win.roundId)}::text[],
      ${wins.map((win) => win.gameCode)}::text[], ${wins.map((win) => win.amount)}::bigint[],
      ${wins.map((win) => win.isPrize)}::boolean[], ${wins.map((win) => win.state)}::text[])
      as now (member_id, provider, tx_id, win_tx_id, round_id, game_code, amount_e4, is_prize, state)
    on conflict (site_id, member_id, provider, tx_id) do update set amount_e4 = excluded.amount_e4,
      state = excluded.state, decided_at = excluded.decided_at
  `);
}

export type WaitingForPerson = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly txId: string;
  readonly amount: Money;
  readonly heldAt: Date;
};

export function openHeldWins(database: Queryable, siteId: number, limit: number): Promise<WaitingForPerson[]> {
  return database.rows(sql`
    select member_id as "memberId", provider, tx_id as "txId", amount_e4 as amount, held_at as "heldAt"
    from held_win where site_id = ${siteId} and state = 'held' order by held_at limit ${limit}
  `);
}

export type ChangedHeldWin = {
  readonly amount: Money;
  readonly state: 'held' | 'released' | 'refused';
  readonly changedAt: Date;
};

/** Held wins of a member that were held or decided since then. */
export function changedHeldWins(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly since: Date },
): Promise<ChangedHeldWin[]> {
  return database.rows(sql`
    select amount_e4 as amount, state, coalesce(decided_at, held_at) as "changedAt" from held_win
    where site_id = ${siteId} and member_id = ${of.memberId} and state <> 'cancelled'
      and coalesce(decided_at, held_at) >= ${of.since}
    order by held_at desc limit 20
  `);
}

/** Members of whom a win of this id waits: ids of a provider are unique for each player only. */
export async function ownersOf(
  tx: Transaction,
  siteId: number,
  win: { readonly provider: string; readonly txId: string },
): Promise<bigint[]> {
  const rows = await tx.rows<{ memberId: bigint }>(sql`
    select member_id as "memberId" from held_win
    where site_id = ${siteId} and provider = ${win.provider} and tx_id = ${win.txId} and state = 'held' order by member_id
  `);
  return rows.map(({ memberId }) => memberId);
}

/** Decides a win that still waits; undefined when somebody else did. */
export function closeHeldWin(
  tx: Transaction,
  siteId: number,
  win: {
    readonly memberId: bigint;
    readonly provider: string;
    readonly txId: string;
    readonly state: 'released' | 'refused';
  },
): Promise<{ amount: Money; winTxId: string; roundId: string; isPrize: boolean } | undefined> {
  return tx.oneOrNone(sql`
    update held_win set state = ${win.state}, decided_at = now()
    where site_id = ${siteId} and member_id = ${win.memberId} and provider = ${win.provider} and tx_id = ${win.txId}
      and state = 'held'
    returning amount_e4 as amount, win_tx_id as "winTxId", round_id as "roundId", is_prize as "isPrize"
  `);
}

/** A refused payout is no payout of its round: from now on that win pays what of it was not held. */
export async function takePayout(
  tx: Transaction,
  siteId: number,
  of: CallName & { readonly roundId: string; readonly amount: Money },
): Promise<void> {
  await tx.execute(sql`
    update game_round set payout_e4 = greatest(0, payout_e4 - ${of.amount}),
      corrected_wins = corrected_wins || jsonb_build_object(${of.txId}::text,
        greatest(0, coalesce((corrected_wins ->> ${of.txId}::text)::bigint, 0) - ${of.amount})::text)
    where site_id = ${siteId} and member_id = ${of.memberId} and provider = ${of.provider} and round_id = ${of.roundId}
  `);
}
