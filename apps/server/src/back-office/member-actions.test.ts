// Actions about members: lock, sessions, notes, tags, a recorded reveal, another identity by two people.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { AuditRow, RequestDetail, RowPage } from '@chaba/contract/back-office/wire';
import type { MemberDetail } from '@chaba/contract/back-office/wire-members';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { loadReview, requestWithdrawal } from '#modules/withdrawals';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember, createSession } from '#testing/factories';

const office = await buildTestOffice();
const { database, chaba, send, act, decide } = office;
const SITE = '/back-office/v1/sites/chaba';
const support = await office.signIn('demo-support');
const risk = await office.signIn('demo-risk');
const marketing = await office.signIn('demo-marketing');

const create = async (): Promise<{ id: bigint; reference: string; phone: string; bankAccount: string }> => {
  const member = await createMember(database, chaba, { money: baht(5_000) });
  return { ...member, reference: `M${String(member.id).padStart(8, '0')}` };
};
const load = async (reference: string): Promise<MemberDetail> =>
  (await send<MemberDetail>('GET', `${SITE}/members/${reference}`, { as: support })).data;
const subjectOf = (reference: string): string =>
  reference.startsWith('M') ? `member%20${Number(reference.slice(1))}` : reference;
const listEntries = async (reference: string): Promise<readonly AuditRow[]> =>
  (await send<RowPage<AuditRow>>('GET', `${SITE}/lists/audit?subject=${subjectOf(reference)}`, { as: risk })).data.rows;

test('locks and unlocks a member at once, ends sessions, and records each', async () => {
  const { id, reference } = await create();
  await createSession(database, chaba.id, id);
  assert.equal((await act(support, 'member.lock', { member: reference })).data.outcome, 'locked');
  assert.equal((await load(reference)).state, 'locked');
  assert.equal((await act(support, 'member.lock', { member: reference })).code, 'NOT_WAITING');
  assert.equal((await act(risk, 'member.unlock', { member: reference })).data.outcome, 'unlocked');
  assert.equal((await act(support, 'member.end-sessions', { member: reference })).data.outcome, 'ended');
  const { sessions } = await database.one<{ sessions: number }>(
    sql`select count(*)::int as sessions from member_session where site_id = ${chaba.id} and member_id = ${id}`,
  );
  assert.equal(sessions, 0);
  const outcomes = (await listEntries(reference)).map(({ action, outcome }) => `${action} ${outcome}`);
  assert.deepEqual(outcomes, ['member.end-sessions done', 'member.unlock done', 'member.lock done']);
  assert.deepEqual(await audit(database), []);
});

test('reveals one field, once for its key, and writes it into no entry', async () => {
  const { reference, phone, bankAccount } = await create();
  const key = 'reveal-key-1';
  const shown = await act(support, 'member.reveal', { member: reference, field: 'phone' }, { key });
  assert.deepEqual([shown.data.outcome, shown.data.secret], ['revealed', phone]);
  const again = await act(support, 'member.reveal', { member: reference, field: 'phone' }, { key });
  assert.equal(again.data.secret, undefined);
  const account = await act(support, 'member.reveal', { member: reference, field: 'account' });
  assert.equal(account.data.secret, `014 ${bankAccount}`);
  assert.equal((await act(support, 'member.reveal', { member: reference, field: 'password' })).code, 'FIELD_INVALID');
  assert.equal(
    (await act(marketing, 'member.reveal', { member: reference, field: 'phone' })).code,
    'PERMISSION_MISSING',
  );
  const entries = JSON.stringify(await listEntries(reference));
  assert.match(entries, /member\.reveal/);
  assert.ok(!entries.includes(phone) && !entries.includes(bankAccount));
  assert.ok(office.logLines.every((line) => !line.includes(phone) && !line.includes(bankAccount)));
});

test('writes, pins and removes notes, and tags a member within the list', async () => {
  const { reference } = await create();
  const reason = 'โทรมาสองครั้ง ขอเปลี่ยนบัญชี';
  await act(support, 'member.note', { member: reference, pinned: '' }, { reason: 'older note' });
  await act(support, 'member.note', { member: reference, pinned: 'yes' }, { reason });
  const { notes } = await load(reference);
  assert.deepEqual(
    notes.map(({ text, isPinned, writtenBy }) => [text, isPinned, writtenBy]),
    [
      [reason, true, 'demo-support'],
      ['older note', false, 'demo-support'],
    ],
  );
  const note = notes[0]?.id ?? '';
  assert.equal((await act(marketing, 'member.change-note', { note, to: 'removed' })).data.outcome, 'removed');
  assert.equal((await act(marketing, 'member.change-note', { note, to: 'pinned' })).code, 'NOT_FOUND');
  assert.equal((await act(support, 'member.tag', { member: reference, tag: ' VIP  ทอง ' })).data.outcome, 'tagged');
  assert.equal((await act(support, 'member.tag', { member: reference, tag: 'vip ทอง' })).code, 'NOT_WAITING');
  assert.equal((await act(support, 'member.tag', { member: reference, tag: '<b>' })).code, 'FIELD_INVALID');
  const detail = await load(reference);
  assert.deepEqual([detail.tags, detail.notes.length], [['vip ทอง'], 1]);
  const tagged = await send<RowPage<{ reference: string }>>(
    'GET',
    `${SITE}/lists/members?tag=vip%20${encodeURIComponent('ทอง')}`,
    { as: support },
  );
  assert.deepEqual(
    tagged.data.rows.map((row) => row.reference),
    [reference],
  );
  assert.equal((await act(support, 'member.untag', { member: reference, tag: 'vip ทอง' })).data.outcome, 'untagged');
});

test('changes an identity by two people alone, ends all sessions, and reviews withdrawals of the next days', async () => {
  const { id, reference, bankAccount } = await create();
  await createSession(database, chaba.id, id);
  const nothing = { memberId: String(id), firstName: '', lastName: '', bankCode: '', bankAccount: '', phone: '' };
  const wanted = { ...nothing, bankCode: '004', bankAccount: '5550001119' };
  assert.equal((await act(support, 'member.identity', nothing)).code, 'FIELD_INVALID');
  assert.equal((await act(support, 'member.identity', { ...wanted, bankCode: '' })).code, 'FIELD_INVALID');
  assert.equal((await act(risk, 'member.identity', wanted)).code, 'PERMISSION_MISSING');
  const other = await create();
  const taken = await act(support, 'member.identity', { ...nothing, phone: other.phone });
  assert.deepEqual([taken.code, taken.params.field], ['FIELD_INVALID', 'phone']);

  const proposed = await act(support, 'member.identity', wanted);
  const request = proposed.data.request ?? '';
  assert.equal((await load(reference)).request, request);
  assert.equal((await decide(support, request)).code, 'OWN_REQUEST');
  const { data: shown } = await send<RequestDetail>('GET', `${SITE}/requests/${request}`, { as: risk });
  assert.equal(shown.facts['newDestination'], '004 xxx1119');
  assert.equal((await decide(risk, request)).data.outcome, 'changed');
  const row = await database.one(sql`
    select bank_code, bank_account, (select count(*)::int from member_session s where s.site_id = ${chaba.id} and s.member_id = ${id}) as sessions
    from member where site_id = ${chaba.id} and member_id = ${id}`);
  assert.deepEqual(row, { bank_code: '004', bank_account: '5550001119', sessions: 0 });
  assert.equal((await decide(risk, request)).code, 'ALREADY_DECIDED');

  const requested = { siteId: chaba.id, memberId: id, amount: baht(500), idempotencyKey: 'after' };
  const { withdrawalId } = await requestWithdrawal(database, requested);
  const review = await loadReview(database, chaba.id, withdrawalId);
  assert.deepEqual([review?.withdrawal.state, review?.withdrawal.reviewReasons], ['requested', ['IDENTITY_CHANGED']]);
  const entries =
    JSON.stringify(await listEntries(reference)) + JSON.stringify(await listEntries(`request%20${request}`));
  assert.ok(!entries.includes('5550001119') && !entries.includes(bankAccount));
  assert.deepEqual(await audit(database), []);
});
