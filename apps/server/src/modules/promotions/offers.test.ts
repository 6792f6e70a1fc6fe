// Compares the offer of the deposit page before a transfer with the credit of the deposit, for every combination of the
// requirements that bind the member's money, the amount and the chosen promotion.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as contract from '@chaba/contract/bonuses';
import { sql } from '@chaba/database';
import { getBalances, postTransfers } from '@chaba/ledger';
import { baht, type Money, toBaht, zeroMoney } from '@chaba/money';
import { isVerifying } from '@chaba/testing/extent';

import { chart } from '#core/chart-of-accounts';
import { auditAll } from '#modules/audit';
import { disputeDeposit, receiveFeed, releaseMainWallet, returnDeposit } from '#modules/deposits';
import { openOurAccount, OUR_ACCOUNT, OUR_BANK } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { addTurnoverRequirement } from '#modules/requirements';

import { ensurePromotion, type Promotion } from './promotions.ts';
import { ensureItemCode } from '#modules/item-codes';
import { redeemCode } from '#modules/item-codes';
import { chooseBonus } from './grants.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
await openOurAccount(database, site);

const promotion = (id: string, usable: Promotion['usable'], percent: number, cap: Money): Promotion => ({
  id,
  usable,
  title: id,
  imageUrl: '',
  minimumDeposit: baht(100),
  turnover: { unit: 'times', hundredths: 300 },
  bonusMax: { unit: 'baht', amount: baht(1_000) },
  withdrawMax: { unit: 'baht', amount: cap },
  bonus: { kind: 'percent', basisPoints: percent * 100 },
  sortOrder: 0,
});
const code = { coins: 0n, turnoverTimes: 5 };
await database.transaction(async (tx) => {
  await ensurePromotion(tx, site.id, promotion('welcome', 'first_deposit', 100, baht(3_000)));
  await ensurePromotion(tx, site.id, promotion('daily', 'daily', 30, baht(2_000)));
  await ensurePromotion(tx, site.id, promotion('capped', 'always', 20, baht(1_000)));
  await ensurePromotion(tx, site.id, promotion('open', 'always', 10, zeroMoney));
  await ensureItemCode(tx, site.id, { ...code, code: 'CAPPED', amount: baht(50), withdrawCap: baht(200) });
  await ensureItemCode(tx, site.id, { ...code, code: 'OTHER', amount: baht(60), withdrawCap: baht(300) });
  await ensureItemCode(tx, site.id, { ...code, code: 'OPEN', amount: baht(30), withdrawCap: undefined });
});

let numbers = 0;

async function deposit(member: TestMember, amount: number): Promise<bigint> {
  numbers += 1;
  const [outcome] = await receiveFeed(database, [
    {
      bankLineId: `line-${numbers}`,
      receiver: { kind: 'bank', bankCode: OUR_BANK, account: OUR_ACCOUNT },
      amount: baht(amount),
      transferredAt: new Date(Date.now() - numbers * 60_000),
      senderBank: member.bankCode,
      senderTail: member.bankAccount,
      senderName: 'นาย สมชาย ใจดี',
      transRef: undefined,
      balanceAfter: undefined,
    },
  ]);
  assert.ok(outcome === 'credited' || outcome === 'parked', `a deposit of ${amount}: ${outcome}`);
  const row = await database.one<{ id: bigint }>(sql`
    select deposit_id as id from deposit where site_id = ${site.id} and member_id = ${member.id}
    order by created_at desc, deposit_id desc limit 1`);
  return row.id;
}

async function redeem({ id: memberId }: TestMember, typed: string): Promise<void> {
  await redeemCode(database, { siteId: site.id, memberId, typed, idempotencyKey: typed, isLimited: false });
}

/** The running requirements are met, without play. */
async function meet({ id }: TestMember): Promise<void> {
  await database.execute(sql`update turnover_requirement set progress_e4 = required_e4, state = 'complete'
    where site_id = ${site.id} and member_id = ${id} and closed_at is null`);
}

async function end({ id }: TestMember): Promise<void> {
  await database.execute(sql`update turnover_requirement set state = 'cancelled', closed_at = now()
    where site_id = ${site.id} and member_id = ${id} and closed_at is null`);
}

async function move(
  { id: ownerId }: TestMember,
  transfer: { readonly from: keyof typeof chart; readonly to: keyof typeof chart; readonly amount: Money },
): Promise<void> {
  numbers += 1;
  const { from, to, amount } = transfer;
  const request = { ownerId, from: chart[from], to: chart[to], amount, reason: 'test', key: `test:offers:${numbers}` };
  const [posting] = await database.transaction((tx) => postTransfers(tx, site.id, [request]));
  assert.equal(posting?.outcome, 'posted');
}

/** All but three baht is lost, and nothing has noticed it yet. */
async function spend(member: TestMember): Promise<void> {
  const { game } = await getBalances(database, site.id, member.id, chart);
  await move(member, { from: 'game', to: 'tips', amount: (game - baht(3)) as Money });
}

async function accept({ id }: TestMember, isBonus: boolean): Promise<void> {
  await database.execute(
    sql`update member set accepts_bonus = ${isBonus} where site_id = ${site.id} and member_id = ${id}`,
  );
}

async function require(member: TestMember, source: 'DEPOSIT' | 'CASHBACK' | 'AFFILIATE' | 'WHEEL'): Promise<void> {
  await move(member, { from: 'prizeCost', to: 'game', amount: baht(400) });
  const line = { memberId: member.id, source, required: baht(400), causeId: `test:${member.id}` } as const;
  await database.transaction((tx) => addTurnoverRequirement(tx, site.id, line));
}

async function depositWith(member: TestMember, bonusId: string): Promise<void> {
  await chooseBonus(database, site.id, member.id, bonusId);
  await deposit(member, 300);
}

const release = ({ id: memberId }: TestMember): Promise<Money> =>
  releaseMainWallet(database, { siteId: site.id, memberId, idempotencyKey: 'release' });

async function takeBack(depositId: bigint): Promise<void> {
  const decided = { siteId: site.id, depositId, decidedBy: 'test' };
  await database.transaction((tx) => disputeDeposit(tx, decided));
  const outcome = await database.transaction((tx) => returnDeposit(tx, decided));
  assert.ok(typeof outcome !== 'string');
}

/** Arrangements that bind the member's money; `expected`: the next deposit is the first, parked, or without a bonus. */
const situations: readonly (readonly [
  name: string,
  expected: 'first' | 'later' | 'parked first' | 'parked later' | 'none',
  arrange: (member: TestMember) => Promise<unknown>,
])[] = [
  ['nothing', 'first', () => Promise.resolve()],
  ['turnover of a deposit', 'first', (member) => require(member, 'DEPOSIT')],
  ['turnover of cashback', 'first', (member) => require(member, 'CASHBACK')],
  ['turnover of commission', 'first', (member) => require(member, 'AFFILIATE')],
  ['turnover of a prize', 'first', (member) => require(member, 'WHEEL')],
  ['a capped code', 'parked first', (member) => redeem(member, 'CAPPED')],
  ['a met capped code', 'parked first', async (member) => (await redeem(member, 'CAPPED'), meet(member))],
  ['two capped codes', 'parked first', async (member) => (await redeem(member, 'CAPPED'), redeem(member, 'OTHER'))],
  ['a code without a cap', 'first', (member) => redeem(member, 'OPEN')],
  ['a met code without a cap', 'first', async (member) => (await redeem(member, 'OPEN'), meet(member))],
  ['a spent capped code', 'first', async (member) => (await redeem(member, 'CAPPED'), spend(member))],
  ['an ended capped code', 'first', async (member) => (await redeem(member, 'CAPPED'), end(member))],
  ['a capped bonus', 'parked later', (member) => depositWith(member, 'capped')],
  ['a met capped bonus', 'parked later', async (member) => (await depositWith(member, 'capped'), meet(member))],
  ['a spent capped bonus', 'later', async (member) => (await depositWith(member, 'capped'), spend(member))],
  ['a bonus without a cap', 'none', (member) => depositWith(member, 'open')],
  ['a met bonus without a cap', 'later', async (member) => (await depositWith(member, 'open'), meet(member))],
  [
    'a bonus without a cap and a capped code',
    'parked later',
    async (member) => (await depositWith(member, 'open'), redeem(member, 'CAPPED')),
  ],
  ['a debt', 'first', (member) => move(member, { from: 'receivable', to: 'games', amount: baht(120) })],
  [
    'a debt and a capped code',
    'parked first',
    async (member) => {
      await redeem(member, 'CAPPED');
      await move(member, { from: 'receivable', to: 'games', amount: baht(20) });
    },
  ],
  ['bonuses declined', 'none', (member) => accept(member, false)],
  [
    'an earlier deposit without a bonus',
    'later',
    async (member) => (await accept(member, false), await deposit(member, 150), accept(member, true)),
  ],
  [
    'an earlier deposit that waits beside a code',
    'parked first',
    async (member) => (await redeem(member, 'CAPPED'), deposit(member, 150)),
  ],
  [
    'an earlier deposit that was parked and released',
    'first',
    async (member) => (await redeem(member, 'CAPPED'), await deposit(member, 150), await end(member), release(member)),
  ],
  [
    'a deposit without a bonus that was taken back',
    'first',
    async (member) => (await accept(member, false), await takeBack(await deposit(member, 150)), accept(member, true)),
  ],
  ['a deposit with a bonus that was taken back', 'later', async (member) => takeBack(await deposit(member, 150))],
];

const quote = async (member: TestMember, amount: number) =>
  (await app.send(contract.quoteBonus, { as: member, query: { amount: String(amount) } })).body.data;

const names = (offers: readonly { readonly bonusId: string }[]): string[] => offers.map(({ bonusId }) => bonusId);

/** Below the minimum, between, above; the middle one alone in `npm test`. */
const AMOUNTS = isVerifying ? [50, 150, 1_000] : [150];

for (const [name, expected, arrange] of situations) {
  test(`brings with a deposit what was offered: ${name}`, async () => {
    for (const amount of AMOUNTS) {
      for (const chosen of [undefined, 'open']) {
        const what = `${name}, ${amount}, ${chosen ?? 'the best'}`;
        const member = await createMember(database, site, { acceptsBonus: true });
        await arrange(member);
        await chooseBonus(database, site.id, member.id, chosen);
        const offered = await quote(member, amount);
        const before = await getBalances(database, site.id, member.id, chart);
        const depositId = await deposit(member, amount);
        const after = await getBalances(database, site.id, member.id, chart);
        const granted = await database.oneOrNone<{ id: string; bonus: Money; need: Money; cap: Money | null }>(sql`
          select promotion_id as id, bonus_e4 as bonus, required_e4 as need, withdraw_cap_e4 as cap from bonus_grant
          where site_id = ${site.id} and deposit_id = ${depositId}`);
        assert.deepEqual(
          granted
            ? [granted.id, toBaht(granted.bonus), toBaht(granted.need), toBaht(granted.cap ?? zeroMoney)]
            : undefined,
          offered.best
            ? [
                offered.best.bonusId,
                offered.best.bonusAmount,
                offered.best.needTurnover,
                offered.best.maxWithdrawAmount,
              ]
            : undefined,
          `${what}: the offer is granted`,
        );
        assert.equal(after.main > before.main, offered.isParked, `${what}: parked`);
        const playable = Math.max(0, amount + toBaht((before.receivable < 0n ? before.receivable : 0n) as Money));
        const isUsable = expected === 'first' || expected === 'later';
        assert.equal(offered.best !== null, isUsable && playable >= 100, `${what}: a bonus`);
        assert.equal(offered.isParked, expected.startsWith('parked'), `${what}: says that it is parked`);
        assert.equal(
          offered.isFirstDepositKept,
          expected === 'parked first' && playable >= 100,
          `${what}: says that the first deposit is kept`,
        );
        // The right to the bonus of the first deposit, after what was running is over.
        await end(member);
        await accept(member, true);
        const isFirstNext = names((await quote(member, 1_000)).offers).includes('welcome');
        assert.equal(isFirstNext, expected === 'parked first', `${what}: the next deposit is the first`);
      }
    }
    assert.deepEqual((await auditAll(database, { siteId: site.id, isTest: true, rule: 'ledger' })).slice(0, 3), []);
  });
}
