// Logs contain no personal data and no secret: a member signs up, deposits, plays and withdraws, each step fails once,
// and every log file of the product is searched for the member's data and the secrets of its processes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';

import { openStore } from '@chaba/sandbox-kit/store';
import { actAsPeople } from '#operator/testing/run-operator';
import { openProductDatabase } from '#ops/database/product-database';
import { runToEnd, startService } from '#ops/start/services';
import { ROOT } from '#ops/core/root';
import { readSettings } from '#ops/core/settings';

import { createAccountNumber, freePhone } from '#e2e/members';

type Reply = { readonly status: number; readonly text: string };

const BANK = '004';
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-start-'));
fs.chmodSync(home, 0o755);
const dataDir = path.join(home, 'data');
const stoppers: (() => Promise<void>)[] = [];
after(async () => {
  for (const stop of stoppers.toReversed()) await stop();
  fs.rmSync(home, { recursive: true, force: true });
});

const database = await openProductDatabase(readSettings({ DATA_DIR: dataDir }), () => undefined);
stoppers.push(() => database.stop());
const [port, sandboxPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
const environment = {
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  SERVER_URL: url,
  SANDBOX_URL: sandboxUrl,
  SANDBOX_SECRET: 'sandbox-secret',
  HASH_SECRET: 'secret-of-hashes',
  LOG_LEVEL: 'debug',
};
assert.equal(await runToEnd('apps/demo/src/seed.ts', [], environment), 0);
for (const [name, address] of [
  ['sandbox', sandboxUrl],
  ['server', url],
] as const) {
  const output = { file: path.join(home, `${name}.log`) };
  const script = `apps/${name}/src/main.ts`;
  const service = await startService({ name, script, address, environment, output, restarts: 0 });
  stoppers.push(() => service.stop());
}

const OPERATORS = { OPERATOR_SECRET: 'secret-of-operators' };

async function post(address: string, body: object | string, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'api-key': 'chaba-sandbox', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

test('writes no phone, account, name, password, token or secret into any log file, also on errors', async () => {
  const phone = freePhone();
  const account = createAccountNumber('8');
  const password = 'Kanarie-4711';
  const auth = `${url}/auth-service/v1`;
  const checked = await post(`${auth}/checkBank`, { BankAccount: account, BankCode: BANK });
  const {
    firstName,
    lastName: firstLetter,
    token,
  } = (JSON.parse(checked.text) as { data: Record<string, string> }).data;
  const member = {
    phoneNumber: phone,
    Password: password,
    Confirm_Password: password,
    BankAccount: account,
    BankCode: BANK,
    firstName,
    lastName: firstLetter,
    affiliateKey: '',
    isBonus: false,
    WalletId: phone,
  };
  const tokenBank = { tokenBank: token ?? '' };
  assert.equal((await post(`${auth}/signup`, member, tokenBank)).status, 200);
  // The same person again, an invalid body, a wrong password, an unknown address.
  await post(`${auth}/signup`, member, tokenBank);
  await post(`${auth}/signup`, `${JSON.stringify(member)}}`);
  await post(`${auth}/login`, { phoneNumber: phone, Password: `${password}!` });
  await post(`${url}/auth-service/v1/nothing/${phone}?name=${encodeURIComponent(firstName ?? '')}`, member);
  const signedIn = await post(`${auth}/login`, { phoneNumber: phone, Password: password });
  const { authToken = '', data } = JSON.parse(signedIn.text) as {
    authToken?: string;
    data: { userName: { lastName: string } };
  };
  const { lastName } = data.userName;
  assert.ok(authToken && lastName.length > 1);
  const as = { 'api-auth': authToken };

  const order = { fromBankCode: BANK, fromAccount: account, toBankCode: BANK, toAccount: '9998887776', amount: 500 };
  const transferred = await post(`${sandboxUrl}/bank/transfers`, order);
  const { slipQr } = JSON.parse(transferred.text) as { slipQr: string };
  const api = `${url}/user-profile-composite/v1`;
  assert.equal((await post(`${api}/topup-api/pullslip`, { barcode: slipQr }, as)).status, 200);
  await post(`${api}/topup-api/pullslip`, { barcode: slipQr }, as);
  await post(`${url}/fund-composite/v1/withdrawal`, { Amount: 200, Channel: 'BANK' }, as);
  const owner = { fromBankCode: BANK, fromAccount: account };
  await post(`${sandboxUrl}/bank/transfers`, { ...owner, fromPhone: phone, toPhone: '0891112222', amount: 20 });
  await fetch(`${sandboxUrl}/bank?fromPhone=${phone}&fromBankCode=${BANK}`);

  await failInDatabase({ phone, account, name: `${firstName} ${lastName}` });
  rotate('server');
  await failInServer(() => post(`${auth}/login`, { phoneNumber: phone, Password: password }));
  await failInOperator(phone);
  rotate('sandbox');
  failInSandbox();
  const failed = await post(`${sandboxUrl}/bank/transfers?note=${phone}`, order);
  assert.equal(failed.status, 500);

  for (const stop of stoppers.splice(0).toReversed()) await stop();
  const logs = logFiles(home);
  assert.deepEqual(
    logs.map((file) => path.basename(file)).toSorted(),
    ['operator.log', 'postgres.log', 'sandbox.log', 'sandbox.log.1', 'server.log', 'server.log.1'],
    'every log file is checked',
  );
  const { SANDBOX_SECRET: sandboxSecret, HASH_SECRET: hashSecret } = environment;
  const databasePassword = new URL(database.url).password;
  assert.ok(databasePassword);
  const secrets = { sandboxSecret, hashSecret, databasePassword };
  const personal = { phone, account, firstName, lastName, password, authToken, token, ...secrets };
  for (const file of logs) {
    const text = fs.readFileSync(file, 'utf8');
    assert.ok(text.length > 0, `${file} is empty`);
    assert.doesNotMatch(text, /\0/, `${file} has a gap after its rotation`);
    const found = Object.entries(personal)
      .filter(([, value]) => text.includes(value ?? ''))
      .map(([name]) => name);
    assert.deepEqual(found, [], `${path.basename(file)} holds personal data or a secret`);
  }
  assert.equal(fs.statSync(path.join(dataDir, 'postgres.log')).mode & 0o777, 0o600);
  assert.match(fs.readFileSync(path.join(home, 'server.log'), 'utf8'), /^\{[^]*"code":"42P01"/);
  assert.match(fs.readFileSync(path.join(home, 'operator.log'), 'utf8'), /violates check constraint "canary"/);
  assert.match(fs.readFileSync(path.join(home, 'sandbox.log'), 'utf8'), /POST \/bank\/transfers failed/);
});

/** Provokes every kind of database error whose message, detail or statement repeats a value. */
async function failInDatabase({ phone, account, name }: Record<'phone' | 'account' | 'name', string>): Promise<void> {
  const owner = openDatabase({ url: database.ownerUrl ?? database.url, poolSize: 1 });
  try {
    await owner.execute(sql`create table canary (phone text primary key, name text check (name <> 'none'))`);
    await owner.execute(sql`insert into canary values (${phone}, ${name})`);
    await assert.rejects(owner.execute(sql`insert into canary values (${phone}, ${name})`), { code: '23505' });
    await assert.rejects(owner.execute(sql`insert into canary values (${account}, 'none')`), { code: '23514' });
    await assert.rejects(owner.rows(sql`select ${`${name} ${phone}`}::text::bigint`), { code: '22P02' });
    const literal = { strings: [`select '${phone} ${name}' from no_such_table`], values: [] };
    await assert.rejects(owner.rows(literal), { code: '42P01' });
    await owner.execute(sql`drop table canary`);
  } finally {
    await owner.close();
  }
}

/** Provokes an unexpected error of a statement of the server. */
async function failInServer(work: () => Promise<Reply>): Promise<void> {
  const owner = openDatabase({ url: database.ownerUrl ?? database.url, poolSize: 1 });
  await owner.execute(sql`alter table member rename to member_elsewhere`);
  try {
    assert.equal((await work()).status, 500);
  } finally {
    await owner.execute(sql`alter table member_elsewhere rename to member`);
    await owner.close();
  }
}

/** Rotates as logrotate does with `copytruncate`: the process keeps writing to the emptied file. */
function rotate(name: 'server' | 'sandbox'): void {
  const file = path.join(home, `${name}.log`);
  fs.copyFileSync(file, `${file}.1`);
  fs.truncateSync(file);
}

/** Provokes an unexpected error of an operator command with the member's row in it; appends the output to a file. */
async function failInOperator(phone: string): Promise<void> {
  const owner = openDatabase({ url: database.ownerUrl ?? database.url, poolSize: 1 });
  await owner.execute(sql`alter table member add constraint canary check (not is_locked) not valid`);
  const output = fs.openSync(path.join(home, 'operator.log'), 'a');
  try {
    const env = { ...process.env, ...environment, ...OPERATORS, DATABASE_URL: database.operatorUrl };
    const run = actAsPeople((...words) => {
      const args = ['apps/operator-cli/src/main.ts', ...words];
      const { status } = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', output, output] });
      return Promise.resolve({ code: status ?? -1, out: '', err: '' });
    }, database.operatorUrl ?? database.url);
    assert.equal((await run('lock', phone, '--reason', 'a canary')).code, 1);
  } finally {
    fs.closeSync(output);
    await owner.execute(sql`alter table member drop constraint canary`);
    await owner.close();
  }
}

function failInSandbox(): void {
  const store = openStore(path.join(dataDir, 'sandbox.sqlite'));
  store.execute('alter table bank_transfer rename to bank_transfer_elsewhere');
  store.close();
}

function logFiles(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.log(\.\d+)?$/.test(name))
    .map((name) => path.join(folder, name));
}
