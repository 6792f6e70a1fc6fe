// SQL of held wins. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { TransactionName } from '#core/transaction-names';

export type WaitingForPerson = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly txId: string;
  readonly roundId: string;
  readonly gameCode: string;
  readonly isPrize: boolean;
  readonly amount: Money;
  readonly heldAt: Date;
};

export function openHeldWins(database: Queryable, siteId: number, limit: number): Promise<WaitingForPerson[]> {
  return database.rows(sql`
    select member_id as "memberId", provider, tx_id as "txId", round_id as "roundId", game_code as "gameCode",
      is_prize as "isPrize", amount_e4 as amount, held_at as "heldAt"
    from held_win where site_id = ${siteId} and state = 'held' order by held_at limit ${limit}
  `);
}

export type ChangedHeldWin = {
  readonly amount: Money;
  readonly state: 'held' | 'released' | 'refused';
  readonly changedAt: Date;
};

/** Wins of a member that were held or decided since a time. */
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

/** Members with a held win of this id: ids of a provider are unique for each player only. */
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

/** Decides a held win; undefined when it is decided already. */
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

/** Removes a rejected payout from its round: the win then pays the part that was not held. */
export async function takePayout(
  tx: Transaction,
  siteId: number,
  of: TransactionName & { readonly roundId: string; readonly amount: Money },
): Promise<void> {
  await tx.execute(sql`
    update game_round set payout_e4 = greatest(0, payout_e4 - ${of.amount}),
      corrected_wins = jsonb_set(corrected_wins, array[${of.txId}::text],
        ('"' || greatest(0, coalesce((corrected_wins ->> ${of.txId}::text)::bigint, 0) - ${of.amount})::text || '"')::jsonb)
    where site_id = ${siteId} and member_id = ${of.memberId} and provider = ${of.provider} and round_id = ${of.roundId}
  `);
}
