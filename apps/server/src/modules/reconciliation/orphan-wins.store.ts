// SQL of orphan wins. Rows in, rows out.

import { type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { TransactionName } from '#core/transaction-names';

export type WaitingRow = TransactionName & {
  readonly roundId: string;
  readonly amount: Money;
  readonly command: unknown;
  readonly receivedAt: Date;
  readonly attempts: number;
  readonly state: 'pending' | 'applied' | 'rejected' | 'expired';
};

const waitingRow = sql`member_id as "memberId", provider, tx_id as "txId", round_id as "roundId", amount_e4 as amount, command,
  received_at as "receivedAt", attempts, state`;

/** Waiting wins whose bet is recorded: wins without a bet do not fill the page. */
export function readyWins(database: Queryable, siteId: number, limit: number): Promise<WaitingRow[]> {
  const bet = sql`command #>> '{parts,0,refTxId}'`;
  return database.rows(sql`
    select ${waitingRow} from orphan_win waiting where site_id = ${siteId} and state = 'pending' and exists (
      select from game_round round where round.site_id = ${siteId} and round.member_id = waiting.member_id
        and round.provider = waiting.provider and round.round_id = waiting.round_id
        and case when ${bet} is null then round.bets <> '[]'
          else round.bets @> jsonb_build_array(jsonb_build_object('txId', ${bet})) end)
    order by received_at limit ${limit}
  `);
}

/** Waiting, expired and rejected wins, the newest first. */
export function unappliedWins(database: Queryable, siteId: number, limit: number): Promise<WaitingRow[]> {
  return database.rows(sql`
    select ${waitingRow} from orphan_win where site_id = ${siteId} and state in ('pending', 'expired', 'rejected')
    order by received_at desc limit ${limit}
  `);
}

export async function closeWaiting(
  database: Queryable,
  siteId: number,
  win: TransactionName & { readonly state: 'applied' | 'rejected' },
): Promise<void> {
  await database.execute(sql`
    update orphan_win set state = ${win.state} where site_id = ${siteId} and member_id = ${win.memberId}
      and provider = ${win.provider} and tx_id = ${win.txId} and state = 'pending'
  `);
}

/** Expires wins that are too old; returns them. */
export function expireWaiting(database: Queryable, siteId: number, hours: number): Promise<TransactionName[]> {
  return database.rows(sql`
    update orphan_win set state = 'expired'
    where site_id = ${siteId} and state = 'pending' and received_at < now() - make_interval(hours => ${hours}::int)
    returning member_id as "memberId", provider, tx_id as "txId"
  `);
}

/** Expired and rejected wins of this id: ids of a provider are unique for each player only. */
export function givenUpWins(
  database: Queryable,
  siteId: number,
  { provider, txId }: { readonly provider: string; readonly txId: string },
): Promise<WaitingRow[]> {
  return database.rows(sql`
    select ${waitingRow} from orphan_win where site_id = ${siteId} and provider = ${provider} and tx_id = ${txId}
      and state in ('expired', 'rejected') order by member_id for update
  `);
}

export async function deleteWaiting(database: Queryable, siteId: number, win: TransactionName): Promise<void> {
  await database.execute(sql`
    delete from orphan_win where site_id = ${siteId} and member_id = ${win.memberId} and provider = ${win.provider}
      and tx_id = ${win.txId}
  `);
}
