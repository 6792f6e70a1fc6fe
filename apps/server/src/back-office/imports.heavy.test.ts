// An import of 5,000 rows whose process is killed (SIGKILL) half-way: another process goes on, and blocks none twice.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';

import { BLOCK_ROWS_MAX, type ImportFile, type ImportRow } from '@chaba/contract/back-office/blocks';
import type { ActionPreview } from '@chaba/contract/back-office/queue-wire';
import type { RowPage } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { pollUntil } from '@chaba/testing/product/until';

import { verifyChain } from '#modules/operators';
import { buildTestOffice } from '#testing/build-back-office';
import { startOfficeProcess } from '#testing/office-process';

const office = await buildTestOffice();
const { database, operators, chaba, send, act } = office;
const SITE = '/back-office/v1/sites/chaba';
const BAD = 40;
const GOOD = BLOCK_ROWS_MAX - BAD;
const risk = await office.signIn('demo-risk');

async function readJob(): Promise<ImportRow> {
  const { data } = await send<RowPage<ImportRow>>('GET', `${SITE}/lists/block-imports`, { as: risk, isPolling: true });
  const [job] = data.rows;
  assert.ok(job);
  return job;
}

test('runs each of 4,960 good rows once, and none of 40 bad ones, after a kill half-way', async () => {
  // A bad row after every 124 good ones.
  const lines = Array.from({ length: BLOCK_ROWS_MAX }, (_, index) =>
    index % (BLOCK_ROWS_MAX / BAD) === 0 ? 'phone,12' : `phone,09${String(index).padStart(8, '0')}`,
  );
  const input = { name: 'list.csv', rows: ['kind,value', ...lines].join('\n') };
  const preview = await send<ActionPreview>('POST', `${SITE}/actions/block.import/preview`, {
    as: risk,
    body: { input },
  });
  const { facts } = preview.data;
  assert.deepEqual([facts['rows'], facts['newRows'], facts['badRows']], ['5000', String(GOOD), String(BAD)]);
  assert.equal((facts['bad'] as readonly string[]).length, BAD);
  const started = await act(risk, 'block.import', input, { key: randomUUID() });
  assert.equal(started.data.outcome, 'started');

  const killed = await startOfficeProcess(database.operatorUrl);
  await pollUntil(async () => (await readJob()).blocked > 200, { timeoutMs: 300_000 });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const left = await readJob();
  assert.equal(left.state, 'running', `killed after ${left.blocked} rows`);
  await startOfficeProcess(database.operatorUrl);
  await pollUntil(async () => (await readJob()).state !== 'running', { timeoutMs: 1_200_000 });
  const done = await readJob();
  assert.deepEqual([done.state, done.finished, done.blocked, done.bad], ['done', BLOCK_ROWS_MAX, GOOD, BAD]);
  const { blocks, entries } = await database.owner.one<{ blocks: number; entries: number }>(sql`
    select (select count(*)::int from block_entry where site_id = ${chaba.id}) as blocks,
      (select count(*)::int from audit_entry where site_id = ${chaba.id} and action = 'block.add' and outcome = 'done') as entries`);
  assert.deepEqual([blocks, entries], [GOOD, GOOD]);
  const file = await send<ImportFile>('POST', `${SITE}/block-imports/${done.import}/file`, { as: risk, body: {} });
  assert.equal(file.data.text.split('\r\n').filter((line) => line.endsWith(',bad value')).length, BAD);
  assert.deepEqual((await verifyChain(operators, chaba.id)).problems, []);
});
