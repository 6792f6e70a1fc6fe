import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as contract from '@chaba/contract/bonuses';
import { depositHistory } from '@chaba/contract/history';
import { getBalance } from '@chaba/contract/members';
import { sql } from '@chaba/database';
import { audit, getBalances } from '@chaba/ledger';
import { baht, zeroMoney } from '@chaba/money';
import type { Bonus } from '@chaba/promotions/kinds';

import { chart } from '#core/chart-of-accounts';
import { auditAll } from '#modules/audit';
import { slips } from '#modules/deposits';
import { saveVerdict } from '#modules/member-links';
import { payouts, requestWithdrawal } from '#modules/withdrawals';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { ensurePromotion, listOfferedPromotions, type Promotion } from './promotions.ts';
import { ensureItemCode } from '#modules/item-codes';
import { cancelBonus } from './forfeit.ts';
import { chooseBonus, expireBonuses, explainDepositBonus, loadBonusOverview, quoteDeposit } from './grants.ts';

const app = await buildTestApp({ config: { isDemo: true } });
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);

const promotion = (
  id: string,
  percent: number,
  most: number,
  least: number,
  times: number,
  usable: Promotion['usable'],
): Promotion => ({
  id,
  usable,
  title: id,
  imageUrl: '',
  minimumDeposit: baht(least),
  turnover: { unit: 'times', hundredths: times * 100 },
  bonusMax: { unit: 'baht', amount: baht(most) },
  withdrawMax: { unit: 'baht', amount: zeroMoney },
  bonus: { kind: 'percent', basisPoints: percent * 100 },
  sortOrder: 0,
});
await database.transaction(async (tx) => {
  await ensurePromotion(tx, site.id, promotion('welcome', 100, 1_000, 100, 3, 'first_deposit'));
  await ensurePromotion(tx, site.id, promotion('daily', 30, 500, 200, 5, 'daily'));
  await ensurePromotion(tx, site.id, promotion('reload', 20, 300, 100, 10, 'always'));
  await ensureItemCode(tx, site.id, {
    code: 'WELCOME50',
    amount: baht(50),
    coins: 0n,
    turnoverTimes: 5,
    withdrawCap: baht(200),
  });
});

const ageBonus = async (member: TestMember, left: string): Promise<void> => {
  await database.execute(sql`update turnover_requirement set expires_at = now() + ${left}::interval
    where site_id = ${site.id} and member_id = ${member.id} and source = 'BONUS' and closed_at is null`);
};

const commands: Commands = {
  ...walletCommands(app),
  ...bankCommands(bank),
  async cancel(story, given) {
    await cancelBonus(database, site.id, (await story.member(given.at(0))).id);
    return 'cancelled';
  },
  async verdict(story, given) {
    const [{ id: memberId }, { id: other }] = [await story.member(given.at(0)), await story.member(given.at(1))];
    const [verdict] = [given.at(2)] as ('same' | 'different')[];
    assert.ok(verdict);
    const of = { memberId, others: [other], verdict, reason: 'found by a test', by: 'test' };
    await database.owner.transaction((tx) => saveVerdict(tx, site.id, of));
    return 'saved';
  },
  async against(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const { promotions } = await explainDepositBonus(database, site.id, { memberId, amount: baht(300) });
    const against = promotions.find(({ promotion: { id } }) => id === given.at(1))?.against ?? 'none';
    const { offers } = await quoteDeposit(database, site.id, memberId, baht(300));
    assert.equal(
      offers.some(({ promotion: { id } }) => id === given.at(1)),
      against === 'none',
    );
    return against;
  },
  async together(story, given) {
    const members = [await story.member(given.at(0)), await story.member(given.at(1))];
    const { slip } = bankCommands(bank);
    assert.ok(slip);
    const done = await Promise.all(
      given.plain.map((name) => slip(story, { ...given, at: (place) => (place === 0 ? name : `X${name}`) })),
    );
    const { count } = await database.one<{ count: number }>(sql`
      select count(*)::int as count from bonus_grant where site_id = ${site.id} and promotion_id = 'welcome'
        and member_id = any(${members.map(({ id }) => id)}::bigint[])`);
    return { credited: String(done.filter((each) => each === 'credited').length), welcome: String(count) };
  },
  async choose(story, given) {
    await chooseBonus(database, site.id, (await story.member(given.at(0))).id, given.at(1));
    return 'chosen';
  },
  'pay-out': async (story, given) => {
    const { id: memberId } = await story.member(given.at(0));
    const request = { siteId: site.id, memberId, amount: given.amount(1), idempotencyKey: 'pay-out' };
    const { withdrawalId } = await requestWithdrawal(database, request);
    return payouts.settle(database, { payoutId: `P${site.id}-${withdrawalId}`, status: 'paid', reason: undefined });
  },
  async time(story, given) {
    await ageBonus(await story.member(given.at(0)), given.at(1).replace('_', ' '));
    const { expired, noticed } = await expireBonuses(database, site.id);
    return { expired: String(expired), noticed: String(noticed) };
  },
  async bonus(story, given) {
    const { history } = await loadBonusOverview(database, site.id, (await story.member(given.at(0))).id);
    const [latest] = history;
    return {
      id: latest?.promotionId ?? 'none',
      state: latest?.state ?? 'none',
      grants: String(history.length),
      reasons: latest?.events.map(({ reason }) => reason).join('+') ?? '',
    };
  },
};
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

test('grants the welcome bonus for the first deposit in place of the deposit’s turnover', () =>
  story(`
    transfer  A1  from=M1  amount=100.00             made
    slip      M1  A1                                 credited
    balance   M1  game=200.00  main=0.00
    turnover  M1  need=600.00  now=0.00              // (100 + 100) × 3
    bonus     M1  id=welcome  state=active  grants=1  reasons=granted
    slip      M1  A1                                 DUPLICATE_SLIP
    balance   M1  game=200.00
  `));

/** One bonus of every kind. */
const bonuses: { readonly [Each in Bonus as Each['kind']]: Each } = {
  percent: { kind: 'percent', basisPoints: 1_234 },
  fixed: { kind: 'fixed', amount: baht(777) },
};

test('grants a bonus of every kind, whose sum the audit computes as well', async () => {
  for (const [index, bonus] of Object.values(bonuses).entries()) {
    const { kind } = bonus;
    const member = `K${index}`;
    await database.transaction((tx) =>
      ensurePromotion(tx, site.id, { ...promotion(kind, 0, 5_000, 7_000, 2, 'always'), bonus }),
    );
    await story(`
      choose    ${member}  ${kind}                                   chosen
      transfer  ${member}A  from=${member}  amount=7777.77           made
      slip      ${member}  ${member}A                                credited
      bonus     ${member}  id=${kind}  state=active  reasons=granted
    `);
  }
  assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
});

test('does not offer a promotion of a kind that this version does not have, and names it in the audit', async () => {
  const { rows } = await database.transaction(async (tx) => {
    await ensurePromotion(tx, site.id, promotion('newer', 10, 1, 0, 1, 'always'));
    await tx.execute(
      sql`update promotion set bonus_type = 'newer' where site_id = ${site.id} and promotion_id = 'newer'`,
    );
    return { rows: await listOfferedPromotions(tx, site.id) };
  });
  assert.ok(rows.length > 0 && rows.every(({ id }) => id !== 'newer'));
  const findings = await auditAll(database, { siteId: site.id, isTest: true });
  assert.deepEqual(
    findings.map(({ rule, detail }) => [rule, detail.includes('newer')]),
    [['a promotion has the figures of its kind', true]],
  );
  await database.execute(
    sql`update promotion set bonus_type = 'percent' where site_id = ${site.id} and promotion_id = 'newer'`,
  );
  await database.execute(
    sql`update promotion set is_offered = false where site_id = ${site.id} and promotion_id = 'newer'`,
  );
});

test('limits a bonus to its maximum and grants none below the minimum', () =>
  story(`
    transfer  B1  from=M2  amount=3000.00            made
    slip      M2  B1                                 credited
    balance   M2  game=4000.00
    turnover  M2  need=12,000.00  now=0.00
    transfer  B2  from=M3  amount=99.99              made
    slip      M3  B2                                 credited
    balance   M3  game=99.99
    turnover  M3  need=99.99  now=0.00
    bonus     M3  id=none
  `));

test('runs one deposit bonus at a time and adds plain turnover for the next deposit', () =>
  story(`
    transfer  C1  from=M4  amount=100.00             made
    slip      M4  C1                                 credited
    transfer  C2  from=M4  amount=300.00             made
    slip      M4  C2                                 credited
    balance   M4  game=500.00
    turnover  M4  need=900.00  now=0.00              // 600 and 300
    bonus     M4  id=welcome  grants=1
  `));

test('completes a bonus by turnover, then grants the daily one once a day, then the reload', () =>
  story(`
    transfer  D1  from=M5  amount=100.00             made
    slip      M5  D1                                 credited
    session   M5                                     OK
    bet       M5  200.00  tx=d1  round=d1            OK
    win       M5  900.00  tx=d2  round=d1  closed=yes  OK
    bet       M5  400.00  tx=d3  round=d2            OK
    win       M5  400.00  tx=d4  round=d2  closed=yes  OK
    bonus     M5  id=welcome  state=complete  reasons=granted+turnover_met
    transfer  D2  from=M5  amount=200.00             made
    slip      M5  D2                                 credited
    bonus     M5  id=daily  state=active  grants=2
    turnover  M5  need=1,300.00  now=0.00             // (200 + 60) × 5
    cancel    M5                                     cancelled
    transfer  D3  from=M5  amount=200.00             made
    slip      M5  D3                                 credited
    bonus     M5  id=reload  state=active  grants=3
  `));

test('grants the promotion that the member chose', () =>
  story(`
    choose    M6  unheard-of                         BONUS_NOT_AVAILABLE
    choose    M6  reload                             chosen
    transfer  E1  from=M6  amount=100.00             made
    slip      M6  E1                                 credited
    bonus     M6  id=reload
    balance   M6  game=120.00
    turnover  M6  need=1,200.00  now=0.00
  `));

test('grants the best promotion if the chosen one does not fit the deposit', () =>
  story(`
    choose    M15  daily                             chosen
    transfer  Y1  from=M15  amount=150.00            made
    slip      M15  Y1                                credited
    bonus     M15  id=welcome                        // the daily one begins at 200
    balance   M15  game=300.00
  `));

test('closes a completed bonus with the withdrawal', () =>
  story(`
    transfer  Y2  from=M16  amount=100.00            made
    slip      M16  Y2                                credited
    session   M16                                    OK
    betwin    M16  200.00  900.00  round=n1          OK
    pay-out   M16  100.00                            TURNOVER_NOT_MET
    betwin    M16  400.00  400.00  round=n2          OK
    bonus     M16  state=complete
    pay-out   M16  100.00                            settled
    bonus     M16  state=closed  reasons=granted+turnover_met+withdrawn
    turnover  M16  need=0.00  now=0.00
  `));

test('cancels a bonus: keeps the deposit less losses and removes winnings', () =>
  story(`
    cancel    M7                                     BONUS_NONE_ACTIVE
    transfer  F1  from=M7  amount=100.00             made
    slip      M7  F1                                 credited
    session   M7                                     OK
    bet       M7  30.00  tx=f1  round=f1             OK
    cancel    M7                                     BONUS_HAS_OPEN_BET
    win       M7  0.00  tx=f2  round=f1  closed=yes  OK
    cancel    M7                                     cancelled
    balance   M7  game=70.00
    turnover  M7  need=70.00  now=0.00               // 30 of the deposit's own 100 were played
    bonus     M7  state=cancelled  reasons=granted+by_member
    cancel    M7                                     BONUS_NONE_ACTIVE
    transfer  F2  from=M8  amount=100.00             made
    slip      M8  F2                                 credited
    session   M8                                     OK
    bet       M8  50.00  tx=f3  round=f3             OK
    win       M8  90.00  tx=f4  round=f3  closed=yes  OK
    cancel    M8                                     cancelled
    balance   M8  game=100.00
    transfer  F3  from=M9  amount=100.00             made
    slip      M9  F3                                 credited
    session   M9                                     OK
    bet       M9  150.00  tx=f5  round=f5            OK
    win       M9  0.00  tx=f6  round=f5  closed=yes  OK
    cancel    M9                                     cancelled
    balance   M9  game=0.00
    turnover  M9  need=0.00  now=0.00
  `));

test('keeps earlier money when a bonus is cancelled', () =>
  story(`
    give      M10  1000.00                           given
    transfer  G1  from=M10  amount=100.00            made
    slip      M10  G1                                credited
    cancel    M10                                    cancelled
    balance   M10  game=1100.00
  `));

test('expires a bonus after thirty days with notices 72 and 24 hours before', () =>
  story(`
    transfer  H1  from=M11  amount=100.00            made
    slip      M11  H1                                credited
    time      M11  80_hours  expired=0  noticed=0
    time      M11  70_hours  expired=0  noticed=1
    time      M11  60_hours  expired=0  noticed=0
    time      M11  20_hours  expired=0  noticed=1
    time      M11  -1_hours  expired=1  noticed=0
    time      M11  -1_hours  expired=0  noticed=0
    balance   M11  game=100.00
    turnover  M11  need=100.00  now=0.00
    bonus     M11  state=expired  reasons=granted+expires_in_72h+expires_in_24h+time_over
  `));

test('loses a bonus with the balance and starts anew with the next deposit', () =>
  story(`
    transfer  I1  from=M12  amount=100.00            made
    slip      M12  I1                                credited
    session   M12                                    OK
    bet       M12  198.00  tx=i1  round=i1           OK
    bonus     M12  state=active                      // the bet may still win
    win       M12  0.00  tx=i2  round=i1  closed=yes  OK
    bonus     M12  state=lost  reasons=granted+balance_gone
    turnover  M12  need=0.00  now=0.00
    transfer  I2  from=M12  amount=200.00            made
    slip      M12  I2                                credited
    bonus     M12  id=daily  state=active  grants=2
  `));

test('grants no bonus to a member who declines bonuses', () =>
  checkStory(
    { database, site, commands },
    `
    transfer  J1  from=M13  amount=100.00            made
    slip      M13  J1                                credited
    balance   M13  game=100.00
    turnover  M13  need=100.00  now=0.00
    bonus     M13  id=none
  `,
  ));

test('shows the running bonus, offers for a deposit, and the badge of each deposit', async () => {
  const member = await createMember(database, site, { acceptsBonus: true });
  const quote = await app.send(contract.quoteBonus, { as: member, query: { amount: '500' } });
  assert.deepEqual(
    quote.body.data.offers.map(({ bonusId, bonusAmount, needTurnover }) => [bonusId, bonusAmount, needTurnover]),
    [
      ['welcome', 500, 3_000],
      ['daily', 150, 3_250],
      ['reload', 100, 6_000],
    ],
  );
  assert.equal(quote.body.data.best?.bonusId, 'welcome');
  bank.transfers.set('L1', {
    sendingBank: member.bankCode,
    transRef: '2026L1',
    at: new Date(Math.floor((Date.now() - 60_000) / 1_000) * 1_000),
    amount: '500.00',
    senderName: 'นาย สมชาย ใ',
    senderAccount: member.bankAccount,
    toAccount: '9998887776',
    answer: 'OK',
  });
  await slips.submit(bank.context, {
    siteId: site.id,
    memberId: member.id,
    sendingBank: member.bankCode,
    transRef: '2026L1',
  });

  const { body: running } = await app.send(contract.getBonus, { as: member });
  assert.deepEqual(
    [running.data.current?.balance, running.data.current?.balanceAfterCancel, running.data.current?.cancelOwes],
    [1_000, 500, 0],
  );
  const { body: balance } = await app.send(getBalance, { as: member });
  assert.deepEqual(
    [balance.data.BonusInfo.bonusId, balance.data.BonusInfo.DepositAmount, balance.data.BonusInfo.needTurnover],
    ['welcome', 500, 3_000],
  );
  assert.ok(balance.data.BonusInfo.reviceDate);
  const cancelled = await app.send(contract.cancelBonus, { as: member, body: {} });
  assert.deepEqual(cancelled.body.data, { balanceBefore: 1_000, balance: 500, removed: 500 });
  await app.send(contract.redeemItemCode, { as: member, body: { redeem_code: 'WELCOME50' } });
  const history = await app.send(depositHistory, { as: member });
  assert.match(history.text, /"_id":"ITEMCODE"/);
  assert.match(history.text, /"_id":"welcome"/);
});

test('states the debt that a cancellation leaves', async () => {
  await story(`
    session   M21                                       OK
    award     M21  300.00  tx=o1                        OK
    betwin    M21  300.00  300.00  round=oa             OK
    betwin    M21  300.00  0.00  round=ob               OK
    transfer  O1  from=M21  amount=100.00               made
    slip      M21  O1                                   credited
    award     M21  400.00  tx=o2                        OK
    adjust    M21  0.00  ref=oa-win  tx=o3  round=oa    OK
  `);
  const { member_id: memberId } = await database.one<{ member_id: bigint }>(sql`
    select member_id from bonus_grant where site_id = ${site.id} order by granted_at desc limit 1`);
  const { current } = await loadBonusOverview(database, site.id, memberId);
  assert.equal(current?.forfeit.debt, baht(200));
  await cancelBonus(database, site.id, memberId);
  const { receivable } = await getBalances(database, site.id, memberId, { receivable: chart.receivable });
  assert.equal(receivable, -baht(200));
  assert.deepEqual(await audit(database, site.id), []);
});

test('grants the accounts of one person one welcome bonus, until a person decides otherwise', async () => {
  await story(`
    verdict   M30  M31  same                         saved
    verdict   M31  M32  same                         saved   // M30 is M32 too
    transfer  S1  from=M30  amount=100.00            made
    slip      M30  S1                                credited
    bonus     M30  id=welcome  grants=1
    transfer  S2  from=M32  amount=150.00            made
    slip      M32  S2                                credited
    bonus     M32  id=reload  grants=1
    against   M31  welcome                           SAME_PERSON
    against   M33  welcome                           none
    transfer  S3  from=M33  amount=100.00            made
    slip      M33  S3                                credited
    bonus     M33  id=welcome
    verdict   M30  M31  different                    saved
    verdict   M31  M32  different                    saved
    against   M31  welcome                           none
    transfer  S4  from=M31  amount=100.00            made
    slip      M31  S4                                credited
    bonus     M31  id=welcome
  `);
  assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
});

test('grants one welcome bonus to two accounts of one person whose deposits arrive at once', async () => {
  for (const [one, other] of [
    ['M40', 'M41'],
    ['M42', 'M43'],
    ['M44', 'M45'],
  ] as const) {
    await story(`
      verdict   ${one}  ${other}  same                 saved
      transfer  X${one}  from=${one}  amount=100.00    made
      transfer  X${other}  from=${other}  amount=100.00  made
      together  ${one}  ${other}                       credited=2  welcome=1
    `);
  }
  assert.deepEqual(await auditAll(database, { siteId: site.id, isTest: true }), []);
});

test('applies one of 100 concurrent cancellations', async () => {
  await story(`
    transfer  N1  from=M20  amount=100.00            made
    slip      M20  N1                                credited
  `);
  const row = await database.one<{ member_id: bigint }>(sql`
    select member_id from bonus_grant where site_id = ${site.id} order by granted_at desc limit 1`);
  const all = await Promise.allSettled(
    Array.from({ length: 100 }, () => cancelBonus(database, site.id, row.member_id)),
  );
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.deepEqual(await audit(database, site.id), []);
});
