// Every writing statement of the product can run on a Citus cluster. No cluster is needed: PostgreSQL parses the
// statements, and the rules of Citus are applied to the trees.
//
// Elsewhere: the texts (statement-texts.ts), the rules (packages/database/src/statement-forms.ts).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { COORDINATOR } from '@chaba/database/distribution';
import { findForms } from '@chaba/database/statement-forms';
import { testDatabase } from '@chaba/database/testing';

import { ROOT } from './settings.ts';
import { listWrites } from './statement-texts.ts';

const STATEMENTS_MIN = 190;
/** One statement of each rejected form. */
const PLANTED: readonly (readonly [form: string, text: string])[] = [
  [
    'bonus_choice: a function that is not immutable in DO UPDATE SET',
    `insert into bonus_choice values ($1, $2, $3) on conflict (site_id, member_id) do update set chosen_at = now()`,
  ],
  [
    'bonus_choice: a function that is not immutable in DO UPDATE … WHERE',
    `insert into bonus_choice as c values ($1, $2, $3) on conflict (site_id, member_id) do update
      set promotion_id = excluded.promotion_id where c.chosen_at < now()`,
  ],
  [
    'attempt: a function that is not immutable in RETURNING',
    `delete from attempt where site_id = $1 returning resets_at - now()`,
  ],
  [
    'member: a volatile function in UPDATE or DELETE',
    `update member set seats_ended_at = clock_timestamp() where site_id = $1`,
  ],
  [
    'item_code: a volatile function in UPDATE or DELETE',
    `delete from item_code where site_id = $1 and used < random()`,
  ],
  [
    'withdrawal: a function that is not immutable in CASE or COALESCE',
    `update withdrawal set decided_at = coalesce(decided_at, now()) where site_id = $1`,
  ],
  [
    'slip: a stable function of a column in UPDATE or DELETE',
    `update slip set next_try_at = waiting_since + interval '1 minute' where site_id = $1`,
  ],
  [
    'slip: a stable function of a column in UPDATE or DELETE',
    `with late as (delete from slip where site_id = $1 and waiting_since::text < $2 returning slip_id) select * from late`,
  ],
  [
    'provider_kick: an INSERT of a UNION, whose defaults get lost',
    `insert into provider_kick (site_id, member_id, provider)
      select site_id, member_id, provider from game_session union select site_id, member_id, provider from game_launch`,
  ],
  [
    'house_account: a subquery in the values of an INSERT',
    `insert into house_account (site_id, house_account, compared_from)
      values ($1, $2, coalesce((select restored_to from recovery where site_id = $1), now()))`,
  ],
  [
    'reconciliation: a table that one part of the statement writes and another reads',
    `with former as (select difference_count from reconciliation where site_id = $1), written as (
      update reconciliation set difference_count = 0 where site_id = $1) select * from former`,
  ],
  ['member: a change of the site of a row', `update member set site_id = $1 where site_id = $2`],
];
const ALLOWED = [
  `update member_device set last_used_at = now() where site_id = $1 and last_used_at < now() - interval '1 minute'`,
  `update withdrawal set decided_at = coalesce(decided_at, clock.at) from (select now() as at) as clock where site_id = $1`,
  `update job_lease set held_until = held_until + interval '1 second'`,
];

const database = await testDatabase();

test('no writing statement of the product has a form that Citus rejects', async () => {
  const files = fs
    .globSync('{apps/server,apps/demo,apps/operator-cli,packages}/src/**/*.ts', { cwd: ROOT })
    .concat(fs.globSync('packages/*/src/**/*.ts', { cwd: ROOT }))
    .filter((file) => !/\.test\.ts$|\/testing/.test(file));
  const statements = listWrites(ROOT, [...new Set(files)].sort());
  assert.ok(statements.length >= STATEMENTS_MIN, `only ${statements.length} writing statements were found`);
  assert.deepEqual(await findForms(database.ownerUrl, statements, COORDINATOR), []);
});

const COUNTED =
  /(?:=|return|=>) (?:await )?\w+\.execute\(\s*sql`(\s*insert into[^`]*?\bselect\b[^`]*?\bon conflict\b)/g;

const listCounted = (text: string): string[] => [...text.matchAll(COUNTED)].map(([, statement = '']) => statement);

test('counts no written rows of an INSERT … SELECT with ON CONFLICT, of which a cluster counts the selected ones', () => {
  const stores = fs.globSync('{apps,packages}/*/src/**/*.store.ts', { cwd: ROOT });
  assert.ok(stores.length > 0);
  const found = stores.filter((file) => listCounted(fs.readFileSync(path.join(ROOT, file), 'utf8')).length > 0);
  assert.deepEqual(found, []);
  const planted = 'const written = await tx.execute(sql`\n insert into slip select $1 on conflict do nothing\n`);';
  assert.equal(listCounted(planted).length, 1);
});

test('finds each rejected form', async () => {
  const planted = PLANTED.map(([, text]) => ({ place: text, text }));
  const found = await findForms(database.ownerUrl, planted, COORDINATOR);
  assert.deepEqual(
    found,
    PLANTED.map(([form, text]) => ({ place: text, form })),
  );
});

test('accepts times of the coordinator, values of a subquery, and tables of the coordinator', async () => {
  const statements = ALLOWED.map((text) => ({ place: text, text }));
  assert.deepEqual(await findForms(database.ownerUrl, statements, COORDINATOR), []);
});
