// Deposit limits: a lower one applies at once, a higher one after a day and a confirmation, and deposits above a limit
// are held.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { confirmDepositLimit, getDepositLimits, setDepositLimit } from '@chaba/contract/limits';
import { listDepositAccounts } from '@chaba/contract/deposits';
import { sql } from '@chaba/database';
import { audit, getBalances, getHouseBalance } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { assignDeposit, receiveFeed } from '#modules/deposits';
import { OUR_ACCOUNT, OUR_BANK, bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';
import { checkStory } from '#testing/story';

import { isAboveDepositLimit, setLimit } from './limits.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
await openOurAccount(database, site);

type Span = 'day' | 'week' | 'month';

const set = (as: TestMember, span: Span, Amount: unknown) => app.send(setDepositLimit, { as, body: { span, Amount } });
const confirm = (as: TestMember, span: Span) => app.send(confirmDepositLimit, { as, body: { span } });
const limitOf = async (as: TestMember, span: Span) =>
  (await app.send(getDepositLimits, { as })).body.data.limits.find((limit) => limit.span === span);

/** Moves the requested change of a member into the past. */
async function age(member: TestMember, interval: string): Promise<void> {
  await database.execute(sql`
    update member_limit set pending_since = pending_since - ${interval}::interval where site_id = ${site.id} and member_id = ${member.id}`);
}

/** Moves the credits of this member before the begin of the span. */
async function creditBefore(member: TestMember, span: Span, interval: string): Promise<void> {
  await database.execute(sql`
    update deposit set credited_at = date_trunc(${span}, now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok' - ${interval}::interval
    where site_id = ${site.id} and member_id = ${member.id} and credited_at is not null`);
}

let lineNumber = 0;

function lineFrom(member: TestMember, amount: number) {
  lineNumber += 1;
  return {
    bankLineId: `limit-${lineNumber}`,
    amount: baht(amount),
    transferredAt: new Date(Date.now() - lineNumber * 3_600_000),
    senderBank: member.bankCode,
    senderTail: member.bankAccount,
    senderName: undefined,
    transRef: undefined,
    balanceAfter: undefined,
    receiver: { kind: 'bank', bankCode: OUR_BANK, account: OUR_ACCOUNT },
  } as const;
}

async function pay(member: TestMember, amount: number): Promise<string> {
  const [outcome = 'nothing'] = await receiveFeed(database, [lineFrom(member, amount)]);
  return outcome;
}

test('applies a lower limit at once and a higher one after 24 hours and a confirmation', async () => {
  const member = await createMember(database, site);
  assert.deepEqual((await limitOf(member, 'day'))?.Amount, null);
  assert.equal((await set(member, 'day', 500)).body.message, 'ตั้งวงเงินฝากเรียบร้อยแล้ว');
  await set(member, 'day', 300.5);
  assert.deepEqual((await limitOf(member, 'day'))?.Amount, 300.5);
  assert.equal((await confirm(member, 'day')).body.code, 'LIMIT_CHANGE_NOT_FOUND');

  assert.equal((await set(member, 'day', 1_000)).body.message, 'รับคำขอแล้ว ยืนยันได้เมื่อครบ 24 ชั่วโมง');
  assert.equal((await confirm(member, 'day')).body.code, 'LIMIT_TOO_EARLY');
  await age(member, '23 hours 59 minutes');
  // The same request again does not restart its 24 hours; another request does.
  await set(member, 'day', 1_000);
  assert.equal((await confirm(member, 'day')).body.code, 'LIMIT_TOO_EARLY');
  await age(member, '1 minute');
  assert.equal((await limitOf(member, 'day'))?.Amount, 300.5);
  assert.equal((await confirm(member, 'day')).status, 200);
  const raised = await limitOf(member, 'day');
  assert.deepEqual([raised?.Amount, raised?.wish], [1_000, null]);

  await set(member, 'day', null);
  await age(member, '25 hours');
  await set(member, 'day', 2_000);
  assert.equal((await confirm(member, 'day')).body.code, 'LIMIT_TOO_EARLY');
});

test('cancels a requested change by the present limit, and requests the removal of a limit', async () => {
  const member = await createMember(database, site);
  await set(member, 'month', 400);
  await set(member, 'month', null);
  assert.equal((await limitOf(member, 'month'))?.wish?.Amount, null);
  await set(member, 'month', 400);
  assert.equal((await limitOf(member, 'month'))?.wish, null);
  await set(member, 'month', null);
  await age(member, '24 hours');
  assert.equal((await confirm(member, 'month')).status, 200);
  assert.equal((await limitOf(member, 'month'))?.Amount, null);
  const changes = await database.rows<{ action: string }>(sql`
    select action from member_limit_change where site_id = ${site.id} and member_id = ${member.id} order by member_limit_change_id`);
  assert.deepEqual(
    changes.map(({ action }) => action),
    ['set', 'requested', 'withdrawn', 'requested', 'confirmed'],
  );
});

for (const amount of [0, -1, 0.005, '500', true, 100_000_000]) {
  test(`rejects ${JSON.stringify(amount)} as a limit`, async () => {
    const answer = await set(await createMember(database, site), 'day', amount);
    assert.deepEqual([answer.status, answer.body.code], [422, 'LIMIT_AMOUNT_INVALID']);
  });
}

test('holds a deposit above the limit, by slip and by feed, for an operator', async () => {
  await checkStory(
    {
      database,
      site,
      commands: {
        ...bankCommands(openTestBank(database)),
        limit: async (story, given) => {
          const { id: memberId } = await story.member(given.at(0));
          return setLimit(database, {
            siteId: site.id,
            memberId,
            kind: 'deposit',
            span: 'day',
            amount: given.amount(1),
          });
        },
      },
    },
    `
    limit      M1  1000.00            set
    transfer   S1  from=M1  amount=600.00  made
    slip       M1  S1                 credited
    transfer   S2  from=M1  amount=400.01  made
    slip       M1  S2                 SLIP_OVER_LIMIT
    slip       M1  S2                 SLIP_OVER_LIMIT                 // sent again
    feed       S2                     attached
    transfer   S3  from=M1  amount=500.00  made
    feed       S3                     review
    slip       M1  S3                 SLIP_OVER_LIMIT
    attach     S2  M1                 over_limit
    send-back  S2                     returned
    transfer   S4  from=M1  amount=400.00  made
    feed       S4                     credited
    balance    M1  game=1000.00
  `,
  );
  assert.deepEqual(await audit(database, site.id), []);
});

test('counts days, weeks and months of the Bangkok calendar and applies the lowest limit', async () => {
  for (const span of ['day', 'week', 'month'] as const) {
    const member = await createMember(database, site);
    await set(member, span, 100);
    assert.equal(await pay(member, 100), 'credited', span);
    assert.equal((await app.send(listDepositAccounts, { as: member })).body.code, 'DEPOSIT_LIMIT_REACHED');
    await creditBefore(member, span, '0 seconds');
    assert.equal(await pay(member, 1), 'review', span);
    await creditBefore(member, span, '1 millisecond');
    assert.equal((await limitOf(member, span))?.used, 0, span);
    assert.equal((await app.send(listDepositAccounts, { as: member })).status, 200);
    assert.equal(await pay(member, 100), 'credited', span);
  }
  const member = await createMember(database, site);
  await set(member, 'month', 1_000);
  await set(member, 'week', 50);
  assert.equal(await pay(member, 51), 'review');
  assert.equal(await pay(member, 50), 'credited');
});

test('holds concurrent deposits above the limit, and applies a limit set meanwhile to later ones', async () => {
  const member = await createMember(database, site);
  await set(member, 'day', 300);
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => pay(member, 100)));
  assert.equal(outcomes.filter((outcome) => outcome === 'credited').length, 3);
  assert.equal(outcomes.filter((outcome) => outcome === 'review').length, 37);
  assert.equal((await getBalances(database, site.id, member.id, { game: chart.game })).game, baht(300));

  const other = await createMember(database, site);
  await Promise.all([...Array.from({ length: 20 }, () => pay(other, 100)), set(other, 'day', 500)]);
  const { used = 0 } = (await limitOf(other, 'day')) ?? {};
  const isMore = database.transaction((tx) =>
    isAboveDepositLimit(tx, { siteId: site.id, memberId: other.id }, baht(100)),
  );
  assert.equal(await isMore, used + 100 > 500);
  assert.deepEqual(await audit(database, site.id), []);
});

test('rejects the assignment of unmatched money above the limit of the member', async () => {
  const member = await createMember(database, site);
  await set(member, 'day', 100);
  const before = await getHouseBalance(database, site.id, chart.unmatched);
  await receiveFeed(database, [{ ...lineFrom(member, 200), senderTail: undefined }]);
  const [waiting] = await database.rows<{ depositId: bigint }>(sql`
    select bank_movement_id as "depositId" from bank_movement where site_id = ${site.id} and state = 'seen' order by 1 desc limit 1`);
  assert.ok(waiting);
  const attached = await database.transaction((tx) =>
    assignDeposit(tx, { siteId: site.id, depositId: waiting.depositId, memberId: member.id, decidedBy: 'test' }),
  );
  assert.equal(attached, 'over_limit');
  assert.equal((await getHouseBalance(database, site.id, chart.unmatched)) - before, baht(200));
});

test('applies a limit to one member at one site', async () => {
  const [one, other] = [await createMember(database, site), await createMember(database, app.lanna)];
  await set(one, 'day', 1);
  assert.equal((await limitOf(other, 'day'))?.Amount, null);
  const refused = await app.send(confirmDepositLimit, { as: other, body: { span: 'day' } });
  assert.equal(refused.body.code, 'LIMIT_CHANGE_NOT_FOUND');
});
