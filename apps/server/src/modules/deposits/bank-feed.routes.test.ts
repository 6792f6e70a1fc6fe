// Deliveries of the bank's feed over HTTP: each line is read alone, and what cannot be read is kept for operators.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BANK_BODY_BYTES_MAX } from '@chaba/contract/constraints';
import * as contract from '@chaba/contract/deposits';
import { getBalance } from '@chaba/contract/members';
import { sql } from '@chaba/database';

import { auditAll } from '#modules/audit';
import {
  closeUnreadReport,
  deleteOldReports,
  keepUnreadReports,
  listOverfullReportDays,
  listUnreadReports,
} from '#modules/bank-reports';
import { openOurAccount, OUR_ACCOUNT, OUR_BANK } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';

import { waitingDeposits } from './deposits.ts';
import { splitDelivery } from './feed-framing.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
await openOurAccount(database, site);

let lineCount = 0;

function goodLine(member: TestMember, given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  lineCount += 1;
  return {
    lineId: `good-${lineCount}`,
    receivingBankCode: OUR_BANK,
    receivingAccount: OUR_ACCOUNT,
    amount: `${1_000 + lineCount}.00`,
    at: new Date(Date.now() - 60_000).toISOString(),
    senderBankCode: member.bankCode,
    senderTail: member.bankAccount.slice(-4),
    senderName: 'นาย สมชาย ใ',
    ...given,
  };
}

async function deliver(raw: string | Buffer): Promise<number> {
  const { status } = await app.send(contract.receiveBankFeed, { raw, signedBy: 'bank' });
  return status;
}

const toDelivery = (...lines: readonly string[]): string => `{"lines":[${lines.join(',')}]}`;
const loadBalance = async (member: TestMember) => (await app.send(getBalance, { as: member })).body.data.balance;

/** Each line as it comes first in a delivery, and the beginning of the reason with which it is kept. */
const unreadable: readonly (readonly [line: (member: TestMember) => string, reason: string])[] = [
  ...(
    [
      [{ at: '0001-01-01T00:00:00Z' }, 'TIME_IMPLAUSIBLE'],
      [{ at: '9999-12-31T23:59:59.999Z' }, 'TIME_IMPLAUSIBLE'],
      [{ at: '1983-11-27T10:00:00Z' }, 'TIME_IMPLAUSIBLE'],
      [{ at: 'yesterday' }, 'FIELDS: at'],
      [{ at: '2026-02-30T10:00:00Z' }, 'FIELDS: at'],
      [{ at: 1_795_000_000 }, 'FIELDS: at'],
      [{ amount: '1,000.00' }, 'FIELDS: amount'],
      [{ amount: '5' }, 'FIELDS: amount'],
      [{ amount: 5 }, 'FIELDS: amount'],
      [{ amount: '1e3' }, 'FIELDS: amount'],
      [{ amount: '5.001' }, 'FIELDS: amount'],
      [{ amount: null }, 'FIELDS: amount'],
      [{ transRef: 'A'.repeat(26) }, 'FIELDS: transRef'],
      [{ transRef: 'A B' }, 'FIELDS: transRef'],
      [{ senderName: null }, 'FIELDS: senderName'],
      [{ senderName: 'ก'.repeat(251) }, 'FIELDS: senderName'],
      [{ receivingBankCode: 4 }, 'FIELDS: receivingBankCode'],
      [{ receivingAccount: '9'.repeat(41) }, 'FIELDS: receivingAccount'],
      [{ lineId: '' }, 'FIELDS: lineId'],
      [{ lineId: undefined }, 'FIELDS: lineId'],
      [{ balanceAfter: 'a lot' }, 'FIELDS: balanceAfter'],
      [{ senderTail: {} }, 'FIELDS: senderTail'],
    ] as const
  ).map(([given, reason]) => [(member: TestMember) => JSON.stringify(goodLine(member, given)), reason] as const),
  [() => 'null', 'FIELDS: line'],
  [() => '"a text"', 'FIELDS: line'],
  [() => '[1, 2]', 'FIELDS: line'],
  [() => '17', 'FIELDS: line'],
  [() => '{"amount":1e400}', 'NOT_JSON'],
  [() => '{"amount":"1.00","amount":"9.00"}', 'NOT_JSON'],
  [() => String.raw`{"senderName":"\ud800"}`, 'NOT_JSON'],
  [() => String.raw`{"senderName":"\u0000"}`, 'NOT_JSON'],
  [() => '{"__proto__":{}}', 'NOT_JSON'],
  [() => '{"lineId": undefined}', 'NOT_JSON'],
  [() => '{"a":'.repeat(20) + '1' + '}'.repeat(20), 'NOT_JSON'],
  [() => JSON.stringify({ lineId: 'x', other: 'ก'.repeat(20_000) }), 'FIELDS'],
];

test('credits a good line beside any unreadable one at the first delivery, and keeps that one as it came', async () => {
  for (const [write, reason] of unreadable) {
    const member = await createMember(database, site);
    const bad = write(member);
    const good = goodLine(member);
    assert.equal(await deliver(toDelivery(bad, JSON.stringify(good))), 200, bad.slice(0, 100));
    assert.equal(await loadBalance(member), Number(good['amount']), bad.slice(0, 100));
    const [kept] = await listUnreadReports(database, site.id);
    assert.ok(kept);
    assert.ok(kept.reason.startsWith(reason), `${bad.slice(0, 100)}: ${kept.reason}`);
    assert.ok(bad.startsWith(kept.content) && kept.content.length >= Math.min(bad.length, 5_000));
    assert.equal(kept.contentBytes, Buffer.byteLength(bad));
  }
  assert.deepEqual(await auditAll(database, { isTest: true }), []);
});

test('counts 0.00 and debits as lines without incoming money', async () => {
  const before = (await listUnreadReports(database, site.id)).length;
  const member = await createMember(database, site);
  const none = ['0.00', '-5.00', '-0.01', '-12345.00'].map((amount) => JSON.stringify(goodLine(member, { amount })));
  const good = goodLine(member, { balanceAfter: '-3.00' });
  assert.equal(await deliver(toDelivery(...none, JSON.stringify(good))), 200);
  assert.equal(await loadBalance(member), Number(good['amount']));
  assert.equal((await listUnreadReports(database, site.id)).length, before);
});

test('reads a line whose bytes are no UTF-8 alone', async () => {
  const member = await createMember(database, site);
  const good = goodLine(member);
  const bytes = Buffer.from(toDelivery('{"senderName":"\u00B9\u00D2\u00C2"}'), 'latin1');
  const body = Buffer.concat([bytes.subarray(0, -2), Buffer.from(`,${JSON.stringify(good)}]}`)]);
  assert.equal(await deliver(body), 200);
  assert.equal(await loadBalance(member), Number(good['amount']));
  assert.match((await listUnreadReports(database, site.id))[0]?.reason ?? '', /^NOT_JSON/);
});

test('keeps a delivery without a list of lines and acknowledges it', async () => {
  for (const raw of [
    '',
    'lines',
    '{}',
    '[]',
    '{"lines":{}}',
    '{"lines":[',
    '{"lines":[{"a":"]}',
    '{"lines":[{]}}',
    'null',
    '\u0000',
  ]) {
    assert.equal(await deliver(raw), 200, raw);
    const [kept] = await listUnreadReports(database, site.id);
    assert.deepEqual([kept?.kind, kept?.reason], ['delivery', 'DELIVERY_UNREADABLE'], raw);
  }
  assert.equal((await app.send(contract.receiveBankFeed, { raw: '{', signedBy: 'studio-chaba' })).status, 401);
});

test('counts the repeat of a kept report, and opens it again when an operator has closed it', async () => {
  const raw = toDelivery('{"repeated":true}');
  await deliver(raw);
  await deliver(raw);
  const [kept] = await listUnreadReports(database, site.id);
  assert.deepEqual([kept?.times, kept?.content], [2, '{"repeated":true}']);
  const closed = { reportId: kept?.reportId ?? 0n, closedBy: 'test' };
  assert.equal(await database.transaction((tx) => closeUnreadReport(tx, site.id, closed)), 'closed');
  assert.equal(await database.transaction((tx) => closeUnreadReport(tx, site.id, closed)), 'not_waiting');
  assert.notEqual((await listUnreadReports(database, site.id))[0]?.content, '{"repeated":true}');
  await deliver(raw);
  assert.equal((await listUnreadReports(database, site.id))[0]?.times, 3);
});

test('keeps the reports of a day up to a number, counts the others, and deletes them after thirty days', async () => {
  await database.owner.execute(sql`update unread_report_day set reports = 9999 where site_id = ${site.id}`);
  const report = (content: string) =>
    ({ siteId: site.id, sender: 'bank', kind: 'line', reason: 'LINE_FAILED', content: Buffer.from(content) }) as const;
  await keepUnreadReports(database, [report('the last'), report('one too many')]);
  assert.equal((await listUnreadReports(database, site.id))[0]?.content, 'the last');
  const [day] = await listOverfullReportDays(database, site.id);
  assert.deepEqual([day?.sender, day?.reports], ['bank', 10_001]);

  await database.owner.execute(sql`
    update unread_report set last_received_at = now() - interval '31 days' where site_id = ${site.id} and content <> 'the last'`);
  assert.ok((await deleteOldReports(database)) > 1);
  assert.deepEqual(
    (await listUnreadReports(database, site.id)).map(({ content }) => content),
    ['the last'],
  );
  await database.owner.execute(sql`update unread_report_day set reports = 1 where site_id = ${site.id}`);
});

test('splits the lines of a delivery whatever their strings contain', () => {
  const lines = ['{"a":"],["}', String.raw`{"b":"\"}"}`, '[[{"c":[]}]]', '1'];
  assert.deepEqual(split(`{"lines":[${lines.join(' , ')}]}`), lines);
  assert.deepEqual(split(` \n{ "at" : "2026 \\" lines" , "n":1,\n"lines" : [ ${lines[0]} ] , "x": 1}`), [lines[0]]);
  assert.deepEqual(split(`\uFEFF{"lines":[]}`), []);
  assert.equal(split('{"lines":"["}'), undefined);
  assert.equal(split('{"meta":{"lines":[1]}}'), undefined);
});

const split = (text: string) =>
  splitDelivery(Buffer.from(text))?.pieces.map(({ kind, content }) =>
    kind === 'direct' ? content.toString() : `${kind} ${content.toString()}`,
  );

test('credits a good line of a delivery whose other fields or broken lines have any form, exactly once', async () => {
  const deliveries = [
    '{"meta":{"a":1},"lines":[G]}',
    '{"tags":["x"],"lines":[G]}',
    String.raw`{"l\u0069nes":[G]}`,
    '{"lines":[],"lines":[G]}',
    '{"lines":[G],"lines":[]}',
    '{"lines":[{"senderName":"MANA "JAI"},G]}',
    '{"lines":[{"a":1,G]}',
    '{"lines":[{"a":1}},G]}',
    String.raw`{"lines":[{"a":"\"},G]}`,
    '{"lines":[{"a":"x\n},G]}',
    '{"lines":[G,{"a":"cut',
    '{"lines":[G',
    '{"lines":[G,',
    '{"lines":[G]',
    '{"lines":[None,G]}',
    '{"lines":[{"a":{"b":1},G]}',
    '{"lines":[{"tags":["x"],"senderName":"MANA "JAI"},G]}',
    '{"lines":[{"a":"b"c"},{"a":"d"e"},G,{"a":f}],"meta":{"x":1}}',
    '{"meta":[{"a":"]"}], "lines" : [ {"a":tru} ,\n G , ] }',
    '{"lines":[G],"meta":"MANA "JAI""}',
  ];
  for (const delivery of deliveries) {
    const member = await createMember(database, site);
    const good = goodLine(member);
    const raw = delivery.replace('G', () => JSON.stringify(good));
    for (let again = 0; again < 2; again += 1) assert.equal(await deliver(raw), 200, delivery);
    assert.equal(await loadBalance(member), Number(good['amount']), delivery);
  }
  assert.deepEqual(await auditAll(database, { isTest: true }), []);
});

test('keeps objects of a broken line for an operator and credits none', async () => {
  const deliveries = [
    '{"lines":[{"a":N}}]}',
    '{"lines":[{"a":N,"b":x},G]}',
    '{"lines":[{"a":[{},N],"senderName":"MANA "JAI"},G]}',
    '{"lines":[{"senderName":"MANA "JAI"","a":[{},N]},{"b":1}]}',
    '{"lines":[{"senderName":"MANA "JAI"","a":[{},N',
    '{"lines":[{"senderName":"MANA "JAI, N"},G]}',
    '{"lines":[{"senderName":"MANA "JAI, N, "},G]}',
    '{"lines":[N,"reversed":true},G]}',
    '{"lines":[N}]}',
    '{"lines":[{"a":"b"c"}],"old":[{},N]}',
    '{"lines":[{"a":"b"c"}],"old":{"x":N}}',
    '{"note":"b"c","lines":[N]}',
    '{"meta":{"lines":[N]},"lines":[{"a":b},G]}',
  ];
  for (const delivery of deliveries) {
    const [nested, member] = [await createMember(database, site), await createMember(database, site)];
    const good = goodLine(member);
    const inner = JSON.stringify(goodLine(nested));
    const raw = delivery.replace('N', () => inner).replace('G', () => JSON.stringify(good));
    assert.equal(await deliver(raw), 200, delivery);
    assert.equal(await loadBalance(nested), 0, delivery);
    if (delivery.includes('G')) assert.equal(await loadBalance(member), Number(good['amount']), delivery);
    // The part is kept, except where a valid field beside the list contains it.
    const kept = (await listUnreadReports(database, site.id)).some(({ content }) => content.includes(inner));
    assert.equal(kept, !delivery.startsWith('{"meta"'), delivery);
  }
  assert.deepEqual(await auditAll(database, { isTest: true }), []);
});

test('keeps the text between good lines as it came, and names an object in doubt', async () => {
  assert.deepEqual(split('{"lines":[{"a":"b"c"} , {"d":1},{"e":"f"g"}]}'), [
    'raw {"a":"b"c"}',
    '{"d":1}',
    'raw {"e":"f"g"}',
  ]);
  assert.deepEqual(split('{"lines":[{"a":"b"[c"},{"d":1},{"e":2}]}'), [
    'raw {"a":"b"[c"}',
    'doubtful {"d":1}',
    'doubtful {"e":2}',
  ]);
  const member = await createMember(database, site);
  const line = JSON.stringify(goodLine(member));
  assert.equal(await deliver(`{"lines":[{"a":"b"[c"},${line}]}`), 200);
  assert.equal(await loadBalance(member), 0);
  const kept = (await listUnreadReports(database, site.id)).find(({ content }) => content === line);
  assert.equal(kept?.reason, 'POSITION_DOUBTFUL');
});

test('splits like a JSON parser, and any cut of a delivery credits complete lines alone', () => {
  const lines = ['{"a":"\\u0e01\\\\","b":[{"c":{}},[]]}', '{"d":-1.5e3,"e":"x\\"],{}"}', '{"f":null,"g":true}'];
  const body = `{"m":[{"lines":[1]}],"lines":[${lines.join(', ')}],"z":{}}`;
  assert.deepEqual(split(body), lines);
  for (let length = 0; length < body.length; length += 1) {
    const direct = splitDelivery(Buffer.from(body.slice(0, length)))?.pieces.filter(({ kind }) => kind === 'direct');
    const contents = direct?.map(({ content }) => content.toString()) ?? [];
    assert.deepEqual(contents, lines.slice(0, contents.length), body.slice(0, length));
  }
});

test('keeps five hundred unread lines of a delivery, the number of the others, and credits its good line', async () => {
  const member = await createMember(database, site);
  const good = goodLine(member);
  // Numbers of six digits, 700 kB together.
  const bad = Array.from({ length: 100_000 }, (_, index) => String(100_000 + index));
  const count = sql`select count(*)::int as kept from unread_report where site_id = ${site.id}`;
  const before = await database.owner.one<{ kept: number }>(count);
  const raw = toDelivery(...bad, JSON.stringify(good));
  for (let again = 0; again < 2; again += 1) assert.equal(await deliver(raw), 200);
  assert.equal(await loadBalance(member), Number(good['amount']));
  const after = await database.owner.one<{ kept: number }>(count);
  assert.equal(after.kept - before.kept, 501);
  const kept = (await listUnreadReports(database, site.id)).find(({ kind }) => kind === 'delivery');
  assert.deepEqual(
    [kept?.reason, kept?.times, kept?.contentBytes, kept?.content.length],
    ['LINES_UNREAD: 99500 more', 2, Buffer.byteLength(raw), 16_384],
  );
});

test('splits a delivery of one long string of any signs', () => {
  for (const sign of ['y', String.raw`\"`, String.raw`\u0e01`]) {
    const text = `{"lines":[{"a":1},"${sign.repeat(BANK_BODY_BYTES_MAX / sign.length)}`;
    for (const [end, last] of [
      ['"]}', 'direct'],
      ['', 'raw'],
    ] as const) {
      const pieces = splitDelivery(Buffer.from(text + end))?.pieces;
      assert.deepEqual(
        pieces?.map(({ kind }) => kind),
        ['direct', last],
      );
    }
  }
});

test('acknowledges a delivery of any length, credits the lines that are read of it, and states the rest', async () => {
  const [first, second] = [await createMember(database, site), await createMember(database, site)];
  const [line, last] = [goodLine(first), goodLine(second)];
  // Spaces behind the delivery exceed what is read.
  const long = toDelivery(JSON.stringify(line), `"${'x'.repeat(BANK_BODY_BYTES_MAX - 1_000)}"`, JSON.stringify(last));
  for (let again = 0; again < 2; again += 1) assert.equal(await deliver(long + ' '.repeat(1_000)), 200);
  assert.equal(await loadBalance(first), Number(line['amount']));
  assert.equal(await loadBalance(second), Number(last['amount']));
  const longer = toDelivery(JSON.stringify(goodLine(first)), `"${'y'.repeat(3 * BANK_BODY_BYTES_MAX)}"`);
  for (let again = 0; again < 2; again += 1) assert.equal(await deliver(longer), 200);
  const kept = (await listUnreadReports(database, site.id)).find(({ reason }) => reason.startsWith('DELIVERY_LONG'));
  assert.deepEqual(
    [kept?.reason, kept?.times, kept?.contentBytes],
    [`DELIVERY_LONG: ${BANK_BODY_BYTES_MAX} bytes read`, 2, Buffer.byteLength(longer)],
  );
  // Without a signature no length is read.
  assert.equal((await app.send(contract.receiveBankFeed, { raw: longer })).status, 401);
});

test('splits a body of many broken, nested and unclosed signs', () => {
  // Quadratic work on a megabyte takes minutes and exceeds the time of the test run.
  for (const part of [',{', ',{"a":[{},', ',{"a":"', '"', ',{"":",{', '[', ' ', ',{"a":{"b":', '},{"a":"b']) {
    const body = Buffer.from(`{"lines":[x${part.repeat(Math.ceil(300_000 / part.length))}`);
    assert.ok(
      (splitDelivery(body)?.pieces ?? []).every(({ kind }) => kind !== 'direct'),
      part,
    );
  }
});

// One transfer, its slip or a second line, and a date that is wrong by this much.
for (const [what, minutes] of [
  ['17 hours ahead', 17 * 60],
  ['two days ahead', 48 * 60],
  ['a month ahead', 30 * 1_440],
  ['a Buddhist year ahead', 543 * 525_960],
  ['11 minutes ahead', 11],
] as const) {
  test(`holds a line without a slip that is dated ${what} for an operator, once`, async () => {
    const member = await createMember(database, site);
    const line = goodLine(member, { at: new Date(Date.now() + minutes * 60_000).toISOString() });
    for (let again = 0; again < 2; again += 1) assert.equal(await deliver(toDelivery(JSON.stringify(line))), 200);
    assert.equal(await loadBalance(member), 0);
    const waiting = (await waitingDeposits(database, site.id)).filter(({ holder }) => holder?.memberId === member.id);
    assert.deepEqual(
      waiting.map(({ state, reason }) => [state, reason]),
      [['claimed', 'TIME_AHEAD']],
    );
  });
}

test('counts a second line with the same reference in other letters once', async () => {
  for (const withBank of [true, false]) {
    const member = await createMember(database, site);
    const shown = withBank ? {} : { senderBankCode: undefined };
    const first = goodLine(member, { transRef: 'a1B2c3', ...shown });
    const second = { ...first, lineId: `${String(first['lineId'])}-again`, transRef: 'A1B2C3' };
    await deliver(toDelivery(JSON.stringify(first), JSON.stringify(second)));
    assert.equal(await loadBalance(member), Number(first['amount']));
  }
  assert.deepEqual(await auditAll(database, { isTest: true }), []);
});
