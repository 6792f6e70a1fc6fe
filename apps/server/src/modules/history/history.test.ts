import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { isRefusal } from '#core/refusal';
import { ensureReceivingAccount } from '#modules/deposits';
import { createMember, createSites, type TestMember } from '#testing/factories';

import { explainDepositPage } from './history.store.ts';
import { depositHistory, type HistoryRequest, shownState, transferHistory, withdrawalHistory } from './history.ts';

const database = await testDatabase();
const { chaba: site } = await createSites(database);
await ensureReceivingAccount(database, site.id, {
  kind: 'bank',
  bankCode: '004',
  account: '9998887776',
  holderName: 'ชบา',
});

/** Rows as years of use would have left them, an hour apart, the newest now. */
async function fill(member: TestMember, deposits: number, withdrawals: number): Promise<void> {
  await database.execute(sql`
    insert into deposit (site_id, member_id, receiving_account_id, state, first_seen, amount_e4, transferred_at, credited_at, created_at)
    select ${site.id}, ${member.id}, (select receiving_account_id from receiving_account where site_id = ${site.id} limit 1),
      case when n % 10 = 0 then 'review' else 'credited' end, 'feed', n * 10000, now(), case when n % 10 = 0 then null else now() end,
      now() - make_interval(hours => n)
    from generate_series(1, ${deposits}::int) n`);
  await database.execute(sql`
    insert into withdrawal (site_id, member_id, amount_e4, state, idempotency_key, bank_code, account, holder_name, decided_at, closed_at, created_at)
    select ${site.id}, ${member.id}, n * 10000, case when n % 2 = 0 then 'paid' else 'rejected' end, 'k' || n, '014', '1112223334', 'x',
      now(), now(), now() - make_interval(hours => n)
    from generate_series(1, ${withdrawals}::int) n`);
}

function request(member: TestMember, given: Partial<HistoryRequest> = {}): HistoryRequest {
  return {
    siteId: site.id,
    memberId: member.id,
    cursor: undefined,
    from: undefined,
    to: undefined,
    shown: undefined,
    ...given,
  };
}

test('pages hold twenty rows, newest first, and together hold each row once', async () => {
  const member = await createMember(database, site);
  await fill(member, 45, 30);
  const seen: bigint[] = [];
  const lengths: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await transferHistory(database, request(member, { cursor }));
    lengths.push(page.rows.length);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(lengths, [20, 20, 20, 15]);
  assert.equal(new Set(seen).size, 75);
  const first = await transferHistory(database, request(member));
  assert.ok(
    first.rows.every(
      (row, index) => index === 0 || row.createdAt <= (first.rows[index - 1]?.createdAt ?? row.createdAt),
    ),
  );
});

test('a row that arrives between two pages is neither shown twice nor hides another', async () => {
  const member = await createMember(database, site);
  await fill(member, 25, 0);
  const first = await depositHistory(database, request(member));
  await database.execute(sql`
    insert into deposit (site_id, member_id, receiving_account_id, state, first_seen, amount_e4, transferred_at, credited_at)
    select ${site.id}, ${member.id}, receiving_account_id, 'credited', 'feed', 10000, now(), now() from receiving_account where site_id = ${site.id}`);
  const second = await depositHistory(database, request(member, { cursor: first.nextCursor }));
  assert.equal(second.rows.length, 5);
  assert.equal(second.nextCursor, undefined);
});

test('a member sees nothing of anybody else', async () => {
  const stranger = await createMember(database, site);
  for (const history of [depositHistory, withdrawalHistory, transferHistory]) {
    assert.deepEqual(await history(database, request(stranger)), { rows: [], nextCursor: undefined });
  }
});

test('states are shown as the specification counts them, and can be asked for', async () => {
  const member = await createMember(database, site);
  await fill(member, 20, 4);
  const pending = await depositHistory(database, request(member, { shown: 'pending' }));
  assert.deepEqual(
    pending.rows.map((row) => shownState(row)),
    ['pending', 'pending'],
  );
  const failed = await withdrawalHistory(database, request(member, { shown: 'failed' }));
  assert.deepEqual(
    failed.rows.map(({ state }) => state),
    ['rejected', 'rejected'],
  );
  const both = await transferHistory(database, request(member, { shown: 'pending' }));
  assert.equal(both.rows.length, 2);
});

test('days are Bangkok days, both ends included', async () => {
  const member = await createMember(database, site);
  const at = ['2026-02-04T16:59:59.999Z', '2026-02-04T17:00:00Z', '2026-02-05T16:59:59.999Z', '2026-02-05T17:00:00Z'];
  for (const time of at) {
    await database.execute(sql`
      insert into deposit (site_id, member_id, receiving_account_id, state, first_seen, amount_e4, transferred_at, credited_at, created_at)
      select ${site.id}, ${member.id}, receiving_account_id, 'credited', 'feed', 10000, now(), now(), ${time}::timestamptz
      from receiving_account where site_id = ${site.id}`);
  }
  const { rows } = await depositHistory(database, request(member, { from: '2026-02-05', to: '2026-02-05' }));
  assert.deepEqual(
    rows.map(({ createdAt }) => createdAt.toISOString()),
    ['2026-02-05T16:59:59.999Z', '2026-02-04T17:00:00.000Z'],
  );
});

test('a cursor that is none is refused', async () => {
  const member = await createMember(database, site);
  for (const cursor of [
    'x',
    'MQ',
    Buffer.from('1;drop').toString('base64url'),
    Buffer.from('-1.5').toString('base64url'),
  ]) {
    await assert.rejects(depositHistory(database, request(member, { cursor })), (error) =>
      isRefusal(error, 'INVALID_REQUEST'),
    );
  }
});

test('the last page of a long history is read from the index, without sorting and without reading what lies before it', async () => {
  const member = await createMember(database, site);
  await fill(member, 20_000, 0);
  await database.execute(sql`select 1`);
  const before = { at: new Date(Date.now() - 19_000 * 3_600_000), id: 9_000_000_000n };
  const plan = await explainDepositPage(database, site.id, member.id, {
    before,
    from: undefined,
    to: undefined,
    shown: undefined,
    limit: 21,
  });
  assert.match(plan, /Index Scan using deposit_of_member/);
  assert.match(plan, /Index Cond:.*ROW\(created_at, deposit_id\) < ROW/);
  assert.doesNotMatch(plan, /Sort(?! Key)/);
  assert.match(plan, /rows=21(\.00)? loops=1/);
  const rare = { before: undefined, from: undefined, to: undefined, shown: 'pending', limit: 21 } as const;
  assert.match(await explainDepositPage(database, site.id, member.id, rare), /Index Scan using deposit_pending/);
});
