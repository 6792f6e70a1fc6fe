// SQL of the report of referrers: a row for each link, and one for members who came without one.
//
// Always true: days are those of Bangkok; figures of friends are sums of their days. Number 0 stands for no referrer
// until the end, because a comparison that finds nulls cannot be hashed.

import { type Queryable, sql } from '@chaba/database';

import type { ReportCells } from './report-rows.store.ts';

/** Deposits of friends, largest first. `member` is null for members without a referrer. */
export function listReferrers(
  database: Queryable,
  siteId: number,
  { from, to, limit }: { readonly from: string; readonly to: string; readonly limit: number },
): Promise<ReportCells[]> {
  return database.rows(sql`
    with joined as (
      select coalesce(referrer_id, 0) as referrer_id, count(*)::int as registered,
        count(*) filter (where total_deposit_e4 > 0)::int as deposited
      from member where site_id = ${siteId}
        and registered_at >= ${from}::date::timestamp at time zone 'Asia/Bangkok'
        and registered_at < (${to}::date + 1)::timestamp at time zone 'Asia/Bangkok'
      group by 1
    ), active as (
      select member_id, sum(deposit_e4)::bigint as deposits, sum(withdrawal_e4)::bigint as withdrawals,
        sum(stake_e4 - payout_e4 - prize_e4)::bigint as ggr
      from report_member_day where site_id = ${siteId} and day between ${from}::date and ${to}::date
      group by 1
    ), played as (
      select coalesce(referrer_id, 0) as referrer_id, count(*)::int as players, sum(deposits)::bigint as deposits,
        sum(withdrawals)::bigint as withdrawals, sum(ggr)::bigint as ggr
      from active left join (
        select member_id, referrer_id from member where site_id = ${siteId} and referrer_id is not null
      ) as referred using (member_id)
      group by 1
    ), earned as (
      select member_id as referrer_id, sum(payable_e4)::bigint as income
      from affiliate_result where site_id = ${siteId} and day between ${from}::date and ${to}::date and state <> 'rejected'
      group by 1
    )
    select nullif(shown.referrer_id, 0) as member, member.affiliate_key as link, registered, deposited, players, deposits,
      withdrawals, deposits - withdrawals as net, ggr, income
    from (
      select referrer_id, coalesce(registered, 0) as registered, coalesce(deposited, 0) as deposited,
        coalesce(players, 0) as players, coalesce(deposits, 0) as deposits, coalesce(withdrawals, 0) as withdrawals,
        coalesce(ggr, 0) as ggr, coalesce(income, 0) as income
      from joined full join played using (referrer_id) full join earned using (referrer_id)
      order by deposits desc, referrer_id limit ${limit}
    ) as shown
    left join member on member.site_id = ${siteId} and member.member_id = shown.referrer_id
    order by deposits desc, shown.referrer_id`);
}
