// Adjustments by two people: what moves, what is refused, what the member reads, and what other figures make of it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import type { AdjustmentRow } from '@chaba/contract/back-office/adjustments';
import type { RowPage } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { audit, getBalances, postTransfers } from '@chaba/ledger';
import { baht, type Money, money, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { auditAll } from '#modules/audit';
import { addTurnoverRequirement, loadOpenRequirements } from '#modules/requirements';
import { listTransfers, loadTotals } from '#modules/history';
import { computeWithdrawCap, loadPosition } from '#modules/position';
import { requestWithdrawal } from '#modules/withdrawals';
import { checkSite } from '#operators/approval-rules';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember, type TestMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, operators, chaba: site, act, decide } = office;
const payments = await office.signIn('demo-payments');
const support = await office.signIn('demo-support');
const finance = await office.signIn('demo-finance');
const risk = await office.signIn('demo-risk');

type Input = Readonly<Record<string, string>>;

const creditOf = ({ id }: TestMember, amount: string, more: Input = {}): Input => ({
  member: `M${id}`,
  kind: 'goodwill',
  amount,
  turnover: '0',
  evidence: 'LINE 28 พ.ย. 14:02',
  notice: 'ชดเชยเกมขัดข้อง',
  ...more,
});
const debitOf = (member: TestMember, amount: string, kind = 'correction'): Input => {
  const { turnover: _, ...input } = creditOf(member, amount, { kind });
  return input;
};

async function request(action: 'credit' | 'debit', input: Input, as = payments): Promise<string> {
  const { data, text } = await act(as, `adjustment.${action}`, input);
  assert.equal(data?.outcome, 'requested', text);
  return data.request ?? '';
}

async function adjust(action: 'credit' | 'debit', input: Input): Promise<string> {
  const decided = await decide(finance, await request(action, input));
  return decided.data?.outcome ?? decided.code ?? '';
}

async function readMoney({ id }: TestMember): Promise<{ readonly game: Money; readonly receivable: Money }> {
  return database.transaction((tx) => getBalances(tx, site.id, id, { game: chart.game, receivable: chart.receivable }));
}

const listLines = ({ id }: TestMember) => database.transaction((tx) => loadOpenRequirements(tx, site.id, [id]));

const history = ({ id }: TestMember) => ({
  siteId: site.id,
  memberId: id,
  cursor: undefined,
  from: '2020-01-01',
  to: undefined,
  shown: undefined,
  types: undefined,
});

test('credits by two people only: the request moves nothing, the own approval is refused', async () => {
  const member = await createMember(database, site, { money: baht(100) });
  const open = await request('credit', creditOf(member, '1,250.50', { turnover: '2' }), support);
  assert.equal((await readMoney(member)).game, baht(100));
  assert.equal((await decide(support, open)).code, 'OWN_REQUEST');
  assert.equal((await decide(payments, open)).code, 'PERMISSION_MISSING');
  const other = await act(payments, 'adjustment.credit', creditOf(member, '10'));
  assert.equal(other.code, 'REQUEST_EXISTS');
  assert.equal((await decide(finance, open)).data.outcome, 'credited');
  assert.equal((await decide(finance, open)).code, 'ALREADY_DECIDED');
  assert.equal((await readMoney(member)).game, money(13_505_000n));
  const [line, ...others] = await listLines(member);
  assert.deepEqual(
    [line?.source, line?.causeId, line?.required, others],
    ['DEPOSIT', `adjust:${open}`, baht(2_501), []],
  );
  const { rows } = await listTransfers(database, history(member));
  assert.deepEqual(
    rows.map(({ id, type, state, amount, bonusId, reviewReason }) => [id, type, state, amount, bonusId, reviewReason]),
    [[BigInt(open.slice(1)), 'DEPOSIT', 'credited', money(12_505_000n), 'ADJUSTMENT', 'ชดเชยเกมขัดข้อง']],
  );
});

test('moves nothing when the second person rejects, and for roles that may not request', async () => {
  const member = await createMember(database, site, { money: baht(100) });
  const open = await request('credit', creditOf(member, '50'));
  assert.equal((await decide(finance, open, { verdict: 'rejected' })).data.outcome, 'rejected');
  assert.equal((await act(risk, 'adjustment.credit', creditOf(member, '50'))).code, 'PERMISSION_MISSING');
  assert.equal((await act(finance, 'adjustment.debit', debitOf(member, '50'))).code, 'PERMISSION_MISSING');
  assert.equal((await readMoney(member)).game, baht(100));
});

test('lists adjustments by state, direction, kind, person, day and member, with masked names', async () => {
  const member = await createMember(database, site, { money: baht(500), firstName: 'มาลี', lastName: 'ใจดี' });
  const reference = `M${String(member.id).padStart(8, '0')}`;
  const read = async (query: string, as = risk) => {
    const path = `/back-office/v1/sites/chaba/lists/adjustments?member=${reference}&${query}`;
    return office.send<RowPage<AdjustmentRow>>('GET', path, { as });
  };
  const list = async (query = '') => (await read(query)).data.rows.map(({ request: of, state }) => `${of} ${state}`);
  const credited = await request('credit', creditOf(member, '70', { turnover: '3' }), support);
  await decide(finance, credited);
  const rejected = await request('debit', debitOf(member, '50'));
  await decide(finance, rejected, { verdict: 'rejected' });
  const open = await request('debit', debitOf(member, '20', 'confiscation'));
  assert.deepEqual(await list(), [`${open} open`, `${rejected} rejected`, `${credited} done`]);
  assert.deepEqual(await list('state=open'), [`${open} open`]);
  assert.deepEqual(await list('direction=credit'), [`${credited} done`]);
  assert.deepEqual(await list('kind=confiscation'), [`${open} open`]);
  assert.deepEqual(await list('person=demo-support'), [`${credited} done`]);
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  assert.equal((await list(`day=${day}`)).length + (await list('day=2020-01-01')).length, 3);
  const [first] = (await read('state=done')).data.rows;
  assert.deepEqual(
    [first?.name, first?.amount, first?.turnover, first?.requestedBy, first?.decidedBy, first?.notice],
    ['มาลี ใ.', '70.00', 3, 'demo-support', 'demo-finance', 'ชดเชยเกมขัดข้อง'],
  );
  assert.equal((await read('state=open')).data.rows[0]?.amount, '-20.00');
  for (const [query, field] of [
    ['state=paid', 'state'],
    ['day=2026-02-30', 'day'],
    ['kind=gift', 'kind'],
  ]) {
    const wrong = await read(query ?? '');
    assert.deepEqual([wrong.status, wrong.code, wrong.params.field], [400, 'PARAMETER_INVALID', field]);
  }
  assert.equal((await read('', await office.signIn('demo-marketing'))).code, 'PERMISSION_MISSING');
  await decide(payments, open, { verdict: 'withdrawn' });
});

test('rejects a bad field by its name', async () => {
  const member = await createMember(database, site);
  const bad: Input = {
    amount: '0',
    kind: 'confiscation',
    turnover: '51',
    evidence: ' ',
    notice: '',
    member: 'M0999999999999999999999',
  };
  for (const [field, value] of Object.entries({ ...bad, amount: '1.005' })) {
    const answer = await act(payments, 'adjustment.credit', creditOf(member, '10', { [field]: value }));
    assert.deepEqual([answer.code, answer.params.field], ['FIELD_INVALID', field]);
  }
  const stranger = await act(payments, 'adjustment.credit', creditOf({ ...member, id: 999_999n }, '10'));
  assert.equal(stranger.code, 'NOT_FOUND');
});

test('debits at most what is playable, at the request and at its execution', async () => {
  const member = await createMember(database, site, { money: baht(300) });
  const above = await act(payments, 'adjustment.debit', debitOf(member, '300.01'));
  assert.deepEqual([above.code, above.params.reasons], ['BLOCKED', ['not_enough']]);
  const open = await request('debit', debitOf(member, '300'));
  await requestWithdrawal(database, { siteId: site.id, memberId: member.id, amount: baht(100), idempotencyKey: 'w' });
  const decided = await decide(finance, open);
  assert.deepEqual([decided.code, decided.params.reasons], ['BLOCKED', ['not_enough']]);
  assert.equal((await readMoney(member)).game, baht(200));
  const rest = await act(payments, 'adjustment.debit', debitOf(member, '200'));
  assert.equal(rest.code, 'REQUEST_EXISTS', 'the request is open until it is decided');
  assert.equal((await decide(finance, open, { verdict: 'rejected' })).data.outcome, 'rejected');
  assert.equal(await adjust('debit', debitOf(member, '200')), 'debited');
  assert.deepEqual(await readMoney(member), { game: zeroMoney, receivable: zeroMoney });
  const [row] = (await listTransfers(database, history(member))).rows;
  assert.deepEqual([row?.type, row?.amount], ['WITHDRAW', baht(200)]);
  assert.deepEqual(await loadTotals(database, history(member), 'both'), { in: zeroMoney, out: baht(200) });
});

test('counts requests against the amount and the day of the role', async () => {
  const member = await createMember(database, site);
  const second = await office.signIn('demo-payments-2');
  const above = await act(second, 'adjustment.credit', creditOf(member, '20000.01'));
  assert.deepEqual([above.code, above.params.limit, above.params.day], ['LIMIT_EXCEEDED', '20,000.00', '200,000.00']);
  for (let done = 0; done < 10; done += 1) {
    const open = await request('credit', creditOf(member, '20000'), second);
    assert.equal((await decide(second, open, { verdict: 'withdrawn' })).data.outcome, 'withdrawn');
  }
  assert.equal((await act(second, 'adjustment.credit', creditOf(member, '1'))).code, 'LIMIT_EXCEEDED');
  assert.equal((await readMoney(member)).game, zeroMoney);
});

test('repays a debt first, and requires turnover for the remainder', async () => {
  const member = await createMember(database, site);
  const owed = { ownerId: member.id, from: chart.receivable, to: chart.games, amount: baht(70), reason: 'owed' };
  await database.transaction((tx) => postTransfers(tx, site.id, [{ ...owed, key: `test:debt:${randomUUID()}` }]));
  assert.equal(await adjust('credit', creditOf(member, '100', { turnover: '3' })), 'credited');
  assert.deepEqual(await readMoney(member), { game: baht(30), receivable: zeroMoney });
  assert.equal((await listLines(member))[0]?.required, baht(90));
});

test('counts credits as gifts; corrections take them back once, confiscations never', async () => {
  const member = await createMember(database, site, { money: baht(500) });
  const readGifts = () =>
    database.one(sql`
      select (select coalesce(sum(gifts_e4), 0)::bigint from cashback_flow where site_id = ${site.id} and member_id = ${member.id}) as cashback,
        (select coalesce(sum(net_loss_e4), 0)::bigint from affiliate_flow where site_id = ${site.id} and member_id = ${member.id}) as commission,
        (select count(*)::int from affiliate_active_member where site_id = ${site.id} and member_id = ${member.id}) as days`);
  assert.equal(await adjust('credit', creditOf(member, '100')), 'credited');
  assert.deepEqual(await readGifts(), { cashback: baht(100), commission: -baht(100), days: 1 });
  assert.equal(await adjust('debit', debitOf(member, '30', 'confiscation')), 'debited');
  assert.deepEqual(await readGifts(), { cashback: baht(100), commission: -baht(100), days: 1 });
  assert.equal(await adjust('debit', debitOf(member, '250')), 'debited');
  assert.deepEqual(await readGifts(), { cashback: zeroMoney, commission: zeroMoney, days: 2 });
});

test('holds by rights and keys that no adjustment exists without its approval', async () => {
  const member = await createMember(database, site, { money: baht(100) });
  const open = BigInt((await request('credit', creditOf(member, '10'))).slice(1));
  const insert = sql`
    insert into adjustment (site_id, request_id, content_hash, member_id, direction, kind, amount_e4, gift_e4, evidence, notice)
    select site_id, request_id, content_hash, ${member.id}, 'credit', 'goodwill', 100000, 100000, 'none', 'none'
    from approval_request where site_id = ${site.id} and request_id = ${open}`;
  await assert.rejects(operators.execute(insert), /foreign key/);
  const made = sql`
    insert into adjustment (site_id, request_id, content_hash, member_id, direction, kind, amount_e4, gift_e4, evidence, notice)
    values (${site.id}, ${open}, '\\x00', ${member.id}, 'credit', 'goodwill', 100000, 100000, 'none', 'none')`;
  await assert.rejects(database.execute(made), /permission denied/);
  await assert.rejects(operators.execute(sql`update adjustment set amount_e4 = 1`), /permission denied/);
  await assert.rejects(operators.execute(sql`delete from adjustment`), /permission denied/);
  assert.equal((await decide(finance, `R${open}`)).data.outcome, 'credited');
  await assert.rejects(operators.execute(insert), /duplicate key|unique/);
});

test('decides one request once, however often two people send it', async () => {
  const member = await createMember(database, site);
  const open = await request('credit', creditOf(member, '500'));
  const answers = await Promise.all(Array.from({ length: 4 }, () => decide(finance, open)));
  assert.equal(answers.filter(({ data }) => data?.outcome === 'credited').length, 1);
  assert.equal((await readMoney(member)).game, baht(500));
});

test('adds a credit to what a withdraw cap lets out, and subtracts a debit', async () => {
  const member = await createMember(database, site, { money: baht(300) });
  const bound = { own: baht(100), bonus: baht(200), deposit: zeroMoney };
  const code = { memberId: member.id, source: 'ITEMCODE', required: baht(500), causeId: 'test:code' } as const;
  await database.transaction((tx) => addTurnoverRequirement(tx, site.id, { ...code, withdrawCap: baht(50), bound }));
  const readLimit = async () => computeWithdrawCap(await loadPosition(database, site.id, member.id));
  assert.equal(await readLimit(), baht(150));
  assert.equal(await adjust('credit', creditOf(member, '80')), 'credited');
  assert.equal(await readLimit(), baht(230));
  assert.equal(await adjust('debit', debitOf(member, '130')), 'debited');
  assert.equal(await readLimit(), baht(100));
});

test('leaves the journal and every rule of the audit without a finding', async () => {
  assert.deepEqual(await audit(database), []);
  assert.deepEqual(await auditAll(database, { isTest: true }), []);
  assert.deepEqual((await checkSite(operators, site.id)).findings, []);
});
