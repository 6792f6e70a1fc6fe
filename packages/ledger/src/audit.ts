// Ledger audit: rules that must hold over all rows, as queries. An empty result proves the ledger.
//
// With `since`, only rows written since then are compared, each with its neighbours in the journal, so the cost depends
// on the rows written and not on the size of the ledger.
//
// Elsewhere: audits of module tables (in each module).

import { type Queryable, type Sql, sql } from '@chaba/database';

import { keyHashSql } from './ledger.store.ts';

export type AuditFinding = { readonly rule: string; readonly site: number; readonly detail: string };

/** Checks one site or all sites, and returns the violations. With `since`: only the rows written since. */
export async function audit(database: Queryable, siteId?: number, since?: Date): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  const site = siteId === undefined ? sql`true` : sql`site_id = ${siteId}`;
  for (const [rule, query] of since === undefined ? rules(site) : rulesSince(site, since)) {
    for (const row of await database.rows<{ site_id: number; detail: string }>(query)) {
      findings.push({ rule, site: row.site_id, detail: row.detail });
    }
  }
  return findings;
}

const rules = (site: Sql): readonly (readonly [string, Sql])[] => [
  ['a balance equals the sum of its entries', balancesEqualEntries(site)],
  ['a house account equals the sum of its entries', houseEqualsEntries(site)],
  ['all balances of a currency sum to zero', currenciesSumToZero(site)],
  ['no owner account is below zero, no contra account above', signsHold(site)],
  ['each entry continues the balance before it', balancesContinue(site)],
  ['a lane has no gap', lanesHaveNoGap(site)],
  ["a transfer is in its owner's lane", transfersKeepLanes(site)],
  ['a key is used once', keysAreUsedOnce(site)],
  ['a correction names a transfer of the same owner', correctionsExist(site)],
  ['both sides of a transfer are of one currency', currenciesMatch(site)],
  ['held money equals the open holds', holdsEqualHeld(site)],
  ['a hold has the transfers of its state', holdsHaveTransfers(site)],
  ['every account is in the chart', accountsAreCharted(site)],
];

function rulesSince(site: Sql, since: Date): readonly (readonly [string, Sql])[] {
  const recent = sql`${site} and created_at >= ${since}`;
  return [
    ['all balances of a currency sum to zero', currenciesSumToZero(site)],
    ['no owner account is below zero, no contra account above', signsHold(site)],
    ['a balance is the one after its newest entry', balancesAreNewest(recent)],
    ['each entry continues the balance before it', entriesContinue(recent)],
    ["a transfer is in its owner's lane", transfersKeepLanes(recent)],
    ['a correction names a transfer of the same owner', correctionsExist(recent)],
    ['both sides of a transfer are of one currency', currenciesMatch(recent)],
    ['held money equals the open holds', holdsEqualHeld(site)],
    [
      'a hold has the transfers of its state',
      holdsHaveTransfers(sql`${site} and coalesce(closed_at, placed_at) >= ${since}`),
    ],
    ['every account is in the chart', accountsAreCharted(site)],
  ];
}

const balancesAreNewest = (recent: Sql): Sql => sql`
  select site_id, format('owner %s kind %s: balance %s, newest entry %s', owner_id, kind, stored.balance_e4, newest.balance_e4) as detail
  from (select distinct site_id, owner_id, kind from ledger_entry where kind < 100 and ${recent}) moved
  cross join lateral (select balance_e4 from ledger_entry as entry where entry.site_id = moved.site_id
    and entry.owner_id = moved.owner_id and entry.kind = moved.kind order by entry.transfer_id desc limit 1) newest
  left join ledger_balance as stored using (site_id, owner_id, kind)
  where stored.balance_e4 is distinct from newest.balance_e4 limit 20`;

const entriesContinue = (recent: Sql): Sql => sql`
  select site_id, format('owner %s kind %s transfer %s', owner_id, kind, transfer_id) as detail
  from (select * from ledger_entry where kind < 100 and ${recent}) moved
  left join lateral (select entry.balance_e4 as before_e4 from ledger_entry as entry where entry.site_id = moved.site_id
    and entry.owner_id = moved.owner_id and entry.kind = moved.kind and entry.transfer_id < moved.transfer_id
    order by entry.transfer_id desc limit 1) previous on true
  where balance_e4 <> coalesce(before_e4, 0) + amount_e4 limit 20`;

const balancesEqualEntries = (site: Sql): Sql => sql`
  select site_id, format('owner %s kind %s: balance %s, entries %s', owner_id, kind, stored.balance_e4, booked.sum) as detail
  from (select * from ledger_balance where ${site}) stored
  full join (select site_id, owner_id, kind, sum(amount_e4) from ledger_entry
    where kind < 100 and ${site} group by site_id, owner_id, kind) booked using (site_id, owner_id, kind)
  where coalesce(stored.balance_e4, 0) <> coalesce(booked.sum, 0) limit 20`;

const houseEqualsEntries = (site: Sql): Sql => sql`
  select site_id, format('kind %s lane %s: balance %s, entries %s', kind, lane, stored.balance_e4, booked.sum) as detail
  from (select * from ledger_house_balance where ${site}) stored
  full join (select site_id, kind, (transfer_id % 64)::smallint as lane, sum(amount_e4) from ledger_entry
    where kind >= 100 and ${site} group by site_id, kind, (transfer_id % 64)) booked using (site_id, kind, lane)
  where coalesce(stored.balance_e4, 0) <> coalesce(booked.sum, 0) limit 20`;

const currenciesSumToZero = (site: Sql): Sql => sql`
  select site_id, format('%s: %s', currency, sum(balance_e4)) as detail
  from (select site_id, kind, balance_e4 from ledger_balance where ${site}
    union all select site_id, kind, balance_e4 from ledger_house_balance where ${site}) both_sides
  join ledger_kind using (kind)
  group by site_id, currency having sum(balance_e4) <> 0 limit 20`;

const signsHold = (site: Sql): Sql => sql`
  select site_id, format('owner %s kind %s: %s', owner_id, kind, balance_e4) as detail from ledger_balance
  where ((kind < 90 and balance_e4 < 0) or (kind >= 90 and balance_e4 > 0)) and ${site} limit 20`;

const balancesContinue = (site: Sql): Sql => sql`
  select site_id, format('owner %s kind %s transfer %s', owner_id, kind, transfer_id) as detail
  from (select site_id, owner_id, kind, transfer_id, amount_e4, balance_e4,
      lag(balance_e4, 1, 0::bigint) over (partition by site_id, owner_id, kind order by transfer_id) as before_e4
    from ledger_entry where kind < 100 and ${site}) run
  where balance_e4 <> before_e4 + amount_e4 limit 20`;

const lanesHaveNoGap = (site: Sql): Sql => sql`
  select site_id, format('lane %s: counter %s, transfers %s, highest %s', lane, last_sequence, count, highest) as detail
  from (select * from ledger_lane where ${site}) counter
  full join (select site_id, (transfer_id % 64)::smallint as lane, count(*) as count,
      count(distinct transfer_id) as different, max(transfer_id / 64) as highest
    from ledger_transfer where ${site} group by site_id, (transfer_id % 64)) booked using (site_id, lane)
  where coalesce(last_sequence, -1) <> coalesce(count, 0) or last_sequence <> coalesce(highest, 0)
    or count <> different limit 20`;

const transfersKeepLanes = (site: Sql): Sql => sql`
  select site_id, format('owner %s transfer %s', owner_id, transfer_id) as detail
  from ledger_transfer join (select distinct site_id, lane_count from ledger_lane) lanes using (site_id)
  where transfer_id % 64 <> owner_id % lane_count and ${site} limit 20`;

// A unique index enforces this for keyed transfers; other keys are unique per reason and owner.
const keysAreUsedOnce = (site: Sql): Sql => sql`
  select site_id, format('owner %s %s %s: %s times', owner_id, reason, key, count(*)) as detail from ledger_transfer
  where ${site} group by site_id, owner_id, reason, key having count(*) > 1 limit 20`;

const correctionsExist = (site: Sql): Sql => sql`
  select site_id, format('owner %s transfer %s corrects %s', owner_id, transfer_id, corrects_id) as detail
  from ledger_transfer as correction
  where corrects_id is not null and ${site} and not exists (
    select from ledger_transfer as first where first.site_id = correction.site_id
      and first.owner_id = correction.owner_id and first.transfer_id = correction.corrects_id) limit 20`;

const currenciesMatch = (site: Sql): Sql => sql`
  select site_id, format('owner %s transfer %s', owner_id, transfer_id) as detail from ledger_transfer
  join ledger_kind as source on source.kind = from_kind join ledger_kind as target on target.kind = to_kind
  where source.currency <> target.currency and ${site} limit 20`;

const holdsEqualHeld = (site: Sql): Sql => sql`
  with held as (
    select site_id, owner_id, held_kind as kind, sum(amount_e4) as open_e4 from ledger_hold
    where state = 'placed' and ${site} group by site_id, owner_id, held_kind
  )
  select site_id, format('owner %s kind %s: held %s, open holds %s', owner_id, kind, balance_e4, open_e4) as detail
  from (select * from ledger_balance
    where kind in (select distinct held_kind from ledger_hold where ${site}) and ${site}) stored
  full join held using (site_id, owner_id, kind)
  where coalesce(balance_e4, 0) <> coalesce(open_e4, 0) limit 20`;

const holdsHaveTransfers = (site: Sql): Sql => sql`
  select site_id, format('owner %s hold %s: %s', owner_id, hold_id, state) as detail
  from (select * from ledger_hold where ${site}) hold
  cross join lateral (values ('hold:' || owner_id::text || ':' || hold_id || ':place', true),
    ('hold:' || owner_id::text || ':' || hold_id || ':posted', state = 'posted'),
    ('hold:' || owner_id::text || ':' || hold_id || ':voided', state = 'voided')) as step (step_key, is_due)
  left join lateral (select amount_e4 as booked_e4 from ledger_transfer as booked where booked.site_id = hold.site_id
    and booked.is_keyed and ${keyHashSql(sql`booked.key`)} = ${keyHashSql(sql`step_key`)}) booked on true
  where (booked_e4 is not null) <> is_due or booked_e4 <> amount_e4 limit 20`;

const accountsAreCharted = (site: Sql): Sql => sql`
  select site_id, format('kind %s', kind) as detail
  from (select distinct site_id, kind from ledger_balance where ${site}
    union select distinct site_id, kind from ledger_house_balance where ${site}) used
  where kind not in (select kind from ledger_kind) limit 20`;
