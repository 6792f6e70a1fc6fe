// Made-up calls of every entry of the contract, and made-up inputs of every action: none fails with 500, none changes a
// row without an entry, and a rejected one changes nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type ActionEntry, actionNames, actions } from '@chaba/contract/back-office/actions';
import { ACTION_PATH, type CallEntry, calls, LIST_PATH } from '@chaba/contract/back-office/calls';
import { listNames } from '@chaba/contract/back-office/lists';
import { sql } from '@chaba/database';
import fc from 'fast-check';

import { isVerifying } from '@chaba/testing/extent';

import { buildTestOffice } from '#testing/build-back-office';

const office = await buildTestOffice();
const people = await Promise.all(['demo-payments', 'demo-risk', 'demo-admin'].map((name) => office.signIn(name)));
/** In full: acceptance 57. */
const CALLS = Number(process.env['CHABA_FUZZ_CALLS'] ?? (isVerifying ? '20000' : '400'));

const entries: readonly Pick<CallEntry, 'method' | 'path'>[] = [
  ...(Object.values(calls) as CallEntry[]).filter(({ path }) => !path.endsWith('/sign-out')),
  { method: 'GET', path: LIST_PATH },
  { method: 'POST', path: ACTION_PATH },
];
const word = fc.oneof(
  fc.constantFrom(
    'chaba',
    'W00000001',
    'R1',
    'demo-risk',
    'payments',
    '100.00',
    'approved',
    '\u0000',
    '𝒳',
    '-1',
    'withdrawal.approve',
  ),
  fc.string({ maxLength: 40 }),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  word,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.dictionary(word, word, { maxKeys: 3 }),
);
const field = fc.constantFrom(
  'input',
  'reason',
  'key',
  'factsHash',
  'verdict',
  'contentHash',
  'factor',
  'name',
  'password',
  'code',
  'response',
  'id',
  'site',
  'request',
  'totp',
);
const segment = fc.oneof(
  fc.constantFrom('chaba', 'lanna', 'W1', 'R1', ...listNames, ...actionNames),
  fc.string({ minLength: 1, maxLength: 20 }),
);

async function countRows(): Promise<unknown> {
  return office.database.owner.one(sql`
    select (select count(*)::int from operator) as operators, (select count(*)::int from operator_role) as roles,
      (select count(*)::int from operator_credential) as keys, (select count(*)::int from approval_decision) as decisions,
      (select count(*)::int from approval_request) as requests, (select count(*)::int from withdrawal where state <> 'requested') as decided`);
}

test('answers made-up calls with a code and changes nothing by them', async () => {
  const before = await countRows();
  const call = fc.record({
    entry: fc.constantFrom(...entries),
    as: fc.constantFrom(...people, undefined),
    segments: fc.array(segment, { minLength: 3, maxLength: 3 }),
    body: fc.dictionary(field, value, { maxKeys: 5 }),
    query: fc.dictionary(fc.constantFrom('queue', 'state', 'before', 'operator', 'x'), word, { maxKeys: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(call, async ({ entry, as, segments, body, query }) => {
      const rest = [...segments];
      const path = entry.path.replaceAll(/:\w+/g, () => encodeURIComponent(toWellFormed(rest.shift() ?? 'x')));
      const search = new URLSearchParams(query).toString();
      const { status, text } = await office.send(entry.method, search === '' ? path : `${path}?${search}`, {
        ...(as === undefined ? {} : { as }),
        ...(entry.method === 'POST' ? { body } : {}),
      });
      assert.ok(status < 500, `${status} of ${entry.method} ${path}: ${text}`);
    }),
    { numRuns: CALLS },
  );
  assert.deepEqual(await countRows(), before);
  await office.database.owner.execute(sql`delete from operator_attempt`);
});

/** Values of a field of an action: names of things that exist, and words of any kind. */
const fieldValue = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'M1',
      'M00000001',
      'W1',
      'W00000001',
      'D1',
      'R1',
      'C1',
      'B1',
      'I1',
      '1',
      '2',
      '0',
      '-1',
      '100',
      '100.00',
      '',
      'phone',
      'account',
      'device',
      'on',
      'off',
      'yes',
      'open',
      'closed',
      'demo-risk',
      'payments',
      'chaba',
      'mali',
      '2026-01-01',
      '2026-01-01T00:00:00Z',
      '0812345678',
      '004 1234567890',
      '203.0.113.5',
      'kind,value\nphone,1',
    ),
  },
  { weight: 1, arbitrary: word },
  { weight: 1, arbitrary: fc.string({ maxLength: 600, unit: 'grapheme' }) },
);
const action = fc.constantFrom(...actionNames).chain((name) => {
  const { fields }: ActionEntry = actions[name];
  const input = fc.record(Object.fromEntries(fields.map((each) => [each, fieldValue])), { requiredKeys: [] });
  return fc.record({ name: fc.constant(name), input, as: fc.constantFrom(...people), isPreview: fc.boolean() });
});

/** Tables that change by calls without an effect: sessions, attempts, entries of refused actions. */
const UNCOUNTED = new Set([
  'operator_session',
  'operator_attempt',
  'audit_entry',
  'audit_head',
  'attempt',
  'process_beat',
]);

/** Rows and the newest change of each table. */
async function readState(): Promise<string> {
  const { owner } = office.database;
  const tables = await owner.rows<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const counted = tables
    .filter(({ name }) => !UNCOUNTED.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) as rows, coalesce(max(xmin::text::bigint), 0) as newest from ${name}`,
    );
  const { state } = await owner.one<{ state: string }>({
    strings: [
      `select string_agg(name || ' ' || rows || ' ' || newest, E'\n' order by name) as state
      from (${counted.join(' union all ')}) as each`,
    ],
    values: [],
  });
  return state;
}

async function countEntries(): Promise<number> {
  const { count } = await office.database.owner.one<{ count: number }>(sql`
    select count(*)::int as count from audit_entry where outcome <> 'refused'`);
  return count;
}

test('changes nothing by a rejected action, and leaves an entry of every other one', async () => {
  const AT_ONCE = 20;
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (sent) => {
      // A job removes what expires while the rows are compared.
      await office.database.owner.execute(sql`
        delete from operator_challenge where expires_at < clock_timestamp() + interval '2 minutes'`);
      const [before, entriesBefore] = [await readState(), await countEntries()];
      let accepted = 0;
      for (const { name, input, as, isPreview } of sent) {
        const path = `/back-office/v1/sites/chaba/actions/${name}${isPreview ? '/preview' : ''}`;
        const body = isPreview ? { input } : { input, reason: 'made up by a test' };
        const { status, text } = await office.send('POST', path, { as, body });
        assert.ok(status < 500, `${status} of ${path} ${JSON.stringify(input)}: ${text}`);
        if (status === 200 && !isPreview) accepted += 1;
      }
      done += accepted;
      assert.equal((await countEntries()) - entriesBefore, accepted, 'one entry for each action');
      if (accepted === 0) assert.equal(await readState(), before, `changed by ${JSON.stringify(sent)}`);
    }),
    { numRuns: Math.ceil(CALLS / AT_ONCE) },
  );
  console.log(`made-up actions: ${done} were valid`);
});

const toWellFormed = (text: string): string => text.toWellFormed();
