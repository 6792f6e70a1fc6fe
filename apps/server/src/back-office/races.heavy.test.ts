// Races of operators in two processes: two people on one request, approve against reject, writers of one chain.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { RequestDetail } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { DEMO_PASSWORD } from '#core/demo';
import { verifyChain } from '#modules/operators';
import { requestWithdrawal } from '#modules/withdrawals';
import { buildTestOffice, renewStepUps } from '#testing/build-back-office';
import { createMember } from '#testing/factories';
import { startOfficeProcess } from '#testing/server-process';

const office = await buildTestOffice();
const { database, operators, chaba } = office;
const [payments, otherPayments, risk, finance] = await Promise.all(
  ['demo-payments', 'demo-payments-2', 'demo-risk', 'demo-finance'].map((name) => office.signIn(name)),
);
const BASE = '/back-office/v1/sites/chaba';
const reason = 'checked by a test';

type Answer = { readonly status: number; readonly data: Record<string, string>; readonly code: string | undefined };
type Send = (as: string | undefined, path: string, body: object) => Promise<Answer>;

/** Calls of the office of this process. */
const sendHere: Send = (as = '', path, body) => office.send('POST', `${BASE}${path}`, { as, body });

/** A second process of the back office on the same database. */
async function startOffice(): Promise<Send> {
  const { url: origin } = await startOfficeProcess(database.operatorUrl, { LOG_LEVEL: 'error' });
  return async (as = '', path, body) => {
    const answer = await fetch(`${origin}${BASE}${path}`, {
      method: 'POST',
      headers: {
        cookie: as,
        origin,
        'content-type': 'application/json',
        'x-back-office': '1',
        'x-user-act': '1',
      },
      body: JSON.stringify(body),
    });
    const { data = {}, code } = (await answer.json()) as { data?: Record<string, string>; code?: string };
    assert.ok(answer.status < 500, `${answer.status} of ${origin}${path}`);
    return { status: answer.status, data, code };
  };
}

const sendThere = await startOffice();

async function createWithdrawal(amount: number): Promise<string> {
  const member = await createMember(database, chaba, { money: baht(900_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount: baht(amount), idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return `W${String(withdrawalId).padStart(8, '0')}`;
}

const countOf = async (text: string, value: string): Promise<number> => {
  const { count } = await database.owner.one<{ count: number }>({
    strings: [`select count(*)::int as count from ${text} = `, ''],
    values: [value],
  });
  return count;
};

test('lets one of two people in two processes decide a request, 100 times', async () => {
  for (let round = 0; round < 100; round += 1) {
    const withdrawal = await createWithdrawal(48_000);
    const { data } = await sendHere(payments, '/actions/withdrawal.approve', { input: { withdrawal }, reason });
    const { request = '' } = data;
    const { data: detail } = await office.send<RequestDetail>('GET', `${BASE}/requests/${request}`, { as: risk ?? '' });
    const body = {
      verdict: 'approved',
      reason,
      contentHash: detail.contentHash,
      factor: { kind: 'demo', password: DEMO_PASSWORD },
    };
    const answers = await Promise.all([
      sendHere(risk, `/requests/${request}/decision`, body),
      sendThere(finance, `/requests/${request}/decision`, body),
    ]);
    const outcomes = answers.map(({ status, code }) => code ?? String(status)).toSorted();
    assert.deepEqual(outcomes, ['200', 'ALREADY_DECIDED'], `round ${round}`);
    assert.equal(
      await countOf(
        `audit_entry where outcome = 'done' and action = 'request.approved' and subject`,
        `request ${request}`,
      ),
      1,
    );
  }
  const { decisions, executions } = await database.owner.one<Record<string, number>>(sql`
    select (select count(*)::int from approval_decision) as decisions, (select count(*)::int from approval_execution) as executions`);
  assert.deepEqual([decisions, executions], [100, 100]);
});

test('requests the withdrawal that passes the sum of a day, sent to two processes at once', async () => {
  await database.owner.execute(sql`
    insert into operator_limit (site_id, role, action, amount_e4, day_e4)
    values (${chaba.id}, 'payments', 'withdrawal.approve', ${baht(10_000)}, ${baht(15_000)})`);
  const references = await Promise.all(Array.from({ length: 12 }, () => createWithdrawal(6_000)));
  const answers = await Promise.all(
    references.map((withdrawal, index) =>
      (index % 2 === 0 ? sendHere : sendThere)(otherPayments, '/actions/withdrawal.approve', {
        input: { withdrawal },
        reason,
      }),
    ),
  );
  const outcomes = answers.map(({ data }) => data['outcome']);
  assert.equal(outcomes.filter((outcome) => outcome === 'approved').length, 2);
  assert.equal(outcomes.filter((outcome) => outcome === 'requested').length, 10);
  await database.owner.execute(sql`delete from operator_limit`);
  await database.owner.execute(sql`delete from operator_day_sum`);
});

test('ends approve against reject with one outcome and one entry, 1,000 times in one and in two processes', async () => {
  // Small amounts, so that the sum of a day stays within the limit.
  await database.owner.execute(sql`update site set is_withdraw_automatic = false where site_id = ${chaba.id}`);
  const outcomes = new Map<string, number>();
  for (let round = 0; round < 1_000; round += 1) {
    await renewStepUps(database);
    const withdrawal = await createWithdrawal(100);
    const second = round % 2 === 0 ? sendHere : sendThere;
    const input = { withdrawal };
    const answers = await Promise.all([
      sendHere(payments, '/actions/withdrawal.reject', { input, reason }),
      second(otherPayments, '/actions/withdrawal.approve', { input, reason }),
    ]);
    const done = answers.filter(({ status }) => status === 200);
    const { state } = await database.owner.one<{ state: string }>(sql`
      select state from withdrawal where site_id = ${chaba.id} and withdrawal_id = ${BigInt(withdrawal.slice(1))}`);
    assert.equal(done.length, 1, `round ${round}: ${JSON.stringify(answers)}`);
    assert.equal(done[0]?.data['outcome'], state);
    assert.equal(await countOf(`audit_entry where outcome = 'done' and subject`, withdrawal), 1);
    outcomes.set(state, (outcomes.get(state) ?? 0) + 1);
  }
  assert.deepEqual(await audit(database), []);
  console.log(`approve against reject: ${JSON.stringify(Object.fromEntries(outcomes))}`);
});

test('appends 10,000 entries of 16 writers in two processes to one chain', async () => {
  const before = await verifyChain(operators, chaba.id);
  let left = 10_000;
  const write = async (send: Send): Promise<void> => {
    while (left > 0) {
      left -= 1;
      // A refused action is one entry.
      const { code } = await send(finance, '/actions/withdrawal.reject', { input: { withdrawal: 'W1' }, reason });
      assert.equal(code, 'PERMISSION_MISSING');
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, index) => write(index % 2 === 0 ? sendHere : sendThere)));
  const { entries, problems } = await verifyChain(operators, chaba.id);
  assert.deepEqual([entries - before.entries, problems], [10_000n, []]);
});
