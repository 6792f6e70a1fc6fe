import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as contract from '@chaba/contract/affiliates';
import { depositHistory } from '@chaba/contract/history';
import { openDatabase, type Sql, sql } from '@chaba/database';
import { audit, getBalances, postTransfers } from '@chaba/ledger';
import { baht, type Money, money, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { recordRiskSignals } from '#modules/risk-signals';
import { saveVerdict } from '#modules/member-links';
import { changeSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { createMember, type MemberOptions, type TestMember } from '#testing/factories';

import {
  calculateDay,
  calculateDays,
  clawBack,
  reviewHeldCommission,
  decideIncomeWithdrawal,
  holdSamePerson,
  listHeldResults,
  releaseDue,
} from './affiliates.ts';
import { computeIncomes } from './commission.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
const loadWallet = (member: TestMember) => getBalances(database, site.id, member.id, chart);

async function friendOf(referrer: TestMember, options: MemberOptions = {}): Promise<TestMember> {
  const own = { firstName: `เพื่อน${referrer.phone}`, referrerId: referrer.id };
  const friend = await createMember(database, site, { ...own, ...options });
  await database.execute(sql`update member set total_deposit_e4 = 1000000
    where site_id = ${site.id} and member_id = ${friend.id}`);
  return friend;
}

let rounds = 0;
async function play(member: TestMember, day: string, stake: Money, payout: Money): Promise<void> {
  rounds += 1;
  await database.execute(sql`
    insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, opened_at, settled_at)
    values (${site.id}, ${member.id}, 'test', ${`round-${rounds}`}, 'test-slot', 'closed', ${stake}, ${payout}, ${stake}, '[]',
      ${`${day}T12:00:00+07:00`}::timestamptz, ${`${day}T12:00:00+07:00`}::timestamptz)`);
}

async function income(member: TestMember, amount: Money): Promise<void> {
  rounds += 1;
  const way = { from: chart.affiliateCost, to: chart.affiliate, reason: 'test', key: `test:income:${rounds}` };
  await database.transaction((tx) => postTransfers(tx, site.id, [{ ownerId: member.id, amount, ...way }]));
}

async function resultsOf(member: TestMember) {
  return database.rows<{ day: string; carried: bigint; payable: bigint; state: string }>(sql`
    select day, carried_e4 as carried, payable_e4 as payable, state from affiliate_result
    where site_id = ${site.id} and member_id = ${member.id} order by day`);
}

test('pays commission on two levels once after three days', async () => {
  const upper = await createMember(database, site, { firstName: 'บน' });
  const referrer = await friendOf(upper);
  const friend = await friendOf(referrer);
  await play(friend, '2026-01-05', baht(15_000), baht(5_000));
  assert.equal(await calculateDay(database, site, '2026-01-05'), 2);
  assert.equal((await loadWallet(referrer)).affiliate, 0n);
  assert.equal(await releaseDue(database, site.id), 2);
  assert.equal(await releaseDue(database, site.id), 0);
  // 1 % and 0.5 % of 10,000.
  assert.equal((await loadWallet(referrer)).affiliate, baht(100));
  assert.equal((await loadWallet(upper)).affiliate, baht(50));
  assert.equal(await calculateDay(database, site, '2026-01-05'), 0, 'what was released stays');
  assert.deepEqual(await audit(database, site.id), []);
});

test('defers a failed member’s day without delaying or rewriting other members', async () => {
  const [stuck, other] = [await createMember(database, site), await createMember(database, site)];
  const [friendOfStuck, friendOfOther] = [await friendOf(stuck), await friendOf(other)];
  const days = await database.rows<{ day: string }>(sql`
    select ((now() at time zone 'Asia/Bangkok' - interval '1 hour')::date - ago) as day from generate_series(3, 1, -1) as ago`);
  const [before, first, last] = days.map(({ day }) => day);
  assert.ok(before && first && last);
  const listDeferred = () =>
    database.rows<{ day: string }>(sql`select day from affiliate_run where site_id = ${site.id} order by day`);
  await database.execute(sql`insert into affiliate_run (site_id, day) values (${site.id}, ${before}::date)`);
  for (const friend of [friendOfStuck, friendOfOther]) {
    await play(friend, first, baht(0), baht(10_000));
    await play(friend, last, baht(30_000), baht(0));
  }
  const brought = async (member: TestMember) => (await resultsOf(member)).map(({ day, payable }) => [day, payable]);
  const isCarried = first.slice(0, 7) === last.slice(0, 7);
  const own = [
    [first, 0n],
    [last, isCarried ? baht(200) : baht(300)],
  ];

  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  await owner.execute(
    toSpecRequest(`alter table affiliate_result add constraint stuck check (member_id <> ${stuck.id})`),
  );
  await assert.rejects(calculateDays(database, site, false), new RegExp(`member ${stuck.id} first`));
  assert.deepEqual(await brought(other), own);
  assert.deepEqual(await brought(stuck), []);
  assert.deepEqual(await listDeferred(), days);

  // The second day is writable, but the first must precede it because its loss is carried.
  const onlyFirst = `check (member_id <> ${stuck.id} or day <> '${first}')`;
  await owner.execute(toSpecRequest('alter table affiliate_result drop constraint stuck'));
  await owner.execute(toSpecRequest(`alter table affiliate_result add constraint stuck ${onlyFirst}`));
  // The present percentage applies to days written now.
  const level1 = { isOn: true, percentBp: 500 };
  const dearer = { ...site, affiliate: { ...site.affiliate, level1 } };
  await assert.rejects(calculateDays(database, dearer, false), new RegExp(`member ${stuck.id} first`));
  assert.deepEqual([await brought(stuck), await brought(other)], [[], own]);

  await owner.execute(sql`alter table affiliate_result drop constraint stuck`);
  await owner.close();
  assert.equal(await calculateDays(database, dearer, false), 2, 'the two days of the deferred member');
  const dear = [
    [first, 0n],
    [last, isCarried ? baht(1_000) : baht(1_500)],
  ];
  assert.deepEqual([await brought(stuck), await brought(other)], [dear, own]);
  assert.equal(await calculateDays(database, dearer, false), 0);
});

/** A statement whose values cannot be bound. */
const toSpecRequest = (text: string): Sql => ({ strings: [text], values: [] });

test('carries a friend’s win within the month and drops it at the end', async () => {
  const referrer = await createMember(database, site);
  const friend = await friendOf(referrer);
  await play(friend, '2026-03-30', baht(0), baht(1_000));
  await play(friend, '2026-03-31', baht(600), baht(0));
  await play(friend, '2026-04-01', baht(500), baht(0));
  for (const day of ['2026-03-30', '2026-03-31', '2026-04-01']) await calculateDay(database, site, day);
  assert.deepEqual(await resultsOf(referrer), [
    { day: '2026-03-30', carried: 0n, payable: 0n, state: 'none' },
    { day: '2026-03-31', carried: -100_000n, payable: 0n, state: 'none' },
    { day: '2026-04-01', carried: 0n, payable: 50_000n, state: 'pending' },
  ]);
});

test('recalculates today’s result and releases it after three days', async () => {
  const referrer = await createMember(database, site);
  const friend = await friendOf(referrer);
  const { day } = await database.one<{ day: string }>(sql`select (now() at time zone 'Asia/Bangkok')::date as day`);
  await play(friend, day, baht(100), baht(0));
  await calculateDay(database, site, day);
  await play(friend, day, baht(100), baht(0));
  await calculateDay(database, site, day);
  await releaseDue(database, site.id);
  assert.deepEqual(await resultsOf(referrer), [{ day, carried: 0n, payable: 20_000n, state: 'pending' }]);
});

test('ignores a friend without a deposit', async () => {
  const referrer = await createMember(database, site);
  const friend = await friendOf(referrer);
  await database.execute(
    sql`update member set total_deposit_e4 = 0 where site_id = ${site.id} and member_id = ${friend.id}`,
  );
  await play(friend, '2026-01-06', baht(1_000), baht(0));
  await calculateDay(database, site, '2026-01-06');
  assert.deepEqual(await resultsOf(referrer), []);
});

test('holds a result of equal names until an operator drops or releases it', async () => {
  const referrer = await createMember(database, site, { firstName: 'คน', lastName: 'เดียวกัน' });
  const friend = await friendOf(referrer, { firstName: 'คน', lastName: 'เดียวกัน' });
  for (const day of ['2026-01-07', '2026-01-08']) {
    await play(friend, day, baht(1_000), baht(0));
    await calculateDay(database, site, day);
  }
  await releaseDue(database, site.id);
  assert.equal((await loadWallet(referrer)).affiliate, 0n);
  assert.equal((await listHeldResults(database, site.id)).length, 2);
  const decide = (day: string, state: 'released' | 'rejected') =>
    database.transaction((tx) =>
      reviewHeldCommission(tx, { siteId: site.id, memberId: referrer.id, day, state, decidedBy: 'test' }),
    );
  assert.equal(await decide('2026-01-07', 'rejected'), 'rejected');
  assert.equal(await decide('2026-01-08', 'released'), 'released');
  assert.equal(await decide('2026-01-08', 'released'), 'not_waiting');
  assert.equal((await loadWallet(referrer)).affiliate, baht(10));
});

test('holds shared devices and networks, except crowded networks and distant times', async () => {
  const see = (member: TestMember, traces: { deviceMark?: string; address?: string }) =>
    database.transaction((tx) =>
      recordRiskSignals({ tx, config: { hashSecret: ['of this test'] } }, site.id, member.id, {
        address: '127.0.0.1',
        ...traces,
      }),
    );
  const why = async (referrer: TestMember, day: string) => {
    await calculateDay(database, site, day);
    const held = await listHeldResults(database, site.id);
    return held.find(({ memberId, day: of }) => memberId === referrer.id && of === day)?.suspicions ?? 'nothing';
  };
  const upper = await createMember(database, site, { firstName: 'เหนือ' });
  const referrer = await friendOf(upper);
  const [onDevice, atHome, inCafe, longAgo, one, other, apart] = await Promise.all(
    Array.from({ length: 7 }, () => friendOf(referrer)),
  );
  assert.ok(onDevice && atHome && inCafe && longAgo && one && other && apart);
  for (const member of [referrer, onDevice]) await see(member, { deviceMark: 'a'.repeat(32) });
  for (const member of [referrer, atHome]) await see(member, { address: '203.0.113.7' });
  const crowd = await Promise.all(Array.from({ length: 4 }, () => createMember(database, site)));
  for (const member of [referrer, inCafe, ...crowd]) await see(member, { address: '198.51.100.9' });
  for (const member of [referrer, longAgo]) await see(member, { address: '2001:db8:1:2:3::4' });
  await database.execute(sql`update risk_signal set first_seen_at = now() - interval '5 days', last_seen_at = now() - interval '3 days'
    where site_id = ${site.id} and member_id = ${longAgo.id}`);
  for (const member of [one, other]) await see(member, { deviceMark: 'b'.repeat(32) });
  // All behind one private address, which is no sign.
  for (const member of [referrer, apart]) await see(member, { address: '::ffff:192.168.1.20' });

  const days = ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06', '2026-02-09'] as const;
  const friends = [onDevice, atHome, inCafe, longAgo, one, apart];
  const found: Record<string, unknown> = {};
  for (const [index, day] of days.entries()) {
    await play(friends[index] ?? apart, day, baht(1_000), baht(0));
    found[day] = [await why(referrer, day), await why(upper, day)];
  }
  assert.deepEqual(found, {
    '2026-02-02': [['device'], ['ring']],
    '2026-02-03': [['address'], 'nothing'],
    '2026-02-04': ['nothing', 'nothing'],
    '2026-02-05': ['nothing', 'nothing'],
    '2026-02-06': [['ring'], 'nothing'],
    '2026-02-09': ['nothing', 'nothing'],
  });
  await releaseDue(database, site.id);
  assert.deepEqual(
    (await resultsOf(referrer)).map(({ state }) => state),
    ['held', 'held', 'released', 'released', 'held', 'released'],
  );
  assert.deepEqual(await audit(database, site.id), []);
});

test('follows the verdicts of operators: nothing for the same person, no sign between different people', async () => {
  const decide = async (verdict: 'same' | 'household', { id: memberId }: TestMember, ...others: TestMember[]) => {
    const of = { memberId, others: others.map(({ id }) => id), verdict, reason: 'found by a test', by: 'test' };
    return database.owner.transaction(async (tx) => holdSamePerson(tx, site.id, await saveVerdict(tx, site.id, of)));
  };
  const states = async (member: TestMember) => (await resultsOf(member)).map(({ day, state }) => `${day} ${state}`);
  const upper = await createMember(database, site, { firstName: 'บ้าน', lastName: 'เดียวกัน' });
  const referrer = await friendOf(upper, { firstName: 'บ้าน', lastName: 'เดียวกัน' });
  const friend = await friendOf(referrer, { firstName: 'บ้าน', lastName: 'เดียวกัน' });
  const own = await friendOf(referrer);
  for (const member of [friend, own]) await play(member, '2026-03-01', baht(1_000), baht(0));
  await calculateDay(database, site, '2026-03-01');
  assert.deepEqual([await states(referrer), await states(upper)], [['2026-03-01 held'], ['2026-03-01 held']]);

  // The family of one name is reviewed once.
  await decide('household', upper, referrer, friend);
  await play(friend, '2026-03-02', baht(1_000), baht(0));
  await calculateDay(database, site, '2026-03-02');
  assert.deepEqual(
    [(await states(referrer)).at(-1), (await states(upper)).at(-1)],
    ['2026-03-02 pending', '2026-03-02 pending'],
  );

  // The referrer's own account: its unreleased day is held, later days bring nothing for either level.
  await play(own, '2026-03-03', baht(1_000), baht(0));
  await calculateDay(database, site, '2026-03-03');
  assert.equal(await decide('same', referrer, own), 1);
  assert.equal((await states(referrer)).at(-1), '2026-03-03 held');
  const held = await listHeldResults(database, site.id);
  assert.deepEqual(held.find(({ day }) => day === '2026-03-03')?.suspicions, ['person']);
  await play(own, '2026-03-04', baht(1_000), baht(0));
  await calculateDay(database, site, '2026-03-04');
  assert.equal((await states(referrer)).length, 3);
  assert.equal((await states(upper)).at(-1), '2026-03-04 pending', 'another person above both');
  await releaseDue(database, site.id);
  assert.equal((await loadWallet(referrer)).affiliate, baht(10), 'the day of the household');
  assert.deepEqual(await audit(database, site.id), []);
});

test('computes each basis and each level switch', () => {
  const day = {
    friendId: 3n,
    referrerId: 2n,
    upperId: 1n,
    likeReferrer: [],
    likeUpper: [],
    winloss: baht(1_000),
    turnover: baht(4_000),
    firstDeposit: baht(500),
  };
  const amounts = (terms: Partial<typeof site.affiliate>, from = day) =>
    computeIncomes([from], { ...site.affiliate, ...terms }).map(({ level, amount }) => `${level}: ${amount / 100n}`);
  assert.deepEqual(amounts({ basis: 'WINLOSS' }), ['1: 1000', '2: 500']);
  assert.deepEqual(amounts({ basis: 'TURNOVER' }), ['1: 4000', '2: 2000']);
  assert.deepEqual(amounts({ basis: 'FIRST_DEPOSIT' }), ['1: 500', '2: 250']);
  assert.deepEqual(amounts({ level2: { isOn: false, percentBp: 50 } }), ['1: 1000']);
  assert.deepEqual(amounts({}, { ...day, winloss: money(-10_000_000n) }), ['1: -1000', '2: -500']);
  assert.deepEqual(amounts({}, { ...day, winloss: zeroMoney }), []);
});

test('pays once for 100 concurrent withdrawals by both calls with turnover and history', async () => {
  const member = await createMember(database, site);
  await income(member, baht(150));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      app.send(index % 2 === 0 ? contract.withdrawAffiliate : contract.postAffiliateWithdrawal, { as: member }),
    ),
  );
  const paid = answers.filter(({ status }) => status === 200);
  assert.equal(paid.length, 1);
  assert.deepEqual(paid[0]?.body.data, { Amount: 150, Status: 1 });
  assert.equal(paid[0]?.headers['cache-control'], 'no-store');
  const rejected = answers.filter(({ status }) => status !== 200);
  assert.deepEqual([...new Set(rejected.map(({ body }) => body.code))], ['AFFILIATE_NONE']);
  const { game, affiliate } = await loadWallet(member);
  assert.deepEqual({ game, affiliate }, { game: baht(150), affiliate: 0n });
  const history = await app.send(depositHistory, { as: member });
  assert.deepEqual(
    history.body.data.Transaction.map(({ TransType, Amount, Status }) => ({ TransType, Amount, Status })),
    [{ TransType: 'AFFILIATE', Amount: 150, Status: 1 }],
  );
  assert.deepEqual(await audit(database, site.id), []);
});

test('rejects a withdrawal below the minimum, without balance or while disabled', async () => {
  const member = await createMember(database, site);
  assert.equal((await app.send(contract.withdrawAffiliate, { as: member })).body.code, 'AFFILIATE_NONE');
  await income(member, baht(99));
  const below = await app.send(contract.withdrawAffiliate, { as: member });
  assert.deepEqual([below.status, below.body.message], [422, 'ถอนขั้นต่ำ 100.00 บาท']);
  await database.owner.transaction((tx) => changeSite(tx, site.id, { isAffiliateOn: false }));
  for (const call of [contract.getAffiliate, contract.withdrawAffiliate, contract.postAffiliateWithdrawal]) {
    assert.equal((await app.send(call, { as: member })).body.code, 'AFFILIATE_CLOSED');
  }
  await database.owner.transaction((tx) => changeSite(tx, site.id, { isAffiliateOn: true }));
});

test('requires an operator above the automatic maximum and claws back only from the affiliate wallet', async () => {
  const member = await createMember(database, site, { money: baht(10) });
  await income(member, baht(6_000));
  const response = await app.send(contract.postAffiliateWithdrawal, { as: member });
  assert.deepEqual(response.body.data, { Amount: 6_000, Status: 2 });
  assert.equal((await app.send(contract.postAffiliateWithdrawal, { as: member })).body.code, 'AFFILIATE_NONE');
  const { id } = await database.one<{ id: bigint }>(sql`select movement_id as id from affiliate_withdrawal
    where site_id = ${site.id} and member_id = ${member.id}`);
  const decide = (state: 'paid' | 'rejected') =>
    database.transaction((tx) =>
      decideIncomeWithdrawal(tx, { siteId: site.id, movementId: id, state, decidedBy: 'test' }),
    );
  const take = (amount: Money, causeId: string) =>
    database.transaction((tx) => clawBack(tx, { siteId: site.id, memberId: member.id, amount, causeId }));
  assert.equal(await take(baht(1), 'a'), baht(1));
  assert.equal(await decide('paid'), 'not_enough');
  await income(member, baht(1));
  assert.equal(await decide('paid'), 'paid');
  assert.equal(await decide('paid'), 'not_waiting');
  assert.equal(await take(baht(500), 'b'), zeroMoney);
  assert.equal((await loadWallet(member)).game, baht(6_010));
  assert.deepEqual(await audit(database, site.id), []);
});

test('lists friends on both levels with masked phones', async () => {
  const member = await createMember(database, site);
  const friend = await friendOf(member);
  const second = await friendOf(friend);
  const { body, text } = await app.send(contract.getAffiliate, { as: member });
  assert.deepEqual(
    body.data.Users.map(({ level, isActive }) => [level, isActive]),
    [
      [2, true],
      [1, true],
    ],
  );
  for (const { phone } of [friend, second]) assert.ok(!text.includes(phone));
  // A million numbers match this mask, so they cannot be tried one by one.
  for (const { phoneNumber } of body.data.Users) assert.match(phoneNumber, /^0[689]x-xxx-xx\d\d$/);
  assert.deepEqual(body.data.setting.percent.level1, { enable: true, percent: 1 });
});
