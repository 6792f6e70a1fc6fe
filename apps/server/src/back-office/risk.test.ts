// Rules of risk: what they find once, the queue of alerts, verdicts on groups, thresholds by one person or two.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ItemDetail, ItemRow, QueueRow } from '@chaba/contract/back-office/queue-wire';
import type { ProtectionRow } from '@chaba/contract/back-office/protection-wire';
import type { GroupComparison, RiskRuleRow } from '@chaba/contract/back-office/risk';
import type { RowPage } from '@chaba/contract/back-office/wire';
import type { MemberDetail, TimelinePage } from '@chaba/contract/back-office/wire-members';
import { sql } from '@chaba/database';
import { baht, type Money, zeroMoney } from '@chaba/money';

import { setLimit } from '#modules/limits';
import { ensurePromotion, type Promotion } from '#modules/promotions';
import { recordRiskSignals } from '#modules/risk-signals';
import { runRiskRules } from '#modules/risk';
import { openOurAccount } from '#testing/bank-commands';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, operators, chaba, send, act, decide, config } = office;
const SITE = '/back-office/v1/sites/chaba';
const [risk, support, finance, marketing] = [
  await office.signIn('demo-risk'),
  await office.signIn('demo-support'),
  await office.signIn('demo-finance'),
  await office.signIn('demo-marketing'),
] as const;
await openOurAccount(database, chaba);
await runRiskRules(database, chaba.id);

const formatId = (id: bigint): string => `M${String(id).padStart(8, '0')}`;
const create = async (): Promise<bigint> => {
  const { id } = await createMember(database, chaba);
  // Names of test members are alike.
  await database.owner.execute(sql`update member set first_name = ${`name${id}`} where member_id = ${id}`);
  return id;
};
const signIn = (id: bigint, deviceMark: string, address = '10.0.0.1') =>
  database.transaction((tx) => recordRiskSignals({ tx, config }, chaba.id, id, { address, deviceMark }));
const run = (): Promise<number> => runRiskRules(database, chaba.id);
const readAlerts = async (): Promise<readonly ItemRow[]> =>
  (await send<RowPage<ItemRow>>('GET', `${SITE}/lists/alerts`, { as: risk })).data.rows;
const findAlert = async (rule: string, id: bigint): Promise<ItemRow | undefined> =>
  (await readAlerts()).find(({ facts, memberId }) => facts['riskRule'] === rule && memberId === String(id));
const readGroup = async (item = ''): Promise<GroupComparison> =>
  (await send<GroupComparison>('GET', `${SITE}/alerts/${item}/group`, { as: risk })).data;
const mark = (letter: string): string => letter.repeat(32);

test('raises one alert for a shared device, whose group is compared side by side', async () => {
  const [first, second] = [await create(), await create()];
  await signIn(first, mark('a'));
  assert.equal(await run(), 0, 'one member shares nothing');
  await signIn(second, mark('a'));
  assert.equal(await run(), 1);
  await signIn(first, mark('a'));
  assert.equal(await run(), 0, 'the same group again');
  const alert = await findAlert('shared-device', second);
  assert.deepEqual([alert?.facts['figure'], alert?.facts['threshold']], ['2', '2']);
  const { data } = await send<ItemDetail>('GET', `${SITE}/queues/alerts?item=${alert?.item}`, { as: risk });
  const group = await readGroup(alert?.item);
  assert.deepEqual(
    group.members.map(({ reference, devices, networks, sameName }) => [reference, devices, networks, sameName]),
    [second, first].map((id) => [formatId(id), ['A'], [], null]),
  );
  assert.deepEqual(
    group.pairs.map(({ devices, networks, isSameName, opposite, verdict }) => [
      devices,
      networks,
      isSameName,
      opposite,
      verdict,
    ]),
    [[['A'], [], false, null, null]],
  );
  assert.deepEqual(
    data.offers.map(({ action }) => action),
    ['alert.different', 'alert.same-person', 'alert.household'],
  );
  const queue = (await send<RowPage<QueueRow>>('GET', `${SITE}/lists/queues`, { as: risk })).data.rows;
  assert.equal(queue.find((row) => row.queue === 'alerts')?.count, 1);
  assert.equal((await send('GET', `${SITE}/lists/alerts`, { as: marketing })).status, 403);
});

test('compares names, networks, first bonuses and opposite bets of a group, with earlier verdicts', async () => {
  const [one, two, three] = [await create(), await create(), await create()];
  for (const id of [one, two]) {
    await database.owner.execute(sql`
      update member set first_name = 'คน', last_name = 'เดียวกัน' where site_id = ${chaba.id} and member_id = ${id}`);
    await signIn(id, mark('7'), '203.0.113.40');
  }
  await signIn(three, mark('7'));
  const bet = (id: bigint, round: string, table: string, type: string, stake: bigint) => {
    const bets = [
      { txId: round, stake: String(stake), state: 'settled', table, positions: [{ type, stake: String(stake) }] },
    ];
    return database.owner.execute(sql`
      insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4,
        bets, settled_at)
      values (${chaba.id}, ${id}, 'test', ${round}, 'table', 'closed', ${stake}, 0, 0, ${JSON.stringify(bets)}::jsonb, now())`);
  };
  await bet(one, 'r1', 'T1', 'player', baht(100));
  await bet(two, 'r2', 'T1', 'Banker', baht(60));
  await bet(one, 'r3', 'T2', 'player', baht(100));
  await bet(two, 'r4', 'T2', 'player', baht(100));
  await bet(three, 'r5', 'T1', 'tie', baht(100));
  await run();
  const alert = await findAlert('shared-device', three);
  const group = await readGroup(alert?.item);
  const pairOf = (a: bigint, b: bigint) =>
    group.pairs.find(
      ({ one: x, other: y }) => [x, y].toSorted().join(' ') === [formatId(a), formatId(b)].toSorted().join(' '),
    );
  const pair = pairOf(one, two);
  assert.deepEqual([pair?.devices, pair?.networks, pair?.isSameName], [['A'], ['A'], true]);
  assert.deepEqual(pair?.opposite, { rounds: 1, amount: '120.00' });
  assert.equal(pairOf(one, three)?.opposite, null);
  assert.deepEqual(
    group.members.map(({ sameName }) => sameName),
    [null, 'A', 'A'],
  );
  assert.equal((await act(risk, 'alert.different', { alert: alert?.item ?? '' })).data.outcome, 'different');
  await signIn(one, mark('6'));
  const [four] = [await create()];
  await signIn(four, mark('6'));
  await run();
  const later = await readGroup((await findAlert('shared-device', four))?.item);
  assert.equal(later.pairs.length, 1);
  assert.equal((await send('GET', `${SITE}/alerts/999999/group`, { as: risk })).status, 404);
  assert.equal((await send('GET', `${SITE}/alerts/1/group`, { as: support })).status, 403);
});

test('keeps a verdict on each pair, so that the same signals raise nothing again', async () => {
  const members = [await create(), await create(), await create()];
  const [one = 0n, two = 0n, three = 0n] = members;
  await signIn(one, mark('b'));
  await signIn(two, mark('b'));
  await run();
  const alert = (await findAlert('shared-device', two))?.item ?? '';
  const reason = 'สองคนคนละคน ใช้เครื่องเดียวกัน';
  assert.equal((await act(support, 'alert.different', { alert })).code, 'PERMISSION_MISSING');
  const [first, second] = await Promise.all([
    act(risk, 'alert.different', { alert }, { reason }),
    act(risk, 'alert.same-person', { alert }, { reason }),
  ]);
  assert.deepEqual([first.code ?? '200', second.code ?? '200'].toSorted(), ['200', 'NOT_WAITING']);
  const links = await database.owner.rows<{ count: number }>(sql`
    select count(*)::int as count from member_link where member_id = ${one} and other_id = ${two}`);
  assert.deepEqual(links, [{ count: 1 }]);

  // Another device of the same two raises nothing; a third member does, with those who have no verdict.
  await signIn(one, mark('c'));
  await signIn(two, mark('c'));
  assert.equal(await run(), 0);
  await signIn(three, mark('c'));
  assert.equal(await run(), 1);
  const third = await findAlert('shared-device', three);
  assert.equal(third?.facts['figure'], '3');
  const before = await readVerdict(one, two);
  assert.equal((await act(risk, 'alert.household', { alert: third?.item ?? '' })).data.outcome, 'household');
  assert.deepEqual(
    [await readVerdict(one, three), await readVerdict(two, three), await readVerdict(one, two)],
    ['household', 'household', before],
    'pairs of the others keep an earlier verdict',
  );
});

async function readVerdict(one: bigint, other: bigint): Promise<string> {
  const link = await database.owner.one<{ verdict: string }>(sql`
    select verdict from member_link where site_id = ${chaba.id} and member_id = ${one} and other_id = ${other}`);
  return link.verdict;
}

test('compares a member with the linked ones, and keeps a verdict from the page of the member', async () => {
  const [one, two, three] = [await create(), await create(), await create()];
  for (const id of [one, two]) await signIn(id, mark('d'));
  const read = async (as: string) => send<GroupComparison>('GET', `${SITE}/members/${formatId(one)}/group`, { as });
  assert.deepEqual(
    (await read(support)).data.members.map(({ reference }) => reference),
    [one, two].map(formatId),
  );
  assert.equal((await read(marketing)).status, 403);
  assert.equal((await send('GET', `${SITE}/members/M99999999/group`, { as: support })).status, 404);
  const decideOn = (
    others: string,
    action: 'member.different' | 'member.household' = 'member.different',
    as = support,
  ) => act(as, action, { member: formatId(one), others });
  for (const wrong of ['', 'x', formatId(one), `${formatId(two)} ${formatId(two)}`]) {
    assert.equal((await decideOn(wrong)).params.field, 'others', wrong);
  }
  assert.equal((await decideOn('M99999999')).code, 'NOT_FOUND');
  assert.equal((await decideOn(formatId(two), 'member.different', marketing)).code, 'PERMISSION_MISSING');
  assert.equal((await decideOn(`${formatId(two)} ${formatId(three)}`)).data.outcome, 'different');
  assert.deepEqual([await readVerdict(one, two), await readVerdict(one, three)], ['different', 'different']);
  assert.equal(await run(), 0, 'the device of the two raises nothing');
  assert.equal((await decideOn(formatId(three), 'member.household')).data.outcome, 'household');
  assert.equal(await readVerdict(one, three), 'household');
  const { data } = await read(support);
  assert.deepEqual(
    data.pairs.filter(({ one: first }) => first === formatId(one)).map(({ verdict }) => verdict?.verdict),
    ['different', 'household'],
  );
});

test('raises nothing again between the others of a group that was decided', async () => {
  const [one, two, three] = [await create(), await create(), await create()];
  for (const id of [one, two, three]) await signIn(id, mark('f'));
  await run();
  const alert = (await findAlert('shared-device', three))?.item ?? '';
  assert.equal((await act(risk, 'alert.different', { alert })).data.outcome, 'different');
  for (const id of [one, two]) await signIn(id, mark('9'));
  assert.equal(await run(), 0);
});

test('holds the unreleased referral day of an account that is the member’s own', async () => {
  const [one, two] = [await create(), await create()];
  const day = sql`(now() at time zone 'Asia/Bangkok')::date`;
  await database.owner.execute(sql`
    insert into affiliate_result (site_id, member_id, day, sum_e4, carried_e4, payable_e4, state, releases_at)
    values (${chaba.id}, ${one}, ${day}, 10000, 0, 10000, 'pending', now() + interval '1 day')`);
  await database.owner.execute(sql`
    insert into affiliate_income (site_id, member_id, day, friend_id, level, basis_e4, percent_bp, amount_e4)
    values (${chaba.id}, ${one}, ${day}, ${two}, 1, 1000000, 100, 10000)`);
  for (const id of [one, two]) await signIn(id, mark('8'));
  await run();
  const alert = (await findAlert('shared-device', two))?.item ?? '';
  assert.equal((await act(risk, 'alert.same-person', { alert })).data.outcome, 'same');
  const held = (await send<RowPage<ItemRow>>('GET', `${SITE}/lists/held-days`, { as: risk })).data.rows;
  assert.deepEqual(
    held.map(({ facts }) => facts['suspicions']),
    [['person']],
  );
});

test('finds marks of harm: breaks, looser limits, deposits of a day and of a month', async () => {
  const id = await create();
  const member = formatId(id);
  for (const length of ['24h', '24h', '7d']) await act(support, 'member.begin-break', { member, length });
  const of = { siteId: chaba.id, memberId: id, kind: 'deposit' } as const;
  for (const span of ['day', 'week'] as const) {
    await setLimit(database, { ...of, span, amount: baht(500) });
    await setLimit(database, { ...of, span, amount: baht(900) });
  }
  await database.owner.execute(sql`
    insert into report_member_day (site_id, day, member_id, deposit_e4, withdrawal_e4, bets, stake_e4, payout_e4, prize_e4,
      tip_e4, gift_e4)
    values (${chaba.id}, (now() at time zone 'Asia/Bangkok')::date, ${id}, ${baht(9_000)}, ${baht(4_000)}, 1,
      ${baht(20_000)}, ${baht(9_999)}, 0, 0, 0)`);
  await addDeposits(id, 5);
  await run();
  const found = (await readAlerts()).filter(({ memberId }) => memberId === String(id));
  assert.deepEqual(found.map(({ facts }) => [facts['riskRule'], facts['figure']].map(String).join(' ')).toSorted(), [
    'breaks 3',
    'deposits-a-day 5',
    'looser-limits 2',
    'losses 10001',
    'net-deposits 5000',
  ]);
  assert.equal(await run(), 0, 'each once for its day, month or break');
  const marked = await send<RowPage<ProtectionRow>>('GET', `${SITE}/lists/protection?show=markers`, { as: support });
  assert.deepEqual(
    marked.data.rows.map((row) => [row.reference, row.state, row.markers.length]),
    [[member, 'break', 5]],
  );
  const readHarm = async (as: string): Promise<readonly string[]> =>
    (await send<MemberDetail>('GET', `${SITE}/members/${member}`, { as })).data.harm.map(
      (each) => `${each.rule} ${each.figure}`,
    );
  assert.deepEqual((await readHarm(support)).toSorted(), [
    'breaks 3',
    'deposits-a-day 5',
    'looser-limits 2',
    'losses 10001',
    'net-deposits 5000',
  ]);
  assert.deepEqual(await readHarm(finance), [], 'finance sees no marks of harm');
  const alert = found[0]?.item ?? '';
  assert.equal((await act(risk, 'alert.same-person', { alert })).params.field, 'alert', 'it has no group');
  assert.equal((await act(risk, 'alert.act', { alert })).data.outcome, 'acted');
  assert.equal((await act(risk, 'alert.clear', { alert })).code, 'NOT_WAITING');
  const read = async (as: string): Promise<number> => {
    const body = { kinds: 'alert', before: '' };
    const { data } = await send<TimelinePage>('POST', `${SITE}/members/${member}/timeline`, { as, body });
    return data.events.length;
  };
  assert.deepEqual([await read(risk), await read(support)], [5, 0]);
});

/** Deposits that move no money; usual: of one baht, credited now. */
async function addDeposits(
  id: bigint,
  count: number,
  { amount = baht(1), hoursAgo = 0 }: { readonly amount?: Money; readonly hoursAgo?: number } = {},
): Promise<void> {
  await database.owner.execute(sql`
    insert into deposit (site_id, member_id, receiving_account_id, state, amount_e4, transferred_at, credited_at,
      movement_site_id, bank_movement_id)
    select ${chaba.id}, ${id}, (select min(receiving_account_id) from receiving_account where site_id = ${chaba.id}),
      'credited', ${amount}, now(), now() - make_interval(hours => ${hoursAgo}), ${chaba.id + 1_000},
      ${id} * 100 + number from generate_series(1, ${count}) as number`);
}

const WELCOME: Promotion = {
  id: 'welcome',
  usable: 'first_deposit',
  title: 'welcome',
  imageUrl: '',
  minimumDeposit: baht(1),
  turnover: { unit: 'times', hundredths: 100 },
  bonusMax: { unit: 'baht', amount: baht(1_000) },
  withdrawMax: { unit: 'baht', amount: zeroMoney },
  bonus: { kind: 'percent', basisPoints: 10_000 },
  sortOrder: 0,
};

/** A deposit with a bonus of these terms, granted now; no money moves. */
async function addBonus(id: bigint, terms: Readonly<Record<string, string>>): Promise<void> {
  await addDeposits(id, 1);
  await database.owner.execute(sql`
    insert into turnover_requirement (site_id, member_id, requirement_no, source, cause_id, required_e4)
    values (${chaba.id}, ${id}, 1, 'BONUS', 'test', 10000)`);
  await database.owner.execute(sql`
    insert into bonus_grant (site_id, member_id, grant_no, requirement_no, promotion_id, terms, deposit_id, deposit_e4, bonus_e4,
      required_e4, deposit_required_e4, transfer_id, expires_at)
    select site_id, member_id, 1, 1, ${WELCOME.id}, ${JSON.stringify(terms)}::jsonb, deposit_id, 10000, 10000, 10000, 10000,
      1, now() + interval '7 days' from deposit where site_id = ${chaba.id} and member_id = ${id}`);
}

/** A request that moves no money. */
async function addWithdrawal(id: bigint): Promise<void> {
  await database.owner.execute(sql`
    insert into withdrawal (site_id, member_id, amount_e4, state, idempotency_key, bank_code, account, holder_name)
    values (${chaba.id}, ${id}, 10000, 'requested', 'K', '014', '1234567890', 'x')`);
}

async function addTableBet(id: bigint, table: string, type: string, stake: Money): Promise<void> {
  const positions = [{ type, stake: String(stake) }];
  const bets = [{ txId: table, stake: String(stake), state: 'settled', table, positions }];
  await database.owner.execute(sql`
    insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4,
      bets, settled_at)
    values (${chaba.id}, ${id}, 'test', ${table}, 'table', 'closed', ${stake}, 0, 0, ${JSON.stringify(bets)}::jsonb, now())`);
}

test('finds linked members who withdraw within a day of the bonus of the first deposit', async () => {
  const terms = { usable: 'first_deposit' };
  await database.transaction((tx) => ensurePromotion(tx, chaba.id, WELCOME));
  const [one, two, three] = [await create(), await create(), await create()];
  for (const id of [one, two]) await signIn(id, mark('1'));
  await signIn(three, mark('2'));
  for (const id of [one, two, three]) await addBonus(id, terms);
  await run();
  await addWithdrawal(one);
  await addWithdrawal(three);
  assert.equal(await run(), 0, 'one member alone');
  await addWithdrawal(two);
  assert.equal(await run(), 1);
  const alert = await findAlert('bonus-withdrawn', two);
  assert.deepEqual([alert?.facts['figure'], alert?.facts['threshold']], ['2', '2']);
  const { members } = await readGroup(alert?.item);
  assert.deepEqual(
    members.map(({ reference }) => reference),
    [two, one].map(formatId),
  );
  assert.equal(await run(), 0, 'once for a group');
});

test('finds opposite bets of linked members at one table when one of them withdraws', async () => {
  const [one, two, three] = [await create(), await create(), await create()];
  for (const id of [one, two, three]) await signIn(id, mark('3'));
  await act(risk, 'alert.household', { alert: await runFor('shared-device', three) });
  const [four, five] = [await create(), await create()];
  for (const id of [four, five]) await signIn(id, mark('4'));
  await run();
  await addTableBet(one, 'T7', 'player', baht(2_000));
  await addTableBet(two, 'T7', 'banker', baht(2_000));
  await addTableBet(four, 'T8', 'player', baht(800));
  await addTableBet(five, 'T8', 'banker', baht(700));
  await addWithdrawal(one);
  await addWithdrawal(four);
  await run();
  assert.equal(await findAlert('opposite-bets', three), undefined);
  assert.equal(await findAlert('opposite-bets', two), undefined, 'a household has its verdict');
  assert.deepEqual((await findAlert('opposite-bets', five))?.facts['figure'], '1400');
  await signIn(five, mark('4'));
  assert.equal(await run(), 0, 'once for a group');
});

test('finds codes and bonuses above a pace, and deposits that no round followed within a day', async () => {
  const [many, few, idle, playing] = [await create(), await create(), await create(), await create()];
  for (const [id, codes] of [[many, 4] as const, [few, 3] as const]) {
    await addBonus(id, { usable: 'always' });
    await database.owner.execute(sql`
      insert into item_code (site_id, code, amount_e4) select ${chaba.id}, ${`C${id}N`} || number, 10000
      from generate_series(1, ${codes}) as number`);
    await database.owner.execute(sql`
      insert into item_code_use (site_id, code, member_id, use_no, amount_e4, coins, required_e4, idempotency_key)
      select site_id, code, ${id}, 1, 10000, 0, 0, code from item_code
      where site_id = ${chaba.id} and code like ${`C${id}N%`}`);
  }
  for (const id of [idle, playing]) await addDeposits(id, 1, { amount: baht(1_000), hoursAgo: 24 });
  await addTableBet(playing, 'T9', 'player', baht(1));
  await run();
  assert.equal((await findAlert('gifts-a-day', many))?.facts['figure'], '5');
  assert.equal(await findAlert('gifts-a-day', few), undefined);
  assert.equal((await findAlert('unplayed-deposits', idle))?.facts['figure'], '1000');
  assert.equal(await findAlert('unplayed-deposits', playing), undefined);
  assert.equal(await run(), 0, 'each once for its day');
});

/** Runs the rules. Returns the alert of a rule about a member. */
async function runFor(rule: string, id: bigint): Promise<string> {
  await run();
  return (await findAlert(rule, id))?.item ?? assert.fail(`no alert of ${rule}`);
}

test('sets a stricter threshold by one person, a looser one and an end by two', async () => {
  const read = async (): Promise<RiskRuleRow | undefined> =>
    (await send<RowPage<RiskRuleRow>>('GET', `${SITE}/lists/risk-rules`, { as: risk })).data.rows.find(
      ({ rule }) => rule === 'net-deposits',
    );
  assert.deepEqual([(await read())?.threshold, (await read())?.isDefault], ['5000', true]);
  const set = (threshold: string, state = 'on', as = risk) =>
    act(as, 'risk.set-rule', { rule: 'net-deposits', threshold, state });
  assert.equal((await set('3000')).data.outcome, 'changed');
  assert.deepEqual([(await read())?.threshold, (await read())?.changedBy], ['3000', 'demo-risk']);
  for (const [threshold, state] of [
    ['0', 'on'],
    ['-5', 'on'],
    ['1.5', 'on'],
    ['99999999', 'on'],
  ] as const) {
    assert.equal((await set(threshold, state)).params.field, 'threshold');
  }
  const looser = await set('8000');
  assert.equal(looser.data.outcome, 'requested');
  assert.equal((await read())?.threshold, '3000');
  assert.equal((await decide(risk, looser.data.request ?? '')).code, 'OWN_REQUEST');
  assert.equal((await decide(finance, looser.data.request ?? '')).data.outcome, 'changed');
  assert.equal((await read())?.threshold, '8000');
  assert.equal((await set('100', 'off')).data.outcome, 'requested', 'off is looser, whatever the threshold');
  assert.equal((await set('100', 'on', support)).code, 'PERMISSION_MISSING');
});

test('lets the product raise alerts and operators decide them, and neither more', async () => {
  const id = await create();
  await assert.rejects(database.execute(sql`update risk_alert set state = 'cleared'`), /permission denied/);
  await assert.rejects(database.execute(sql`delete from risk_alert`), /permission denied/);
  await assert.rejects(database.execute(sql`update risk_rule set is_on = false`), /permission denied/);
  await assert.rejects(operators.execute(sql`delete from member_link`), /permission denied/);
  await assert.rejects(
    operators.execute(sql`
      insert into risk_alert (site_id, rule, member_id, mark, figure, threshold)
      values (${chaba.id}, 'losses', ${id}, 'x', 1, 1)`),
    /permission denied/,
  );
});
