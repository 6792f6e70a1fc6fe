// Contacts, complaints with their deadline, and canned replies, over HTTP.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ComplaintDetail, ComplaintRow, ContactRow, ReplyRow } from '@chaba/contract/back-office/case-wire';
import type { QueueRow } from '@chaba/contract/back-office/queue-wire';
import type { RowPage } from '@chaba/contract/back-office/wire';
import type { TimelinePage } from '@chaba/contract/back-office/wire-members';
import { sql } from '@chaba/database';

import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, operators, chaba, lanna, send, act } = office;
const SITE = '/back-office/v1/sites/chaba';
const [support, risk, marketing] = [
  await office.signIn('demo-support'),
  await office.signIn('demo-risk'),
  await office.signIn('demo-marketing'),
] as const;
const member = await createMember(database, chaba);
const reference = `M${String(member.id).padStart(8, '0')}`;
const DAY_MS = 86_400_000;

const readRows = async <Row>(list: string, as = support): Promise<readonly Row[]> =>
  (await send<RowPage<Row>>('GET', `${SITE}/lists/${list}`, { as })).data.rows;
const readQueue = async (): Promise<QueueRow | undefined> =>
  (await readRows<QueueRow>('queues')).find(({ queue }) => queue === 'complaints');
const readComplaint = async (complaint: string): Promise<ComplaintDetail> =>
  (await send<ComplaintDetail>('GET', `${SITE}/complaints/${complaint}`, { as: support })).data;

/** Opens a complaint and returns its reference. */
async function open(days: string, summary = 'ถอนเงินแล้วยังไม่ได้รับ'): Promise<string> {
  const input = { member: reference, category: 'withdrawal', channel: 'phone', days };
  const { status } = await act(support, 'complaint.open', input, { reason: summary });
  assert.equal(status, 200);
  const { id } = await database.owner.one<{ id: bigint }>(
    sql`select max(complaint_id) as id from complaint where site_id = ${chaba.id}`,
  );
  return `C${String(id).padStart(8, '0')}`;
}

test('records a contact once for its key, and rejects a chat elsewhere', async () => {
  const input = { member: reference, channel: 'line', direction: 'in', chat: 'https://chat.line.biz/U1/chat/2' };
  const more = { reason: 'ถามเรื่องยอดเทิร์น', key: 'contact-key-1' };
  assert.equal((await act(support, 'contact.record', input, more)).data.outcome, 'written');
  assert.equal((await act(support, 'contact.record', input, more)).data.outcome, 'written');
  for (const chat of ['https://evil.example/', 'javascript:alert(1)', 'https://chat.line.biz/" onclick="x']) {
    const refused = await act(support, 'contact.record', { ...input, chat });
    assert.deepEqual([refused.code, refused.params.field], ['FIELD_INVALID', 'chat']);
  }
  const [row, ...others] = await readRows<ContactRow>('contacts?channel=line');
  assert.deepEqual(
    [row?.summary, row?.by, row?.direction, row?.chatUrl, others.length],
    [more.reason, 'demo-support', 'in', input.chat, 0],
  );
  assert.ok(!JSON.stringify(row).includes(member.phone));
});

test('shows contacts and complaints in the timeline to those who work on cases alone', async () => {
  await open('');
  const read = async (as: string): Promise<readonly string[]> => {
    const body = { kinds: '', before: '' };
    const { data } = await send<TimelinePage>('POST', `${SITE}/members/${reference}/timeline`, { as, body });
    return data.events.map(({ kind }) => kind);
  };
  const kinds = await read(support);
  assert.ok(kinds.includes('contact') && kinds.includes('complaint'));
  const others = await read(marketing);
  assert.ok(!others.includes('contact') && !others.includes('complaint'));
  const named = await send<TimelinePage>('POST', `${SITE}/members/${reference}/timeline`, {
    as: marketing,
    body: { kinds: 'contact complaint', before: '' },
  });
  assert.deepEqual(named.data.events, []);
});

test('gives a complaint the target of the queue, or the days that were chosen', async () => {
  const usual = await readComplaint(await open(''));
  const dueIn = (row: ComplaintRow): number => Date.parse(row.dueAt) - Date.parse(row.openedAt);
  assert.equal(dueIn(usual), 7 * DAY_MS);
  assert.equal(dueIn(await readComplaint(await open('1'))), DAY_MS);
  const wrong = await act(support, 'complaint.open', {
    member: reference,
    category: 'withdrawal',
    channel: 'phone',
    days: '900',
  });
  assert.deepEqual([wrong.code, wrong.params.field], ['FIELD_INVALID', 'days']);
});

test('counts open complaints, and marks the one whose deadline passed', async () => {
  const complaint = await open('3');
  const before = await readQueue();
  assert.ok((before?.count ?? 0) >= 1 && Date.parse(before?.dueAt ?? '') > Date.now());
  assert.equal((await readRows<ComplaintRow>('complaints?queue=overdue')).length, 0);
  const id = BigInt(complaint.slice(1));
  await database.owner.execute(sql`
    update complaint set opened_at = now() - interval '4 days', due_at = now() - interval '1 second'
    where site_id = ${chaba.id} and complaint_id = ${id}`);
  const [overdue] = await readRows<ComplaintRow>('complaints?queue=overdue');
  assert.deepEqual([overdue?.reference, overdue?.isOverdue], [complaint, true]);
  assert.ok(Date.parse((await readQueue())?.dueAt ?? '') <= Date.now());
  assert.equal(
    (await readRows<ComplaintRow>('complaints'))[0]?.reference,
    complaint,
    'the first deadline stands first',
  );
  await act(support, 'complaint.close', { complaint, outcome: 'withdrawn' });
  assert.equal((await readRows<ComplaintRow>('complaints?queue=overdue')).length, 0);
});

test('assigns, escalates, answers, closes and reopens a complaint, each with its entry', async () => {
  const complaint = await open('');
  const assign = (operator: string) => act(support, 'complaint.assign', { complaint, operator });
  assert.equal((await assign('demo-payments')).params.field, 'operator', 'payments does not work on cases');
  assert.equal((await assign('demo-support')).data.outcome, 'owned');
  assert.deepEqual(
    (await readRows<ComplaintRow>('complaints?queue=mine')).map((row) => row.reference),
    [complaint],
  );
  assert.ok(!(await readRows<ComplaintRow>('complaints?queue=unassigned')).some((row) => row.reference === complaint));
  assert.equal((await act(support, 'complaint.escalate', { complaint })).data.outcome, 'escalated');
  assert.equal((await act(support, 'complaint.escalate', { complaint })).code, 'NOT_WAITING');
  const escalated = await readComplaint(complaint);
  assert.deepEqual([escalated.isEscalated, escalated.owner], [true, null]);
  assert.ok(escalated.workers.includes('demo-risk') && !escalated.workers.includes('demo-payments'));

  const early = await act(risk, 'complaint.close', { complaint, outcome: 'upheld' });
  assert.deepEqual([early.code, early.params.reasons], ['BLOCKED', ['no_answer']]);
  const answer = 'เรียน คุณสมชาย\nโอนแล้ววันนี้ค่ะ';
  assert.equal((await act(risk, 'complaint.answer', { complaint, answer: 'x' })).params.field, 'answer');
  assert.equal((await act(risk, 'complaint.answer', { complaint, answer })).data.outcome, 'answered');
  const [one, other] = await Promise.all([
    act(risk, 'complaint.close', { complaint, outcome: 'upheld' }),
    act(support, 'complaint.close', { complaint, outcome: 'rejected' }),
  ]);
  assert.deepEqual([one.code ?? '200', other.code ?? '200'].toSorted(), ['200', 'NOT_WAITING']);
  const closed = await readComplaint(complaint);
  assert.deepEqual([closed.state, closed.answer, closed.isOverdue], ['closed', answer, false]);
  assert.equal((await act(risk, 'complaint.answer', { complaint, answer })).code, 'NOT_WAITING');
  assert.equal((await readRows<ComplaintRow>('complaints?queue=closed'))[0]?.reference, complaint);
  assert.equal((await act(support, 'complaint.reopen', { complaint })).data.outcome, 'reopened');
  assert.deepEqual(
    (await readComplaint(complaint)).steps.map(({ action }) => action),
    ['complaint.reopen', 'complaint.close', 'complaint.answer', 'complaint.escalate', 'complaint.assign'],
  );
});

test('keeps complaints and contacts of a site to its operators, and from the product', async () => {
  const stranger = await createMember(database, lanna);
  const input = { member: `M${stranger.id}`, category: 'other', channel: 'other', days: '' };
  assert.equal((await act(support, 'complaint.open', input)).code, 'NOT_FOUND');
  const reads = [sql`select from contact`, sql`select from complaint`, sql`select from canned_reply`];
  for (const read of reads) await assert.rejects(database.rows(read), /permission denied/);
  await assert.rejects(operators.execute(sql`update contact set summary = 'changed'`), /permission denied/);
  await assert.rejects(operators.execute(sql`delete from complaint`), /permission denied/);
});

test('saves, renames and removes canned replies whose placeholders can be filled', async () => {
  const reply = {
    reply: '',
    name: 'ถอนเงินรอตรวจ',
    topic: 'withdrawal',
    th: 'เรียน คุณ{name} กำลังตรวจสอบ',
    en: 'Dear {name}',
  };
  const unknown = await act(support, 'reply.save', { ...reply, th: 'ยอด {balance}' });
  assert.deepEqual([unknown.code, unknown.params.field], ['FIELD_INVALID', '{balance}']);
  assert.equal((await act(support, 'reply.save', reply)).data.outcome, 'saved');
  assert.equal((await act(support, 'reply.save', reply)).params.field, 'name', 'the name is taken');
  const [row] = await readRows<ReplyRow>('replies');
  assert.deepEqual([row?.name, row?.th, row?.changedBy], [reply.name, reply.th, 'demo-support']);
  const id = row?.id ?? '';
  const renamed = await act(risk, 'reply.save', { ...reply, reply: id, name: 'รอตรวจ' });
  assert.equal(renamed.data.outcome, 'saved');
  assert.equal((await act(marketing, 'reply.remove', { reply: id })).code, 'PERMISSION_MISSING');
  assert.equal((await act(risk, 'reply.remove', { reply: id })).data.outcome, 'removed');
  assert.equal((await act(risk, 'reply.remove', { reply: id })).code, 'NOT_FOUND');
  assert.deepEqual(await readRows<ReplyRow>('replies'), []);
});
