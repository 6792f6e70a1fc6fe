// Sums of money and play against a count from the journal that shares no text with them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { requestWithdrawal } from '#modules/withdrawals';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { checkStory } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { addSums, recountDays } from './rollups.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
const owner = database.owner;

test('finds nothing to count again at a site whose sums were never added', async () => {
  assert.deepEqual(await recountDays(database, app.lanna.id), []);
});

/** The earlier moments that transfers of a story are moved to, oldest first: hours before the present hour. */
async function spreadOver(hours: readonly number[]): Promise<void> {
  await owner.execute(sql`
    with moved as (
      select distinct created_at, ntile(${hours.length}) over (order by created_at) as part
      from (select distinct created_at from ledger_transfer union select created_at from wallet_transaction) as moments
    ), target as (
      select created_at, date_trunc('hour', now()) - make_interval(hours => (${[...hours]}::int[])[part]) + (created_at - date_trunc('hour', created_at)) / 2 as to
      from moved
    ), transfers as (
      update ledger_transfer set created_at = target.to from target where target.created_at = ledger_transfer.created_at
    )
    update wallet_transaction set created_at = target.to from target where target.created_at = wallet_transaction.created_at`);
  await owner.execute(
    sql`update member set registered_at = date_trunc('hour', now()) - make_interval(hours => ${hours[0] ?? 0})`,
  );
}

/** All sums, each as one number: by hour and account, by slice and provider, by member and day, the balances. */
async function readSums() {
  const [money, balances, days] = [
    await owner.rows(sql`
      select hour, kind, sum(change)::bigint as change from report_money_hour
      cross join lateral (values (from_kind, -amount_e4), (to_kind, amount_e4)) as side (kind, change)
      where site_id = ${site.id} group by 1, 2 order by 1, 2`),
    await owner.rows(sql`select kind, balance_e4 as balance from report_house_balance join report_progress using (site_id)
      where site_id = ${site.id} and at = hours_until and balance_e4 <> 0 order by kind`),
    await owner.rows(sql`select day, member_id as member, stake_e4 - payout_e4 - prize_e4 as result, deposit_e4 as deposits,
        withdrawal_e4 as withdrawals, bets
      from report_member_day where site_id = ${site.id} order by 1, 2`),
  ];
  return { money, balances, days };
}

async function countFromNothing() {
  const until = sql`(select hours_until from report_progress where site_id = ${site.id})`;
  const entries = sql`(select site_id, owner_id, created_at, from_kind as kind, -amount_e4 as change, to_kind as other, reason from ledger_transfer
    union all select site_id, owner_id, created_at, to_kind, amount_e4, from_kind, reason from ledger_transfer) as entry
    where site_id = ${site.id} and created_at < ${until}`;
  return {
    money: await owner.rows(sql`select date_trunc('hour', created_at) as hour, kind, sum(change)::bigint as change
      from ${entries} group by 1, 2 order by 1, 2`),
    balances: await owner.rows(sql`select kind, sum(change)::bigint as balance from ${entries} and kind >= 100
      group by 1 having sum(change) <> 0 order by 1`),
    days: await owner.rows(sql`
      select date(created_at + interval '7 hours') as day, owner_id as member,
        coalesce(sum(change) filter (where kind in (account_kind('games'), account_kind('awards'))), 0)::bigint as result,
        coalesce(-sum(change) filter (where kind in (account_kind('bank'), account_kind('unmatched'))), 0)::bigint as deposits,
        coalesce(sum(change) filter (where kind = account_kind('payouts')), 0)::bigint as withdrawals,
        (count(*) filter (where kind = account_kind('games') and reason = 'bet'))::int as bets
      from (select * from ${entries}) as own where owner_id > 0 group by 1, 2 order by 1, 2`),
  };
}

const play = `
  give       M1  1000.00                                 given
  give       M2  500.00                                  given
  session    M1                                          OK
  session    M2                                          OK
  bet        M1  100.00  tx=a1  round=a                  OK
  win        M1  250.00  tx=a2  round=a  closed=yes      OK
  bet        M1  60.00   tx=b1  round=b                  OK
  bet        M2  40.00   tx=c1  round=c                  OK
  rollback   M1  ref=b1  tx=b2  round=b                  OK
  win        M2  0.00    tx=c2  round=c  closed=yes      OK
  bet        M2  10.00   tx=d1  round=d                  OK
  win        M2  500.00  tx=d2  round=d  closed=yes      OK
  rollback   M2  ref=d2  tx=d3  round=d                  OK
  win        M2  20.00   tx=d4  round=d  closed=yes      OK`;

test('equals a count from nothing over late results, corrections and Bangkok midnight, in two processes', async () => {
  await checkStory({ database, site, commands: walletCommands(app) }, play);
  const member = await createMember(database, site, { money: baht(2_000) });
  await requestWithdrawal(database, { siteId: site.id, memberId: member.id, amount: baht(300), idempotencyKey: 'W' });
  assert.deepEqual(await audit(database, site.id), []);
  // From before a Bangkok midnight, over 00:00 to 07:00, to the hour that is not over.
  await spreadOver([49, 40, 33, 30, 28, 26, 25, 24, 20, 9, 5, 3, 2, 0]);
  const other = openDatabase({ url: database.url });
  try {
    await Promise.all([addSums(database, site.id), addSums(other, site.id), addSums(other, site.id)]);
  } finally {
    await other.close();
  }
  const sums = await readSums();
  assert.ok(sums.money.length > 10 && sums.days.length > 2);
  assert.deepEqual(sums, await countFromNothing());
  const { players, registered } = await owner.one<{ players: number; registered: number }>(sql`
    select sum(players)::int as players, sum(registered)::int as registered from report_hour where site_id = ${site.id}`);
  const counted = await owner.one<{ players: number; members: number }>(sql`
    select (select count(*)::int from report_member_day where site_id = ${site.id} and bets > 0) as players,
      (select count(*)::int from member where site_id = ${site.id}) as members`);
  assert.deepEqual([players, registered], [counted.players, counted.members]);
});

test('adds nothing a second time, and nothing of a transaction that is aborted', async () => {
  const before = await readSums();
  assert.equal(await addSums(database, site.id), 0);
  assert.deepEqual(await readSums(), before);
  await owner.execute(
    sql`update report_progress set hours_until = hours_until - interval '2 hours' where site_id = ${site.id}`,
  );
  await owner.execute(
    sql`delete from report_hour where hour >= (select hours_until from report_progress where site_id = ${site.id})`,
  );
  // The hours are there: adding them again violates their key, and nothing of the transaction stays.
  await assert.rejects(addSums(database, site.id));
  const { count } = await owner.one<{ count: number }>(sql`
    select count(*)::int as count from report_hour where hour >= (select hours_until from report_progress where site_id = ${site.id})`);
  assert.equal(count, 0);
  await owner.execute(
    sql`delete from report_money_hour where hour >= (select hours_until from report_progress where site_id = ${site.id})`,
  );
  await owner.execute(
    sql`delete from report_house_balance where at > (select hours_until from report_progress where site_id = ${site.id})`,
  );
  await owner.execute(sql`truncate report_member_day, report_money_hour, report_house_balance, report_hour`);
  await owner.execute(sql`delete from report_progress where site_id = ${site.id}`);
  await owner.execute(sql`truncate report_play_slice`);
  await addSums(database, site.id);
  assert.deepEqual(await readSums(), before);
});

test('gives each provider its games, in all the money between members and games', async () => {
  const { slices, journal } = await owner.one<{ slices: bigint; journal: bigint }>(sql`
    select (select sum(stake_e4 - payout_e4 - prize_e4) from report_play_slice where site_id = ${site.id})::bigint as slices,
      (select sum(case when to_kind in (account_kind('games'), account_kind('awards')) then amount_e4 else -amount_e4 end) from ledger_transfer
        where site_id = ${site.id} and (to_kind in (account_kind('games'), account_kind('awards')) or from_kind in (account_kind('games'), account_kind('awards')))
          and created_at < (select slices_until from report_progress where site_id = ${site.id}))::bigint as journal`);
  assert.equal(slices, journal);
  const names = await owner.rows(
    sql`select distinct provider, game_code as game from report_play_slice where site_id = ${site.id}`,
  );
  assert.deepEqual(names, [{ provider: 'test', game: 'test-slot' }]);
});

test('counts a day again: finds a changed sum, replaces it, and finds nothing after that', async () => {
  const before = await readSums();
  const { day } = await owner.one<{ day: string }>(sql`
    update report_money_hour set amount_e4 = amount_e4 + 10000 where site_id = ${site.id} and hour = (
      select min(hour) from report_money_hour where site_id = ${site.id}) and from_kind = account_kind('bank')
    returning (hour at time zone 'Asia/Bangkok')::date::text as day`);
  const findings = await recountDays(database, site.id);
  assert.ok(findings.length > 0 && findings.every(({ detail }) => detail.startsWith(day)), JSON.stringify(findings));
  assert.deepEqual(await readSums(), before);
  const kept = await owner.rows<{ day: string }>(
    sql`select day::text as day from report_difference where site_id = ${site.id}`,
  );
  assert.ok(kept.length > 0 && kept.every((row) => row.day === day));
  assert.deepEqual(await recountDays(database, site.id), []);
  await owner.execute(sql`delete from report_difference`);
  await owner.execute(sql`delete from report_day`);
  assert.deepEqual(await recountDays(database, site.id), []);
});
