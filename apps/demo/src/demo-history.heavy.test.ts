import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { login } from '@chaba/contract/members';
import { listGames, listMemberGames } from '@chaba/contract/play';
import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { readConfig } from '@chaba/server/core/config';
import { DEMO_PASSWORD } from '@chaba/server/core/demo';
import { loadAffiliate } from '@chaba/server/modules/affiliates';
import { loadBonusOverview } from '@chaba/server/modules/promotions';
import { loadCashback } from '@chaba/server/modules/cashback';
import { findMemberByPhone } from '@chaba/server/modules/members';
import { loadSite } from '@chaba/server/modules/site';
import { loadCondition } from '@chaba/server/modules/withdrawals';
import { buildTestApp } from '@chaba/server/testing/build-app';

import { seed } from './seed.ts';

const demo = { SANDBOX_SECRET: 'a secret of this test', HASH_SECRET: 'secret-of-hashes', CHABA_DEMO: 'on' };
const database = await testDatabase();
const config = readConfig({ DATABASE_URL: database.url, ...demo });
await seed(database, config, database.ownerUrl);
const site = await database.transaction((tx) => loadSite(tx, 1));
const member = await findMemberByPhone(database, site.id, '0812345678');
assert(member);

test('passes the audit and dates the demo weeks as simulated', async () => {
  assert.deepEqual(await audit(database, site.id), []);
  const { days, disordered } = await database.one<{ days: number; disordered: bigint }>(sql`
    select count(distinct (created_at at time zone 'Asia/Bangkok')::date)::int as days,
      (select count(*) from ledger_transfer as one join ledger_transfer as other using (site_id, owner_id)
        where one.transfer_id < other.transfer_id and one.created_at > other.created_at) as disordered
    from ledger_transfer where site_id = ${site.id} and created_at <= now()`);
  assert.ok(days > 15, `money moved on ${days} days`);
  assert.equal(disordered, 0n);
});

test('gives the demo member hundreds of bets and every kind of movement with every status', async () => {
  const { bets } = await database.one<{ bets: number }>(
    sql`select count(*)::int as bets from game_round where site_id = ${site.id} and member_id = ${member.id}`,
  );
  assert.ok(bets > 200, `${bets} bets`);
  const kinds = await database.rows<{ kind: string }>(sql`
    select distinct type || ' ' || state || ' ' || coalesce(bonus_id, '–') as kind from (
      select type, state, bonus_id, member_id from history_deposit
      union all select type, state, bonus_id, member_id from history_cashback
      union all select type, state, bonus_id, member_id from history_affiliate
      union all select type, state, bonus_id, member_id from history_item_code
      union all select type, state, null, member_id from history_withdrawal
    ) history where member_id = ${member.id} order by kind`);
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    [
      'AFFILIATE credited –',
      'CASHBACK credited –',
      'DEPOSIT credited ITEMCODE',
      'DEPOSIT credited daily',
      'DEPOSIT credited welcome',
      'DEPOSIT credited –',
      'DEPOSIT review –',
      'WITHDRAW failed –',
      'WITHDRAW paid –',
      'WITHDRAW rejected –',
    ],
  );
});

test('offers something to claim and something pending on every page', async () => {
  const wallets = await getBalances(database, site.id, member.id, chart);
  assert.ok(wallets.coin > 0n, 'coins');
  assert.ok(wallets.spin > 0n, 'a free spin');
  assert.ok(wallets.affiliate >= site.affiliate.minimum, 'commission that can be withdrawn');
  const { balance, periods } = await loadCashback(database, site.id, member.id);
  assert.ok(balance >= site.cashback.minimum, 'cashback that can be claimed');
  assert.ok(periods.some(({ state }) => state === 'claimed'));
  const { friends, incomes } = await loadAffiliate(database, site.id, member.id);
  assert.deepEqual(new Set(friends.map(({ level }) => level)), new Set([1, 2]));
  assert.deepEqual(new Set(incomes.map(({ isReleased }) => isReleased)), new Set([true, false]));
  const { current, history } = await loadBonusOverview(database, site.id, member.id);
  assert.equal(current?.state, 'active');
  assert.deepEqual(new Set(history.map(({ state }) => state)), new Set(['active', 'closed', 'lost', 'cancelled']));
});

test('the demo member can withdraw once the remaining turnover of the running bonus is played', async () => {
  const { gameWallet, withdrawCap, reasons, remaining } = await loadCondition(database, site.id, member.id);
  assert.deepEqual(
    reasons.map(({ code }) => code),
    ['TURNOVER_NOT_MET'],
  );
  assert.ok(remaining > 0n && remaining < baht(450), `${remaining}`);
  // The cap is three times the deposit of the running bonus plus the member's earlier own money.
  assert.ok(gameWallet > baht(500) && withdrawCap !== undefined && withdrawCap > gameWallet, `${withdrawCap}`);
  assert.deepEqual(
    await database.rows(sql`select 1 from withdrawal where state in ('requested', 'approved', 'paying')`),
    [],
  );
});

test('lists the games of the latest bets as played last, and popular games of five members', async () => {
  const app = await buildTestApp({ database, config: { isDemo: true } });
  const { authToken = '' } = (await app.send(login, { body: { phoneNumber: '0812345678', Password: DEMO_PASSWORD } }))
    .body;
  const { recent } = (await app.send(listMemberGames, { as: { token: authToken } })).body.data;
  const played = await database.rows<{ key: string }>(sql`
    select provider || '/' || game_code as key from game_round
    where site_id = ${site.id} and member_id = ${member.id}
    group by provider, game_code order by max(opened_at) desc limit 24`);
  assert.deepEqual(
    recent,
    played.map(({ key }) => key),
  );
  const { popular } = (await app.send(listGames)).body.data;
  assert.ok(popular.length >= 5, popular.join());
  for (const key of popular) {
    const { players } = await database.one<{ players: number }>(sql`
      select count(distinct member_id)::int as players from game_round
      where site_id = ${site.id} and provider || '/' || game_code = ${key} and opened_at > now() - interval '7 days'`);
    assert.ok(players >= 5, `${key}: ${players}`);
  }
});

test('records one launch of each game that a member played, before the last bet', async () => {
  const differing = await database.rows(sql`
    select * from (
      select site_id, member_id, provider, game_code, max(opened_at) as bet_at from game_round
      group by site_id, member_id, provider, game_code
    ) played full join member_game using (site_id, member_id, provider, game_code)
    where bet_at is null or played_at is null or played_at > bet_at or bet_at - played_at > interval '15 minutes'`);
  assert.deepEqual(differing, []);
});

test('changes nothing when seeded again', async () => {
  const load = () =>
    database.rows(sql`
      select (select count(*) from ledger_transfer) as transfers, member_game.* from member_game
      order by site_id, member_id, provider, game_code`);
  const before = await load();
  await seed(database, config, database.ownerUrl);
  assert.deepEqual(await load(), before);
});

test('starts the demo member without history where the owner cannot simulate the clock', async () => {
  const other = await testDatabase();
  const log = mock.method(console, 'log', () => undefined);
  await seed(other, readConfig({ DATABASE_URL: other.url, ...demo }), other.url);
  log.mock.restore();
  assert.match(String(log.mock.calls[0]?.arguments[0]), /begins without history: permission denied/);
  const { id } = (await findMemberByPhone(other, 1, '0812345678')) ?? {};
  assert.equal((await getBalances(other, 1, id ?? 0n, chart)).game, baht(1_500));
});
