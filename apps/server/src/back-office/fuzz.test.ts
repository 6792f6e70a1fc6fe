// Made-up calls of every entry of the contract: none fails with 500, and none changes a row without an entry.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { actionNames } from '@chaba/contract/back-office/actions';
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

const toWellFormed = (text: string): string => text.toWellFormed();
