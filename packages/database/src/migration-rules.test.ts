import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readMigrations } from './migrate.ts';
import { checkMigration } from './migration-rules.ts';

/** The files of the first version, which run on an empty database only. */
const FIRST_VERSION = '0018';

const wrong: readonly (readonly [string, RegExp])[] = [
  ['alter table member add column mark uuid default gen_random_uuid()', /volatile default rewrites member/],
  ['alter table member add column at timestamptz not null default clock_timestamp()', /volatile default/],
  ['alter table member add column a int default 0, add column b float default random()', /volatile default/],
  ['update member set phone = phone', /backfill of member/],
  ['UPDATE ONLY member SET phone = $$x$$ where true', /backfill of member/],
  ['delete from attempt', /backfill of attempt/],
  ['create index member_phone on member (phone)', /create it concurrently/],
  ['create unique index if not exists member_phone on only member (phone)', /create it concurrently/],
  ['-- outside a transaction\ncreate index concurrently on member (phone)', /an index has a name/],
  ['create index concurrently member_phone on member (phone)', /-- outside a transaction/],
  ['-- outside a transaction\nselect 1', /is concurrent/],
  [
    '-- outside a transaction\ncreate index concurrently a on member (a); create index concurrently b on member (b)',
    /holds one statement/,
  ],
  ['alter table member add check (phone <> $$$$) not valid', /has a name/],
  ['alter table member add column site int references site (site_id)', /has a name/],
  ['alter table member add column phone2 text unique', /has a name/],
  ['alter table member add constraint phone_given check (phone is not null)', /added "not valid"/],
  [
    'alter table member add constraint a check (true) not valid, add constraint b check (true) not valid',
    /one constraint a statement/,
  ],
  ['alter table member add constraint member_phone unique (phone)', /uses an index/],
  ['alter table member add column mark text not null', /may be null/],
  ['alter table member drop column phone', /a release later/],
  ['alter table member rename column phone to mobile', /a release later/],
  ['alter table member alter column phone set not null', /a release later/],
  ['alter table member alter phone type varchar', /a release later/],
  ['drop table member', /a release later/],
];

const right: readonly string[] = [
  'create table hen (id int primary key, at timestamptz default clock_timestamp(), check (id > 0)); create index on hen (at); insert into hen values (1); update hen set id = 2'.replace(
    'index on',
    'index hen_at on',
  ),
  "alter table member add column mark text; comment on column member.mark is 'update member; drop table x'",
  "alter table member add column at timestamptz not null default now(), add column kind text not null default 'a'",
  'alter table member add constraint mark_given check (mark is not null) not valid',
  '-- outside a transaction\nalter table member validate constraint mark_given',
  '-- outside a transaction\ncreate unique index concurrently member_mark on member (site_id, mark)',
  'alter table member add constraint member_mark unique using index member_mark',
  '-- contracts: 0.3.0 reads no phone\nalter table member drop column phone',
  'create function f() returns int language sql as $$ update member set phone = null; select 1 $$',
];

test('rejects statements that block calls, break the previous version or lack a name', () => {
  for (const [text, expected] of wrong) {
    const found = checkMigration(text);
    assert.ok(
      found.some((sentence) => expected.test(sentence)),
      `${text}: ${found.join('; ') || 'nothing found'}`,
    );
  }
});

test('accepts expanding statements and statements on a table of the same file', () => {
  for (const text of right) assert.deepEqual(checkMigration(text), [], text);
});

test('holds for every migration after the first version', () => {
  for (const { name, text } of readMigrations()) {
    if (name.slice(0, FIRST_VERSION.length) > FIRST_VERSION) assert.deepEqual(checkMigration(text), [], name);
  }
});
