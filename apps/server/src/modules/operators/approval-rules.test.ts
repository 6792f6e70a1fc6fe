// The hourly rules: each change that an operator's login makes by SQL without its request is a finding, and the proper
// way makes none.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type Sql, sql } from '@chaba/database';
import { postTransfers } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { verifyChains } from '#back-office';
import { chart } from '#core/chart-of-accounts';
import { listOpenFindings } from '#modules/audit';
import { listOpenAccounts } from '#modules/shown-accounts';
import { requestWithdrawal } from '#modules/withdrawals';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

import { findUnapproved } from './approval-rules.ts';

const office = await buildTestOffice();
const { database, operators, chaba } = office;
const payments = await office.signIn('demo-payments');
const finance = await office.signIn('demo-finance');
const admin = await office.signIn('demo-admin');
const second = await office.signIn('demo-admin-2');
const raw = (text: string): Sql => ({ strings: [text], values: [] });

async function createWithdrawal(amount: number): Promise<string> {
  const member = await createMember(database, chaba, { money: baht(900_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount: baht(amount), idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return `W${String(withdrawalId).padStart(8, '0')}`;
}

async function approve(as: string, other: string, action: string, input: Readonly<Record<string, string>>) {
  const { data, text } = await office.act(as, action, input);
  assert.equal(data.outcome, 'requested', text);
  const decided = await office.decide(other, data.request ?? '');
  assert.equal(decided.status, 200, decided.text);
}

const listRules = async (): Promise<readonly string[]> =>
  [...new Set((await findUnapproved(operators, chaba.id)).map(({ rule }) => rule))].toSorted((one, other) =>
    one.localeCompare(other),
  );

test('finds nothing after requests that a second person approved', async () => {
  const within = await createWithdrawal(8_000);
  assert.equal((await office.act(payments, 'withdrawal.approve', { withdrawal: within })).data.outcome, 'approved');
  const above = await createWithdrawal(30_000);
  await approve(payments, finance, 'withdrawal.approve', { withdrawal: above });
  const account = { bank: '004', account: '1112223334', holder: 'บจก. ชบา' };
  await approve(payments, finance, 'account.open', account);
  const { id } = await createMember(database, chaba);
  const gift = { member: `M${id}`, kind: 'goodwill', amount: '1,040', evidence: 'LINE', notice: 'ชดเชย' };
  await approve(payments, finance, 'adjustment.credit', { ...gift, turnover: '1' });
  await approve(admin, second, 'operator.invite', { name: 'malee', displayName: 'Malee', roles: 'risk, payments' });
  await approve(admin, second, 'operator.set-limit', {
    role: 'payments',
    action: 'withdrawal.approve',
    amount: '21,000.00',
    day: '210000',
  });
  assert.deepEqual(await findUnapproved(operators, chaba.id), []);
});

test('shows a new account a minute after the approval in play mode', async () => {
  const shown = async (): Promise<boolean> =>
    (await listOpenAccounts(database, chaba.id)).some(({ account }) => account === '1112223334');
  const shift = (seconds: number) =>
    database.owner.execute(sql`
      update receiving_account set active_from = now() + make_interval(secs => ${seconds}::int) where account = '1112223334'`);
  const { left } = await database.owner.one<{ left: number }>(sql`
    select extract(epoch from active_from - now())::int as left from receiving_account where account = '1112223334'`);
  assert.ok(left > 0 && left <= 60, String(left));
  await shift(600);
  assert.equal(await shown(), false);
  await shift(-1);
  assert.equal(await shown(), true);
});

/** A credit with the key of a request about another member. */
async function plantAdjustment(): Promise<void> {
  const { requestId } = await database.owner.one<{ requestId: bigint }>(sql`
    select request_id as "requestId" from approval_execution join approval_request using (site_id, request_id)
    where site_id = ${chaba.id} and action = 'adjustment.credit'`);
  const { id: ownerId } = await createMember(database, chaba);
  const credit = { ownerId, from: chart.adjustments, to: chart.game, amount: baht(40), reason: 'adjustment' };
  await operators.transaction((tx) => postTransfers(tx, chaba.id, [{ ...credit, key: `adjust:R${requestId}:more` }]));
}

const PLANTS: readonly (readonly [rule: string, plant: () => Promise<unknown>])[] = [
  [
    'a payout above the limit has its executed request',
    async () => {
      const reference = await createWithdrawal(40_000);
      await operators.execute(sql`
        update withdrawal set state = 'approved', decided_by = 'demo-payments', decided_at = now()
        where site_id = ${chaba.id} and withdrawal_id = ${BigInt(reference.slice(1))}`);
    },
  ],
  ['an adjustment has its executed request', plantAdjustment],
  [
    'an open receiving account has its executed request',
    () =>
      operators.execute(sql`
        insert into receiving_account (site_id, kind, bank_code, account, holder_name, active_from)
        values (${chaba.id}, 'bank', '004', '5556667778', 'ใคร', now())`),
  ],
  [
    'a role has its executed request',
    () =>
      operators.execute(
        raw(`insert into operator_role (site_id, operator_id, role, request_id)
          select ${chaba.id}, operator_id, 'finance', (select max(request_id) from approval_execution) from operator where name = 'malee'`),
      ),
  ],
  [
    'a limit of a role has its executed request',
    () => operators.execute(raw(`update operator_limit set amount_e4 = amount_e4 * 10, day_e4 = day_e4 * 10`)),
  ],
];

test('finds each change that was made by SQL without its request', async () => {
  for (const [rule, plant] of PLANTS) {
    const before = await listRules();
    await plant();
    const found = (await listRules()).filter((each) => !before.includes(each));
    assert.deepEqual(found, [rule]);
  }
});

test('saves a violation once as a finding of the site, and names it in the log', async () => {
  const log = office.office.context.log;
  await verifyChains({ database: operators, log });
  await verifyChains({ database: operators, log });
  const saved = (await listOpenFindings(operators, chaba.id)).map(({ rule }) => rule);
  for (const [rule] of PLANTS) assert.equal(saved.filter((each) => each === rule).length, 1, rule);
  assert.ok(office.logLines.some((line) => line.includes('"audit finding"') && line.includes('5556667778')));
});
