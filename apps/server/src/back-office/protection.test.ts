// Members who protect themselves: their list, and that nobody shortens a break or loosens a member's limit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type ActionName, actionNames, actions } from '@chaba/contract/back-office/actions';
import type { ProtectionRow } from '@chaba/contract/back-office/protection-wire';
import { roles } from '@chaba/contract/back-office/roles';
import type { RowPage } from '@chaba/contract/back-office/wire';
import { type Queryable, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { setLimit } from '#modules/limits';
import { findPlayBreak } from '#modules/play-breaks';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, operators, chaba, send, act, decide } = office;
const SITE = '/back-office/v1/sites/chaba';
const [support, risk, finance] = [
  await office.signIn('demo-support'),
  await office.signIn('demo-risk'),
  await office.signIn('demo-finance'),
] as const;
const DAY_MS = 86_400_000;

async function create(): Promise<{ readonly id: bigint; readonly reference: string }> {
  const { id } = await createMember(database, chaba);
  return { id, reference: `M${String(id).padStart(8, '0')}` };
}
const begin = (member: string, length: string, as = support) => act(as, 'member.begin-break', { member, length });
const read = async (show: string): Promise<readonly ProtectionRow[]> =>
  (await send<RowPage<ProtectionRow>>('GET', `${SITE}/lists/protection?show=${show}`, { as: support })).data.rows;
const find = async (show: string, reference: string): Promise<ProtectionRow | undefined> =>
  (await read(show)).find((row) => row.reference === reference);
const untilOf = async (id: bigint): Promise<number> =>
  (await findPlayBreak(database, chaba.id, id))?.until?.getTime() ?? Number.POSITIVE_INFINITY;
const isOnBreak = async (id: bigint): Promise<boolean> => (await findPlayBreak(database, chaba.id, id)) !== undefined;

test('lists members on a break, excluded, with limits, and with a request for a looser one', async () => {
  const [onBreak, excluded, limited] = [await create(), await create(), await create()];
  await begin(onBreak.reference, '7d');
  await begin(excluded.reference, 'forever', risk);
  const of = { siteId: chaba.id, memberId: limited.id, kind: 'deposit', span: 'day' } as const;
  await setLimit(database, { ...of, amount: baht(500) });
  await setLimit(database, { ...of, kind: 'time', amount: 90n });

  const row = await find('breaks', onBreak.reference);
  assert.deepEqual([row?.state, row?.recentBreaks, row?.limits], ['break', 1, []]);
  assert.ok(Math.abs(Date.parse(row?.breakUntil ?? '') - Date.now() - 7 * DAY_MS) < 600_000);
  const endless = await find('exclusions', excluded.reference);
  assert.deepEqual([endless?.state, endless?.breakUntil], ['excluded', null]);
  assert.equal(await find('breaks', excluded.reference), undefined);

  const limits = (await find('limits', limited.reference))?.limits;
  assert.deepEqual(limits, [
    { kind: 'deposit', span: 'day', most: '500.00', requested: null },
    { kind: 'time', span: 'day', most: '90', requested: null },
  ]);
  assert.equal(await find('requests', limited.reference), undefined);
  await setLimit(database, { ...of, amount: baht(900) });
  const [pending] = (await find('requests', limited.reference))?.limits ?? [];
  assert.deepEqual([pending?.most, pending?.requested?.most], ['500.00', '900.00']);
  assert.equal((await send('GET', `${SITE}/lists/protection`, { as: finance })).status, 403);
});

test('begins and lengthens a break, and keeps the longer end', async () => {
  const { id, reference } = await create();
  await begin(reference, '30d');
  const month = await untilOf(id);
  for (const length of ['24h', '7d']) {
    assert.equal((await begin(reference, length, risk)).status, 200);
    assert.equal(await untilOf(id), month, `${length} does not shorten 30 days`);
  }
  await begin(reference, '6m');
  const half = await untilOf(id);
  assert.ok(half > month);
  await begin(reference, '42d');
  assert.equal(await untilOf(id), half);
  assert.equal((await findPlayBreak(database, chaba.id, id))?.isExclusion, true, 'a time-out ends no exclusion');
});

test('has no action of any role that shortens a break, in any request', async () => {
  const { id, reference } = await create();
  await begin(reference, '42d');
  const until = await untilOf(id);
  const names = actionNames.filter((name) => (actions[name].fields as readonly string[]).includes('member'));
  assert.ok(names.includes('member.lift-exclusion') && names.length > 10);
  for (const role of roles) {
    const as = await office.signIn(`demo-${role}`);
    for (const name of names) {
      await send('POST', `${SITE}/actions/${name}`, {
        as,
        body: { input: toInput(name, reference), reason: 'shorter' },
      });
      assert.ok((await untilOf(id)) >= until, `${role} sends ${name}`);
    }
  }
  assert.ok(await isOnBreak(id));
  assert.deepEqual(await audit(database), []);
});

/** An input of the action about this member, with a word of the shortest break in each other field. */
function toInput(name: ActionName, member: string): Record<string, string> {
  const fields: readonly string[] = actions[name].fields;
  return Object.fromEntries(fields.map((field) => [field, field === 'member' ? member : '24h']));
}

test('lifts an exclusion without end by two people alone, after half a year and with a week of notice', async () => {
  const { id, reference } = await create();
  const input = { member: reference };
  assert.equal((await act(risk, 'member.lift-exclusion', input)).code, 'PERMISSION_MISSING', 'risk only decides');
  await begin(reference, '6m');
  const early = await act(support, 'member.lift-exclusion', input);
  assert.equal((await decide(risk, early.data.request ?? '')).code, 'NOT_WAITING', 'an exclusion with an end stays');
  await decide(support, early.data.request ?? '', { verdict: 'withdrawn' });

  await begin(reference, 'forever');
  const proposed = await act(support, 'member.lift-exclusion', input);
  const request = proposed.data.request ?? '';
  assert.equal(await untilOf(id), Number.POSITIVE_INFINITY, 'a request alone lifts nothing');
  assert.equal((await decide(support, request)).code, 'OWN_REQUEST');
  assert.equal((await decide(risk, request)).data.outcome, 'lifted');
  const months = (await untilOf(id)) - Date.now();
  assert.ok(months > 180 * DAY_MS && months < 190 * DAY_MS);
  assert.equal((await find('exclusions', reference))?.state, 'excluded');

  await database.owner.execute(sql`
    update play_break set started_at = started_at - interval '2 years' where site_id = ${chaba.id} and member_id = ${id}`);
  await begin(reference, 'forever');
  await database.owner.execute(sql`
    update play_break set started_at = started_at - interval '2 years' where site_id = ${chaba.id} and member_id = ${id}`);
  const again = await act(support, 'member.lift-exclusion', input);
  assert.equal((await decide(risk, again.data.request ?? '')).data.outcome, 'lifted');
  const week = (await untilOf(id)) - Date.now();
  assert.ok(week > 6.9 * DAY_MS && week < 7.1 * DAY_MS, 'a week of notice is the least');
});

test('gives neither login a statement that shortens a break or loosens a limit of a member', async () => {
  const { id, reference } = await create();
  await begin(reference, '6m');
  const until = await untilOf(id);
  const mine = sql`site_id = ${chaba.id} and member_id = ${id}`;
  const attacks = [
    sql`update member set play_break_until = now() where ${mine}`,
    sql`update member set play_break_until = null where ${mine}`,
    sql`update member set is_self_excluded = false where ${mine}`,
    sql`delete from play_break where ${mine}`,
    sql`update play_break set ends_at = now() where ${mine}`,
    sql`delete from member where ${mine}`,
  ];
  const logins: readonly (readonly [string, Queryable])[] = [
    ['product', database],
    ['operators', operators],
  ];
  for (const [name, login] of logins) {
    for (const attack of attacks) await assert.rejects(login.execute(attack), /permission denied/, name);
    // The function of the owner takes an end, and keeps the later one.
    await login.rows(sql`select extend_play_break(${chaba.id}, ${id}, now(), false, now() + interval '10 years')`);
    await login.rows(sql`select extend_play_break(${chaba.id}, ${id}, '-infinity', false, now())`);
    assert.equal(await untilOf(id), until, name);
    assert.equal((await findPlayBreak(database, chaba.id, id))?.isExclusion, true, name);
  }
  await assert.rejects(
    database.rows(sql`select lift_endless_exclusion(${chaba.id}, 1)`),
    /only operators lift an exclusion|permission denied/,
  );
  await assert.rejects(operators.rows(sql`select lift_endless_exclusion(${chaba.id}, 999999)`), /no approved request/);
  await assert.rejects(operators.execute(sql`update member_limit set amount_e4 = 1000000`), /permission denied/);
  await assert.rejects(operators.execute(sql`delete from member_limit`), /permission denied/);
});
