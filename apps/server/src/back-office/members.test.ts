// Members in the back office: the search, the list by key, the page with its reasons, the timeline over pages.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { AccessRow, AuditRow, RowPage } from '@chaba/contract/back-office/wire';
import type {
  MemberDetail,
  MemberListRow,
  MemberWhy,
  SearchAnswer,
  StatementFacts,
  TimelinePage,
  TimelineRow,
} from '@chaba/contract/back-office/wire-members';
import { formatBangkokDay } from '@chaba/contract/thai-time';
import { sql } from '@chaba/database';
import { postTransfers } from '@chaba/ledger';
import { baht, type Money } from '@chaba/money';
import { pollUntil } from '@chaba/testing/product/until';

import { chart } from '#core/chart-of-accounts';
import { toWireAmount } from '#core/wire-amount';
import { ensurePromotion } from '#modules/promotions';
import { addTurnoverRequirement } from '#modules/requirements';
import { setMemberLocked } from '#modules/members';
import { verifyChain } from '#modules/operators';
import { ensureReceivingAccount } from '#modules/receiving-accounts';
import { requestWithdrawal } from '#modules/withdrawals';
import { sealPageAccess } from '#operators/page-access';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember, insertDeposits, type MemberOptions } from '#testing/factories';

const { database, operators, chaba, lanna, send, signIn } = await buildTestOffice();
const SITE = '/back-office/v1/sites/chaba';
const support = await signIn('demo-support');
const marketing = await signIn('demo-marketing');

const toReference = (id: bigint): string => `M${String(id).padStart(8, '0')}`;
const create = async (options: MemberOptions = {}): Promise<{ id: bigint; reference: string; bankAccount: string }> => {
  const { id, bankAccount } = await createMember(database, chaba, options);
  return { id, bankAccount, reference: toReference(id) };
};

/** Searches again while a source is late, as a busy machine makes it. */
async function search(text: string, as = support): Promise<readonly string[]> {
  let found: SearchAnswer['found'] = [];
  await pollUntil(async () => {
    const { data } = await send<SearchAnswer>('POST', `${SITE}/search`, { as, body: { text } });
    found = data.found;
    return data.unanswered.length === 0;
  });
  return found.map(({ reference }) => reference);
}

test('finds a member by phone, tails, number, player id and parts of a Thai name, and nothing of another site', async () => {
  const somying = await create({ phone: '0871234567', firstName: 'สมหญิง', lastName: 'รักษ์ไทยแท้' });
  const other = await create({ phone: '0891114567', firstName: 'สมศรี', lastName: 'น้ำใจ' });
  await createMember(database, lanna, { phone: '0871234567', firstName: 'สมหญิง', lastName: 'รักษ์ไทยแท้' });
  assert.deepEqual(await search('0871234567'), [somying.reference]);
  assert.deepEqual(await search('+66 87-123-4567'), [somying.reference]);
  assert.deepEqual(await search('๐๘๗๑๒๓๔๕๖๗'), [somying.reference]);
  assert.deepEqual((await search('4567')).toSorted(), [somying.reference, other.reference].toSorted());
  assert.deepEqual(await search('1234567'), [somying.reference]);
  assert.ok((await search(somying.bankAccount.slice(-6))).includes(somying.reference));
  assert.ok((await search(somying.bankAccount)).includes(somying.reference));
  assert.deepEqual(await search(somying.reference), [somying.reference]);
  assert.deepEqual(await search('สมหญิง'), [somying.reference]);
  assert.deepEqual((await search('สม')).toSorted(), [somying.reference, other.reference].toSorted());
  assert.deepEqual(await search('สมหญิง รักษ์'), [somying.reference]);
  assert.deepEqual(await search('ไทยแท'), [somying.reference], 'the middle of a surname, a tone mark less');
  assert.deepEqual(await search('นํ้าใจ'), [other.reference], 'another way to type the same letters');
  assert.deepEqual(await search('ไม่มีใคร'), []);
  assert.deepEqual(await search('=1+1'), []);
  assert.deepEqual(await search('   '), []);
  const unknown = await send('POST', `${SITE}/search`, { as: support, body: { text: 'x'.repeat(81) } });
  assert.equal(unknown.code, 'FIELD_INVALID');
});

test('finds references of money for roles that see money only', async () => {
  const member = await create({ money: baht(5_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount: baht(500), idempotencyKey: 'S' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  const reference = `W${String(withdrawalId).padStart(8, '0')}`;
  assert.deepEqual(await search(reference), [reference]);
  assert.deepEqual(await search(reference, marketing), []);
  assert.deepEqual(await search('R999999'), []);
});

const compareTexts = (one = '', other = ''): number => Number(one > other) - Number(one < other);

async function list(query: string): Promise<RowPage<MemberListRow>> {
  return (await send<RowPage<MemberListRow>>('GET', `${SITE}/lists/members?${query}`, { as: support })).data;
}

test('lists members by each order in pages by key: every member once, newest values first', async () => {
  const made: string[] = [];
  for (let count = 0; count < 55; count += 1) made.push((await create()).reference);
  await database.owner.execute(sql`
    update member set total_deposit_e4 = (member_id % 7) * 1000000, last_login_at = now() - (member_id % 11) * interval '1 day'
    where site_id = ${chaba.id}`);
  const { total } = await database.one<{ total: number }>(
    sql`select count(*)::int as total from member where site_id = ${chaba.id}`,
  );
  for (const sort of ['newest', 'seen', 'deposits']) {
    const rows: MemberListRow[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: RowPage<MemberListRow> = await list(`sort=${sort}${next === '' ? '' : `&before=${next}`}`);
      rows.push(...page.rows);
      next = page.next;
    }
    assert.equal(new Set(rows.map(({ reference }) => reference)).size, total, sort);
    assert.equal(rows.length, total, sort);
    const keys = rows.map(
      (row) => ({ newest: row.reference, seen: row.seenAt, deposits: row.deposits.padStart(12, '0') })[sort],
    );
    assert.deepEqual(keys, keys.toSorted(compareTexts).toReversed(), sort);
  }
  const locked = made[3] ?? '';
  await database.transaction((tx) => setMemberLocked(tx, chaba.id, BigInt(locked.slice(1)), true));
  const { rows } = await list('state=locked');
  assert.deepEqual(
    rows.map((row) => [row.reference, row.state, row.restriction?.code]),
    [[locked, 'locked', 'MEMBER_LOCKED']],
  );
  assert.ok((await list('state=never&sort=seen')).rows.every((row) => row.deposits === '0.00'));
  const wrong = await send('GET', `${SITE}/lists/members?before=5`, { as: support });
  assert.deepEqual([wrong.status, wrong.code], [400, 'PARAMETER_INVALID']);
  assert.doesNotMatch(JSON.stringify(await list('')), /\b0[689]\d{8}\b|\d{10}/);
});

async function load(reference: string, as = support): Promise<MemberDetail> {
  return (await send<MemberDetail>('GET', `${SITE}/members/${reference}`, { as })).data;
}

test('explains on the page why a withdrawal and a bonus are refused, with the figures of the rules', async () => {
  const referrer = await create({ firstName: 'ผู้แนะนำ', lastName: 'หลัก' });
  const member = await create({ money: baht(800), referrerId: referrer.id, acceptsBonus: true });
  await database.transaction(async (tx) => {
    await addTurnoverRequirement(tx, chaba.id, {
      memberId: member.id,
      source: 'DEPOSIT',
      causeId: 'deposit:1',
      required: baht(1_000),
      bound: { own: baht(0), bonus: baht(0), deposit: baht(0) },
    });
    await ensurePromotion(tx, chaba.id, {
      id: 'big',
      title: 'ฝากใหญ่',
      imageUrl: '',
      minimumDeposit: baht(5_000),
      turnover: { unit: 'times', hundredths: 100 },
      bonusMax: { unit: 'baht', amount: baht(500) },
      withdrawMax: { unit: 'baht', amount: baht(0) },
      bonus: { kind: 'percent', basisPoints: 1_000 },
      sortOrder: 1,
      usable: 'always',
    });
  });
  const detail = await load(member.reference);
  assert.deepEqual(detail.withdrawReasons, [{ code: 'TURNOVER_NOT_MET', params: { remaining: '1000.00' } }]);
  assert.deepEqual(
    detail.position.lines.map(({ source, remaining }) => [source, remaining]),
    [['DEPOSIT', '1000.00']],
  );
  const big = detail.bonus.promotions.find(({ id }) => id === 'big');
  assert.deepEqual(big?.against, { code: 'MINIMUM', params: { minimum: '5000.00', amount: '100.00' } });
  assert.deepEqual(
    detail.linked.map(({ reference, relation }) => [reference, relation]),
    [[referrer.reference, 'referrer']],
  );
  assert.equal((await load(referrer.reference)).friends, 1);
  assert.doesNotMatch(JSON.stringify({ ...detail, playerId: '' }), /\b0[689]\d{8}\b|\d{10}/);
  assert.equal((await send('GET', `${SITE}/members/M99999999`, { as: support })).code, 'NOT_FOUND');
  assert.equal((await send('GET', `${SITE}/members/x`, { as: support })).code, 'FIELD_INVALID');
});

async function readTimeline(reference: string, kinds = ''): Promise<{ events: TimelineRow[]; pages: number }> {
  const events: TimelineRow[] = [];
  let before: string | null = '';
  let pages = 0;
  while (before !== null) {
    const body: object = { kinds, before };
    const { data } = await send<TimelinePage>('POST', `${SITE}/members/${reference}/timeline`, { as: support, body });
    events.push(...data.events);
    before = data.next;
    pages += 1;
    assert.ok(pages < 100, 'the pages end');
  }
  return { events, pages };
}

test('shows each event of a member once, in order, over pages, and folds rounds into sittings', async () => {
  const member = await create({ money: baht(9_000) });
  const account = { kind: 'bank', bankCode: '004', account: '1234567890', holderName: 'ชบา' } as const;
  await database.transaction((tx) => ensureReceivingAccount(tx, chaba.id, account));
  const { receivingAccountId } = await database.one<{ receivingAccountId: bigint }>(
    sql`select receiving_account_id as "receivingAccountId" from receiving_account where site_id = ${chaba.id} limit 1`,
  );
  // Sixty deposits, two in each millisecond.
  await insertDeposits(
    database.owner,
    { siteId: chaba.id, memberId: member.id, receivingAccountId },
    sql`select 'credited' as state, 1000000::bigint as amount_e4, now() - (n / 2) * interval '7 minutes' as created_at
      from generate_series(1, 60) as n`,
  );
  // Two games in turn: sittings with a pause of an hour between, over the same time as the deposits.
  await database.owner.execute(sql`
    insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, opened_at, settled_at)
    select ${chaba.id}, ${member.id}, 'chaba-studio', 'r' || game || '-' || n, 'game-' || game, 'closed', 10000, 5000, 10000, '[]',
      now() - n * interval '61 seconds' - (n / 40) * interval '1 hour' - game * interval '11 seconds', now()
    from generate_series(1, 200) as n, generate_series(1, 2) as game`);
  await database.owner.execute(sql`
    insert into security_event (site_id, kind, member_id, subject, hour, first_at)
    select ${chaba.id}, 'signed_in', ${member.id}, 'Chrome ' || n, date_trunc('hour', now()) - n * interval '1 hour', now() - n * interval '9 minutes'
    from generate_series(1, 20) as n`);
  await database.owner.execute(sql`
    insert into play_break (site_id, member_id, play_break_no, length, requested_by, started_at, ends_at)
    select ${chaba.id}, ${member.id}, n, '24h', 'member', now() - n * interval '13 minutes 123 microseconds', now() from generate_series(1, 5) as n`);
  const { events, pages } = await readTimeline(member.reference);
  assert.ok(pages >= 2);
  const names = events.map(({ kind, id }) => `${kind} ${id}`);
  assert.equal(new Set(names).size, names.length, 'no event stands twice');
  const count = (kind: string): number => events.filter((event) => event.kind === kind).length;
  assert.deepEqual([count('deposit'), count('security'), count('break')], [60, 20, 5]);
  const times = events.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted(compareTexts).toReversed());
  const sittings = events.filter(({ kind }) => kind === 'play');
  const sum = (of: readonly TimelineRow[], field: string): number =>
    of.reduce((total, { data }) => total + Number(data[field]), 0);
  assert.deepEqual([sum(sittings, 'rounds'), sum(sittings, 'stake'), sum(sittings, 'payout')], [400, 400, 200]);
  assert.equal(sittings.length, 12, 'six sittings of each game');
  const only = await readTimeline(member.reference, 'break security');
  assert.equal(only.events.length, 25);
  const wrong = { kinds: 'nothing', before: '' };
  assert.equal(
    (await send('POST', `${SITE}/members/${member.reference}/timeline`, { as: support, body: wrong })).code,
    'FIELD_INVALID',
  );
  const forged = { kinds: '', before: Buffer.from('[1,2]').toString('base64url') };
  assert.equal(
    (await send('POST', `${SITE}/members/${member.reference}/timeline`, { as: support, body: forged })).code,
    'FIELD_INVALID',
  );
});

test('makes a statement whose opening and lines add up to the balances', async () => {
  const member = await create({ money: baht(5_000) });
  await database.owner.execute(sql`
    update ledger_transfer set created_at = created_at - interval '40 days' where owner_id = ${member.id}`);
  await requestWithdrawal(database, { siteId: chaba.id, memberId: member.id, amount: baht(500), idempotencyKey: 'S' });
  const play = (key: string, isStake: boolean, amount: number) => ({
    ownerId: member.id,
    from: isStake ? chart.game : chart.games,
    to: isStake ? chart.games : chart.game,
    amount: baht(amount),
    reason: 'test',
    key: `statement:${key}`,
  });
  await database.transaction((tx) =>
    postTransfers(tx, chaba.id, [
      play('1', true, 100),
      play('2', true, 50),
      play('3', false, 120),
      { ...play('4', false, 7), from: chart.bonusCost },
      { ...play('5', false, 3), from: chart.coinIssue, to: chart.coin },
    ]),
  );
  const read = (query: string, as = support, of = member.reference) =>
    send<StatementFacts>('GET', `${SITE}/members/${of}/statement?${query}`, { as });
  const today = formatBangkokDay(new Date());
  const { data } = await read(`from=${today}`);
  assert.deepEqual(
    [data.opening, data.moneyIn, data.moneyOut, data.closing],
    ['5000.00', '127.00', '150.00', '4977.00'],
  );
  assert.deepEqual(
    data.lines.map(({ account, moneyIn, moneyOut, balance }) => [account, moneyIn, moneyOut, balance]),
    [
      ['105', '7.00', null, '5007.00'],
      ['102', null, '150.00', '4857.00'],
      ['102', '120.00', null, '4977.00'],
    ],
    'a withdrawal that is not paid moves no money out',
  );
  const { held } = await database.one<{ held: Money }>(sql`
    select sum(balance_e4)::bigint as held from ledger_balance
    where site_id = ${chaba.id} and owner_id = ${member.id} and kind not in (account_kind('coin'), account_kind('spin'))`);
  assert.equal(held, baht(4_977));
  const earlier = formatBangkokDay(new Date(Date.now() - 41 * 86_400_000));
  const whole = (await read(`from=${earlier}&to=${today}`)).data;
  assert.deepEqual([whole.opening, whole.closing, whole.lines.length], ['0.00', '4977.00', 4]);
  assert.equal((await read('from=2026-01-01&to=2026-11-01')).params.field, 'from');
  assert.equal((await read('from=2026-02-30')).code, 'FIELD_INVALID');
  assert.equal((await read('', marketing)).code, 'PERMISSION_MISSING');
  assert.equal((await read('', support, 'M99999999')).status, 404);
});

test('opens a statement with the money of its begin, also where numbers and times of transfers cross', async () => {
  const member = await create({ money: baht(5_000) });
  for (let day = 0; day < 30; day += 1) {
    await database.transaction((tx) =>
      postTransfers(
        tx,
        chaba.id,
        [1, 2, 3].map((each) => ({
          ownerId: member.id,
          from: each === 2 ? chart.games : chart.game,
          to: each === 2 ? chart.game : chart.games,
          amount: baht(10 * each + day),
          reason: 'test',
          key: `crossed:${day}:${each}`,
        })),
      ),
    );
  }
  // A day for each transaction; its last transfer belongs to the day before.
  await database.owner.execute(sql`
    update ledger_transfer set created_at = case when key like 'crossed:%' then
        date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'
          - make_interval(days => 30 - split_part(key, ':', 2)::int, mins => 20 * split_part(key, ':', 3)::int - 40)
      else created_at - interval '60 days' end
    where site_id = ${chaba.id} and owner_id = ${member.id}`);
  for (const back of [0, 1, 7, 29, 30, 31, 45]) {
    const from = formatBangkokDay(new Date(Date.now() - back * 86_400_000));
    const { data } = await send<StatementFacts>('GET', `${SITE}/members/${member.reference}/statement?from=${from}`, {
      as: support,
    });
    const { before } = await database.one<{ before: Money }>(sql`
      select sum(case when from_kind >= 100 then amount_e4 else -amount_e4 end)::bigint as before from ledger_transfer
      where site_id = ${chaba.id} and owner_id = ${member.id} and (from_kind >= 100) <> (to_kind >= 100)
        and created_at < ${from}::timestamp at time zone 'Asia/Bangkok'`);
    assert.equal(data.opening, toWireAmount(before), `${back} days back`);
    assert.equal(data.lines.length, Math.min(30, back) * 2 + Number(back > 30), `${back} days back`);
  }
});

test('explains bets that did not count, transfers that wait, held days and cashback by their figures', async () => {
  const member = await create({ money: baht(900) });
  const friend = await create({ referrerId: member.id });
  await database.owner.execute(sql`
    insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, opened_at, settled_at)
    values (${chaba.id}, ${member.id}, 'chaba-studio', 'w1', 'g', 'closed', 100000, 100000, 0, '[{"notCounted": "DRAW"}]', now() - interval '1 minute', now()),
      (${chaba.id}, ${member.id}, 'chaba-studio', 'w2', 'g', 'open', 100000, 0, 0, '[]', now(), null),
      (${chaba.id}, ${member.id}, 'chaba-studio', 'w3', 'g', 'closed', 100000, 0, 100000, '[]', now(), now())`);
  await database.owner.execute(sql`
    insert into affiliate_result (site_id, member_id, day, sum_e4, carried_e4, payable_e4, state, releases_at)
    values (${chaba.id}, ${member.id}, '2026-11-20', 50000, -10000, 40000, 'held', now())`);
  await database.owner.execute(sql`
    insert into affiliate_income (site_id, member_id, day, friend_id, level, basis_e4, percent_bp, amount_e4, fraud_signals)
    values (${chaba.id}, ${member.id}, '2026-11-20', ${friend.id}, 1, 5000000, 100, 50000, '{device,address}')`);
  await database.owner.execute(sql`
    insert into cashback_period (site_id, member_id, period_from, period_to, stakes_e4, payouts_e4, gifts_e4, deposits_e4, withdrawals_e4,
      opening_e4, loss_e4, percent_bp, carried_e4, amount_e4, state)
    values (${chaba.id}, ${member.id}, '2026-11-16', '2026-11-23', 9000000, 4000000, 1000000, 6000000, 0, 0, 4000000, 500, 0, 200000, 'carried')`);
  const { data } = await send<MemberWhy>('GET', `${SITE}/members/${member.reference}/why`, { as: support });
  assert.deepEqual(
    data.bets.map(({ round, reason, counted }) => [round, reason, counted]),
    [
      ['w2', 'OPEN', '0.00'],
      ['w1', 'DRAW', '0.00'],
    ],
  );
  assert.deepEqual(
    data.days.map(({ day, payable, state, suspicions }) => [day, payable, state, suspicions]),
    [['2026-11-20', '4.00', 'held', ['address', 'device']]],
  );
  assert.deepEqual(
    data.weeks.map(({ stakes, payouts, gifts, ownMoney, loss, percentBp, amount }) => [
      stakes,
      payouts,
      gifts,
      ownMoney,
      loss,
      percentBp,
      amount,
    ]),
    [['900.00', '400.00', '100.00', '600.00', '400.00', 500, '20.00']],
  );
  assert.deepEqual([data.movements, data.bonuses], [[], []]);
  assert.equal((await send('GET', `${SITE}/members/M99999999/why`, { as: support })).code, 'NOT_FOUND');
});

test('lists the bearers of a tag in each order, also of a tag that thousands bear', async () => {
  const few = [await create(), await create()].map(({ reference }) => reference);
  const many = 2_100;
  await database.owner.execute(sql`insert into tag (site_id, tag) values (${chaba.id}, 'few'), (${chaba.id}, 'many')`);
  await database.owner.execute(sql`
    with made as (
      insert into member (site_id, phone, password_hash, player_id, bank_code, bank_account, first_name, last_name,
        is_name_verified, accepts_bonus, affiliate_key)
      select ${chaba.id}::int, '06' || lpad(n::text, 8, '0'), 'none', 'tagged' || n, '014', '8' || lpad(n::text, 9, '0'),
        'ก', 'ข', true, false, 'tagged' || n from generate_series(1, ${many}::int) as n returning member_id)
    insert into member_tag (site_id, member_id, tag, set_by) select ${chaba.id}::int, member_id, 'many', 'test' from made`);
  await database.owner.execute(sql`
    insert into member_tag (site_id, member_id, tag, set_by)
    select ${chaba.id}::int, unnest(${few.map((reference) => BigInt(reference.slice(1)))}::bigint[]), 'few', 'test'`);
  await database.owner.execute(sql`analyze member, member_tag`);
  for (const sort of ['newest', 'seen', 'deposits']) {
    const found = (await list(`sort=${sort}&tag=few`)).rows.map(({ reference }) => reference);
    assert.deepEqual(found.toSorted(compareTexts), few.toSorted(compareTexts), sort);
    const seen = new Set<string>();
    let next: string | null = '';
    while (next !== null) {
      const page: RowPage<MemberListRow> = await list(`sort=${sort}&tag=many${next === '' ? '' : `&before=${next}`}`);
      for (const { reference, tags } of page.rows) {
        assert.deepEqual(tags, ['many']);
        seen.add(reference);
      }
      next = page.next;
    }
    assert.equal(seen.size, many, sort);
  }
});

/** Rows of one member in the list of accesses: who opened the page, the newest first. */
async function listOpened(reference: string): Promise<readonly string[]> {
  const as = await signIn('demo-admin');
  const { data } = await send<RowPage<AccessRow>>('GET', `${SITE}/lists/access-log?member=${reference}`, { as });
  assert.ok(
    data.rows.every(({ member, list: file, request }) => member === reference && file === null && request === null),
  );
  return data.rows.map(({ operator }) => operator);
}

const ageAccess = (interval: string) =>
  database.owner.execute(sql`
    update member_page_access set accessed_at = accessed_at - ${interval}::interval where site_id = ${chaba.id}`);

test('records who opened the page of a member, once a minute, and polling of an open page each 15 minutes', async () => {
  const { reference } = await create();
  const read = (path = '', as = support, isPolling = false) =>
    send('GET', `${SITE}/members/${reference}${path}`, { as, isPolling });
  await list('');
  await search(reference);
  assert.deepEqual(await listOpened(reference), [], 'lists and the search open no page');
  await Promise.all([
    read(),
    read('/why'),
    send('POST', `${SITE}/members/${reference}/timeline`, { as: support, body: {} }),
  ]);
  assert.deepEqual(await listOpened(reference), ['demo-support']);
  await read('', marketing);
  assert.deepEqual(await listOpened(reference), ['demo-marketing', 'demo-support']);
  await ageAccess('2 minutes');
  await read('', support, true);
  assert.equal((await listOpened(reference)).length, 2, 'a page that stays open');
  await read();
  assert.deepEqual(await listOpened(reference), ['demo-support', 'demo-marketing', 'demo-support']);
  await ageAccess('16 minutes');
  await read('', support, true);
  assert.equal((await listOpened(reference)).length, 4);
  await ageAccess('1 minute');
  const finance = await signIn('demo-finance');
  await read('/statement', finance);
  assert.deepEqual((await listOpened(reference))[0], 'demo-finance');
  await send('GET', `${SITE}/members/M99999999`, { as: support });
  const strangers = await database.owner.one<{ count: number }>(sql`
    select count(*)::int as count from member_page_access where site_id = ${lanna.id} or member_id > 9999999`);
  assert.equal(strangers.count, 0);
  for (const change of [
    sql`update member_page_access set member_id = member_id`,
    sql`delete from member_page_access`,
    sql`insert into member_page_access (site_id, member_id, operator_id, accessed_at)
      select site_id, member_id, operator_id, now() - interval '1 day' from member_page_access`,
  ]) {
    await assert.rejects(operators.execute(change), /permission denied/);
  }
  await assert.rejects(database.rows(sql`select from member_page_access`), /permission denied/);
});

test('seals opened pages by entries of the chain, and names the seal that a changed row does not fit', async () => {
  const { id, reference } = await create();
  const open = () => send('GET', `${SITE}/members/${reference}`, { as: support });
  const verify = async () => (await verifyChain(operators, chaba.id)).problems;
  await sealPageAccess(operators, chaba.id);
  await open();
  assert.equal(await sealPageAccess(operators, chaba.id), 0, 'the newest minutes belong to no seal');
  await ageAccess('1 day');
  await database.owner.execute(sql`delete from member_page_access where site_id = ${chaba.id} and member_id <> ${id}`);
  await database.owner.execute(sql`delete from audit_entry where site_id = ${chaba.id} and action = 'access.seal'`);
  const counts = await Promise.all([sealPageAccess(operators, chaba.id), sealPageAccess(operators, chaba.id)]);
  assert.deepEqual(
    counts.toSorted((one, other) => one - other),
    [0, 1],
    'two processes seal a row once',
  );
  await open();
  await database.owner.execute(sql`
    update member_page_access set accessed_at = now() - interval '3 hours'
    where site_id = ${chaba.id} and accessed_at > now() - interval '1 minute'`);
  assert.equal(await sealPageAccess(operators, chaba.id), 1);
  assert.deepEqual(await verify(), []);
  const admin = await signIn('demo-admin');
  const { data } = await send<RowPage<AuditRow>>('GET', `${SITE}/lists/audit?action=access.seal`, { as: admin });
  assert.deepEqual(
    data.rows.map(({ operator, after }) => [operator, after?.['rows']]),
    [
      ['job:access-seal', 1],
      ['job:access-seal', 1],
    ],
  );
  const [newest, oldest] = data.rows.map(({ sequence }) => sequence);
  assert.equal(data.rows[0]?.after?.['from'], data.rows[1]?.after?.['to']);
  const broken = new RegExp(`^opened member pages before .* differ from their seal in entry ${oldest}$`);
  const later = sql`update member_page_access set accessed_at = accessed_at + interval '1 second'
    where site_id = ${chaba.id} and accessed_at < now() - interval '20 hours'`;
  await database.owner.execute(later);
  assert.match((await verify())[0] ?? '', broken);
  await database.owner.execute(sql`update member_page_access set accessed_at = accessed_at - interval '1 second'
    where site_id = ${chaba.id} and accessed_at < now() - interval '20 hours'`);
  assert.deepEqual(await verify(), []);
  await database.owner.execute(sql`
    insert into member_page_access (site_id, member_id, operator_id, accessed_at)
    select site_id, ${(await create()).id}, operator_id, accessed_at + interval '1 second' from member_page_access
    where site_id = ${chaba.id} and accessed_at > now() - interval '20 hours'`);
  const [inserted = ''] = await verify();
  assert.ok(inserted.endsWith(`entry ${newest}`), inserted);
});
