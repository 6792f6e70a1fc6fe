import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import * as contract from '@chaba/contract/cashback';
import { depositHistory } from '@chaba/contract/history';
import { violatedConstraint, openDatabase, type Sql, sql } from '@chaba/database';
import { audit, getBalances } from '@chaba/ledger';
import { baht, money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { changeSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { listPlayers } from './cashback.store.ts';
import { calculate, claimCashback, calculateDueWeeks, expireOverdue } from './cashback.ts';
import { computeNetLoss } from './loss.ts';

const app = await buildTestApp();
const { database, chaba: site, lanna: otherSite } = app;
const anHour = 3_600_000;

const run = async (): Promise<number> =>
  calculate(database, site, { from: new Date(Date.now() - anHour), to: new Date(Date.now() + 1) });

let claims = 0;
const commands: Commands = {
  ...walletCommands(app),
  async calculate() {
    return String(await run());
  },
  async claim(story, given) {
    claims += 1;
    const member = await story.member(given.at(0));
    const idempotencyKey = given.named['key'] ?? `story-claim-${claims}`;
    await claimCashback(database, { siteId: site.id, memberId: member.id, idempotencyKey });
    return 'claimed';
  },
  async overdue(story, given) {
    const member = await story.member(given.at(0));
    await database.execute(sql`update cashback_period set expires_at = now() - interval '1 second'
      where site_id = ${site.id} and member_id = ${member.id} and state = 'claimable'`);
    return String(await expireOverdue(database, site.id));
  },
};
const story = (table: string) => checkStory({ database, site, commands }, table);

test('credits a share of a period’s loss and claims it once with its turnover', () =>
  story(`
    give       M1  1000.00                                 given
    session    M1                                          OK
    bet        M1  400.00  tx=a1  round=a                  OK
    win        M1  100.00  tx=a2  round=a  closed=yes      OK
    calculate                                              1
    balance    M1  game=700.00  cashback=15.00             // 5 % of 400 − 100
    calculate                                              0
    balance    M1  game=700.00  cashback=15.00
    claim      M1  key=claim-one-and-only                  claimed
    claim      M1  key=claim-one-and-only                  claimed
    claim      M1                                          CASHBACK_NONE
    balance    M1  game=715.00  cashback=0.00
    turnover   M1  need=15.00  now=0.00
  `));

test('counts a bet in the period of its settlement', () =>
  story(`
    give       M2  500.00                                  given
    session    M2                                          OK
    bet        M2  100.00  tx=b1  round=b                  OK
    calculate                                              0
    claim      M2                                          CASHBACK_NONE
    win        M2  0.00  tx=b2  round=b  closed=yes        OK
    calculate                                              1
    balance    M2  game=400.00  cashback=5.00
  `));

test('credits nothing to a member who won', () =>
  story(`
    give       M3  500.00                                  given
    session    M3                                          OK
    bet        M3  100.00  tx=c1  round=c                  OK
    win        M3  300.00  tx=c2  round=c  closed=yes      OK
    calculate                                              1
    claim      M3                                          CASHBACK_NONE
  `));

test('carries an amount below the minimum into the next period', () =>
  story(`
    give       M4  500.00                                  given
    session    M4                                          OK
    bet        M4  12.00  tx=d1  round=d                   OK
    win        M4  0.00  tx=d2  round=d  closed=yes        OK
    calculate                                              1
    claim      M4                                          CASHBACK_NONE
    bet        M4  20.00  tx=d3  round=e                   OK
    win        M4  0.00  tx=d4  round=e  closed=yes        OK
    calculate                                              1
    balance    M4  cashback=1.60                           // 0.60 carried and 1.00
    claim      M4                                          claimed
    balance    M4  game=469.60  cashback=0.00
  `));

test('returns an unclaimed amount to the house after seven days', () =>
  story(`
    give       M5  500.00                                  given
    session    M5                                          OK
    bet        M5  200.00  tx=f1  round=f                  OK
    win        M5  0.00  tx=f2  round=f  closed=yes        OK
    calculate                                              1
    balance    M5  cashback=10.00
    overdue    M5                                          1
    balance    M5  game=300.00  cashback=0.00
    claim      M5                                          CASHBACK_NONE
  `));

test('limits a loss to stakes less payouts less gifts and to the member’s own money', () => {
  const figures = {
    stakes: baht(1_000),
    payouts: baht(300),
    taken: baht(0),
    gifts: baht(100),
    giftsBefore: baht(0),
    corrections: baht(0),
    deposits: baht(500),
    withdrawals: baht(50),
    openingBalance: baht(200),
  };
  assert.equal(computeNetLoss(figures), baht(600));
  assert.equal(computeNetLoss({ ...figures, deposits: baht(100) }), baht(250));
  assert.equal(computeNetLoss({ ...figures, deposits: baht(0), withdrawals: baht(900) }), 0n);
  assert.equal(computeNetLoss({ ...figures, payouts: baht(2_000) }), money(-11_000_000n));
  assert.equal(computeNetLoss({ ...figures, payouts: baht(2_000), taken: baht(1_700) }), baht(600));
});

async function loser() {
  const member = await createMember(database, site, { money: baht(1_000) });
  await database.execute(sql`
    insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, settled_at)
    values (${site.id}, ${member.id}, 'test', ${`race-${member.id}`}, 'test-slot', 'closed', 4000000, 0, 0, '[]', clock_timestamp())`);
  await run();
  return member;
}

test('pays once for 100 concurrent claims by both calls', async () => {
  const member = await loser();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      app.send(index % 2 === 0 ? contract.claimCashback : contract.postCashbackClaim, { as: member }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status, body }) => status === 200 || body.code === 'CASHBACK_NONE'));
  assert.equal((await getBalances(database, site.id, member.id, chart)).game, baht(1_020));
  assert.deepEqual(await audit(database, site.id), []);
});

test('responds Success! uncached and lists the claim as CASHBACK in the deposit history', async () => {
  const member = await loser();
  const shown = await app.send(contract.getCashback, { as: member });
  assert.equal(shown.body.data.cashbackWallet, 20);
  assert.equal(shown.body.data.periods[0]?.loss, 400);
  assert.equal(shown.body.data.periods[0]?.deposits, 1_000);
  const claimed = await app.send(contract.claimCashback, { as: member });
  assert.equal(claimed.body.success, true);
  assert.equal(claimed.body.message, 'Success!');
  assert.equal(claimed.body.data.Amount, 20);
  assert.equal(claimed.headers['cache-control'], 'no-store');
  const again = await app.send(contract.claimCashback, { as: member });
  assert.equal(again.status, 422);
  assert.equal(again.body.message, 'คุณไม่มียอดเสีย ไม่สามารถกดรับได้');
  const history = await app.send(depositHistory, { as: member });
  assert.deepEqual(
    history.body.data.Transaction.map(({ TransType, Amount, Status }) => ({ TransType, Amount, Status })),
    [{ TransType: 'CASHBACK', Amount: 20, Status: 1 }],
  );
});

test('rejects screen and claim while the feature is off', async () => {
  const member = await loser();
  await database.owner.transaction((tx) => changeSite(tx, site.id, { isCashbackOn: false }));
  for (const call of [contract.getCashback, contract.claimCashback, contract.postCashbackClaim]) {
    const answer = await app.send(call, { as: member });
    assert.deepEqual([answer.status, answer.body.code], [403, 'CASHBACK_CLOSED']);
  }
  await database.owner.transaction((tx) => changeSite(tx, site.id, { isCashbackOn: true }));
  assert.equal((await getBalances(database, site.id, member.id, chart)).cashback, baht(20));
});

test('pages players and skips a member whose period cannot be written', async () => {
  const members = await Promise.all(
    Array.from({ length: 5 }, () => createMember(database, site, { money: baht(1_000) })),
  );
  for (const { id } of members) {
    await database.execute(sql`
      insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, settled_at)
      values (${site.id}, ${id}, 'test', ${`pages-${id}`}, 'test-slot', 'closed', ${baht(400)}, 0, ${baht(400)}, '[]', now())`);
  }
  const span = { from: new Date(Date.now() - anHour), to: new Date(Date.now() + 1) };
  const pages: bigint[][] = [];
  for await (const page of listPlayers(database, site.id, span, 2)) pages.push(page.map(({ memberId }) => memberId));
  const players = pages.flat();
  assert.ok(pages.every((page) => page.length <= 2));
  assert.equal(new Set(players).size, players.length);
  assert.ok(members.every(({ id }) => players.includes(id)));

  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  after(() => owner.close());
  const second = Number(members[1]?.id);
  const constraint: Sql = {
    strings: [`alter table cashback_period add constraint planted check (member_id <> ${second})`],
    values: [],
  };
  await owner.execute(constraint);
  await assert.rejects(run(), ({ cause }: Error) => violatedConstraint(cause) === 'planted');
  await owner.execute(sql`alter table cashback_period drop constraint planted`);
  const wallets = async () =>
    Promise.all(members.map(async ({ id }) => (await getBalances(database, site.id, id, chart)).cashback));
  assert.deepEqual(await wallets(), [baht(20), 0n, baht(20), baht(20), baht(20)]);
  assert.equal(await run(), 1, 'only the one that failed is left');
  assert.deepEqual(await wallets(), [baht(20), baht(20), baht(20), baht(20), baht(20)]);
  assert.deepEqual(await audit(database, site.id), []);
});

test('retries a failed member’s week without delaying other members', async () => {
  const [stuck, other] = [await createMember(database, otherSite), await createMember(database, otherSite)];
  const weeks = await database.rows<{ to: Date }>(sql`
    select (date_trunc('week', now() at time zone 'Asia/Bangkok' - interval '30 minutes') - make_interval(days => 7 * ago))
      at time zone 'Asia/Bangkok' as "to" from generate_series(2, 0, -1) as ago`);
  const [before, ...due] = weeks.map(({ to }) => to);
  await database.execute(sql`insert into cashback_run (site_id, period_to) values (${otherSite.id}, ${before})`);
  for (const { id } of [stuck, other]) {
    for (const [place, to] of due.entries()) {
      await database.execute(sql`
        insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets,
          opened_at, settled_at)
        values (${otherSite.id}, ${id}, 'test', ${`week-${place}`}, 'test-slot', 'closed', ${baht(400)}, 0, ${baht(400)}, '[]',
          ${to}::timestamptz - interval '1 day', ${to}::timestamptz - interval '1 day')`);
    }
  }
  const ends = async ({ id }: TestMember) =>
    (
      await database.rows<{ to: Date }>(sql`
        select period_to as "to" from cashback_period where site_id = ${otherSite.id} and member_id = ${id} order by 1`)
    ).map(({ to }) => to);

  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  after(() => owner.close());
  const first = String(due[0]?.toISOString());
  const check = `check (member_id <> ${stuck.id} or period_to <> '${first}')`;
  await owner.execute({ strings: [`alter table cashback_period add constraint planted ${check}`], values: [] });
  await assert.rejects(
    calculateDueWeeks(database, otherSite, false),
    ({ cause }: Error) => violatedConstraint(cause) === 'planted',
  );
  assert.deepEqual([await ends(stuck), await ends(other)], [[], due]);
  await owner.execute(sql`alter table cashback_period drop constraint planted`);
  assert.equal(await calculateDueWeeks(database, otherSite, false), due.length);
  assert.deepEqual([await ends(stuck), await ends(other)], [due, due]);
  assert.equal(await calculateDueWeeks(database, otherSite, false), 0);
  assert.deepEqual(await audit(database, otherSite.id), []);
});
