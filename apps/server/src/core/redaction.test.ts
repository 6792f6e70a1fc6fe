import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { redactError } from './redaction.ts';

const PERSONAL = /0812345678|สมหญิง|ใจดี|somying|example\.com/;

function redactThrown(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return JSON.stringify(redactError(error));
  }
  return assert.fail('it was to throw');
}

test('removes input values from an error, and keeps its type, code and stack', () => {
  const parsed = redactThrown(() => JSON.parse('{"name":somying สมหญิง}'));
  assert.match(parsed, /SyntaxError/);
  assert.match(parsed, /redaction\.test\.ts/);
  const caused = redactThrown(() => {
    throw new Error('no slip of 0812345678', { cause: new TypeError('mail somying@example.com of สมหญิง') });
  });
  assert.match(caused, /no slip of …/);
  assert.match(caused, /TypeError/);
  for (const text of [parsed, caused]) assert.doesNotMatch(text, PERSONAL);
});

test('removes values from database errors, and keeps names of tables and constraints', async () => {
  const database = await testDatabase();
  const failed = async (statement: ReturnType<typeof sql>): Promise<string> => {
    try {
      await database.rows(statement);
    } catch (error) {
      return JSON.stringify(redactError(error));
    }
    return assert.fail('it was to fail');
  };
  const cast = await failed(sql`select ${'somying สมหญิง 0812345678'}::text::bigint`);
  assert.match(cast, /22P02/);
  const missing = await failed(sql`select 1 from no_such_table where name = ${'somying'}`);
  assert.match(missing, /no_such_table/);
  for (const text of [cast, missing]) assert.doesNotMatch(text, PERSONAL);
});
