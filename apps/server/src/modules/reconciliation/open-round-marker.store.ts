// SQL of the scan for open rounds. Rows in, rows out; nothing is decided here.

import { type Queryable, sql, type Transaction } from '@chaba/database';

import type { RoundName } from '#core/transaction-names';

/** Rounds opened since `from` and before `until`. */
export type ScanWindow = { readonly from: Date | null; readonly until: Date };

export function loadNextScan(database: Queryable, siteId: number, secondsAgo: number): Promise<ScanWindow> {
  return database.one<ScanWindow>(sql`
    select now() - make_interval(secs => ${secondsAgo}::int) as until,
      (select scanned_until from open_round_scan where site_id = ${siteId}) as from
  `);
}

export function unmarkedRounds(database: Queryable, siteId: number, { from, until }: ScanWindow): Promise<RoundName[]> {
  return database.rows(sql`
    select member_id as "memberId", provider, round_id as "roundId" from game_round
    where site_id = ${siteId} and opened_at >= coalesce(${from}::timestamptz, '-infinity') and opened_at < ${until}
      and state = 'open' and not is_marked_open
  `);
}

/** Rounds that were settled meanwhile stay unmarked. */
export async function markRounds(tx: Transaction, siteId: number, names: readonly RoundName[]): Promise<void> {
  await tx.execute(sql`
    update game_round as round set is_marked_open = true
    from unnest(${names.map((name) => name.memberId)}::bigint[], ${names.map((name) => name.provider)}::text[],
      ${names.map((name) => name.roundId)}::text[]) as left_open (member_id, provider, round_id)
    where round.site_id = ${siteId} and round.member_id = left_open.member_id and round.provider = left_open.provider
      and round.round_id = left_open.round_id and state = 'open'
  `);
}

/** An earlier time than the last one, after a clock was put back, is valid: more rounds count as young. */
export async function recordScan(database: Queryable, siteId: number, until: Date): Promise<void> {
  await database.execute(sql`
    insert into open_round_scan (site_id, scanned_until) values (${siteId}, ${until})
    on conflict (site_id) do update set scanned_until = excluded.scanned_until
  `);
}
