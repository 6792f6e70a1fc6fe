// An export of many rows whose process is killed (SIGKILL) while it writes: another process goes on from the last page.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';

import type { ExportFile, ExportPart, ExportRow } from '@chaba/contract/back-office/exports';
import { sql } from '@chaba/database';
import { pollUntil } from '@chaba/testing/product/until';

import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';
import { startOfficeProcess } from '#testing/office-process';

const office = await buildTestOffice();
const { database, chaba, send } = office;
const SITE = '/back-office/v1/sites/chaba';
const MEMBERS = 60_000;
const finance = await office.signIn('demo-finance');
const first = await createMember(database, chaba);
await database.owner.execute(sql`
  insert into member (site_id, phone, password_hash, player_id, bank_code, bank_account, first_name, last_name,
    is_name_verified, accepts_bonus, affiliate_key)
  select ${chaba.id}, '09' || lpad(n::text, 8, '0'), 'none', 'export' || n, '014', lpad(n::text, 10, '0'), 'สมชาย', 'ใจดี',
    true, false, 'export' || n
  from generate_series(1, ${MEMBERS - 1}) as n`);
await database.owner.execute(sql`
  insert into ledger_owner (site_id, owner_id) select site_id, member_id from member where member_id <> ${first.id} on conflict do nothing`);

const readJob = async (): Promise<ExportRow> => {
  const { data } = await send<readonly ExportRow[]>('GET', `${SITE}/exports`, { as: finance, isPolling: true });
  const [job] = data;
  assert.ok(job);
  return job;
};

test('writes each row once after the process was killed between pages', async () => {
  const body = { kind: 'list', name: 'members', params: {}, key: randomUUID() };
  const { data } = await send<ExportRow>('POST', `${SITE}/exports`, { as: finance, body });
  const killed = await startOfficeProcess(database.operatorUrl);
  await pollUntil(async () => (await readJob()).rows > 0, { timeoutMs: 120_000 });
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const left = await readJob();
  assert.equal(left.state, 'running', `killed after ${left.rows} rows`);
  await startOfficeProcess(database.operatorUrl);
  await pollUntil(async () => (await readJob()).state !== 'running', { timeoutMs: 300_000 });
  const done = await readJob();
  assert.deepEqual([done.state, done.rows], ['done', MEMBERS]);
  const file = await send<ExportFile>('POST', `${SITE}/exports/${data.export}/file`, { as: finance, body: {} });
  const references = new Set<string>();
  let rows = 0;
  for (let part = 1; part <= file.data.parts; part += 1) {
    const { data: found } = await send<ExportPart>('GET', `${SITE}/exports/${data.export}/parts/${part}`, {
      as: finance,
    });
    for (const line of found.text.split('\r\n').filter((each) => /^M\d/.test(each))) {
      references.add(line.slice(0, line.indexOf(',')));
      rows += 1;
    }
  }
  assert.deepEqual([rows, references.size], [MEMBERS, MEMBERS]);
});
