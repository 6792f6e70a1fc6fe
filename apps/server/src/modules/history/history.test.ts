import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as contract from '@chaba/contract/history';
import { sql } from '@chaba/database';

import { isDomainError } from '#core/domain-error';
import { ensureReceivingAccount } from '#modules/receiving-accounts';
import { buildTestApp } from '#testing/build-app';
import { createMember, insertDeposits, type TestMember } from '#testing/factories';

import { explainPosition, explainTransferPage } from './history.store.ts';
import {
  type HistoryQuery,
  type AccountMovementType,
  loadNetPosition,
  getDisplayState,
  isPast,
  loadTotals,
  listTransfers,
  listWithdrawals,
} from './history.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
await ensureReceivingAccount(database, site.id, {
  kind: 'bank',
  bankCode: '004',
  account: '9998887776',
  holderName: 'ชบา',
});

/** Rows an hour apart up to now, in the amount of years of use. */
async function fill(member: TestMember, deposits: number, withdrawals: number): Promise<void> {
  await insertDeposits(
    database,
    await ownerOf(member),
    sql`select case when n % 10 = 0 then 'review' else 'credited' end as state, n * 10000::bigint as amount_e4,
      now() - make_interval(hours => n) as created_at from generate_series(1, ${deposits}::int) n`,
  );
  await database.execute(sql`
    insert into withdrawal (site_id, member_id, amount_e4, state, idempotency_key, bank_code, account, holder_name, decided_at, closed_at, created_at)
    select ${site.id}, ${member.id}, n * 10000, case when n % 2 = 0 then 'paid' else 'rejected' end, 'k' || n, '014', '1112223334', 'x',
      now(), now(), now() - make_interval(hours => n)
    from generate_series(1, ${withdrawals}::int) n`);
}

async function ownerOf(member: TestMember) {
  const { id } = await database.one<{ id: bigint }>(sql`
    select receiving_account_id as id from receiving_account where site_id = ${site.id}`);
  return { siteId: site.id, memberId: member.id, receivingAccountId: id };
}

function request(member: TestMember, given: Partial<HistoryQuery> = {}): HistoryQuery {
  return {
    siteId: site.id,
    memberId: member.id,
    cursor: undefined,
    from: undefined,
    to: undefined,
    shown: undefined,
    types: undefined,
    ...given,
  };
}

test('returns pages of twenty rows, newest first, with each row once', async () => {
  const member = await createMember(database, site);
  await fill(member, 45, 30);
  const seen: bigint[] = [];
  const lengths: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listTransfers(database, request(member, { cursor }));
    lengths.push(page.rows.length);
    seen.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  assert.deepEqual(lengths, [20, 20, 20, 15]);
  assert.equal(new Set(seen).size, 75);
  const first = await listTransfers(database, request(member));
  assert.ok(
    first.rows.every(
      (row, index) => index === 0 || row.createdAt <= (first.rows[index - 1]?.createdAt ?? row.createdAt),
    ),
  );
});

test('neither repeats nor skips a row when rows are added between pages', async () => {
  const member = await createMember(database, site);
  await fill(member, 25, 0);
  const first = await listTransfers(database, request(member));
  await insertDeposits(
    database,
    await ownerOf(member),
    sql`select 'credited' as state, 10000::bigint as amount_e4, now() as created_at`,
  );
  const second = await listTransfers(database, request(member, { cursor: first.nextCursor }));
  assert.equal(second.rows.length, 5);
  assert.equal(second.nextCursor, undefined);
});

test('returns only the member’s own rows', async () => {
  const stranger = await createMember(database, site);
  for (const history of [listWithdrawals, listTransfers]) {
    assert.deepEqual(await history(database, request(stranger)), { rows: [], nextCursor: undefined });
  }
});

test('maps states as the specification does and filters by them', async () => {
  const member = await createMember(database, site);
  await fill(member, 20, 4);
  const pending = await listTransfers(database, request(member, { shown: 'pending', types: ['DEPOSIT'] }));
  assert.deepEqual(
    pending.rows.map((row) => getDisplayState(row)),
    ['pending', 'pending'],
  );
  const failed = await listWithdrawals(database, request(member, { shown: 'failed' }));
  assert.deepEqual(
    failed.rows.map(({ state }) => state),
    ['rejected', 'rejected'],
  );
  const both = await listTransfers(database, request(member, { shown: 'pending' }));
  assert.equal(both.rows.length, 2);
});

test('filters by Bangkok days, both inclusive', async () => {
  const member = await createMember(database, site);
  const at = ['2026-02-04T16:59:59.999Z', '2026-02-04T17:00:00Z', '2026-02-05T16:59:59.999Z', '2026-02-05T17:00:00Z'];
  for (const time of at) {
    const row = sql`select 'credited' as state, 10000::bigint as amount_e4, ${time}::timestamptz as created_at`;
    await insertDeposits(database, await ownerOf(member), row);
  }
  const { rows } = await listTransfers(database, request(member, { from: '2026-02-05', to: '2026-02-05' }));
  assert.deepEqual(
    rows.map(({ createdAt }) => createdAt.toISOString()),
    ['2026-02-05T16:59:59.999Z', '2026-02-04T17:00:00.000Z'],
  );
});

test('rejects an invalid cursor', async () => {
  const member = await createMember(database, site);
  for (const cursor of [
    'x',
    'MQ',
    Buffer.from('1;drop').toString('base64url'),
    Buffer.from('-1.5').toString('base64url'),
  ]) {
    await assert.rejects(listTransfers(database, request(member, { cursor })), (error) =>
      isDomainError(error, 'INVALID_REQUEST'),
    );
  }
});

test('counts a page as past when it ends before the last minute', () => {
  const today = (time: string) => new Date(`2026-03-05T${time}+07:00`);
  const cursorAt = (at: Date) => Buffer.from(`${at.getTime()}.7`).toString('base64url');
  const noon = today('12:00:00');
  const isPastAt = (now: Date, page: Partial<Pick<HistoryQuery, 'to' | 'cursor'>>) =>
    isPast({ to: undefined, cursor: undefined, ...page }, now);
  assert.equal(isPastAt(noon, {}), false);
  assert.equal(isPastAt(noon, { to: '2026-03-05' }), false);
  assert.equal(isPastAt(noon, { to: '2026-03-04' }), true);
  assert.equal(isPastAt(today('00:00:59'), { to: '2026-03-04' }), false);
  assert.equal(isPastAt(today('00:01:00'), { to: '2026-03-04' }), true);
  assert.equal(isPastAt(noon, { cursor: cursorAt(today('11:59:00')) }), false);
  assert.equal(isPastAt(noon, { cursor: cursorAt(today('11:58:59')) }), true);
});

test('reads the last page of a long history from the index without sorting', async () => {
  const member = await createMember(database, site);
  await fill(member, 20_000, 0);
  // The plan depends on statistics, which autovacuum makes at any moment.
  await database.owner.execute(sql`analyze deposit`);
  const before = { at: new Date(Date.now() - 19_000 * 3_600_000), id: 9_000_000_000n };
  const all = { before: undefined, from: undefined, to: undefined, shown: undefined, types: undefined, limit: 21 };
  const explainPage = (page: Parameters<typeof explainTransferPage>[3]) =>
    database.transaction(async (tx) => {
      // As the product plans a page, for its values; the cluster of the tests may plan for all values.
      await tx.execute(sql`set local plan_cache_mode = 'auto'`);
      return explainTransferPage(tx, site.id, member.id, page);
    });
  const plan = await explainPage({ ...all, before });
  assert.match(plan, /Index Scan using deposit_of_member/);
  assert.match(plan, /Index Cond:.*ROW\(created_at, deposit_id\) < ROW/);
  assert.doesNotMatch(plan, /Sort(?! Key)/);
  assert.match(plan, /rows=21(\.00)? loops=1/);
  assert.match(await explainPage({ ...all, shown: 'pending' }), /Index Scan using deposit_pending/);
});

/** One movement of each kind in the given order, the last one now. */
async function oneOfEach(member: TestMember): Promise<void> {
  await fill(member, 2, 2);
  await database.execute(sql`
    insert into cashback_period (site_id, member_id, period_from, period_to, stakes_e4, payouts_e4, gifts_e4, deposits_e4, withdrawals_e4,
      opening_e4, loss_e4, percent_bp, carried_e4, amount_e4, state, expires_at, closed_at, movement_id)
    values (${site.id}, ${member.id}, now() - interval '8 days', now() - interval '1 day', 0, 0, 0, 0, 0, 0, 0, 500, 0, 50000, 'claimed',
      now(), now(), nextval('movement_number'))`);
  await database.execute(sql`
    insert into affiliate_withdrawal (site_id, member_id, amount_e4, state, idempotency_key, closed_at)
    values (${site.id}, ${member.id}, 70000, 'paid', 'k', now())`);
}

test('lists all four types in the plain deposit history and filters by TransType', async () => {
  const member = await createMember(database, site);
  await oneOfEach(member);
  const ask = async (query: Record<string, string>) =>
    (await app.send(contract.depositHistory, { as: member, query })).body.data.Transaction.map(
      ({ TransType }) => TransType,
    );
  assert.deepEqual(new Set(await ask({})), new Set(['DEPOSIT', 'AFFILIATE', 'CASHBACK', 'WITHDRAW']));
  assert.deepEqual(new Set(await ask({ TransType: 'WITHDRAW' })), new Set(['WITHDRAW']));
  assert.deepEqual(new Set(await ask({ TransType: 'CASHBACK,AFFILIATE' })), new Set(['CASHBACK', 'AFFILIATE']));
  const rejected = await app.send(contract.depositHistory, { as: member, query: { TransType: 'CASHBACK,OTHER' } });
  assert.equal(rejected.status, 400);
});

test('filters all pages of a list by type', async () => {
  const member = await createMember(database, site);
  await oneOfEach(member);
  const listTypes = async (history: typeof listTransfers | typeof listWithdrawals, type: AccountMovementType) =>
    new Set((await history(database, request(member, { types: [type] }))).rows.map((row) => row.type));
  for (const type of ['DEPOSIT', 'AFFILIATE', 'CASHBACK', 'WITHDRAW'] as const) {
    assert.deepEqual(await listTypes(listTransfers, type), new Set([type]));
    assert.deepEqual(await listTypes(listWithdrawals, type), new Set(type === 'WITHDRAW' ? [type] : []));
  }
  const many = await createMember(database, site);
  await fill(many, 50, 45);
  const first = await listTransfers(database, request(many, { types: ['WITHDRAW'] }));
  const second = await listTransfers(database, request(many, { types: ['WITHDRAW'], cursor: first.nextCursor }));
  const all = [...first.rows, ...second.rows];
  assert.deepEqual(
    [new Set(all.map(({ type }) => type)), new Set(all.map(({ id }) => id)).size],
    [new Set(['WITHDRAW']), 40],
  );
});

test('sums approved movements of the whole range regardless of the page', async () => {
  const member = await createMember(database, site);
  await oneOfEach(member);
  const from = '2020-01-01';
  // Deposits of 1 and 2 baht, 5 of cashback, 7 of commission; withdrawals of 1 (rejected) and 2 (paid).
  assert.deepEqual(await loadTotals(database, request(member, { from }), 'both'), { in: 150_000n, out: 20_000n });
  assert.deepEqual(await loadTotals(database, request(member, { from }), 'out'), { in: 0n, out: 20_000n });
  assert.deepEqual(await loadTotals(database, request(member, { from, types: ['CASHBACK'] }), 'both'), {
    in: 50_000n,
    out: 0n,
  });
  assert.deepEqual(await loadTotals(database, request(member, { from: '2999-01-01' }), 'both'), { in: 0n, out: 0n });
  for (const given of [{}, { from, cursor: 'MQ' }, { from, shown: 'failed' }] as const) {
    assert.equal(await loadTotals(database, request(member, given), 'both'), undefined);
  }
});

/** Rounds an hour apart up to now: each stakes 10 baht and pays 4; every fifth is unsettled. */
async function playRounds(member: TestMember, count: number): Promise<void> {
  await database.execute(sql`
    insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, opened_at, settled_at)
    select ${site.id}, ${member.id}, 'test', 'r' || n, 'test-slot', 'open', 100000, case when n % 5 = 0 then 0 else 40000 end, 0, '[]',
      now() - make_interval(hours => n), case when n % 5 = 0 then null else now() - make_interval(hours => n) end
    from generate_series(0, ${count}::int - 1) n`);
}

test('counts settled bets, deposits and withdrawals of the range in the net position', async () => {
  const member = await createMember(database, site);
  await playRounds(member, 24 * 100);
  await fill(member, 24 * 60, 0);
  const [week, month, quarter] = await Promise.all(
    (['week', 'month', 'quarter'] as const).map((range) =>
      loadNetPosition(database, { siteId: site.id, memberId: member.id, range }),
    ),
  );
  assert.ok(week && month && quarter);
  const { hours, days } = await database.one<{ hours: number; days: number }>(sql`
    select extract(hour from here)::int as hours, here::date - (here::date - interval '3 months')::date as days
    from (select now() at time zone 'Asia/Bangkok' as here) clock`);
  const rounds = { week: 6 * 24 + hours + 1, month: 29 * 24 + hours + 1, quarter: days * 24 + hours + 1 };
  const settled = (count: number) => BigInt(count - Math.ceil(count / 5));
  assert.deepEqual([week.stakes, week.payouts], [settled(rounds.week) * 100_000n, settled(rounds.week) * 40_000n]);
  assert.deepEqual([month.stakes, month.payouts], [settled(rounds.month) * 100_000n, settled(rounds.month) * 40_000n]);
  assert.equal(quarter.stakes, settled(rounds.quarter) * 100_000n);
  assert.ok(month.deposits > week.deposits && week.deposits > 0n);
  const stranger = await createMember(database, site);
  assert.deepEqual(await loadNetPosition(database, { siteId: site.id, memberId: stranger.id, range: 'month' }), {
    stakes: 0n,
    payouts: 0n,
    deposits: 0n,
    withdrawals: 0n,
  });
});

test('reads only the rounds of the range from the member’s index', async () => {
  const member = await createMember(database, site);
  await playRounds(member, 20_000);
  const plan = await explainPosition(database, site.id, member.id, { months: 0, days: 0 });
  assert.match(plan, /Index Scan using game_round_by_time/);
  assert.match(plan, /Index Cond:.*opened_at >= /);
  assert.doesNotMatch(plan, /Seq Scan/);
});
