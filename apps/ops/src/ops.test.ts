// The command npm run ops, and the webhook that replaces Alertmanager on one machine.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { freePort } from '@chaba/embedded-postgres';
import { testDatabase } from '@chaba/database/testing';

import { startAlertReceiver } from '#ops/status/alert-receiver';
import { type Ended, runChaba } from '@chaba/testing/beds/programs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-ops-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const ops = (databaseUrl: string, ...words: string[]): Promise<Ended> =>
  runChaba(['ops', ...words], { DATABASE_URL: databaseUrl, DATA_DIR: folder });

test('reports broken with exit code 2 and posts it once while the database is unreachable', async () => {
  const lines: string[] = [];
  const receiver = await startAlertReceiver({ port: 0, write: (line) => void lines.push(line) });
  after(() => receiver.close());
  const webhook = `http://127.0.0.1:${receiver.port}/`;
  const away = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  for (let turn = 0; turn < 2; turn += 1) {
    const { code, output } = await ops(away, 'status', '--webhook', webhook);
    assert.equal(code, 2, output);
    assert.match(output, /Chaba is broken[^]*does not answer[^]*→ start PostgreSQL/);
  }
  assert.equal(lines.length, 1, lines.join('\n'));
  assert.match(lines[0] ?? '', /firing {2}page {2}ops: Database {2}does not answer/);

  const database = await testDatabase();
  const { code, output } = await ops(database.url, 'status', '--brief', '--webhook', webhook);
  assert.equal(code, 2, output);
  assert.match(output, /no process runs\n +→ start one/);
  assert.match(lines.join('\n'), /resolved {2}page {2}ops: Database/);
  assert.match(lines.join('\n'), /firing {2}page {2}ops: Processes {2}no process runs/);
});

test('prints its commands and needs no database for that, and names an unknown option without a stack', async () => {
  const away = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const help = await ops(away, '--help');
  assert.equal(help.code, 0, help.output);
  assert.match(help.output, /drill --from DIR[^]*compare-outside[^]*record backup_full/);
  const wrong = await ops(away, 'status', '--breif');
  assert.equal(wrong.code, 1);
  assert.match(wrong.output, /Unknown option '--breif'/);
  assert.doesNotMatch(wrong.output, /^ +at /m);
});

test('records a backup and rejects an unknown kind', async () => {
  const database = await testDatabase();
  assert.equal((await ops(database.url, 'record', 'backup_full', '12.5')).code, 0);
  assert.match((await ops(database.url, 'status')).output, /backup: \d s ago/);
  const { code, output } = await ops(database.url, 'record', 'lunch');
  assert.equal(code, 1);
  assert.match(output, /record takes backup_full/);
});

test('receives alerts with the token only, and no line feeds of the sender', async () => {
  const lines: string[] = [];
  const receiver = await startAlertReceiver({
    port: 0,
    token: 'token-of-alerts',
    write: (line) => void lines.push(line),
  });
  after(() => receiver.close());
  const send = async (body: string, headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${receiver.port}/`, { method: 'POST', body, headers })).status;
  const alert = JSON.stringify({ alerts: [{ labels: { alertname: 'A\nB' }, annotations: { summary: 's' } }] });
  const headers = { authorization: 'Bearer token-of-alerts' };
  assert.equal(await send(alert), 401);
  assert.equal(await send('no json', headers), 400);
  assert.equal(await send(alert, headers), 200);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /firing {2}none {2}A B {2}s$/);
});
