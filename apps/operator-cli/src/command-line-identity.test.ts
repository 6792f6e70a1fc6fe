// Identity of the command line: a sign-in confirmed in the pages, demo operators, the host; and that rules, limits and
// entries are those of the pages.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { sql } from '@chaba/database';
import { baht } from '@chaba/money';
import { requestWithdrawal } from '@chaba/server/modules/withdrawals';
import { buildTestOffice } from '@chaba/server/testing/build-back-office';
import { createMember } from '@chaba/server/testing/factories';

import { HELP } from './help.ts';
import { runOperator } from './operator.ts';
import { actionOfCommand } from './testing/command-actions.ts';

const office = await buildTestOffice();
const { database, chaba } = office;
const folder = fs.mkdtempSync(path.join(tmpdir(), 'chaba-operator-'));
after(() => fs.rmSync(folder, { recursive: true }));
const environment = {
  DATABASE_URL: database.operatorUrl,
  SANDBOX_SECRET: 'sandbox-secret',
  HASH_SECRET: 'secret-of-hashes',
  OPERATOR_SECRET: 'secret-of-operators',
  LOG_LEVEL: 'error',
  DATA_DIR: folder,
};
const run = (...words: readonly string[]) => runOperator(words, environment);
const because = ['--reason', 'checked by a test'] as const;

async function createWithdrawal(amount: number): Promise<string> {
  const member = await createMember(database, chaba, { money: baht(900_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount: baht(amount), idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return `W${String(withdrawalId).padStart(8, '0')}`;
}

type Entry = Readonly<Record<string, unknown>>;

async function lastEntry(): Promise<Entry> {
  const { content } = await database.owner.one<{ content: string }>(sql`
    select content from audit_entry where site_id = ${chaba.id} order by sequence desc limit 1`);
  return JSON.parse(content) as Entry;
}

const countEntries = () => database.owner.one<{ count: number }>(sql`select count(*)::int as count from audit_entry`);

/** Signs the command line in as a person of the pages. */
async function login(name: string): Promise<void> {
  const printed = await run('login', name);
  const code = /enter ([A-Z2-9]{5}-[A-Z2-9]{5}) within/.exec(printed.out)?.[1] ?? '';
  assert.notEqual(code, '', printed.err);
  const as = await office.signIn(name);
  const confirmed = await office.send('POST', '/back-office/v1/account/command-line', { as, body: { code } });
  assert.equal(confirmed.status, 200, confirmed.text);
}

test('changes nothing without a sign-in, whatever the command', async () => {
  const reference = await createWithdrawal(8_000);
  const before = await countEntries();
  for (const words of [
    ['approve', reference],
    ['lock', '0812345678'],
    ['set', 'maxWithdraw', '90000'],
    ['win-cap', 'chaba-studio', '100'],
    ['code', 'FREE', 'amount=5'],
    ['calculate'],
  ]) {
    const { code, err } = await run(...words, ...because);
    assert.notEqual(code, 0, words.join(' '));
    assert.match(err, /^(?:Sign in first: login <name>|No member|The host calculates)/);
  }
  const named = await run('approve', reference, ...because, '--operator', 'ploy');
  assert.match(named.err, /^--operator names a demo operator of play mode, not "ploy"/);
  assert.deepEqual(await countEntries(), before);
});

test('acts for a person once its code was confirmed by this person with a factor', async () => {
  const printed = await run('login', 'demo-payments');
  const code = /enter (\S+) within/.exec(printed.out)?.[1] ?? '';
  const reference = await createWithdrawal(8_000);
  assert.match((await run('approve', reference, ...because)).err, /^Sign in first/);
  const send = (as: string, body: object) => office.send('POST', '/back-office/v1/account/command-line', { as, body });
  const other = await office.signIn('demo-risk');
  assert.equal((await send(other, { code })).code, 'CODE_INVALID', 'the code of another person');
  const own = await office.signIn('demo-payments');
  await database.owner.execute(sql`update operator_session set stepped_up_at = now() - interval '301 seconds'`);
  assert.equal((await send(own, { code })).code, 'STEP_UP_REQUIRED');
  await database.owner.execute(sql`update operator_session set stepped_up_at = now()`);
  assert.equal((await send(own, { code: code.toLowerCase() })).status, 200);
  assert.equal((await send(own, { code })).code, 'CODE_INVALID', 'a code works once');
  const [file = ''] = fs.readdirSync(path.join(folder, 'operator-sessions'));
  assert.equal(fs.statSync(path.join(folder, 'operator-sessions', file)).mode & 0o777, 0o600);
  const token = fs.readFileSync(path.join(folder, 'operator-sessions', file), 'utf8').trim();
  const page = await office.send('GET', '/back-office/v1/session', { as: `back-office=${token}` });
  assert.equal(page.status, 401, 'a token of the command line is none of the pages');
  assert.equal((await run('approve', reference, ...because)).out, `${reference} is approved.\n`);
  const { channel, operator, factor } = await lastEntry();
  assert.deepEqual([channel, operator, factor], ['cli', 'demo-payments', 'demo']);
  assert.match((await run('logout')).out, /demo-payments is signed out/);
  assert.match((await run('approve', reference, ...because)).err, /^Sign in first/);
});

test('ends fifteen minutes after the last command, and with the access of the person', async () => {
  await login('demo-payments');
  const age = (minutes: number) =>
    database.owner.execute(sql`
      update operator_session set acted_at = now() - make_interval(mins => ${minutes}::int) where channel = 'cli'`);
  await age(14);
  assert.equal((await run('requests')).code, 0);
  await age(14);
  assert.equal((await run('requests')).code, 0, 'a command is an act of the person');
  await age(16);
  assert.match((await run('requests')).err, /^Sign in first/);
  await login('demo-payments');
  await database.owner.execute(sql`update operator set disabled_at = now() where name = 'demo-payments'`);
  assert.match((await run('requests')).err, /^Sign in first/);
  await database.owner.execute(sql`update operator set disabled_at = null where name = 'demo-payments'`);
});

test('leaves the rows and entries of the pages, but for channel, session and time', async () => {
  const [one, other] = [await createWithdrawal(8_000), await createWithdrawal(8_000)];
  const web = await office.signIn('demo-payments');
  const reason = 'checked by a test';
  const sent = await office.send('POST', '/back-office/v1/sites/chaba/actions/withdrawal.reject', {
    as: web,
    body: { input: { withdrawal: one }, reason },
  });
  assert.equal(sent.status, 200, sent.text);
  const ofWeb = await lastEntry();
  const done = await run('reject', other, '--reason', reason, '--operator', 'demo-payments');
  assert.equal(done.code, 0, done.err);
  const ofCli = await lastEntry();
  const plain = (entry: Entry): Entry =>
    JSON.parse(
      JSON.stringify({ ...entry, actedMs: 0, waitedSeconds: 0, session: '', network: '', channel: '' })
        .replaceAll(one, 'W')
        .replaceAll(other, 'W')
        .replaceAll(/xxx\d{4}/g, 'xxx')
        .replaceAll(/"(member|memberId)":"[^"]*"/g, '"$1":""'),
    ) as Entry;
  assert.deepEqual(plain(ofCli), plain(ofWeb));
  assert.deepEqual([ofWeb['channel'], ofCli['channel']], ['web', 'cli']);
  const rows = await database.owner.rows(sql`
    select state, decided_by as by from withdrawal where state = 'rejected' order by withdrawal_id`);
  assert.deepEqual(rows, [
    { state: 'rejected', by: 'demo-payments' },
    { state: 'rejected', by: 'demo-payments' },
  ]);
});

test('requests a second person above the limit, and lets nobody decide an own request', async () => {
  const reference = await createWithdrawal(48_000);
  const proposed = await run('approve', reference, ...because, '--operator', 'demo-payments');
  const [, request = ''] = /^(R\d+) waits for risk or finance\.\n$/.exec(proposed.out) ?? [];
  assert.notEqual(request, '', proposed.err);
  const decide = (by: string, verdict = 'approve') => run('decide', request, verdict, ...because, '--operator', by);
  assert.match((await decide('demo-payments')).err, /own request/i);
  assert.match((await decide('demo-support')).err, /roles/i);
  assert.match((await run('requests', '--operator', 'demo-finance')).out, new RegExp(`${request}.*${reference}`));
  assert.equal((await decide('demo-finance')).out, `${reference} is approved.\n`);
  assert.match((await decide('demo-risk')).err, /decided/i);
  const denied = await run('approve', await createWithdrawal(8_000), ...because, '--operator', 'demo-admin');
  assert.equal(
    denied.err,
    'Your roles do not allow this. Roles of withdrawals.approve: payments (limit), risk (decide), finance (decide).\n',
  );
});

test('lets the host close and set up, and refuses everything else', async () => {
  const host = (...words: readonly string[]) => run(...words, '--host', ...because);
  for (const [words, isFine] of [
    [['provider', 'chaba-studio', 'closed'], true],
    [['provider', 'chaba-studio', 'open'], false],
    [['set', 'Maintenance', 'on'], true],
    [['set', 'Maintenance', 'off'], false],
    [['set', 'maxWithdraw', '60000'], true],
    [['approve', await createWithdrawal(8_000)], false],
    [['win-cap', 'chaba-studio', '100000'], false],
  ] as const) {
    const { code, err } = await host(...words);
    assert.equal(code === 0, isFine, `${words.join(' ')}: ${err}`);
    if (!isFine) assert.match(err, /^The host may not do this/);
  }
  const entry = await database.owner.one<{ content: string }>(sql`
    select content from audit_entry where action = 'site.set-limit' order by sequence desc limit 1`);
  assert.match(entry.content, /"operator":"host:[^"]+","role":"host","channel":"host"/);
  await database.owner.execute(sql`
    with made as (insert into operator (name, display_name, totp_secret)
      select name, name, 'secret' from unnest(array['malee', 'somchai']) as name returning operator_id)
    insert into operator_role (site_id, operator_id, role) select ${chaba.id}, operator_id, 'admin' from made`);
  assert.match(
    (await host('set', 'maxWithdraw', '70000')).err,
    /^The host may not do this/,
    'two people can decide it',
  );
  assert.equal((await host('set', 'maxAutoWithdraw', '1')).code, 0, 'one person tightens');
});

test('opens a demo operator again that a person disabled, from the host', async () => {
  const admin = await office.signIn('demo-admin');
  assert.equal((await office.act(admin, 'operator.disable', { name: 'demo-support' })).status, 200);
  assert.equal(await office.signIn('demo-support'), '');
  const opened = await run('invite-operator', 'demo-support', 'support', '--host', ...because);
  assert.equal(opened.out, 'demo-support can sign in again with the demo password.\n', opened.err);
  assert.notEqual(await office.signIn('demo-support'), '');
});

test('has an action for every command of --help that needs a reason, or the host', () => {
  const commands = [...HELP.matchAll(/^ {2}([a-z-]+)(?: [^\n]*)? --reason "…"/gm)].map(([line, name = '']) => ({
    line,
    name,
  }));
  assert.ok(commands.length > 40, String(commands.length));
  const missing = commands.filter(
    ({ line, name }) =>
      !line.includes('--host') &&
      name !== 'decide' &&
      name !== 'set' &&
      actionOfCommand([name, 'publish']) === undefined,
  );
  assert.deepEqual(missing, []);
});
