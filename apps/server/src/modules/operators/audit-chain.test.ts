// The audit chain: one chain under concurrent writers, and the first pair that does not fit after a superuser's change.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openDatabase, sql, violatedConstraint } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { createSites } from '#testing/factories';

import { appendEntry, type ChainRecord, verifyChain } from './audit-chain.ts';

const database = await testDatabase();
const { chaba, lanna } = await createSites(database);
const operators = openDatabase({ url: database.operatorUrl, poolSize: 16, applicationName: 'chaba test operators' });

const entry = (subject: string): ChainRecord => ({
  operator: 'somchai',
  role: 'payments',
  channel: 'web',
  action: 'withdrawal.approve',
  subject,
  outcome: 'done',
  reason: 'ตรวจแล้ว \\ "ok"',
});
const append = (siteId: number, subject: string) =>
  operators.transaction((tx) => appendEntry(tx, siteId, entry(subject)));

test('appends the entries of 16 concurrent writers to one chain', async () => {
  const COUNT = 320;
  const queue = Array.from({ length: COUNT }, (_, index) => `W${index}`);
  const writer = async (): Promise<void> => {
    for (let subject = queue.pop(); subject !== undefined; subject = queue.pop()) await append(chaba.id, subject);
  };
  await Promise.all(Array.from({ length: 16 }, writer));
  const { entries, problems } = await verifyChain(operators, chaba.id);
  assert.deepEqual([entries, problems], [BigInt(COUNT), []]);
  assert.equal((await verifyChain(operators, lanna.id)).entries, 0n);
});

test('rejects a gap, a fork and a forged predecessor', async () => {
  const insert = (sequence: number, previous: string) =>
    operators.execute(sql`
      insert into audit_entry (site_id, sequence, previous_hash, content)
      values (${chaba.id}, ${sequence}, decode(${previous}, 'hex'), '{"actedMs":1,"action":"a","subject":"s","operator":"o","outcome":"done"}')`);
  const { head } = await verifyChain(operators, chaba.id);
  const [last = '', hash = ''] = head.split(':');
  const violates = (work: Promise<unknown>, name: RegExp) =>
    assert.rejects(work, (error) => name.test(violatedConstraint(error) ?? ''));
  await violates(insert(Number(last) + 2, hash), /fkey/);
  await violates(insert(Number(last) + 1, 'ab'.repeat(32)), /fkey/);
  await violates(insert(Number(last), hash), /pkey|fkey/);
  await violates(insert(1, hash), /pkey|first/);
});

test('lets no transaction commit whose entry fails', async () => {
  const before = await operators.one<{ count: number }>(sql`select count(*)::int as count from operator`);
  const work = operators.transaction(async (tx) => {
    await tx.execute(sql`insert into operator (name, display_name) values ('ghost', 'Ghost')`);
    await appendEntry(tx, chaba.id, { ...entry('x'), after: { long: 'x'.repeat(30_000) } });
  });
  await assert.rejects(work);
  assert.deepEqual(await operators.one(sql`select count(*)::int as count from operator`), before);
});

test('names the first pair that does not fit after a change with keys switched off', async () => {
  const { head } = await verifyChain(operators, chaba.id);
  const check = (change: ReturnType<typeof sql>, expectedHead?: string) =>
    database.owner
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(change);
        const found = await verifyChain(
          { ...operators, pages: (query) => pagesOf(tx.rows(query)), rows: tx.rows },
          chaba.id,
          expectedHead,
        );
        throw new Undone(found.problems);
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return error.problems;
        throw error;
      });
  const at = sql`site_id = ${chaba.id} and sequence = 100`;
  assert.match(
    (await check(sql`update audit_entry set content = replace(content, 'somchai', 'malee') where ${at}`))[0] ?? '',
    /^entry 101 does not name/,
  );
  assert.match(
    (
      await check(sql`update audit_entry set content = replace(content, '"actedMs":1', '"actedMs":2') where ${at}`)
    )[0] ?? '',
    /^entry 101 does not name/,
  );
  assert.match((await check(sql`delete from audit_entry where ${at}`))[0] ?? '', /^entry 101 follows entry 99/);
  assert.match(
    (await check(sql`update audit_entry set previous_hash = sha256('x'::bytea) where ${at}`))[0] ?? '',
    /^entry 100 does not name/,
  );
  const cut = await check(sql`delete from audit_entry where site_id = ${chaba.id} and sequence > 300`, head);
  assert.deepEqual(cut, ['entries 301 to 320 are missing']);
  assert.deepEqual((await verifyChain(operators, chaba.id, head)).problems, []);
  await operators.close();
});

class Undone extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super('undone');
    this.problems = problems;
  }
}

async function* pagesOf<Row>(rows: Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await rows;
}
